"""The functions over DataFrames, with the commands on the PATH and photographs of the fixtures. Needs pyspark and Java."""

import json
import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).parents[3]
PHOTO = ROOT / "Fixtures/jpeg/valid/photo_phone.jpg"  # 1280 x 960
BROKEN = ROOT / "Fixtures/jpeg/broken/text.jpg"
sys.path.insert(0, str(ROOT / "share/python"))
os.environ["PYTHONPATH"] = str(ROOT / "share/python")  # of Spark's workers
from cameo_spark import convert, metadata, thumbnails
from pyspark.sql import SparkSession
from pyspark.sql.functions import col, concat, get_json_object, lit


class FrameTests(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.spark = (SparkSession.builder.master("local[2]").config("spark.ui.enabled", "false")
                     .config("spark.ui.showConsoleProgress", "false")
                     .config("spark.driver.host", "127.0.0.1").getOrCreate())
        cls.spark.sparkContext.setLogLevel("OFF")
        cls.addClassCleanup(cls.spark.stop)
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.folder = Path(folder.name)
        cls.names = ["a b%20.jpg", "ü.jpg", "broken.jpg"]
        for name in cls.names:
            (cls.folder / name).write_bytes((BROKEN if name == "broken.jpg" else PHOTO).read_bytes())

    def paths(self, *more):
        return self.spark.createDataFrame([(str(self.folder / name),) for name in [*self.names, *more]], "path string")

    def contents(self):
        return self.spark.read.format("binaryFile").load(str(self.folder / "*.jpg"))

    def rows(self, df):
        """By the names of the files."""
        rows = df.collect()
        result = {row.path.rpartition("/")[2]: row for row in rows}
        self.assertEqual(len(result), len(rows))
        return result

    def thumb(self, *options):
        return subprocess.run(["thumb", *options, "-o", "-", PHOTO], check=True, stdout=subprocess.PIPE).stdout

    def test_thumbnails_of_paths_and_of_contents(self):
        expected = self.thumb("-s", "64", "-f", "webp", "--fit", "cover")
        for df in (self.paths("missing.jpg"), self.contents()):
            rows = self.rows(thumbnails(df, size=64, fit="cover"))
            for name in self.names[:2]:
                row = rows[name]
                self.assertEqual((row.format, row.width, row.height, row.bytes, row.warnings, row.error),
                                 ("webp", 64, 64, len(expected), [], None))
                self.assertEqual(row.content, expected)
            self.assertEqual((rows["broken.jpg"].error.kind, rows["broken.jpg"].content), ("invalidData", None))
        self.assertEqual(self.rows(thumbnails(self.paths("missing.jpg")))["missing.jpg"].error,
                         ("io", "cannot open: No such file or directory"))

    def test_metadata(self):
        record = json.loads(subprocess.run(["imgmeta", "--jsonl", PHOTO], check=True, stdout=subprocess.PIPE).stdout)
        for df in (self.paths(), self.contents()):
            rows = self.rows(metadata(df))
            for name in self.names[:2]:
                row = rows[name]
                self.assertEqual((row.format, row.width, row.height, row.bytes), ("jpeg", 1280, 960, PHOTO.stat().st_size))
                self.assertEqual(json.loads(row.metadata)["images"], record["images"])
            self.assertEqual((rows["broken.jpg"].error.kind, rows["broken.jpg"].metadata), ("invalidData", None))
        made = metadata(self.paths()).select(get_json_object("metadata", "$.images[0].IFD0.Make").alias("make"))
        self.assertEqual({row.make for row in made.collect()}, {record["images"][0]["IFD0"]["Make"], None})

    def test_pictures_in_files(self):
        for df in (self.paths(), self.contents()):
            with tempfile.TemporaryDirectory() as folder:
                outputs = df.withColumn("output", concat(lit(f"file:{folder}"), col("path"), lit(".png")))
                if "content" in df.columns:
                    outputs = df.withColumn("output", concat(lit(f"{folder}/"), col("length"), lit(".png")))
                rows = self.rows(convert(outputs, size=100))
                row = rows["ü.jpg"]
                self.assertEqual((row.format, row.width, row.height, row.error), ("png", 100, 75, None))
                file = Path(row.output.removeprefix("file:"))
                self.assertTrue(file.read_bytes().startswith(b"\x89PNG"))
                self.assertEqual(file.stat().st_size, row.bytes)
                self.assertNotIn("content", row)
                self.assertIsNone(rows["broken.jpg"].output)

    def test_a_wrong_option_fails_the_job(self):
        with self.assertRaisesRegex(Exception, "unknown option '--qality'"):
            thumbnails(self.paths(), qality=3).collect()


if __name__ == "__main__":
    unittest.main()
