"""Changes the providers of the real previewd while it runs: reload.py PREVIEWD FOLDER-OF-PROVIDERS.

The provider draws one pixel, whose value is the first number in its program. It draws a document with the text `slow`
when there is a file `gate` beside the program.
"""
import io
import json
import signal
import sys
import threading
import time

from PIL import Image

from previewd import Service

program, providers = sys.argv[1:3]
folder = f"{providers}/org.example.test"


def draws(value, version):
    """Replaces the provider."""
    with open(f"{folder}/main.py", encoding="ascii") as file:
        text = file.read()
    with open(f"{folder}/main.py", "w", encoding="ascii") as file:
        file.write(f"VALUE = {value}\n" + text.split("\n", 1)[1])
    manifest(lambda text: json.dumps(json.loads(text) | {"version": version}))


def manifest(change):
    with open(f"{folder}/provider.json", encoding="ascii") as file:
        text = file.read()
    with open(f"{folder}/provider.json", "w", encoding="ascii") as file:
        file.write(change(text))


def shown(text=b"hello"):
    """The provider that drew the document, the drawing, and the entity tag."""
    status, headers, content = service.ask("POST", "/v1/thumbnail?name=a.txt&size=1&format=png", text)
    if status != 200:
        return status, json.loads(content)["code"], None
    return headers["Cameo-Provider"], Image.open(io.BytesIO(content)).convert("L").getpixel((0, 0)), headers["ETag"]


def reload(answer):
    """Asks for a reload, and waits until the log says what came of it for the providers."""
    count = len(service.lines)
    service.process.send_signal(signal.SIGHUP)
    for _ in range(1000):
        found = [line for line in service.lines[count:] if "reloaded" in line and "providers" in line]
        if found:
            return answer in found[0]
        time.sleep(0.02)
    return False


service = Service(program, "--providers", providers, "--reuse", "10")
first = shown()
print(*first[:2])
answers = []
slow = threading.Thread(target=lambda: answers.append(shown(b"slow")))
slow.start()
while service.figure("previewd_renderings_active ") == 0:
    time.sleep(0.02)
draws(20, "2.0")
print(reload("reloaded: providers"))
second = shown()
print(*second[:2], second[2] != first[2])
open(f"{folder}/gate", "w").close()
slow.join()
print(*answers[0][:2])
# The manifest is the same: only the program is another one.
draws(30, "2.0")
print(reload("reloaded: providers"), *shown()[:2])
started = service.figure("preview_workers_started_total{provider=\"org.example.test\"}")
manifest(lambda text: text[:-1])
print(reload("not reloaded, providers stay as they were"), *shown()[:2])
manifest(lambda text: text + "}")
manifest(lambda text: json.dumps(json.loads(text) | {"supportedContentTypes": ["public.html"]}))
status, _, content = service.ask("GET", "/v1/providers")
before = content.count(b"public.html")
print(reload("reloaded: providers"), service.ask("GET", "/v1/providers")[2].count(b"public.html") - before)
print(shown()[0] != "org.example.test/2.0")
print(service.figure("preview_workers_started_total{provider=\"org.example.test\"}") >= started > 0)
service.process.send_signal(signal.SIGTERM)
print("status", service.process.wait(30))
