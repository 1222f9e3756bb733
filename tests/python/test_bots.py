"""docs/bots.md: its commands print what it shows, the long ones by a short run."""

import re
import unittest

from documents import assert_console, blocks, matches, run
from server import ROOT, Server

DOCUMENT = (ROOT / "docs/bots.md").read_text()
# What makes a run long, and how it is made short.
SHORT = {"--tables 200": "--tables 4", "--count 1000": "--count 20", "--minutes 10": "--minutes 0.03",
         "--hands 20000": "--hands 20 --games 2", "--hands 6000": "--hands 20 --games 2"}


class BotsTest(unittest.TestCase):
    def test_commands_print_what_is_shown(self):
        with Server() as server:
            assert_console(self, DOCUMENT, server)

    def test_the_long_commands_run(self):
        commands = "".join(content for _, content in blocks(DOCUMENT, "sh")).splitlines()
        self.assertGreater(len(commands), 1)
        for command in commands:
            for long, short in SHORT.items():
                command = command.replace(long, short)
            self.assertNotRegex(command, r"\d{4}|--minutes \d+$")
            printed, complaint = run(command, check=True, seconds=60)
            self.assertRegex(printed, r"every chip accounted for: yes|failed|the server's memory: ", complaint)
            self.assertNotIn("failed", printed)

    def test_what_was_measured_is_as_the_arena_prints_it(self):
        measured = [content for _, content in blocks(DOCUMENT, "text") if "stakes won a hand" in content]
        self.assertGreater(len(measured), 0)
        for table in measured:
            self.assertRegex(table, r"^\d+ hands in \d+ games, --seed \d+, \d+ s; stakes won a hand, 95 %:\n")
            self.assertTrue(table.endswith("every chip accounted for: yes\n"))
            for mean, half, low, high in re.findall(r"([+-][\d.]+) ± ([\d.]+)  \(([+-][\d.]+) … ([+-][\d.]+)\)", table):
                self.assertAlmostEqual(float(mean) - float(half), float(low), delta=0.0021)
                self.assertAlmostEqual(float(mean) + float(half), float(high), delta=0.0021)
            tight = re.search(r"tight \(p1\) +\S+ ± \S+  \((\S+) …", table)
            self.assertGreater(float(tight.group(1)), 0, "a tight bot wins, and that is sure")


if __name__ == "__main__":
    unittest.main()
