"""The overlays of deploy/: as kubectl renders them, against the schemas of Kubernetes, the restricted standard for
pods, and the server itself."""

import copy
import functools
import json
import re
import shutil
import subprocess
import tempfile
import time
import tomllib
import unittest
import urllib.error
import urllib.parse
import urllib.request
from pathlib import Path

import grpc
import kubernetes_validate
import yaml
from documents import blocks
from grpc_health.v1 import health_pb2, health_pb2_grpc
from server import BRAG, ROOT, Server
from test_probe import probe_address

OVERLAYS = sorted(path.name for path in (ROOT / "deploy/overlays").iterdir())
TRACED = "dev, with traces"
# The oldest that people may still run, and the newest that the checker has.
KUBERNETES = ("1.29.0", "1.37.0")
LABELS = {f"app.kubernetes.io/{label}" for label in ("name", "instance", "version", "component", "part-of", "managed-by")}
CLUSTER_WIDE = {"Namespace"}


def rendered(overlay, deploy=ROOT / "deploy"):
    """What kubectl makes of an overlay, by kind; each kind is there once."""
    ran = subprocess.run(
        [ROOT / ".tools/bin/kubectl", "kustomize", deploy / "overlays" / overlay],
        capture_output=True, text=True, timeout=60)
    if ran.returncode or ran.stderr:
        raise AssertionError(f"{overlay}: {ran.stderr}")
    resources = list(yaml.safe_load_all(ran.stdout))
    by_kind = {resource["kind"]: resource for resource in resources}
    assert len(by_kind) == len(resources), overlay
    return by_kind


def with_traces():
    """What the overlay dev renders to when the lines on traces in it are no comment any more."""
    with tempfile.TemporaryDirectory() as folder:
        deploy = Path(folder) / "deploy"
        for part in ("base", "components", "overlays"):
            shutil.copytree(ROOT / "deploy" / part, deploy / part)
        overlay = deploy / "overlays/dev/kustomization.yaml"
        text, count = re.subn(r"^# (components:\n)# (  - \S+\n)", r"\1\2", overlay.read_text(), flags=re.M)
        assert count == 1, text
        overlay.write_text(text)
        return rendered("dev", deploy)


def check(resource):
    """Raises ValidationError when a version of Kubernetes would not take it as it is written."""
    for version in KUBERNETES:
        kubernetes_validate.validate(resource, version, strict=True)


def objections(pod):
    """What the restricted standard has against a pod's spec, and the read-only root that it does not ask for."""
    found = []

    def want(holds, what):
        if not holds:
            found.append(what)

    for key in ("hostNetwork", "hostPID", "hostIPC"):
        want(not pod.get(key), key)
    context = pod.get("securityContext", {})
    want(context.get("runAsNonRoot") is True, "runAsNonRoot")
    want(context.get("runAsUser"), "runAsUser")
    want(context.get("seccompProfile", {}).get("type") == "RuntimeDefault", "seccompProfile")
    want(all(volume.keys() <= {"name", "configMap", "csi", "downwardAPI", "emptyDir", "ephemeral", "projected", "secret",
                               "persistentVolumeClaim"} for volume in pod.get("volumes", ())), "volumes")
    for container in [*pod["containers"], *pod.get("initContainers", ())]:
        context = container.get("securityContext", {})
        want(not context.get("privileged"), "privileged")
        want(context.get("allowPrivilegeEscalation") is False, "allowPrivilegeEscalation")
        want(context.get("capabilities") == {"drop": ["ALL"]}, "capabilities")
        want(context.get("readOnlyRootFilesystem") is True, "readOnlyRootFilesystem")
        want(not any("hostPort" in port for port in container.get("ports", ())), "hostPort")
    return found


def pod_of(resources):
    return resources["Deployment"]["spec"]["template"]["spec"]


def for_each_overlay(test):
    """Runs a test with what each overlay renders to."""

    @functools.wraps(test)
    def run(self):
        for overlay, resources in self.overlays.items():
            with self.subTest(overlay=overlay):
                test(self, resources)

    return run


class DeployTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.overlays = {overlay: rendered(overlay) for overlay in OVERLAYS} | {TRACED: with_traces()}

    @for_each_overlay
    def test_every_resource_is_as_the_schema_says(self, resources):
        self.assertLessEqual({"Namespace", "Deployment", "Service", "ServiceAccount", "NetworkPolicy"}, resources.keys())
        for resource in resources.values():
            check(resource)

    def test_a_misspelt_field_is_refused_by_name(self):
        def plant(resource, path, field):
            broken = copy.deepcopy(resource)
            place = broken
            for step in path:
                place = place[step]
            place[field] = place.get(field[:-1], {})
            return broken

        container = ("spec", "template", "spec", "containers", 0)
        resources = self.overlays["dev"]
        for kind, path, field in (
            ("Deployment", ("spec", "template", "spec"), "terminationGracePeriodSecondss"),
            ("Deployment", container, "readinessProbes"),
            ("Deployment", (*container, "securityContext"), "allowPrivilegeEscalations"),
            ("Service", ("spec", "ports", 0), "targetPorts"),
            ("NetworkPolicy", ("spec",), "policyTypess"),
            ("Namespace", ("metadata",), "label_"),
        ):
            with self.assertRaisesRegex(kubernetes_validate.ValidationError, f"'{field}' was unexpected", msg=field):
                check(plant(resources[kind], path, field))

    @for_each_overlay
    def test_the_pod_is_restricted(self, resources):
        self.assertEqual(objections(pod_of(resources)), [])
        self.assertEqual(resources["Namespace"]["metadata"]["labels"]["pod-security.kubernetes.io/enforce"], "restricted")

    def test_a_pod_that_asks_for_more_is_objected_to(self):
        pod = pod_of(self.overlays["dev"])
        for key in ("runAsNonRoot", "runAsUser", "seccompProfile"):
            more = copy.deepcopy(pod)
            del more["securityContext"][key]
            self.assertEqual(objections(more), [key])
        for key in ("allowPrivilegeEscalation", "capabilities", "readOnlyRootFilesystem"):
            more = copy.deepcopy(pod)
            del more["containers"][0]["securityContext"][key]
            self.assertEqual(objections(more), [key])
        self.assertEqual(objections({**pod, "hostNetwork": True, "volumes": [{"name": "x", "hostPath": {"path": "/"}}]}),
                         ["hostNetwork", "volumes"])

    @for_each_overlay
    def test_labels_select_what_they_name(self, resources):
        version = tomllib.loads((ROOT / "Cargo.toml").read_text())["workspace"]["package"]["version"]
        deployment = resources["Deployment"]
        pod = deployment["spec"]["template"]["metadata"]["labels"]
        for labels in [pod, *(resource["metadata"]["labels"] for resource in resources.values())]:
            self.assertLessEqual(LABELS, labels.keys())
            self.assertEqual(labels["app.kubernetes.io/version"], version)
        selectors = (deployment["spec"]["selector"]["matchLabels"], resources["Service"]["spec"]["selector"],
                     resources["NetworkPolicy"]["spec"]["podSelector"]["matchLabels"])
        for selector in selectors:
            self.assertTrue(selector)
            self.assertLessEqual(selector.items(), pod.items())
            # A selector cannot change in place, and the version does with every release.
            self.assertNotIn("app.kubernetes.io/version", selector)
        for kind, resource in resources.items():
            namespace = None if kind in CLUSTER_WIDE else resources["Namespace"]["metadata"]["name"]
            self.assertEqual(resource["metadata"].get("namespace"), namespace, kind)

    @for_each_overlay
    def test_the_pod_gets_nothing_from_the_cluster_that_it_does_not_need(self, resources):
        pod = pod_of(resources)
        self.assertIs(pod["enableServiceLinks"], False)
        self.assertIs(pod["automountServiceAccountToken"], False)
        self.assertIs(resources["ServiceAccount"]["automountServiceAccountToken"], False)
        self.assertEqual(pod["serviceAccountName"], resources["ServiceAccount"]["metadata"]["name"])
        self.assertEqual(set(resources["NetworkPolicy"]["spec"]["policyTypes"]), {"Ingress", "Egress"})

    @for_each_overlay
    def test_tables_in_memory_have_one_process(self, resources):
        self.assertEqual(resources["Deployment"]["spec"]["replicas"], 1)
        self.assertEqual(resources["Deployment"]["spec"]["strategy"], {"type": "Recreate"})
        self.assertNotIn("PodDisruptionBudget", resources)

    @for_each_overlay
    def test_the_server_leaves_before_it_is_killed(self, resources):
        pod = pod_of(resources)
        settings = effective(pod["containers"][0])
        drain = settings["drain_delay_seconds"]["value"] + settings["drain_deadline_seconds"]["value"]
        self.assertGreaterEqual(pod["terminationGracePeriodSeconds"], drain + 5)

    def test_the_overlay_dev_says_that_it_is_insecure(self):
        resources = self.overlays["dev"]
        self.assertIn("--insecure-dev", pod_of(resources)["containers"][0]["args"])
        for resource in [*resources.values(), resources["Deployment"]["spec"]["template"]]:
            self.assertRegex(resource["metadata"]["annotations"]["kubernetes.io/description"], "^INSECURE.*--insecure-dev")
        self.assertIn("INSECURE", (ROOT / "deploy/overlays/dev/kustomization.yaml").read_text())

    def test_the_base_alone_does_not_run(self):
        """It says where to listen, and not how callers are known."""
        base = yaml.safe_load((ROOT / "deploy/base/deployment.yaml").read_text())
        container = base["spec"]["template"]["spec"]["containers"][0]
        ended = subprocess.run([BRAG, *container["args"]], env=environment(container), capture_output=True, text=True, timeout=20)
        self.assertEqual(ended.returncode, 2)
        self.assertIn("--insecure-dev", ended.stderr)

    @for_each_overlay
    def test_the_image_is_the_one_that_is_built(self, resources):
        dockerfile = (ROOT / "deploy/Dockerfile").read_text()
        user, group = re.search(r"^USER (\d+):(\d+)$", dockerfile, re.M).groups()
        exposed = {int(port) for port in re.findall(r"^EXPOSE (\d+)$", dockerfile, re.M)}
        pod = pod_of(resources)
        self.assertEqual((pod["securityContext"]["runAsUser"], pod["securityContext"]["runAsGroup"]), (int(user), int(group)))
        self.assertLessEqual(exposed, {port["containerPort"] for port in pod["containers"][0]["ports"]})
        container = pod_of(self.overlays["dev"])["containers"][0]
        self.assertEqual(container["image"], "localhost/brag:dev")

    @for_each_overlay
    def test_the_service_reaches_the_port_for_calls_and_no_other(self, resources):
        container = pod_of(resources)["containers"][0]
        ports = {port["name"]: port["containerPort"] for port in container["ports"]}
        [port] = resources["Service"]["spec"]["ports"]
        self.assertEqual(ports[port["targetPort"]], port_of(effective(container)["listen"]))
        # Its neighbours may call.
        self.assertEqual(allowed_in(resources, port["targetPort"]), [{"podSelector": {}}])

    @for_each_overlay
    def test_the_policy_opens_ports_that_there_are_and_not_the_one_for_probes(self, resources):
        container = pod_of(resources)["containers"][0]
        ports = {port["name"] for port in container["ports"]}
        opened = [allowed["port"] for rule in resources["NetworkPolicy"]["spec"]["ingress"] for allowed in rule["ports"]]
        self.assertEqual(sorted(opened), sorted(ports - {"probes"}))

    @for_each_overlay
    def test_every_variable_is_a_setting(self, resources):
        container = pod_of(resources)["containers"][0]
        telemetry = (ROOT / "docs/telemetry.md").read_text()
        standard = set(re.findall(r"^\| `(OTEL_\w+)` \|", telemetry, re.M))
        self.assertGreater(len(standard), 10)
        read = {setting["where"] for setting in effective(container).values() if setting["from"] == "environment"}
        self.assertEqual(read | standard, environment(container).keys() | standard)

    def test_the_overlay_dev_is_scraped_by_its_neighbours_and_from_monitoring(self):
        resources = self.overlays["dev"]
        container = pod_of(resources)["containers"][0]
        ports = {port["name"]: port["containerPort"] for port in container["ports"]}
        self.assertEqual(ports["metrics"], port_of(effective(container)["admin_addr"]))
        self.assertEqual(allowed_in(resources, "metrics"), [{"podSelector": {}}, in_namespace("monitoring")])
        with AsDeployed(container) as server:
            with urllib.request.urlopen(f"http://{metrics_address(server)}/metrics", timeout=10) as page:
                self.assertIn("# TYPE brag_tables gauge", page.read().decode())
            with self.assertRaises(urllib.error.HTTPError) as refused:
                urllib.request.urlopen(f"http://{metrics_address(server)}/", timeout=10)
            refused.exception.close()
            self.assertEqual(refused.exception.code, 404)

    def test_the_scrape_config_that_is_shown_finds_the_pods_of_the_overlay_dev(self):
        [(_, shown)] = blocks((ROOT / "deploy/README.md").read_text(), "yaml")
        config = yaml.safe_load(shown)
        [job] = config["scrape_configs"]
        [kept] = job["relabel_configs"]
        resources = self.overlays["dev"]
        self.assertEqual(job.pop("kubernetes_sd_configs"),
                         [{"role": "pod", "namespaces": {"names": [resources["Namespace"]["metadata"]["name"]]}}])
        self.assertEqual((kept["source_labels"], kept["regex"], kept["action"]),
                         (["__meta_kubernetes_pod_container_port_name"], "metrics", "keep"))
        # The rest, by Prometheus itself: Debian's is built without Kubernetes.
        with tempfile.NamedTemporaryFile("w", suffix=".yml") as rest:
            yaml.safe_dump(config, rest)
            ran = subprocess.run([ROOT / ".tools/prometheus/usr/bin/promtool", "check", "config", rest.name],
                                 capture_output=True, text=True, timeout=60)
        self.assertEqual(ran.returncode, 0, ran.stdout + ran.stderr)

    def test_nothing_is_let_out_but_names_and_traces_where_there_are_traces(self):
        for overlay in OVERLAYS:
            self.assertEqual(self.overlays[overlay]["NetworkPolicy"]["spec"]["egress"], [], overlay)
        resources = self.overlays[TRACED]
        endpoint = urllib.parse.urlsplit(environment(pod_of(resources)["containers"][0])["OTEL_EXPORTER_OTLP_ENDPOINT"])
        self.assertEqual(endpoint.scheme, "http")
        _, namespace, kind = endpoint.hostname.split(".")
        self.assertEqual(kind, "svc")
        names, collector = resources["NetworkPolicy"]["spec"]["egress"]
        self.assertEqual(names["to"], [in_namespace("kube-system")])
        self.assertEqual(names["ports"], [{"protocol": "UDP", "port": 53}, {"protocol": "TCP", "port": 53}])
        self.assertEqual(collector, {"to": [in_namespace(namespace)], "ports": [{"protocol": "TCP", "port": endpoint.port}]})

    @for_each_overlay
    def test_the_probes_are_answered_where_they_ask(self, resources):
        container = pod_of(resources)["containers"][0]
        port = port_of(effective(container)["probe_addr"])
        self.assertIn(port, {port["containerPort"] for port in container["ports"]})
        with AsDeployed(container) as server, grpc.insecure_channel(probe_address(server)) as channel:
            health = health_pb2_grpc.HealthStub(channel)
            for probe, service in (("startupProbe", "startup"), ("livenessProbe", "live"), ("readinessProbe", "ready")):
                self.assertEqual(container[probe]["grpc"], {"port": port, "service": service})
                self.until_serving(health, service)
            with self.assertRaises(grpc.RpcError) as unknown:
                health.Check(health_pb2.HealthCheckRequest(service="redy"), timeout=10)
            self.assertEqual(unknown.exception.code(), grpc.StatusCode.NOT_FOUND)

    def until_serving(self, health, service):
        ends = time.monotonic() + 10
        while True:
            answer = health.Check(health_pb2.HealthCheckRequest(service=service), timeout=10)
            if answer.status == health_pb2.HealthCheckResponse.SERVING:
                return
            self.assertLess(time.monotonic(), ends, service)


def in_namespace(name):
    """What a network policy says for the pods of a namespace."""
    return {"namespaceSelector": {"matchLabels": {"kubernetes.io/metadata.name": name}}}


def allowed_in(resources, port):
    """Who may reach a port, by name, as the one rule on it says."""
    [peers] = [rule["from"] for rule in resources["NetworkPolicy"]["spec"]["ingress"]
               for allowed in rule["ports"] if allowed["port"] == port]
    return peers


def metrics_address(server):
    """Where the page of metrics is. It is not the first line, so it may come a little after that."""
    ends = time.monotonic() + 10
    while time.monotonic() < ends:
        if said := re.search(r"^Metrics are served on http://\S+:(\d+)/metrics", "".join(server.output), re.M):
            return f"127.0.0.1:{said.group(1)}"
        time.sleep(0.01)
    raise AssertionError(server.output)


def environment(container):
    return {entry["name"]: entry["value"] for entry in container["env"]}


def effective(container):
    """The settings that the server would have in a container, by key; anything odd about them is an error."""
    ran = subprocess.run([BRAG, *container["args"], "--print-config", "--json"], env=environment(container),
                         capture_output=True, text=True, timeout=20)
    if ran.returncode or ran.stderr:
        raise AssertionError(ran.stderr)
    return json.loads(ran.stdout)


def port_of(setting):
    return int(setting["value"].rpartition(":")[2])


class AsDeployed(Server):
    """The server with a container's arguments and nothing but its environment, on free ports."""

    def __init__(self, container):
        super().__init__()
        self.args = container["args"]
        free = {"BRAG_LISTEN": "127.0.0.1:0", "BRAG_PROBE_ADDR": "0.0.0.0:0", "BRAG_ADMIN_ADDR": "0.0.0.0:0"}
        self.environment = {name: free.get(name, value) for name, value in environment(container).items()}

    def command(self):
        return [BRAG, *self.args]


if __name__ == "__main__":
    unittest.main()
