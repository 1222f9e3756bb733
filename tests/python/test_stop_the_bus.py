"""Stop the Bus with three players by grpcurl, from the first deal to the last one in: what the lists of legal acts say is
enough to play it."""

import json
import subprocess
import unittest

from server import BRAG, ROOT, Server

GRPCURL = ROOT / ".tools/bin/grpcurl"
TABLES = "brag.v1.TableService"
PLAYERS = {1: "ann", 2: "bob", 3: "cat"}
BUY_IN, ENTRY_STAKE = 100, 5
# Equal lowest hands repeat a deal: that happens again and again only to who has no luck at all.
MOST_HANDS = 30


class StopTheBusTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.server = Server()
        cls.server.__enter__()
        cls.addClassCleanup(cls.server.__exit__)
        cls.requests = 0

    def ran(self, method, request, player):
        command = [GRPCURL, "-plaintext", "-emit-defaults", "-H", f"brag-player: {player}", "-d", json.dumps(request),
                   self.server.address, method]
        return subprocess.run(command, capture_output=True, text=True, timeout=30)

    def call(self, method, request, player="ann"):
        ran = self.ran(method, request, player)
        self.assertEqual(ran.returncode, 0, f"{method} {request}: {ran.stderr}")
        return json.loads(ran.stdout)

    def request(self, table, **fields):
        type(self).requests += 1
        return {"table": table, "request_id": f"a-{self.requests}", **fields}

    def act(self, table, player, **fields):
        """Does it, and gives the facts that it caused, each with its name."""
        answer = self.call(f"{TABLES}/Act", self.request(table, **fields), player)
        return [(name, fact) for event in answer["events"] for name, fact in event.items() if isinstance(fact, dict)]

    def view(self, table, player="ann"):
        return self.call(f"{TABLES}/GetTable", {"name": table}, player)["table"]

    def turn(self, table):
        """Who is to act, and what the list has for him, by act."""
        view = self.view(table)
        player = PLAYERS[view["toAct"][0]["seat"]]
        legal = self.view(table, player)["legalActs"]
        return player, legal["turn"], {kind: offer for act in legal["acts"] for kind, offer in act.items()}

    def lives(self, table):
        return [seat["lives"] for seat in self.view(table)["seats"] if seat["player"]]

    def test_a_game_from_the_first_deal_to_the_last_one_in(self):
        rules = {"lives": {"number": 1}, "entry_stake": {"number": ENTRY_STAKE}}
        request = {"table_id": "bus", "request_id": "create", "variant": "stop_the_bus", "rules": rules,
                   "clock": {"dealing": "DEALING_MANUAL"}}
        table = self.call(f"{TABLES}/CreateTable", request)["table"]["name"]
        for seat, player in PLAYERS.items():
            self.act(table, player, sit={"seat": seat, "buy_in": BUY_IN})
        facts = dict(self.act(table, "ann", deal={}))
        self.assertEqual(facts["busGameStarted"], {"lives": 1, "each": "5", "pot": "15"})
        commons = [common["card"] for common in facts["commonsDealt"]["commons"]]
        self.assertEqual(commons, [common["card"] for common in self.view(table)["commons"]])

        player, turn, legal = self.turn(table)
        self.assertEqual(set(legal), {"swap", "swapAll", "stick"})
        self.assertEqual(legal["swap"]["common"], commons)
        self.assertTrue(legal["swap"]["stick"])
        own = legal["swap"]["own"]
        two = self.request(table, turn=turn, swap={"own": own[:2], "common": commons[:2]})
        refused = self.ran(f"{TABLES}/Act", two, player)
        self.assertIn("SWAP_ONE_OR_THREE", refused.stderr)
        facts = dict(self.act(table, player, turn=turn, swap={"own": own[:1], "common": commons[2:]}))
        self.assertEqual((facts["swapped"]["own"], facts["swapped"]["common"]), (own[0], commons[2]))
        seat = next(seat for seat, name in PLAYERS.items() if name == player)
        mine, theirs = [self.view(table, who)["seats"][seat - 1]["hands"][0]["cards"]
                        for who in (player, PLAYERS[seat % 3 + 1])]
        self.assertEqual(mine, [commons[2], *own[1:]])
        self.assertEqual(theirs, ["??"] * 3, "what he took was seen; his hand lies face down")

        player, turn, _ = self.turn(table)
        facts = dict(self.act(table, player, turn=turn, swap_all={"stick": True}))
        self.assertIn("stuck", facts)
        self.assertEqual(sorted(common["card"] for common in self.view(table)["commons"]),
                         sorted(facts["swappedAll"]["own"]))
        for _ in range(2):
            player, turn, legal = self.turn(table)
            self.assertEqual(set(legal), {"swap", "swapAll", "stand"})
            facts = dict(self.act(table, player, turn=turn, stand={}))
        self.assertIn("handsCompared", facts)
        self.assertEqual(self.view(table)["phase"], "PHASE_HAND_OVER")

        for _ in range(MOST_HANDS):
            if "busGameEnded" in facts:
                break
            left = {seat for seat, lives in zip(PLAYERS, self.lives(table)) if lives}
            facts = dict(self.act(table, "ann", deal={}))
            self.assertEqual(set(facts["handStarted"]["dealtIn"]), left)
            self.assertNotIn("busGameStarted", facts)
            while "handEnded" not in facts:
                player, turn, legal = self.turn(table)
                facts = dict(self.act(table, player, turn=turn, **({"stick": {}} if "stick" in legal else {"stand": {}})))
        winner = facts["busGameEnded"]["winner"]
        self.assertEqual(self.lives(table), [int(seat == winner) for seat in PLAYERS])
        stacks = [int(seat["stack"]) for seat in self.view(table)["seats"] if seat["player"]]
        self.assertEqual(stacks, [BUY_IN + (10 if seat == winner else -ENTRY_STAKE) for seat in PLAYERS])

        told = subprocess.run([BRAG, "watch", table, "--server", self.server.address, "--from", "start", "--plain",
                               "--once"], capture_output=True, text=True, timeout=20)
        self.assertEqual(told.returncode, 0, told.stderr)
        for line in ("A new game begins: everybody has 1 life and pays 5; pot 15.", "Face up lie ",
                     " sticks: everybody else has one more turn.", " loses a life: out.", " is the last one in"):
            self.assertIn(line, told.stdout)


if __name__ == "__main__":
    unittest.main()
