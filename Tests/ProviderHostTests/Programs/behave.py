"""Does one thing that a provider may do, good or bad. usage: behave.py WHAT MARK, in the current folder (`out`)."""
import ctypes, mmap, os, signal, subprocess, sys, tempfile, threading, time

what, mark = sys.argv[1:3]
libc = ctypes.CDLL(None, use_errno=True)


def ready():
    print("ready", flush=True)


def sleep():
    # Long, and yet not for ever: whatever a test gets wrong, nothing stays on the machine.
    time.sleep(60)
    os._exit(0)


def leave_children():
    """Children that try to get away: a double fork, a session of their own, deaf to signals, one of them stopped."""
    for kind in ("plain", "session", "deaf", "stopped", "subreaper"):
        if os.fork():
            continue
        for number in range(1, 32):
            if kind == "deaf" and number not in (signal.SIGKILL, signal.SIGSTOP):
                signal.signal(number, signal.SIG_IGN)
        if kind == "session":
            libc.setsid()
        if kind == "subreaper":
            libc.prctl(36, 1, 0, 0, 0)
        if os.fork() and kind != "subreaper":
            os._exit(0)
        if kind == "stopped":
            os.kill(os.getpid(), signal.SIGSTOP)
        sleep()
    time.sleep(0.3)


def bomb(double):
    end = time.time() + 10
    while time.time() < end:
        try:
            if os.fork() == 0 and double and os.fork():
                os._exit(0)
        except OSError:
            pass


def thread_bomb():
    while True:
        try:
            threading.Thread(target=sleep).start()
        except RuntimeError:
            sleep()


def hog(kind):
    if kind == "children":
        for _ in range(7):
            if os.fork() == 0:
                kept = bytearray(40 << 20)
                sleep()
        sleep()
    kept = []
    for _ in range(4096):
        block = mmap.mmap(-1, 1 << 20, flags=mmap.MAP_ANONYMOUS | (mmap.MAP_SHARED if kind == "shared" else mmap.MAP_PRIVATE))
        for place in range(0, 1 << 20, 4096):
            block[place] = 1
        kept.append(block)
    sleep()


def write_one():
    signal.signal(signal.SIGXFSZ, signal.SIG_DFL)
    with open("large", "wb") as file:
        for _ in range(10 << 10):
            file.write(bytes(1 << 20))


def write_many():
    for number in range(10_000):
        with open(f"file-{number}", "wb") as file:
            file.write(bytes(1 << 20))


def write_nameless():
    kept = []
    for number in range(500):
        file = open("file", "wb")
        os.unlink("file")
        file.write(bytes(8 << 20))
        file.flush()
        kept.append(file)


def unseen(action):
    """Does something while the launcher is stopped, and ends before it looks."""
    ready()
    sys.stdin.readline()
    action()


def fill_folder():
    for number in range(5):
        with open(f"file-{number}", "wb") as file:
            file.write(bytes(15 << 20))


def leave_many_children():
    for _ in range(30):
        if os.fork() == 0:
            os.close(1)
            sleep()


def hog_until_killed():
    """Ends as the kernel ends the largest process when the machine's memory runs out."""
    kept = bytearray(300 << 20)
    os.kill(os.getpid(), signal.SIGKILL)


def odd_tree():
    """Links, deep folders, and folders that their owner cannot list or enter."""
    try:
        os.symlink("/", "link")
    except OSError:
        # The sandbox may deny it.
        pass
    os.makedirs("a/b/c")
    open("a/b/c/d", "w").close()
    for depth in range(1, 21):
        os.mkdir("d/" * depth)
        open("d/" * depth + "f", "w").close()
    os.makedirs("w/x")
    os.mkdir("w/x/y", 0o300)
    os.mkdir("closed", 0)


def live_well():
    """What honest programs do, and must be able to."""
    assert open(os.environ["DOCUMENT"]).read() == "document\n"
    with open("result", "wb+") as file:
        file.write(bytes(8192))
        file.truncate(100)
    os.mkdir("folder")
    os.rename("result", "folder/result")
    os.rename("folder/result", "result")
    assert os.environ["HOME"] == os.environ["TMPDIR"] == os.getcwd() and set(os.environ) <= {
        "PATH", "LANG", "LC_ALL", "LC_CTYPE", "HOME", "TMPDIR", "XDG_CACHE_HOME", "GLIBC_TUNABLES", "DOCUMENT", "PWD", "SHLVL", "_"}, os.environ
    assert "glibc.malloc.trim_threshold" in os.environ["GLIBC_TUNABLES"]
    with tempfile.TemporaryFile() as file:
        file.write(b"x")
    assert subprocess.run(["/bin/sh", "-c", "echo hello | tr a-z A-Z"], capture_output=True).stdout == b"HELLO\n"
    assert b"DejaVu" in subprocess.run(["fc-match", "DejaVu Sans"], capture_output=True).stdout
    threads = [threading.Thread(target=lambda: sum(range(1000))) for _ in range(16)]
    for thread in threads: thread.start()
    for thread in threads: thread.join()
    open("/proc/self/maps").read()
    open("/dev/null", "w").write("x")
    assert open("/dev/urandom", "rb").read(4) and not os.isatty(0)
    os.kill(os.getpid(), 0)
    assert os.listdir("/proc/self/fd") and max(map(int, os.listdir("/proc/self/fd"))) < 5
    print("well")


{
    "live-well": live_well,
    "leave-children": leave_children,
    "leave-children-and-hang": lambda: (leave_children(), ready(), sleep()),
    "hang": lambda: (ready(), sleep()),
    "stop": lambda: (ready(), os.kill(os.getpid(), signal.SIGSTOP), sleep()),
    "bomb": lambda: bomb(False),
    "double-bomb": lambda: bomb(True),
    "thread-bomb": thread_bomb,
    "unseen-files": lambda: unseen(fill_folder),
    "unseen-children": lambda: unseen(leave_many_children),
    "unseen-hog": lambda: unseen(hog_until_killed),
    "unseen-kill": lambda: unseen(lambda: os.kill(os.getpid(), signal.SIGKILL)),
    "hog": lambda: hog("private"),
    "hog-shared": lambda: hog("shared"),
    "hog-children": lambda: hog("children"),
    "write-one": write_one,
    "write-many": write_many,
    "write-nameless": write_nameless,
    "abort": os.abort,
    "exit": lambda: sys.exit(7),
    "x32": lambda: libc.syscall(ctypes.c_long(0x40000000 + 39)),
    "odd-tree": odd_tree,
}[what]()
