"""EstimateOdds by grpcurl, of every variant that is served, and `brag odds` beside it: one and the same figures."""

import json
import subprocess
import unittest
from pathlib import Path

from server import BRAG, Server

RULES = "brag.v1.RulesService"
GRPCURL = Path(__file__).parents[2] / ".tools/bin/grpcurl"
FIGURES = ("win", "tie", "lose", "equity")
# Cards of one hand, as many as any variant deals.
OWN = [rank + "s" for rank in "AKQJT98765432"] + ["Ah", "Kh"]


class OddsTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.server = Server()
        cls.server.__enter__()
        cls.addClassCleanup(cls.server.__exit__)

    def call(self, method, server=None, **request):
        return subprocess.run(
            [GRPCURL, "-plaintext", "-emit-defaults", "-H", "brag-player: ann", "-d", json.dumps(request),
             (server or self.server).address, f"{RULES}/{method}"], capture_output=True, text=True, timeout=20)

    def told(self, method, **request):
        ended = self.call(method, **request)
        self.assertEqual(ended.returncode, 0, f"{request}: {ended.stderr}")
        return json.loads(ended.stdout)

    def brag(self, *words):
        ended = subprocess.run([BRAG, "odds", "--json", *words], capture_output=True, text=True, timeout=60)
        self.assertEqual((ended.returncode, ended.stderr), (0, ""), words)
        return json.loads(ended.stdout)

    def test_each_variant_has_odds_and_both_ways_tell_the_same(self):
        for variant in self.told("ListVariants")["variants"]:
            with self.subTest(variant["id"]):
                own = OWN[:variant["cardsEach"]]
                odds = self.told("EstimateOdds", variant=variant["id"], hands=[{"cards": own}, {}, {}], samples=500,
                                 seed=9)
                self.assertEqual((odds["exact"], odds["deals"], odds["seed"]), (False, "500", "9"))
                for hand in odds["hands"]:
                    self.assertAlmostEqual(hand["win"] + hand["tie"] + hand["lose"], 1)
                told = self.brag("".join(own), "--variant", variant["id"], "--opponents", "2", "--samples", "500",
                                 "--seed", "9")
                self.assertEqual([[hand[of] for of in FIGURES] for hand in told["hands"]],
                                 [[hand[of] for of in FIGURES] for hand in odds["hands"]])
                self.assertEqual((told["deals"], told["error_bound"]), (500, odds["errorBound"]))

    def test_without_a_number_of_samples_the_server_does_as_well_as_it_may(self):
        one = self.told("EstimateOdds", variant="three_card", hands=[{"cards": ["3c", "3d", "3h"]}, {}])
        self.assertEqual((one["exact"], one["deals"], one["errorBound"], one["confidence"]), (True, "18424", 0, 1))
        self.assertEqual(one["hands"][0], {"win": 1, "tie": 0, "lose": 0, "equity": 1, "sets": []})
        many = {"variant": "three_card", "hands": [{"cards": ["As", "Kd", "9c"]}, {}, {}, {}, {}]}
        first, second = self.told("EstimateOdds", **many), self.told("EstimateOdds", **many)
        self.assertFalse(first["exact"])
        self.assertLess(first["errorBound"], 0.01)
        self.assertEqual(first, second)

    def test_the_old_games_have_their_braggers_and_packs(self):
        """A natural pair of kings against a king and the jack of clubs, worked out by hand."""
        for variant, odd, deals, wins in (("classic_three_stake", "9c", 47, 5), ("american", "8c", 47, 12),
                                          ("hoyle_1751", "Tc", 19, 6)):
            with self.subTest(variant):
                odds = self.told("EstimateOdds", variant=variant,
                                 hands=[{"cards": ["Ks", "Kd", odd]}, {"cards": ["Kh", "Jc"]}])
                self.assertEqual((odds["exact"], odds["deals"], odds["errorBound"]), (True, str(deals), 0))
                told = self.brag(f"KsKd{odd}", "--variant", variant, "--against", "KhJc")
                self.assertEqual((told["exact"], told["deals"]), (True, deals))
                for hands in (odds["hands"], told["hands"]):
                    self.assertEqual([(hand["win"], hand["tie"]) for hand in hands],
                                     [((deals - wins) / deals, 0), (wins / deals, 0)])

    def test_what_is_wrong_is_told_by_its_field(self):
        ended = self.call("EstimateOdds", variant="three_card", hands=[{"cards": ["As", "As"]}, {}])
        self.assertEqual(ended.returncode, 67, "64 and InvalidArgument, which is 3")
        self.assertIn("hands[0].cards[1] must be a card that is nowhere else", ended.stderr)

    def test_it_can_be_switched_off(self):
        with Server("--odds", "false") as server:
            ended = self.call("EstimateOdds", server, variant="three_card", hands=[{}, {}])
            self.assertIn("Code: Unimplemented", ended.stderr)


if __name__ == "__main__":
    unittest.main()
