"""Prints the priority of this process."""
import os

print(os.getpriority(os.PRIO_PROCESS, 0))
