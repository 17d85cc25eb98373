"""Sends raw bytes to a service: raw.py PORT STEPS, with the steps as JSON. Prints the received bytes.

Steps: {"send": text}, {"repeat": text, "times": n, "pause": seconds}, {"pause": seconds}, {"await": path} (waits
until the file exists), {"end": true} (closes for sending), {"reset": true} (resets the connection), {"byte": true}
(waits for the first byte), {"status": path} (writes the start of the answer, "HTTP/1.1 200", to a file), {"receive":
seconds} (reads until the other side closes, at most for that time).
"""
import json
import os
import socket
import struct
import sys
import time

steps = json.loads(sys.argv[2])
connection = socket.create_connection(("127.0.0.1", int(sys.argv[1])), timeout=20)
received = b""
for step in steps:
    try:
        if "send" in step:
            connection.sendall(step["send"].encode("latin-1"))
        elif "repeat" in step:
            for _ in range(step["times"]):
                connection.sendall(step["repeat"].encode("latin-1"))
                time.sleep(step.get("pause", 0))
        elif "pause" in step:
            time.sleep(step["pause"])
        elif "await" in step:
            for _ in range(6000):
                if os.path.exists(step["await"]):
                    break
                time.sleep(0.1)
        elif "end" in step:
            connection.shutdown(socket.SHUT_WR)
        elif "reset" in step:
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            connection.close()
        elif "byte" in step:
            received += connection.recv(1)
        elif "status" in step:
            start = connection.recv(12, socket.MSG_WAITALL)
            received += start
            with open(step["status"], "wb") as file:
                file.write(start)
        elif "receive" in step:
            end = time.monotonic() + step["receive"]
            while time.monotonic() < end:
                connection.settimeout(max(0.01, end - time.monotonic()))
                piece = connection.recv(65536)
                if not piece:
                    received += b"\n[closed]"
                    break
                received += piece
    except (BrokenPipeError, ConnectionResetError):
        received += b"\n[broken]"
    except TimeoutError:
        received += b"\n[open]"
sys.stdout.buffer.write(received)
