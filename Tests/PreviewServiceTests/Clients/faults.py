"""What the log of the real previewd says about documents that fail: faults.py PREVIEWD FOLDER-OF-PROVIDERS.

Prints the log's lines that name one of the requests: the members that are the same in each run.
"""
import json
import signal
import sys

from previewd import Service

program, providers = sys.argv[1:3]
service = Service(program, "--providers", providers, "--log-requests", "true", "--log-format", "json")
for name in ("good", "corrupt", "crash"):
    service.ask("POST", "/v1/thumbnail?name=a.txt&size=1", name.encode(), **{"X-Request-Id": name})
service.process.send_signal(signal.SIGTERM)
service.process.wait(60)
service.reader.join(60)
for line in map(json.loads, service.lines):
    if "requestId" in line:
        print(*(line[name] for name in ("requestId", "status", "code", "detail", "message") if name in line), sep="; ")
