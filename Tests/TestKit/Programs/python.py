"""Runs pieces of Python in processes that are forked from this one, which has loaded what most of them import.

Each line of standard input names a folder with two files: `arguments`, which are the program and its arguments, each
with a NUL at its end, and `input`. The process that is forked for it writes `output` and `errors`. The answer is a
line: the folder and the exit status, or 128 plus the signal that ended the program.
"""
import atexit, gc, os, signal, sys, traceback

# Threads would not exist in the processes that are forked.
os.environ["OPENBLAS_NUM_THREADS"] = "1"
import hashlib, html.parser, json, jsonschema, numpy, pikepdf, plistlib, struct, subprocess, tarfile, xml.etree.ElementTree, zipfile
from PIL import Image, ImageChops, ImageCms, ImageDraw, ImageOps, ImageStat, PngImagePlugin

Image.preinit()
gc.freeze()
signal.signal(signal.SIGCHLD, signal.SIG_IGN)
requests, replies = os.fdopen(os.dup(0)), os.dup(1)
for line in requests:
    if os.fork():
        continue
    # This process waits for the program.
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    folder = line.rstrip("\n")
    child = os.fork()
    if child == 0:
        break
    status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    os.write(replies, f"{folder} {status if status >= 0 else 128 - status}\n".encode())
    os._exit(0)
else:
    os._exit(0)

signal.alarm(300)
for descriptor, name in enumerate(("input", "output", "errors")):
    os.dup2(os.open(f"{folder}/{name}", os.O_RDWR | os.O_CREAT, 0o600), descriptor)
with open(f"{folder}/arguments", "rb") as file:
    program, *arguments = os.fsdecode(file.read()).split("\0")[:-1]
sys.argv = ["-c", *arguments]
sys.path[0] = ""
globals_of_program = {"__name__": "__main__"}
status = 1
try:
    exec(compile(program, "<string>", "exec"), globals_of_program)
    status = 0
except SystemExit as end:
    if isinstance(end.code, str):
        print(end.code, file=sys.stderr)
    else:
        status = end.code or 0
except BaseException:
    traceback.print_exc()
# Closes the files that the program has left open. Python's own end would take longer than most programs.
globals_of_program.clear()
atexit._run_exitfuncs()
sys.stdout.flush()
os._exit(status)
