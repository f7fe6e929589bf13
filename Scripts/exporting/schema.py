"""The published schema of OpenTelemetry's traces, and the rules that it states in words."""

import pathlib
import time

from google.protobuf import descriptor_pb2, descriptor_pool, message_factory

PACKAGE = "opentelemetry.proto"
SCHEMA = pathlib.Path(__file__).resolve().parent / "opentelemetry.binpb"


class Broken(Exception):
    """What came is not as it must be."""


def check(what, is_true, *details):
    if not is_true:
        raise Broken(" ".join([what, *map(str, details)]))


def message_class(name):
    pool = descriptor_pool.DescriptorPool()
    for file in descriptor_pb2.FileDescriptorSet.FromString(SCHEMA.read_bytes()).file:
        pool.Add(file)
    found = pool.FindMessageTypeByName(f"{PACKAGE}.{name}")
    if hasattr(message_factory, "GetMessageClass"):
        return message_factory.GetMessageClass(found)
    return message_factory.MessageFactory(pool).GetPrototype(found)


REQUEST = message_class("collector.trace.v1.ExportTraceServiceRequest")
RESPONSE = message_class("collector.trace.v1.ExportTraceServiceResponse")
KINDS = {1: "internal", 2: "server", 3: "client", 4: "producer", 5: "consumer"}


def without_unknown_fields(message):
    """A copy of a message with nothing but what the schema has, all the way down."""
    copy = type(message)()
    copy.CopyFrom(message)
    copy.DiscardUnknownFields()
    return copy


def value(any_value):
    kind = any_value.WhichOneof("value")
    check("an attribute has a value", kind is not None)
    if kind == "array_value":
        return [value(each) for each in any_value.array_value.values]
    return getattr(any_value, kind)


def attributes(pairs):
    names = [pair.key for pair in pairs]
    check("the names of attributes are unique:", len(set(names)) == len(names), names)
    check("an attribute has a name:", all(names), names)
    return {pair.key: value(pair.value) for pair in pairs}


class Span:
    """A span with the process that it came from."""

    def __init__(self, message, resource):
        self.message, self.resource = message, resource
        self.trace, self.id, self.parent = message.trace_id, message.span_id, message.parent_span_id
        self.name, self.process = message.name, resource["process.pid"]
        self.attributes = attributes(message.attributes)
        self.start, self.end = message.start_time_unix_nano, message.end_time_unix_nano
        check("the id of a trace has 16 bytes:", len(self.trace) == 16 and any(self.trace), self.trace)
        check("the id of a span has 8 bytes:", len(self.id) == 8 and any(self.id), self.id)
        check("the id of a parent has 8 bytes, if there is one:", len(self.parent) in (0, 8), self.parent)
        check("a span has a name", self.name)
        check("a span has a kind:", message.kind in KINDS, message.kind)
        check("a span ends after it begins:", self.start <= self.end, self.name, self.start, self.end)
        now = time.time_ns()
        check("a span was in the last hour:", now - 3_600 * 10**9 < self.start <= self.end <= now, self.name)
        check("the trace is recorded, as the flags say:", message.flags & 0xFF == 1, message.flags)
        check("the flags say where the parent is:", message.flags & 0x100, message.flags)
        for event in message.events:
            check("an event has a name and a time", event.name and event.time_unix_nano)
        check("a status is one of three:", message.status.code in (0, 1, 2), message.status)

    def __repr__(self):
        return f"{self.name} ({self.id.hex()} below {self.parent.hex() or 'nothing'}, process {self.process})"


def read(requests, service):
    """The spans of some requests, each of which is valid."""
    spans = {}
    for request in requests:
        check("it is posted to /v1/traces:", request.path == "/v1/traces", request.path)
        kind = request.headers["content-type"]
        check("it says that it is in binary:", kind == "application/x-protobuf", kind)
        message = REQUEST.FromString(request.body)
        kept = without_unknown_fields(message).SerializeToString(deterministic=True)
        check("the schema knows every field", kept == message.SerializeToString(deterministic=True))
        for part in message.resource_spans:
            resource = attributes(part.resource.attributes)
            check("the service has its name:", resource.get("service.name") == service, resource)
            check("the process has its number:", resource.get("process.pid", 0) > 0, resource)
            for name in ("host.name", "telemetry.sdk.name", "telemetry.sdk.language"):
                check(f"there is a {name}:", resource.get(name), resource)
            for scope in part.scope_spans:
                check("the library has its name", scope.scope.name == "pando")
                check("no scope is empty", scope.spans)
                for each in scope.spans:
                    span = Span(each, resource)
                    # One that is sent again is the same.
                    known = spans.setdefault((span.trace, span.id), span)
                    check("no id is used twice:", known.message == each, span)
    return list(spans.values())


class Traces:
    """Spans by their places in traces: each parent is there, and was there before."""

    def __init__(self, spans):
        self.spans = spans
        known = {(span.trace, span.id): span for span in spans}
        self.roots, self.below = [], {}
        for span in spans:
            if not span.parent:
                self.roots.append(span)
                continue
            parent = known.get((span.trace, span.parent))
            check("the parent of a span exists:", parent, span)
            check("a span begins no earlier than its parent:", parent.start <= span.start, span, parent)
            is_remote = span.message.flags & 0x200 != 0
            check("the flags say whether the parent is another's:", is_remote == (parent.process != span.process), span)
            self.below.setdefault((span.trace, span.parent), []).append(span)

    def children(self, span, name):
        """The spans directly below one whose names begin so."""
        return [each for each in self.below.get((span.trace, span.id), []) if each.name.startswith(name)]

    def child(self, span, name):
        found = self.children(span, name)
        check(f"there is one \"{name}\" below:", len(found) == 1, span, self.below.get((span.trace, span.id)))
        return found[0]

    def processes(self):
        return {span.process for span in self.spans}
