"""Kills previewd while workers are busy: killed.py PREVIEWD PROVIDERS.

The providers have one of plain text, which never answers.

When the next previewd has started, no process and no worker directory of the first may be left.
"""
import os
import re
import signal
import socket
import sys
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from previewd import Service

program, providers, spool = sys.argv[1:4]


def processes():
    """The processes whose command line names the providers' folder, except this one, with their command lines."""
    found = {}
    for entry in os.listdir("/proc"):
        if entry.isdigit() and int(entry) != os.getpid():
            try:
                with open(f"/proc/{entry}/cmdline", "rb") as file:
                    text = file.read().decode(errors="replace")
            except OSError:
                continue
            if providers in text and "killed.py" not in text:
                found[int(entry)] = text
    return found


service = Service(program, "--providers", providers, "--spool", spool, "--concurrency", "2")
host, port = service.address.split(":")
clients = []
for number in range(2):
    client = socket.create_connection((host, int(port)))
    client.sendall(b"POST /v1/thumbnail?name=a.txt HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\n\r\n%d" % number)
    clients.append(client)
for _ in range(500):
    before = processes()
    directories = set(re.findall(r"/tmp/cameo-worker-\d+-\w{6}", " ".join(before.values())))
    running = service.figure('preview_workers{provider="org.example.test",state="running"}')
    # One client's second document waits.
    if running >= 1 and len(before) > 2 and len(directories) >= 2 and len(os.listdir(spool)) == 1:
        break
    time.sleep(0.05)
print("busy", len(before) > 2, "directories", len(directories) >= 2, "bodies", len(os.listdir(spool)) == 1)
service.process.send_signal(signal.SIGKILL)
service.process.wait(10)
for _ in range(200):
    if not processes():
        break
    time.sleep(0.05)
print("processes left", len(processes()))
service = Service(program, "--providers", providers, "--spool", spool)
for _ in range(100):
    # It already listens while it removes the old files.
    if not any(os.path.exists(path) for path in directories):
        break
    time.sleep(0.1)
print("directories left", sum(os.path.exists(path) for path in directories))
service.process.send_signal(signal.SIGTERM)
print("status", service.process.wait(30), "bodies", len(os.listdir(spool)))
