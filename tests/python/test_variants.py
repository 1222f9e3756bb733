"""A hand of every variant that is served, played by grpcurl alone: whoever is asked reads what he may do, and does it."""

import itertools
import json
import subprocess
import unittest
from pathlib import Path

from server import BRAG, Server

TABLES, RULES = "brag.v1.TableService", "brag.v1.RulesService"
GRPCURL = Path(__file__).parents[2] / ".tools/bin/grpcurl"
STACK = 100
# A hand of two ends long before.
MOST_ACTS = 40
# What is done of what may be done, the first first; by its legal act.
PREFERRED = {
    "look": lambda _: {},
    "discard": lambda legal: {"cards": legal["cards"][:legal["count"]]},
    "accept": lambda _: {},
    "see": lambda _: {},
    "bet": lambda legal: {"amount": legal["min"]},
    "brag": lambda legal: {"amount": legal["min"]},
    "call": lambda _: {},
    "stand": lambda _: {},
    "challenge": lambda legal: {"amount": legal["min"]},
    "pass": lambda _: {},
    "cut": lambda legal: {"at": legal["min"]},
}
# What has a test of its own, because it is no betting.
OF_THEIR_OWN = {"stop_the_bus"}
# House rules beside the defaults: any set of three may be laid in Crash, so that none of those laid here is left out.
HOUSE_RULES = {"thirteen_card_crash": {"min_hand": {"choice": "high_card"}}}
# Why a pot goes to the better hand: others go to a card, or to who is nearest to thirty-one.
BY_HANDS = {"AWARD_REASON_SEE", "AWARD_REASON_STAND_OFF", "AWARD_REASON_BEST_HAND",
            "AWARD_REASON_ELDER"}
# The acts that name the hand in place of the turn.
OF_THE_HAND = ("look", "discard", "arrange")


class Caller:
    """Somebody with grpcurl."""

    ids = itertools.count(1)

    def __init__(self, server, name):
        self.server, self.name = server, name

    def call(self, method, **request):
        ended = subprocess.run(
            [GRPCURL, "-plaintext", "-emit-defaults", "-H", f"brag-player: {self.name}", "-d", json.dumps(request),
             self.server.address, method], capture_output=True, text=True, timeout=20)
        if ended.returncode:
            raise AssertionError(f"{method} {request}: {ended.stderr}")
        return json.loads(ended.stdout)

    def act(self, table, **fields):
        return self.call(f"{TABLES}/Act", table=table, request_id=f"{self.name}-{next(self.ids)}", **fields)

    def sets(self, variant, legal):
        """Sets of the cards as they come, in their order."""
        cards = legal["cards"]
        hands = [{"cards": cards[3 * place:3 * place + 3]} for place in range(legal["sets"])]
        ranked = self.call(f"{RULES}/RankHands", variant=variant, hands=hands)["hands"]
        order = sorted(range(len(hands)), key=lambda place: ranked[place]["strength"])
        return {"sets": [hands[place] for place in order]}

    def see(self, table):
        return self.call(f"{TABLES}/GetTable", name=table)["table"]


class VariantsTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.server = Server()
        cls.server.__enter__()
        cls.addClassCleanup(cls.server.__exit__)

    def test_a_hand_of_each_variant(self):
        ann = Caller(self.server, "ann")
        served = ann.call(f"{RULES}/ListVariants")["variants"]
        self.assertGreaterEqual(len(served), 6)
        for variant in (variant for variant in served if variant["id"] not in OF_THEIR_OWN):
            with self.subTest(variant["id"]):
                self.play(variant["id"])

    def play(self, variant):
        players = {name: Caller(self.server, name) for name in ("ann", "bob")}
        ann = players["ann"]
        table = f"tables/{variant.replace('_', '-')}"
        ann.call(f"{TABLES}/CreateTable", table_id=table.removeprefix("tables/"), request_id=variant, variant=variant,
                 rules=HOUSE_RULES.get(variant, {}), clock={"dealing": "DEALING_MANUAL"})
        for seat, player in enumerate(players.values(), 1):
            player.act(table, sit={"seat": seat, "buyIn": STACK})
        facts = list(ann.act(table, deal={})["events"])
        dealt = next(fact["dealt"]["hands"] for fact in facts if "dealt" in fact)
        each = len(dealt[0]["cards"])
        thrown = {}
        for _ in range(MOST_ACTS):
            view = ann.see(table)
            if not view["toAct"]:
                break
            number = view["toAct"][0]["seat"]
            player = players[view["seats"][number - 1]["player"]]
            legal = player.see(table)["legalActs"]
            listed = {act: what for entry in legal["acts"] for act, what in entry.items()}
            if "arrange" in listed:
                act, done = "arrange", player.sets(variant, listed["arrange"])
            else:
                act = next(act for act in PREFERRED if act in listed)
                done = PREFERRED[act](listed[act])
            names = {"hand": legal["hand"]} if act in OF_THE_HAND else {"turn": legal["turn"]}
            facts += player.act(table, **names, **{act: done})["events"]
            if act == "arrange":
                self.assert_secret(table, number, players, facts)
            if act == "discard":
                thrown[number] = done["cards"]
                other = next(other for other in players.values() if other is not player)
                seen = other.see(table)["seats"][number - 1]["hands"][0]["cards"]
                self.assertEqual(seen, ["??"] * 3, "the others learn how many cards are thrown, and not which are left")
        self.assertEqual(view["phase"], "PHASE_HAND_OVER")
        if any("setShown" in fact for fact in facts):
            return self.assert_sets(variant, view, facts)
        if each > 3:
            self.assertEqual({len(cards) for cards in thrown.values()}, {each - 3})
            self.assertEqual(len(thrown), 2)
        self.assertEqual(sum(int(seat["stack"]) for seat in view["seats"] if seat["player"]), 2 * STACK)
        shown = {fact["handShown"]["seat"]: fact["handShown"] for fact in facts if "handShown" in fact}
        self.assertEqual({len(hand["cards"]) for hand in shown.values()}, {3})
        awards = [fact["potAwarded"] for fact in facts if "potAwarded" in fact]
        winner = next(award["seat"] for award in awards if award["reason"] in BY_HANDS)
        self.assert_best(variant, shown, thrown, winner)
        self.assert_told(table, each, players)

    def assert_secret(self, table, number, players, facts):
        """That somebody has laid out his sets is all that the others learn, until they are shown."""
        for name, player in players.items():
            view = player.see(table)
            seat = view["seats"][number - 1]
            self.assertTrue(seat["arranged"])
            if not any("setShown" in fact for fact in facts):
                self.assertEqual(bool(seat["sets"]), seat["player"] == name)

    def assert_sets(self, variant, view, facts):
        """Each set is worth what RankHands says, and the points are the sets that one player alone had best."""
        shown = [fact["setShown"] for fact in facts if "setShown" in fact]
        ann = Caller(self.server, "ann")
        ranked = ann.call(f"{RULES}/RankHands", variant=variant, hands=[{"cards": each["cards"]} for each in shown])
        worth = [(hand["handClass"], hand["strength"]) for hand in ranked["hands"]]
        self.assertEqual(worth, [(each["handClass"], each["strength"]) for each in shown])
        points = {1: 0, 2: 0}
        for number in {each["set"] for each in shown}:
            strengths = {each["seat"]: each["strength"] for each in shown if each["set"] == number}
            best = [seat for seat in strengths if strengths[seat] == min(strengths.values())]
            if len(best) == 1:
                points[best[0]] += 1
        self.assertEqual({seat["number"]: seat["points"] for seat in view["seats"] if seat["player"]}, points)
        chips = sum(int(seat["stack"]) for seat in view["seats"] if seat["player"])
        self.assertEqual(chips + int(view["carried"]), 2 * STACK)

    def assert_told(self, table, each, players):
        """What happened, as `brag watch` tells those who look on."""
        told = subprocess.run([BRAG, "watch", table, "--server", self.server.address, "--from", "start", "--plain",
                               "--once"], capture_output=True, text=True, timeout=20)
        self.assertEqual(told.returncode, 0, told.stderr)
        self.assertIn(f"{each} cards each;", told.stdout)
        for name in players:
            lines = [line for line in told.stdout.splitlines() if line.startswith(f"{name} discards ")]
            thrown = {0: [], 1: [f"{name} discards a card."]}.get(each - 3, [f"{name} discards {each - 3} cards."])
            self.assertEqual(lines, thrown)
        self.assertRegex(told.stdout, r"Hand 1 is over[.:]")

    def assert_best(self, variant, shown, thrown, winner):
        """What RankHands says of the hands that were shown is what the table made of them."""
        seats = sorted(shown)
        hands = [{"cards": shown[seat]["cards"], "thrown": thrown.get(seat, [])} for seat in seats]
        ann = Caller(self.server, "ann")
        ranked = dict(zip(seats, ann.call(f"{RULES}/RankHands", variant=variant, hands=hands)["hands"]))
        for seat in seats:
            self.assertEqual((ranked[seat]["handClass"], ranked[seat]["strength"]),
                             (shown[seat]["handClass"], shown[seat]["strength"]))
        # Of equal hands the one that did not pay to see wins.
        self.assertEqual(ranked[winner]["place"], 1)


if __name__ == "__main__":
    unittest.main()
