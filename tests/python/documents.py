"""What documents show: their commands and programs, and whether output is what they show."""

import os
import re
import subprocess
import sys
from pathlib import Path

from server import BRAG, ENVIRONMENT, ROOT

# The address that documents name, where a test's server listens on another.
ADDRESS = "127.0.0.1:50051"
ANYTHING = "…"
TIMEOUT_SECONDS = 600
PATH = f"{ROOT / '.tools/bin'}:{BRAG.parent}:{Path(sys.executable).parent}:{os.environ['PATH']}"


def blocks(text, *kinds):
    """(kind, content) of each fenced block of these kinds, in order."""
    return re.findall(rf"^```({'|'.join(kinds)})\n(.*?)^```$", text, re.S | re.M)


def console(text):
    """(command, what it shows) of each console block of a document, in order."""
    for _, block in blocks(text, "console"):
        for step in re.split(r"^\$ ", block, flags=re.M)[1:]:
            command, _, shown = step.partition("\n")
            yield command, shown


def matches(shown, printed):
    """Whether the output is what is shown, where … stands for anything."""
    lines = [line.rstrip() for line in shown.rstrip("\n").split("\n")]
    pattern = re.escape("\n".join(lines)).replace(re.escape(f"\n{ANYTHING}"), r"\n[\s\S]*?").replace(ANYTHING, ".*?")
    printed = "\n".join(line.rstrip() for line in printed.rstrip("\n").split("\n"))
    return re.fullmatch(pattern, printed) is not None


def run(command, server=None, cwd=ROOT, check=False, seconds=TIMEOUT_SECONDS):
    """A command or a list of arguments, run as a document says. Gives what it printed and what it complained of."""
    if isinstance(command, str):
        command = ["bash", "-c", command.replace(ADDRESS, server.address) if server else command]
    ran = subprocess.run(command, cwd=cwd, timeout=seconds, env={**ENVIRONMENT, "PATH": PATH},
                         capture_output=True, text=True)
    if check and ran.returncode:
        raise AssertionError(f"{command}: {ran.stdout}{ran.stderr}")
    return ran.stdout.replace(server.address, ADDRESS) if server else ran.stdout, ran.stderr


def assert_console(test, text, server, cwd=ROOT):
    """Every command of a document, run in order against one server, prints what the document shows."""
    for command, shown in console(text):
        printed, complaint = run(command, server, cwd)
        test.assertTrue(matches(shown, printed), f"{command}\nshows\n{shown}\nprints\n{printed}{complaint}")
