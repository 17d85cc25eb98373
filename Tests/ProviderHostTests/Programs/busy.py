"""Starts busy processes, each of which ends when its priority has been lowered."""
import os

# All of them begin at once, when the last one is there: few ones would not be lowered.
waiting, begun = os.pipe()
for _ in range(12):
    if os.fork() == 0:
        os.close(begun)
        os.read(waiting, 1)
        while os.getpriority(os.PRIO_PROCESS, 0) < 7:
            pass
        os._exit(0)
os.close(begun)
for _ in range(12):
    os.wait()
print("lowered, and this one has", os.getpriority(os.PRIO_PROCESS, 0))
