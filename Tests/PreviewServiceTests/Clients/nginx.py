"""Runs nginx with a configuration before a service: nginx.py PORT FOLDER, with the part of `http` on standard input.

Prints the statuses of four requests through it: a thumbnail for a visitor, for the same one with a forged header, for
another visitor, and one after `proxy_set_header Host` was removed from the configuration.
"""
import http.client
import os
import socket
import subprocess
import sys
import time

service, folder, text = sys.argv[1], sys.argv[2], sys.stdin.read()
nginx = "/usr/sbin/nginx"


def free_port():
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        return taken.getsockname()[1]


def ask(port, visitor, headers):
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=100, source_address=(visitor, 0))
    connection.request("POST", "/v1/thumbnail?name=a.txt", body=visitor.encode(), headers=headers)
    answer = connection.getresponse()
    answer.read()
    connection.close()
    return answer.status


def run(configuration, requests):
    port = free_port()
    configuration = configuration.replace("listen 80;", f"listen 127.0.0.1:{port};").replace("127.0.0.1:8880",
                                                                                            f"127.0.0.1:{service}")
    paths = "".join(f"{name}_temp_path {folder}/{name};\n"
                    for name in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
    with open(f"{folder}/nginx.conf", "w") as file:
        file.write(f"daemon off;\nmaster_process off;\npid {folder}/pid;\nevents {{}}\n"
                   f"http {{\naccess_log off;\n{paths}{configuration}\n}}\n")
    process = subprocess.Popen([nginx, "-p", folder, "-e", "stderr", "-c", f"{folder}/nginx.conf"])
    try:
        end = time.monotonic() + 60
        while process.poll() is None and time.monotonic() < end:
            try:
                socket.create_connection(("127.0.0.1", port)).close()
                break
            except ConnectionRefusedError:
                time.sleep(0.01)
        return [ask(port, *request) for request in requests]
    finally:
        process.terminate()
        process.wait()


statuses = run(text, [("127.0.0.3", {}), ("127.0.0.3", {"X-Forwarded-For": "203.0.113.9", "Forwarded": "for=1.2.3.4"}),
                      ("127.0.0.4", {})])
without_host = "\n".join(line for line in text.split("\n") if "proxy_set_header Host" not in line)
print(*statuses, *run(without_host, [("127.0.0.3", {})]))
