"""Clients that do not read their answers, against previewd-fake: readers.py PROGRAM COUNT EQUAL.

Each of COUNT clients asks for a picture of 32 MB and takes only the head of the answer. EQUAL of them send the same
document at the same time. Prints the statuses, by how many MiB the service's memory has grown, how many MiB its files
without a name have, and whether the first client then gets the whole picture.
"""
import os
import socket
import subprocess
import sys
import threading

program, count, equal = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
process = subprocess.Popen([program], stderr=subprocess.PIPE, text=True)
address = next(line.split()[-1].strip('"') for line in process.stderr if "listening at" in line)
threading.Thread(target=process.stderr.read, daemon=True).start()


def memory():
    with open(f"/proc/{process.pid}/status", encoding="ascii") as status:
        return next(int(line.split()[1]) for line in status if line.startswith("VmRSS:")) >> 10


def unnamed():
    size, seen, folder = 0, set(), f"/proc/{process.pid}/fd"
    for name in os.listdir(folder):
        try:
            status = os.stat(f"{folder}/{name}")
            if os.readlink(f"{folder}/{name}").endswith("(deleted)") and status.st_ino not in seen:
                seen.add(status.st_ino)
                size += status.st_size
        except FileNotFoundError:
            pass
    return size >> 20


def client(number):
    connection = socket.socket()
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    connection.settimeout(60)
    host, port = address.rsplit(":", 1)
    connection.connect((host, int(port)))
    body = b"equal" if number < equal else b"%05d" % number
    connection.sendall(b"POST /v1/thumbnail?name=large HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\n\r\n" + body)
    head = b""
    while not head.endswith(b"\r\n\r\n"):
        head += connection.recv(1)
    clients[number], statuses[number] = connection, head.split()[1].decode()


before = memory()
clients, statuses = [None] * count, [None] * count
threads = [threading.Thread(target=client, args=(number,), daemon=True) for number in range(count)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join(90)
print("statuses", *sorted({str(status) for status in statuses}))
print("memory", memory() - before)
print("files", unnamed())
received = 0
while received < 32 << 20:
    piece = clients[0].recv(1 << 16)
    if not piece or piece.strip(b"\1"):
        break
    received += len(piece)
print("received", received)
process.kill()
process.wait()
