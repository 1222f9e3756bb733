"""What a server is told is what it does: bounds far from their defaults, each met by a caller."""

import tempfile
import unittest
from pathlib import Path

from reflected import Client, Refused
from server import Server

TABLES = "brag.v1.TableService"
FILE = """
tables_per_tenant = 2
message_max_bytes = 1_024
streams_per_table = 1
display_name_max_chars = 3
player_id_max_chars = 4
request_id_max_chars = 36
table_id_max_chars = 32
labels_per_table = 1
label_key_max_chars = 2
label_value_max_chars = 0
bookmark_seconds = 1
"""


class ConfigTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        path = Path(folder.name, "brag.toml")
        path.write_text(FILE)
        server = Server(environment={"BRAG_CONFIG": str(path)})
        server.__enter__()
        cls.addClassCleanup(server.__exit__)
        cls.client = Client(server.address)
        cls.client.__enter__()
        cls.addClassCleanup(cls.client.__exit__)
        cls.create("first")

    @classmethod
    def create(cls, table_id, player="ann", **fields):
        request = {"table_id": table_id, "request_id": "create", "variant": "three_card", **fields}
        return cls.client.call(f"{TABLES}/CreateTable", request, (("brag-player", player),))

    def refused(self, ask, *args, **fields):
        with self.assertRaises(Refused) as refused:
            ask(*args, **fields)
        return refused.exception

    def sit(self, **fields):
        request = {"table": "tables/first", "request_id": "sit", "sit": {"seat": 1, "buy_in": 100, **fields}}
        return self.client.call(f"{TABLES}/Act", request, (("brag-player", "ann"),))

    def test_lengths_of_names_and_labels(self):
        for allowed, fields in (
                ("1 to 32", {"table_id": "t" * 33}),
                ("1 to 36", {"table_id": "a", "request_id": "r" * 37}),
                ("at most 1 label", {"table_id": "a", "labels": {"a": "", "b": ""}}),
                ("1 to 2", {"table_id": "a", "labels": {"abc": ""}}),
                ("at most 0", {"table_id": "a", "labels": {"a": "b"}})):
            refused = self.refused(self.create, **fields)
            self.assertEqual((refused.code, refused.reason), ("INVALID_ARGUMENT", "INVALID_FIELD"))
            self.assertIn(allowed, refused.message)
        self.assertIn("at most 3", self.refused(self.sit, display_name="Anna").message)
        self.assertEqual(self.refused(self.create, "a", player="annie").reason, "TOKEN_INVALID")

    def test_the_length_of_a_message(self):
        refused = self.refused(self.create, "a", labels={"a": "b" * 1_024})
        self.assertEqual(refused.code, "INVALID_ARGUMENT")
        self.assertIn("1024 bytes", refused.message)

    def test_how_many_tables_and_streams(self):
        self.create("second")
        refused = self.refused(self.create, "third")
        self.assertEqual((refused.code, refused.reason), ("RESOURCE_EXHAUSTED", "QUOTA_EXCEEDED"))
        request, ann = {"table": "tables/second"}, (("brag-player", "ann"),)
        stream = self.client.stream(f"{TABLES}/StreamEvents", request, ann)
        told = [next(iter(next(stream))) for _ in range(3)]
        self.assertEqual(told, ["snapshot", "caught_up", "bookmark"], "a bookmark after a second, not fifteen")
        refused = self.refused(lambda: next(self.client.stream(f"{TABLES}/StreamEvents", request, ann)))
        self.assertEqual((refused.code, refused.reason), ("RESOURCE_EXHAUSTED", "QUOTA_EXCEEDED"))
        stream.close()


if __name__ == "__main__":
    unittest.main()
