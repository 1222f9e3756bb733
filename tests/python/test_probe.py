"""Health on a port of its own, in clear text: what it says through a server's life, and that it says nothing else."""

import re
import socket
import subprocess
import threading
import time
import unittest
from contextlib import ExitStack
from pathlib import Path

import grpc
from grpc_health.v1 import health_pb2, health_pb2_grpc
from server import Server

GRPCURL = Path(__file__).parents[2] / ".tools/bin/grpcurl"
NAMES = ("startup", "live", "ready", "brag.v1.TableService", "")
SERVING = health_pb2.HealthCheckResponse.SERVING
NOT_SERVING = health_pb2.HealthCheckResponse.NOT_SERVING
WITHIN_SECONDS = 20
POLL_SECONDS = 0.01


def probed(*flags):
    return Server("--probe-addr", "0.0.0.0:0", *flags)


def probe_address(server):
    """Where health is served. It is the second line, so it may come a little after the first."""
    until = time.monotonic() + WITHIN_SECONDS
    while time.monotonic() < until:
        said = re.search(r"^Health alone is served on 0\.0\.0\.0:(\d+)\.$", "".join(server.output), re.M)
        if said:
            return f"127.0.0.1:{said.group(1)}"
        time.sleep(POLL_SECONDS)
    raise AssertionError(server.output)


def check(stub, name):
    return stub.Check(health_pb2.HealthCheckRequest(service=name), timeout=WITHIN_SECONDS).status


def takes_connections(address):
    host, port = address.rsplit(":", 1)
    try:
        with socket.create_connection((host, int(port)), timeout=WITHIN_SECONDS):
            return True
    except ConnectionError:  # Refused; or reset, by a listener that was closed with this connection still in its queue.
        return False


class ProbeTest(unittest.TestCase):
    def test_every_name_is_served_on_both_ports(self):
        with probed() as server:
            for address in (probe_address(server), server.address):
                with grpc.insecure_channel(address) as channel:
                    stub = health_pb2_grpc.HealthStub(channel)
                    self.assertEqual([check(stub, name) for name in NAMES], [SERVING] * len(NAMES))
                    with self.assertRaises(grpc.RpcError) as unknown:
                        check(stub, "brag.v1.Other")
                    self.assertEqual(unknown.exception.code(), grpc.StatusCode.NOT_FOUND)

    def test_nothing_else_is_served(self):
        paths = ("/brag.v1.TableService/CreateTable", "/brag.v1.TableService/Act", "/brag.v1.RulesService/ListVariants",
                 "/brag.dev.v1.ScriptService/AdvanceClock", "/grpc.reflection.v1.ServerReflection/ServerReflectionInfo",
                 "/grpc.reflection.v1alpha.ServerReflection/ServerReflectionInfo", "/grpc.health.v1.Health/List",
                 "/grpc.health.v1.Health", "/metrics", "/")
        with probed() as server, grpc.insecure_channel(probe_address(server)) as channel:
            for path in paths:
                with self.assertRaises(grpc.RpcError) as refused:
                    channel.unary_unary(path)(b"", timeout=WITHIN_SECONDS, metadata=(("brag-player", "ann"),))
                self.assertEqual(refused.exception.code(), grpc.StatusCode.UNIMPLEMENTED, path)
            listed = subprocess.run([GRPCURL, "-plaintext", probe_address(server), "list"],
                                    capture_output=True, text=True, timeout=WITHIN_SECONDS)
            self.assertIn("does not support the reflection API", listed.stderr)

    def test_a_request_that_is_no_probe_is_refused_by_its_length(self):
        with probed() as server, grpc.insecure_channel(probe_address(server)) as channel:
            with self.assertRaises(grpc.RpcError) as refused:
                check(health_pb2_grpc.HealthStub(channel), "x" * 1_100)
            self.assertEqual(refused.exception.code(), grpc.StatusCode.OUT_OF_RANGE)

    def test_strangers_who_only_sit_there_do_not_keep_a_probe_waiting(self):
        silent = b"", b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\x00\x00\x00\x04\x00\x00\x00\x00\x00"
        with probed("--probe-connections", "6") as server, ExitStack() as open_until_the_end:
            address = probe_address(server)
            host, port = address.split(":")
            for said in silent * 2:
                stranger = open_until_the_end.enter_context(socket.create_connection((host, int(port))))
                stranger.sendall(said)
            # Two that are clients in every respect, and keep connections of their own that they do not use.
            apart = [("grpc.use_local_subchannel_pool", 1)]
            for _ in range(2):
                channel = open_until_the_end.enter_context(grpc.insecure_channel(address, apart))
                self.assertEqual(check(health_pb2_grpc.HealthStub(channel), "live"), SERVING)
            with grpc.insecure_channel(address, apart) as channel:
                self.assertEqual(check(health_pb2_grpc.HealthStub(channel), "ready"), SERVING)

    def test_without_the_flag_there_is_none(self):
        with Server() as server:
            self.assertEqual(server.stop(), 0)
            self.assertNotIn("Health", "".join(server.output))

    def test_who_watches_sees_the_drain_begin(self):
        with probed("--drain-delay-seconds", "300") as server, grpc.insecure_channel(probe_address(server)) as channel:
            stub = health_pb2_grpc.HealthStub(channel)
            watch = stub.Watch(health_pb2.HealthCheckRequest(service="ready"), timeout=WITHIN_SECONDS)
            self.assertEqual(next(watch).status, SERVING)
            server.process.terminate()
            self.assertEqual(next(watch).status, NOT_SERVING)
            self.assertEqual([check(stub, name) for name in NAMES], [SERVING, SERVING] + [NOT_SERVING] * 3)
            self.assertTrue(takes_connections(server.address), "calls are taken during the delay")
            # A second signal ends the delay; the watch ends, and so does the process.
            self.assertEqual(server.stop(), 0)
            self.assertEqual(list(watch), [])

    def test_probes_are_answered_as_long_as_a_call_is_open(self):
        with probed() as server, grpc.insecure_channel(server.address) as channel:
            address, enough = probe_address(server), threading.Event()

            def never_ending():
                enough.wait(WITHIN_SECONDS)
                yield b""

            metadata = (("brag-player", "ann"),)
            call = channel.stream_unary("/brag.v1.RulesService/ListVariants").future(never_ending(), metadata=metadata)
            # The connection is there once another call on it was answered, and calls on it are taken in order.
            channel.unary_unary("/brag.v1.RulesService/ListVariants")(b"", metadata=metadata, timeout=WITHIN_SECONDS)
            server.process.terminate()
            until = time.monotonic() + WITHIN_SECONDS
            while takes_connections(server.address):
                self.assertLess(time.monotonic(), until)
                time.sleep(POLL_SECONDS)
            with grpc.insecure_channel(address) as probes:
                stub = health_pb2_grpc.HealthStub(probes)
                self.assertEqual((check(stub, "ready"), check(stub, "live")), (NOT_SERVING, SERVING))
                self.assertIsNone(server.process.poll())
                enough.set()
                self.assertTrue(call.result(WITHIN_SECONDS))
            self.assertEqual(server.process.wait(WITHIN_SECONDS), 0)
            self.assertFalse(takes_connections(address))


if __name__ == "__main__":
    unittest.main()
