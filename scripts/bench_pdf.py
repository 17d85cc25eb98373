"""scripts/bench pdf: what mkpdf makes and changes beside its peers."""

import json
import os
import random
import re
import subprocess
import sys
import tempfile
from pathlib import Path

from bench_tools import PEERS, found, in_child, in_turns, once, print_runs, print_table, python_with, scaled, touch


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
    print_runs(results, "mkpdf")


def bench_pdf_sizes(options, folder):
    tree = folder / "small"
    tree.mkdir()
    counts = [scaled(count, options) for count in (100, 1000, 10_000)]
    print(f"\nMaking {counts[-1]} small JPEG files ...", flush=True)
    in_child(small_jpegs, tree, counts[-1])
    files = [str(file) for file in sorted(tree.glob("*.jpg"))]
    names = folder / "names"
    some, size = files[:counts[1]], sum(os.path.getsize(file) for file in files[:counts[1]])
    rows = [(f"{len(some)} small JPEG files of mixed sizes", "bytes a page on top of the files")]
    programs = {"mkpdf": [str(options.bin / "mkpdf"), *some], "img2pdf": [found("img2pdf"), *some],
                "GraphicsMagick": [found("gm"), "convert", *some]}
    for name, arguments in programs.items():
        output = folder / f"{name}-some.pdf"
        if once([*arguments, *([] if name == "GraphicsMagick" else ["-o"]), str(output)]) is None:
            rows.append((name, "fails"))
            continue
        rows.append((name, f"{(output.stat().st_size - size) / len(some):.0f}"))
    packed = folder / "packed.pdf"
    if once([found("qpdf"), "--object-streams=generate", "--recompress-flate", str(folder / "img2pdf-some.pdf"), str(packed)]):
        rows.append(("img2pdf, then qpdf --object-streams", f"{(packed.stat().st_size - size) / len(some):.0f}"))
    print_table(rows)
    print("\nThe same files, one a page:")
    rows = [("pages", "cat ms", "mkpdf ms", "times cat's", "mkpdf's peak MB")]
    for count in counts:
        names.write_text("".join(f"{file}\n" for file in files[:count]))
        cat = min(once([found("sh"), "-c", f"xargs cat < {names} > {folder}/cat"]).ms for _ in range(3))
        ours = [once([str(options.bin / "mkpdf"), "--files-from", str(names), "-o", str(folder / "ours.pdf")]) for _ in range(3)]
        if None in ours:
            sys.exit(f"bench: mkpdf fails on {count} files")
        best = min(run.ms for run in ours)
        rows.append((f"{count}", f"{cat:.0f}", f"{best:.0f}", f"{best / cat:.2f}", f"{max(run.peak for run in ours):.1f}"))
    print_table(rows)


def bench_pdf_text(options, folder, runs):
    text = folder / "page.txt"
    text.write_text("".join(f"Line {number}: a page of text, with words enough to fill its width.\n" for number in range(40)))
    long = folder / "long.txt"
    print(f"\nA page of text: {runs} runs in turns")
    mkpdf = [str(options.bin / "mkpdf"), str(text), "-o", str(folder / "text.pdf")]
    print_runs(in_turns({"mkpdf": mkpdf}, runs), "mkpdf")
    peaks = []
    for pages in (100, 1000):
        long.write_text("".join(f"Line {number} of a long text, which goes on for many pages.\n" for number in range(pages * 50)))
        output = folder / "long.pdf"
        peak = once([str(options.bin / "mkpdf"), str(long), "-o", str(output)]).peak
        shown = subprocess.run([found("pdfinfo"), output], capture_output=True, text=True, check=True).stdout
        peaks.append((int(re.search(r"Pages: +(\d+)", shown)[1]), peak))
    (few, low), (many, high) = peaks
    print(f"Long texts: {few} pages peak {low:.1f} MB, {many} pages peak {high:.1f} MB: "
          f"{(high - low) * 1024 / (many - few):.1f} kB a page")


WORDS = "page text of a document with words that fill its lines and go on for many pages until all is said".split()


def paragraphs(count):
    """Paragraphs of 120 words, by chance, but the same each time."""
    chance = random.Random(1)
    return [" ".join(chance.choices(WORDS, k=120)).capitalize() + "." for _ in range(count)]


def bench_pdf_typeset(options, folder, runs):
    """The same text and the same table by each program, in its own style."""
    mkpdf = options.bin / "mkpdf"
    text, marked, source = folder / "text.md", folder / "text.typ", folder / "table.csv"
    parts = paragraphs(scaled(1000, options))
    text.write_text("\n\n".join(parts))
    marked.write_text("\n\n".join(parts))
    print(f"\n{len(parts)} paragraphs of 120 words: {runs} runs in turns")
    typst = python_with("typst")
    print_runs(in_turns({
        "mkpdf": [mkpdf, "--quiet", text, "-o", folder / "ours.pdf"],
        "ReportLab": [python_with("reportlab"), PEERS, "text_reportlab", text, folder / "reportlab.pdf"],
        "typst": [typst, PEERS, "typst", marked, folder / "typst.pdf"],
    }, runs), "mkpdf")
    count = scaled(10_000, options)
    lines = [f"{number},Item {number},{WORDS[number % len(WORDS)]},{number * 37 % 1000 / 100:.2f}"
             for number in range(count)]
    source.write_text("\n".join(["No.,Name,Word,Price", *lines]) + "\n")
    marked.write_text('#let rows = csv("table.csv")\n'
                      '#table(columns: 4, table.header(..rows.first()), ..rows.slice(1).flatten())\n')
    print(f"\nA table of {count} rows: {runs} runs in turns")
    print_runs(in_turns({
        "mkpdf": [mkpdf, "--quiet", source, "-o", folder / "ours.pdf"],
        "ReportLab": [python_with("reportlab"), PEERS, "table_reportlab", source, folder / "reportlab.pdf"],
        "typst": [typst, PEERS, "typst", marked, folder / "typst.pdf"],
    }, runs), "mkpdf")


def text_document(options, path, pages, first=0):
    """Makes a document of so many pages of text, with 50 lines each, which form feeds end."""
    source = path.with_suffix(".txt")
    lines = [f"Line {number} of a text, which goes on for many pages." for number in range(first, first + 50)]
    source.write_text("\f".join(f"Page {page}\n" + "\n".join(lines) for page in range(pages)))
    if once([str(options.bin / "mkpdf"), "--quiet", str(source), "-o", str(path)]) is None:
        sys.exit(f"bench: mkpdf fails on {source}")
    return path


def bench_pdf_documents(options, folder, runs):
    """Documents of ten pages merged, and the text of a long one."""
    mkpdf = options.bin / "mkpdf"
    documents = [text_document(options, folder / f"part-{number:04}.pdf", 10, number)
                 for number in range(scaled(100, options))]
    print(f"\nMerging {len(documents)} documents of 10 pages: {runs} runs in turns")
    print_runs(in_turns({
        "mkpdf": [mkpdf, "--quiet", *documents, "-o", folder / "ours.pdf"],
        "qpdf": ["qpdf", "--empty", "--pages", *documents, "--", folder / "qpdf.pdf"],
        "mutool": ["mutool", "merge", "-o", folder / "mutool.pdf", *documents],
    }, runs), "mkpdf")
    pages = scaled(1000, options)
    long = text_document(options, folder / "long.pdf", pages)
    print(f"\nThe text of {pages} pages: {runs} runs in turns")
    print_runs(in_turns({
        "mkpdf --extract text": [mkpdf, "--quiet", long, "--extract", "text", "-o", folder / "ours.txt"],
        "pdftotext": ["pdftotext", long, folder / "pdftotext.txt"],
        "mutool": ["mutool", "draw", "-q", "-F", "txt", "-o", folder / "mutool.txt", long],
    }, runs), "mkpdf --extract text")


def bench_pdf_shrink(options, folder, runs):
    """Photographs of 300 dots per inch, reduced to 150."""
    photos = sorted(options.photos.glob("*.jpg"), key=lambda file: -file.stat().st_size)[:scaled(20, options)]
    source, ours, theirs = folder / "photos.pdf", folder / "ours.pdf", folder / "gs.pdf"
    mkpdf = [str(options.bin / "mkpdf"), "--quiet", "--warning-exit-0"]
    if once([*mkpdf, "--force-dpi", "300", *map(str, photos), "-o", str(source)]) is None:
        sys.exit("bench: mkpdf fails on the photographs")
    print(f"\nReducing {len(photos)} photographs of 300 dots per inch to 150: {runs} runs in turns")
    results = in_turns({
        "mkpdf --shrink": [*mkpdf, source, "--shrink", "-o", ours],
        "Ghostscript /ebook": ["gs", "-q", "-dNOPAUSE", "-dBATCH", "-sDEVICE=pdfwrite", "-dPDFSETTINGS=/ebook",
                               f"-sOutputFile={theirs}", source],
    }, runs)
    print_runs(results, "mkpdf --shrink")
    sizes = [(name, path) for name, path in (("before", source), ("mkpdf", ours), ("gs", theirs)) if path.exists()]
    print("  kB: " + ", ".join(f"{name} {path.stat().st_size / 1e3:.0f}" for name, path in sizes))


def write_form(path):
    """Writes a page with ten text fields, field0 to field9."""
    fields = [f"<</Type/Annot/Subtype/Widget/FT/Tx/T(field{n})/Rect[50 {700 - 40 * n} 400 {720 - 40 * n}]/F 4"
              "/DA(/F 11 Tf 0 g)/P 3 0 R>>" for n in range(10)]
    kids = " ".join(f"{number} 0 R" for number in range(5, 15))
    objects = [f"<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[{kids}]/DA(/F 11 Tf 0 g)/DR<</Font<</F 4 0 R>>>>>>>>",
               "<</Type/Pages/Kids[3 0 R]/Count 1>>",
               f"<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Resources<</Font<</F 4 0 R>>>>/Annots[{kids}]>>",
               "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>", *fields]
    data, offsets = b"%PDF-1.7\n", []
    for number, content in enumerate(objects, 1):
        offsets.append(len(data))
        data += f"{number} 0 obj\n{content}\nendobj\n".encode()
    table = "".join(f"{offset:010} 00000 n \n" for offset in offsets)
    size = len(objects) + 1
    path.write_bytes(data + f"xref\n0 {size}\n0000000000 65535 f \n{table}trailer\n<</Size {size}/Root 1 0 R>>\n"
                            f"startxref\n{len(data)}\n%%EOF\n".encode())


def bench_pdf_forms(options, folder, runs):
    """A filled form for each of many rows, with the appearances of its ten fields."""
    form, data = folder / "form.pdf", folder / "rows.json"
    write_form(form)
    count = scaled(1000, options)
    data.write_text(json.dumps([{f"field{n}": f"Value {n} of row {row}" for n in range(10)} for row in range(count)]))
    outputs = {name: folder / f"forms-{name}" for name in ("ours", "pypdf", "pikepdf")}
    for output in outputs.values():
        output.mkdir()
    print(f"\nFilling {count} forms of ten fields: {runs} runs in turns")
    print_runs(in_turns({
        "mkpdf --fill": [options.bin / "mkpdf", "--quiet", form, "--fill", data, "-o", outputs["ours"] / "{n}.pdf"],
        "pypdf": [python_with("pypdf"), PEERS, "fill_pypdf", form, data, outputs["pypdf"]],
        "pikepdf": [python_with("pikepdf"), PEERS, "fill_pikepdf", form, data, outputs["pikepdf"]],
    }, runs), "mkpdf --fill")
    print("  files: " + ", ".join(f"{name} {sum(1 for _ in output.iterdir())}" for name, output in outputs.items()))


def bench_pdf(options):
    runs = options.runs or 15
    with tempfile.TemporaryDirectory(prefix="cameo-bench-") as name:
        folder = Path(name)
        bench_pdf_photos(options, folder, runs)
        bench_pdf_text(options, folder, runs)
        bench_pdf_sizes(options, folder)
        few = options.runs or 3
        bench_pdf_typeset(options, folder, few)
        bench_pdf_documents(options, folder, few)
        bench_pdf_shrink(options, folder, few)
        bench_pdf_forms(options, folder, few)
