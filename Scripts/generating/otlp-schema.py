"""Writes the schema of OpenTelemetry's traces, as the package opentelemetry-proto of PyPI holds it: a FileDescriptorSet.

usage: otlp-schema.py WHEEL TARGET
"""

import ast
import sys
import zipfile

FILES = [
    "opentelemetry/proto/common/v1/common_pb2.py",
    "opentelemetry/proto/resource/v1/resource_pb2.py",
    "opentelemetry/proto/trace/v1/trace_pb2.py",
    "opentelemetry/proto/collector/trace/v1/trace_service_pb2.py",
]


def descriptor(source):
    """Returns the file descriptor that generated Python registers, without running any of it."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and getattr(node.func, "attr", "") == "AddSerializedFile":
            return ast.literal_eval(node.args[0])
    sys.exit("otlp-schema: the package is made by other means; its files register no descriptor")


def varint(number):
    """Returns a number as protocol buffers write it."""
    encoded = b""
    while number > 127:
        encoded += bytes([number & 127 | 128])
        number >>= 7
    return encoded + bytes([number])


def main():
    wheel, target = sys.argv[1:]
    with zipfile.ZipFile(wheel) as package, open(target, "wb") as output:
        for name in FILES:
            file = descriptor(package.read(name))
            # The field "file", by whose number and length each begins.
            output.write(b"\x0a" + varint(len(file)) + file)


main()
