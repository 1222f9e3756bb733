"""The container image for tests and figures: made by deploy/build, run by buildah as a restricted pod would be run:
not root, no capability, no new privilege, nothing to write to. The network is the machine's. Wants root, for mounts."""

import os
import signal
import subprocess
from pathlib import Path

from server import ROOT, Server

BUILDAH = ROOT / "deploy/buildah"
# In a mount namespace of its own: the root folder over itself, read-only, and then the command. buildah makes and
# removes a file of its own in /run, so that this is in memory.
READ_ONLY = """
mount --bind "$0" "$0" && mount -t tmpfs -o mode=755 run "$0/run" && mount -o remount,bind,ro "$0" && exec "$@"
"""


def build(*flags):
    """The name of the image that deploy/build makes."""
    return said([ROOT / "deploy/build", *flags])


# buildah seals a copy of itself in memory before it does anything, and the kernel refuses that for as long as something
# else looks at those pages.
BUSY = "sealing memfd copy: Device or resource busy"
TRIES = 10


def said(command):
    """What a command prints, without what surrounds it. One that could not even begin is begun again."""
    for _ in range(TRIES):
        ran = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=ROOT)
        if ran.returncode == 0 or BUSY not in ran.stderr:
            break
    if ran.returncode:
        raise AssertionError(f"{command}: {ran.stderr}")
    return ran.stdout.strip()


class Container:
    """A container of an image; a context manager. `root` is its root folder as the machine sees it."""

    def __init__(self, image, *flags):
        self.image, self.flags = image, flags

    def __enter__(self):
        if os.geteuid() != 0:
            raise AssertionError("containers of the image are started by root alone")
        self.name = said([BUILDAH, "from", "--pull-never", *self.flags, self.image])
        self.root = Path(said([BUILDAH, "mount", self.name]))
        self.files = sorted(path.relative_to(self.root) for path in self.root.rglob("*"))
        # A first run leaves the empty places where /proc and others are mounted, which a read-only root must have.
        try:
            self.version = said([BUILDAH, "run", "--isolation", "chroot", self.name, "--", "/brag", "--version"])
        except AssertionError:
            # One that stayed would keep its image from being replaced.
            self.__exit__()
            raise
        return self

    def __exit__(self, *_):
        said([BUILDAH, "rm", self.name])

    def command(self, *command, options=()):
        """What runs a command in it."""
        return ["unshare", "--mount", "sh", "-c", READ_ONLY, self.root, "setpriv", "--no-new-privs", BUILDAH, "run",
                "--isolation", "chroot", "--cap-drop", "all", *options, self.name, "--", *command]


class ContainerServer(Server):
    """`brag serve` in a container, with variables of its own there."""

    def __init__(self, container, *flags, variables=None):
        super().__init__()
        self.container, self.flags, self.variables = container, flags, variables or {}

    def command(self):
        options = [f"--env={name}={value}" for name, value in self.variables.items()]
        return self.container.command("/brag", "serve", "--listen", "127.0.0.1:0", "--drain-delay-seconds", "0", *self.flags,
                                      options=options)

    @property
    def pid(self):
        """The server's process, below buildah's."""
        parents = {}
        for status in Path("/proc").glob("[0-9]*/stat"):
            try:
                name, rest = status.read_text().split(" (", 1)[1].rsplit(") ", 1)
            except (FileNotFoundError, ProcessLookupError):
                continue  # It ended meanwhile.
            parents[int(status.parent.name)] = int(rest.split()[1]), name
        for pid, (parent, name) in parents.items():
            while name == "brag" and parent in parents:
                if parent == self.process.pid:
                    return pid
                parent = parents[parent][0]
        raise AssertionError("no server below buildah")

    def __exit__(self, *_):
        if self.process.poll() is None:
            # The server first: buildah cleans up after it, and ends.
            os.kill(self.pid, signal.SIGKILL)
            self.process.wait()
        super().__exit__()

    def stop(self, seconds=20):
        """SIGTERM to the server, as a kubelet sends it; gives the exit code, which buildah hands on."""
        os.kill(self.pid, signal.SIGTERM)
        code = self.process.wait(timeout=seconds)
        for reader in self.readers:
            reader.join()
        return code
