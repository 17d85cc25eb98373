"""Sends twenty equal requests at once; another client disconnects. The root has a file slow.txt, which the provider
shows when there is a file `gate` beside its program.

equal.py PREVIEWD PROVIDERS ROOT
"""
import hashlib
import os
import signal
import socket
import struct
import sys
import threading
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from previewd import Service

program, providers, root = sys.argv[1:4]
service = Service(program, "--providers", providers, "--root", root, "--queue", "0")
host, port = service.address.split(":")
leaver = socket.create_connection((host, int(port)))
leaver.sendall(b"GET /v1/thumbnail?path=slow.txt&size=32 HTTP/1.1\r\nHost: localhost\r\n\r\n")
answers = []
threads = [threading.Thread(target=lambda: answers.append(service.ask("GET", "/v1/thumbnail?path=slow.txt&size=32")))
           for _ in range(20)]
for thread in threads:
    thread.start()
# This request for the metrics is counted among them, too.
while service.figure("previewd_requests_in_flight") < 22:
    time.sleep(0.02)
leaver.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
leaver.close()
# Time to notice that it left. The answers have to be right with and without it.
time.sleep(2)
open(f"{providers}/org.example.test/gate", "w").close()
for thread in threads:
    thread.join(90)
print("answers", len(answers), {answer[0] for answer in answers},
      len({hashlib.sha256(answer[2]).hexdigest() for answer in answers}), "different")
print("renderings", int(service.figure("preview_renderings_total")))
service.process.send_signal(signal.SIGTERM)
print("status", service.process.wait(30))
