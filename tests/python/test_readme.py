"""Every command of the README, run in order against one server; what it prints is what the README shows."""

import re
import unittest

from documents import ADDRESS, assert_console, console
from server import ROOT, Server

README = (ROOT / "README.md").read_text()


class ReadmeTest(unittest.TestCase):
    def test_commands_print_what_is_shown(self):
        self.assertGreater(len(list(console(README))), 12)
        with Server() as server:
            assert_console(self, README, server)

    def test_the_server_says_what_the_readme_shows(self):
        shown = re.search(r"```text\n(brag listens.*?)```", README, re.S).group(1)
        with Server() as server:
            self.assertEqual(server.stop(), 0)
            self.assertEqual("".join(server.output).replace(server.address, ADDRESS), shown)

    def test_the_files_that_the_readme_names_are_there(self):
        named = re.findall(r"[\w./-]+\.(?:md|proto)\b|\bLICENSE\b|\bscripts/[\w-]+", README)
        self.assertIn("scripts/check", named)
        for name in named:
            self.assertTrue((ROOT / name).exists(), name)


if __name__ == "__main__":
    unittest.main()
