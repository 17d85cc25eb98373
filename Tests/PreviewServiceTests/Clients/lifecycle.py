"""Starts a service, ends it in several ways, and prints what happened: lifecycle.py PROGRAM CASE."""
import http.client
import os
import signal
import socket
import stat
import subprocess
import sys
import threading
import time

program, case = sys.argv[1:3]


def start(count=2):
    """The process and its addresses: the service's, then that of health."""
    process = subprocess.Popen([program], stderr=subprocess.PIPE, text=True)
    addresses = []
    for line in process.stderr:
        if "listening at" in line:
            addresses.append(line.split()[-1])
            if len(addresses) == count:
                break
    threading.Thread(target=process.stderr.read, daemon=True).start()
    return process, addresses


def ask(address, method, target, body=None):
    host, port = address.rsplit(":", 1)
    connection = http.client.HTTPConnection(host, int(port), timeout=20)
    connection.request(method, target, body=body)
    answer = connection.getresponse()
    answer.read()
    return answer.status


def ask_socket(path):
    connection = socket.socket(socket.AF_UNIX)
    connection.settimeout(10)
    connection.connect(path)
    connection.sendall(b"GET /v1/types HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
    return int(connection.recv(4096).split()[1])


def wait(process, seconds=20):
    try:
        return process.wait(seconds)
    except subprocess.TimeoutExpired:
        process.kill()
        return "killed"


def rendering(address, milliseconds):
    """A slow request that has been sent and not answered yet."""
    answers = []

    def run():
        try:
            answers.append(ask(address, "POST", f"/v1/thumbnail?name=sleep-{milliseconds}", b"x"))
        except (OSError, http.client.HTTPException):
            answers.append("none")
    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    time.sleep(0.5)
    return thread, answers


if case == "drain":
    process, (service, health) = start()
    thread, answers = rendering(service, 2000)
    process.send_signal(signal.SIGTERM)
    time.sleep(0.5)
    print("ready", ask(health, "GET", "/readyz"))
    try:
        ask(service, "GET", "/v1/types")
        print("accepted")
    except ConnectionRefusedError:
        print("refused")
    thread.join(20)
    print("answer", answers[0])
    print("status", wait(process))
elif case in ("cut-off", "twice"):
    process, (service, health) = start()
    rendering(service, 15000)
    begin = time.monotonic()
    process.send_signal(signal.SIGTERM)
    if case == "twice":
        time.sleep(0.3)
        process.send_signal(signal.SIGTERM)
    status = wait(process)
    print("ended in time" if time.monotonic() - begin < 8 else "too late")
    print("status", status)
elif case == "unix":
    path = os.environ["CAMEO_PREVIEWD_UNIX"]
    del os.environ["CAMEO_PREVIEWD_LISTEN"]
    process, _ = start()
    print("mode", oct(stat.S_IMODE(os.stat(path).st_mode))[2:])
    print("answer", ask_socket(path))
    second = subprocess.run([program], capture_output=True, timeout=20, check=False)
    print("second refused" if second.returncode != 0 and ask_socket(path) == 200 else "second came in")
    process.kill()
    process.wait(10)
    process, _ = start()
    print("stale replaced" if ask_socket(path) == 200 else "stale")
    process.send_signal(signal.SIGTERM)
    wait(process)
    gone = not os.path.exists(path)
    with open(path, "w", encoding="ascii") as file:
        file.write("x")
    third = subprocess.run([program], capture_output=True, timeout=20, check=False)
    print("file kept" if third.returncode != 0 and open(path, encoding="ascii").read() == "x" else "file lost")
    print("gone" if gone else "left")
