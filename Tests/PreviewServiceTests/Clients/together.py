"""Sends several requests at once: together.py PORT REQUESTS, with the requests as JSON.

Prints the answers as JSON, in the order of the requests. A request: {"method", "target", "body", "headers", "chunked":
true, "after": seconds to wait before it, "leave": seconds after which the client closes the connection}.
An answer: [status, text].
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


def ask(number, request):
    time.sleep(request.get("after", 0))
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=100)
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


threads = [threading.Thread(target=ask, args=pair, daemon=True) for pair in enumerate(requests)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join(120)
print(json.dumps(answers))
