"""A real `brag serve` for a test: started on a free port, stopped by SIGTERM."""

import os
import queue
import re
import signal
import socket
import subprocess
import threading
from pathlib import Path

ROOT = Path(__file__).parents[2]
BRAG = Path(os.environ.get("BRAG_BIN", ROOT / "target/debug/brag"))
BRAG = BRAG if BRAG.is_absolute() else ROOT / BRAG
STARTS_WITHIN_SECONDS = 30
# Which binary to test is no setting of it.
ENVIRONMENT = {name: value for name, value in os.environ.items() if name != "BRAG_BIN"}


def free_address():
    """An address of this machine on which nobody listens."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return "%s:%d" % probe.getsockname()


class Server:
    """Use as a context manager. `address` is where it listens; `output` grows while it runs."""

    def __init__(self, *flags, environment=None, listen="127.0.0.1:0"):
        self.flags, self.listen = flags, listen
        # By a variable, so that a test's own flag outranks it.
        self.environment = {**ENVIRONMENT, "BRAG_DRAIN_DELAY_SECONDS": "0", **(environment or {})}

    def command(self):
        """What is run."""
        return [BRAG, "serve", "--listen", self.listen, *self.flags]

    def __enter__(self):
        self.process = subprocess.Popen(
            self.command(), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=self.environment)
        self.output, self.log = [], []
        self.said = said = queue.Queue()
        self.readers = [self._read(self.process.stdout, self.output, said), self._read(self.process.stderr, self.log)]
        first = said.get(timeout=STARTS_WITHIN_SECONDS)
        listens = re.match(r"brag listens on (\S+:\d+)", first or "")
        if not listens:
            self.process.kill()
            raise AssertionError(f"the server did not start: {first!r} {''.join(self.log)}")
        self.address = listens.group(1)
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        for reader in self.readers:
            reader.join()
        self.process.stdout.close()
        self.process.stderr.close()

    def until_said(self, begins, count):
        """The next so many lines of its output that begin so."""
        found = []
        while len(found) < count:
            line = self.said.get(timeout=STARTS_WITHIN_SECONDS)
            if line is None:
                raise AssertionError(f"{begins!r} is not said {count} times: {self.output}")
            if line.startswith(begins):
                found.append(line.strip())
        return found

    def stop(self, seconds=20):
        """SIGTERM; gives the exit code."""
        self.process.send_signal(signal.SIGTERM)
        code = self.process.wait(timeout=seconds)
        for reader in self.readers:
            reader.join()
        return code

    @staticmethod
    def _read(pipe, into, told=None):
        def read():
            for line in pipe:
                into.append(line)
                if told:
                    told.put(line)
            if told:
                told.put(None)
        reader = threading.Thread(target=read, daemon=True)
        reader.start()
        return reader
