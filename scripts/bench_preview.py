"""Measures previewd over HTTP beside thumbor and `thumb -j2`: run by scripts/bench preview.

Everything is on the loopback, every phase ends after some seconds, and every picture that comes back is compared with the one that
a lone client got for the same document."""

import argparse
import asyncio
import collections
import contextlib
import hashlib
import json
import os
import shutil
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

DOCUMENTS = 16
CLIENTS = (1, 8, 64)
ROUNDS = 5
THUMBOR_SETTINGS = """LOADER = 'thumbor.loaders.file_loader'
FILE_LOADER_ROOT_PATH = {root!r}
STORAGE = 'thumbor.storages.no_storage'
RESULT_STORAGE = None
QUALITY = 80
AUTO_WEBP = False
ALLOW_UNSAFE_URL = True
"""


def make_photos(source, folder):
    """Variants of a photograph, each with a square of its own colour, so that their thumbnails can be distinguished."""
    from PIL import Image
    names = []
    with Image.open(source) as image:
        image = image.convert("RGB")
        side = min(image.size) // 2
        for number in range(DOCUMENTS):
            copy = image.copy()
            copy.paste((number * 16, 255 - number * 16, number * 97 % 256), (0, 0, side, side))
            names.append(f"photo{number}.jpg")
            copy.save(folder / names[-1], quality=90)
    return names


def make_groups(folder):
    """Property lists of people, each with a name of its own."""
    names = []
    for number in range(DOCUMENTS):
        people = "".join(f"<dict><key>firstName</key><string>Ada {n}</string><key>lastName</key><string>Lovelace</string></dict>"
                         for n in range(number + 1))
        names.append(f"group{number}.pplgrp")
        (folder / names[-1]).write_text(
            '<?xml version="1.0" encoding="UTF-8"?><plist version="1.0"><dict><key>name</key>'
            f"<string>Group {number}</string><key>people</key><array>{people}</array></dict></plist>")
    return names


async def get(connection, port, target):
    """One request on a persistent connection. Returns the connection, the status and the body."""
    if connection is None:
        connection = await asyncio.open_connection("127.0.0.1", port)
    reader, writer = connection
    writer.write(f"GET {target} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nAccept: */*\r\n\r\n".encode())
    head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").lower()
    status = int(head.split(" ", 2)[1])
    length, closes = 0, "connection: close" in head
    for line in head.split("\r\n"):
        if line.startswith("content-length:"):
            length = int(line.split(":")[1])
    if "transfer-encoding: chunked" in head:
        body = b""
        while (size := int((await reader.readline()).split(b";")[0], 16)) > 0:
            body += (await reader.readexactly(size + 2))[:-2]
        await reader.readline()
    else:
        body = await reader.readexactly(length)
    if closes:
        writer.close()
        connection = None
    return connection, status, body


async def client(number, port, targets, expected, end, times, statuses):
    connection, turn = None, number
    while time.monotonic() < end:
        turn += 1
        target = targets[turn % len(targets)]
        start = time.perf_counter()
        try:
            address = target.replace("REQUEST", f"{number}-{turn}")
            # Not `wait_for`, which makes a task for each request: the client uses the processors that it measures.
            async with asyncio.timeout(120):
                connection, status, body = await get(connection, port, address)
        except (OSError, asyncio.IncompleteReadError, TimeoutError) as error:
            statuses[type(error).__name__] += 1
            connection = None
            continue
        if status == 200:
            times.append(time.perf_counter() - start)
            if hashlib.sha256(body).digest() != expected[target]:
                statuses["another document's picture"] += 1
        statuses[status] += 1
        if status == 429:
            await asyncio.sleep(0.05)


async def measure(port, targets, clients, seconds):
    """Returns the rate of answers with 200, p50 and p99 in ms, and the number of answers with each status."""
    expected, connection = {}, None
    for target in targets:
        connection, status, body = await get(connection, port, target)
        if status != 200:
            sys.exit(f"bench: {target}: {status} {body[:200]!r}")
        expected[target] = hashlib.sha256(body).digest()
    if len(set(expected.values())) != len(targets):
        sys.exit("bench: two documents have the same thumbnail")
    times, statuses = [], collections.Counter()
    start = time.monotonic()
    await asyncio.gather(*(client(n, port, targets, expected, start + seconds, times, statuses) for n in range(clients)))
    took = time.monotonic() - start
    times.sort()
    if not times:
        return 0, 0, 0, statuses
    return len(times) / took, times[len(times) // 2] * 1e3, times[len(times) * 99 // 100] * 1e3, statuses


def free_port():
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


class Service:
    """A server of our own, from its start to its end."""

    def __init__(self, arguments, port, environment=None):
        self.log = tempfile.TemporaryFile()
        self.process = subprocess.Popen(arguments, stdin=subprocess.DEVNULL, stdout=self.log, stderr=self.log,
                                        env={**os.environ, **(environment or {})}, start_new_session=True)
        self.port = port
        for _ in range(200):
            if self.process.poll() is not None:
                break
            try:
                socket.create_connection(("127.0.0.1", port), 1).close()
                return
            except OSError:
                time.sleep(0.1)
        self.log.seek(0)
        text = self.log.read().decode(errors="replace")[-2000:]
        self.close()
        sys.exit(f"bench: {arguments[0]} does not listen:\n{text}")

    def memory(self):
        """Resident MB of the process alone."""
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        return next(int(line.split()[1]) for line in status.splitlines() if line.startswith("VmRSS")) / 1024

    def close(self):
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
            try:
                self.process.wait(20)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()
        # thumbor does not end the processes that it has forked.
        try:
            os.killpg(self.process.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass


def previewd(options, folder, *more):
    port = free_port()
    if "--result-cache-limit" not in more:
        more += "--result-cache-limit", "0"
    return Service([str(options.bin / "previewd"), "--listen", f"127.0.0.1:{port}", "--health-listen", f"127.0.0.1:{free_port()}",
                    "--root", str(folder), "--providers", str(options.root / "share/providers"),
                    "--providers", str(options.root / "Examples/providers"),
                    "--log-requests", "false", *more], port,
                   {"CAMEO_LAUNCHER": str(options.bin / "cameo-launcher")})


def thumbor(options, folder):
    program = options.root / ".build-venv/bin/thumbor"
    if not program.exists():
        print("  thumbor is missing: scripts/python-tools --bench")
        return None
    settings = folder.parent / "thumbor.conf"
    settings.write_text(THUMBOR_SETTINGS.format(root=str(folder)))
    port = free_port()
    return Service([str(program), "--ip", "127.0.0.1", "--port", str(port), "--conf", str(settings), "--processes=2"], port)


def show(name, service, targets, options, clients=CLIENTS):
    for count in clients:
        rate, median, worst, statuses = asyncio.run(measure(service.port, targets, count, options.seconds))
        odd = {str(key): value for key, value in statuses.items() if key != 200}
        print(f"  {name:34} {count:3} clients {rate:8.1f}/s   p50 {median:8.1f} ms   p99 {worst:8.1f} ms"
              f"   {statuses[200]} answers{'' if not odd else ' ' + json.dumps(odd)}   {service.memory():.0f} MB", flush=True)


def many_files(folder, names):
    """Links to the documents under 512 names, which take thumb some seconds."""
    files = []
    for turn in range(512 // len(names)):
        for name in names:
            link = folder.parent / f"{turn}-{name}"
            link.symlink_to(folder / name)
            files.append(str(link))
    return files


def thumb(options, folder, files):
    """Files a second of thumb -j2."""
    out = folder.parent / "small"
    out.mkdir()
    start = time.monotonic()
    subprocess.run([str(options.bin / "thumb"), "-j2", "-s", "256", "-f", "jpeg", "--quiet", "-d", str(out), *files], check=True)
    took = time.monotonic() - start
    shutil.rmtree(out)
    return len(files) / took


def in_turns(options, folder, names, services):
    """Runs of previewd, thumb and thumbor in turns at 64 clients, because a machine's speed changes within minutes."""
    files, ratios = many_files(folder, names), {"thumb -j2": [], "thumbor": []}
    for _ in range(ROUNDS):
        rates = {name: asyncio.run(measure(service.port, targets, 64, options.seconds))[0]
                 for name, (service, targets) in services.items()}
        rates["thumb -j2"] = thumb(options, folder, files)
        for peer in ratios.keys() & rates.keys():
            ratios[peer].append(rates["previewd"] / rates[peer])
        print("  in turns, 64 clients: " + ", ".join(f"{name} {rate:.1f}/s" for name, rate in rates.items()), flush=True)
    for peer, each in ratios.items():
        if each:
            print(f"  previewd to {peer}: {' '.join(f'{ratio:.3f}' for ratio in each)}, mean {statistics.mean(each):.3f}", flush=True)


def main():
    parser = argparse.ArgumentParser(description="Measures previewd; run by scripts/bench.")
    parser.add_argument("--bin", type=Path, required=True)
    parser.add_argument("--root", type=Path, required=True)
    parser.add_argument("--photo", type=Path, required=True)
    parser.add_argument("--seconds", type=float, default=10)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name) / "documents"
        folder.mkdir()
        # If this runs as root, workers run as other users.
        os.chmod(name, 0o755)
        photos, groups = make_photos(options.photo, folder), make_groups(folder)

        def ours(names):
            # Each request has its own name: equal simultaneous requests would be rendered once.
            return [f"/v1/thumbnail?path={name}&size=256&format=jpeg&name=REQUEST{os.path.splitext(name)[1]}" for name in names]

        patient = ("--queue", "128", "--queue-seconds", "60")
        for title, names in (("photographs of 12 megapixels", photos), ("people groups", groups)):
            print(f"{DOCUMENTS} {title}, 256 pixels, sandbox on, no cache of results, {options.seconds:g} s each")
            with contextlib.ExitStack() as services:
                again = services.enter_context(contextlib.closing(previewd(options, folder, "--reuse", "100", *patient)))
                show("previewd, workers used 100 times", again, ours(names), options)
                with contextlib.closing(previewd(options, folder, "--reuse", "1", *patient)) as once:
                    show("previewd, workers used once", once, ours(names), options)
                if names is photos:
                    turns = {"previewd": (again, ours(names))}
                    if peer := thumbor(options, folder):
                        services.enter_context(contextlib.closing(peer))
                        turns["thumbor"] = (peer, [f"/unsafe/fit-in/256x256/{name}" for name in names])
                        show("thumbor --processes=2", *turns["thumbor"], options)
                    in_turns(options, folder, names, turns)
        print("A queue of 16: what has no room gets 429")
        with contextlib.closing(previewd(options, folder, "--reuse", "100", "--queue", "16", "--queue-seconds", "60")) as service:
            show("previewd, people groups", service, ours(groups), options, clients=(64,))
            show("previewd, photographs", service, ours(photos), options, clients=(64,))


if __name__ == "__main__":
    main()
