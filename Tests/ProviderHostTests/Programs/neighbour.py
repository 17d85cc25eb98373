"""Runs a worker beside a process of the same user, which listens, and tells afterwards whether the worker has reached it.

usage: neighbour.py USER FOLDER COMMAND [ARGUMENT]...
USER is the worker's, or -1 for the own one. FOLDER is filled with a file and a socket that belong to that user. In the arguments
@PID and @PORT stand for the neighbour's. Prints what the worker prints, and then a line `unchanged`, or what was done to the neighbour.
"""
import os, pty, select, signal, socket, subprocess, sys

user, folder, command = int(sys.argv[1]), sys.argv[2], sys.argv[3:]
content = b"of the user\n"
path = f"{folder}/file"
with open(path, "wb") as file:
    file.write(content)
tcp = socket.socket()
tcp.bind(("127.0.0.1", 0))
tcp.listen()
local = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
local.bind(f"{folder}/listening")
for place in (folder, path, f"{folder}/listening"):
    os.chmod(place, 0o777 if place == folder else 0o666)
    if user >= 0:
        os.chown(place, user, user)
before = os.stat(path)
names = set(os.listdir(folder))

neighbour = os.fork()
if neighbour == 0:
    if user >= 0:
        os.setgroups([])
        os.setresgid(user, user, user)
        os.setresuid(user, user, user)
    signal.alarm(60)
    while True:
        signal.pause()

command = [word.replace("@PID", str(neighbour)).replace("@PORT", str(tcp.getsockname()[1])) for word in command]
limits = open(f"/proc/{neighbour}/limits").read()
priority = os.getpriority(os.PRIO_PROCESS, neighbour)
_, terminal = pty.openpty()
status = subprocess.run(command, timeout=50, stdin=terminal).returncode
done = []

# A signal that is pending counts, too: the machine may be busy.
state = open(f"/proc/{neighbour}/status").read()
pending = any(int(line.split()[1], 16) for line in state.splitlines() if line.startswith(("SigPnd", "ShdPnd")))
if pending or os.waitpid(neighbour, os.WNOHANG)[0]:
    done.append("killed")
else:
    if open(f"/proc/{neighbour}/limits").read() != limits or os.getpriority(os.PRIO_PROCESS, neighbour) != priority:
        done.append("limited")
    os.kill(neighbour, signal.SIGKILL)
if select.select([tcp, local], [], [], 0)[0]:
    done.append("reached")
parts = ("st_mode", "st_uid", "st_mtime_ns", "st_ctime_ns", "st_nlink")
if not os.path.exists(path):
    done.append("file removed")
elif open(path, "rb").read() != content or any(getattr(before, part) != getattr(os.stat(path), part) for part in parts):
    done.append("file changed")
if set(os.listdir(folder)) != names:
    done.append("folder changed")
print(" ".join(done) or "unchanged")
sys.exit(status)
