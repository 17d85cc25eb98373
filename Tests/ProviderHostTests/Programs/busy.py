"""Starts busy processes, each of which ends when its priority has been lowered."""
import os

for _ in range(12):
    if os.fork() == 0:
        while os.getpriority(os.PRIO_PROCESS, 0) < 7:
            pass
        os._exit(0)
for _ in range(12):
    os.wait()
print("lowered, and this one has", os.getpriority(os.PRIO_PROCESS, 0))
