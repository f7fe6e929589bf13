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


def main():
    path = sys.argv[1]
    with open(path, encoding="utf-8") as file:
        found = list(problems(yaml.safe_load(file)))
    for problem in found:
        print(f"{path}: {problem}", file=sys.stderr)
    sys.exit(1 if found else 0)


main()
