"""Checks the structure of a compose file where docker compose itself is not installed."""

import sys

import yaml

KNOWN = {
    "image", "build", "command", "healthcheck", "depends_on", "volumes", "network_mode", "read_only",
    "cap_drop", "security_opt", "ulimits", "restart", "stop_grace_period", "networks", "environment",
    "secrets",
}


def problems(compose):
    services = compose.get("services") or {}
    if not services:
        yield "it has no services"
    for name, service in services.items():
        for key in service.keys() - KNOWN:
            yield f"{name}: '{key}' is not a key this check knows"
        if not ({"image", "build"} & service.keys()):
            yield f"{name}: it has neither an image nor a build"
        command = service.get("command", [])
        if not all(isinstance(word, str) for word in command):
            yield f"{name}: every word of its command must be a string: {command}"
        for volume in service.get("volumes", []):
            source = volume.split(":")[0]
            if not source.startswith(("/", ".")) and source not in (compose.get("volumes") or {}):
                yield f"{name}: the volume '{source}' is not declared"
        for network in service.get("networks", []):
            if network not in (compose.get("networks") or {}):
                yield f"{name}: the network '{network}' is not declared"
        if "networks" in service and "network_mode" in service:
            yield f"{name}: it has networks and a network mode"
        if "networks" not in service and service.get("network_mode") != "none":
            yield f"{name}: it has a network that it does not name; write 'network_mode: none'"
        for secret in service.get("secrets", []):
            if secret["source"] not in (compose.get("secrets") or {}):
                yield f"{name}: the secret '{secret['source']}' is not declared"
        for other in service.get("depends_on", {}):
            if other not in services:
                yield f"{name}: it depends on '{other}', which is not a service"
            elif "healthcheck" not in services[other]:
                yield f"{name}: it waits for '{other}', which has no health check"


def words(service, option):
    """The word behind an option of a command."""
    command = service.get("command", [])
    return command[command.index(option) + 1] if option in command else ""


def probe_problems(compose):
    """Of daemons with keys: the key of a health check can do nothing else, and an operator's is with no worker."""
    for name, service in (compose.get("services") or {}).items():
        secrets = {secret["target"]: secret["source"] for secret in service.get("secrets", [])}
        if not secrets:
            continue
        if words({"command": service["healthcheck"]["test"]}, "--key") != "/run/secrets/probe":
            yield f"{name}: its health check does not use the key of the probes"
        if secrets.get("probe") != "probe":
            yield f"{name}: it has not the key of the probes"
        if service["command"][0] == "worker" and "operator" in secrets.values():
            yield f"{name}: whoever takes it over drains workers, by the operator's key"


def metrics_problems(compose):
    """Of daemons on a network: each serves its metrics there, and nobody from outside reaches it."""
    for name, service in (compose.get("services") or {}).items():
        command = service.get("command", [""])
        if command[0] not in ("coordinator", "worker") or "networks" not in service:
            continue
        if words(service, "--metrics") != "0.0.0.0:9464" or "--metrics-on-network" not in command:
            yield f"{name}: it does not serve its metrics at the port 9464"
        for network in service["networks"]:
            if not ((compose.get("networks") or {}).get(network) or {}).get("internal"):
                yield f"{name}: its network '{network}' is not internal, and metrics ask for no key"


def registry_problems(compose):
    """Of a registry in etcd: whoever reaches it places children, so nobody but coordinators may."""
    services = compose.get("services") or {}
    networks = {name: set(service.get("networks", [])) for name, service in services.items()}
    members = {name for name, service in services.items() if service.get("command", [""])[0] == "etcd"}
    keepers = {name for name, service in services.items() if words(service, "--registry")}
    if keepers and not members:
        yield f"{', '.join(sorted(keepers))}: the registry is in etcd, and no service is"
    for name in sorted(members):
        for other in sorted(services.keys() - members - keepers):
            if networks[name] & networks[other]:
                yield f"{other}: it reaches {name}, where the registry is, which only coordinators may"
        for network in networks[name]:
            if not ((compose.get("networks") or {}).get(network) or {}).get("internal"):
                yield f"{name}: its network '{network}' is not internal, and etcd asks for no certificates"
        if words(services[name], "--initial-cluster").count("=") != len(members):
            yield f"{name}: its --initial-cluster does not name the {len(members)} members"
        for option, port in (("--advertise-client-urls", 2379), ("--initial-advertise-peer-urls", 2380)):
            if words(services[name], option) != f"http://{name}:{port}":
                yield f"{name}: {option} does not name it, at the port {port}"
        if not services[name].get("volumes"):
            yield f"{name}: it has no volume, so its data end with it"
    for name in sorted(keepers):
        hosts = words(services[name], "--registry").removeprefix("etcd://").split("/")[0].split(",")
        if {host.split(":")[0] for host in hosts} != members:
            yield f"{name}: its --registry names other members than there are"
        if not all(networks[name] & networks[member] for member in members):
            yield f"{name}: it has no network in common with the members of etcd"


def main():
    path = sys.argv[1]
    with open(path, encoding="utf-8") as file:
        compose = yaml.safe_load(file)
    found = [*problems(compose), *registry_problems(compose), *probe_problems(compose), *metrics_problems(compose)]
    for problem in found:
        print(f"{path}: {problem}", file=sys.stderr)
    sys.exit(1 if found else 0)


main()
