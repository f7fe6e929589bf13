"""Writes the part of etcd's protocol files that the registry calls: no options, no other services."""

import pathlib
import re
import sys

# The calls that are made, by service.
CALLS = {
    "KV": ["Range", "Txn"],
    "Watch": ["Watch"],
    "Lease": ["LeaseGrant", "LeaseRevoke", "LeaseKeepAlive"],
    "Auth": ["Authenticate"],
}


def without_options(text):
    """Returns a protocol file without imports of extensions, and without what they add."""
    text = re.sub(r"//[^\n]*", "", text)
    text = re.sub(r'^import "(gogoproto|google/api)[^\n]*\n', "", text, flags=re.M)
    text = re.sub(r"^option \(gogoproto[^\n]*\n", "", text, flags=re.M)
    return re.sub(r"\s*\[\(gogoproto[^\]]*\]", "", text)


def blocks(text):
    """Returns the top-level messages, enumerations and services, by kind and name."""
    found = {}
    for start in re.finditer(r"^(message|enum|service) (\w+) *\{", text, flags=re.M):
        depth, end = 1, start.end()
        while depth:
            depth += {"{": 1, "}": -1}.get(text[end], 0)
            end += 1
        found[start.group(2)] = (start.group(1), text[start.start() : end])
    return found


def calls(service, body):
    """Returns the calls of a service that are kept, as lines of a protocol file."""
    kept = []
    for name in CALLS[service]:
        call = re.search(rf"rpc {name}\s*\([^)]*\)\s*returns\s*\([^)]*\)", body)
        if call is None:
            sys.exit(f"trim-etcd: etcd's service {service} has no call {name}")
        kept.append(f"  {call.group(0)} {{}}\n")
    return "".join(kept)


def main():
    source, target = map(pathlib.Path, sys.argv[1:])
    kv = without_options((source / "mvcc/mvccpb/kv.proto").read_text())
    (target / "kv.proto").write_text(kv)
    found = blocks(without_options((source / "etcdserver/etcdserverpb/rpc.proto").read_text()))
    services = {name: calls(name, found[name][1]) for name in CALLS}
    needed, reading = set(), list(services.values())
    while reading:
        words = set(re.findall(r"\b[A-Z]\w+", reading.pop())) & set(found)
        new = {word for word in words if found[word][0] != "service"} - needed
        needed |= new
        reading += [found[word][1] for word in new]
    parts = ['syntax = "proto3";\npackage etcdserverpb;\nimport "kv.proto";\n']
    parts += [f"service {name} {{\n{body}}}\n" for name, body in services.items()]
    parts += [body + "\n" for name, (_, body) in found.items() if name in needed]
    (target / "rpc.proto").write_text("\n".join(parts))


main()
