"""docs/operating.md: its commands run; every log line, metric and health name in it is there, and none is missing."""

import re
import subprocess
import unittest

from documents import assert_console, console
from server import ROOT, Server

DOCUMENT = (ROOT / "docs/operating.md").read_text()
# A log macro, what it is given besides, and its text.
LOGGED = re.compile(r'\b(info|warn|error)!\(\s*(?:[^"();]|\([^()]*\))*?"((?:[^"\\]|\\.)*)"', re.S)


def section(title):
    return re.search(rf"^## {title}\n(.*?)(?=^## |\Z)", DOCUMENT, re.S | re.M).group(1)


def rows(text):
    """The cells of each row of a section's tables, heads apart."""
    for table in re.findall(r"^\|--.*\n((?:\|.*\n)+)", text, re.M):
        for line in table.splitlines():
            yield [cell.strip() for cell in line.strip("|").split(" | ")]


def logged_by_the_server():
    """(level, text) of each log line from info up in the sources, tests apart."""
    found = set()
    for source in sorted(ROOT.glob("crates/*/src/**/*.rs")):
        code = source.read_text().split("#[cfg(test)]\nmod ")[0]
        lines = [match.groups() for match in LOGGED.finditer(code)]
        calls = len(re.findall(r"\b(?:info|warn|error)!\(", code))
        assert len(lines) == calls, f"{source}: {calls} log lines, of which {len(lines)} can be read"
        found |= set(lines)
    return found


class OperatingTest(unittest.TestCase):
    def test_commands_print_what_is_shown(self):
        self.assertGreater(len(list(console(DOCUMENT))), 5)
        with Server() as server:
            assert_console(self, DOCUMENT, server)

    def test_the_server_starts_as_is_shown(self):
        """With the variables of each `sh` block, on a port that is free here; and they are what turns traces on."""
        shown = re.findall(r"^```sh\n(.*?)\n```", DOCUMENT, re.M | re.S)
        self.assertTrue(shown)
        for command in shown:
            *variables, program, verb = command.split()
            self.assertEqual((program, verb), ("brag", "serve"), command)
            environment = dict(variable.split("=", 1) for variable in variables)
            with Server(environment=environment) as server:
                self.assertTrue(server.address)
            printed = Server("--print-config", environment=environment)
            ran = subprocess.run(printed.command(), env=printed.environment, capture_output=True, text=True)
            self.assertEqual(ran.returncode, 0, ran.stderr)
            self.assertIn("# Traces (environment): sent over OTLP", ran.stdout)

    def test_every_log_line_is_explained(self):
        explained = [(level, message.strip("`")) for level, message, *_ in rows(section("The log"))]
        self.assertEqual(len(explained), len(set(explained)))
        logged = logged_by_the_server()
        self.assertIn(("info", "stopped"), logged)
        self.assertEqual(set(explained), logged)

    def test_every_metric_is_explained(self):
        names = re.compile(r"`((?:brag|rpc)_\w+)`")
        explained = [name for first, *_ in rows(section("Metrics")) for name in names.findall(first)]
        telemetry = (ROOT / "docs/telemetry.md").read_text()
        there = re.findall(r"^\| `((?:brag|rpc)_\w+)` \|", telemetry, re.M)
        self.assertGreater(len(there), 10)
        self.assertEqual(sorted(explained), sorted(there))

    def test_every_setting_that_it_names_is_one(self):
        there = set(re.findall(r"^\| `(\w+)` \|", (ROOT / "docs/configuration.md").read_text(), re.M))
        given = {name.replace("-", "_") for name in re.findall(r"`--([\w-]+)[ `]", DOCUMENT)}
        told = set(re.findall(r"`(\w+_(?:seconds|ms|bytes|kept|per_\w+|addr|origins|format))[ `]", DOCUMENT))
        metrics = {name for name in told if name.startswith(("brag_", "rpc_"))}
        self.assertGreater(len(told), 10)
        self.assertLessEqual((given | told) - metrics - {"config", "print_config"}, there)

    def test_times_and_bounds_that_it_says_are_the_defaults(self):
        defaults = dict(re.findall(r"^\| `(\w+)` \|.*\| `\"?([^`\"]+)\"?` \|$",
                                   (ROOT / "docs/configuration.md").read_text(), re.M))
        said = re.findall(r"`(?:--)?([\w-]+)` \[([\w.:,]+)(?: \w+)?\]", DOCUMENT)
        self.assertGreater(len(said), 6)
        for key, value in said:
            in_bytes = {"http2_send_buffer_bytes": 1024}.get(key, 1)
            default = defaults[key.replace("-", "_")]
            value = value.replace(",", "")
            self.assertEqual(str(int(value) * in_bytes) if value.isdigit() else value, default, key)


if __name__ == "__main__":
    unittest.main()
