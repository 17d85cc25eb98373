"""A host that starts a worker, waits until it says `ready`, and then asks for its end, or dies.

usage: host.py terminate|die COMMAND [ARGUMENT]...
"""
import os, signal, subprocess, sys

worker = subprocess.Popen(sys.argv[2:], stdout=subprocess.PIPE)
line = worker.stdout.readline()
assert line == b"ready\n", line
if sys.argv[1] == "die":
    os.kill(os.getpid(), signal.SIGKILL)
worker.terminate()
print(worker.wait(timeout=20))
