#!/usr/bin/python3
"""A provider that does what its first argument says, and every one of these things is wrong, but for the first few.

The second argument is a folder of the test's own. Nothing but the standard library is used.
"""
import json, mmap, os, signal, socket, subprocess, sys, threading, time

mode, state = sys.argv[1], sys.argv[2]
# Each worker may be a user of its own; the notes are everybody's.
os.umask(0)


def say(message):
    sys.stdout.write(json.dumps(message) + "\n")
    sys.stdout.flush()


def note(name, text):
    try:
        with open(os.path.join(state, name), "a") as file:
            file.write(text + "\n")
    except OSError:
        # A sandbox keeps the folder from it.
        pass


def is_first():
    with open(os.path.join(state, "pids")) as file:
        return len(file.read().split()) == 1


def hear():
    line = sys.stdin.readline()
    if not line:
        sys.exit(0)
    return json.loads(line)


def pixels(path, width=8, height=4, shade=0x55):
    with open(path, "wb") as file:
        file.write(bytes([shade]) * (width * height))
    return {"format": "gray8", "width": width, "height": height, "stride": width}


def grow():
    """Takes memory until somebody ends it."""
    hoard = []
    while True:
        hoard.append(bytearray(os.urandom(1 << 20) * 16))


def fork():
    """A child process. RLIMIT_NPROC counts all that the user runs: the workers of other tests may be in the way."""
    while True:
        try:
            return os.fork()
        except BlockingIOError:
            # They end soon. If not, the time limit of the request does.
            time.sleep(0.01)


def fork_away():
    """Starts a child that nobody is the parent of, in a session of its own where that is allowed, deaf to all but SIGKILL."""
    if fork():
        return
    try:
        os.setsid()
    except OSError:
        pass
    if fork():
        os._exit(0)
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    signal.signal(signal.SIGHUP, signal.SIG_IGN)
    time.sleep(600)
    os._exit(0)


def attempt(action):
    try:
        action()
        return "ALLOWED"
    except OSError:
        return "denied"


def trespass(targets):
    """What must not be possible, tried on what the document names."""
    path, folder = targets["file"], targets["folder"]
    local = socket.AF_UNIX
    attempts = {
        "read": lambda: open(path, "rb").read(),
        "list": lambda: os.listdir(folder),
        "write": lambda: open(path, "ab").write(b"x"),
        "create": lambda: open(folder + "/made", "xb"),
        "create-in-temporary": lambda: open("/tmp/" + os.path.basename(folder) + "-made", "xb"),
        "change-document": lambda: open(order["input"]["path"], "ab").write(b"x"),
        "truncate": lambda: os.truncate(path, 0),
        "truncate-by-open": lambda: os.open(path, os.O_RDONLY | os.O_TRUNC),
        "chmod": lambda: os.chmod(path, 0o777),
        "remove": lambda: os.unlink(path),
        "link": lambda: os.link(path, order["output"]["path"] + ".link"),
        "connect": lambda: socket.create_connection(("127.0.0.1", targets["port"]), 2),
        "connect-local": lambda: socket.socket(local, socket.SOCK_STREAM).connect(folder + "/socket"),
        "signal": lambda: os.kill(targets["process"], signal.SIGTERM),
        "signal-parent": lambda: os.kill(os.getppid(), signal.SIGTERM),
        "setsid": lambda: os.setsid(),
    }
    return "".join("%s %s\n" % (name, attempt(action)) for name, action in attempts.items())


note("pids", str(os.getpid()))
if mode == "silent" or mode == "silent-later" and not is_first():
    time.sleep(600)
if mode == "silent-deaf":
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    time.sleep(600)
if mode == "exit-at-once":
    sys.exit(3)
if mode == "early-reply":
    say({"type": "reply", "id": 1, "pdf": {}})

hello = hear()
note("hello", json.dumps(hello))
say({"type": "hello", "protocol": 9 if mode == "wrong-protocol" else 1, "provider": "org.example.misbehave",
     "version": "1.0", "capabilities": ["thumbnail", "preview"]})
if mode == "two-hellos":
    say({"type": "hello", "protocol": 1, "provider": "x", "version": "1", "capabilities": []})

count = 0
while True:
    order = hear()
    if order["type"] == "shutdown":
        sys.exit(0)
    if order["type"] == "cancel":
        note("cancelled", str(order["id"]))
        if mode == "obeys-cancel":
            say({"type": "error", "id": order["id"], "code": "cancelled", "message": "as you wish"})
        continue
    count += 1
    output, number = order["output"]["path"], order["id"]
    note("outputs", output)
    note("orders", "%d %d" % (os.getpid(), number))
    reply = {"type": "reply", "id": number}
    image = {"format": "gray8", "width": 8, "height": 4, "stride": 8}

    if mode in ("good", "silent-later"):
        reply.update(pixels=pixels(output), title="A \u202etitle\nof two lines", extensionBadge="TST", pageCount=3)
    elif mode == "partial":
        say({"type": "partial", "id": number, "pixels": pixels(output + ".partial", 2, 1, 0x11)})
        reply.update(pixels=pixels(output))
    elif mode == "html":
        with open(output, "w") as file:
            file.write("<p>Hello<img src='cid:one'>")
        with open(os.path.join(os.path.dirname(output), "one.png"), "wb") as file:
            file.write(b"picture")
        reply.update(data={"contentType": "text/html", "encoding": "utf-8", "attachments": [
            {"id": "one", "file": "one.png", "contentType": "image/png"}]})
    elif mode == "pdf":
        with open(output, "wb") as file:
            file.write(b"%PDF-1.7\n")
        reply.update(pdf={})
    elif mode == "corrupt":
        say({"type": "error", "id": number, "code": "corruptInput", "message": "the first byte is wrong"})
        continue
    elif mode == "locked":
        say({"type": "error", "id": number, "code": "passwordRequired", "message": "it is locked"})
        continue
    elif mode == "claims-sandbox":
        say({"type": "error", "id": number, "code": "sandboxUnavailable", "message": "x"})
        continue
    elif mode == "claims-timeout":
        say({"type": "error", "id": number, "code": "timeout", "message": "x"})
        continue
    elif mode == "lacks-program":
        say({"type": "error", "id": number, "code": "providerUnavailable", "message": "rsvg-convert is not installed"})
        continue
    elif mode == "leaves-child":
        # Good in all that it says.
        fork_away()
        reply.update(pixels=pixels(output))
    elif mode == "hoards":
        kept = os.urandom(1 << 20) * 80
        reply.update(pixels=pixels(output))
    elif mode == "grows-later":
        if count == 1:
            threading.Timer(1.5, grow).start()
        reply.update(pixels=pixels(output))
    elif mode == "trespass":
        with open(order["input"]["path"]) as file:
            found = trespass(json.load(file))
        with open(output, "w") as file:
            file.write(found)
        reply.update(data={"contentType": "text/plain", "encoding": "utf-8"})
    elif mode == "second-time":
        # Fails in its first process and is good in the next one.
        if is_first():
            os._exit(9)
        reply.update(pixels=pixels(output))
    elif mode == "gated":
        # Until the test opens the gate.
        while not os.path.exists(os.path.join(state, "gate")):
            time.sleep(0.01)
        reply.update(pixels=pixels(output))
    elif mode == "by-document":
        # The picture's shade is the document's first byte, and a "!" there is a crash.
        with open(order["input"]["path"], "rb") as file:
            first = file.read(1)[0]
        if first == ord("!"):
            os.kill(os.getpid(), signal.SIGSEGV)
        reply.update(pixels=pixels(output, shade=first))
    # From here on everything is wrong.
    elif mode == "garbage":
        sys.stdout.buffer.write(b"\xff\xfe\x00\x01 no message\n")
        sys.stdout.flush()
    elif mode == "long-line":
        sys.stdout.write('{"type": "log", "level": "info", "message": "' + "x" * 200000 + '"}\n')
        sys.stdout.flush()
    elif mode == "endless-line":
        while True:
            sys.stdout.write("x" * 65536)
            sys.stdout.flush()
    elif mode == "noise":
        print("Loading fonts ...", flush=True)
        reply.update(pixels=pixels(output))
    elif mode == "log-flood":
        while True:
            say({"type": "log", "level": "info", "message": "again"})
    elif mode == "stderr-flood":
        for _ in range(2000):
            sys.stderr.write("e" * 1000 + "\n")
        sys.stderr.write("the last words\n")
        os._exit(7)
    elif mode == "wrong-id":
        reply.update(id=number + 41, pixels=pixels(output))
    elif mode == "two-replies":
        reply.update(pixels=pixels(output))
        sys.stdout.write((json.dumps(reply) + "\n") * 2)
        sys.stdout.flush()
        continue
    elif mode == "late-reply":
        reply.update(pixels=pixels(output))
        say(reply)
        time.sleep(0.5)
    elif mode == "partial-flood":
        while True:
            say({"type": "partial", "id": number, "pixels": pixels(output + ".partial", 2, 1)})
    elif mode == "too-few-bytes":
        pixels(output, 5, 4)
        reply.update(pixels=image)
    elif mode == "too-many-bytes":
        pixels(output, 8, 5)
        reply.update(pixels=image)
    elif mode == "short-stride":
        reply.update(pixels=dict(pixels(output), stride=4))
    elif mode == "negative":
        reply.update(pixels=dict(pixels(output), height=-4))
    elif mode == "overflow":
        reply.update(pixels=dict(pixels(output), width=2**31, height=2**31, stride=2**33))
    elif mode == "stride-overflow":
        reply.update(pixels=dict(pixels(output), stride=2**62))
    elif mode == "too-large":
        reply.update(pixels=pixels(output, 600, 600))
    elif mode == "sparse":
        with open(output, "wb") as file:
            file.truncate(10 << 30)
        reply.update(pixels=image)
    elif mode == "cut":
        # The file is whole when the reply is said and cut right behind it.
        reply.update(pixels=pixels(output))
        open(output, "wb").write(b"cut")
    elif mode == "missing":
        reply.update(pixels=image)
    elif mode == "symlink":
        os.symlink("/etc/passwd", output)
        reply.update(data={"contentType": "text/plain"})
    elif mode == "folder-symlink":
        # The folder itself cannot be replaced; what is tried then is a link in the output's place.
        folder = os.path.dirname(output)
        try:
            os.rename(folder, folder + ".moved")
            os.symlink(state, folder)
        except OSError:
            os.symlink(os.path.join(state, "pids"), output)
        reply.update(data={"contentType": "text/plain"})
    elif mode == "hard-link":
        secret = os.path.join(state, "secret-%d" % os.getpid())
        with open(secret, "w") as file:
            file.write("secret")
        os.link(secret, output)
        reply.update(data={"contentType": "text/plain"})
    elif mode == "fifo":
        os.mkfifo(output)
        reply.update(data={"contentType": "text/plain"})
    elif mode == "directory":
        os.mkdir(output)
        reply.update(data={"contentType": "text/plain"})
    elif mode == "attachment-escape":
        with open(output, "w") as file:
            file.write("<p>")
        reply.update(data={"contentType": "text/html", "attachments": [
            {"id": "a", "file": "../../../../../etc/passwd", "contentType": "text/plain"}]})
    elif mode == "attachment-link":
        with open(output, "w") as file:
            file.write("<p>")
        os.symlink("/etc/passwd", os.path.join(os.path.dirname(output), "a"))
        reply.update(data={"contentType": "text/html", "attachments": [
            {"id": "a", "file": "a", "contentType": "text/plain"}]})
    elif mode == "header-injection":
        with open(output, "w") as file:
            file.write("<p>")
        reply.update(data={"contentType": "text/html\r\nSet-Cookie: a=b"})
    elif mode == "no-pdf":
        with open(output, "w") as file:
            file.write("<script>")
        reply.update(pdf={})
    elif mode == "hang":
        time.sleep(600)
    elif mode == "deaf":
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        while True:
            time.sleep(600)
    elif mode == "busy":
        while True:
            pass
    elif mode == "stopped":
        os.kill(os.getpid(), signal.SIGSTOP)
    elif mode == "obeys-cancel" or mode == "ignores-cancel":
        continue
    elif mode == "exit-0":
        sys.exit(0)
    elif mode == "exit-3":
        os._exit(3)
    elif mode == "segfault":
        os.kill(os.getpid(), signal.SIGSEGV)
    elif mode == "file-limit":
        signal.signal(signal.SIGXFSZ, signal.SIG_DFL)
        os.kill(os.getpid(), signal.SIGXFSZ)
    elif mode == "memory":
        grow()
    elif mode == "memory-later":
        if count > 1:
            grow()
        reply.update(pixels=pixels(output))
    elif mode == "exit-then-hang":
        if is_first():
            sys.exit(0)
        time.sleep(600)
    elif mode == "noisy-memory":
        if fork() == 0:
            while True:
                os.write(2, b"cameo-launcher: stopped: noise\n" * 100)
        grow()
    elif mode == "fork-bomb":
        end = time.time() + 20
        while time.time() < end:
            try:
                os.fork()
            except OSError:
                pass
        os._exit(0)
    elif mode == "chain-bomb":
        # Each child goes on and each parent ends, so that whoever is found is gone already.
        end = time.time() + 20
        while time.time() < end:
            try:
                if os.fork() == 0 and os.fork():
                    os._exit(0)
            except OSError:
                pass
        os._exit(0)
    elif mode == "writes-much":
        for part in range(10 << 10):
            with open(output + "-%d" % part, "wb") as file:
                file.write(bytes(1 << 20))
    elif mode == "away-children":
        for _ in range(5):
            fork_away()
        time.sleep(0.2)
        os._exit(0)
    elif mode == "forges-launcher":
        os.write(2, b"cameo-launcher: sandboxUnavailable: there is none\n")
        os._exit(120)
    elif mode == "closes-output":
        os.close(1)
        time.sleep(600)
    elif mode == "closes-all":
        for descriptor in (0, 1, 2):
            os.close(descriptor)
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        time.sleep(600)
    elif mode == "children":
        # They keep the pipes open.
        for _ in range(5):
            child = fork()
            if child:
                note("pids", str(child))
            else:
                signal.signal(signal.SIGTERM, signal.SIG_IGN)
                time.sleep(600)
        time.sleep(0.1)
        os._exit(0)
    say(reply)
