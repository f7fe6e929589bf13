"""Has programs export their traces to a collector, and reads those by the published schema.

usage: python3 Scripts/exporting PROGRAMS [--only WORD]
  PROGRAMS  the folder with "pando" and "TraceProgram", built with the trait OTLP
  --only    runs the scenes whose names have this word
"""

import argparse
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile
import time

from collector import Collector, free_port, silence, status
from schema import RESPONSE, Broken, Traces, check, read

# What a program may take that is not to wait for its collector, with much room for a busy machine. One request may
# take ten seconds, which is too long.
SECONDS_TO_END = 8
# What is waited for comes at once, unless the machine is busy, or it never does.
SECONDS_OF_PATIENCE = 60
HEADERS = "authorization=Bearer%20abc,x-tenant=grove"


class Scenes:
    def __init__(self, programs):
        self.programs = pathlib.Path(programs)
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="pando-otlp-"))
        self.processes = []

    def start(self, endpoint, program, *arguments, **variables):
        environment = {name: each for name, each in os.environ.items() if not name.startswith("OTEL_")}
        environment |= {"XDG_RUNTIME_DIR": str(self.folder), "OTEL_SERVICE_NAME": "shop"}
        if endpoint:
            environment["OTEL_EXPORTER_OTLP_ENDPOINT"] = endpoint
        process = subprocess.Popen(
            [self.programs / program, *map(str, arguments)], env=environment | variables, stdin=subprocess.PIPE,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.processes.append(process)
        return process

    def end(self, process, expected=0):
        output, errors = process.communicate(timeout=120)
        check(f"it ends with {expected}, but:", process.returncode == expected, process.returncode, output, errors)
        return output, errors

    def run(self, endpoint, actions, **variables):
        """Runs a program with a worker of its own; returns what it printed, and what it complained of."""
        output, errors = self.end(self.start(endpoint, "TraceProgram", actions, **variables))
        check("every action was committed:", output.startswith(f"done {actions} "), output, errors)
        return output, errors

    def run_until(self, condition, endpoint, actions, **variables):
        """Does the same with a program that stays, and its worker with it, until what it exports is there."""
        stays = {"TRACE_PROGRAM_STAYS": "1", "OTEL_BSP_SCHEDULE_DELAY": "100"}
        process = self.start(endpoint, "TraceProgram", actions, **stays | variables)
        patience = time.monotonic() + SECONDS_OF_PATIENCE
        while not condition() and process.poll() is None and time.monotonic() < patience:
            time.sleep(0.05)
        output, errors = self.end(process)
        check("every action was committed:", output.startswith(f"done {actions} "), output, errors)
        return output, errors

    def close(self):
        for process in self.processes:
            if process.poll() is None:
                process.kill()
            process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)

    # What is traced

    def whole_story(self, traces, actions):
        """Each action has its trace through both processes, to the commit of what its effect sent."""
        check(f"there are {actions} traces:", len(traces.roots) == actions, traces.roots)
        check("two processes took part:", len(traces.processes()) == 2, traces.processes())
        for root in traces.roots:
            check("it is an action:", "run(number:" in root.name, root)
            check("it was committed:", root.attributes.get("pando.outcome") == "committed", root.attributes)
            for stage in ("wait", "dispatch", "commit"):
                check(f"{stage} is the program's", traces.child(root, stage).process == root.process)
            reduced = traces.child(root, "reduce")
            check("the worker reduces:", reduced.process != root.process, reduced)
            effect = traces.child(reduced, "effect")
            check("the effect is the worker's:", effect.process == reduced.process, effect)
            sent = traces.child(effect, "Action")
            check("the program commits what it sent:", sent.process == root.process, sent)
            check("it was committed:", sent.attributes.get("pando.outcome") == "committed", sent.attributes)
            traces.child(sent, "commit")

    def a_trace_goes_from_a_client_to_a_worker_of_a_coordinator(self):
        with Collector() as collector:
            coordinator, worker = (f"ipc://{self.folder}/{name}.sock" for name in "cw")
            daemons = [
                self.start(collector.url, "pando", "coordinator", "--bind", coordinator),
                self.start(collector.url, "TraceProgram", "worker", "--bind", worker, "--coordinator", coordinator,
                           OTEL_EXPORTER_OTLP_HEADERS=HEADERS),
            ]
            client = self.start(collector.url, "TraceProgram", 20, coordinator, OTEL_EXPORTER_OTLP_HEADERS=HEADERS)
            self.end(client)
            for daemon in reversed(daemons):
                daemon.send_signal(signal.SIGTERM)
                self.end(daemon)
            for request in collector.requests:
                fields = request.headers
                check("a field is sent:", fields["authorization"] == "Bearer abc" and fields["x-tenant"] == "grove", fields)
            traces = Traces(read(collector.requests, "shop"))
            self.whole_story(traces, 20)
            check("the worker has its own name there:", traces.processes() == {client.pid, daemons[1].pid})

    def a_worker_that_a_program_starts_exports_too(self):
        with Collector() as collector:
            attributes = "deployment.environment.name=test%20bed"
            self.run(collector.url, 5, OTEL_RESOURCE_ATTRIBUTES=attributes)
            self.whole_story(Traces(read(collector.requests, "shop")), 5)
            for request in collector.requests:
                check("the process has the attributes of its environment", b"test bed" in request.body)

    def the_demo_exports(self):
        with Collector() as collector:
            here = pathlib.Path(__file__).resolve().parent
            self.end(self.start(collector.url, "pando", "demo", here, "--no-kill", "--workers", "2", "--shards", "2"))
            traces = Traces(read(collector.requests, "shop"))
            check("the program and its workers took part:", len(traces.processes()) == 3, traces.processes())
            counted = [span for span in traces.spans if span.name.startswith("reduce")]
            check("workers reduced", counted)
            for span in counted:
                check("a worker is not the program", all(span.process != root.process for root in traces.roots))

    def a_sampler_records_its_part_in_every_process(self):
        variables = {"OTEL_TRACES_SAMPLER": "traceidratio", "OTEL_TRACES_SAMPLER_ARG": "0.25"}
        with Collector() as collector:
            self.run(collector.url, 40, **variables)
            self.whole_story(Traces(read(collector.requests, "shop")), 10)
            collector.requests.clear()
            self.run(collector.url, 3, OTEL_TRACES_SAMPLER="always_off")
            self.run(collector.url, 3, OTEL_SDK_DISABLED="true")
            check("nothing is exported that is not recorded:", not collector.requests)

    # How it is brought

    def an_address_with_tls_is_trusted_by_a_certificate(self):
        certificate = (self.folder / "collector.pem", self.folder / "collector.key")
        subprocess.run(
            ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "1", "-subj", "/CN=localhost",
             "-addext", "subjectAltName=DNS:localhost", "-out", certificate[0], "-keyout", certificate[1]],
            check=True, stderr=subprocess.DEVNULL)
        with Collector(certificate=certificate) as collector:
            self.run(collector.url, 3, OTEL_EXPORTER_OTLP_CERTIFICATE=str(certificate[0]))
            self.whole_story(Traces(read(collector.requests, "shop")), 3)
            collector.requests.clear()
            _, errors = self.run(collector.url, 3)
            check("a collector that nobody vouches for gets nothing", not collector.requests)
            check("which is said:", "spans are dropped" in errors, errors)

    def has_all(self, collector, actions):
        """Returns whether the story of so many actions is there, behind a first request that was refused."""
        try:
            self.whole_story(Traces(read(collector.requests[1:], "shop")), actions)
            return True
        except Broken:
            return False

    def sent_again(self, collector):
        """Returns the time after which the first request was made again."""
        first, *others = collector.requests
        again = [request for request in others if request.body == first.body]
        check("the first request was made again, once:", len(again) == 1, len(again), len(others))
        return again[0].time - first.time

    def what_is_refused_for_now_is_sent_again(self):
        with Collector([status(503)]) as collector:
            _, errors = self.run_until(lambda: self.has_all(collector, 20), collector.url, 20)
            check("nothing was dropped:", "dropped:" not in errors, errors)
            self.sent_again(collector)
            self.whole_story(Traces(read(collector.requests[1:], "shop")), 20)

    def a_collector_is_left_alone_for_as_long_as_it_asks(self):
        with Collector([status(503, Retry_After="1")]) as collector:
            _, errors = self.run_until(lambda: self.has_all(collector, 50), collector.url, 50)
            check("nothing was dropped:", "dropped:" not in errors, errors)
            taken = self.sent_again(collector)
            print(f"    {taken:.2f} s")
            check("nobody comes before that:", taken >= 1, taken)
            self.whole_story(Traces(read(collector.requests[1:], "shop")), 50)

    def what_is_rejected_is_said(self):
        answer = RESPONSE()
        answer.partial_success.rejected_spans = 2
        answer.partial_success.error_message = "too old for the grove"
        with Collector([status(200, answer.SerializeToString())]) as collector:
            _, errors = self.run(collector.url, 5)
            check("it is said:", "2 spans are dropped" in errors and "too old for the grove" in errors, errors)
        with Collector([status(400), status(400)]) as collector:
            _, errors = self.run(collector.url, 5)
            check("nothing is sent again:", len({each.body for each in collector.requests}) == len(collector.requests))
            check("it is said:", "spans are dropped" in errors and "answered 400" in errors, errors)

    # Who does not wait for it

    def seconds_to_end(self, endpoint, **variables):
        began = time.monotonic()
        _, errors = self.run(endpoint, 20, **variables)
        check("it is said that spans are gone:", "spans are dropped" in errors, errors)
        return time.monotonic() - began

    def a_program_does_not_wait_for_a_collector_that_is_away(self):
        with Collector() as collector:
            began = time.monotonic()
            self.run(collector.url, 20)
            usual = time.monotonic() - began
        taken = self.seconds_to_end(f"http://127.0.0.1:{free_port()}")
        print(f"    {taken:.1f} s, with a collector {usual:.1f} s")
        check("it ends soon:", taken - usual < SECONDS_TO_END, taken)

    def a_program_does_not_wait_for_a_collector_that_never_answers(self):
        with Collector([silence] * 100) as collector:
            taken = self.seconds_to_end(collector.url)
            print(f"    {taken:.1f} s")
            check("it ends soon:", taken < SECONDS_TO_END, taken)

    def a_full_queue_drops_and_counts(self):
        with Collector([silence] * 100) as collector:
            variables = {"OTEL_BSP_MAX_QUEUE_SIZE": "10", "OTEL_BSP_MAX_EXPORT_BATCH_SIZE": "5"}
            output, errors = self.run(collector.url, 100, **variables)
            dropped = int(output.split()[-1])
            check("most of it has found no room:", dropped > 300, output)
            check("which is said:", "10 waited already" in errors, errors)

    # Who says what is wrong

    def a_value_that_cannot_be_used_is_said(self):
        with Collector() as collector:
            for command in (["demo"], ["worker", "--bind", f"ipc://{self.folder}/x.sock"]):
                bad = self.start(collector.url, "pando", *command, OTEL_TRACES_SAMPLER="xray")
                _, errors = self.end(bad, expected=64)
                check("a command names it:", "OTEL_TRACES_SAMPLER: there is no sampler \"xray\"" in errors, errors)
            _, errors = self.run(collector.url, 2, OTEL_EXPORTER_OTLP_PROTOCOL="grpc")
            check("a program names it, once:", errors.count("OTEL_EXPORTER_OTLP_PROTOCOL: ") == 1, errors)
            check("and exports nothing", not collector.requests)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("programs", help="the folder with pando and TraceProgram")
    parser.add_argument("--only", default="", help="run the scenes whose names have this word")
    arguments = parser.parse_args()
    names = [
        name for name, each in vars(Scenes).items()
        if callable(each) and name.startswith(("a_", "an_", "the_", "what_")) and arguments.only in name]
    failed = 0
    for name in names:
        scenes, began = Scenes(arguments.programs), time.monotonic()
        try:
            getattr(scenes, name)()
            print(f"  {name.replace('_', ' ')}: {time.monotonic() - began:.1f} s", flush=True)
        except (Broken, subprocess.TimeoutExpired, ConnectionError) as error:
            failed += 1
            print(f"  {name.replace('_', ' ')}: FAILED: {error}", flush=True)
        finally:
            scenes.close()
    print(f"exporting: {len(names) - failed} of {len(names)} scenes are as they must be")
    sys.exit(1 if failed or not names else 0)


main()
