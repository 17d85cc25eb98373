"""Compares the maker notes that imgmeta and ExifTool print, by name and value, over trees of files. Run by
scripts/compare-metadata --maker-notes.

Both are asked for the same form: `imgmeta --exiftool` and `exiftool -json -G -n`. ExifTool's values are counted if they
have a name and are not binary data. Numbers agree to 1e-9, other values by their text."""

import json
import subprocess
import sys
from collections import Counter, defaultdict
from pathlib import Path

# Values that say where bytes are in the file, and blocks that are shown by their size.
PLACES = {"PreviewImageStart", "PreviewImageLength", "ThumbnailOffset", "ThumbnailLength"}


def records(command, paths):
    """The members of both programs, by path. Files without a record are left out."""
    found = {}
    for start in range(0, len(paths), 200):
        call = [*command, *map(str, paths[start : start + 200])]
        output = subprocess.run(call, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=False).stdout
        found.update((record["SourceFile"], record) for record in json.loads(output.decode(errors="replace") or "[]"))
    return found


def notes(record, groups):
    return {name: value for name, value in record.items() if name.split(":")[0] in groups and "Binary data" not in str(value)[:13]}


def same(ours, theirs):
    if ours == theirs or str(ours) == str(theirs):
        return True
    ours, theirs = str(ours).split(), str(theirs).split()
    if len(ours) != len(theirs):
        return False
    for one, other in zip(ours, theirs):
        if one == other:
            continue
        try:
            one, other = float(one), float(other)
        except ValueError:
            return False
        if abs(one - other) > 1e-9 * max(abs(one), abs(other)):
            return False
    return True


def maker(record):
    make = str(record.get("EXIF:Make", "?")).split()
    return make[0].capitalize() if make else "?"


def main(arguments):
    imgmeta, listed, groups = arguments[0], arguments[1] == "all", set(arguments[2].split(","))
    paths = []
    for place in map(Path, arguments[3:]):
        if not place.exists():
            sys.exit(f"{place} does not exist")
        paths += sorted(path for path in place.rglob("*") if path.is_file()) if place.is_dir() else [place]
    theirs = records(["exiftool", "-json", "-G", "-n"], paths)
    ours = records([imgmeta, "--exiftool"], paths)
    counts = defaultdict(Counter)
    lines = []
    for path, record in theirs.items():
        expected = notes(record, groups)
        found = notes(ours.get(path, {}), groups)
        count = counts[maker(record)]
        for name, value in expected.items():
            if name.split(":")[1] in PLACES:
                continue
            count["values"] += 1
            if name not in found:
                count["missing"] += 1
                lines.append(f"missing    {Path(path).name}: {name} = {str(value)[:60]}")
            elif same(found[name], value):
                count["equal"] += 1
            else:
                count["different"] += 1
                lines.append(f"different  {Path(path).name}: {name} = {str(found[name])[:60]}, ExifTool: {str(value)[:60]}")
        for name in found.keys() - record.keys():
            count["ours alone"] += 1
            lines.append(f"ours alone {Path(path).name}: {name} = {str(found[name])[:60]}")
    if listed:
        print("\n".join(lines))
    kinds = ["values", "equal", "different", "missing", "ours alone"]
    print(f"{'':12}" + "".join(f"{kind:>12}" for kind in [*kinds, "equal %"]))
    total = Counter()
    for name, count in sorted(counts.items()):
        if count["values"] or count["ours alone"]:
            print(f"{name:12}" + "".join(f"{count[kind]:12}" for kind in kinds) + f"{100 * count['equal'] / max(1, count['values']):12.1f}")
            total.update(count)
    print(f"{'all':12}" + "".join(f"{total[kind]:12}" for kind in kinds) + f"{100 * total['equal'] / max(1, total['values']):12.1f}")


main(sys.argv[1:])
