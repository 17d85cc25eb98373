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


log = []


def listening(process, count=2):
    """The addresses of a process: the service's, then that of health."""
    addresses = []
    for line in process.stderr:
        if "listening at" in line:
            addresses.append(line.split()[-1])
            if len(addresses) == count:
                break

    def read():
        for line in process.stderr:
            log.append(line)
    threading.Thread(target=read, daemon=True).start()
    return addresses


def start(count=2):
    process = subprocess.Popen([program], stderr=subprocess.PIPE, text=True)
    return process, listening(process, count)


def until(condition):
    """Waits for a condition, for twenty seconds at most."""
    for _ in range(1000):
        if condition():
            return True
        time.sleep(0.02)
    return False


def logged(text, times=1):
    return until(lambda: sum(text in line for line in log) >= times)


def ask(address, method, target, body=None, token=None):
    host, port = address.rsplit(":", 1)
    connection = http.client.HTTPConnection(host, int(port), timeout=20)
    connection.request(method, target, body=body, headers={"Authorization": f"Bearer {token}"} if token else {})
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
    process.send_signal(signal.SIGHUP)
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
elif case == "delay":
    process, (service, health) = start()
    print("ready", ask(health, "GET", "/readyz"))
    process.send_signal(signal.SIGTERM)
    print("not ready", until(lambda: ask(health, "GET", "/readyz") == 503))
    print("live", ask(health, "GET", "/livez"))
    print("answer", ask(service, "POST", "/v1/thumbnail", b"x"))
    process.send_signal(signal.SIGTERM)
    print("status", wait(process))
elif case == "delay-end":
    process, (service, health) = start()
    process.send_signal(signal.SIGTERM)
    print("status", wait(process))
elif case == "reload":
    path = os.environ["CAMEO_PREVIEWD_TOKENS"]
    old, new = "old-token-0123456789", "new-token-0123456789"

    def write(text, mode=0o600):
        with open(path + ".new", "w", encoding="ascii") as file:
            file.write(text)
        os.chmod(path + ".new", mode)
        os.rename(path + ".new", path)

    def statuses():
        return [ask(service, "GET", "/v1/types", token=token) for token in (old, new)]
    write(old + "\n")
    process, (service, health) = start()
    print("at first", *statuses())
    # A request that has been sent, but for its last byte, goes on.
    host, port = service.rsplit(":", 1)
    running = http.client.HTTPConnection(host, int(port), timeout=20)
    running.putrequest("POST", "/v1/thumbnail")
    running.putheader("Authorization", f"Bearer {old}")
    running.putheader("Content-Length", "2")
    running.putheader("Expect", "100-continue")
    running.endheaders(b"x")
    # The service says it when it has accepted the token.
    print("accepted", running.sock.recv(25).split()[1].decode())
    write(new + "\n")
    process.send_signal(signal.SIGHUP)
    print("reloaded", logged("previewd: reloaded: tokens 1, keys 0, providers 1"))
    print("then", *statuses())
    running.send(b"x")
    print("running", running.getresponse().status)
    for number, (text, mode) in enumerate((("short\n", 0o600), (old + "\n", 0o644), ("", 0o600)), 1):
        write(text, mode)
        process.send_signal(signal.SIGHUP)
        print("not reloaded", logged("not reloaded, everything stays as it was: " + path, number))
        print("then", *statuses())
    os.remove(path)
    process.send_signal(signal.SIGHUP)
    print("not reloaded", logged("No such file", 1))
    print("then", *statuses())
    process.send_signal(signal.SIGTERM)
    print("status", wait(process))
elif case == "reload-early":
    # The process waits for a writer of this pipe when it starts.
    path = os.environ["CAMEO_PREVIEWD_TOKENS"]
    os.mkfifo(path, 0o600)
    process = subprocess.Popen([program], stderr=subprocess.PIPE, text=True)
    for token in ("old-token-0123456789", "new-token-0123456789"):
        with open(path, "w", encoding="ascii") as file:
            if token.startswith("old"):
                process.send_signal(signal.SIGHUP)
            file.write(token + "\n")
        if token.startswith("old"):
            service, health = listening(process)
    print("reloaded", logged("previewd: reloaded"))
    print("answer", ask(service, "GET", "/v1/types", token="new-token-0123456789"))
    process.send_signal(signal.SIGTERM)
    print("status", wait(process))
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
