"""Every console block of docs/playing.md, run in order against one server; what it prints is what the page shows.

What the page does at a terminal is run through a pseudo-terminal by crates/brag/tests/play.rs.
"""

import unittest

from documents import assert_console, console
from server import ROOT, Server

PLAYING = (ROOT / "docs/playing.md").read_text()


class PlayingTest(unittest.TestCase):
    def test_commands_print_what_is_shown(self):
        self.assertGreater(len(list(console(PLAYING))), 3)
        with Server() as server:
            assert_console(self, PLAYING, server)


if __name__ == "__main__":
    unittest.main()
