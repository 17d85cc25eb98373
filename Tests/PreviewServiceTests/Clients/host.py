"""Requests pictures from the real previewd, with the provider of docs/writing-providers.md.

host.py PREVIEWD FOLDER-OF-PROVIDERS
"""
import http.client
import io
import os
import re
import signal
import subprocess
import sys

from PIL import Image

program, providers = sys.argv[1:3]
process = subprocess.Popen(
    [program, "--listen", "127.0.0.1:0", "--health-listen", "127.0.0.1:0", "--providers", providers, "--log-requests", "false",
     "--result-cache-limit", "0",
     "--thumbnail-seconds", "60", "--preview-seconds", "60"],
    stderr=subprocess.PIPE, text=True)
addresses = []
for line in process.stderr:
    if "listening at" in line:
        addresses.append(line.split()[-1].strip('"'))
        if len(addresses) == 2:
            break
if len(addresses) < 2:
    sys.exit(f"previewd did not start: {process.wait(10)}")


def ask(method, target, body=None, address=addresses[0], **headers):
    connection = http.client.HTTPConnection(address, timeout=90)
    connection.request(method, target, body=body, headers=headers)
    answer = connection.getresponse()
    return answer.status, answer.headers, answer.read()


status, headers, content = ask("POST", "/v1/thumbnail?name=a.txt&width=8&height=6&format=png", b"aaaa")
if status == 200:
    picture = Image.open(io.BytesIO(content)).convert("L")
    print(headers["Content-Type"], headers["Cameo-Provider"], picture.size,
          *(" ".join(f"{picture.getpixel((x, y)):02x}" for x in (0, 3, 4, 7)) for y in (0, 1, 2, 5)), sep="\n")
else:
    print(status, content)
status, headers, content = ask("POST", "/v1/thumbnail?width=8&height=6", b"aaaa", **{"Content-Type": "text/plain", "Accept": "image/jpeg"})
print(status, Image.open(io.BytesIO(content)).format if status == 200 else content)
status, headers, content = ask("POST", "/v1/preview?name=a.txt", b"<b>")
print(status, headers["Content-Type"], content.decode())
status, headers, content = ask("POST", "/v1/thumbnail?name=a.txt", b"\xff\xfe\xfd")
print(status, re.search(rb'"code": "(\w+)"', content)[1].decode())
status, headers, content = ask("GET", "/v1/explain?name=a.txt")
print(status, b'"candidates": ["org.example.bars"' in content)
status, headers, content = ask("GET", "/readyz", address=addresses[1])
print(status, re.search(rb'"sandbox": "(A|B)"', content) is not None)
status, headers, content = ask("GET", "/metrics", address=addresses[1])
print(b'preview_renderings_total{provider="org.example.bars",outcome="ok"} 3' in content)
children = subprocess.run(["ps", "-o", "pid=", "--ppid", str(process.pid)], capture_output=True, text=True, check=False).stdout.split()
process.send_signal(signal.SIGTERM)
print("status", process.wait(30))
print("left", sum(os.path.exists(f"/proc/{child}") for child in children))
