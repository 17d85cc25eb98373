"""Measures commands against their peers as whole processes: time by the monotonic clock around posix_spawn and wait4, peak
memory by the kernel's account of each child. Files are read once before the first run, so that they are in the page cache.

The kernel counts the memory of a process that spawns a child into the child's peak. So whatever loads pictures here
runs in a child of
its own, and the peaks are exact above the size of this small process, which is printed."""

import argparse
import json
import os
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

QUIET = [(os.POSIX_SPAWN_OPEN, 0, "/dev/null", os.O_RDONLY, 0), (os.POSIX_SPAWN_OPEN, 1, "/dev/null", os.O_WRONLY, 0),
         (os.POSIX_SPAWN_OPEN, 2, "/dev/null", os.O_WRONLY, 0)]
MAGICK = "convert-im6.q16"


def once(arguments):
    """Runs a program; returns its wall time in ms and its peak memory in MB, or None if it fails."""
    start = time.perf_counter_ns()
    child = os.posix_spawn(arguments[0], arguments, os.environ, file_actions=QUIET)
    _, status, usage = os.wait4(child, 0)
    elapsed = (time.perf_counter_ns() - start) / 1e6
    return (elapsed, usage.ru_maxrss / 1024) if os.waitstatus_to_exitcode(status) == 0 else None


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
    return once([found("true")])[1]


def image_size(file):
    from PIL import Image
    Image.MAX_IMAGE_PIXELS = None
    with Image.open(file) as image:
        return [*image.size, image.format]


def decode_to(source, folder):
    """Writes a photograph as PNG, TIFF with LZW and TIFF uncompressed."""
    from PIL import Image
    Image.MAX_IMAGE_PIXELS = None
    with Image.open(source) as image:
        image = image.convert("RGB")
        image.save(folder / f"{source.stem}.png", compress_level=6)
        image.save(folder / f"{source.stem}_lzw.tif", compression="tiff_lzw")
        image.save(folder / f"{source.stem}_raw.tif")


def found(name):
    path = shutil.which(name)
    if path is None:
        sys.exit(f"bench: {name} is missing; scripts/doctor names its package")
    return path


def in_turns(programs, runs, trial=True):
    """Runs every program `runs` times, one after the other in each round. Gives {name: [(ms, MB)]}; a program that fails on
    a run before them, the trial, is left out."""
    results = {}
    for name, arguments in programs.items():
        if trial and once(arguments) is None:
            print(f"  {name}: fails: {' '.join(arguments)}")
        else:
            results[name] = []
    for _ in range(runs):
        for name in results:
            measured = once(programs[name])
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


def djpeg_scale(width, height):
    """The denominator with which thumb decodes for 256 pixels: docs/decisions/0005-resize-plan.md."""
    shrink = max(width, height) / 256
    return max((scale for scale in (2, 4, 8) if shrink >= 1.95 * scale), default=1)


def thumb_files(photos, folder):
    """The files to measure: three named photographs if they exist, else the largest three; one also as PNG and TIFF."""
    files = [photos / name for name in ("phone_12mp.jpg", "mp24.jpg", "mp24_prog.jpg")]
    if not all(file.exists() for file in files):
        files = sorted(photos.glob("photo_*.jpg") or photos.glob("*.jpg"), key=lambda f: (-f.stat().st_size, f.name))[:3]
        if not files:
            sys.exit(f"bench: no JPEG files in {photos}")
    source = photos / "mp24.jpg" if (photos / "mp24.jpg").exists() else files[0]
    print(f"Decoding {source.name} to PNG and TIFF ...", flush=True)
    in_child(decode_to, source, folder)
    return files + [folder / f"{source.stem}{tail}" for tail in (".png", "_lzw.tif", "_raw.tif")]


def bench_thumb(options):
    runs = options.runs or 15
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for file in thumb_files(options.photos, folder):
            touch(file)
            width, height, kind = in_child(image_size, file)
            programs = {
                "thumb": [str(options.bin / "thumb"), "-s", "256", "-f", "jpeg", "-q", "80", "-o", str(folder / "us.jpg"), str(file)],
                "vipsthumbnail": [found("vipsthumbnail"), str(file), "-s", "256", "-o", f"{folder}/vips.jpg[Q=80]"],
                "GraphicsMagick": [found("gm"), "convert", "-size", "512x512", str(file), "-auto-orient", "-thumbnail", "256x256",
                                   "-quality", "80", str(folder / "gm.jpg")],
                "ImageMagick": [found(MAGICK), "-define", "jpeg:size=512x512", str(file), "-auto-orient", "-thumbnail", "256x256",
                                "-quality", "80", str(folder / "im.jpg")],
            }
            if kind == "JPEG":
                scale = djpeg_scale(width, height)
                programs[f"djpeg -scale 1/{scale}"] = [found("djpeg"), "-scale", f"1/{scale}", "-ppm", "-outfile", "/dev/null", str(file)]
            print(f"\n{file.name}: {width} x {height}, {file.stat().st_size / 1e6:.1f} MB, {runs} runs in turns")
            print_comparison(in_turns(programs, runs))
    print_legend()


def print_comparison(results, unit="thumb"):
    """A table of what `in_turns` measured; ratios are to the program `unit`."""
    rows = [("", "median ms", "min ms", f"times {unit}'s", "peak MB")]
    ours = results.get(unit)
    for name, measured in results.items():
        times = [t for t, _ in measured]
        ratio = "-" if not ours else f"{statistics.median(t / o for (t, _), (o, _) in zip(measured, ours)):.2f}"
        rows.append((name, f"{statistics.median(times):.1f}", f"{min(times):.1f}", ratio, f"{max(m for _, m in measured):.1f}"))
    print_table(rows)


def print_legend():
    print("\n\"times thumb's\" is the median of the ratios of runs made in turn: 2.00 takes twice as long as thumb.")
    print(f"A program that does nothing is measured at {floor():.1f} MB: peaks are exact above that.")


# The inputs of `formats`: a description, the file's suffix, and the command that makes the file from a PNG file.
FORMAT_INPUTS = [
    ("WebP, lossy", "lossy.webp", "cwebp -quiet -q 80 {png} -o {out}"),
    ("WebP, lossless", "lossless.webp", "cwebp -quiet -lossless -z 3 {png} -o {out}"),
    ("GIF, 12 frames", "frames.gif", None),
    ("HEIC", "plain.heic", "heif-enc -q 60 {png} -o {out}"),
    ("HEIC with a thumbnail of 320 pixels", "thumbnail.heic", "heif-enc -q 60 --thumb 320 {png} -o {out}"),
    ("AVIF", "plain.avif", "avifenc -s 9 -j all --min 20 --max 30 {png} {out}"),
    ("AVIF with a thumbnail of 320 pixels", "thumbnail.avif", "heif-enc -A -q 60 --thumb 320 {png} -o {out}"),
    ("JPEG XL", "photo.jxl", "cjxl {png} {out} -q 85 -e 4"),
    ("JPEG XL, progressive", "progressive.jxl", "cjxl {png} {out} -q 85 -e 4 -p"),
    ("JPEG 2000", "photo.jp2", "opj_compress -i {png} -o {out} -r 12"),
]


# The outputs from a PNG file: a description, the file's suffix, the peer's command, and the options of imgconv.
# libheif's encoder has speed 6, tunes for SSIM, and makes level 25 of quality 60.
FORMAT_OUTPUTS = [
    ("WebP, lossy", "webp", "cwebp -quiet -q 80 {png} -o {out}", ["-q", "80"]),
    ("AVIF", "avif", "avifenc -s 6 -j all -y 420 --min 0 --max 63 -a end-usage=q -a cq-level=25 -a tune=ssim {png} {out}", ["-q", "60"]),
]


def png_and_gif(source, folder):
    """Writes a photograph as PNG, and as an animation of 640 pixels whose frames move by 8 pixels."""
    from PIL import Image, ImageChops, ImageOps
    Image.MAX_IMAGE_PIXELS = None
    with Image.open(source) as image:
        image = ImageOps.exif_transpose(image).convert("RGB")
    image.save(folder / "photo.png", compress_level=1)
    image.thumbnail((640, 640))
    frames = [ImageChops.offset(image, 8 * n, 0).quantize(256) for n in range(12)]
    frames[0].save(folder / "frames.gif", save_all=True, append_images=frames[1:], duration=80, loop=0)
    return [*image.size]


def format_inputs(photos, folder):
    """What is measured, and its file; a message instead of a file that could not be made."""
    photo = photos / "phone_12mp.jpg"
    if not photo.exists():
        photo = max(photos.glob("*.jpg"), key=lambda file: file.stat().st_size, default=None)
        if photo is None:
            sys.exit(f"bench: no JPEG files in {photos}")
    print(f"Encoding {photo.name} ...", flush=True)
    in_child(png_and_gif, photo, folder)
    for title, name, command in FORMAT_INPUTS:
        out = folder / name
        if command:
            arguments = command.format(png=folder / "photo.png", out=out).split(" ")
            if shutil.which(arguments[0]) is None:
                yield title, f"{arguments[0]} is not installed"
                continue
            arguments[0] = found(arguments[0])
            if once(arguments) is None or not out.exists():
                yield title, f"{' '.join(arguments)} fails"
                continue
        yield title, out
    raw = sorted(file for file in photos.iterdir() if file.suffix.lower() in (".nef", ".dng"))
    yield "raw with a preview", raw[0] if raw else f"no .nef or .dng in {photos}"


def bench_formats(options):
    runs = options.runs or 15
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for title, file in format_inputs(options.photos, folder):
            if isinstance(file, str):
                print(f"\n{title}: not measured: {file}")
                continue
            touch(file)
            print(f"\n{title}: {file.name}, {file.stat().st_size / 1e6:.1f} MB, {runs} runs in turns")
            ours = [str(options.bin / "thumb"), "-s", "256", "-f", "jpeg", "-q", "80", "-o", str(folder / "us.jpg"), str(file)]
            if "thumbnail" in title or "preview" in title:
                ours[1:1] = ["--embedded", "auto"]
            print_comparison(in_turns({
                "thumb": ours,
                "vipsthumbnail": [found("vipsthumbnail"), str(file), "-s", "256", "-o", f"{folder}/vips.jpg[Q=80]"],
            }, runs))
        png = folder / "photo.png"
        for title, suffix, command, ours in FORMAT_OUTPUTS:
            peer = command.format(png=png, out=folder / f"peer.{suffix}").split(" ")
            if shutil.which(peer[0]) is None:
                print(f"\n{title}, written: not measured: {peer[0]} is not installed")
                continue
            print(f"\n{title}, written at full size: {max(runs // 3, 3)} runs in turns")
            written = folder / f"ours.{suffix}"
            print_comparison(in_turns({
                "imgconv": [str(options.bin / "imgconv"), *ours, "-o", str(written), str(png)],
                peer[0]: [found(peer[0]), *peer[1:]],
            }, max(runs // 3, 3)), unit="imgconv")
            print(f"  imgconv's file has {written.stat().st_size / 1e3:.0f} kB, {peer[0]}'s {(folder / f'peer.{suffix}').stat().st_size / 1e3:.0f}")
    print_legend()


def bench_meta(options):
    runs = options.runs or 200
    files = [options.photos / name for name in ("phone_12mp.jpg", "photo_phone.jpg")]
    file = next((f for f in files if f.exists()), None) or next(iter(sorted(options.photos.glob("*.jpg"))), None)
    if file is None:
        sys.exit(f"bench: no JPEG files in {options.photos}")
    touch(file)
    quick = {"imgmeta": [str(options.bin / "imgmeta"), str(file)], "exiv2 -pa": [found("exiv2"), "-pa", str(file)],
             "exif": [found("exif"), str(file)]}
    slow = {"identify -ping": [found("identify-im6.q16"), "-ping", str(file)], "vipsheader": [found("vipsheader"), "-a", str(file)],
            "exiftool": [found("exiftool"), str(file)]}
    print(f"{file.name}: the minimum of {runs} runs in turns ({max(runs // 20, 3)} of the slow ones)")
    results = in_turns(quick, runs)
    results.update(in_turns(slow, max(runs // 20, 3)))
    peer = min((t for t, _ in results.get("exiv2 -pa", [])), default=None)
    rows = [("", "min ms", "median ms", "times exiv2's", "peak MB")]
    for name, measured in results.items():
        times = [t for t, _ in measured]
        ratio = f"{min(times) / peer:.2f}" if peer else "-"
        rows.append((name, f"{min(times):.2f}", f"{statistics.median(times):.2f}", ratio, f"{max(m for _, m in measured):.1f}"))
    print_table(rows)


def link_tree(sources, tree, count):
    """Fills a folder with hard links to files, a thousand to a folder."""
    for number in range(count):
        folder = tree / f"{number // 1000:03}"
        if number % 1000 == 0:
            folder.mkdir(parents=True)
        os.link(sources[number % len(sources)], folder / f"{number:06}.jpg")


def print_times(results, unit, per_file=None):
    """A table of the least time of each program, and how many times it is as fast as the program `unit`."""
    best = {name: min(t for t, _ in measured) for name, measured in results.items()}
    rows = [("", "ms" if per_file is None else "seconds", *([] if per_file is None else ["files a second"]), f"times {unit}'s rate",
             "peak MB")]
    for name, measured in results.items():
        time = [f"{best[name]:.2f}"] if per_file is None else [f"{best[name] / 1e3:.2f}", f"{1e3 * per_file / best[name]:.0f}"]
        # The peak of xargs is not that of its children together.
        peak = "-" if "xargs" in name else f"{max(m for _, m in measured):.1f}"
        rows.append((name, *time, f"{best[unit] / best[name]:.2f}", peak))
    print_table(rows)


def bench_many(options):
    """Runs over 10,000 photographs, as JSON lines and as text, output to files; the same over one of a phone; one file with
    and without an option; then the peak memory of a run over 100,000."""
    runs = options.runs or 3
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        tree = folder / "tree"
        # Copies first: links cannot cross file systems.
        (folder / "sources").mkdir()
        photos = sorted(options.photos.glob("*.jpg"))
        if not photos:
            sys.exit(f"bench: no JPEG files in {options.photos}")
        phone = next((f for f in (options.photos / "phone_12mp.jpg", options.photos / "photo_phone.jpg") if f.exists()), None)
        sources = [Path(shutil.copy(photo, folder / "sources")) for photo in photos]
        shell = found("sh")
        imgmeta, exiv2 = str(options.bin / "imgmeta"), found("exiv2")
        cases = [(f"the photographs of {options.photos}", sources)]
        cases += [(phone.name, [folder / "sources" / phone.name])] if phone else []
        for title, files in cases:
            names = folder / "names"
            link_tree(files, tree, 10_000)
            names.write_text("".join(f"{path}\n" for path in sorted(tree.glob("*/*.jpg"))))
            peer = "xargs -P2 exiv2 -pa"
            results = in_turns({
                "imgmeta --jsonl": [shell, "-c", f"{imgmeta} --jsonl --files-from {names} > {folder}/ours 2>/dev/null || true"],
                "imgmeta": [shell, "-c", f"{imgmeta} --files-from {names} > {folder}/ours 2>/dev/null || true"],
                peer: [shell, "-c", f"xargs -P2 -n500 {exiv2} -pa < {names} > {folder}/exiv2 2>/dev/null || true"],
            }, runs)
            if files is sources:
                results["exiftool -json -n"] = [
                    once([shell, "-c", f"exiftool -json -n -@ {names} > {folder}/exiftool 2>/dev/null || true"])]
            print(f"\n10,000 links to {title}: the least of {runs} runs in turns (exiftool: one)")
            print_times(results, peer, 10_000)
            shutil.rmtree(tree)
        file = str(phone or photos[0])
        print(f"\nOne file, {Path(file).name}: the least of 200 runs in turns")
        print_times(in_turns({
            "imgmeta": [imgmeta, file],
            "imgmeta --json": [imgmeta, "--json", file],
            "imgmeta --value both": [imgmeta, "--value", "both", file],
            "exiv2 -pa": [exiv2, "-pa", file],
        }, 200), "exiv2 -pa")
        link_tree(sources, tree, 100_000)
        took, peak = once([shell, "-c", f"exec {imgmeta} --jsonl -r {tree} > /dev/null"])
        print(f"\nA tree of 100,000 files: {took / 1e3:.1f} s, peak {peak:.1f} MB")


def jobs_file(path, files, outputs=None):
    """Writes a job for each file; with a folder for outputs, with the path of a JPEG file there."""
    with open(path, "w") as jobs:
        for number, file in enumerate(files):
            job = {"id": number, "input": str(file)}
            if outputs:
                job["output"] = f"{outputs}/{number:06}.jpg"
            jobs.write(json.dumps(job) + "\n")
    return path


def print_rates(results, count, unit):
    rows = [("", "seconds", "files a second", f"rate to {unit}'s", "peak MB")]
    best = {name: min(t for t, _ in measured) for name, measured in results.items()}
    for name, measured in results.items():
        peak = "-" if "xargs" in name else f"{max(m for _, m in measured):.1f}"
        rows.append((name, f"{best[name] / 1e3:.2f}", f"{count * 1e3 / best[name]:.1f}", f"{best[unit] / best[name]:.3f}", peak))
    print_table(rows)


def bench_batch(options):
    """Jobs as lines of JSON beside the same work without them and beside vipsthumbnail; then the memory of long runs."""
    runs, count = options.runs or 1, options.count
    thumb, imgmeta, shell = str(options.bin / "thumb"), str(options.bin / "imgmeta"), found("sh")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        sources = [Path(shutil.copy(photo, folder)) for photo in sorted(options.photos.glob("*.jpg"))]
        if not sources:
            sys.exit(f"bench: no JPEG files in {options.photos}")
        link_tree(sources, folder / "tree", count)
        for source in sources:
            touch(source)
        files = sorted(str(path) for path in (folder / "tree").glob("*/*.jpg"))
        (folder / "names").write_text("".join(f"{path}\n" for path in files))
        outputs = {name: folder / name for name in ("jobs", "isolated", "names-on-line", "vips")}
        for output in outputs.values():
            output.mkdir()
        jobs = jobs_file(folder / "thumb.ndjson", files, outputs["jobs"])
        isolated = jobs_file(folder / "isolated.ndjson", files, outputs["isolated"])
        print(f"{count} links to the photographs of {options.photos}, 256 pixels, JPEG, 2 threads: {runs} runs in turns", flush=True)
        results = in_turns({
            "thumb --jobs": [shell, "-c", f"exec {thumb} --jobs {jobs} --workers 2 -s 256 > {folder}/results"],
            "thumb --jobs --isolate": [shell, "-c", f"exec {thumb} --jobs {isolated} --isolate --workers 2 -s 256 > {folder}/results"],
            "thumb": [thumb, "--workers", "2", "--quiet", "-s", "256", "-f", "jpeg", "-d", str(outputs["names-on-line"]), *files],
            "xargs -P2 -n50 vipsthumbnail": [
                shell, "-c", f"xargs -P2 -n50 vipsthumbnail -s 256 -o {outputs['vips']}/%s.jpg[Q=80] < {folder}/names"],
        }, runs, trial=False)
        for output in outputs.values():
            if (made := sum(1 for _ in output.iterdir())) != count:
                sys.exit(f"bench: {made} thumbnails in {output.name}")
        print_rates(results, count, "thumb")
        jobs = jobs_file(folder / "imgmeta.ndjson", files)
        print(f"\nTheir metadata, 2 threads: {max(runs, 5)} runs in turns", flush=True)
        print_rates(in_turns({
            "imgmeta --jobs": [shell, "-c", f"exec {imgmeta} --jobs {jobs} --workers 2 > {folder}/results"],
            "imgmeta -r --jsonl": [shell, "-c", f"exec {imgmeta} -r --jsonl --workers 2 {folder}/tree > {folder}/results"],
        }, max(runs, 5)), count, "imgmeta -r --jsonl")
        small = min(sources, key=lambda source: source.stat().st_size)
        print(f"\nPeak MB of one process; thumb with {small.name} alone")
        rows = [("jobs", "imgmeta --jobs", "thumb --jobs")]
        for many in (count, 10 * count):
            peaks = [once([shell, "-c", f"exec {imgmeta} --jobs {jobs_file(folder / 'many', (files * 10)[:many])} > {folder}/results"])[1]]
            many_jobs = jobs_file(folder / "many", [small] * many, outputs["jobs"])
            peaks.append(once([shell, "-c", f"exec {thumb} --jobs {many_jobs} -s 64 > {folder}/results"])[1])
            rows.append((str(many), *(f"{peak:.1f}" for peak in peaks)))
        print_table(rows)


def small_jpegs(folder, count):
    """Writes JPEG files of 17 sizes, each another picture, without JFIF segments: nothing in them can be left out."""
    import numpy
    from PIL import Image
    random = numpy.random.default_rng(1)
    blocks = random.integers(0, 256, (count, 6, 6, 3), numpy.uint8)
    total = 0
    for number in range(count):
        width = 96 + 8 * (number % 17)
        path = folder / f"{number:05}.jpg"
        Image.fromarray(blocks[number]).resize((width, 224 - width // 2), Image.BICUBIC).save(path, quality=80)
        data = path.read_bytes()
        length = int.from_bytes(data[4:6], "big")
        path.write_bytes(data[:2] + data[4 + length:])
        total += path.stat().st_size
    return total


def pdf_rows(results, ours="mkpdf"):
    rows = [("", "min ms", "median ms", "times mkpdf's", "peak MB")]
    best = min(t for t, _ in results[ours])
    for name, measured in results.items():
        times = [t for t, _ in measured]
        rows.append((name, f"{min(times):.1f}", f"{statistics.median(times):.1f}", f"{min(times) / best:.2f}",
                     f"{max(m for _, m in measured):.1f}"))
    print_table(rows)


def bench_pdf_photos(options, folder, runs):
    photos = [str(photo) for photo in sorted(options.photos.glob("*.jpg"))]
    if not photos:
        sys.exit(f"bench: no JPEG files in {options.photos}")
    for photo in photos:
        touch(photo)
    size = sum(os.path.getsize(photo) for photo in photos)
    print(f"\n{len(photos)} photographs, {size / 1e6:.1f} MB, one a page: {runs} runs in turns")
    results = in_turns({
        "cat": [found("sh"), "-c", f'cat "$@" > {folder}/cat', "sh", *photos],
        "mkpdf": [str(options.bin / "mkpdf"), *photos, "-o", str(folder / "ours.pdf")],
        "img2pdf": [found("img2pdf"), *photos, "-o", str(folder / "img2pdf.pdf")],
    }, runs)
    # Debian's policy forbids ImageMagick to write PDF files.
    results.update(in_turns({"GraphicsMagick": [found("gm"), "convert", *photos, str(folder / "gm.pdf")]}, 1))
    pdf_rows(results)


def bench_pdf_sizes(options, folder):
    tree = folder / "small"
    tree.mkdir()
    print("\nMaking 10,000 small JPEG files ...", flush=True)
    in_child(small_jpegs, tree, 10_000)
    files = [str(file) for file in sorted(tree.glob("*.jpg"))]
    names = folder / "names"
    rows = [("1,000 small JPEG files of mixed sizes", "bytes a page on top of the files")]
    thousand, size = files[:1000], sum(os.path.getsize(file) for file in files[:1000])
    programs = {"mkpdf": [str(options.bin / "mkpdf"), *thousand], "img2pdf": [found("img2pdf"), *thousand],
                "GraphicsMagick": [found("gm"), "convert", *thousand]}
    for name, arguments in programs.items():
        output = folder / f"{name}-1000.pdf"
        if once([*arguments, *([] if name == "GraphicsMagick" else ["-o"]), str(output)]) is None:
            rows.append((name, "fails"))
            continue
        rows.append((name, f"{(output.stat().st_size - size) / 1000:.0f}"))
    packed = folder / "packed.pdf"
    if once([found("qpdf"), "--object-streams=generate", "--recompress-flate", str(folder / "img2pdf-1000.pdf"), str(packed)]):
        rows.append(("img2pdf, then qpdf --object-streams", f"{(packed.stat().st_size - size) / 1000:.0f}"))
    print_table(rows)
    print("\nThe same files, one a page:")
    rows = [("pages", "cat ms", "mkpdf ms", "times cat's", "mkpdf's peak MB")]
    for count in (100, 1000, 10_000):
        names.write_text("".join(f"{file}\n" for file in files[:count]))
        cat = min(once([found("sh"), "-c", f"xargs cat < {names} > {folder}/cat"])[0] for _ in range(3))
        ours = [once([str(options.bin / "mkpdf"), "--files-from", str(names), "-o", str(folder / "ours.pdf")]) for _ in range(3)]
        if None in ours:
            sys.exit(f"bench: mkpdf fails on {count} files")
        best = min(t for t, _ in ours)
        rows.append((f"{count}", f"{cat:.0f}", f"{best:.0f}", f"{best / cat:.2f}", f"{max(m for _, m in ours):.1f}"))
    print_table(rows)


def bench_pdf_text(options, folder, runs):
    text = folder / "page.txt"
    text.write_text("".join(f"Line {number}: a page of text, with words enough to fill its width.\n" for number in range(40)))
    long = folder / "long.txt"
    print(f"\nA page of text: {runs} runs in turns")
    mkpdf = [str(options.bin / "mkpdf"), str(text), "-o", str(folder / "text.pdf")]
    pdf_rows(in_turns({"mkpdf": mkpdf}, runs))
    peaks = []
    for pages in (100, 1000):
        long.write_text("".join(f"Line {number} of a long text, which goes on for many pages.\n" for number in range(pages * 50)))
        output = folder / "long.pdf"
        _, peak = once([str(options.bin / "mkpdf"), str(long), "-o", str(output)])
        shown = subprocess.run([found("pdfinfo"), output], capture_output=True, text=True, check=True).stdout
        peaks.append((int(re.search(r"Pages: +(\d+)", shown)[1]), peak))
    (few, low), (many, high) = peaks
    print(f"Long texts: {few} pages peak {low:.1f} MB, {many} pages peak {high:.1f} MB: "
          f"{(high - low) * 1024 / (many - few):.1f} kB a page")


def bench_pdf(options):
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        bench_pdf_photos(options, folder, options.runs or 15)
        bench_pdf_text(options, folder, options.runs or 15)
        bench_pdf_sizes(options, folder)


def decibels(one, other):
    import numpy
    difference = numpy.asarray(one, numpy.float64) - numpy.asarray(other, numpy.float64)
    error = (difference ** 2).mean()
    return float("inf") if error == 0 else 10 * numpy.log10(255 ** 2 / error)


def bench_fidelity(options):
    from PIL import Image, ImageOps
    Image.MAX_IMAGE_PIXELS = None
    files = sorted(options.photos.glob("photo_*.jpg")) or sorted(options.photos.glob("*.jpg"))
    rows = [("", "size", "thumb dB", "vipsthumbnail dB")]
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for file in files:
            with Image.open(file) as image:
                if image.info.get("icc_profile") or image.mode not in ("RGB", "L"):
                    continue
                whole = ImageOps.exif_transpose(image)
            values = []
            for made, arguments in (
                    ("us.png", [str(options.bin / "thumb"), "-s", "256", "-f", "png", "--profile", "keep", "-o", str(folder / "us.png"),
                                str(file)]),
                    ("vips.png", [found("vipsthumbnail"), str(file), "-s", "256", "-o", str(folder / "vips.png")])):
                if once(arguments) is None:
                    values.append("fails")
                    continue
                with Image.open(folder / made) as small:
                    small = small.convert(whole.mode)
                    values.append(f"{decibels(small, whole.resize(small.size, Image.LANCZOS)):.1f}")
                    size = f"{small.width} x {small.height}"
                (folder / made).unlink()
            rows.append((file.name, size, *values))
    print("256-pixel PNG thumbnails against Pillow's exif_transpose, full decode and resize(LANCZOS) to the same size, PSNR.")
    print("Photographs with a profile are left out: converting them is not what is measured.")
    print_table(rows)


def main():
    parser = argparse.ArgumentParser(description="Measures commands against their peers; run by scripts/bench.")
    parser.add_argument("mode", choices=["thumb", "formats", "meta", "many", "batch", "pdf", "fidelity"])
    parser.add_argument("--bin", type=Path, required=True)
    parser.add_argument("--photos", type=Path, required=True)
    parser.add_argument("--runs", type=int)
    parser.add_argument("--count", type=int, default=10_000)
    options = parser.parse_args()
    {"thumb": bench_thumb, "formats": bench_formats, "meta": bench_meta, "many": bench_many, "batch": bench_batch,
     "pdf": bench_pdf, "fidelity": bench_fidelity}[options.mode](options)


main()
