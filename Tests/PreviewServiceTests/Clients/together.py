"""Sends several requests at once: together.py PORT REQUESTS, with the requests as JSON.

Prints the answers as JSON, in the order of the requests. A request: {"method", "target", "body", "headers", "chunked":
true, "after": seconds to wait before it, "leave": seconds after which the client closes the connection, "from":
the client's address}. An answer: [status, text].

{"idle": count, "from", "target"} opens connections and keeps them while the others send their requests. With a target,
each has had an answer for it. {"held": count, "from"} does the same with connections on which a body has begun.
"""
import http.client
import json
import socket
import struct
import sys
import threading
import time

port, requests = int(sys.argv[1]), json.loads(sys.argv[2])
answers = [None] * len(requests)


kept = []


def connect(request):
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=100,
                                            source_address=(request.get("from", "127.0.0.1"), 0))
    connection.connect()
    return connection


def keep(request):
    for _ in range(request.get("idle", 0)):
        connection = connect(request)
        kept.append(connection)
        if "target" in request:
            connection.request("GET", request["target"])
            connection.getresponse().read()
    for _ in range(request.get("held", 0)):
        connection = connect(request)
        kept.append(connection)
        connection.sock.sendall(b"POST /v1/thumbnail HTTP/1.1\r\nHost: localhost\r\nContent-Length: 500\r\n"
                                b"Expect: 100-continue\r\n\r\n")
        # The service has read the header when it answers this.
        connection.sock.recv(1000)
    return [0, "kept"]


def ask(number, request):
    time.sleep(request.get("after", 0))
    connection = connect(request)
    body = request["body"].encode() if "body" in request else None
    chunked = request.get("chunked", False)
    connection.request(request.get("method", "GET"), request["target"], body=iter([body]) if chunked else body,
                       headers=request.get("headers", {}), encode_chunked=chunked)
    if "leave" in request:
        time.sleep(request["leave"])
        connection.sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        connection.sock.close()
        answers[number] = [0, "left"]
        return
    answer = connection.getresponse()
    answers[number] = [answer.status, answer.read().decode(errors="replace")]


for index, described in enumerate(requests):
    if "idle" in described or "held" in described:
        answers[index] = keep(described)
threads = [threading.Thread(target=ask, args=(index, described), daemon=True)
           for index, described in enumerate(requests) if answers[index] is None]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join(120)
print(json.dumps(answers))
