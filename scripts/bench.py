"""Measures commands against their peers as whole processes; run by scripts/bench. bench_tools.py says how."""

import argparse
import json
import shutil
import statistics
import sys
import tempfile
from pathlib import Path

from bench_pdf import bench_pdf
from bench_tools import (MAGICK, decibels, floor, found, in_child, in_turns, link_tree, once, print_table, touch)
from bench_verbs import bench_verbs


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
        times = [run.ms for run in measured]
        ratio = "-" if not ours else f"{statistics.median(run.ms / our.ms for run, our in zip(measured, ours)):.2f}"
        rows.append((name, f"{statistics.median(times):.1f}", f"{min(times):.1f}", ratio, f"{max(run.peak for run in measured):.1f}"))
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
    peer = min((run.ms for run in results.get("exiv2 -pa", [])), default=None)
    rows = [("", "min ms", "median ms", "times exiv2's", "peak MB")]
    for name, measured in results.items():
        times = [run.ms for run in measured]
        ratio = f"{min(times) / peer:.2f}" if peer else "-"
        rows.append((name, f"{min(times):.2f}", f"{statistics.median(times):.2f}", ratio, f"{max(run.peak for run in measured):.1f}"))
    print_table(rows)


def print_times(results, unit, per_file=None):
    """A table of the least time of each program, and how many times it is as fast as the program `unit`."""
    best = {name: min(run.ms for run in measured) for name, measured in results.items()}
    rows = [("", "ms" if per_file is None else "seconds", *([] if per_file is None else ["files a second"]), f"times {unit}'s rate",
             "peak MB")]
    for name, measured in results.items():
        time = [f"{best[name]:.2f}"] if per_file is None else [f"{best[name] / 1e3:.2f}", f"{1e3 * per_file / best[name]:.0f}"]
        # The peak of xargs is not that of its children together.
        peak = "-" if "xargs" in name else f"{max(run.peak for run in measured):.1f}"
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
        run = once([shell, "-c", f"exec {imgmeta} --jsonl -r {tree} > /dev/null"])
        print(f"\nA tree of 100,000 files: {run.ms / 1e3:.1f} s, peak {run.peak:.1f} MB")


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
    best = {name: min(run.ms for run in measured) for name, measured in results.items()}
    for name, measured in results.items():
        peak = "-" if "xargs" in name else f"{max(run.peak for run in measured):.1f}"
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
            peaks = [once([shell, "-c", f"exec {imgmeta} --jobs {jobs_file(folder / 'many', (files * 10)[:many])} > {folder}/results"]).peak]
            many_jobs = jobs_file(folder / "many", [small] * many, outputs["jobs"])
            peaks.append(once([shell, "-c", f"exec {thumb} --jobs {many_jobs} -s 64 > {folder}/results"]).peak)
            rows.append((str(many), *(f"{peak:.1f}" for peak in peaks)))
        print_table(rows)


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
    parser.add_argument("mode", choices=["thumb", "formats", "meta", "many", "batch", "pdf", "fidelity", "verbs"])
    parser.add_argument("--bin", type=Path, required=True)
    parser.add_argument("--photos", type=Path, required=True)
    parser.add_argument("--runs", type=int)
    parser.add_argument("--count", type=int, default=10_000)
    parser.add_argument("--scale", type=int, default=100, help="percent of the sizes and numbers of verbs and pdf")
    options = parser.parse_args()
    {"thumb": bench_thumb, "formats": bench_formats, "meta": bench_meta, "many": bench_many, "batch": bench_batch,
     "pdf": bench_pdf, "fidelity": bench_fidelity, "verbs": bench_verbs}[options.mode](options)


main()
