"""A real Prometheus that scrapes a real server, started as docs/telemetry.md says."""

import json
import re
import subprocess
import tempfile
import time
import unittest
import urllib.error
import urllib.parse
import urllib.request
from pathlib import Path

from reflected import Client
from server import ROOT, Server, free_address

PROMETHEUS = ROOT / ".tools/bin/prometheus"
DOCS = (ROOT / "docs/telemetry.md").read_text()
DEADLINE_SECONDS = 60
CONFIG = """
global: {scrape_interval: 1s}
scrape_configs:
  - job_name: brag
    static_configs: [{targets: ["%s"]}]
"""


class Prometheus:
    """One of its own, over a directory that goes with it. Use as a context manager."""

    def __init__(self, target):
        self.target = target

    def __enter__(self):
        self.address = free_address()
        self.folder = tempfile.TemporaryDirectory()
        folder = Path(self.folder.name)
        (folder / "prometheus.yml").write_text(CONFIG % self.target)
        self.log = open(folder / "log", "w+")
        self.process = subprocess.Popen(
            [PROMETHEUS, f"--config.file={folder}/prometheus.yml", f"--storage.tsdb.path={folder}/data",
             f"--web.listen-address={self.address}"], stdout=self.log, stderr=subprocess.STDOUT)
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()
        self.log.close()
        self.folder.cleanup()

    def ask(self, path, **query):
        url = f"http://{self.address}/api/v1/{path}?{urllib.parse.urlencode(query)}"
        answer = json.load(urllib.request.urlopen(url, timeout=10))
        return answer["data"]

    def until(self, wanted, ask):
        """Asks until it is answered as wanted."""
        by = time.monotonic() + DEADLINE_SECONDS
        answer = None
        while time.monotonic() < by:
            try:
                answer = ask()
                if answer == wanted:
                    return
            except (urllib.error.URLError, ConnectionError) as error:
                answer = error
            time.sleep(0.1)
        self.log.seek(0)
        raise AssertionError(f"{answer!r} is not {wanted!r}\n{self.log.read()}")

    def value(self, query):
        """The one value of a query, or None."""
        result = self.ask("query", query=query)["result"]
        return float(result[0]["value"][1]) if len(result) == 1 else None


class PrometheusTest(unittest.TestCase):
    def test_what_it_scrapes_is_what_happened(self):
        command = re.search(r"```console\n\$ brag serve (.*)\n```", DOCS).group(1)
        admin = free_address()
        self.assertIn("127.0.0.1:9464", command)
        flags = command.replace("127.0.0.1:9464", admin).split()
        with Server(*flags) as server, Client(server.address) as client, Prometheus(admin) as prometheus:
            for number in range(7):
                request = {"table_id": f"t{number}", "request_id": "create", "variant": "three_card"}
                client.call("brag.v1.TableService/CreateTable", request, (("brag-player", "ann"),))

            def targets():
                return [(target["health"], target["lastError"]) for target in prometheus.ask("targets")["activeTargets"]]

            prometheus.until([("up", "")], targets)
            prometheus.until(7, lambda: prometheus.value('brag_tables{state="open"}'))
            create = 'rpc_method="brag.v1.TableService/CreateTable"'
            self.assertEqual(prometheus.value(f"brag_calls_started_total{{{create}}}"), 7)
            count = f'rpc_server_call_duration_seconds_count{{{create},rpc_response_status_code="OK"}}'
            self.assertEqual(prometheus.value(count), 7)
            self.assertEqual(prometheus.value('brag_append_duration_seconds_bucket{le="+Inf"}'), 7)
            kinds = prometheus.ask("metadata")
            self.assertEqual(kinds["brag_tables"][0]["type"], "gauge")
            self.assertEqual(kinds["rpc_server_call_duration_seconds"][0]["type"], "histogram")


if __name__ == "__main__":
    unittest.main()
