"""Checks the manifests in the folders kubernetes and kubernetes-small: check-kubernetes.py PANDO

- Each is held against the schemas that Kubernetes publishes, and what they refer to is there.
- Each pod has a key of its own, and sees no other but that of the probes, which the probes use.
- The lists of coordinators and of members of etcd are those that there are, on machines of their own, and two of three
  stay when a machine is drained.
- What one network policy lets in, another lets out, and the other way round; nobody else reaches etcd.
- Their daemons are started as they say, in a network of their own, with keys mounted as Kubernetes mounts them:
  the probes must succeed, and their key must be told nothing else; metrics must be where annotations and policies say,
  a key that is added later must be trusted, and SIGTERM must end all in time.

It takes the package kubernetes-validate, and kubectl for kubernetes-small. Without root the daemons are not started;
without etcd, or a build with it, the coordinators are started with registries in memory. Both is said.
"""

import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import urllib.request

import kubernetes_validate
import yaml

HERE = pathlib.Path(__file__).resolve().parent
MAIN, SMALL = "kubernetes", "kubernetes-small"
USER = 10001
# The pods of programs, which others bring.
CLIENT = {"pando-client": "true"}
PATIENCE = 30
PROBES = ("startupProbe", "readinessProbe", "livenessProbe")
# The folder that is being checked, for messages.
checked = MAIN


def say(text):
    print(f"deploy-check: {text}", flush=True)


def fail(text):
    print(f"deploy-check: Deploy/{checked}: {text}", file=sys.stderr)
    sys.exit(1)


def manifests(kustomization):
    for name in kustomization["resources"]:
        for document in yaml.safe_load_all((HERE / MAIN / name).read_text(encoding="utf-8")):
            yield name, document


def generated(kustomization):
    """The Secrets and the ConfigMaps that kubectl makes, with the names of their files."""
    for kind, generator in (("Secret", "secretGenerator"), ("ConfigMap", "configMapGenerator")):
        for made in kustomization[generator]:
            files = [file.split("=")[0].split("/")[-1] for file in made["files"]]
            yield {"kind": kind, "metadata": {"name": made["name"]}, "data": dict.fromkeys(files)}


def of_kind(documents, *kinds):
    return [document for document in documents if document["kind"] in kinds]


def sets(documents):
    return of_kind(documents, "Deployment", "StatefulSet")


def files(documents, kind, name):
    """The names of the files in a Secret or a ConfigMap; none where nobody makes it."""
    return {file for document in of_kind(documents, kind) if document["metadata"]["name"] == name
            for file in document["data"]}


def name_of(document):
    return document["metadata"]["name"]


def find(documents, kind, name):
    return next((document for document in of_kind(documents, kind) if name_of(document) == name), None)


def template(pod):
    return pod["spec"]["template"]["spec"]


def container_of(pod):
    (container,) = template(pod)["containers"]
    return container


def is_pando(pod):
    return container_of(pod)["image"].split(":")[0] == "pando"


def pod_names(pod):
    return [f"{name_of(pod)}-{number}" for number in range(pod["spec"]["replicas"])]


def variables(pod):
    return {entry["name"]: entry.get("value") for entry in container_of(pod)["env"]}


def labels(pod):
    return pod["spec"]["template"]["metadata"]["labels"].items()


def check_references(documents):
    for pod in sets(documents):
        name, spec = name_of(pod), template(pod)
        if not pod["spec"]["selector"]["matchLabels"].items() <= labels(pod):
            fail(f"{name}: its selector does not select its own pods")
        volumes = {volume["name"] for volume in spec.get("volumes", [])}
        claims = {name_of(claim) for claim in pod["spec"].get("volumeClaimTemplates", [])}
        for volume in spec.get("volumes", []):
            if "secret" in volume and not files(documents, "Secret", volume["secret"]["secretName"]):
                fail(f"{name}: nobody makes the secret {volume['secret']['secretName']}")
            if "configMap" in volume and not files(documents, "ConfigMap", volume["configMap"]["name"]):
                fail(f"{name}: nobody makes the map {volume['configMap']['name']}")
        for mount in container_of(pod)["volumeMounts"]:
            if mount["name"] not in volumes | claims:
                fail(f"{name}: there is no volume {mount['name']}")
        service = find(documents, "Service", pod["spec"].get("serviceName"))
        if service is None or service["spec"].get("clusterIP") != "None":
            fail(f"{name}: its pods have no names, since no headless service has that of its serviceName")
        if not service["spec"]["selector"].items() <= labels(pod):
            fail(f"{name}: its service does not select its pods")
    for document in of_kind(documents, "Service", "PodDisruptionBudget", "NetworkPolicy"):
        selector = document["spec"].get("podSelector", document["spec"].get("selector"))
        if document["kind"] != "Service":
            selector = selector.get("matchLabels", {})
        if document["kind"] == "NetworkPolicy" and selector == CLIENT:
            continue
        if not any(selector.items() <= labels(pod) for pod in sets(documents)):
            fail(f"the {document['kind']} {name_of(document)} selects no pod")


def check_security(documents):
    for pod in sets(documents):
        name, spec, own = name_of(pod), template(pod), container_of(pod)["securityContext"]
        context = spec["securityContext"]
        if context.get("runAsNonRoot") is not True or context.get("seccompProfile") != {"type": "RuntimeDefault"}:
            fail(f"{name}: it is no pod of the restricted standard")
        if own != {
                "allowPrivilegeEscalation": False, "readOnlyRootFilesystem": True, "capabilities": {"drop": ["ALL"]}}:
            fail(f"{name}: its container may do more than others")
        if spec.get("automountServiceAccountToken") is not False:
            fail(f"{name}: it has a token for the API server, which it does not need")


def check_keys(documents):
    """Each pod mounts its own key and that of the probes, and neither another nor a whole folder of them."""
    for pod in filter(is_pando, sets(documents)):
        name, spec, container = name_of(pod), template(pod), container_of(pod)
        full = {volume["name"]: volume["secret"]["secretName"] for volume in spec["volumes"] if "secret" in volume}
        # kubectl adds a digest to the name.
        secrets = {volume: secret.split("-")[1] for volume, secret in full.items()}
        if sorted(secrets.values()) != sorted([name, "probe"]):
            fail(f"{name}: it mounts other secrets than its own and that of the probes: {sorted(secrets.values())}")
        mounts = {secrets[mount["name"]]: mount for mount in container["volumeMounts"] if mount["name"] in secrets}
        own, probe = mounts[name], mounts["probe"]
        if own.get("subPathExpr") != "$(POD_NAME).key":
            fail(f"{name}: a pod sees the keys of all")
        pod_name = {"name": "POD_NAME", "valueFrom": {"fieldRef": {"fieldPath": "metadata.name"}}}
        if pod_name not in container["env"]:
            fail(f"{name}: POD_NAME is not the name of the pod")
        if variables(pod)["PANDO_KEY"] != own["mountPath"]:
            fail(f"{name}: PANDO_KEY is not where its key is mounted")
        (own_secret,) = [full[volume] for volume in secrets if secrets[volume] == name]
        (keyring,) = [volume["configMap"]["name"] for volume in spec["volumes"] if "configMap" in volume]
        for each in pod_names(pod):
            if f"{each}.key" not in files(documents, "Secret", own_secret):
                fail(f"{each} has no key in the secret {own_secret}")
        for each in [*pod_names(pod), "probe"]:
            if f"{each}.pub" not in files(documents, "ConfigMap", keyring):
                fail(f"the keyring does not have the key of {each}")
        for kind in PROBES:
            words = container[kind]["exec"]["command"]
            if words[:2] != ["pando", "health"]:
                fail(f"{name}: its {kind} asks for something else than its health")
            if words[words.index("--key") + 1] != f"{probe['mountPath']}/key":
                fail(f"{name}: its {kind} does not use the key of the probes")
            trusted = [mount.get("subPathExpr") for mount in container["volumeMounts"]
                       if str(pathlib.Path(mount["mountPath"]).parent) == words[words.index("--keyring") + 1]]
            if trusted != ["$(POD_NAME).pub"]:
                fail(f"{name}: its {kind} trusts others than the pod, and is refused while it tries their keys")


def flag(pod, name):
    """The value of a flag of etcd."""
    values = [word.split("=", 1)[1] for word in container_of(pod)["args"] if word.startswith(f"--{name}=")]
    if len(values) != 1:
        fail(f"{name_of(pod)}: it has not one flag --{name}")
    return values[0]


def addresses(documents, pod, port_name):
    """The addresses of a set's pods, by their service, which has the port."""
    service = find(documents, "Service", pod["spec"]["serviceName"])
    ports = {entry["name"]: entry for entry in service["spec"]["ports"]}
    opened = {entry["name"]: entry["containerPort"] for entry in container_of(pod)["ports"]}
    port = ports.get(port_name, {})
    if port.get("targetPort") != port_name or opened.get(port_name) != port.get("port"):
        fail(f"{name_of(pod)}: its service does not lead to its port '{port_name}'")
    return [f"{each}.{name_of(service)}:{port['port']}" for each in pod_names(pod)]


def check_lists(documents):
    """Who names coordinators, or members of etcd, names all that there are, and no others."""
    coordinator, worker = (find(documents, "StatefulSet", name) for name in ("coordinator", "worker"))
    expected = ",".join(f"tcp://{address}" for address in addresses(documents, coordinator, "control"))
    if variables(worker)["PANDO_COORDINATOR"] != expected:
        fail(f"worker: PANDO_COORDINATOR is not {expected}")
    etcd = find(documents, "StatefulSet", "etcd")
    registry = variables(coordinator)["PANDO_REGISTRY"]
    if etcd is None:
        if registry != "memory" or coordinator["spec"]["replicas"] != 1:
            fail("coordinator: without etcd there is one, with its registry in memory")
        return
    clients, peers = (addresses(documents, etcd, port) for port in ("client", "peer"))
    if registry != f"etcd://{','.join(clients)}/pando":
        fail(f"coordinator: PANDO_REGISTRY is not etcd://{','.join(clients)}/pando")
    names = pod_names(etcd)
    cluster = ",".join(f"{name}=http://{peer}" for name, peer in zip(names, peers))
    for name, value in (
            ("name", "$(POD_NAME)"), ("initial-cluster", cluster),
            ("advertise-client-urls", f"http://{clients[0]}".replace(names[0], "$(POD_NAME)")),
            ("initial-advertise-peer-urls", f"http://{peers[0]}".replace(names[0], "$(POD_NAME)")),
            ("listen-client-urls", "http://0.0.0.0:2379"), ("listen-peer-urls", "http://0.0.0.0:2380")):
        if flag(etcd, name) != value:
            fail(f"etcd: --{name} is not {value}")
    if find(documents, "Service", "etcd")["spec"].get("publishNotReadyAddresses") is not True:
        fail("etcd: a member finds no other before it is ready, and is not ready before it finds one")
    (mount,) = container_of(etcd)["volumeMounts"]
    if not flag(etcd, "data-dir").startswith(f"{mount['mountPath']}/"):
        fail("etcd: its data are not below its volume")
    if not flag(etcd, "auto-compaction-retention"):
        fail("etcd: its history fills its quota")
    for pod in (coordinator, etcd):
        if pod["spec"]["replicas"] != 3:
            fail(f"{name_of(pod)}: there are not three")


def check_losses(documents):
    """A machine that is lost, or drained, takes one pod of three."""
    for pod in sets(documents):
        name, count, own = name_of(pod), pod["spec"]["replicas"], pod["spec"]["selector"]
        spreads = template(pod)["topologySpreadConstraints"]
        when = "ScheduleAnyway" if name == "worker" else "DoNotSchedule"
        if spreads != [{"maxSkew": 1, "topologyKey": "kubernetes.io/hostname", "whenUnsatisfiable": when,
                        "labelSelector": own}]:
            fail(f"{name}: its pods may be on one machine")
        if pod["spec"].get("podManagementPolicy") != "Parallel":
            fail(f"{name}: a pod that does not become ready keeps the next ones from starting")
        budgets = [budget["spec"] for budget in of_kind(documents, "PodDisruptionBudget")
                   if budget["spec"]["selector"] == own]
        if count == 1 and budgets:
            fail(f"{name}: a machine with the only pod could never be drained")
        expected = {"maxUnavailable": 1} if name == "worker" else {"minAvailable": count // 2 + 1}
        if count > 1 and budgets != [{**expected, "selector": own}]:
            fail(f"{name}: its disruption budget is not {expected}")


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
    policies = of_kind(documents, "NetworkPolicy")
    if not any(policy["spec"]["podSelector"] == {} for policy in policies):
        fail("no policy denies what no other allows")
    into, out = set(ways(policies, "ingress", "from")), set(ways(policies, "egress", "to"))
    for way in sorted(into ^ out):
        fail("{} to {}, {} {}".format(*way) + (
            ": is let in, and not out" if way in into else ": is let out, and not in"))
    component = {name: f"app.kubernetes.io/component={name}, app.kubernetes.io/name=pando"
                 for name in ("coordinator", "worker", "etcd")}
    client = label_text({"matchLabels": CLIENT})
    needed = {(component["worker"], component["coordinator"], 7610), (client, component["coordinator"], 7610),
              (client, component["worker"], 7611), (component["coordinator"], component["worker"], 7611)}
    if find(documents, "StatefulSet", "etcd"):
        needed |= {(component["coordinator"], component["etcd"], 2379), (component["etcd"], component["etcd"], 2380)}
    opened = {(source, target, port) for source, target, _, port in into}
    for source, target, port in sorted(needed ^ opened):
        fail(f"{source} to {target}, TCP {port}: " + (
            "nobody lets it in" if (source, target, port) in needed else "it is let in, and nobody needs it"))
    for policy in policies:
        if name_of(policy) == "etcd" and any(
                "namespaceSelector" in peer and port["port"] != 2381
                for rule in policy["spec"]["ingress"] for peer in rule["from"] for port in rule["ports"]):
            fail("etcd: another namespace reaches the registry")
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
    policies = of_kind(documents, "NetworkPolicy")
    for pod in sets(documents):
        name, port = pod["metadata"]["name"], metrics_port(pod)
        annotations = pod["spec"]["template"]["metadata"]["annotations"]
        if (annotations.get("prometheus.io/scrape"), annotations.get("prometheus.io/path")) != ("true", "/metrics"):
            fail(f"{name}: its annotations do not have Prometheus collect /metrics")
        containers = pod["spec"]["template"]["spec"]["containers"]
        if not any(entry["name"] == "metrics" and entry["containerPort"] == port
                   for container in containers for entry in container["ports"]):
            fail(f"{name}: the port {port} of its annotations is not the port 'metrics' of its container")
        if is_pando(pod):
            serves = {f"0.0.0.0:{port}", "--metrics-on-network"} <= set(container_of(pod)["args"])
        else:
            serves = flag(pod, "listen-metrics-urls") == f"http://0.0.0.0:{port}"
        if not serves:
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


class Pod:
    """A pod of a set, at an address of its own: what pods serve at one port is at several places here."""

    def __init__(self, pod_set, name, address):
        self.set, self.name, self.address = pod_set, name, address
        self.container, self.template = container_of(pod_set), template(pod_set)
        self.process = None

    def __str__(self):
        return self.name


class Cluster:
    """The daemons of the manifests, as processes of this machine."""

    def __init__(self, pando, folder, documents):
        self.folder = pathlib.Path(folder)
        self.folder.chmod(0o711)
        self.pando = self.folder / "pando"
        shutil.copy(pando, self.pando)
        self.keys = self.folder / "keys"
        self.keys.mkdir(mode=0o700)
        self.pods = [Pod(pod_set, name, f"127.0.{number}.{place + 1}")
                     for number, pod_set in enumerate(sets(documents), 1)
                     for place, name in enumerate(pod_names(pod_set))]

    def of(self, component):
        return [pod for pod in self.pods if name_of(pod.set) == component]

    def command(self, *words):
        subprocess.run([self.pando, *words], check=True, stdout=subprocess.DEVNULL)

    def make_key(self, name, role):
        self.command("keys", "new", name, "--directory", self.keys)
        self.command(
            "keys", "trust", self.keys / f"{name}.pub", "--role", role,
            "--keyring", self.keys / "keyring")

    def mount(self, folder, contents, mode):
        """Fills a folder as the kubelet does: behind a link that moves in one step."""
        folder.mkdir(parents=True, exist_ok=True)
        folder.chmod(0o777)
        data = folder / f"..{time.time_ns()}"
        data.mkdir()
        data.chmod(0o755)
        for name, content in contents.items():
            self.write(data / name, content, mode)
            if not (folder / name).is_symlink():
                (folder / name).symlink_to(f"..data/{name}")
        link = folder / "..data_tmp"
        link.symlink_to(data.name)
        link.rename(folder / "..data")

    def write(self, path, content, mode):
        path.write_bytes(content)
        os.chown(path, 0, USER)
        path.chmod(mode)

    def mount_keyring(self, folder):
        self.mount(folder, {file.name: file.read_bytes() for file in (self.keys / "keyring").glob("*.pub")}, 0o444)

    def words(self, pod, words):
        """Words of a container, with the addresses and paths of this machine."""
        own = str(self.folder / pod.name)
        text = [str(word).replace("/etc/pando", own).replace("/var/lib/etcd", f"{own}/data")
                .replace("$(POD_NAME)", pod.name).replace("$(POD_IP)", pod.address) for word in words]
        text = [re.sub(r"(?<=://)(127\.0\.0\.1|0\.0\.0\.0|\*)(?=:)|^0\.0\.0\.0(?=:)", pod.address, word)
                for word in text]
        for other in self.pods:
            text = [word.replace(f"{other.name}.{other.set['spec']['serviceName']}:", f"{other.address}:")
                    for word in text]
        return text

    def environment(self, pod):
        own = {"status.podIP": pod.address, "metadata.name": pod.name}
        return {
            entry["name"]: self.words(
                pod, [entry.get("value") or own[entry["valueFrom"]["fieldRef"]["fieldPath"]]])[0]
            for entry in pod.container["env"]
        }

    def as_user(self, pod, words):
        user = pod.template["securityContext"]["runAsUser"]
        return (
            ["setpriv", f"--reuid={user}", f"--regid={user}", "--clear-groups", "--no-new-privs",
             "--bounding-set=-all", *words],
            {"PATH": f"{self.folder}:{os.environ['PATH']}", **self.environment(pod)},
        )

    def mount_all(self, pod):
        for mount in pod.container["volumeMounts"]:
            folder = pathlib.Path(self.words(pod, [mount["mountPath"]])[0])
            volume = next((each for each in pod.template.get("volumes", []) if each["name"] == mount["name"]), {})
            if "subPathExpr" in mount:
                # Of a folder of files the container sees this one.
                folder.parent.mkdir(parents=True)
                file = self.words(pod, [mount["subPathExpr"]])[0]
                content = (self.keys / ("keyring" if "configMap" in volume else ".") / file).read_bytes()
                self.write(folder, content, (volume.get("secret") or volume["configMap"])["defaultMode"])
            elif "configMap" in volume:
                self.mount_keyring(folder)
            elif "secret" in volume:
                content = (self.keys / "probe.key").read_bytes()
                self.mount(folder, {"key": content}, volume["secret"]["defaultMode"])
            else:
                folder.mkdir(parents=True)
                os.chown(folder, 0, USER)
                folder.chmod(0o2770)
        (self.folder / pod.name).chmod(0o755)

    def start(self, component):
        """Starts the pods of a set at once, and waits until all are ready."""
        for pod in self.of(component):
            self.mount_all(pod)
            first = self.pando if is_pando(pod.set) else shutil.which("etcd")
            words, environment = self.as_user(pod, [str(first), *self.words(pod, pod.container["args"])])
            log = open(self.folder / f"{pod}.log", "wb")
            pod.process = subprocess.Popen(
                words, env=environment, stdout=log, stderr=log, stdin=subprocess.DEVNULL)
        for pod in self.of(component):
            for kind in PROBES:
                if kind in pod.container:
                    self.wait(f"the {kind} of {pod} succeeds", lambda: self.probe(pod, pod.container[kind]))
            # Nobody but the probes has come yet.
            if "was refused" in self.log(pod):
                fail(f"{pod} refuses its probes now and then:\n{self.log(pod)}")

    def probe(self, pod, probe):
        if "httpGet" in probe:
            return self.get(pod, probe["httpGet"]["port"], probe["httpGet"]["path"]) is not None
        words, environment = self.as_user(pod, self.words(pod, probe["exec"]["command"]))
        return subprocess.run(
            words, env=environment, stdout=subprocess.DEVNULL, timeout=probe["timeoutSeconds"]).returncode == 0

    def get(self, pod, port, path):
        port = {entry["name"]: entry["containerPort"] for entry in pod.container["ports"]}.get(port, port)
        try:
            with urllib.request.urlopen(f"http://{pod.address}:{port}{path}", timeout=PATIENCE) as answer:
                return answer.read().decode()
        except OSError:
            return None

    def scrape(self, pod):
        text = self.get(pod, metrics_port(pod.set), "/metrics") or ""
        name = name_of(pod.set)
        expected = ["etcd_server_has_leader 1"] if name == "etcd" else ["pando_build_info{", f"pando_{name}_children "]
        for metric in expected:
            if metric not in text:
                fail(f"{pod}: {metric} is not among its metrics:\n{text}")

    def check_probe_key(self, pod):
        """The key of the probes opens nothing but health."""
        words = self.words(pod, pod.container["livenessProbe"]["exec"]["command"])
        options = [word for name in ("--coordinator", "--key", "--keyring")
                   for word in (name, words[words.index(name) + 1])]
        for command in (["status"], ["drain", "worker-0"]):
            asked, environment = self.as_user(pod, ["pando", *command, *options])
            if subprocess.run(asked, env=environment, capture_output=True, timeout=PATIENCE).returncode == 0:
                fail(f"{pod}: the key of the probes may do this, too: pando {command[0]}")

    def log(self, pod):
        path = self.folder / f"{pod}.log"
        return path.read_text(encoding="utf-8") if path.exists() else ""

    def wait(self, event, condition):
        deadline = time.monotonic() + PATIENCE
        while not condition():
            if time.monotonic() > deadline:
                for pod in self.pods:
                    print(f"--- {pod}\n{self.log(pod)[-4000:]}", file=sys.stderr)
                fail(f"waited {PATIENCE} seconds in vain: {event}")
            time.sleep(0.1)

    def stop(self):
        for pod in reversed(self.pods):
            if pod.process:
                pod.process.send_signal(signal.SIGTERM)
                status = pod.process.wait(pod.template["terminationGracePeriodSeconds"])
                # A signal ends etcd, when it has closed its files.
                if status not in ([0] if is_pando(pod.set) else [0, -signal.SIGTERM]):
                    fail(f"{pod} answered SIGTERM with {status}")

    def kill(self):
        for pod in self.pods:
            if pod.process and pod.process.poll() is None:
                pod.process.kill()


def has_etcd(pando):
    """Whether a build of pando keeps a registry in etcd."""
    try:
        done = subprocess.run(
            [pando, "coordinator", "--bind", "ipc:///nowhere/to/listen.sock", "--registry", "etcd://127.0.0.1/pando"],
            capture_output=True, text=True, timeout=PATIENCE)
    except subprocess.TimeoutExpired:
        return True
    return "takes a build with etcd" not in done.stderr


def boot(pando, documents):
    with tempfile.TemporaryDirectory(prefix="pando-kubernetes.", dir="/tmp") as folder:
        cluster = Cluster(pando, folder, documents)
        shares = bool(cluster.of("etcd")) and bool(shutil.which("etcd")) and has_etcd(pando)
        for component in ("coordinator", "worker"):
            for pod in cluster.of(component):
                cluster.make_key(pod.name, component)
        for name in ("probe", "operator"):
            cluster.make_key(name, name)
        if not shares:
            for entry in container_of(find(documents, "StatefulSet", "coordinator"))["env"]:
                if entry["name"] == "PANDO_REGISTRY":
                    entry["value"] = "memory"
        try:
            if shutil.which("etcd"):
                cluster.start("etcd")
            started = ["coordinator", "worker"]
            for component in started:
                cluster.start(component)
            pods = [pod for component in started for pod in cluster.of(component)]
            operator = ["--keyring", str(cluster.keys / "keyring"), "--key", str(cluster.keys / "operator.key")]
            for pod in cluster.of("coordinator")[:None if shares else 1]:
                cluster.wait(f"{pod} knows the workers", lambda: subprocess.run(
                    [cluster.pando, "health", "--coordinator", f"tcp://{pod.address}:7610",
                     "--at-least", str(len(cluster.of("worker"))), *operator],
                    stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode == 0)
            for pod in cluster.pods:
                if pod.process:
                    cluster.scrape(pod)
            for pod in cluster.of("coordinator"):
                cluster.check_probe_key(pod)
            cluster.make_key("app", "client")
            for pod in pods:
                cluster.mount_keyring(cluster.folder / pod.name / "keyring")
            for pod in pods:
                cluster.wait(f"{pod} trusts a key that was added", lambda: "is trusted now" in cluster.log(pod))
            cluster.stop()
            if not shutil.which("etcd"):
                say("Deploy/kubernetes: etcd NOT booted, because it is not installed")
            if not shares:
                say("Deploy/kubernetes: the coordinators had registries in memory, since "
                    "etcd is not installed or this build has not the trait Etcd")
        finally:
            cluster.kill()


def validate(name, document, version):
    try:
        kubernetes_validate.validate(document, version, strict=True)
    except kubernetes_validate.ValidationError as error:
        fail(f"{name}: {error.message}")


def rendered(folder):
    """What kubectl applies, with files in the place of keys."""
    with tempfile.TemporaryDirectory() as place:
        for name in (MAIN, SMALL):
            shutil.copytree(HERE / name, pathlib.Path(place) / name, ignore=shutil.ignore_patterns("keys"))
        keys = pathlib.Path(place) / MAIN / "keys"
        (keys / "keyring").mkdir(parents=True)
        names = [*(f"coordinator-{number}" for number in range(3)), "worker-0", "worker-1", "probe", "operator"]
        for name in names:
            (keys / f"{name}.key").write_text("secret")
            (keys / "keyring" / f"{name}.pub").write_text("public")
        made = subprocess.run(["kubectl", "kustomize", f"{place}/{folder}"], capture_output=True, text=True)
        if made.returncode != 0:
            fail(f"kubectl does not accept the manifests: {made.stderr}")
        return list(yaml.safe_load_all(made.stdout))


CHECKS = (check_references, check_security, check_keys, check_lists, check_losses, check_ways, check_metrics)


def main():
    global checked
    kustomization = yaml.safe_load((HERE / MAIN / "kustomization.yaml").read_text(encoding="utf-8"))
    if sys.argv[2:] == ["--boot"]:
        subprocess.run(["ip", "link", "set", "lo", "up"], check=True)
        boot(sys.argv[1], [document for _, document in manifests(kustomization)])
        return
    listed = set(kustomization["resources"]) | {"kustomization.yaml"}
    for file in (HERE / MAIN).glob("*.yaml"):
        if file.name not in listed:
            fail(f"{file.name} is not in kustomization.yaml")
    documents = []
    version = kubernetes_validate.latest_version()
    for name, document in manifests(kustomization):
        validate(name, document, version)
        documents.append(document)
    for check in CHECKS:
        check([*documents, *generated(kustomization)])
    say(f"Deploy/kubernetes: {len(documents)} manifests fit the schemas of Kubernetes {version}")
    if shutil.which("kubectl"):
        for checked in (MAIN, SMALL):
            made = rendered(checked)
            for document in made:
                validate("kubectl kustomize", document, version)
            for check in CHECKS:
                check(made)
            if (find(made, "StatefulSet", "etcd") is None) != (checked == SMALL):
                fail("etcd is in the one folder, and not in the other")
            say(f"Deploy/{checked}: so do the {len(made)} that kubectl makes of it")
        checked = MAIN
    else:
        say("Deploy/kubernetes-small: NOT checked, and kubernetes NOT rendered, because kubectl is not installed")
    if os.geteuid() != 0 or not all(shutil.which(tool) for tool in ("unshare", "setpriv", "ip")):
        say("Deploy/kubernetes: NOT booted; that takes root, unshare, setpriv and ip")
        return
    booted = subprocess.run(
        ["unshare", "--net", sys.executable, __file__, sys.argv[1], "--boot"])
    if booted.returncode != 0:
        sys.exit(1)
    say("Deploy/kubernetes: its daemons start as it says, their probes succeed with a key for nothing else, metrics "
        "are served, and a new key is trusted")


main()
