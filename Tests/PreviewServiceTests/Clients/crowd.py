"""Many clients at once: crowd.py PORT CLIENTS REQUESTS.

Each request has its own document, and its answer must show that document. Prints counts by status as JSON,
with the failures under "wrong".
"""
import collections
import hashlib
import http.client
import json
import sys
import threading

port, clients, requests = (int(word) for word in sys.argv[1:4])
counts, wrong, lock = collections.Counter(), [], threading.Lock()
gate = threading.Barrier(clients)


def client(number):
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    gate.wait(30)
    for turn in range(requests):
        document = f"document {number} {turn} ".encode() * (1 + (number * 7 + turn) % 400)
        try:
            connection.request("POST", "/v1/thumbnail?name=sleep-20", body=document)
            answer = connection.getresponse()
            body = answer.read()
        except (OSError, http.client.HTTPException) as error:
            with lock:
                wrong.append(f"{number}/{turn}: {error!r}")
            connection.close()
            continue
        with lock:
            counts[str(answer.status)] += 1
            if answer.status == 200 and body.split()[0].decode() != hashlib.sha256(document).hexdigest():
                wrong.append(f"{number}/{turn}: the answer of another document")
            if answer.status == 429 and int(answer.headers["Retry-After"]) < 1:
                wrong.append(f"{number}/{turn}: no Retry-After")


threads = [threading.Thread(target=client, args=(number,), daemon=True) for number in range(clients)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join(90)
print(json.dumps({"counts": counts, "wrong": wrong}))
