"""Every command of the README, run in order against one server; what it prints is what the README shows."""

import os
import re
import subprocess
import unittest
from pathlib import Path

from server import BRAG, ROOT, Server

README = (ROOT / "README.md").read_text()
ADDRESS = "127.0.0.1:50051"
ANYTHING = "…"


def console(text):
    """(command, what it shows) of each console block of a document, in order."""
    for block in re.findall(r"```console\n(.*?)```", text, re.S):
        for step in re.split(r"^\$ ", block, flags=re.M)[1:]:
            command, _, shown = step.partition("\n")
            yield command, shown


def matches(shown, printed):
    """Whether the output is what is shown, where … stands for anything."""
    lines = [line.rstrip() for line in shown.rstrip("\n").split("\n")]
    pattern = re.escape("\n".join(lines)).replace(re.escape(f"\n{ANYTHING}"), r"\n[\s\S]*?").replace(ANYTHING, ".*?")
    printed = "\n".join(line.rstrip() for line in printed.rstrip("\n").split("\n"))
    return re.fullmatch(pattern, printed) is not None


class ReadmeTest(unittest.TestCase):
    def test_commands_print_what_is_shown(self):
        path = f"{ROOT / '.tools/bin'}:{BRAG.parent}:{os.environ['PATH']}"
        commands = list(console(README))
        self.assertGreater(len(commands), 12)
        with Server() as server:
            for command, shown in commands:
                ran = subprocess.run(
                    ["bash", "-c", command.replace(ADDRESS, server.address)], cwd=ROOT, timeout=600,
                    env={**os.environ, "PATH": path}, capture_output=True, text=True)
                printed = ran.stdout.replace(server.address, ADDRESS)
                self.assertTrue(matches(shown, printed), f"{command}\nshows\n{shown}\nprints\n{printed}{ran.stderr}")

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
