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
reader = None


def listening(process, count=2):
    """The addresses of a process: the service's, then that of health."""
    addresses = []
    for line in process.stderr:
        if "listening at" in line:
            addresses.append(line.split()[-1].strip('"'))
            if len(addresses) == count:
                break

    def read():
        for line in process.stderr:
            log.append(line)
    global reader
    reader = threading.Thread(target=read, daemon=True)
    reader.start()
    return addresses


def start(count=2):
    process = subprocess.Popen([program], stderr=subprocess.PIPE, text=True)
    return process, listening(process, count)


def until(condition):
    """Waits for a condition, for two minutes at most."""
    for _ in range(6000):
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


def get(address, target):
    connection = http.client.HTTPConnection(address, timeout=20)
    connection.request("GET", target)
    return connection.getresponse().read()


def ask_socket(path, host=b"localhost"):
    connection = socket.socket(socket.AF_UNIX)
    connection.settimeout(10)
    connection.connect(path)
    connection.sendall(b"GET /v1/types HTTP/1.1\r\nHost: %s\r\nConnection: close\r\n\r\n" % host)
    return int(connection.recv(4096).split()[1])


def wait(process, seconds=60):
    try:
        return process.wait(seconds)
    except subprocess.TimeoutExpired:
        process.kill()
        return "killed"


def ended(process):
    """Prints what the log says about the end of a process, and its status."""
    status = wait(process)
    reader.join(20)
    for line in log:
        message = line.partition(' message="')[2].rstrip('"\n')
        if message.startswith(("SIG", "draining", "drained", "ended")):
            print(message)
    print("status", status)


def rendering(service, health):
    """A document that is being rendered, without an end."""
    def run():
        try:
            ask(service, "POST", "/v1/thumbnail?name=gate", b"x")
        except (OSError, http.client.HTTPException):
            pass
    threading.Thread(target=run, daemon=True).start()
    print("rendering", until(lambda: b"\npreviewd_renderings_active 1\n" in get(health, "/metrics")))


def begun(address, path="/v1/thumbnail", **headers):
    """A request that has arrived but for its last byte. The service has accepted it."""
    connection = http.client.HTTPConnection(address, timeout=60)
    connection.putrequest("POST", path)
    for name, value in headers.items():
        connection.putheader(name, value)
    connection.putheader("Content-Length", "2")
    connection.putheader("Expect", "100-continue")
    connection.endheaders(b"x")
    # The service sends this status when it has looked at the header.
    print("accepted", connection.sock.recv(25).split()[1].decode())
    return connection


def refuses(address):
    try:
        ask(address, "GET", "/v1/types")
    except OSError:
        return True
    return False


def end(connection):
    connection.send(b"x")
    return connection.getresponse().status


if case == "drain":
    process, (service, health) = start()
    running = begun(service)
    process.send_signal(signal.SIGTERM)
    print("not ready", until(lambda: ask(health, "GET", "/readyz") == 503))
    print("refused", until(lambda: refuses(service)))
    process.send_signal(signal.SIGHUP)
    print("not reloaded", logged("not reloaded: the service is ending"))
    print("answer", end(running))
    ended(process)
elif case in ("cut-off", "twice"):
    process, (service, health) = start()
    rendering(service, health)
    process.send_signal(signal.SIGTERM)
    if case == "twice":
        logged("draining")
        process.send_signal(signal.SIGTERM)
    ended(process)
elif case == "delay":
    process, (service, health) = start()
    print("ready", ask(health, "GET", "/readyz"))
    process.send_signal(signal.SIGTERM)
    print("not ready", until(lambda: ask(health, "GET", "/readyz") == 503))
    print("live", ask(health, "GET", "/livez"))
    print("answer", ask(service, "POST", "/v1/thumbnail", b"x"))
    process.send_signal(signal.SIGTERM)
    ended(process)
elif case == "delay-end":
    process, (service, health) = start()
    process.send_signal(signal.SIGTERM)
    ended(process)
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
    running = begun(service, Authorization=f"Bearer {old}")
    write(new + "\n")
    process.send_signal(signal.SIGHUP)
    print("reloaded", logged("\"reloaded: tokens 1, keys 0\"") and logged("\"reloaded: providers 1\""))
    print("then", *statuses())
    print("running", end(running))
    for number, (text, mode) in enumerate((("short\n", 0o600), (old + "\n", 0o644), ("", 0o600)), 1):
        write(text, mode)
        process.send_signal(signal.SIGHUP)
        print("not reloaded", logged("not reloaded, tokens and keys stay as they were: " + path, number))
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
    print("reloaded", logged("\"reloaded: tokens"))
    print("answer", ask(service, "GET", "/v1/types", token="new-token-0123456789"))
    process.send_signal(signal.SIGTERM)
    print("status", wait(process))
elif case == "unix":
    path = os.environ["CAMEO_PREVIEWD_UNIX"]
    del os.environ["CAMEO_PREVIEWD_LISTEN"]
    process, _ = start()
    print("mode", oct(stat.S_IMODE(os.stat(path).st_mode))[2:])
    print("answer", ask_socket(path))
    print("other names", ask_socket(path, b"anything.example"), ask_socket(path, b""))
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
