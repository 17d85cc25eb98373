#!/usr/bin/python3
"""A provider in Python: the thumbnail of a text is a grey bar for each line, the preview the text as HTML."""
import html, json, sys

def hello(request):
    return {"protocol": 1, "provider": "org.example.bars", "version": "1.0", "capabilities": ["thumbnail", "preview"]}

def preview(request):
    open(request["output"]["path"], "x").write("<pre>" + html.escape(open(request["input"]["path"]).read()) + "</pre>")
    return {"data": {"contentType": "text/html", "encoding": "utf-8"}}

def thumbnail(request):
    width, height = (max(1, round(request["maximumSize"][side] * request["scale"])) for side in ("width", "height"))
    lines = [line[:width] for line in open(request["input"]["path"]).read().splitlines()[:height // 3]]
    rows = b"".join((b"\x60" * len(line)).ljust(width, b"\xff") * 2 + b"\xff" * width for line in lines)
    open(request["output"]["path"], "xb").write(rows.ljust(width * height, b"\xff"))
    return {"pixels": {"format": "gray8", "width": width, "height": height, "stride": width}}

for request in map(json.loads, sys.stdin):
    if answer := {"hello": hello, "thumbnail": thumbnail, "preview": preview}.get(request["type"]):
        try:
            reply = {"type": "hello" if answer is hello else "reply", "id": request.get("id", 0)} | answer(request)
        except (OSError, UnicodeError) as error:
            reply = {"type": "error", "id": request["id"], "code": "corruptInput", "message": str(error.args[-1])}
        print(json.dumps(reply), flush=True)
