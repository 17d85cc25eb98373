"""Requests everything that a service's OpenAPI description promises, and compares the answers with the description.

answers.py BASE HEALTH DOCUMENT
"""
import json
import sys
import urllib.error
import urllib.request

import jsonschema

base, health, path = sys.argv[1:4]
with open(path, encoding="utf-8") as file:
    document = json.load(file)
seen, wrong = set(), []


def schema_of(media):
    return {**media.get("schema", {}), "components": document["components"]}


def ask(method, target, route=None, body=None, **headers):
    route = route or target.split("?")[0]
    root = health if "servers" in document["paths"][route] else base
    request = urllib.request.Request(root + target, data=body, method=method, headers=headers)
    try:
        with urllib.request.urlopen(request, timeout=30) as answer:
            status, fields, content = answer.status, answer.headers, answer.read()
    except urllib.error.HTTPError as error:
        status, fields, content = error.code, error.headers, error.read()
    place = f"{method} {target}: {status}"
    operation = document["paths"][route].get(method.lower())
    if operation is None:
        if status != 405:
            wrong.append(f"{place}: not a method, but not 405")
        return
    described = operation["responses"].get(str(status))
    seen.add((method, route, status))
    if described is None:
        wrong.append(f"{place}: not described")
        return
    for name in described.get("headers", {}):
        if fields[name] is None:
            wrong.append(f"{place}: no {name}")
    if method == "HEAD":
        return
    kind = (fields.get_content_type() if content else None)
    kinds = described.get("content", {})
    if content and kind not in kinds and "*/*" not in kinds:
        wrong.append(f"{place}: {kind} is not described")
    elif content and kind.endswith("json"):
        jsonschema.Draft202012Validator(schema_of(kinds[kind])).validate(json.loads(content))


jsonschema.Draft202012Validator.check_schema({"$defs": document["components"]["schemas"]})
for route in ("/v1/thumbnail", "/v1/preview"):
    for code in ("requestInvalid", "unsupportedType", "corruptInput", "timeout", "overloaded", "draining", "sourceUnavailable",
                 "cancelled"):
        ask("POST", f"{route}?name=error-{code}", body=b"x")
        ask("GET", f"{route}?path=a&name=error-{code}")
    ask("POST", route, body=b"x")
    ask("POST", route, body=b"x", **{"Accept": "text/nothing" if "preview" in route else "text/html"})
    ask("POST", route, body=b"x", **{"Content-Type": "multipart/form-data"})
    ask("POST", route, body=b"x", **{"If-None-Match": "*"})
    ask("POST", route, body=b"x", Host="elsewhere")
    for method in ("GET", "HEAD"):
        ask(method, f"{route}?path=a")
        ask(method, f"{route}?path=b")
        ask(method, f"{route}?path=a", **{"If-None-Match": "*"})
    ask("DELETE", route)
for name in ("page.html", "page.pdf", "page.svg", "page.bin"):
    ask("POST", f"/v1/preview?name={name}", body=b"x")
for route in ("/v1/types", "/v1/providers", "/v1/openapi.json"):
    ask("GET", route)
    ask("HEAD", route)
    ask("GET", route, **{"If-None-Match": "*"})
    ask("GET", f"{route}?nonsense=1")
    ask("PUT", route)
ask("GET", "/v1/explain?name=a")
ask("HEAD", "/v1/explain?name=a")
ask("GET", "/v1/explain?path=a")
ask("GET", "/v1/explain?path=b")
ask("GET", "/v1/explain")
for route in ("/livez", "/readyz", "/metrics"):
    ask("GET", route)
    ask("HEAD", route)
    ask("POST", route, body=b"")
for route, methods in document["paths"].items():
    for method in methods:
        if method in ("get", "post", "head") and (method.upper(), route, 200) not in seen:
            wrong.append(f"{method.upper()} {route}: never answered 200")
print("\n".join(wrong + ["all described" if not wrong else "see above"]))
sys.exit(1 if wrong else 0)
