"""JobProcess with a command that crashes, hangs or talks nonsense at certain jobs.

python3 -m unittest discover -s share/python/tests"""

import os
import sys
import unittest
from pathlib import Path

# Without cameo_spark/__init__.py, which needs pyspark.
sys.path.insert(0, str(Path(__file__).parent.parent / "cameo_spark"))
from worker import CommandError, JobProcess

FAKE = """
import json, os, signal, sys, time
log = open(sys.argv[1], "a")
for line in sys.stdin:
    job = json.loads(line)
    print(job["input"], file=log, flush=True)
    match job["input"]:
        case "crash": os.kill(os.getpid(), signal.SIGSEGV)
        case "exit": sys.exit(3)
        case "hang": time.sleep(600)
        case "babble": print("libfoo: warning", flush=True)
        case "list": print(json.dumps({"id": [1]}), flush=True)
    print(json.dumps({"id": job["id"], "status": "ok", "echo": job["input"]}), flush=True)
"""


class JobProcessTests(unittest.TestCase):
    def setUp(self):
        self.log = f"/tmp/cameo-test-{os.getpid()}"
        open(self.log, "w").close()
        self.addCleanup(os.unlink, self.log)

    def results(self, inputs, timeout=60, window=4):
        """A list of (input, echo or kind of the error)."""
        with JobProcess([sys.executable, "-c", FAKE, self.log], timeout=timeout, window=window) as process:
            return [(key, result["error"]["kind"] if "error" in result else result["echo"])
                    for key, result in process.results((name, {"input": name}) for name in inputs)]

    def test_every_job_has_its_result(self):
        names = [f"{n}.jpg" for n in range(1000)]
        self.assertEqual(self.results(names), [(name, name) for name in names])
        self.assertEqual(self.results([]), [])

    def test_only_the_job_that_breaks_the_process_has_an_error(self):
        for name, kind, timeout in (("crash", "crashed", 60), ("exit", "crashed", 60), ("babble", "crashed", 60),
                                    ("list", "crashed", 60), ("hang", "timeout", 1)):
            for place in (0, 5, 19):
                with self.subTest(name=name, place=place):
                    names = [f"{n}.jpg" for n in range(20)]
                    names[place] = name
                    self.assertEqual(sorted(self.results(names, timeout)),
                                     sorted((each, kind if each == name else each) for each in names))

    def test_several_in_one_window(self):
        names = ["a", "crash", "b", "crash", "crash", "c"]
        self.assertEqual(sorted(self.results(names)),
                         sorted((name, "crashed" if name == "crash" else name) for name in names))

    def test_jobs_outside_the_window_are_done_once(self):
        names = [f"{n}.jpg" for n in range(20)]
        names[10] = "crash"
        self.results(names, window=4)
        done = Path(self.log).read_text().split()
        self.assertEqual([done.count(name) for name in names[:7]], [1] * 7)
        self.assertEqual([done.count(name) for name in names[14:]], [1] * 6)

    def test_jobs_and_results_longer_than_a_pipe(self):
        names = [str(n) * 300_000 for n in range(10)]
        self.assertEqual(self.results(names, window=10), [(name, name) for name in names])

    def test_the_source_is_not_read_ahead(self):
        taken = []
        source = ((n, {"input": str(n)}) for n in range(1000) if taken.append(n) is None)
        with JobProcess([sys.executable, "-c", FAKE, self.log], window=4) as process:
            for key, _ in process.results(source):
                self.assertLessEqual(len(taken), key + 5)

    def test_a_command_that_does_not_run(self):
        for command, message in ((["/nonexistent/thumb"], "No such file or directory"),
                                 (["sh", "-c", "echo unknown option >&2; exit 64"], "unknown option")):
            with self.subTest(command=command), JobProcess(command) as process:
                with self.assertRaisesRegex(CommandError, message):
                    list(process.results([(1, {"input": "a"})]))

    def test_a_run_that_is_given_up_ends_the_process(self):
        with JobProcess([sys.executable, "-c", FAKE, self.log]) as process:
            next(process.results((n, {"input": str(n)}) for n in range(100)))
            child = process.process.pid
        self.assertFalse(os.path.exists(f"/proc/{child}"))


if __name__ == "__main__":
    unittest.main()
