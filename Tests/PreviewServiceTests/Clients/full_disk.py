"""Sends documents to a service whose folder for bodies and answers has 256 KiB: full_disk.py PREVIEWD-FAKE FOLDER."""
import http.client
import json
import os
import subprocess
import sys
import threading
import time

program, folder = sys.argv[1:3]
settings = {"LISTEN": "127.0.0.1:0", "HEALTH_LISTEN": "127.0.0.1:0", "SPOOL": folder, "LOG_REQUESTS": "false"}
process = subprocess.Popen(
    ["bwrap", "--die-with-parent", "--dev-bind", "/", "/", "--size", str(256 << 10), "--tmpfs", folder, program],
    stderr=subprocess.PIPE, text=True,
    env={**os.environ, **{f"CAMEO_PREVIEWD_{name}": value for name, value in settings.items()}})
address = next((line.split()[-1].strip('"') for line in process.stderr if "listening at" in line), None)
if address is None:
    sys.exit("previewd-fake does not listen")
lines = []
reader = threading.Thread(target=lambda: lines.extend(process.stderr), daemon=True)
reader.start()


def ask(name, target, size):
    connection = http.client.HTTPConnection(address, timeout=60)
    try:
        connection.request("POST", target, body=b"x" * size)
    except ConnectionError:
        pass  # The answer came before all of the body was sent.
    answer = connection.getresponse()
    content = answer.read()
    print(name, answer.status, *([json.loads(content)["code"]] if answer.status != 200 else []))


ask("small", "/v1/thumbnail", 1000)
ask("body", "/v1/thumbnail", 1 << 20)
ask("answer", "/v1/thumbnail?name=large", 1000)
ask("small", "/v1/thumbnail", 1000)
end = time.monotonic() + 60
while sum("storageFull: " in line for line in lines) < 2 and time.monotonic() < end:
    time.sleep(0.01)
process.terminate()
process.wait(60)
reader.join(60)
for line in lines:
    if "storageFull: " in line:
        print("log", line.split("storageFull: ")[1].split('"')[0])
