"""previewd where few files can be open: descriptors.py PREVIEWD PROVIDERS ROOT NAME.

First, 500 clients begin a body each and go no further, at a limit of 1,024. Then the limit of a running service is lowered step by step.
"""
import http.client
import os
import resource
import signal
import socket
import subprocess
import sys
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from previewd import Service

program, providers, root, name = sys.argv[1:5]
target = f"/v1/thumbnail?path={name}"


def ask(service):
    try:
        status, headers, _ = service.ask("GET", target)
    except (OSError, http.client.HTTPException) as error:
        return f"{error!r}"
    return status if status != 429 or headers["Retry-After"] else "429 without Retry-After"


# Ours are as many.
resource.setrlimit(resource.RLIMIT_NOFILE, (2048, resource.getrlimit(resource.RLIMIT_NOFILE)[1]))
service = Service(program, "--providers", providers, "--root", root, "--read-seconds", "3", limit=1024)
host, port = service.address.rsplit(":", 1)
slow = []
for _ in range(500):
    client = socket.create_connection((host, int(port)), timeout=30)
    client.sendall(b"POST /v1/thumbnail?name=a.txt HTTP/1.1\r\nHost: localhost\r\nContent-Length: 500\r\n\r\nab")
    slow.append(client)
print("meanwhile", sorted({ask(service) for _ in range(10)}, key=str))
for client in slow:
    client.close()
print("then", {ask(service) for _ in range(10)}, service.process.poll())
service.process.send_signal(signal.SIGTERM)
print("status", service.process.wait(60))

# Each request has its connection already when the limit falls.
service = Service(program, "--providers", providers, "--root", root)
process = service.process.pid
ask(service)
usual = resource.prlimit(process, resource.RLIMIT_NOFILE)
seen = set()
for spare in range(0, 60, 2):
    connection = http.client.HTTPConnection(service.address, timeout=60)
    connection.connect()
    time.sleep(0.05)
    used = len(os.listdir(f"/proc/{process}/fd"))
    resource.prlimit(process, resource.RLIMIT_NOFILE, (used + spare, usual[1]))
    connection.request("GET", target)
    answer = connection.getresponse()
    answer.read()
    seen.add(answer.status if answer.status != 429 or answer.headers["Retry-After"] else "no Retry-After")
    connection.close()
    resource.prlimit(process, resource.RLIMIT_NOFILE, usual)
print("lowered", sorted(seen, key=str))
print("then", ask(service), service.process.poll())
service.process.send_signal(signal.SIGTERM)
print("status", service.process.wait(60))

refused = subprocess.run(
    [program, "--listen", "127.0.0.1:0", "--health-listen", "127.0.0.1:0"], capture_output=True, text=True, check=False,
    timeout=60, preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (40, 40)))
print("at 40", refused.returncode, refused.stderr.count("\n"), "too few files" in refused.stderr)
