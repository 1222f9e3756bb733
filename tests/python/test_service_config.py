"""docs/service_config.json, given to a real grpcio client: what it sends again, and what it does not.

Between client and server stands a relay that hands requests and answers on, and can lose an answer.
"""

import json
import threading
import unittest
from concurrent import futures
from contextlib import ExitStack

import grpc
from documents import blocks
from reflected import Client, Refused
from server import ROOT, Server

TABLES, RULES = "brag.v1.TableService", "brag.v1.RulesService"
SERVICE_CONFIG = (ROOT / "docs/service_config.json").read_text()
ATTEMPTS = 4
ANN = (("brag-player", "ann"),)
WITHIN_SECONDS = 20


class Relay(grpc.GenericRpcHandler):
    """Hands calls on to a server. Answers to the methods in `losing` are lost so many times: the server has done what was
    asked, and the caller hears `code` instead. `sent` has each request as (method, bytes)."""

    def __init__(self, address):
        self.channel = grpc.insecure_channel(address)
        self.losing, self.code, self.sent, self.peers = {}, grpc.StatusCode.UNAVAILABLE, [], {}
        self.server = grpc.server(futures.ThreadPoolExecutor(8), handlers=[self])
        self.address = f"127.0.0.1:{self.server.add_insecure_port('127.0.0.1:0')}"

    def __enter__(self):
        self.server.start()
        return self

    def __exit__(self, *_):
        self.server.stop(None).wait()
        self.channel.close()

    def service(self, call):
        method, metadata = call.method, [pair for pair in call.invocation_metadata if pair[0].startswith("brag-")]

        def unary(request, context):
            self.sent.append((method, request))
            self.peers.setdefault(method, set()).add(context.peer())
            try:
                answer = self.channel.unary_unary(method)(request, metadata=metadata, timeout=WITHIN_SECONDS)
            except grpc.RpcError as refused:
                context.set_trailing_metadata(refused.trailing_metadata())
                context.abort(refused.code(), refused.details())
            self._lose(method, context)
            return answer

        def streaming(requests, context):
            request = next(requests)
            self.sent.append((method, request))
            self.peers.setdefault(method, set()).add(context.peer())
            self._lose(method, context)
            yield from self.channel.unary_stream(method)(request, metadata=metadata, timeout=WITHIN_SECONDS)

        # Reflection streams requests; everything else sends one.
        if method.startswith("/grpc.reflection."):
            return grpc.stream_stream_rpc_method_handler(
                lambda requests, _: self.channel.stream_stream(method)(requests, timeout=WITHIN_SECONDS))
        if method.endswith("/StreamEvents"):
            return grpc.stream_stream_rpc_method_handler(streaming)
        return grpc.unary_unary_rpc_method_handler(unary)

    def _lose(self, method, context):
        if self.losing.get(method, 0):
            self.losing[method] -= 1
            context.abort(self.code, "the answer was lost")

    def sent_to(self, method):
        return [request for sent, request in self.sent if sent == method]


class ServiceConfigTest(unittest.TestCase):
    def setUp(self):
        everything = ExitStack()
        self.addCleanup(everything.close)
        server = everything.enter_context(Server())
        self.relay = everything.enter_context(Relay(server.address))
        options = [("grpc.service_config", SERVICE_CONFIG)]
        self.client = everything.enter_context(Client(self.relay.address, ANN, options))
        self.straight = everything.enter_context(Client(server.address, ANN))
        create = {"table_id": "retried", "request_id": "create", "variant": "three_card",
                  "clock": {"dealing": "DEALING_MANUAL"}}
        self.straight.call(f"{TABLES}/CreateTable", create)

    def lose(self, method, times, code=grpc.StatusCode.UNAVAILABLE):
        self.relay.losing, self.relay.code = {f"/{method}": times}, code

    def seq(self):
        return int(self.straight.call(f"{TABLES}/GetTable", {"name": "tables/retried"})["table"]["seq"])

    def test_an_act_whose_answers_are_lost_is_sent_again_as_it_was_and_has_one_effect(self):
        self.lose(f"{TABLES}/Act", ATTEMPTS - 1)
        sit = {"table": "tables/retried", "request_id": "sit-once", "sit": {"seat": 1, "buy_in": 100}}
        answer = self.client.call(f"{TABLES}/Act", sit)
        sent = self.relay.sent_to(f"/{TABLES}/Act")
        self.assertEqual(len(sent), ATTEMPTS)
        self.assertEqual(len(set(sent)), 1, "the same bytes each time, so the same request id")
        self.assertIn(b"sit-once", sent[0])
        self.assertEqual(self.seq(), int(answer["seq"]), "nothing happened after the first of them")
        seats = self.straight.call(f"{TABLES}/GetTable", {"name": "tables/retried"})["table"]["seats"]
        self.assertEqual([seat["stack"] for seat in seats if seat.get("player")], ["100"])

    def test_it_gives_up_after_the_attempts_that_it_names(self):
        self.lose(f"{TABLES}/GetTable", ATTEMPTS)
        with self.assertRaises(Refused) as lost:
            self.client.call(f"{TABLES}/GetTable", {"name": "tables/retried"})
        self.assertEqual(lost.exception.code, "UNAVAILABLE")
        self.assertEqual(len(self.relay.sent_to(f"/{TABLES}/GetTable")), ATTEMPTS)

    def test_nothing_else_is_sent_again(self):
        codes = [code for code in grpc.StatusCode if code not in (grpc.StatusCode.OK, grpc.StatusCode.UNAVAILABLE)]
        for number, code in enumerate(codes, 1):
            self.lose(f"{TABLES}/Act", 1, code)
            pause = {"table": "tables/retried", "request_id": f"{code.name}", "pause" if number % 2 else "resume": {}}
            with self.assertRaises(Refused) as lost:
                self.client.call(f"{TABLES}/Act", pause)
            self.assertEqual(lost.exception.code, code.name)
            self.assertEqual(len(self.relay.sent_to(f"/{TABLES}/Act")), number, code)

    def test_a_refusal_of_the_server_is_not_sent_again(self):
        with self.assertRaises(Refused) as refused:
            self.client.call(f"{TABLES}/Act", {"table": "tables/retried", "request_id": "1", "resume": {}})
        self.assertEqual(refused.exception.reason, "ILLEGAL_IN_STATE")
        self.assertEqual(len(self.relay.sent_to(f"/{TABLES}/Act")), 1)

    def test_a_stream_is_left_to_the_loop_that_resumes_it(self):
        self.lose(f"{TABLES}/StreamEvents", 1)
        with self.assertRaises(Refused) as lost:
            next(self.client.stream(f"{TABLES}/StreamEvents", {"table": "tables/retried"}))
        self.assertEqual(lost.exception.code, "UNAVAILABLE")
        self.assertEqual(len(self.relay.sent_to(f"/{TABLES}/StreamEvents")), 1)

    def test_it_names_every_method_that_is_no_stream_and_gives_it_a_deadline(self):
        config = json.loads(SERVICE_CONFIG)
        (method_config,) = config["methodConfig"]
        self.assertEqual(method_config["timeout"], "5s")
        self.assertEqual(method_config["retryPolicy"]["maxAttempts"], ATTEMPTS)
        named = {(name["service"], name.get("method")) for name in method_config["name"]}
        methods = {(service, method.name) for service in (TABLES, RULES)
                   for method in self.straight.methods(service) if not method.server_streaming}
        covered = {(service, method) for service, method in methods if named & {(service, None), (service, method)}}
        self.assertEqual(covered, methods)
        self.assertEqual({service for service in self.straight.services() if service.startswith("brag.v1.")}, {TABLES, RULES})
        self.assertTrue(named - {(RULES, None)} <= methods, "and none that there is not")

    def test_its_deadline_counts(self):
        config = json.loads(SERVICE_CONFIG)
        config["methodConfig"][0]["timeout"] = "0.2s"
        enough = threading.Event()

        class Silent(grpc.GenericRpcHandler):
            def service(self, _):
                return grpc.unary_unary_rpc_method_handler(self.answer)

            @staticmethod
            def answer(_request, _context):
                enough.wait(WITHIN_SECONDS)
                return b""

        silent = grpc.server(futures.ThreadPoolExecutor(1), handlers=[Silent()])
        address = f"127.0.0.1:{silent.add_insecure_port('127.0.0.1:0')}"
        silent.start()
        self.addCleanup(lambda: (enough.set(), silent.stop(None).wait()))
        with grpc.insecure_channel(address, options=[("grpc.service_config", json.dumps(config))]) as channel:
            with self.assertRaises(grpc.RpcError) as late:
                channel.unary_unary(f"/{TABLES}/Act")(b"", timeout=2 * WITHIN_SECONDS)
        self.assertEqual(late.exception.code(), grpc.StatusCode.DEADLINE_EXCEEDED)

    def test_channels_as_the_guide_makes_them_are_connections_of_their_own(self):
        guide = (ROOT / "docs/integrating.md").read_text()
        options = [("grpc.service_config", SERVICE_CONFIG), ("grpc.use_local_subchannel_pool", 1)]
        program = "".join(content for _, content in blocks(guide, "python"))
        self.assertTrue('("grpc.use_local_subchannel_pool", 1)' in program)
        for own, peers in ((options, 2), (options[:1], 1)):
            self.relay.peers.clear()
            channels = [grpc.insecure_channel(self.relay.address, options=own) for _ in range(2)]
            for channel in channels:
                channel.unary_unary(f"/{RULES}/ListVariants")(b"", metadata=ANN, timeout=WITHIN_SECONDS)
            for channel in channels:
                channel.close()
            self.assertEqual(len(self.relay.peers[f"/{RULES}/ListVariants"]), peers)


if __name__ == "__main__":
    unittest.main()
