"""CONTRIBUTING.md: its commands are there, and those that cost little are run."""

import re
import shlex
import unittest

from documents import run
from server import BRAG, ROOT

DOCUMENT = (ROOT / "CONTRIBUTING.md").read_text()
OURS = "cargo run -p brag -- "
# Run by scripts/check, of which this test is a part; or a measurement, which takes minutes of a quiet machine.
ELSEWHERE = {
    "scripts/check",
    "scripts/web-check",
    "scripts/proto-check",
    "scripts/proto-baseline",
    "scripts/quickstart-gen",
    "cargo test --workspace",
    "cargo run --release -p brag -- bench",
    "deploy/build",
    "deploy/build --release",
    "deploy/check --release --write",
}


def commands():
    """Every command of the first table, in order."""
    table = re.search(r"^\| command \|.*\n\|-.*\n((?:\|.*\n)+)", DOCUMENT, re.M).group(1)
    return [command for line in table.splitlines() for command in re.findall(r"`((?:cargo|scripts/|deploy/)[^`]*)`", line)]


class ContributingTest(unittest.TestCase):
    def test_every_command_is_run_or_known(self):
        ran = set()
        for command in commands():
            if command in ELSEWHERE:
                ran.add(command)
                continue
            self.assertTrue(command.startswith(OURS), f"{command}: which test runs it?")
            # What it writes is compared with what is there.
            command, _, into = command.removeprefix(OURS).partition(" > ")
            printed, complaint = run(f"{shlex.quote(str(BRAG))} {command} && echo done")
            self.assertTrue(printed.endswith("done\n"), f"{command}: {printed[-500:]}{complaint}")
            if into:
                self.assertEqual(printed.removesuffix("done\n"), (ROOT / into).read_text())
        self.assertEqual(ran, ELSEWHERE, "no command of the document any more")

    def test_the_scripts_are_there(self):
        for command in commands():
            script = command.split(" ")[0]
            if "/" in script:
                self.assertTrue((ROOT / script).stat().st_mode & 0o111, script)

    def test_each_playthrough_has_a_line(self):
        printed, _ = run(f"{shlex.quote(str(BRAG))} replay tests/playthroughs/*.toml")
        files = [path for path in (ROOT / "tests/playthroughs").glob("*.toml") if path.name != "index.toml"]
        self.assertEqual(sorted(printed.split()[1::2]), sorted(path.stem for path in files))


if __name__ == "__main__":
    unittest.main()
