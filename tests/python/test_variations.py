"""Teen Patti with three players and in every variation, by grpcurl: what the catalogue and the lists of legal acts say is
enough to play it to the end."""

import json
import re
import subprocess
import unittest

from server import ROOT, Server

GRPCURL = ROOT / ".tools/bin/grpcurl"
TABLES = "brag.v1.TableService"
PLAYERS = {1: "ann", 2: "bob", 3: "cat"}
BUY_IN = 200
# Far above what a hand of three players who only call takes.
MOST_ACTS = 60


def choose(acts, done):
    """An act of the list, and the number that goes with it: a look, and then what ends a hand."""
    listed = {kind: offer for act in acts for kind, offer in act.items()}
    if "look" in listed:
        return "hand", {"look": {}}
    for kind in ("accept", "sideshow", "see", "cover"):
        if kind in listed:
            return "turn", {kind: {}}
    if done < 12:
        return "turn", {"bet": {"amount": listed["bet"]["min"]}}
    return "turn", {"fold": {}}


class VariationsTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.server = Server()
        cls.server.__enter__()
        cls.addClassCleanup(cls.server.__exit__)

    def call(self, method, request, player="ann"):
        command = [GRPCURL, "-plaintext", "-H", f"brag-player: {player}", "-d", json.dumps(request),
                   self.server.address, method]
        ran = subprocess.run(command, capture_output=True, text=True, timeout=30)
        self.assertEqual(ran.returncode, 0, f"{method} {request}: {ran.stderr}")
        return json.loads(ran.stdout)

    def variants(self):
        return self.call("brag.v1.RulesService/ListVariants", {})["variants"]

    def create(self, variant, table_id, rules=None):
        request = {"table_id": table_id, "request_id": "create", "variant": variant, "rules": rules or {},
                   "clock": {"dealing": "DEALING_MANUAL"}}
        return self.call(f"{TABLES}/CreateTable", request)["table"]

    def play(self, table):
        """Plays a hand; gives every fact of it, by its name, and the table after it."""
        facts, number = {}, 0

        def act(player, **fields):
            nonlocal number
            number += 1
            answer = self.call(f"{TABLES}/Act", {"table": table, "request_id": f"a-{number}", **fields}, player)
            for event in answer["events"]:
                facts.update({name: fact for name, fact in event.items() if isinstance(fact, dict)})

        for seat, player in PLAYERS.items():
            act(player, sit={"seat": seat, "buy_in": BUY_IN})
        act("ann", deal={})
        for done in range(MOST_ACTS):
            view = self.call(f"{TABLES}/GetTable", {"name": table})
            if not view["table"].get("toAct"):
                return facts, view["table"]
            player = PLAYERS[view["table"]["toAct"][0]["seat"]]
            legal = self.call(f"{TABLES}/GetTable", {"name": table}, player)["table"]["legalActs"]
            names, action = choose(legal["acts"], done)
            act(player, **{names: legal[names]}, **action)
        self.fail(f"{table}: no end after {MOST_ACTS} acts")

    def test_three_players_come_to_a_sideshow(self):
        facts, after = self.play(self.create("teen_patti", "three")["name"])
        self.assertEqual(after["phase"], "PHASE_HAND_OVER")
        self.assertEqual(sum(int(seat["stack"]) for seat in after["seats"] if seat.get("player")), BUY_IN * 3)
        accepted = facts["sideshowAccepted"]
        seen = [card for hand in ("askerCards", "askedCards") for card in accepted[hand]]
        self.assertEqual(len(set(seen)), 6, "who agrees sees both hands")
        self.assertIn("potAwarded", facts)

    def test_a_variation_matches_its_pattern(self):
        teen_patti = next(variant for variant in self.variants() if variant["id"] == "teen_patti")
        option = next(option for option in teen_patti["options"] if option["key"] == "variation")["choice"]
        self.assertTrue(any(re.fullmatch(option["pattern"], value) for value in option["values"]))
        names = [value for value in option["values"]] + ["wild_ranks:{K}", "wild_ranks:{2,3,4,5,6,7}"]
        for number, name in enumerate(names):
            self.assertTrue(name in option["values"] or re.fullmatch(option["pattern"], name), name)
            table = self.create("teen_patti", f"variation-{number}", {"variation": {"choice": name}})
            facts, after = self.play(table["name"])
            self.assertEqual(after["phase"], "PHASE_HAND_OVER", name)
            self.assertEqual("cardTurned" in facts, name == "random_joker", name)
            self.assertEqual(after.get("turnedCard", ""), facts.get("cardTurned", {}).get("card", ""))
        for name in ("wild_ranks:{}", "wild_ranks:{2,3,4,5,6,7,8}", "wild_ranks:{1}"):
            self.assertIsNone(re.fullmatch(option["pattern"], name), name)


if __name__ == "__main__":
    unittest.main()
