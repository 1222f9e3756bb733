"""What a server says of itself when it starts: where it is reached, by whom, and what to try."""

import json
import unittest

from documents import run
from server import Server


def fields(server, level):
    """What the log lines of a level say, of a server that has stopped."""
    lines = [json.loads(line) for line in server.log]
    return [line["fields"] for line in lines if line["level"] == level]


class ListeningTest(unittest.TestCase):
    def test_on_loopback_the_log_says_where_and_warns_of_nothing(self):
        with Server("--probe-addr", "127.0.0.1:0", "--log-format", "json") as server:
            self.assertEqual(server.stop(), 0)
        first = fields(server, "INFO")[0]
        self.assertEqual((first["message"], first["address"], first["metrics"]), ("listening", server.address, "off"))
        self.assertRegex(first["probes"], r"^127\.0\.0\.1:[1-9]\d*$")
        self.assertEqual(fields(server, "WARN"), [])

    def test_where_others_reach_it_the_log_warns_and_what_it_says_to_try_works(self):
        with Server("--insecure-dev", "--log-format", "json", listen="0.0.0.0:0") as server:
            host, _, port = server.address.rpartition(":")
            self.assertEqual(host, "0.0.0.0")
            for command in server.until_said("  grpcurl", 3):
                self.assertIn(f" 127.0.0.1:{port} ", command)
                # The last is a stream: it ends with the time that it is given.
                command = command.replace("grpcurl", "grpcurl -max-time 2", 1)
                printed, complaint = run(command)
                self.assertTrue(printed, f"{command}: {complaint}")
            self.assertEqual(server.stop(), 0)
        warned = fields(server, "WARN")
        self.assertEqual([line["address"] for line in warned], [server.address])
        self.assertIn("whoever calls is believed", warned[0]["message"])


if __name__ == "__main__":
    unittest.main()
