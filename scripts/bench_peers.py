"""What scripts/bench verbs and pdf run as peers, with libraries of Python: bench_peers.py TASK ARGUMENTS...

Each task is a function, which imports the library that it measures."""

import csv
import json
import os
import sys


def web_vips(photos, logo, folder):
    """pyvips: photographs fitted into 1600 pixels, sharpened, with a logo 20 pixels from the corner, as WebP."""
    import pyvips
    mark = pyvips.Image.new_from_file(logo)
    for number, photo in enumerate(photos):
        image = pyvips.Image.thumbnail(photo, 1600, size="down").sharpen()
        image = image.composite2(mark, "over", x=image.width - mark.width - 20, y=image.height - mark.height - 20)
        image.webpsave(f"{folder}/{number}.webp", Q=80)


def widths_vips(photos, widths, folder):
    """pyvips: AVIF, WebP and JPEG of several widths of each photograph, which is decoded once. There are as many
    threads as processors."""
    from concurrent.futures import ThreadPoolExecutor
    import pyvips

    def work(numbered):
        number, photo = numbered
        largest = pyvips.Image.thumbnail(photo, widths[-1], height=10_000_000, size="down").copy_memory()
        for width in (width for width in widths if width <= largest.width):
            image = largest.thumbnail_image(width, height=10_000_000).copy_memory()
            # imgconv's encoder of AVIF has speed 6, which is effort 3.
            image.heifsave(f"{folder}/{number}_{width}.avif", compression="av1", Q=75, effort=3, strip=True)
            image.webpsave(f"{folder}/{number}_{width}.webp", Q=75, strip=True)
            image.jpegsave(f"{folder}/{number}_{width}.jpg", Q=75, strip=True)

    with ThreadPoolExecutor(os.cpu_count()) as pool:
        list(pool.map(work, enumerate(photos)))


def text_reportlab(source, output):
    """ReportLab: paragraphs, which empty lines separate."""
    from reportlab.lib.pagesizes import A4
    from reportlab.lib.styles import getSampleStyleSheet
    from reportlab.platypus import Paragraph, SimpleDocTemplate
    style = getSampleStyleSheet()["BodyText"]
    with open(source) as file:
        SimpleDocTemplate(output, pagesize=A4).build([Paragraph(text, style) for text in file.read().split("\n\n")])


def table_reportlab(source, output):
    """ReportLab: a table of a CSV file with its first row on each page. LongTable is for tables of many rows."""
    from reportlab.lib.pagesizes import A4
    from reportlab.platypus import LongTable, SimpleDocTemplate
    with open(source) as file:
        SimpleDocTemplate(output, pagesize=A4).build([LongTable(list(csv.reader(file)), repeatRows=1)])


def typst(source, output):
    """typst by its library, which needs no program of that name."""
    import typst as library
    library.compile(source, output=output)


def fill_pypdf(form, data, folder):
    """pypdf: a filled form for each object in a list, with the appearances of its fields."""
    from pypdf import PdfReader, PdfWriter
    with open(data) as file:
        rows = json.load(file)
    reader = PdfReader(form)
    for number, row in enumerate(rows, 1):
        writer = PdfWriter()
        writer.append(reader)
        writer.update_page_form_field_values(writer.pages[0], row, auto_regenerate=False)
        writer.write(f"{folder}/{number}.pdf")


def fill_pikepdf(form, data, folder):
    """pikepdf: the same; libqpdf makes the appearances."""
    import pikepdf
    with open(data) as file:
        rows = json.load(file)
    with pikepdf.open(form) as document:
        fields = {str(field.T): field for field in document.Root.AcroForm.Fields}
        for number, row in enumerate(rows, 1):
            for name, value in row.items():
                fields[name].V = pikepdf.String(value)
            document.Root.AcroForm.NeedAppearances = True
            document.generate_appearance_streams()
            document.save(f"{folder}/{number}.pdf")


def main():
    task, *arguments = sys.argv[1:]
    if task == "web_vips":
        logo, folder, *photos = arguments
        web_vips(photos, logo, folder)
    elif task == "widths_vips":
        widths, folder, *photos = arguments
        widths_vips(photos, [int(width) for width in widths.split(",")], folder)
    else:
        {"text_reportlab": text_reportlab, "table_reportlab": table_reportlab, "typst": typst, "fill_pypdf": fill_pypdf,
         "fill_pikepdf": fill_pikepdf}[task](*arguments)


main()
