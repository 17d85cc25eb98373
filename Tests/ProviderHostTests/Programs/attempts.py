"""Tries from inside a sandbox what a provider must not be able to do. Prints a line for each: its name, and `denied` or `ALLOWED`.

usage: attempts.py FOREIGN-FOLDER IN OUT PID PORT
FOREIGN-FOLDER holds `file` and `listening` (a Unix socket), which the user could reach without a sandbox; PID is a process of the
same user; PORT is one on which somebody listens.
"""
import array, ctypes, errno, fcntl, mmap, os, platform, resource, shutil, signal, socket, subprocess, sys

folder, in_folder, out_folder, pid, port = sys.argv[1:6]
pid, port = int(pid), int(port)
foreign = f"{folder}/file"
document = f"{in_folder}/1.txt"
libc = ctypes.CDLL(None, use_errno=True)
x86 = platform.machine() == "x86_64"


def call(number, *arguments):
    result = libc.syscall(ctypes.c_long(number), *[a if isinstance(a, bytes) or a is None else ctypes.c_long(a) for a in arguments])
    if result < 0:
        raise OSError(ctypes.get_errno(), "")


def filtered(number, *arguments, error=errno.EPERM):
    """A call that fails in any case, because its arguments are invalid: only the error shows that it was denied."""
    try:
        call(number, *arguments)
    except OSError as failure:
        if failure.errno == error:
            raise


def write(path, flags=os.O_WRONLY):
    os.write(os.open(path, flags, 0o666), b"x")


def make(path):
    """Makes a file, and leaves none where that works."""
    write(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL)
    os.unlink(path)


def send_datagram():
    one, _ = socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)
    one.sendto(b"x", f"{folder}/listening")


def signal_by_owner():
    reading, writing = os.pipe()
    fcntl.fcntl(reading, fcntl.F_SETOWN, pid)


def type_for_the_user():
    # Standard input is a terminal here; for other files the kernel itself would give another error.
    assert os.isatty(0)
    try:
        fcntl.ioctl(0, 0x5412, b"x")
    except OSError as failure:
        if failure.errno == errno.ENOTTY:
            raise


def change_flags(path):
    fcntl.ioctl(os.open(path, os.O_RDONLY), 0x40086602, array.array("l", [0x40]))


def find_among_others():
    # In namespaces there is another folder of this name, in which there are only the worker's own things.
    if os.path.basename(folder) not in os.listdir(os.path.dirname(folder)):
        raise OSError(errno.ENOENT, "")


def execute_output():
    with open(f"{out_folder}/program", "w", opener=lambda path, flags: os.open(path, flags, 0o777)) as file:
        file.write("#!/bin/true\n")
    subprocess.run([f"{out_folder}/program"])


def load(path):
    """Maps a file as ld.so and dlopen map code."""
    mmap.mmap(os.open(path, os.O_RDONLY), 1, prot=mmap.PROT_READ | mmap.PROT_EXEC)


def load_output():
    with open(f"{out_folder}/code", "wb") as file:
        file.write(b"code")
    load(f"{out_folder}/code")


def run_by_loader():
    shutil.copyfile("/bin/true", f"{out_folder}/true")
    loader = "/lib64/ld-linux-x86-64.so.2" if x86 else "/lib/ld-linux-aarch64.so.1"
    if subprocess.run([loader, f"{out_folder}/true"], capture_output=True).returncode:
        raise OSError(errno.EACCES, "")


def lock(path):
    fcntl.flock(os.open(path, os.O_RDONLY), fcntl.LOCK_EX | fcntl.LOCK_NB)


def lock_record(path):
    fcntl.lockf(os.open(path, os.O_RDONLY), fcntl.LOCK_EX | fcntl.LOCK_NB)


def find(text, path):
    """In a namespace of its own, a worker may read the file and finds nothing of others there."""
    with open(path) as file:
        if text not in file.read():
            raise OSError(errno.ENOENT, "")


def find_number():
    if str(pid) not in os.listdir("/proc"):
        raise OSError(errno.ENOENT, "")


def list_home():
    """Lists the homes, and a home. A provider that lies below one sees the folder that leads to it, and no other."""
    place = "/root" if os.path.isdir("/root") else "/home"
    for part in os.path.dirname(os.path.realpath(__file__)).removeprefix(place + "/").split("/")[:2]:
        if os.listdir(place) != [part]:
            return
        place += "/" + part
    raise OSError(errno.ENOENT, "")


def unshare_by_clone():
    # A fork with CLONE_NEWUSER | SIGCHLD.
    result = libc.syscall(ctypes.c_long(56 if x86 else 220), ctypes.c_long(0x10000000 | signal.SIGCHLD), None, None, None, None)
    if result == 0:
        os._exit(0)
    if result < 0:
        raise OSError(ctypes.get_errno(), "")


KILL = signal.SIGTERM
attempts = {
    "read": lambda: os.open(foreign, os.O_RDONLY),
    "list": lambda: os.listdir(folder),
    "list-home": list_home,
    "list-temporary": find_among_others,
    "read-passwords": lambda: os.open("/etc/passwd", os.O_RDONLY),
    "read-commands-of-others": lambda: os.open(f"/proc/{pid}/cmdline", os.O_RDONLY),
    "read-environment-of-others": lambda: os.open(f"/proc/{pid}/environ", os.O_RDONLY),
    "list-processes": find_number,
    "read-sockets": lambda: find(f":{port:04X} 00000000:0000 0A", "/proc/self/net/tcp"),
    "read-mounts": lambda: find(" /sys ", "/proc/self/mountinfo"),
    "read-mounts-of-thread": lambda: find(" /sys ", f"/proc/self/task/{os.getpid()}/mountinfo"),
    "lock-system": lambda: lock("/bin/true"),
    "lock-records-of-system": lambda: lock_record("/bin/true"),
    "lock-input": lambda: lock(document),
    "load-input": lambda: load(document),
    "write": lambda: write(foreign),
    "create": lambda: write(f"{folder}/made", os.O_WRONLY | os.O_CREAT),
    "create-in-input": lambda: write(f"{in_folder}/made", os.O_WRONLY | os.O_CREAT),
    "create-in-temporary": lambda: make(f"/tmp/cameo-attempt-{os.getpid()}"),
    "create-in-memory": lambda: make(f"/dev/shm/cameo-attempt-{os.getpid()}"),
    "create-in-root": lambda: os.rmdir("/cameo-attempt") if os.mkdir("/cameo-attempt") is None else None,
    "write-input": lambda: write(document),
    "truncate": lambda: os.truncate(foreign, 0),
    "truncate-input": lambda: os.truncate(document, 0),
    "truncate-by-open": lambda: os.open(foreign, os.O_RDONLY | os.O_TRUNC),
    "truncate-input-by-open": lambda: os.open(document, os.O_RDONLY | os.O_TRUNC),
    "truncate-by-mode-3": lambda: os.open(foreign, 3 | os.O_TRUNC),
    "truncate-by-openat2": lambda: call(437, -100, foreign.encode(), ctypes.addressof(how), 24),
    "chmod": lambda: os.chmod(foreign, 0o777),
    "chmod-input": lambda: os.chmod(document, 0o777),
    "fchmod-input": lambda: os.fchmod(os.open(document, os.O_RDONLY), 0o777),
    "fchmodat2": lambda: call(452, -100, foreign.encode(), 0o777, 0),
    "chmod-own-output": lambda: os.chmod(out_folder, 0o777),
    "chown": lambda: os.chown(foreign, os.getuid(), os.getgid()),
    "utime": lambda: os.utime(foreign, (0, 0)),
    "utime-input": lambda: os.utime(document, (0, 0)),
    "set-attribute": lambda: os.setxattr(foreign, "user.cameo", b"x"),
    "set-attribute-input": lambda: os.setxattr(document, "user.cameo", b"x"),
    "get-attribute": lambda: os.getxattr(foreign, "user.cameo"),
    "change-flags-input": lambda: change_flags(document),
    "unlink": lambda: os.unlink(foreign),
    "unlink-input": lambda: os.unlink(document),
    "rename-out": lambda: os.rename(foreign, f"{out_folder}/stolen"),
    "rename-input": lambda: os.rename(document, f"{out_folder}/stolen"),
    "hard-link": lambda: os.link(foreign, f"{out_folder}/linked"),
    "hard-link-input": lambda: os.link(document, f"{out_folder}/linked"),
    "watch-names": lambda: call(254 if x86 else 27, 0, foreign.encode(), 0xFFF)
    if libc.inotify_init() >= 0 else call(437, 0, 0, 0, 0),
    "handle": lambda: filtered(303 if x86 else 264, -100, foreign.encode(), None, None, 0),
    "connect": lambda: socket.create_connection(("127.0.0.1", port), 2),
    "socket-unix": lambda: socket.socket(socket.AF_UNIX).connect(f"{folder}/listening"),
    "socket-netlink": lambda: socket.socket(socket.AF_NETLINK, socket.SOCK_RAW),
    "socket-packet": lambda: socket.socket(socket.AF_PACKET, socket.SOCK_RAW),
    "datagram-from-a-pair": send_datagram,
    "signal": lambda: os.kill(pid, KILL),
    "signal-thread": lambda: call(234 if x86 else 131, pid, pid, KILL),
    "signal-thread-old": lambda: call(200 if x86 else 130, pid, KILL),
    "signal-queue": lambda: filtered(129 if x86 else 138, pid, KILL, None),
    "signal-by-descriptor": lambda: call(424, os.pidfd_open(pid), KILL, None, 0),
    "signal-everybody": lambda: os.kill(-1, 0),
    "signal-group": lambda: os.killpg(os.getpgid(0), 0),
    "signal-launcher": lambda: os.kill(os.getppid(), 0),
    "signal-by-owner": signal_by_owner,
    "limit-others": lambda: resource.prlimit(pid, resource.RLIMIT_CPU, (1, 1)),
    "priority-of-others": lambda: os.setpriority(os.PRIO_PROCESS, pid, 19),
    "priority-of-user": lambda: filtered(141 if x86 else 140, os.PRIO_USER, 3999999999, 19),
    "affinity-of-others": lambda: os.sched_setaffinity(pid, {0}),
    "ptrace": lambda: call(101 if x86 else 117, 16, pid, 0, 0),
    "read-memory-of-others": lambda: filtered(310 if x86 else 270, pid, None, 0, None, 0, 0),
    # In a namespace it is bubblewrap's, which no filter confines.
    "memory-of-first-process": lambda: os.open("/proc/1/mem", os.O_RDWR),
    "memory-of-first-thread": lambda: os.open("/proc/1/task/1/mem", os.O_RDWR),
    "take-descriptor": lambda: call(438, os.pidfd_open(pid), 1, 0),
    "setsid": lambda: filtered(112 if x86 else 157),
    "setpgid": lambda: os.setpgid(0, 0),
    "user-namespace": lambda: call(272 if x86 else 97, 0x10000000),
    "user-namespace-by-clone": unshare_by_clone,
    "clone3": lambda: filtered(435, None, 0, error=errno.ENOSYS),
    "mount": lambda: filtered(165 if x86 else 40, b"none", b"/tmp", b"tmpfs", 0, None),
    "new-mount": lambda: filtered(430, b"tmpfs", 0),
    "io-uring": lambda: filtered(425, 1, None),
    "bpf": lambda: filtered(321 if x86 else 280, 0, None, 0),
    "perf": lambda: filtered(298 if x86 else 241, None, 0, 0, 0, 0),
    "userfaultfd": lambda: filtered(323 if x86 else 282, 0),
    "keys": lambda: filtered(250 if x86 else 219, 0, -4, 0),
    "system-v-memory": lambda: filtered(29 if x86 else 194, 0, 0, 0o600),
    "message-queue": lambda: filtered(240 if x86 else 180, b"", os.O_RDWR, 0, None),
    "memory-file": lambda: os.memfd_create("hidden"),
    "hide-memory": lambda: filtered(157 if x86 else 167, 4, 99, 0, 0, 0),
    "reserve-space": lambda: libc.fallocate(os.open(f"{out_folder}/reserved", os.O_RDWR | os.O_CREAT), 1, ctypes.c_long(0), ctypes.c_long(1 << 25)) == 0
    or call(437, 0, 0, 0, 0),
    "execute-output": execute_output,
    "load-output": load_output,
    "run-by-loader": run_by_loader,
    "device": lambda: os.mknod(f"{out_folder}/device", 0o60666, os.makedev(254, 0)),
    "raise-limit": lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (1 << 20, 1 << 20)),
    "become-root": lambda: os.setuid(0),
    "unknown-call": lambda: filtered(600, error=errno.ENOSYS),
    "type-for-the-user": type_for_the_user,
}
# struct open_how {flags, mode, resolve}
how = (ctypes.c_uint64 * 3)(os.O_RDONLY | os.O_TRUNC, 0, 0)

for name, attempt in attempts.items():
    try:
        attempt()
        print(name, "ALLOWED")
    except OSError as failure:
        print(name, "denied", errno.errorcode.get(failure.errno, failure.errno))
    except ValueError:
        # What Python makes of EPERM at setrlimit.
        print(name, "denied EPERM")
