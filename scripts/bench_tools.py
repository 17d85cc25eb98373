"""What all benchmarks of commands beside their peers share. Programs are measured as whole processes: time by the
monotonic clock around posix_spawn and wait4, processor time and peak memory by the kernel's account of each child.
Files are read once before the first run, so that they are in the page cache.

The kernel counts the memory of a process that spawns a child into the child's peak. So whatever loads pictures here
runs in a child of its own, and the peaks are exact above the size of this small process, which is printed."""

import json
import os
import shutil
import statistics
import subprocess
import sys
import time
from pathlib import Path
from typing import NamedTuple

QUIET = [(os.POSIX_SPAWN_OPEN, 0, "/dev/null", os.O_RDONLY, 0), (os.POSIX_SPAWN_OPEN, 1, "/dev/null", os.O_WRONLY, 0),
         (os.POSIX_SPAWN_OPEN, 2, "/dev/null", os.O_WRONLY, 0)]
MAGICK = "convert-im6.q16"
ROOT = Path(__file__).resolve().parent.parent
PEERS = str(ROOT / "scripts/bench_peers.py")


class Run(NamedTuple):
    """What a run took: wall time and processor time in ms, and the peak memory in MB."""
    ms: float
    peak: float
    processor: float


def once(arguments):
    """Runs a program; returns what the run took, or None if the program fails."""
    start = time.perf_counter_ns()
    child = os.posix_spawn(arguments[0], arguments, os.environ, file_actions=QUIET)
    _, status, usage = os.wait4(child, 0)
    elapsed = (time.perf_counter_ns() - start) / 1e6
    if os.waitstatus_to_exitcode(status) != 0:
        return None
    return Run(elapsed, usage.ru_maxrss / 1024, (usage.ru_utime + usage.ru_stime) * 1e3)


def in_child(work, *arguments):
    """Calls `work` in a forked process, whose memory does not count as ours; returns its result (a JSON value)."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        status = 1
        try:
            os.write(writing, json.dumps(work(*arguments)).encode())
            status = 0
        finally:
            os._exit(status)
    os.close(writing)
    with os.fdopen(reading) as answer:
        text = answer.read()
    if os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) != 0:
        sys.exit("bench: a picture could not be read")
    return json.loads(text)


def floor():
    """The peak in MB that is measured for a program that does nothing."""
    return once([found("true")]).peak


def found(name):
    path = shutil.which(name)
    if path is None:
        sys.exit(f"bench: {name} is missing; scripts/doctor names its package")
    return path


def scaled(count, options):
    """The part of a number that --scale says, at least 1."""
    return max(1, count * options.scale // 100)


def python_with(module):
    """The Python that has a module: that of scripts/python-tools or the system's. Else a name that no program has."""
    for python in (str(ROOT / ".build-venv/bin/python"), "/usr/bin/python3"):
        load = [python, "-c", f"import {module}"]
        if shutil.which(python) and subprocess.run(load, capture_output=True).returncode == 0:
            return python
    return f"python3:{module}"


def in_turns(programs, runs, trial=True):
    """Runs every program `runs` times, one after the other in each round. Gives {name: [Run]}; a program that is not
    installed, or fails on a run before them, the trial, is left out."""
    results = {}
    commands = {}
    for name, arguments in programs.items():
        path = shutil.which(arguments[0])
        if path is None:
            print(f"  {name}: {arguments[0]} is not installed")
            continue
        commands[name] = [path, *map(str, arguments[1:])]
        if trial and once(commands[name]) is None:
            print(f"  {name}: fails: {' '.join(commands[name])}")
        else:
            results[name] = []
    for _ in range(runs):
        for name in results:
            measured = once(commands[name])
            if measured is not None:
                results[name].append(measured)
    return results


def touch(path):
    with open(path, "rb") as file:
        while file.read(1 << 20):
            pass


def print_table(rows):
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    for row in rows:
        print("  " + "  ".join(cell.ljust(w) if i == 0 else cell.rjust(w) for i, (cell, w) in enumerate(zip(row, widths))))


def print_runs(results, ours):
    """A table of what `in_turns` measured; ratios are those of the least times to that of `ours`."""
    rows = [("", "min ms", "median ms", "processor ms", f"times {ours}'s", "peak MB")]
    unit = min((run.ms for run in results.get(ours, [])), default=None)
    for name, measured in results.items():
        if not measured:
            rows.append((name, "fails", "-", "-", "-", "-"))
            continue
        times, processor = [run.ms for run in measured], min(run.processor for run in measured)
        rows.append((name, f"{min(times):.1f}", f"{statistics.median(times):.1f}", f"{processor:.1f}",
                     f"{min(times) / unit:.2f}" if unit else "-", f"{max(run.peak for run in measured):.1f}"))
    print_table(rows)


def link_tree(sources, tree, count):
    """Fills a folder with hard links to files, a thousand to a folder."""
    for number in range(count):
        folder = tree / f"{number // 1000:03}"
        if number % 1000 == 0:
            folder.mkdir(parents=True)
        os.link(sources[number % len(sources)], folder / f"{number:06}.jpg")


def decibels(one, other):
    import numpy
    difference = numpy.asarray(one, numpy.float64) - numpy.asarray(other, numpy.float64)
    error = (difference ** 2).mean()
    return float("inf") if error == 0 else 10 * numpy.log10(255 ** 2 / error)
