"""DataFrames of images: what comes in, and what the results are.

A DataFrame has the column `path`, or `path` and `content` as Spark's source `binaryFile` gives them. A partition keeps
one process of a command. Other columns of the input are left out; `path` joins the results with them."""

import base64
import json
import os
import re
import tempfile

from pyspark.sql import functions
from pyspark.sql.types import (ArrayType, BinaryType, IntegerType, LongType, StringType, StructField, StructType)

from .worker import JobProcess


def _schema(*own):
    names = [("path", StringType()), ("format", StringType()), ("width", IntegerType()), ("height", IntegerType()),
             ("bytes", LongType()), *own, ("warnings", ArrayType(StringType())),
             ("error", StructType([StructField("kind", StringType()), StructField("message", StringType())]))]
    return StructType([StructField(name, kind) for name, kind in names])


METADATA = _schema(("metadata", StringType()))
PICTURES = _schema(("content", BinaryType()))
FILES = _schema(("output", StringType()))


def metadata(df, **options):
    """A row with the metadata of each image of a DataFrame.

    `format`, `width`, `height` (pixels as stored) and `bytes` are those of the image. `metadata` is JSON, an object with
    `properties`, `images` and perhaps `namespaces` as in docs/imgmeta.schema.json. `options` are those of imgmeta, with
    underscores: `maker_notes=True`.
    """
    return _results(df, "imgmeta", METADATA, _metadata_row, options)


def thumbnails(df, size=256, format="webp", **options):
    """A row with the thumbnail of each image of a DataFrame.

    `size` is that of `thumb --size`: a number of pixels, or a text such as "320x240". `options` are other options of thumb,
    with underscores: `fit="cover"`. The result is as for `convert`.
    """
    return _pictures(df, "thumb", {"size": size, "format": format, **options})


def convert(df, format="webp", **options):
    """A row with a converted version of each image of a DataFrame.

    `format`, `width`, `height` (pixels) and `bytes` are those of the new picture, and `content` is the picture. If the
    DataFrame has a column `output`, pictures are written to the files that it names, whose suffixes decide the format, and
    the result has `output` instead of `content`. `options` are those of imgconv, with underscores: `size=1920`.
    """
    return _pictures(df, "imgconv", {"format": format, **options})


def _pictures(df, program, options):
    if "output" in df.columns:
        return _results(df, program, FILES, _file_row, {**options, "format": None, "parents": True}, with_output=True)
    return _results(df, program, PICTURES, _picture_row, options)


def _results(df, program, schema, row, options, with_output=False):
    options = {**options, "timeout": options.get("timeout") or 120}
    command = [program, "--jobs", "-", "--workers", df.sparkSession.conf.get("spark.task.cpus", "1"), *_words(options)]
    columns = [name for name in ("path", "content", *["output"] * with_output) if name in df.columns]
    # Texts come to Python nearly twice as fast as Spark's bytes.
    frame = df.select(*(functions.base64(name).alias(name) if name == "content" else name for name in columns))

    # The command's own time limit is the first to be reached, because its process then goes on.
    timeout = (options["timeout"] + 10) * (options.get("retries", 0) + 1)

    def work(rows):
        with JobProcess(command, timeout=timeout) as process, _folder() as folder:
            entries = ((record, _job(record.asDict(), os.path.join(folder, str(n)))) for n, record in enumerate(rows))
            for (record, job), result in process.results((entry, entry[1]) for entry in entries):
                yield row(record, result)
                if "content" in columns:
                    os.unlink(job["input"])

    rdd = frame.rdd.mapPartitions(work)
    return df.sparkSession.createDataFrame(rdd, schema, verifySchema=False)


def _words(options):
    """Options as words of a command line: `max_bytes=9000` is `--max-bytes=9000`."""
    for name, value in options.items():
        option = "--" + name.replace("_", "-")
        for each in value if isinstance(value, (list, tuple)) else [value]:
            if each is True:
                yield option
            elif each is not None and each is not False:
                yield f"{option}={each}"


def _folder():
    """A folder on the local disk of the executor. Spark removes what a killed task leaves there."""
    places = os.environ.get("SPARK_LOCAL_DIRS", "").split(",")
    return tempfile.TemporaryDirectory(prefix="cameo-", dir=places[0] or None)


def _job(record, file):
    """The job of a record. Its content goes to the process in a file, which is faster than base64 in the job."""
    job = {"input": _local(record["path"])}
    if "output" in record:
        job["output"] = _local(record["output"])
        if re.match("[A-Za-z][A-Za-z0-9+.-]*:/", job["output"]):
            raise ValueError(f"output {job['output']}: the commands write to paths only")
    if "content" in record:
        # A few formats are told by the suffix.
        job["input"] = file + re.search(r"(\.\w{1,8})?$", job["input"], re.ASCII)[0]
        with open(job["input"], "wb") as content:
            content.write(base64.b64decode(record["content"] or ""))
    return job


def _local(path):
    """A path as Spark names local files, file:/a/b.jpg, as a path. Spark does not percent-encode it."""
    return re.sub("^file:(//)?(?=/)", "", path or "")


def _common(record, result, picture, *own):
    """The members of a row: those of all results, and between them `own`."""
    error = result.get("error")
    if error is not None:
        picture, own = {}, (None,) * len(own)
        error = (error["kind"], _text(error["message"]))
    return (record["path"], picture.get("format"), picture.get("width"), picture.get("height"), picture.get("bytes"), *own,
            [_text(warning) for warning in result.get("warnings", [])], error)


def _metadata_row(record, result):
    image = next(iter(result.get("images", [])), {}).get("Image", {})
    picture = {"format": result.get("format"), "width": image.get("Width"), "height": image.get("Height"),
               "bytes": result.get("bytes")}
    tree = {name: result[name] for name in ("properties", "images", "namespaces") if name in result}
    return _common(record, result, picture, json.dumps(tree))


def _picture_row(record, result):
    picture = next(iter(result.get("outputs", [])), {})
    content = result.get("bytes")
    return _common(record, result, picture, base64.b64decode(content) if isinstance(content, str) else None)


def _file_row(record, result):
    return _common(record, result, next(iter(result.get("outputs", [])), {}), record["output"])


def _text(text):
    """Bytes of names that are not UTF-8 are lone surrogates, which Spark cannot hold: \\xff instead."""
    return text.encode("utf-8", "backslashreplace").decode()
