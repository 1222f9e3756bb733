"""The container image: what is in it, as whom it runs, a hand that is played in it, and how it ends."""

import json
import os
import queue
import re
import socket
import struct
import subprocess
import tarfile
import tempfile
import threading
import time
import unittest
import urllib.request
from concurrent import futures

import grpc
import image_figures
from documents import console, matches
from image import BUILDAH, Container, ContainerServer, build, said
from reflected import Client, Refused
from server import ROOT
from test_deploy import metrics_address
from test_hand import MANUAL, TABLES, Player

NOBODY = "65532"
NAME_SERVER = "127.77.0.1"
TRACES_WITHIN_SECONDS = 20


class ImageTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.image = build()
        cls.container = Container(cls.image)
        cls.container.__enter__()
        cls.addClassCleanup(cls.container.__exit__)

    def test_it_is_one_binary_and_says_what_it_is(self):
        self.assertEqual([str(path) for path in self.container.files], ["brag"])
        config = json.loads(said([BUILDAH, "inspect", "--type", "image", self.image]))["OCIv1"]["config"]
        self.assertEqual((config["Entrypoint"], config["Cmd"]), (["/brag"], ["serve"]))
        self.assertEqual(config["User"], f"{NOBODY}:{NOBODY}")
        self.assertEqual(config["ExposedPorts"], {"50051/tcp": {}})
        labels = {name.removeprefix("org.opencontainers.image."): value for name, value in config["Labels"].items()}
        self.assertEqual(f"brag {labels['version']}", self.container.version)
        self.assertEqual((labels["title"], labels["licenses"]), ("brag", "Apache-2.0"))
        self.assertRegex(labels["revision"], "^([0-9a-f]{40}(-dirty)?|unknown)$")

    def test_the_same_source_gives_the_same_image(self):
        def id():
            return said([BUILDAH, "images", "--no-trunc", "--format", "{{.ID}}", self.image])
        before = id()
        self.assertEqual(build(), self.image)
        self.assertEqual(id(), before)

    def test_a_hand_as_nobody_without_any_right(self):
        with ContainerServer(self.container) as server, Client(server.address) as client:
            status = self.status(server)
            self.assertEqual(status["Uid"].split(), [NOBODY] * 4)
            self.assertEqual(status["Gid"].split(), [NOBODY] * 4)
            for kind in ("CapEff", "CapPrm", "CapInh", "CapAmb"):
                self.assertEqual(int(status[kind], 16), 0, kind)
            self.assertEqual(status["NoNewPrivs"], "1")
            [root] = [mount for mount in self.mounts(server) if mount[4] == "/"]
            self.assertIn("ro", root[5].split(","))
            self.play(client)

    def test_sigterm_ends_a_stream_as_draining_and_the_process_with_0(self):
        with ContainerServer(self.container, "--drain-deadline-seconds", "3") as server, Client(server.address) as client:
            ann = (("brag-player", "ann"),)
            request = {"table_id": "drained", "request_id": "create", "variant": "three_card"}
            client.call(f"{TABLES}/CreateTable", request, ann)
            stream = client.stream(f"{TABLES}/StreamEvents", {"table": "tables/drained"}, ann)
            self.assertIn("snapshot", next(stream))
            asked = time.monotonic()
            self.assertEqual(server.stop(), 0)
            self.assertLess(time.monotonic() - asked, 15)
            with self.assertRaises(Refused) as ended:
                for _ in stream:
                    pass
            self.assertEqual((ended.exception.code, ended.exception.reason), ("UNAVAILABLE", "DRAINING"))

    def test_a_host_name_is_looked_up_without_any_file_of_the_image(self):
        """The C library is in the binary: its resolver must be, too."""
        with NameServer({"engine.brag.test": "127.0.0.1"}) as names, \
                Container(self.image, "--dns", NAME_SERVER) as container, ContainerServer(self.container) as server:
            port = server.address.rpartition(":")[2]
            playthrough = "e02_everyone_folds_to_an_open_player"
            file = f"/{playthrough}.toml"
            (container.root / file[1:]).write_text((ROOT / "tests/playthroughs" / file[1:]).read_text())
            for host, holds in (("engine.brag.test", True), ("elsewhere.brag.test", False)):
                ran = subprocess.run(container.command("/brag", "replay", "--server", f"{host}:{port}", file),
                                     capture_output=True, text=True, timeout=60)
                self.assertEqual(ran.returncode == 0, holds, ran.stdout + ran.stderr)
                self.assertEqual(f"ok {playthrough}" in ran.stdout, holds)
                self.assertIn(host, names.asked)

    def test_metrics_are_served_and_traces_reach_a_collector_by_its_name(self):
        with Collector() as collector, NameServer({"collector.brag.test": "127.0.0.1"}) as names, \
                Container(self.image, "--dns", NAME_SERVER) as container:
            variables = {
                "BRAG_ADMIN_ADDR": "127.0.0.1:0",
                "OTEL_EXPORTER_OTLP_ENDPOINT": f"http://collector.brag.test:{collector.port}",
                "OTEL_SERVICE_NAME": "in-the-image",
                "OTEL_TRACES_SAMPLER": "always_on",
                "OTEL_BSP_SCHEDULE_DELAY": "20",
            }
            with ContainerServer(container, variables=variables) as server, Client(server.address) as client:
                client.call(f"{TABLES}/CreateTable", {"table_id": "traced", "request_id": "create", "variant": "three_card"},
                            (("brag-player", "ann"),))
                # Strings are themselves in protobuf.
                sent = collector.until(f"{TABLES}/CreateTable".encode())
                self.assertIn(b"in-the-image", sent)
                self.assertIn("collector.brag.test", names.asked)
                self.assert_page_counts(metrics_address(server), 'brag_spans_sent_total{outcome="delivered"}')

    def assert_page_counts(self, address, series):
        """Waits until a counter on the page of metrics has counted."""
        ends = time.monotonic() + TRACES_WITHIN_SECONDS
        while True:
            with urllib.request.urlopen(f"http://{address}/metrics", timeout=10) as answer:
                page = answer.read().decode()
            [value] = re.findall(rf"^{re.escape(series)} (\d+)$", page, re.M)
            if int(value) > 0:
                return
            self.assertLess(time.monotonic(), ends, page)
            time.sleep(0.02)

    def test_its_figures_can_be_measured(self):
        measured = image_figures.measure(self.image, self.container, rounds=1)
        self.assertEqual({figure.name for figure in measured}, {figure.name for figure in image_figures.LIMITS} | {
            "image, compressed", "start to ready, buildah's own start included", "memory at rest, with huge pages"})
        for figure in measured:
            self.assertGreater(min(figure.values), 0, figure.name)
        size = next(figure for figure in measured if figure.name == "image")
        self.assertAlmostEqual(size.values[0] * 2**20, (self.container.root / "brag").stat().st_size, delta=2**14)

    def play(self, client):
        """Deals a hand, looks, bets and folds until it is over."""
        client.call(f"{TABLES}/CreateTable", {"table_id": "inside", "request_id": "create", "variant": "three_card",
                                              "clock": MANUAL}, (("brag-player", "ann"),))
        players = {seat: Player(client, name, "tables/inside") for seat, name in enumerate(("ann", "bob"), 1)}
        for seat, player in players.items():
            player.act(sit={"seat": seat, "buy_in": 100})
        players[1].act(deal={})
        table = players[1].see_table()
        first = players[table["to_act"][0]["seat"]]
        looked = first.act(hand=table["hand"], look={})
        [cards] = [event["looked"]["cards"] for event in looked["events"] if "looked" in event]
        self.assertEqual(len(set(cards)), 3)
        first.in_turn(bet={"amount": 4})
        players[first.see_table()["to_act"][0]["seat"]].in_turn(fold={})
        after = first.see_table()
        self.assertEqual(after["phase"], "PHASE_HAND_OVER")
        self.assertEqual(sum(int(seat["stack"]) for seat in after["seats"] if seat.get("player")), 200)

    @staticmethod
    def status(server):
        with open(f"/proc/{server.pid}/status") as status:
            return {name: value.strip() for name, _, value in (line.partition(":") for line in status)}

    @staticmethod
    def mounts(server):
        with open(f"/proc/{server.pid}/mountinfo") as mounts:
            return [line.split() for line in mounts]


class DocumentTest(unittest.TestCase):
    def test_the_commands_of_the_readme_print_what_is_shown(self):
        commands = list(console((ROOT / "deploy/README.md").read_text()))
        self.assertGreater(len(commands), 2)
        path = f"{ROOT / '.tools/bin'}:{os.environ['PATH']}"
        with tempfile.TemporaryDirectory() as folder:
            for command, shown in commands:
                ran = subprocess.run(["bash", "-c", command.replace("/tmp/", f"{folder}/")], cwd=ROOT, timeout=600,
                                     env={**os.environ, "PATH": path}, capture_output=True, text=True)
                self.assertEqual(ran.returncode, 0, ran.stderr)
                self.assertTrue(matches(shown, ran.stdout), f"{command}\nshows\n{shown}\nprints\n{ran.stdout}")
            with tarfile.open(f"{folder}/brag.tar") as archive:
                [image] = json.load(archive.extractfile("manifest.json"))
            self.assertEqual(image["RepoTags"], ["localhost/brag:dev"])

    def test_the_figures_that_are_written_down_hold(self):
        written = image_figures.DOCUMENT.read_text()
        rows = re.findall(r"^\| (.+?) \| ([\d.]+) (\w+) \| .*? \| ≤ (\d+): met \|$", written, re.M)
        self.assertEqual({name: (unit, float(limit)) for name, _, unit, limit in rows},
                         {figure.name: (figure.unit, figure.limit) for figure in image_figures.LIMITS})
        for name, value, _, limit in rows:
            self.assertLessEqual(float(value), float(limit), name)


class Collector:
    """A collector of traces: takes what is exported over OTLP, as the bytes that it is."""

    def __enter__(self):
        self.received = queue.SimpleQueue()
        take = grpc.unary_unary_rpc_method_handler(lambda request, _: self.received.put(request) or b"")
        service = grpc.method_handlers_generic_handler("opentelemetry.proto.collector.trace.v1.TraceService", {"Export": take})
        self.server = grpc.server(futures.ThreadPoolExecutor(1), handlers=[service])
        self.port = self.server.add_insecure_port("127.0.0.1:0")
        self.server.start()
        return self

    def __exit__(self, *_):
        self.server.stop(None).wait()

    def until(self, wanted):
        """The first export that has these bytes in it."""
        ends = time.monotonic() + TRACES_WITHIN_SECONDS
        while True:
            sent = self.received.get(timeout=max(ends - time.monotonic(), 0))
            if wanted in sent:
                return sent


class NameServer:
    """A name server for a test, on a loopback address of its own: knows a few names with an IPv4 address each."""

    def __init__(self, names):
        self.names, self.asked = names, set()

    def __enter__(self):
        self.socket = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self.socket.bind((NAME_SERVER, 53))
        self.thread = threading.Thread(target=self.serve, daemon=True)
        self.thread.start()
        return self

    def __exit__(self, *_):
        # An empty question ends it.
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as end:
            end.sendto(b"", (NAME_SERVER, 53))
        self.thread.join()
        self.socket.close()

    def serve(self):
        while True:
            question, asker = self.socket.recvfrom(512)
            if not question:
                return
            self.socket.sendto(self.answer(question), asker)

    def answer(self, question):
        """RFC 1035, 4.1: the question again, with one address or none."""
        labels, at = [], 12
        while length := question[at]:
            labels.append(question[at + 1:at + 1 + length].decode())
            at += 1 + length
        name, asked = ".".join(labels), question[12:at + 5]
        self.asked.add(name)
        kind = struct.unpack("!H", question[at + 1:at + 3])[0]
        address = self.names.get(name) if kind == 1 else None
        flags = 0x8180 if name in self.names else 0x8183  # No such name.
        head = question[:2] + struct.pack("!5H", flags, 1, 1 if address else 0, 0, 0)
        record = struct.pack("!3HIH", 0xC00C, 1, 1, 60, 4) + socket.inet_aton(address) if address else b""
        return head + asked + record


if __name__ == "__main__":
    unittest.main()
