"""Thumbnails by Spark in processes of their own, of which one is killed half-way: run by scripts/test-distributed. With
--measure, the rates of 1 and 2 of them beside those of one process of the command: run by scripts/bench spark."""

import argparse
import hashlib
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from base64 import b64decode
from pathlib import Path

from pyspark.sql import SparkSession
from pyspark.sql.functions import base64, col, concat, lit

sys.path.insert(0, str(Path(__file__).parent.parent / "share/python"))
from cameo_spark import metadata, thumbnails

ROOT = Path(__file__).parent.parent


def check(condition, message):
    if not condition:
        sys.exit(f"test-distributed: {message}")


def make_inputs(photos, folder, count, broken_too=True):
    """Links to photographs; every hundredth file is broken. Returns the photograph of each name, or None."""
    sources = [Path(shutil.copy(photo, folder)) for photo in photos]
    broken = [Path(shutil.copy(file, folder / f"broken-{file.name}")) for file in
              (ROOT / "Fixtures/jpeg/broken" / name for name in ("empty.jpg", "text.jpg", "width_0.jpg"))]
    inputs = {}
    for number in range(count):
        path = folder / f"{number // 1000}" / f"{number}.jpg"
        path.parent.mkdir(exist_ok=True)
        if broken_too and number % 100 == 50:
            inputs[str(path)] = None
            # One file in four does not exist.
            if (number // 100) % 4 < 3:
                os.link(broken[(number // 100) % 4], path)
        else:
            inputs[str(path)] = sources[number % len(sources)]
            os.link(sources[number % len(sources)], path)
    return inputs


def start(folder, workers, speculation):
    """Spark with `workers` worker processes of one core each, which share nothing but the disk."""
    os.environ["SPARK_LOCAL_DIRS"] = str(folder)
    spark = (SparkSession.builder.master(f"local-cluster[{workers},1,1024]").appName("cameo")
             .config("spark.ui.enabled", "false").config("spark.ui.showConsoleProgress", "false").config("spark.driver.host", "127.0.0.1")
             .config("spark.executorEnv.PYTHONPATH", str(ROOT / "share/python"))
             .config("spark.worker.dir", str(folder / "workers"))
             # Several attempts of one task may run at a time: a late task is started again while it still runs.
             .config("spark.speculation", speculation).config("spark.speculation.quantile", "0.5")
             .config("spark.speculation.multiplier", "1.1").config("spark.speculation.minTaskRuntime", "0ms")
             .getOrCreate())
    spark.sparkContext.setLogLevel("ERROR")
    return spark


def executors(spark):
    """The processes of this application's executors."""
    found = []
    for entry in Path("/proc").glob("[0-9]*"):
        try:
            words = (entry / "cmdline").read_bytes().split(b"\0")
        except OSError:
            continue
        if any(word.endswith(b"CoarseGrainedExecutorBackend") for word in words) and spark.sparkContext.applicationId.encode() in words:
            found.append(int(entry.name))
    return found


def descendants(process):
    """All processes below a process, with their names."""
    for tid in Path(f"/proc/{process}/task").iterdir():
        children = tid / "children"
        for child in map(int, children.read_text().split()):
            yield child, Path(f"/proc/{child}/comm").read_text().strip()
            yield from descendants(child)


class Killer(threading.Thread):
    """Kills a process of thumb when a third of the tasks has ended, and an executor after half of them."""

    def __init__(self, spark, tasks):
        super().__init__(daemon=True)
        self.spark, self.tasks, self.killed = spark, tasks, []

    def run(self):
        tracker = self.spark.sparkContext.statusTracker()
        while len(self.killed) < 2:
            time.sleep(0.02)
            for stage in map(tracker.getStageInfo, tracker.getActiveStageIds()):
                if stage is None or stage.numTasks != self.tasks:
                    continue
                if not self.killed and stage.numCompletedTasks >= self.tasks // 3:
                    self.kill("thumb", f"{stage.numCompletedTasks} of {stage.numTasks} tasks")
                elif len(self.killed) == 1 and stage.numCompletedTasks >= self.tasks // 2:
                    self.kill("executor", f"{stage.numCompletedTasks} of {stage.numTasks} tasks")

    def kill(self, what, after):
        for executor in executors(self.spark):
            try:
                process = executor if what == "executor" else next(
                    (child for child, name in descendants(executor) if name == "thumb"), None)
                if process is not None:
                    os.kill(process, signal.SIGKILL)
                    self.killed.append((what, process))
                    print(f"  killed a process ({what}) after {after}", flush=True)
                    return
            except OSError:
                continue


def expected_thumbnails(sources):
    """What thumb alone writes for each photograph. Debian's Pillow must be able to read it in the right size."""
    made = {}
    with tempfile.TemporaryDirectory() as name:
        for source in set(sources):
            file = Path(name) / "t.webp"
            subprocess.run(["thumb", "-s", "256", "-o", file, source], check=True)
            program = "import sys, PIL.Image as i; p = i.open(sys.argv[1]); p.load(); print(p.format, max(p.size))"
            output = subprocess.run(["/usr/bin/python3", "-c", program, file], check=True, stdout=subprocess.PIPE, text=True).stdout
            check(output.split() == ["WEBP", "256"], f"{source}: its thumbnail is {output}")
            made[source] = file.read_bytes()
    return made


def test(spark, options, folder):
    inputs = make_inputs(options.photos, folder, options.records)
    expected = expected_thumbnails(source for source in inputs.values() if source)
    names, thumbs, results = folder / "names", folder / "thumbs", folder / "results"
    names.write_text("".join(f"{path}\n" for path in inputs))
    first = executors(spark)
    tasks = max(10, options.records // 200)
    killer = Killer(spark, tasks)
    killer.start()
    frame = spark.read.text(str(names)).withColumnRenamed("value", "path").repartition(tasks)
    began = time.monotonic()
    thumbnails(frame.withColumn("output", concat(lit(str(thumbs)), col("path"), lit(".webp")))).write.parquet(str(results))
    print(f"  {options.records} records in {time.monotonic() - began:.1f} s", flush=True)
    check(len(killer.killed) == 2, f"killed only {killer.killed}")
    check(killer.killed[1][1] in first and killer.killed[1][1] not in executors(spark), "no executor was killed")
    rows = spark.read.parquet(str(results)).collect()
    check(sorted(row.path for row in rows) == sorted(inputs), f"{len(rows)} results of {len(inputs)} records")
    for row in rows:
        source = inputs[row.path]
        if source is None:
            check(row.error is not None and row.error.kind in ("io", "invalidData"), f"{row.path}: {row.error}")
        else:
            check(row.error is None, f"{row.path}: {row.error}")
            check(Path(row.output).read_bytes() == expected[source], f"{row.output} is not the thumbnail of {source}")
    written = {str(path) for path in thumbs.rglob("*") if path.is_file()}
    check(written == {row.output for row in rows if row.error is None}, "files remain that are not the output of a record")
    print(f"  one result each: {len(written)} thumbnails, whole and right, and {len(rows) - len(written)} errors", flush=True)
    example(spark, folder, expected)


def example(spark, folder, expected):
    """Runs the first example of docs/distributed.md over one folder of the records."""
    text = re.search(r"```python\n(.*?)```", (ROOT / "docs/distributed.md").read_text(), re.DOTALL)[1]
    text = text.replace("/photos", str(folder / "0")).replace("/results", str(folder / "example"))
    exec(compile(text, "docs/distributed.md", "exec"), {"spark": spark})
    rows = spark.read.parquet(str(folder / "example")).collect()
    # Spark's file sources leave out empty files.
    files = [file for file in (folder / "0").iterdir() if file.stat().st_size > 0]
    check(len(rows) == len(files), f"the example: {len(rows)} results of {len(files)} files")
    right = {hashlib.sha256(content).digest() for content in expected.values()}
    check(all(row.error or hashlib.sha256(row.content).digest() in right for row in rows), "the example: a wrong thumbnail")
    print(f"  the example of docs/distributed.md: {len(rows)} results", flush=True)


def measure(options, folder):
    inputs = list(make_inputs(options.photos, folder, options.records, broken_too=False))
    (folder / "names").write_text("".join(f"{path}\n" for path in inputs))
    (folder / "jobs").write_text("".join(json.dumps({"input": path}) + "\n" for path in inputs))
    print(f"{options.records} links to {len(options.photos)} photographs, seconds and records a second")
    for workers in (1, 2):
        began = time.monotonic()
        spark = start(folder, workers, "false")
        try:
            partitions = max(2 * workers, options.records // 200)
            paths = spark.read.text(str(folder / "names")).withColumnRenamed("value", "path").repartition(partitions)
            contents = spark.read.format("binaryFile").option("recursiveFileLookup", "true").option("pathGlobFilter", "[0-9]*.jpg") \
                .load(str(folder / "[0-9]*"))
            write(metadata(paths.limit(workers)), folder)
            print(f"  {workers} worker(s): Spark has started after {time.monotonic() - began:.1f} s", flush=True)
            # The same work as in the functions, but without a command.
            texts = contents.select("path", base64("content").alias("content"))
            alone = spark.createDataFrame(texts.rdd.mapPartitions(sizes), "path string, bytes long", verifySchema=False)
            for name, work in (
                    ("thumb --jobs", lambda: run("thumb", folder, workers)),
                    ("thumbnails of paths", lambda: write(thumbnails(paths), folder)),
                    ("thumbnails of contents", lambda: write(thumbnails(contents), folder)),
                    ("thumb --jobs, again", lambda: run("thumb", folder, workers)),
                    ("imgmeta --jobs", lambda: run("imgmeta", folder, workers)),
                    ("metadata of paths", lambda: write(metadata(paths), folder)),
                    ("metadata of contents", lambda: write(metadata(contents), folder)),
                    ("contents to Python and their sizes back", lambda: write(alone, folder))):
                began = time.monotonic()
                work()
                took = time.monotonic() - began
                load = " ".join(f"{each:.1f}" for each in os.getloadavg())
                print(f"    {name:40} {took:8.1f} s {options.records / took:9.1f}/s   load {load}", flush=True)
        finally:
            spark.stop()


def sizes(rows):
    return ((row.path, len(b64decode(row.content))) for row in rows)


def write(frame, folder):
    frame.write.mode("overwrite").parquet(str(folder / "measured"))


def run(program, folder, workers):
    """One process of a command, which gives the same as the functions for Spark."""
    with open(folder / "output", "wb") as output:
        options = ["-s", "256", "-f", "webp"] if program == "thumb" else []
        subprocess.run([program, "--jobs", folder / "jobs", "--workers", str(workers), *options], check=True, stdout=output)


def main():
    parser = argparse.ArgumentParser(description="Tests or measures Spark; run by scripts/test-distributed and scripts/bench.")
    parser.add_argument("--records", type=int, default=20_000)
    parser.add_argument("--measure", action="store_true")
    parser.add_argument("photos", nargs="+", type=Path)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        if options.measure:
            measure(options, Path(folder))
            return
        spark = start(Path(folder), 2, "true")
        try:
            test(spark, options, Path(folder))
        finally:
            spark.stop()


main()
