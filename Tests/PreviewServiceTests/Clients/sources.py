"""Asks a service for documents of a server that this script is, too: sources.py PREVIEWD-FAKE FOLDER.

Prints a line for each request: its name, the status, and what else matters.
"""
import gzip
import http.client
import json
import os
import socket
import socketserver
import ssl
import subprocess
import sys
import threading
import time
import urllib.parse

program, folder = sys.argv[1:3]
heads = []
reached, given_up = threading.Event(), threading.Event()
bomb = gzip.compress(bytes(64 << 20))


class Handler(socketserver.StreamRequestHandler):
    """Answers one request, in bytes, because most of the answers are wrong."""

    def handle(self):
        head = b""
        while not head.endswith(b"\r\n\r\n"):
            line = self.rfile.readline()
            if not line:
                return
            head += line
        heads.append(head.decode())
        target = head.split(b" ")[1].decode()
        path, _, query = target.partition("?")
        try:
            self.answer(path.rsplit("/", 1)[-1], urllib.parse.unquote(query))
        except OSError:
            pass  # The service has seen enough.

    def send(self, status, fields=(), body=b"", length=True):
        lines = [f"HTTP/1.1 {status} X", *fields, *([f"Content-Length: {len(body)}"] if length else [])]
        self.wfile.write("\r\n".join([*lines, "", ""]).encode() + body)

    def answer(self, name, query):
        if name in ("hello", "hello.txt"):
            self.send(200, ["Content-Type: text/plain"], b"hello")
        elif name == "to":
            self.send(302, [f"Location: {query}"])
        elif name == "gzip":
            self.send(200, ["Content-Encoding: gzip"], bomb)
        elif name == "form":
            self.send(200, ["Content-Type: multipart/mixed; boundary=x"], b"--x--")
        elif name == "announced":
            self.send(200, ["Content-Length: 99999999999"], length=False)
        elif name == "endless":
            self.send(200, ["Transfer-Encoding: chunked"], length=False)
            while True:
                self.wfile.write(b"10000\r\n" + bytes(65536) + b"\r\n")
        elif name == "slow":
            self.send(200, ["Content-Length: 1000"], b"x", length=False)
            self.rfile.read()
        elif name == "silent":
            self.rfile.read()
        elif name == "left":
            reached.set()
            try:
                self.rfile.read()
            finally:
                given_up.set()
        elif name == "closing":
            self.send(200, ["Content-Type: text/plain"], b"hello", length=False)
        elif name == "hints":
            self.wfile.write(b"HTTP/1.1 103 Early Hints\r\nContent-Encoding: gzip\r\nContent-Length: 9\r\n\r\n")
            self.send(200, ["Content-Type: text/plain"], b"hello")
        elif name == "trailer":
            self.send(200, ["Content-Type: text/plain", "Transfer-Encoding: chunked"], length=False)
            self.wfile.write(b"5\r\nhello\r\n0\r\nContent-Encoding: gzip\r\n\r\n")
        elif name == "packed":
            self.send(200, ["Transfer-Encoding: gzip, chunked"], length=False)
            self.wfile.write(b"%x\r\n%b\r\n0\r\n\r\n" % (len(bomb), bomb))
        elif name == "twice":
            self.send(200, ["Transfer-Encoding: gzip", "HTTP/1.1 200 OK: x"], b"hello")
        elif name == "cut":
            self.send(200, ["Transfer-Encoding: chunked"], b"5\r\nhello\r\n", length=False)
        elif name == "chunks":
            self.send(200, ["Transfer-Encoding: chunked"], b"hello", length=False)
        elif name == "lengths":
            self.send(200, ["Content-Length: 4"], b"hello")
        elif name == "places":
            self.send(302, ["Location: /docs/hello", "Location: /docs/hello.txt"])
        elif name == "old":
            self.wfile.write(b"hello")
        elif name == "fields":
            self.send(200, [f"X: {'x' * 1000}"] * 40, b"hello")
        elif name == "head":
            self.wfile.write(b"HTTP/1.1 200 OK\r\n")
            while True:
                self.wfile.write(b"X: " + b"x" * 1000 + b"\r\n")
        elif name == "short":
            self.send(200, ["Content-Length: 1000"], b"x" * 10, length=False)
        elif name == "noise":
            self.wfile.write(b"SSH-2.0-OpenSSH_9.2p1\r\n\r\n")
        elif name == "empty":
            self.send(200)
        else:
            self.send(int(name), [], b"no document")


class Server(socketserver.ThreadingTCPServer):
    daemon_threads = True
    allow_reuse_address = True


def serve(context=None):
    server = Server(("127.0.0.1", 0), Handler)
    if context:
        server.socket = context.wrap_socket(server.socket, server_side=True)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server.server_address[1]


def certificate(name, names):
    paths = f"{folder}/{name}.key", f"{folder}/{name}.pem"
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2",
         "-subj", "/CN=localhost", "-addext", f"subjectAltName={names}", "-keyout", paths[0], "-out", paths[1]],
        check=True, capture_output=True)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(paths[1], paths[0])
    return context, paths[1]


plain = serve()
trusted, authority = certificate("localhost", "DNS:localhost,IP:127.0.0.1")
secure = serve(trusted)
strange = serve(certificate("elsewhere", "DNS:elsewhere.example")[0])
with socket.socket() as closed:
    closed.bind(("127.0.0.1", 0))
    unused = closed.getsockname()[1]
open_place = f"http://127.0.0.1:{plain}"
settings = {
    "LISTEN": "127.0.0.1:0", "HEALTH_LISTEN": "127.0.0.1:0", "SPOOL": folder, "BODY_LIMIT": "1Mi",
    "SOURCE_SECONDS": "600", "FAILURE_SECONDS": "0", "SOURCE_CA": authority,
    # The server's other name stands for one whose address turns out to be this machine's.
    "SOURCE": f"http://localhost:{plain}/ http://[::1]:{plain}",
    "PRIVATE_SOURCE": f"{open_place}/docs/ https://localhost:{secure} https://127.0.0.1:{secure} "
                      f"https://localhost:{strange} http://127.0.0.1:{unused}/ http://no-such-host.invalid/",
    # Proxies of the environment are not used.
}
lines = []


def start(**changed):
    """Starts a service. Returns its process, its address and the thread that reads its log."""
    process = subprocess.Popen(
        [program], stderr=subprocess.PIPE, text=True,
        env={**os.environ, "http_proxy": f"http://127.0.0.1:{unused}", "https_proxy": f"http://127.0.0.1:{unused}",
             "all_proxy": f"http://127.0.0.1:{unused}",
             **{f"CAMEO_PREVIEWD_{name}": value for name, value in {**settings, **changed}.items()}})
    address = next((line.split()[-1].strip('"') for line in process.stderr if "listening at" in line), None)
    if address is None:
        sys.exit("previewd-fake does not listen")
    reader = threading.Thread(target=lambda: lines.extend(process.stderr), daemon=True)
    reader.start()
    return process, address, reader


# The second service gives up soon: for the answers that never end.
services = patient, hasty = start(), start(SOURCE_SECONDS="1")


def ask(name, url, options="", field=None, service=patient):
    connection = http.client.HTTPConnection(service[1], timeout=600)
    heads.clear()
    connection.request(
        "GET", f"/v1/thumbnail?url={urllib.parse.quote(url, safe='')}{options}",
        headers={"Authorization": "Bearer secret-of-the-client", "Cookie": "a=b", "X-Mine": "x"})
    answer = connection.getresponse()
    content = answer.read()
    said = json.loads(content)["code"] if answer.status != 200 else answer.headers.get(field or "Cameo-Title")
    print(name, answer.status, said, *[f"{len(heads)} requests"] if name.startswith("redirect") else [])
    return answer


tag = ask("document", f"{open_place}/docs/hello.txt").headers["ETag"]
asked = heads[0].lower()
print("passed on:", *(word for word in ("authorization", "cookie", "x-mine", "secret") if word in asked))
ask("named", f"{open_place}/docs/hello", "&name=mine.txt")
ask("typed", f"{open_place}/docs/hello")
ask("query", f"{open_place}/docs/hello.txt?X-Amz-Signature=swordfish&a=b%2Fc")
print("sent:", heads[0].split(" ")[1])
ask("same tag", f"{open_place}/docs/sub/hello.txt", field="ETag").headers["ETag"] == tag and print("equal")
ask("tls", f"https://localhost:{secure}/hello.txt")
ask("tls of an address", f"https://127.0.0.1:{secure}/hello.txt")
ask("tls without a length", f"https://localhost:{secure}/closing")
ask("tls of another name", f"https://localhost:{strange}/hello.txt")
ask("nobody listens", f"http://127.0.0.1:{unused}/hello.txt")
ask("unknown host", "http://no-such-host.invalid/a")
for name, url in {
    "not below": f"{open_place}/hello.txt", "beside": f"{open_place}/docsx/hello.txt",
    "dots": f"{open_place}/docs/../hello.txt", "escaped dots": f"{open_place}/docs/%2e%2E/hello.txt",
    "twice escaped dots": f"{open_place}/docs/%252e%252e/hello.txt", "escaped slash": f"{open_place}/docs/..%2fhello.txt",
    "backslash": f"{open_place}/docs/..%5chello.txt", "user": f"http://127.0.0.1:{plain}@localhost:{plain}/docs/hello.txt",
    "other port": f"http://127.0.0.1:{plain + 1}/docs/hello.txt", "other scheme": f"https://127.0.0.1:{plain}/docs/hello",
    "number": f"http://2130706433:{plain}/docs/hello", "short number": f"http://127.1:{plain}/docs/hello",
    "file": "file:///etc/passwd", "line": f"{open_place}/docs/a HTTP/1.1\r\nX: y", "letters": f"{open_place}/docs/ä",
    "fragment": f"{open_place}/docs/hello.txt#swordfish", "private": f"http://localhost:{plain}/hello.txt",
    "private IPv6": f"http://[::1]:{plain}/hello.txt",
}.items():
    heads.clear()
    ask(name, url)
    if heads:
        print("asked", heads)
to = f"{open_place}/docs/to?"
ask("redirect", f"{to}/docs/hello.txt")
ask("redirect to a relative address", f"{to}sub/hello.txt")
ask("redirect with dots", f"{to}./sub/../hello.txt")
ask("redirect above", f"{to}../hello.txt")
ask("redirect with escaped dots", f"{to}sub/%252e%252e/hello.txt")
ask("redirect to itself", f"{to}?{urllib.parse.quote('/docs/to')}")
ask("redirect outside", f"{to}/hello.txt")
ask("redirect to a private address", f"{to}http://localhost:{plain}/hello.txt")
ask("redirect to metadata", f"{to}http://169.254.169.254/latest/meta-data/")
ask("redirect to a file", f"{to}file:///etc/passwd")
for name in ("closing", "hints", "trailer", "gzip", "packed", "twice", "form", "announced", "endless", "slow", "silent",
             "head", "fields", "short", "cut", "chunks", "lengths", "places", "noise", "old", "empty", "404", "410",
             "403", "500", "304", "206"):
    ask(name, f"{open_place}/docs/{name}", service=hasty if name in ("slow", "silent") else patient)
leaving = http.client.HTTPConnection(patient[1], timeout=600)
leaving.request("GET", f"/v1/thumbnail?url={urllib.parse.quote(f'{open_place}/docs/left', safe='')}")
reached.wait(60)
leaving.close()
print("client left:", given_up.wait(60))
ask("after all", f"{open_place}/docs/hello.txt")
for _ in range(300):  # The last one is removed when its answer was sent.
    left = [file for _, _, files in os.walk(folder) for file in files if not file.endswith((".pem", ".key"))]
    if not left:
        break
    time.sleep(0.1)
print("files left:", *left)
for process, _, reader in services:
    process.terminate()
    process.wait(60)
    reader.join(60)
print("log:", *{word for line in lines for word in ("swordfish", "b%2Fc", "b%252Fc") if word in line})
