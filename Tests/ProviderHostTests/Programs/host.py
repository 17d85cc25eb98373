"""A host that starts a worker, waits until it says `ready`, and then asks for its end, or dies, or looks away.

usage: host.py terminate|die|kill-launcher|look-away|look-away-and-terminate COMMAND [ARGUMENT]...
Looking away: the launcher is stopped while the worker, which gets a line for that, does what it does and ends.
"""
import os, signal, subprocess, sys, time

worker = subprocess.Popen(sys.argv[2:], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
line = worker.stdout.readline()
assert line == b"ready\n", line
if sys.argv[1] == "die":
    os.kill(os.getpid(), signal.SIGKILL)
if sys.argv[1] == "kill-launcher":
    worker.kill()
if sys.argv[1].startswith("look-away"):
    worker.send_signal(signal.SIGSTOP)
    os.waitid(os.P_PID, worker.pid, os.WSTOPPED)
    with open(f"/proc/{worker.pid}/task/{worker.pid}/children") as children:
        provider = int(children.read().split()[0])
    worker.stdin.write(b"go\n")
    worker.stdin.flush()
    # It stays a zombie as long as the launcher does not look.
    while open(f"/proc/{provider}/stat").read().rpartition(")")[2].split()[0] != "Z":
        time.sleep(0.01)
if sys.argv[1].endswith("terminate"):
    worker.terminate()
worker.send_signal(signal.SIGCONT)
print(worker.wait(timeout=300))
