"""docs/clients.md: its quick starts, run as it says. Its Rust is compiled with the crate's own examples."""

import re
import unittest

from documents import console, matches, run
from server import ROOT, Server

DOCUMENT = (ROOT / "docs/clients.md").read_text()
QUICKSTART = ROOT / "examples/quickstart"
PROGRAMS = (QUICKSTART / "python/hand.py", QUICKSTART / "typescript/hand.ts")
WHO = r"(?:ann|bot-[12])"
CARD = r"[2-9TJQKA][cdhs]"
LINES = [
    rf"{WHO} sits down",
    "the cards are dealt",
    rf"ann looks: {CARD} {CARD} {CARD}",
    r"bot-[12] looks: \?\? \?\? \?\?",
    rf"{WHO} folds",
    rf"{WHO} bets \d+, the pot is \d+",
    rf"{WHO} pays \d+ to see",
    rf"{WHO} puts in the last \d+",
    rf"{WHO} shows {CARD} {CARD} {CARD}",
    rf"{WHO} wins \d+",
]


class ClientsTest(unittest.TestCase):
    def test_the_commands_print_what_is_shown_and_each_plays_a_hand(self):
        (generate, shown), *programs = console(DOCUMENT)
        self.assertTrue(matches(shown, run(generate, check=True)[0]))
        self.assertEqual(len(programs), len(PROGRAMS))
        with Server() as server:
            for command, shown in programs:
                with self.subTest(command):
                    told, complaint = run(command, server, check=True, seconds=60)
                    self.assertEqual(complaint, "")
                    self.assertTrue(matches(shown, told), told)
                    self.assert_hand(told)
        printed, complaint = run(["npx", "--no-install", "tsc"], cwd=QUICKSTART / "typescript")
        self.assertEqual(printed + complaint, "", "types are wrong")

    def assert_hand(self, told):
        """It can be read, and its chips add up."""
        for line in told.splitlines():
            self.assertTrue(any(re.fullmatch(known, line) for known in LINES), line)
        won = sum(map(int, re.findall(r"wins (\d+)", told)))
        self.assertGreater(won, 0)
        first = re.search(r"bets (\d+), the pot is (\d+)", told)
        if first:
            antes = int(first[2]) - int(first[1])
            paid = re.findall(r"(?:bets|pays|the last) (\d+)", told)
            self.assertEqual(antes + sum(map(int, paid)), won, told)

    def test_the_quick_starts_are_short(self):
        for program in PROGRAMS:
            lines = program.read_text().splitlines()
            self.assertLess(len(lines), 60, program)
            self.assertLessEqual(max(map(len, lines)), 120, program)


if __name__ == "__main__":
    unittest.main()
