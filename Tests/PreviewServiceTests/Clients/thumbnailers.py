"""Desktop thumbnailers through previewd: thumbnailers.py PREVIEWD PROVIDERS ROOT FILE...

Requests each file by POST and by GET. Prints the size of each picture and whether its middle is blue.
"""
import io
import os
import signal
import sys

from PIL import Image

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from previewd import Service

program, providers, root = sys.argv[1:4]
service = Service(program, "--providers", providers, "--root", root)
for name in sys.argv[4:]:
    with open(os.path.join(root, name), "rb") as file:
        body = file.read()
    for method, target, content in (("POST", f"/v1/thumbnail?name={name}", body), ("GET", f"/v1/thumbnail?path={name}", None)):
        status, headers, answer = service.ask(method, target, content)
        if status == 200:
            image = Image.open(io.BytesIO(answer)).convert("RGB")
            red, green, blue = image.getpixel((image.width // 2, image.height // 2))
            print(name, method, image.size, "blue" if blue > 150 and red < 60 and green < 110 else (red, green, blue))
        else:
            print(name, method, status, answer.decode())
    print(name, "preview", service.ask("POST", f"/v1/preview?name={name}", body)[0])
service.process.send_signal(signal.SIGTERM)
print("status", service.process.wait(30))
