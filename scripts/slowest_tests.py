"""Prints the slowest tests of a run from the events that `swift test --event-stream-output-path` writes.

A test's seconds are those of its cases, one after the other, from when a case begins and not from when it is queued.
"""

import collections
import json
import sys

COUNT = 25


def main():
    started, seconds, cases = {}, collections.Counter(), collections.Counter()
    for line in open(sys.argv[1], encoding="utf-8"):
        try:
            record = json.loads(line)
        except ValueError:
            continue
        event = record.get("payload", {})
        kind = event.get("kind")
        if kind not in ("testCaseStarted", "testCaseEnded"):
            continue
        key = (event.get("testID"), json.dumps(event.get("_testCase", {})))
        now = event["instant"]["absolute"]
        if kind == "testCaseStarted":
            started[key] = now
        elif key in started:
            seconds[key[0]] += now - started.pop(key)
            cases[key[0]] += 1
    print(f"The {COUNT} slowest of {len(seconds)} tests, with the seconds and the number of their cases:")
    for name, total in seconds.most_common(COUNT):
        print(f"{total:8.2f} {cases[name]:5d}  {name.rsplit('/', 1)[0]}")
    print(f"{sum(seconds.values()):8.2f}        all, of which several ran at a time")


main()
