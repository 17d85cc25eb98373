"""Three previewd behind HAProxy with the configuration of docs/distributed.md, of which one is killed under load and another one
is stopped; run by scripts/test-distributed."""

import argparse
import http.client
import itertools
import os
import re
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).parent.parent
TOKEN = "a token of the test"
CLIENTS = 24


def check(condition, message):
    if not condition:
        sys.exit(f"test-distributed: {message}")


def free_ports(count):
    sockets = [socket.create_server(("127.0.0.1", 0)) for _ in range(count)]
    ports = [each.getsockname()[1] for each in sockets]
    for each in sockets:
        each.close()
    return ports


def ask(port, target, document=None, connection=None, name=None):
    """The status, the body and the connection for the next request."""
    connection = connection or http.client.HTTPConnection("127.0.0.1", port, timeout=120)
    headers = {"Authorization": f"Bearer {TOKEN}", **({"X-Request-Id": name} if name else {})}
    connection.request("POST" if document else "GET", target, document, headers)
    answer = connection.getresponse()
    return answer.status, answer.read(), connection


def until(condition, what):
    end = time.monotonic() + 60
    while not condition():
        check(time.monotonic() < end, f"{what}: not within a minute")
        time.sleep(0.05)


def status(port, target):
    try:
        return ask(port, target)[0]
    except OSError:
        return None


class Load:
    """Clients that want thumbnails through the balancer, one after the other each. Half of them name files, on a persistent
    connection; the others send documents."""

    def __init__(self, port, photos, expected):
        self.port, self.photos, self.expected, self.stopped = port, photos, expected, False
        self.right, self.failed = Counter(), []
        self.phase = "with three servers"
        self.threads = [threading.Thread(target=self.run, args=(number,), daemon=True) for number in range(CLIENTS)]
        for thread in self.threads:
            thread.start()

    def run(self, number):
        connection = None
        for turn in itertools.count():
            if self.stopped:
                return
            name, photo = f"{number}-{turn}", self.photos[(number + turn) % len(self.photos)]
            # The name of the document is another one each time, so that no two requests share a rendering.
            target = f"/v1/thumbnail?size=256&format=jpeg&name={name}.jpg"
            try:
                if number % 2:
                    answer, body, connection = ask(self.port, f"{target}&path={photo.name}", None, connection, name)
                else:
                    answer, body, _ = ask(self.port, target, photo.read_bytes(), None, name)
            except (OSError, http.client.HTTPException) as error:
                answer, body, connection = repr(error), b"", None
            if answer == 200 and body == self.expected[photo]:
                self.right[self.phase] += 1
            else:
                self.failed.append((name, self.phase, "another picture" if answer == 200 else answer))

    def go_on(self, phase, answers=150):
        """Waits until so many more requests were answered."""
        self.phase = phase
        until(lambda: self.right[phase] >= answers, f"{answers} answers {phase}")

    def stop(self):
        self.stopped = True
        for thread in self.threads:
            thread.join()


class BalancerLog(threading.Thread):
    """HAProxy's log: the server that each request was sent to."""

    def __init__(self):
        super().__init__(daemon=True)
        self.socket = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1 << 22)
        self.socket.bind(("127.0.0.1", 0))
        self.servers = {}
        self.start()

    def run(self):
        while True:
            line = self.socket.recv(4096).decode()
            if match := re.search(r"request=\{(\S+)\} server=(\S+)", line):
                self.servers[match[1]] = match[2]


def configuration(port, servers, log):
    """The example of docs/distributed.md with the ports of this run, and a log."""
    text = re.search(r"```haproxy\n(.*?)```", (ROOT / "docs/distributed.md").read_text(), re.DOTALL)[1]
    text = text.replace("bind :8880", f"bind 127.0.0.1:{port}\n    log 127.0.0.1:{log} format raw local0\n"
                        "    capture request header X-Request-Id len 40\n    log-format \"request=%hr server=%s status=%ST\"")
    for name, (listen, health) in servers.items():
        text, count = re.subn(rf"server {name} \S+:8880 check port 8881", f"server {name} 127.0.0.1:{listen} check port {health}", text)
        check(count == 1, f"docs/distributed.md: no server {name}")
    return text


def main():
    parser = argparse.ArgumentParser(description="Tests previewd behind a balancer; run by scripts/test-distributed.")
    parser.add_argument("--bin", type=Path, required=True)
    parser.add_argument("photos", nargs="+", type=Path)
    options = parser.parse_args()
    port, *ports = free_ports(7)
    servers = dict(zip("abc", zip(ports[::2], ports[1::2])))
    processes = {}
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        # Workers of root's service run as other users.
        folder.chmod(0o755)
        tokens = folder / "tokens"
        tokens.touch(0o600)
        tokens.write_text(TOKEN + "\n")
        for photo in options.photos:
            (folder / photo.name).write_bytes(photo.read_bytes())
        try:
            for server, (listen, health) in servers.items():
                processes[server] = subprocess.Popen(
                    [options.bin / "previewd", "--listen", f"127.0.0.1:{listen}", "--health-listen", f"127.0.0.1:{health}",
                     "--tokens", tokens, "--root", folder, "--providers", ROOT / "share/providers", "--reuse", "100",
                     "--drain-delay", "5", "--log-requests", "false", "--result-cache-limit", "0"],
                    env={**os.environ, "CAMEO_LAUNCHER": str(options.bin / "cameo-launcher")})
            for _, health in servers.values():
                until(lambda: status(health, "/readyz") == 200, "previewd")
            log = BalancerLog()
            (folder / "haproxy.cfg").write_text(configuration(port, servers, log.socket.getsockname()[1]))
            processes["balancer"] = subprocess.Popen(["haproxy", "-db", "-f", folder / "haproxy.cfg"])
            test(options, port, servers, processes, log)
        finally:
            for process in processes.values():
                process.kill()
                process.wait()


def test(options, port, servers, processes, log):
    expected = {}
    for photo in options.photos:
        answer, expected[photo], _ = ask(servers["a"][0], f"/v1/thumbnail?path={photo.name}&size=256&format=jpeg")
        check(answer == 200, f"{photo}: {answer}")
    until(lambda: status(port, "/v1/types") == 200, "the balancer")
    load = Load(port, options.photos, expected)
    load.go_on("with three servers")
    processes["b"].send_signal(signal.SIGKILL)
    load.go_on("after one was killed")
    processes["c"].send_signal(signal.SIGTERM)
    load.go_on("while another one stops")
    check(processes["c"].wait(60) == 0, f"previewd ended with status {processes['c'].returncode}")
    load.go_on("with one server")
    load.stop()
    until(lambda: all(name in log.servers for name, _, _ in load.failed), "the log of the balancer")
    for name, phase, answer in load.failed:
        check(log.servers[name] == "b", f"a request to server {log.servers[name]} failed {phase}: {answer}")
        check(answer != "another picture", f"another picture {phase}")
        check(int(name.split("-")[0]) % 2 == 0, f"a request for a file was not sent to another server: {answer}")
    counts = Counter(log.servers.values())
    check(all(counts[server] for server in servers), f"requests to the servers: {counts}")
    for phase, count in load.right.items():
        print(f"  {phase}: {count} right answers, {sum(failed[1] == phase for failed in load.failed)} failed")
    print(f"  what failed was on the killed server: {dict(Counter(str(answer) for _, _, answer in load.failed))}")


main()
