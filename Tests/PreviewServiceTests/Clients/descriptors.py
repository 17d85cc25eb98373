"""previewd with a low limit of open files: descriptors.py PREVIEWD PROVIDERS ROOT NAME.

First, at a limit of 1,024, each of 500 clients begins a body and does not go on. Then the limit of a running service is
lowered step by step.
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


# This program also opens that many connections, so it raises its own limit.
resource.setrlimit(resource.RLIMIT_NOFILE, (2048, resource.getrlimit(resource.RLIMIT_NOFILE)[1]))
service = Service(program, "--providers", providers, "--root", root, "--read-seconds", "3",
                  "--client-connections", "512", limit=1024)
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

def limit(process, spare):
    """The limit at which the process can open `spare` more files. Waits until the service starts and ends no workers.

    The kernel limits the descriptors' numbers, not their count. The numbers of closed files are free."""
    numbers, since = None, time.monotonic()
    end = since + 10
    while numbers is None or time.monotonic() < min(end, since + 0.2):
        now = {int(number) for number in os.listdir(f"/proc/{process}/fd")}
        if now != numbers:
            numbers, since = now, time.monotonic()
        time.sleep(0.01)
    result = 0
    while result in numbers or spare > 0:
        spare -= result not in numbers
        result += 1
    return result


# Each request already has its connection when the limit is lowered.
service = Service(program, "--providers", providers, "--root", root)
process = service.process.pid
ask(service)
usual = resource.prlimit(process, resource.RLIMIT_NOFILE)
seen = set()
for spare in range(0, 60, 3):
    connection = http.client.HTTPConnection(service.address, timeout=60)
    connection.connect()
    resource.prlimit(process, resource.RLIMIT_NOFILE, (limit(process, spare), usual[1]))
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
