"""scripts/bench verbs: what imgconv does to pictures beside its peers."""

import shutil
import sys
import tempfile
from pathlib import Path

from bench_tools import (MAGICK, PEERS, decibels, in_child, in_turns, link_tree, once, print_runs, print_table,
                         python_with, scaled, touch)


def make_photographs(source, sizes, folder):
    """Writes a photograph in other sizes as JPEG, and a logo. What was enlarged has less detail than a photograph."""
    from PIL import Image, ImageDraw
    Image.MAX_IMAGE_PIXELS = None
    with Image.open(source) as image:
        image = image.convert("RGB")
    for name, size in sizes.items():
        image.resize(size, Image.BICUBIC).save(folder / name, quality=90)
    logo = Image.new("RGBA", (240, 80))
    ImageDraw.Draw(logo).ellipse((0, 0, 239, 79), fill=(200, 30, 30, 160))
    logo.save(folder / "logo.png")


def photographs(options, folder):
    """The photographs of 12 and 24 megapixels: those of the folder if it has them, else enlarged ones; and a logo."""
    sides = {"phone_12mp.jpg": (4000, 3000), "mp24.jpg": (6000, 4000)}
    largest = max(options.photos.glob("*.jpg"), key=lambda file: file.stat().st_size, default=None)
    if largest is None:
        sys.exit(f"bench: no JPEG files in {options.photos}")
    there = {name: options.photos / name for name in sides if (options.photos / name).exists() and options.scale == 100}
    shrink = (options.scale / 100) ** 0.5
    made = {name: (max(int(width * shrink), 64), max(int(height * shrink), 64))
            for name, (width, height) in sides.items() if name not in there}
    if made:
        print(f"Making {' and '.join(made)} of {largest.name} ...", flush=True)
    in_child(make_photographs, largest, made, folder)
    return [there.get(name, folder / name) for name in sides]


def fresh(folder):
    """An empty folder for outputs."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    return folder


def links(photo, folder, count):
    """Copies a photograph, and links it so often; a run over many shows a rate and not the start of a program."""
    source = Path(shutil.copy(photo, folder / f"source_{photo.name}"))
    tree = folder / f"links_{photo.stem}"
    link_tree([source], tree, count)
    touch(source)
    return sorted(map(str, tree.glob("*/*.jpg")))


def two_at_a_time(script, files):
    """A command that runs a script of the shell for each file, which is $1."""
    return ["sh", "-c", f"printf '%s\\n' \"$@\" | xargs -P2 -I@ sh -c '{script}' sh @", "sh", *files]


def bench_web(options, folder, photo):
    """Several copies of a photograph, fitted into 1600 pixels, sharpened, with a logo, as WebP."""
    files, runs = links(photo, folder, scaled(10, options)), options.runs or 3
    logo = folder / "logo.png"
    ours, vips, magick = (fresh(folder / name) for name in ("ours", "vips", "magick"))
    steps = (f'v={vips}/$$; vipsthumbnail "$1" -s 1600 -o $v.v && vips sharpen $v.v $v.s.v && '
             'w=$(vipsheader -f width $v.s.v) && h=$(vipsheader -f height $v.s.v) && '
             f'vips composite2 $v.s.v {logo} $v.webp[Q=80] over --x $((w-260)) --y $((h-100)) && rm $v.v $v.s.v')
    drawn = (f'{MAGICK} "$1" -resize "1600x1600>" -unsharp 0x1 {logo} -gravity southeast -geometry +20+20 -composite '
             f'-quality 80 {magick}/$$.webp')
    print(f"\nResize to 1600, sharpen, overlay, WebP of {len(files)} x {photo.name}: {runs} runs in turns")
    programs = {
        "imgconv": [options.bin / "imgconv", "--quiet", "-s", "1600", "--sharpen", "100", "--overlay", logo,
                    "--overlay-margin", "20", "-q", "80", "-f", "webp", "-d", ours, *files],
        "pyvips": [python_with("pyvips"), PEERS, "web_vips", logo, vips, *files],
        "vips, a process a step": two_at_a_time(steps, files),
        "ImageMagick": two_at_a_time(drawn, files),
    }
    print_runs(in_turns(programs, runs), "imgconv")


def image_width(file):
    from PIL import Image
    with Image.open(file) as image:
        return image.width


def bench_widths(options, folder, photo):
    """Six widths in three formats of many copies of a photograph, and the run after it, which has nothing to do."""
    step = min(in_child(image_width, photo), 4000) * 2 // 25
    widths = [str(step * number) for number in range(1, 7)]
    files = links(photo, fresh(folder / "widths"), scaled(100, options))
    ours, vips = folder / "ours", folder / "vips"
    loop = (f'for w in {" ".join(widths)}; do '
            'for f in avif[Q=75,effort=3,strip] webp[Q=75,strip] jpg[Q=75,strip]; do '
            f'vipsthumbnail "$1" -s "${{w}}x10000000>" -o {vips}/$(basename "$1" .jpg)_$w.$f || exit 255; done; done')
    programs = {
        "imgconv": [options.bin / "imgconv", "--quiet", "--warning-exit-0", "--widths", ",".join(widths), "--formats",
                    "avif,webp,jpeg", "-q", "75", "--strip", "all", "--manifest", ours / "web.json", "--update",
                    "-d", ours, *files],
        "pyvips": [python_with("pyvips"), PEERS, "widths_vips", ",".join(widths), vips, *files],
        "vipsthumbnail, a process a file": two_at_a_time(loop, files),
    }
    print(f"\nWidths of {', '.join(widths)} in AVIF, WebP and JPEG of {len(files)} x {photo.name}: one run")
    results = {}
    for name, arguments in programs.items():
        fresh(vips)
        if name == "imgconv":
            fresh(ours)
        results.update(in_turns({name: arguments}, 1, trial=False))
    results.update(in_turns({"imgconv again": programs["imgconv"]}, 1, trial=False))
    print_runs(results, "imgconv")
    made = [len(list(folder.iterdir())) for folder in (ours, vips)]
    print(f"  files: {made[0]} of imgconv, with the manifest, and {made[1]} of the last peer")


def make_tall(source, width, heights, folder):
    """Writes PNG files of a photograph on white, as often below itself as the height takes."""
    from PIL import Image
    Image.MAX_IMAGE_PIXELS = None
    with Image.open(source) as image:
        tile = image.convert("RGB").resize((width - 200, width), Image.BICUBIC)
    for height in heights:
        tall = Image.new("RGB", (width, height), "white")
        for y in range(100, height - 100, width):
            tall.paste(tile.crop((0, 0, tile.width, min(width, height - 100 - y))), (100, y))
        tall.save(folder / f"{height}.png", compress_level=1)


def bench_heights(options, folder, photo):
    """Peak memory at two heights of the same width."""
    width = max(int(4000 * (options.scale / 100) ** 0.5), 400)
    heights = (width, 5 * width)
    in_child(make_tall, photo, width, heights, folder)
    imgconv, out = str(options.bin / "imgconv"), folder / "tall.png"
    print(f"\nPeak MB of PNG files of {width} pixels in width")
    rows = [("", *(f"{height} high" for height in heights))]
    for name, arguments in {
        "imgconv --trim": lambda file: [imgconv, "--trim", file, "-o", out],
        # With less memory than the rows take, the picture is decoded twice.
        "imgconv --trim --max-memory 32Mi": lambda file: [imgconv, "--trim", "--max-memory", "32Mi", file, "-o", out],
        "imgconv --blur 5": lambda file: [imgconv, "--blur", "5", file, "-o", out],
        "imgconv --size --pad": lambda file: [imgconv, "--size", f"{width // 2}x{int(file.stem) // 2 + 100}", "--pad",
                                              file, "-o", out],
        "vips gaussblur 5": lambda file: ["vips", "gaussblur", file, out, "5"],
    }.items():
        peaks = [in_turns({name: arguments(folder / f"{height}.png")}, 1, trial=False).get(name) for height in heights]
        rows.append((name, *(f"{measured[0].peak:.1f}" if measured else "-" for measured in peaks)))
    print_table(rows)


def palette_source(source, path):
    from PIL import Image
    with Image.open(source) as image:
        image = image.convert("RGB")
        image.thumbnail((1200, 1200))
        image.save(path)


def png_decibels(one, other):
    from PIL import Image
    with Image.open(one) as left, Image.open(other) as right:
        return decibels(left.convert("RGB"), right.convert("RGB"))


def bench_palette(options, folder, photo):
    """PNG of 256 colours: bytes, and how near the picture it is."""
    source = folder / "true.png"
    in_child(palette_source, photo, source)
    print(f"\n256 colours of {photo.name} in 1200 pixels, {source.stat().st_size / 1e3:.0f} kB as PNG")
    programs = {
        "imgconv --colors 256": [options.bin / "imgconv", "--quiet", "--colors", "256", source, "-o"],
        "imgconv --no-dither": [options.bin / "imgconv", "--quiet", "--colors", "256", "--no-dither", source, "-o"],
        "pngquant 256": ["pngquant", "--force", "256", source, "--output"],
        "ImageMagick -colors 256": [MAGICK, source, "-colors", "256"],
    }
    rows = [("", "kB", "dB", "ms")]
    for number, (name, arguments) in enumerate(programs.items()):
        out = folder / f"palette-{number}.png"
        measured = in_turns({name: [*arguments, out]}, 1).get(name)
        if measured:
            near = in_child(png_decibels, source, out)
            rows.append((name, f"{out.stat().st_size / 1e3:.0f}", f"{near:.2f}", f"{measured[0].ms:.0f}"))
    print_table(rows)


def make_walk(count, points, folder):
    """Writes small photographs with dates, and a track with a point for each second or so."""
    from datetime import datetime, timedelta
    from PIL import Image
    start = datetime(2024, 5, 6)
    tree = fresh(folder / "walk")
    picture = Image.effect_noise((160, 120), 40).convert("RGB")
    for number in range(count):
        exif = Image.Exif()
        exif[0x8769] = {0x9003: (start + timedelta(seconds=points * number // count)).strftime("%Y:%m:%d %H:%M:%S")}
        picture.save(tree / f"{number:06}.jpg", exif=exif)
    with open(folder / "walk.gpx", "w") as track:
        track.write('<gpx version="1.1" creator="bench" xmlns="http://www.topografix.com/GPX/1/1"><trk><trkseg>\n')
        for number in range(points):
            at = (start + timedelta(seconds=number)).strftime("%Y-%m-%dT%H:%M:%SZ")
            track.write(f'<trkpt lat="{45 + number / 1e6:.6f}" lon="{7 + number / 2e6:.6f}"><ele>{number % 900}</ele>'
                        f"<time>{at}</time></trkpt>\n")
        track.write("</trkseg></trk></gpx>\n")


def bench_geotag(options, folder):
    """Positions for many photographs by a long track; the copies are changed in place."""
    count, points = scaled(10_000, options), scaled(100_000, options)
    tree, track = folder / "walk", folder / "walk.gpx"
    imgmeta = str(options.bin / "imgmeta")
    print(f"\nPositions for {count} photographs by a track of {points} points: one run")
    programs = {
        "imgconv --geotag": [options.bin / "imgconv", "--quiet", "--in-place", "-r", "--geotag", track, "--geotag-zone",
                             "+00:00", tree],
        "exiftool -geotag": ["exiftool", "-q", "-overwrite_original", "-geotag", track,
                             "-geotime<${DateTimeOriginal}+00:00", tree],
    }
    results = {}
    for name, arguments in programs.items():
        in_child(make_walk, count, points, folder)
        results.update(in_turns({name: arguments}, 1, trial=False))
        if name in results:
            listed = folder / "listed"
            command = f"{imgmeta} --quiet -r --where gps.latitude --print '{{name}}' {tree} > {listed}; true"
            once(["/bin/sh", "-c", command])
            print(f"  {name}: {len(listed.read_text().splitlines())} photographs have a position")
    print_runs(results, "imgconv --geotag")


def bench_verbs(options):
    with tempfile.TemporaryDirectory(prefix="cameo-bench-") as name:
        folder = Path(name)
        photos = photographs(options, folder)
        for photo in photos:
            bench_web(options, folder, photo)
        bench_widths(options, folder, photos[0])
        bench_heights(options, folder, photos[0])
        bench_palette(options, folder, photos[0])
        bench_geotag(options, folder)
