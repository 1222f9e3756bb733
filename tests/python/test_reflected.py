"""The client itself, against a server that is not ours: grpcio's own health service behind its own reflection."""

import subprocess
import unittest
from concurrent import futures
from pathlib import Path

import grpc
from google.protobuf import any_pb2
from google.rpc import error_details_pb2, status_pb2
from grpc_health.v1 import health, health_pb2, health_pb2_grpc
from grpc_reflection.v1alpha import reflection
from grpc_status import rpc_status
from reflected import Client, Refused

HEALTH = "grpc.health.v1.Health"
GRPCURL = Path(__file__).parents[2] / ".tools/bin/grpcurl"


class Health(health.HealthServicer):
    def Check(self, request, context):
        if request.service == "rich":
            info = any_pb2.Any()
            info.Pack(error_details_pb2.ErrorInfo(reason="NOT_TODAY", domain="test"))
            context.abort_with_status(rpc_status.to_status(status_pb2.Status(code=9, message="no", details=[info])))
        return super().Check(request, context)


class ReflectedTest(unittest.TestCase):
    def setUp(self):
        self.server = grpc.server(futures.ThreadPoolExecutor(4))
        self.health = Health()
        self.health.set("table", health_pb2.HealthCheckResponse.SERVING)
        health_pb2_grpc.add_HealthServicer_to_server(self.health, self.server)
        reflection.enable_server_reflection((HEALTH, reflection.SERVICE_NAME), self.server)
        self.address = f"127.0.0.1:{self.server.add_insecure_port('127.0.0.1:0')}"
        self.server.start()
        self.client = Client(self.address)

    def tearDown(self):
        self.client.channel.close()
        self.server.stop(None)

    def test_services_are_listed(self):
        self.assertIn(HEALTH, self.client.services())

    def test_a_call_is_answered(self):
        self.assertEqual(self.client.call(f"{HEALTH}/Check", {"service": "table"}), {"status": "SERVING"})

    def test_a_refusal_has_its_code_and_reason(self):
        with self.assertRaises(Refused) as refused:
            self.client.call(f"{HEALTH}/Check", {"service": "other"})
        self.assertEqual((refused.exception.code, refused.exception.reason), ("NOT_FOUND", None))
        with self.assertRaises(Refused) as refused:
            self.client.call(f"{HEALTH}/Check", {"service": "rich"})
        self.assertEqual((refused.exception.code, refused.exception.reason), ("FAILED_PRECONDITION", "NOT_TODAY"))

    def test_a_stream_yields_and_ends_with_its_status(self):
        stream = self.client.stream(f"{HEALTH}/Watch", {"service": "table"})
        self.assertEqual(next(stream), {"status": "SERVING"})
        self.health.set("table", health_pb2.HealthCheckResponse.NOT_SERVING)
        self.assertEqual(next(stream), {"status": "NOT_SERVING"})
        self.server.stop(None).wait()
        with self.assertRaises(Refused):
            next(stream)

    def test_grpcurl_speaks_to_the_same_server(self):
        command = [GRPCURL, "-plaintext", "-d", '{"service": "table"}', self.address, f"{HEALTH}/Check"]
        answer = subprocess.run(command, capture_output=True, text=True, timeout=30)
        self.assertEqual((answer.returncode, answer.stderr), (0, ""))
        self.assertIn('"status": "SERVING"', answer.stdout)


if __name__ == "__main__":
    unittest.main()
