"""A command with `--jobs -` that stays open: jobs go to it as lines of JSON, and results come back."""

import json
import os
import select
import subprocess
import tempfile

# What a shell and the commands say about themselves: the options are wrong, or the program or its libraries are missing.
UNUSABLE = (64, 126, 127)


class CommandError(RuntimeError):
    """The command does not run at all: it is missing, or does not accept its options."""


class _Broken(Exception):
    """The process has ended, does not answer, or has written something that is not a result."""

    def __init__(self, kind, message):
        super().__init__(message)
        self.kind = kind


class JobProcess:
    """A process that does jobs. It starts with the first job, and again after a crash.

    If the process crashes or hangs, any of the jobs that it has may be the reason. Each of them is then done alone, and
    only one with which the process breaks again gets an error, of the kind `crashed` or `timeout`. For that, a job must
    be harmless to repeat.
    """

    def __init__(self, command, timeout=120, window=16):
        """`command` is a list of words that ends in `--jobs -` and its options. `timeout` is the longest time in seconds
        without a result while there are jobs. At most `window` jobs are in the process at a time."""
        self.command = command
        self.timeout = timeout
        self.window = window
        self.process = None

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def results(self, jobs):
        """Yields `(key, result)` for each `(key, job)` of an iterable, as they are done. A job is a dictionary without an
        id. A result is the dictionary that the command has written, or `{"status": "error", "error": {"kind", "message"}}`.

        Raises CommandError if the command does not run at all."""
        source, pending, is_ended = enumerate(jobs), {}, False
        while True:
            while not is_ended and len(pending) < self.window:
                number, entry = next(source, (None, None))
                if entry is None:
                    is_ended = True
                else:
                    pending[number] = entry
                    self._send(number, entry[1])
            if not pending:
                return
            try:
                for result in self._receive(pending):
                    yield pending.pop(result["id"])[0], result
            except _Broken:
                suspects, pending = pending, {}
                for number, (key, job) in suspects.items():
                    yield key, self._alone(number, job)

    def _alone(self, number, job):
        try:
            self._send(number, job)
            return self._receive((number,))[0]
        except _Broken as broken:
            return {"status": "error", "error": {"kind": broken.kind, "message": str(broken)}}

    def _start(self):
        self.errors = tempfile.TemporaryFile()
        try:
            self.process = subprocess.Popen(
                self.command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self.errors, bufsize=0)
        except OSError as error:
            self.errors.close()
            raise CommandError(f"{self.command[0]}: {error.strerror}") from None
        os.set_blocking(self.process.stdin.fileno(), False)
        os.set_blocking(self.process.stdout.fileno(), False)
        self.unsent, self.received = bytearray(), bytearray()

    def _send(self, number, job):
        """Queues a job for the process."""
        if self.process is None:
            self._start()
        self.unsent += json.dumps({"id": number, **job}).encode() + b"\n"

    def _receive(self, numbers):
        """Waits for results of the jobs with these numbers, and writes what is queued. Returns at least one."""
        lines = []
        while not lines:
            ready = select.select([self.process.stdout], [self.process.stdin] if self.unsent else [], [], self.timeout)
            if not any(ready):
                raise self._broken("timeout", f"no result after {self.timeout} s")
            try:
                if ready[1]:
                    del self.unsent[:self.process.stdin.write(self.unsent) or 0]
                data = self.process.stdout.read(1 << 20) if ready[0] else None
            except BrokenPipeError:
                data = b""
            if data == b"":
                raise self._broken("crashed")
            if data:
                *lines, rest = data.split(b"\n")
                if lines:
                    lines[0] = bytes(self.received) + lines[0]
                    self.received.clear()
                self.received += rest
        try:
            results = [json.loads(line) for line in lines]
        except ValueError:
            results = [None]
        ids = [result.get("id") if isinstance(result, dict) else None for result in results]
        if not all(isinstance(each, int) and each in numbers for each in ids) or len(set(ids)) < len(ids):
            raise self._broken("crashed", "the process wrote a line that is not a result")
        return results

    def _broken(self, kind, message=None):
        """Ends the process. Returns why it broke, as an exception; without a message, how the process ended by itself."""
        process, self.process = self.process, None
        process.kill()  # It changes nothing about a process that has ended.
        self.errors.seek(0)
        reason = self.errors.read(2000).decode(errors="replace").strip()
        status = self._end(process)
        if status in UNUSABLE:
            raise CommandError(reason or f"{self.command[0]}: status {status}")
        return _Broken(kind, message or f"the process ended {f'by signal {-status}' if status < 0 else f'with status {status}'}")

    def close(self):
        """Ends the process, with the jobs that it has. No unfinished output remains."""
        process, self.process = self.process, None
        if process is not None:
            process.terminate()
            self._end(process)

    def _end(self, process):
        for file in (process.stdin, process.stdout, self.errors):
            file.close()
        try:
            return process.wait(10)
        except subprocess.TimeoutExpired:
            process.kill()
            return process.wait()
