"""What honest programs do, and must be able to. It runs in the current folder (`out`)."""
import os, subprocess, tempfile, threading

assert open(os.environ["DOCUMENT"]).read() == "document\n"
with open("result", "wb+") as file:
    file.write(bytes(8192))
    file.truncate(100)
os.mkdir("folder")
os.rename("result", "folder/result")
os.rename("folder/result", "result")
assert os.environ["HOME"] == os.environ["TMPDIR"] == os.getcwd() and set(os.environ) <= {
    "PATH", "LANG", "LC_ALL", "LC_CTYPE", "HOME", "TMPDIR", "XDG_CACHE_HOME", "GLIBC_TUNABLES", "OPENSSL_CONF", "DOCUMENT", "PWD", "SHLVL", "_"}, os.environ
assert "glibc.malloc.trim_threshold" in os.environ["GLIBC_TUNABLES"]
with tempfile.TemporaryFile() as file:
    file.write(b"x")
assert subprocess.run(["/bin/sh", "-c", "echo hello | tr a-z A-Z"], capture_output=True).stdout == b"HELLO\n"
assert b"DejaVu" in subprocess.run(["fc-match", "DejaVu Sans"], capture_output=True).stdout
threads = [threading.Thread(target=lambda: sum(range(1000))) for _ in range(16)]
for thread in threads: thread.start()
for thread in threads: thread.join()
open("/proc/self/maps").read()
open("/dev/null", "w").write("x")
assert open("/dev/urandom", "rb").read(4) and not os.isatty(0)
os.kill(os.getpid(), 0)
assert os.listdir("/proc/self/fd") and max(map(int, os.listdir("/proc/self/fd"))) < 5
print("well")
