"""A hand of three-card brag through reflection alone, as a foreign front end plays it."""

import itertools
import json
import socket
import subprocess
import unittest
import urllib.request
from pathlib import Path

from google.rpc import error_details_pb2
from reflected import Client, Refused
from server import BRAG, Server, free_address

TABLES = "brag.v1.TableService"
GRPCURL = Path(__file__).parents[2] / ".tools/bin/grpcurl"
MANUAL = {"dealing": "DEALING_MANUAL"}


class Player:
    """One player's front end: acts with ids of its own, and folds nothing but what it is told."""

    ids = itertools.count(1)

    def __init__(self, client, name, table):
        self.client, self.name, self.table = client, name, table

    def act(self, **fields):
        request = {"table": self.table, "request_id": f"{self.name}-{next(self.ids)}", **fields}
        return self.client.call(f"{TABLES}/Act", request, self.metadata)

    def see_table(self):
        return self.client.call(f"{TABLES}/GetTable", {"name": self.table}, self.metadata)["table"]

    def in_turn(self, **action):
        return self.act(turn=self.see_table()["turn"], **action)

    @property
    def metadata(self):
        return (("brag-player", self.name),)


class HandTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.server = Server()
        cls.server.__enter__()
        cls.addClassCleanup(cls.server.__exit__)
        cls.client = Client(cls.server.address)
        cls.client.__enter__()
        cls.addClassCleanup(cls.client.__exit__)

    def table(self, table_id, **fields):
        request = {"table_id": table_id, "request_id": "create", "variant": "three_card", "clock": MANUAL, **fields}
        made = self.client.call(f"{TABLES}/CreateTable", request, (("brag-player", "ann"),))
        self.assertEqual(made["table"]["name"], f"tables/{table_id}")
        players = [Player(self.client, name, f"tables/{table_id}") for name in ("ann", "bob", "cat")]
        for seat, player in enumerate(players, 1):
            player.act(sit={"seat": seat, "buy_in": 100})
        return players

    def test_a_hand_from_the_deal_to_the_next(self):
        players = self.table("whole-hand")
        stream = self.client.stream(f"{TABLES}/StreamEvents", {"table": "tables/whole-hand"}, players[0].metadata)
        snapshot = next(stream)["snapshot"]
        self.assertEqual([seat["player"] for seat in snapshot["seats"] if seat.get("player")], ["ann", "bob", "cat"])
        seq = int(snapshot["seq"])
        players[0].act(deal={})
        by_seat = {number: player for number, player in enumerate(players, 1)}
        table = players[0].see_table()
        self.assertEqual(table["phase"], "PHASE_BETTING")
        first = by_seat[table["to_act"][0]["seat"]]
        looked = first.act(hand=table["hand"], look={})
        cards = next(e["looked"]["cards"] for e in looked["events"] if "looked" in e)
        self.assertEqual(len(set(cards)), 3)
        self.assertNotIn("??", cards)
        for other in players:
            if other is not first:
                seats = {seat["number"]: seat for seat in other.see_table()["seats"]}
                hands = seats[table["to_act"][0]["seat"]]["hands"]
                self.assertEqual(hands[0]["cards"], ["??", "??", "??"])
        first.in_turn(bet={"amount": 4})
        for _ in range(2):
            acting = by_seat[players[0].see_table()["to_act"][0]["seat"]]
            acting.in_turn(fold={})
        after = players[0].see_table()
        self.assertEqual(after["phase"], "PHASE_HAND_OVER")
        stacks = sorted(int(seat["stack"]) for seat in after["seats"] if seat.get("player"))
        self.assertEqual(stacks, [98, 98, 104])
        seen = []
        for message in stream:
            seen += [int(event["seq"]) for event in message.get("batch", {}).get("events", [])]
            if seen and seen[-1] == int(after["seq"]):
                break
        self.assertEqual(seen, list(range(seq + 1, int(after["seq"]) + 1)))
        stream.close()

    def test_a_repeat_gives_the_first_answer_and_a_reused_id_is_refused(self):
        ann, *_ = self.table("repeat")
        request = {"table": ann.table, "request_id": "deal-once", "deal": {}}
        once = self.client.call(f"{TABLES}/Act", request, ann.metadata)
        again = self.client.call(f"{TABLES}/Act", request, ann.metadata)
        self.assertEqual((once["seq"], once["events"]), (again["seq"], again["events"]))
        with self.assertRaises(Refused) as refused:
            self.client.call(f"{TABLES}/Act", {**request, "deal": None, "pause": {}}, ann.metadata)
        self.assertEqual((refused.exception.code, refused.exception.reason), ("ALREADY_EXISTS", "REQUEST_ID_REUSED"))

    def test_a_refusal_says_what_would_have_been_legal(self):
        players = self.table("refusal")
        players[0].act(deal={})
        table = players[0].see_table()
        acting = players[table["to_act"][0]["seat"] - 1]
        with self.assertRaises(Refused) as refused:
            acting.in_turn(bet={"amount": 1000})
        error = refused.exception
        self.assertEqual((error.code, error.reason), ("FAILED_PRECONDITION", "INSUFFICIENT_CHIPS"))
        info = error.detail(error_details_pb2.ErrorInfo)
        self.assertEqual(info.domain, "brag.v1")
        for key, value in info.metadata.items():
            self.assertTrue(value, key)
        waiting = next(player for player in players if player is not acting)
        with self.assertRaises(Refused) as refused:
            waiting.in_turn(fold={})
        self.assertEqual(refused.exception.reason, "NOT_YOUR_TURN")

    def test_grpcurl_reads_the_same(self):
        self.table("by-grpcurl")
        shown = subprocess.run(
            [GRPCURL, "-plaintext", "-H", "brag-player: ann", "-d", '{"name": "tables/by-grpcurl"}',
             self.server.address, f"{TABLES}/GetTable"], capture_output=True, text=True, timeout=20)
        self.assertEqual(shown.returncode, 0, shown.stderr)
        self.assertEqual(json.loads(shown.stdout)["table"]["name"], "tables/by-grpcurl")


class ProcessTest(unittest.TestCase):
    def test_sigterm_with_an_open_stream_and_a_silent_peer_exits_0_in_time(self):
        with Server("--drain-deadline-seconds", "3") as server, Client(server.address) as client:
            ann = (("brag-player", "ann"),)
            client.call(f"{TABLES}/CreateTable", {"table_id": "drained", "request_id": "create", "variant": "three_card"}, ann)
            stream = client.stream(f"{TABLES}/StreamEvents", {"table": "tables/drained"}, ann)
            self.assertIn("snapshot", next(stream))
            host, port = server.address.rsplit(":", 1)
            with socket.create_connection((host, int(port))):
                self.assertEqual(server.stop(), 0)
            with self.assertRaises(Refused) as ended:
                for _ in stream:
                    pass
            self.assertEqual((ended.exception.code, ended.exception.reason), ("UNAVAILABLE", "DRAINING"))

    def test_a_signal_right_after_the_first_line_drains(self):
        for _ in range(40):
            with Server() as server:
                self.assertEqual(server.stop(), 0)

    def test_a_wrong_flag_is_one_readable_line_and_exit_code_2(self):
        for flags in (["--listen", "nowhere"], ["--listen", "0.0.0.0:0"], ["--log", "=="],
                      ["--cors-origins", "*"], ["--cors-origins", "play.example.com"],
                      ["--cors-origins", "https://a.example,https://play.example.com/"]):
            ended = subprocess.run([BRAG, "serve", *flags], capture_output=True, text=True, timeout=20)
            self.assertEqual(ended.returncode, 2, flags)
            self.assertEqual(len(ended.stderr.strip().splitlines()), 1, ended.stderr)
            self.assertIn(flags[0], ended.stderr)

    def test_no_card_and_no_name_is_logged(self):
        admin = free_address()
        flags = ("--log", "trace", "--log-format", "json", "--admin-addr", admin)
        with Server(*flags) as server, Client(server.address) as client:
            ann = (("brag-player", "ann"), ("authorization", "Bearer canary-token"))
            request = {"table_id": "quiet", "request_id": "create", "variant": "three_card", "clock": MANUAL}
            client.call(f"{TABLES}/CreateTable", request, ann)
            cards = set()
            for seat, name in enumerate(("ann", "bob"), 1):
                player = Player(client, name, "tables/quiet")
                player.act(sit={"seat": seat, "buy_in": 100, "display_name": "canary-display"})
            ann = Player(client, "ann", "tables/quiet")
            ann.act(deal={})
            for event in ann.act(hand=1, look={})["events"]:
                cards.update(event.get("looked", {}).get("cards", []))
            self.assertEqual(len(cards), 3)
            page = urllib.request.urlopen(f"http://{admin}/metrics", timeout=10).read().decode()
            self.assertIn("brag_acts_total", page)
            self.assertEqual(server.stop(), 0)
            log = "".join(server.log)
            self.assertTrue(log)
            for line in server.log:
                json.loads(line)
            for canary in ("canary-token", "canary-display", *(f'"{card}"' for card in cards)):
                self.assertNotIn(canary, log)
                self.assertNotIn(canary, page)


if __name__ == "__main__":
    unittest.main()
