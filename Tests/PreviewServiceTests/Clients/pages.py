"""Pages and formats with the shipped providers and the examples: pages.py PREVIEWD FOLDER:FOLDER ROOT.

Prints the status and the result of each request: a picture's format and size, a PDF's pages, or a problem's code. Then
prints the log's lines of failures.
"""
import io
import json
import os
import re
import signal
import subprocess
import sys
import tempfile

from PIL import Image

program, providers, root = sys.argv[1:4]


def words(status, headers, body):
    kind = headers["Content-Type"].split(";")[0]
    if kind.startswith("image/"):
        picture = Image.open(io.BytesIO(body))
        return f"{status} {picture.format} {max(picture.size)} of {picture.width}x{picture.height}"
    if kind == "application/pdf":
        with tempfile.NamedTemporaryFile(suffix=".pdf") as file:
            file.write(body)
            file.flush()
            facts = subprocess.run(["pdfinfo", file.name], capture_output=True, text=True, check=False).stdout
            text = subprocess.run(["pdftotext", file.name, "-"], capture_output=True, text=True, check=False).stdout
        return f"{status} PDF of {re.search(r'Pages: *([0-9]+)', facts)[1]}: {' '.join(text.split())}"
    if kind == "application/problem+json":
        return f"{status} {json.loads(body)['code']}"
    return f"{status} {kind}"


log = tempfile.TemporaryFile()
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import previewd  # noqa: E402

folders = [word for folder in providers.split(":") for word in ("--providers", folder)]
service = previewd.Service(program, *folders, "--root", root, "--log-requests", "true", log=log)
for target in sys.stdin.read().split():
    print(target, words(*service.ask("GET", f"/v1/{target}")))
service.process.send_signal(signal.SIGTERM)
print("status", service.process.wait(30))
service.reader.join(10)
log.seek(0)
lines = log.read().decode().splitlines()
print("failures", sum("requestInvalid" in line for line in lines) > 0, "tried again", sum("tried again" in line for line in lines))
