"""docs/integrating.md: its program, put together from its parts and run, and its commands; both print what it shows."""

import re
import shutil
import sys
import tempfile
import unittest
from pathlib import Path

from documents import assert_console, blocks, matches, run
from server import ROOT, Server

DOCUMENT = (ROOT / "docs/integrating.md").read_text()


class IntegratingTest(unittest.TestCase):
    def test_the_program_and_the_commands_print_what_is_shown(self):
        parts = re.split(r"^(?=```python$)", DOCUMENT, flags=re.M)
        before, program, after = parts[0], "".join(parts[1:]), re.split(r"^```$", parts[-1], maxsplit=1, flags=re.M)[1]
        self.assertNotIn("```console", "".join(parts[1:-1]), "commands stand before or after the program")
        source = "\n".join(content for _, content in blocks(program, "python"))
        shown = "".join(content for _, content in blocks(program, "text"))
        self.assertGreater(shown.count("\n"), 30)
        with tempfile.TemporaryDirectory() as folder, Server() as server:
            front = Path(folder)
            shutil.copytree(ROOT / "proto", front / "proto")
            shutil.copy(ROOT / "docs/service_config.json", front)
            assert_console(self, before, server, front)
            (front / "front.py").write_text(source.replace("127.0.0.1:50051", server.address))
            printed, complaint = run([sys.executable, "-W", "error", "front.py"], server, front, check=True, seconds=30)
            self.assertEqual(complaint, "")
            self.assertTrue(matches(shown, printed), f"shows\n{shown}\nprints\n{printed}")
            assert_console(self, after, server, front)


if __name__ == "__main__":
    unittest.main()
