"""Runs `swift test` with the arguments given, and lists what failed once more at its end.

usage: python3 Scripts/testing [ARGUMENT ...]

A run prints thousands of lines, of which a failure is one in the middle. Exits as `swift test` does.
"""

import json
import os
import subprocess
import sys
import tempfile

HIGHEST_COUNT = 20
GREATEST_LENGTH = 600


def failures(stream):
    """Yields where and how each test failed that was not expected to, from a stream of events of Swift Testing."""
    for line in stream:
        try:
            payload = json.loads(line).get("payload", {})
        except ValueError:  # The last line of a run that was killed.
            continue
        issue = payload.get("issue")
        if payload.get("kind") != "issueRecorded" or issue.get("isKnown"):
            continue
        if issue.get("severity", "error") != "error":
            continue
        place = issue.get("sourceLocation") or {}
        texts = " ".join(message.get("text", "") for message in payload.get("messages", []))
        yield f"{place.get('fileID', '?')}:{place.get('line', '?')}: {texts}"


def main():
    with tempfile.TemporaryDirectory(prefix="pando-tests-") as folder:
        events = os.path.join(folder, "events")
        status = subprocess.call(["swift", "test", *sys.argv[1:], "--event-stream-output-path", events])
        if status != 0 and os.path.exists(events):
            with open(events, encoding="utf-8", errors="replace") as stream:
                found = list(failures(stream))
            print(f"\n{len(found)} failed expectations:", file=sys.stderr)
            for failure in found[:HIGHEST_COUNT]:
                print("  " + failure[:GREATEST_LENGTH], file=sys.stderr)
            if len(found) > HIGHEST_COUNT:
                print(f"  and {len(found) - HIGHEST_COUNT} more", file=sys.stderr)
    return status if status >= 0 else 128 - status


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(130)
