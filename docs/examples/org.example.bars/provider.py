#!/usr/bin/python3
"""A provider in Python: the thumbnail of a text is a grey bar for each line, the preview the text as HTML."""
import html, json, sys

def hello(order):
    return {"protocol": 1, "provider": "org.example.bars", "version": "1.0", "capabilities": ["thumbnail", "preview"]}

def preview(order):
    open(order["output"]["path"], "x").write("<pre>" + html.escape(open(order["input"]["path"]).read()) + "</pre>")
    return {"data": {"contentType": "text/html", "encoding": "utf-8"}}

def thumbnail(order):
    width, height = (max(1, round(order["maximumSize"][side] * order["scale"])) for side in ("width", "height"))
    lines = [line[:width] for line in open(order["input"]["path"]).read().splitlines()[:height // 3]]
    rows = b"".join((b"\x60" * len(line)).ljust(width, b"\xff") * 2 + b"\xff" * width for line in lines)
    open(order["output"]["path"], "xb").write(rows.ljust(width * height, b"\xff"))
    return {"pixels": {"format": "gray8", "width": width, "height": height, "stride": width}}

for order in map(json.loads, sys.stdin):
    if answer := {"hello": hello, "thumbnail": thumbnail, "preview": preview}.get(order["type"]):
        try:
            reply = {"type": "hello" if answer is hello else "reply", "id": order.get("id", 0)} | answer(order)
        except (OSError, UnicodeError) as error:
            reply = {"type": "error", "id": order["id"], "code": "corruptInput", "message": str(error.args[-1])}
        print(json.dumps(reply), flush=True)
