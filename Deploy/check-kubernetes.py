"""Checks the manifests in the folder kubernetes: check-kubernetes.py PANDO

- Each is held against the schemas that Kubernetes publishes, and what they refer to is there.
- What one network policy lets in, another lets out, and the other way round.
- Their daemons are started as they say, in a network of their own, with keys mounted as Kubernetes mounts them:
  the probes must succeed, metrics must be where annotations and policies say, a key that is added later must be
  trusted, and SIGTERM must end all in time.

It takes the package kubernetes-validate. Without root the daemons are not started, and that is said.
"""

import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import urllib.request

import kubernetes_validate
import yaml

HERE = pathlib.Path(__file__).parent / "kubernetes"
USER = 10001
# The pods of programs, which others bring.
CLIENT = {"pando-client": "true"}
PATIENCE = 30


def say(text):
    print(f"deploy-check: {text}", flush=True)


def fail(text):
    print(f"deploy-check: Deploy/kubernetes: {text}", file=sys.stderr)
    sys.exit(1)


def manifests(kustomization):
    for name in kustomization["resources"]:
        for document in yaml.safe_load_all((HERE / name).read_text(encoding="utf-8")):
            yield name, document


def pods(documents):
    return [document for document in documents if document["kind"] == "Deployment"]


def labels(pod):
    return pod["spec"]["template"]["metadata"]["labels"].items()


def check_references(kustomization, documents):
    listed = set(kustomization["resources"]) | {"kustomization.yaml"}
    for file in HERE.glob("*.yaml"):
        if file.name not in listed:
            fail(f"{file.name} is not in kustomization.yaml")
    secrets = {generator["name"] for generator in kustomization["secretGenerator"]}
    maps = {generator["name"] for generator in kustomization["configMapGenerator"]}
    for pod in pods(documents):
        name, spec = pod["metadata"]["name"], pod["spec"]["template"]["spec"]
        if not pod["spec"]["selector"]["matchLabels"].items() <= labels(pod):
            fail(f"{name}: its selector does not select its own pods")
        volumes = {volume["name"] for volume in spec["volumes"]}
        for volume in spec["volumes"]:
            if "secret" in volume and volume["secret"]["secretName"] not in secrets:
                fail(f"{name}: nobody makes the secret {volume['secret']['secretName']}")
            if "configMap" in volume and volume["configMap"]["name"] not in maps:
                fail(f"{name}: nobody makes the map {volume['configMap']['name']}")
        for container in spec["containers"]:
            for mount in container["volumeMounts"]:
                if mount["name"] not in volumes:
                    fail(f"{name}: there is no volume {mount['name']}")
    for document in documents:
        if document["kind"] == "Service":
            selector = document["spec"]["selector"]
        elif document["kind"] in ("PodDisruptionBudget", "NetworkPolicy"):
            key = "selector" if document["kind"] == "PodDisruptionBudget" else "podSelector"
            selector = document["spec"][key].get("matchLabels", {})
        else:
            continue
        if document["kind"] == "NetworkPolicy" and selector == CLIENT:
            continue
        if not any(selector.items() <= labels(pod) for pod in pods(documents)):
            fail(f"the {document['kind']} {document['metadata']['name']} selects no pod")


def label_text(selector):
    return ", ".join(f"{name}={value}" for name, value in sorted(selector["matchLabels"].items()))


def ways(policies, direction, side):
    """The ways between pods of the namespace that policies open: from whom, to whom, and by which port."""
    for policy in policies:
        for rule in policy["spec"].get(direction, []):
            for peer in rule[side]:
                if "namespaceSelector" not in peer:
                    ends = [label_text(peer["podSelector"]), label_text(policy["spec"]["podSelector"])]
                    for port in rule["ports"]:
                        yield *(ends if side == "from" else reversed(ends)), port["protocol"], port["port"]


def check_ways(documents):
    policies = [document for document in documents if document["kind"] == "NetworkPolicy"]
    if not any(policy["spec"]["podSelector"] == {} for policy in policies):
        fail("no policy denies what no other allows")
    into, out = set(ways(policies, "ingress", "from")), set(ways(policies, "egress", "to"))
    for way in sorted(into ^ out):
        fail("{} to {}, {} {}".format(*way) + (
            ": is let in, and not out" if way in into else ": is let out, and not in"))
    named = [label_text({"matchLabels": document["spec"]["selector"]})
             for document in documents if document["kind"] == "Service"]
    # Who reaches a service asks for its name.
    resolve = {label_text(policy["spec"]["podSelector"]) for policy in policies
               for rule in policy["spec"].get("egress", [])
               if {(port["protocol"], port["port"]) for port in rule["ports"]} >= {("UDP", 53), ("TCP", 53)}}
    for source, target, *_ in sorted(into):
        if target in named and source not in resolve:
            fail(f"{source} cannot ask for the name of {target}")


def metrics_port(pod):
    return int(pod["spec"]["template"]["metadata"]["annotations"]["prometheus.io/port"])


# The namespaces whose pods collect metrics.
COLLECTORS = [{"namespaceSelector": {"matchLabels": {"pando-metrics": "true"}}}]


def check_metrics(documents):
    policies = [document for document in documents if document["kind"] == "NetworkPolicy"]
    for pod in pods(documents):
        name, port = pod["metadata"]["name"], metrics_port(pod)
        annotations = pod["spec"]["template"]["metadata"]["annotations"]
        if (annotations.get("prometheus.io/scrape"), annotations.get("prometheus.io/path")) != ("true", "/metrics"):
            fail(f"{name}: its annotations do not have Prometheus collect /metrics")
        containers = pod["spec"]["template"]["spec"]["containers"]
        if not any(entry["name"] == "metrics" and entry["containerPort"] == port
                   for container in containers for entry in container["ports"]):
            fail(f"{name}: the port {port} of its annotations is not the port 'metrics' of its container")
        if not any(f"0.0.0.0:{port}" in container["args"] and "--metrics-on-network" in container["args"]
                   for container in containers):
            fail(f"{name}: its container does not serve metrics at the port {port}")
        own = [policy for policy in policies
               if policy["spec"]["podSelector"].get("matchLabels", {"": ""}).items() <= labels(pod)]
        # A rule without ports opens all of them.
        opening = [rule for policy in own for rule in policy["spec"].get("ingress", [])
                   if any(entry["port"] == port for entry in rule.get("ports", [{"port": port}]))]
        if not opening:
            fail(f"{name}: no policy lets anybody in who collects its metrics")
        if any(rule.get("from") != COLLECTORS for rule in opening):
            fail(f"{name}: a policy lets others in than those who collect its metrics")


class Cluster:
    """The daemons of the manifests, as processes of this machine."""

    def __init__(self, pando, folder):
        self.folder = pathlib.Path(folder)
        self.folder.chmod(0o711)
        self.pando = self.folder / "pando"
        shutil.copy(pando, self.pando)
        self.keys = self.folder / "keys"
        self.keys.mkdir(mode=0o700)
        self.daemons = []

    def command(self, *words):
        subprocess.run([self.pando, *words], check=True, stdout=subprocess.DEVNULL)

    def make_key(self, name, role):
        self.command("keys", "new", name, "--directory", self.keys)
        self.command(
            "keys", "trust", self.keys / f"{name}.pub", "--role", role,
            "--keyring", self.keys / "keyring")

    def mount(self, folder, files, mode):
        """Fills a folder as the kubelet does: behind a link that moves in one step."""
        folder.mkdir(parents=True, exist_ok=True)
        folder.chmod(0o777)
        data = folder / f"..{time.time_ns()}"
        data.mkdir()
        data.chmod(0o755)
        for name, content in files.items():
            (data / name).write_bytes(content)
            os.chown(data / name, 0, USER)
            (data / name).chmod(mode)
            if not (folder / name).is_symlink():
                (folder / name).symlink_to(f"..data/{name}")
        link = folder / "..data_tmp"
        link.symlink_to(data.name)
        link.rename(folder / "..data")

    def mount_keyring(self, folder):
        files = {file.name: file.read_bytes() for file in (self.keys / "keyring").glob("*.pub")}
        self.mount(folder, files, 0o444)

    def words(self, pod, words):
        """Words of a container, with the addresses and paths of this machine."""
        own = str(self.folder / pod["metadata"]["name"])
        return [
            str(word).replace("/etc/pando", own).replace("tcp://coordinator:", "tcp://127.0.0.1:")
            .replace("$(POD_IP)", "127.0.0.1").replace("0.0.0.0:", f"{self.loopback(pod)}:")
            for word in words
        ]

    def loopback(self, pod):
        """An address of its own for each, as pods have: what they serve at one port is at two places here."""
        return "127.0.0.1" if pod["metadata"]["name"] == "coordinator" else "127.0.0.2"

    def scrape(self, pod):
        name = pod["metadata"]["name"]
        url = f"http://{self.loopback(pod)}:{metrics_port(pod)}/metrics"
        with urllib.request.urlopen(url, timeout=PATIENCE) as answer:
            text = answer.read().decode()
        for metric in ("pando_build_info{", f"pando_{name}_children "):
            if metric not in text:
                fail(f"{name}: {metric} is not among its metrics:\n{text}")

    def environment(self, pod, container):
        own = {"status.podIP": "127.0.0.1", "metadata.name": pod["metadata"]["name"]}
        return {
            entry["name"]: self.words(
                pod,
                [entry.get("value") or own[entry["valueFrom"]["fieldRef"]["fieldPath"]]])[0]
            for entry in container["env"]
        }

    def as_user(self, pod, container, words):
        user = pod["spec"]["template"]["spec"]["securityContext"]["runAsUser"]
        return (
            ["setpriv", f"--reuid={user}", f"--regid={user}", "--clear-groups", "--no-new-privs",
             "--bounding-set=-all", *words],
            {"PATH": f"{self.folder}:{os.environ['PATH']}", **self.environment(pod, container)},
        )

    def start(self, pod):
        template = pod["spec"]["template"]["spec"]
        name = pod["metadata"]["name"]
        for volume in template["volumes"]:
            folder = self.folder / name / volume["name"]
            if "configMap" in volume:
                self.mount_keyring(folder)
            else:
                secret = volume["secret"]["secretName"].removeprefix("pando-")
                content = (self.keys / f"{secret}.key").read_bytes()
                self.mount(folder, {"key": content}, volume["secret"]["defaultMode"])
        (self.folder / name).chmod(0o755)
        container = template["containers"][0]
        words, environment = self.as_user(
            pod, container, [str(self.pando), *self.words(pod, container["args"])])
        log = open(self.folder / f"{name}.log", "wb")
        self.daemons.append((pod, subprocess.Popen(
            words, env=environment, stdout=log, stderr=log, stdin=subprocess.DEVNULL)))
        self.probe(pod, container)

    def probe(self, pod, container):
        name = pod["metadata"]["name"]
        for kind in ("startupProbe", "readinessProbe", "livenessProbe"):
            words, environment = self.as_user(
                pod, container, self.words(pod, container[kind]["exec"]["command"]))
            self.wait(f"the {kind} of the {name} succeeds", lambda: subprocess.run(
                words, env=environment, stdout=subprocess.DEVNULL,
                timeout=container[kind]["timeoutSeconds"]).returncode == 0)

    def log(self, name):
        return (self.folder / f"{name}.log").read_text(encoding="utf-8")

    def wait(self, event, condition):
        deadline = time.monotonic() + PATIENCE
        while not condition():
            if time.monotonic() > deadline:
                for pod, _ in self.daemons:
                    name = pod["metadata"]["name"]
                    print(f"--- {name}\n{self.log(name)}", file=sys.stderr)
                fail(f"waited {PATIENCE} seconds in vain: {event}")
            time.sleep(0.1)

    def stop(self):
        for pod, daemon in reversed(self.daemons):
            daemon.send_signal(signal.SIGTERM)
            grace = pod["spec"]["template"]["spec"]["terminationGracePeriodSeconds"]
            if daemon.wait(grace) != 0:
                fail(f"{pod['metadata']['name']} answered SIGTERM with {daemon.returncode}")

    def kill(self):
        for _, daemon in self.daemons:
            if daemon.poll() is None:
                daemon.kill()


def boot(pando, documents):
    with tempfile.TemporaryDirectory(prefix="pando-kubernetes.", dir="/tmp") as folder:
        cluster = Cluster(pando, folder)
        for name in ("coordinator", "worker", "operator"):
            cluster.make_key(name, name)
        try:
            for pod in pods(documents):
                cluster.start(pod)
            operator = [
                "--keyring", str(cluster.keys / "keyring"), "--key", str(cluster.keys / "operator.key")]
            cluster.wait("the coordinator knows the worker", lambda: subprocess.run(
                [cluster.pando, "health", "--coordinator", "tcp://127.0.0.1:7610", "--at-least", "1",
                 *operator],
                stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode == 0)
            for pod in pods(documents):
                cluster.scrape(pod)
            cluster.make_key("app", "client")
            for pod in pods(documents):
                name = pod["metadata"]["name"]
                cluster.mount_keyring(cluster.folder / name / "keyring")
                cluster.wait(f"the {name} trusts a key that was added",
                             lambda: "is trusted now" in cluster.log(name))
            cluster.stop()
        finally:
            cluster.kill()


def validate(name, document, version):
    try:
        kubernetes_validate.validate(document, version, strict=True)
    except kubernetes_validate.ValidationError as error:
        fail(f"{name}: {error.message}")


def rendered():
    """What kubectl applies, with files in the place of keys."""
    with tempfile.TemporaryDirectory() as folder:
        copy = pathlib.Path(folder) / "kubernetes"
        shutil.copytree(HERE, copy, ignore=shutil.ignore_patterns("keys"))
        (copy / "keys" / "keyring").mkdir(parents=True)
        for name in ("coordinator", "worker", "operator"):
            (copy / "keys" / f"{name}.key").write_text("secret")
            (copy / "keys" / "keyring" / f"{name}.pub").write_text("public")
        made = subprocess.run(["kubectl", "kustomize", copy], capture_output=True, text=True)
        if made.returncode != 0:
            fail(f"kubectl does not accept the manifests: {made.stderr}")
        return list(yaml.safe_load_all(made.stdout))


def main():
    kustomization = yaml.safe_load((HERE / "kustomization.yaml").read_text(encoding="utf-8"))
    if sys.argv[2:] == ["--boot"]:
        subprocess.run(["ip", "link", "set", "lo", "up"], check=True)
        boot(sys.argv[1], [document for _, document in manifests(kustomization)])
        return
    documents = []
    version = kubernetes_validate.latest_version()
    for name, document in manifests(kustomization):
        validate(name, document, version)
        documents.append(document)
    check_references(kustomization, documents)
    check_ways(documents)
    check_metrics(documents)
    say(f"Deploy/kubernetes: {len(documents)} manifests fit the schemas of Kubernetes {version}")
    if shutil.which("kubectl"):
        for document in rendered():
            validate("kubectl kustomize", document, version)
        say("Deploy/kubernetes: so does what kubectl makes of them")
    else:
        say("Deploy/kubernetes: NOT rendered, because kubectl is not installed")
    if os.geteuid() != 0 or not all(shutil.which(tool) for tool in ("unshare", "setpriv", "ip")):
        say("Deploy/kubernetes: NOT booted; that takes root, unshare, setpriv and ip")
        return
    booted = subprocess.run(
        ["unshare", "--net", sys.executable, __file__, sys.argv[1], "--boot"])
    if booted.returncode != 0:
        sys.exit(1)
    say("Deploy/kubernetes: its daemons start as it says, their probes succeed, metrics are served, and a new key is "
        "trusted")


main()
