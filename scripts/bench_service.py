"""Measures what previewd promises besides its rate: run by scripts/bench service.

Kept answers, processor time beside `thumb`, a client beside three that waste all processors, clients that do not read, and the
start of a confined command. Each figure is printed beside what it is compared with."""

import argparse
import contextlib
import json
import multiprocessing
import os
import socket
import statistics
import subprocess
import tempfile
import time
from pathlib import Path

from bench_preview import make_groups, make_photos, previewd

SPINNERS = 61
READERS = 1000
STARTS = 200

SPIN = """#!/usr/bin/python3
# Spends the time of a document with as many processes as there may be.
import json, os, sys
for line in sys.stdin:
    kind = json.loads(line)["type"]
    if kind == "hello":
        print(json.dumps({"type": "hello", "protocol": 1, "provider": "org.example.spin", "version": "1",
                          "capabilities": ["thumbnail"]}), flush=True)
    elif kind == "thumbnail":
        for _ in range(SPINNERS - 1):
            if os.fork() == 0:
                break
        while True:
            pass
    elif kind == "shutdown":
        break
"""


def exchange(connection, request):
    """Sends a request and reads its answer. Returns the size of the answer's content."""
    connection.sendall(request)
    content = b""
    while (end := content.find(b"\r\n\r\n")) < 0:
        piece = connection.recv(1 << 20)
        if not piece:
            raise OSError("the connection ended")
        content += piece
    head = content[:end + 2].lower()
    if not head.startswith(b"http/1.1 200 "):
        raise OSError(content[:500])
    start = head.index(b"content-length:") + 15
    length = int(head[start:head.index(b"\r", start)])
    left = length - (len(content) - end - 4)
    while left > 0:
        left -= len(connection.recv(1 << 20)) or length
    return length


def request_for(port, target):
    return f"GET {target} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nAccept: */*\r\n\r\n".encode()


def connect(port, source=None):
    return socket.create_connection(("127.0.0.1", port), 120, source_address=(source, 0) if source else None)


def one_client(work):
    """Asks for one answer again and again. Returns the times in seconds."""
    port, target, seconds = work
    request, times = request_for(port, target), []
    with connect(port) as connection:
        end = time.perf_counter() + seconds
        while (start := time.perf_counter()) < end:
            exchange(connection, request)
            times.append(time.perf_counter() - start)
    return times


def kept_answers(options, folder, photo):
    print("answers of the result cache, over connections that stay open")
    with contextlib.closing(previewd(options, folder, "--result-cache", str(folder.parent / "kept"), "--result-cache-limit", "1Gi",
                                     "--memory-mib", "1024", "--output-mib", "256")) as service:
        for side in (256, 1024, 2048):
            target = f"/v1/thumbnail?path={photo}&size={side}&format=jpeg"
            with connect(service.port) as connection:
                size = exchange(connection, request_for(service.port, target))
            for clients in (1, 2, 8):
                with multiprocessing.Pool(clients) as pool:
                    times = sorted(sum(pool.map(one_client, [(service.port, target, options.seconds)] * clients, 1), []))
                print(f"  {size:8} bytes {clients:3} clients {len(times) / options.seconds:9.1f}/s   "
                      f"p50 {times[len(times) // 2] * 1e3:6.3f} ms   p99 {times[len(times) * 99 // 100] * 1e3:6.3f} ms", flush=True)


def processor_seconds(root):
    """Of a process and all below it, and of those of them that have ended."""
    total, waiting, tick = 0, [root], os.sysconf("SC_CLK_TCK")
    while waiting:
        process = waiting.pop()
        try:
            fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
            total += sum(int(field) for field in fields[11:15])
            for children in Path(f"/proc/{process}/task").glob("*/children"):
                waiting += [int(child) for child in children.read_text().split()]
        except OSError:
            pass
    return total / tick


def processor_time(options, folder, photos):
    count = 64
    print(f"processor time of a photograph, {count} photographs one after the other")
    files = []
    for turn in range(count):
        link = folder.parent / f"cpu{turn}.jpg"
        link.symlink_to(folder / photos[turn % len(photos)])
        files.append(str(link))
    out = folder.parent / "cpu"
    out.mkdir()
    before = os.times()
    subprocess.run([str(options.bin / "thumb"), "-j1", "-s", "256", "-f", "jpeg", "--quiet", "-d", str(out), *files], check=True)
    after = os.times()
    alone = (after.children_user + after.children_system - before.children_user - before.children_system) / count
    print(f"  thumb -j1: {alone * 1e3:.1f} ms")
    for reuse in ("100", "1"):
        with contextlib.closing(previewd(options, folder, "--reuse", reuse)) as service, connect(service.port) as connection:
            targets = [f"/v1/thumbnail?path={name}&size=256&format=jpeg" for name in photos]
            for target in targets[:4]:
                exchange(connection, request_for(service.port, target))
            start = processor_seconds(service.process.pid)
            for turn in range(count):
                exchange(connection, request_for(service.port, targets[turn % len(targets)]))
            each = (processor_seconds(service.process.pid) - start) / count
            print(f"  previewd --reuse {reuse}: {each * 1e3:.1f} ms, {each / alone:.2f} times as much", flush=True)


def latencies(port, targets, seconds):
    times, end, turn = [], time.perf_counter() + seconds, 0
    with connect(port) as connection:
        while (start := time.perf_counter()) < end:
            exchange(connection, request_for(port, targets[turn % len(targets)]))
            times.append(time.perf_counter() - start)
            turn += 1
    times.sort()
    return times[len(times) // 2] * 1e3, times[min(len(times) - 1, len(times) * 99 // 100)] * 1e3, len(times)


def noisy_neighbours(options, folder, groups):
    print(f"a client beside three documents of {SPINNERS} processes that spin")
    provider = folder.parent / "providers/org.example.spin"
    provider.mkdir(parents=True)
    (provider / "provider.py").write_text(SPIN.replace("SPINNERS", str(SPINNERS)))
    (provider / "provider.json").write_text(json.dumps({
        "id": "org.example.spin", "version": "1", "protocol": [1], "exec": ["/usr/bin/python3", "./provider.py"],
        "capabilities": ["thumbnail"], "supportedContentTypes": ["org.example.spin"],
        "exportedTypes": [{"identifier": "org.example.spin", "conformsTo": ["public.data"], "extensions": ["spin"]}]}))
    for path in (provider.parent, provider, provider / "provider.py", provider / "provider.json"):
        path.chmod(0o755)
    (folder / "a.spin").write_text("spin")
    seconds = options.seconds
    with contextlib.closing(previewd(
            options, folder, "--providers", str(provider.parent), "--reuse", "100", "--failure-seconds", "0",
            "--thumbnail-seconds", "10", "--concurrency", "4")) as service:
        targets = [f"/v1/thumbnail?path={name}&size=256&format=jpeg" for name in groups]
        alone = latencies(service.port, targets, seconds)
        print(f"  alone: p50 {alone[0]:.1f} ms, p99 {alone[1]:.1f} ms, {alone[2]} answers")
        with contextlib.ExitStack() as others:
            for number in range(3):
                other = others.enter_context(connect(service.port, f"127.0.0.{number + 2}"))
                other.sendall(request_for(service.port, f"/v1/thumbnail?path=a.spin&name={number}.spin&size=64"))
            time.sleep(2)
            beside = latencies(service.port, targets, min(seconds, 6))
        print(f"  beside: p50 {beside[0]:.1f} ms, p99 {beside[1]:.1f} ms, {beside[2]} answers; "
              f"p99 {beside[1] / alone[1]:.1f} times that alone", flush=True)


def slow_readers(options, folder, photo):
    print(f"{READERS} clients that do not read their answers")
    with contextlib.closing(previewd(
            options, folder, "--connections", str(READERS + 100), "--client-connections", str(READERS + 50),
            "--result-cache", str(folder.parent / "slow"), "--result-cache-limit", "1Gi", "--memory-mib", "1024",
            "--output-mib", "256", "--write-seconds", "600")) as service:
        request = request_for(service.port, f"/v1/thumbnail?path={photo}&size=4096&format=png")
        with connect(service.port) as connection:
            size = exchange(connection, request)
        before = service.memory()
        with contextlib.ExitStack() as readers:
            for _ in range(READERS):
                reader = socket.socket()
                reader.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
                reader.connect(("127.0.0.1", service.port))
                readers.enter_context(reader).sendall(request)
            time.sleep(5)
            print(f"  {size} bytes each: {before:.0f} MB before, {service.memory():.0f} MB with them", flush=True)


def confined_start(options, folder):
    print(f"start of a confined command, {STARTS} starts each, in turns")
    picture = min((options.root / "Fixtures/png/valid").glob("*.png"), key=lambda path: path.stat().st_size)
    ways = {"off": [], "auto": []}
    for _ in range(STARTS):
        for way, times in ways.items():
            start = time.perf_counter()
            subprocess.run([str(options.bin / "thumb"), *(["--confine", "off"] if way == "off" else []), "-s", "1", "-o",
                            str(folder.parent / "dot.png"), "--quiet", str(picture)], check=True)
            times.append((time.perf_counter() - start) * 1e3)
    free, confined = (statistics.median(times) for times in ways.values())
    print(f"  thumb --confine off: {free:.2f} ms, confined: {confined:.2f} ms, {confined - free:+.2f} ms", flush=True)


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
        kept_answers(options, folder, photos[0])
        processor_time(options, folder, photos)
        noisy_neighbours(options, folder, groups)
        slow_readers(options, folder, photos[0])
        confined_start(options, folder)


main()
