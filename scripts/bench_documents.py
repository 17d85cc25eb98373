"""Measures the saving of a package of 1,000 files of 1 MB of which one has changed; run by scripts/bench documents."""

import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time


def seconds(command):
    start = time.monotonic()
    subprocess.run(command, check=True)
    return time.monotonic() - start


def make(folder):
    package = os.path.join(folder, "big.album")
    os.makedirs(package + "/items")
    names = ["item-%d" % number for number in range(1_000)]
    with open(package + "/index", "w") as index:
        index.writelines("%s 0\n" % name for name in names)
    for name in names:
        with open(package + "/items/" + name, "wb") as item:
            item.write((name + " 0\n").encode().ljust(1 << 20, b"\0"))
    return package


def measure(worker, package, rounds, mode):
    output = subprocess.run(
        [worker, "measure", package, str(rounds), mode], check=True, capture_output=True, text=True).stdout
    rows = [line.split() for line in output.splitlines()]
    runs = [row for row in rows if row[0] == "open"]
    memory = next(int(row[1]) for row in rows if row[0] == "memory")
    return (statistics.median(float(row[1]) for row in runs), statistics.median(float(row[3]) for row in runs), memory)


def main():
    worker, rounds = sys.argv[1], int(sys.argv[2])
    with tempfile.TemporaryDirectory(prefix="cameo-bench-", dir=os.environ.get("TMPDIR", "/tmp")) as folder:
        package = make(folder)
        os.sync()
        for variable in ["XDG_RUNTIME_DIR", "XDG_DATA_HOME", "XDG_STATE_HOME"]:
            os.environ[variable] = os.path.join(folder, variable)
            os.mkdir(os.environ[variable], 0o700)
        for mode, what in [("sync", "DocumentSession"), ("async", "DocumentSession without fsync")]:
            opened, saved, memory = measure(worker, package, rounds, mode)
            print("%-32s open %6.1f ms, save %7.1f ms, memory %.1f MB" % (what, opened, saved, memory / 1024))
        for command in [["cp", "-a"], ["rsync", "-a", "--link-dest=" + package]]:
            if shutil.which(command[0]) is None:
                print("%-32s is not installed" % command[0])
                continue
            times = []
            for _ in range(min(rounds, 3)):
                target = os.path.join(folder, "copy")
                with open(package + "/items/item-1", "r+b") as item:
                    item.write(os.urandom(16))
                times.append(seconds(command + [package + "/", target]))
                shutil.rmtree(target)
            print("%-32s %8.1f ms" % (" ".join(command[:2]), 1_000 * statistics.median(times)))


main()
