"""How big the image is, how soon it is ready and what it takes at rest; deploy/check runs it."""

import argparse
import json
import os
import statistics
import sys
import tempfile
import time
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import grpc
from grpc_health.v1 import health_pb2, health_pb2_grpc
from image import BUILDAH, Container, ContainerServer, build, said
from server import ROOT, Server

MIB = 2**20
ROUNDS = 20
READY_WITHIN_SECONDS = 30
DOCUMENT = ROOT / "docs/image.md"
# The allocator's own variable, which the image sets to 0.
HUGE = {"MIMALLOC_ALLOW_THP": "1"}
HUGE_PAGES = Path("/sys/kernel/mm/transparent_hugepage/enabled")


@dataclass
class Figure:
    """What was measured, in its unit; `limit` is what its median may be at most, if anything."""

    name: str
    unit: str
    values: list
    limit: float | None = None

    @property
    def median(self):
        return statistics.median(self.values)

    @property
    def holds(self):
        return self.limit is None or self.median <= self.limit

    def row(self):
        verdict = "" if self.limit is None else f"≤ {self.limit:g}: {'met' if self.holds else 'MISSED'}"
        spread = f"{min(self.values):.1f} … {max(self.values):.1f}" if len(self.values) > 1 else ""
        return f"| {self.name} | {self.median:.1f} {self.unit} | {spread} | {verdict} |"


# The figures that have a limit, for the release image.
LIMITS = (
    Figure("image", "MiB", [], 25),
    Figure("start to ready", "ms", [], 300),
    Figure("memory at rest", "MiB", [], 25),
)


class Bare(Server):
    """The image's binary in the image's root folder as the image's user, with /dev as every runtime gives it, and
    without a runtime around it."""

    def __init__(self, container, environment=None):
        super().__init__(environment=environment)
        self.container = container

    def command(self):
        # Each of these becomes the next, and the last becomes the server.
        script = 'mount --rbind /dev "$0/dev" && exec chroot --userspec 65532:65532 "$0" "$@"'
        return ["unshare", "--mount", "sh", "-c", script, self.container.root,
                "/brag", "serve", "--listen", "127.0.0.1:0", "--drain-delay-seconds", "0"]


@contextmanager
def started(server):
    """A server that is ready, and the milliseconds from its start to that."""
    began = time.monotonic()
    with server:
        with grpc.insecure_channel(server.address) as channel:
            health, asked = health_pb2_grpc.HealthStub(channel), health_pb2.HealthCheckRequest(service="ready")
            while health.Check(asked, timeout=10).status != health_pb2.HealthCheckResponse.SERVING:
                if time.monotonic() - began > READY_WITHIN_SECONDS:
                    raise AssertionError("it is not ready")
        took = (time.monotonic() - began) * 1000
        yield took
        if server.stop() != 0:
            raise AssertionError(f"it ended badly: {server.log}")


def resident(pid):
    """MiB of memory that a process has, its code included."""
    status = Path(f"/proc/{pid}/status").read_text()
    [line] = [line for line in status.splitlines() if line.startswith("VmRSS:")]
    return int(line.split()[1]) / 1024


def sizes(image):
    """MiB of the image's layers as they are unpacked, and of the file that a registry or a node would get."""
    manifest = json.loads(json.loads(said([BUILDAH, "inspect", "--type", "image", image]))["Manifest"])
    with tempfile.TemporaryDirectory() as folder:
        archive = Path(folder) / "image.tar"
        said([BUILDAH, "push", "--quiet", image, f"oci-archive:{archive}"])
        compressed = archive.stat().st_size
    return sum(layer["size"] for layer in manifest["layers"]) / MIB, compressed / MIB


def environment(image):
    """The variables that the image sets."""
    config = json.loads(said([BUILDAH, "inspect", "--type", "image", image]))["OCIv1"]["config"]
    return dict(variable.split("=", 1) for variable in config.get("Env", []) if not variable.startswith("PATH="))


def at_rest(server):
    """The milliseconds until a server is ready, and the MiB that it has a second later."""
    with started(server) as took:
        time.sleep(1)
        return took, resident(server.process.pid)


def measure(image, container, rounds):
    """The figures of an image, and of a container of it."""
    size, compressed = sizes(image)
    variables = environment(image)
    bare, whole, memory, huge = [], [], [], []
    for _ in range(rounds):
        took, taken = at_rest(Bare(container, variables))
        bare.append(took)
        memory.append(taken)
        huge.append(at_rest(Bare(container, variables | HUGE))[1])
        with started(ContainerServer(container)) as took:
            whole.append(took)
    limits = {figure.name: figure.limit for figure in LIMITS}
    return [
        Figure("image", "MiB", [size], limits["image"]),
        Figure("image, compressed", "MiB", [compressed]),
        Figure("start to ready", "ms", bare, limits["start to ready"]),
        Figure("start to ready, buildah's own start included", "ms", whole),
        Figure("memory at rest", "MiB", memory, limits["memory at rest"]),
        Figure("memory at rest, with huge pages", "MiB", huge),
    ]


TEXT = """\
# The image

Made by `deploy/check --release --write`, which builds the release image and measures it on this machine; do not edit.
What the image is and how to run it: deploy/README.md.

| | median of {rounds} | lowest … highest | wants |
|---|---|---|---|
{rows}

- *image*: the sum of its layers unpacked, which is one static binary with the names of its functions. *Compressed*
  is the archive that `buildah push … oci-archive:` writes.
- *start to ready*: from starting the image's binary as user 65532 in the image's root folder, by `unshare`
  and `chroot`, to the answer SERVING to `grpc.health.v1.Health/Check` of `ready`, asked from when the server says
  that it listens. The client's own connection is in it.
- *buildah's own start included*: the same from starting `buildah run --isolation chroot`, as the tests do. No other
  runtime was measured.
- *memory at rest*: resident memory (VmRSS) of that process a second after it was ready, the binary's own pages
  included, with the variables that the image sets. The allocator would ask the kernel for pages of 2 MiB, which count as
  a whole from their first byte on; the image tells it not to. *With huge pages* is started with `MIMALLOC_ALLOW_THP=1`.

Measured on {cores} cores of `{processor}`, Linux {kernel}, static C library {library}; transparent huge pages: {pages}.
"""


def document(figures, rounds):
    """docs/image.md."""
    facts = Path("/proc/cpuinfo").read_text().splitlines()
    processor = next(line.partition(": ")[2] for line in facts if line.startswith("model name"))
    return TEXT.format(rounds=rounds, rows="\n".join(figure.row() for figure in figures), cores=os.cpu_count(),
                       processor=processor, kernel=os.uname().release, library=os.confstr("CS_GNU_LIBC_VERSION"),
                       pages=HUGE_PAGES.read_text().strip() if HUGE_PAGES.exists() else "none")


def main():
    parser = argparse.ArgumentParser(prog="deploy/check", description=__doc__)
    parser.add_argument("--release", action="store_true", help="the product, held to its limits")
    parser.add_argument("--write", action="store_true", help="write docs/image.md; wants --release")
    parser.add_argument("--rounds", type=int, default=ROUNDS, help="starts to measure (default %(default)s)")
    asked = parser.parse_args()
    if asked.write and not asked.release:
        parser.error("--write is for the product: add --release")
    image = build(*(["--release"] if asked.release else []))
    with Container(image) as container:
        figures = measure(image, container, asked.rounds)
    text = document(figures, asked.rounds)
    print(text)
    if asked.write:
        DOCUMENT.write_text(text)
    missed = [figure.name for figure in figures if not figure.holds]
    if asked.release and missed:
        sys.exit(f"check: missed: {', '.join(missed)}")


if __name__ == "__main__":
    main()
