"""Checks that documents of `mkpdf --conform` conform. scripts/test-conformance runs it.

usage: conformance.py --bin DIR [--corpus DIR] [-v]

PDF/A is checked by pikepdf.pdfa, which has the rules of veraPDF and refuses all that it does not know (gradients, so
that the documents have none); PDF/UA and the Unicode values of PDF/A-2u by conformance_rules.py. Each rule of the
latter must also find its fault in a document that was changed to break it.

--corpus DIR  also checks documents of veraPDF below DIR, whose names say whether they pass: 7.3-t01-fail-a.pdf
"""

import argparse
import io
import re
import subprocess
import sys
import tempfile
import warnings
from pathlib import Path

import pikepdf
import pikepdf.pdfa
from pikepdf import Array, Dictionary, Name

import conformance_rules as rules

ROOT = Path(__file__).resolve().parent.parent
FIXTURES = ROOT / "Fixtures"

MARKDOWN = """---
title: A guide
lang: en
author: Ada
---
# A guide

Text with **bold**, *italic*, `code`, ~~struck~~ words and [a link](https://example.org/). A note.[^1]

- one
- two
  1. nested
  2. twice
- [x] done

> A quotation.
>
> > Within it.

## A table

| Name | Price | Stock |
|:--|--:|:-:|
| Apple | 1.20 | 3 |
| Pear | | 12 |

```
code = 1
```

### Ещё שלום 世界

![A gradient](gradient.jpg)

---

Seen at https://example.org/ and in [the table](#a-table).

[^1]: The note.
"""
INVOICE = """<?xml version="1.0"?><rsm:CrossIndustryInvoice xmlns:rsm="urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100"
 xmlns:ram="urn:un:unece:uncefact:data:standard:ReusableAggregateBusinessInformationEntity:100"><rsm:ExchangedDocumentContext>
<ram:GuidelineSpecifiedDocumentContextParameter><ram:ID>urn:cen.eu:en16931:2017</ram:ID>
</ram:GuidelineSpecifiedDocumentContextParameter></rsm:ExchangedDocumentContext></rsm:CrossIndustryInvoice>"""
ELEMENTS = """{"version": 1, "document": {"title": "Report", "lang": "en-GB", "page": {"background": "#eeeeee"}},
 "pages": [{"elements": [
  {"type": "text", "on": "every", "y": "5mm", "text": "{page}/{pages}"},
  {"type": "text", "text": "Fruit", "bookmark": "Fruit", "style": {"size": 18}},
  {"type": "text", "y": "35mm", "text": "Read the rest.", "link": {"uri": "https://example.org/"}},
  {"type": "text", "y": "45mm", "runs": [{"text": "one "}, {"text": "two", "style": {"weight": "bold"}}]},
  {"type": "image", "path": "gradient.jpg", "y": "65mm", "width": "30mm", "height": "30mm", "alt": "A gradient"},
  {"type": "rectangle", "y": "100mm", "height": "2mm", "fill": "teal", "opacity": 0.5},
  {"type": "ellipse", "y": "105mm", "width": "20mm", "height": "10mm",
   "fill": "red", "stroke": {"color": "#0000ff", "width": 2}},
  {"type": "code", "y": "120mm", "width": "20mm", "text": "https://example.org/", "alt": "The address"},
  {"type": "group", "y": "145mm", "opacity": 0.5, "alt": "A chart", "elements": [
   {"type": "rectangle", "height": "5mm", "fill": "red"}, {"type": "text", "text": "Inside"}]},
  {"type": "table", "y": "160mm", "columns": [{"width": "1fr", "header": true}, "1fr", "1fr"], "rules": "silver",
   "header": ["Name", "Price", "Stock"], "rows": [["Apple", "1", "2"], [{"text": "Pear", "span": 2}, "3"], ["Fig"]]}
 ]}]}"""

UA = ["--title", "A document", "--lang", "en"]
STANDARDS = ["pdfa-2b", "pdfa-2u", "pdfa-3b", "pdfua-1", "pdfa-2u,pdfua-1", "pdfa-3b,pdfua-1"]


def documents():
    """Names, and the words of a command line with files of the folder that `write` fills."""
    alt = ["--alt", "A picture"]
    found = {f"markdown-{s}": ["guide.md", "--style", s, "--contents"] for s in ("plain", "article", "report")}
    found |= {
        "table": ["prices.csv"], "text": ["notes.txt"], "empty": ["empty.txt"], "elements": ["elements.json"],
        "decorated": ["notes.txt", "--header-left", "Header", "--footer-center", "{page}/{pages}", "--watermark", "DRAFT"],
        "stamped": ["notes.txt", "--stamp", "gradient.jpg", "--page-labels", "1:r", "--outline", "names"],
        "large": ["gradient.jpg", *alt, "--paper", "A0", "--fit", "cover", "--background", "white"],
        "contact": ["gradient.jpg", *alt, "gradient.jpg", *alt, "--caption", "{name}"],
        "linear": ["guide.md", "--linearize"], "invoice": ["notes.txt", "--attach", "factur-x.xml:alternative"],
    }
    # Pictures of each kind, several in one document, which conversions make one way or the other.
    for kind in ("jpeg", "png", "tiff", "webp", "gif", "heic", "avif", "jpeg2000", "jpegxl", "bmp"):
        files = sorted((FIXTURES / kind / "valid").iterdir())
        files = [f for f in files if f.suffix not in (".md", ".txt") and f.stat().st_size < 300_000]
        found[f"pictures-{kind}"] = [word for file in files for word in (str(file), *alt)] + ["--skip-bad"]
    return found


def write(folder):
    (folder / "guide.md").write_text(MARKDOWN)
    (folder / "notes.txt").write_text("Some words.\n\nЕщё слова. \u2603 ﬁ office 3/4\n" + "Line\n" * 80)
    (folder / "empty.txt").write_text("")
    (folder / "elements.json").write_text(ELEMENTS)
    (folder / "factur-x.xml").write_text(INVOICE)
    (folder / "prices.csv").write_text("Name,Price\n" + "".join(f"Apple {n},{n}\n" for n in range(200)))
    (folder / "gradient.jpg").write_bytes((FIXTURES / "jpeg/valid/gradient.jpg").read_bytes())


def archive_faults(path, standard):
    """The rules of PDF/A that a document breaks."""
    flavour = "3b" if "pdfa-3b" in standard else "2b"
    report = pikepdf.pdfa.validate_written(path, flavour)
    level, described = rules.metadata(path)
    faults = []
    for finding in report.findings:
        # pikepdf.pdfa knows neither level U nor descriptions of schemas, which rules.metadata checks.
        if finding.rule == "ISO_19005_2:6.6.4-3" and "pdfa-2u" in standard and level == "U":
            continue
        name = re.search(r"XMP (?:namespace|property) (\w+)", finding.message)
        if finding.rule.endswith(":6.6.2.3.1-1") and name and name[1] in described:
            continue
        faults.append(f"{finding.rule} {finding.where}: {finding.message}")
    return faults + (rules.unicode(path) if "pdfa-2u" in standard else [])


def faults_of(path, standard):
    faults = archive_faults(path, standard) if "pdfa" in standard else font_faults(path)
    return faults + (rules.accessible(path) if "pdfua" in standard else [])


def font_faults(path):
    """The rules of PDF/A on fonts, which are those of PDF/UA (7.21)."""
    report = pikepdf.pdfa.validate_written(path, "2b")
    return [f"{f.rule} {f.where}: {f.message}" for f in report.findings if f.rule.startswith("ISO_19005_2:6.2.11")]


# What breaks each rule in a document that keeps it.


def first(pdf, kind):
    """The first element of a type."""
    def search(element):
        for kid in rules.kids(element):
            if isinstance(kid, Dictionary) and "/S" in kid:
                if kid.S == "/" + kind:
                    return kid
                inner = search(kid)
                if inner is not None:
                    return inner
        return None
    return search(pdf.Root.StructTreeRoot)


def set_kind(kind, other):
    return lambda pdf: first(pdf, kind).__setitem__("/S", Name("/" + other))


def without(kind, key):
    def change(pdf):
        element = first(pdf, kind)
        del element[key]
    return change


def of_root(key, value=None):
    def change(pdf):
        if value is None:
            del pdf.Root[key]
        else:
            pdf.Root[key] = value
    return change


def of_xmp(old, new):
    def change(pdf):
        packet = pdf.Root.Metadata.read_bytes()
        assert old in packet
        pdf.Root.Metadata.write(packet.replace(old, new))
    return change


def of_links(key, value=None):
    def change(pdf):
        for page in pdf.pages:
            for annotation in page.obj.get("/Annots", []):
                if value is None:
                    del annotation[key]
                else:
                    annotation[key] = value
    return change


def of_content(pattern, new):
    def change(pdf):
        page = pdf.pages[0]
        content = b"\n".join(s.read_bytes() for s in (page.Contents if isinstance(page.Contents, Array) else [page.Contents]))
        changed = re.sub(pattern, new, content, count=1, flags=re.S)
        assert changed != content, pattern
        page.Contents = pdf.make_stream(changed)
    return change


def of_fonts(change):
    def apply(pdf):
        for item in pdf.objects:
            if isinstance(item, Dictionary) and item.get("/Type") == "/Font" and "/ToUnicode" in item:
                change(item)
    return apply


def unmapped(font):
    font.ToUnicode.write(re.sub(rb"<([0-9A-Fa-f]+)> *<[0-9A-Fa-f]+>", rb"<\1> <FEFF>", font.ToUnicode.read_bytes()))


def row_of_another_width(pdf):
    first(pdf, "TR").K.append(pdf.make_indirect(Dictionary(S=Name.TD, P=first(pdf, "TR"), K=Array())))


def reference_form(pdf):
    pdf.Root.Unused = pdf.make_stream(b"", Type=Name.XObject, Subtype=Name.Form, BBox=[0, 0, 1, 1], Ref=Dictionary())


def without_tabs(pdf):
    for page in pdf.pages:
        if "/Tabs" in page.obj:
            del page.obj["/Tabs"]


def note(pdf):
    first(pdf, "P").S = Name.Note


BROKEN = {
    "5-1": of_xmp(b"pdfuaid:part", b"pdfuaid:other"), "5-2": of_xmp(b"<pdfuaid:part>1", b"<pdfuaid:part>2"),
    "6.2-1": of_root("/MarkInfo"), "7.1-1": of_content(rb"(BDC\s)", rb"\1/Artifact BMC EMC "),
    "7.1-2": of_content(rb"^", b"/Artifact BMC /P <</MCID 0>> BDC EMC EMC "),
    "7.1-3": of_content(rb"$", b" 0 0 9 9 re f"), "7.1-4": of_root("/MarkInfo", Dictionary(Marked=True, Suspects=True)),
    "7.1-5": set_kind("P", "Paragraph"), "7.1-8": of_root("/Metadata"), "7.1-9": of_xmp(b"dc:title", b"dc:source"),
    "7.1-10": of_root("/ViewerPreferences"), "7.1-11": of_root("/StructTreeRoot"), "7.2-33": of_root("/Lang"),
    "7.2-29": of_root("/Lang", "English (UK)"), "7.2-3": set_kind("TR", "P"), "7.2-10": set_kind("TD", "P"),
    "7.2-4": set_kind("Table", "Div"), "7.2-8": set_kind("TR", "Div"), "7.2-17": set_kind("L", "Div"),
    "7.2-18": set_kind("LI", "Div"), "7.2-19": set_kind("LI", "P"), "7.2-20": set_kind("LBody", "P"),
    "7.2-26": set_kind("TOC", "Div"), "7.2-27": set_kind("TOCI", "P"), "7.2-42": row_of_another_width,
    "7.3-1": without("Figure", "/Alt"), "7.4.2-1": set_kind("H1", "H3"), "7.4.4-2": set_kind("H2", "H"),
    "7.5-1": without("TH", "/A"), "7.7-1": set_kind("P", "Formula"), "7.9-1": note,
    "7.18.3-1": without_tabs,
    "7.18.5-1": of_links("/StructParent"), "7.18.5-2": of_links("/Contents"),
    "7.18.1-1": of_links("/Subtype", Name.Text), "7.18.2-2": of_links("/Subtype", Name.TrapNet),
    "7.18.4-1": of_links("/Subtype", Name.Widget), "7.20-1": reference_form,
    "7.21.7-1": of_fonts(lambda font: font.__delitem__("/ToUnicode")), "7.21.7-2": of_fonts(unmapped),
}


def check_rules(path):
    """Each rule finds its fault, and nothing is found without one."""
    failed = 0
    for rule, change in BROKEN.items():
        with pikepdf.open(path) as pdf:
            change(pdf)
            changed = io.BytesIO()
            pdf.save(changed)
        found = rules.accessible(changed)
        if not any(fault.split(" ")[0] == rule for fault in found):
            failed += 1
            print(f"rule {rule} does not find its fault: {found[:5]}")
    return len(BROKEN) - failed, failed


def check_corpus(folder):
    """Documents of veraPDF: those of PDF/UA by our rules. A rule must not find a fault in one that passes."""
    passed = failed = 0
    for path in sorted(folder.rglob("*.pdf")):
        clause = re.search(r"(7\.[0-9.]+)-t(\d+)-(pass|fail)", path.name)
        if clause is None:
            continue
        rule = f"{clause[1].rstrip('.')}-{int(clause[2])}"
        found = [fault for fault in rules.accessible(path) if fault.split(" ")[0] == rule]
        good = (clause[3] == "fail") == bool(found) or clause[3] == "fail" and rule not in BROKEN
        passed, failed = passed + good, failed + (not good)
        if not good:
            print(f"{path}: {rule}: {found}")
    return passed, failed


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--bin", type=Path, required=True)
    parser.add_argument("--corpus", type=Path)
    parser.add_argument("-v", dest="verbose", action="store_true")
    options = parser.parse_args()
    # Documents that are broken on purpose.
    warnings.simplefilter("ignore")
    passed = failed = 0
    with tempfile.TemporaryDirectory(prefix="cameo-conformance-") as name:
        folder = Path(name)
        write(folder)
        for standard in STANDARDS:
            for title, words in documents().items():
                # PDF/UA refuses sheets, and pages without tags.
                if "pdfua" in standard and title in ("contact", "empty") or "--attach" in words and "3b" not in standard:
                    continue
                output = folder / f"{title}.pdf"
                output.unlink(missing_ok=True)
                command = [str(options.bin / "mkpdf"), *words, "--conform", standard, "-o", output.name]
                run = subprocess.run(
                    command + (UA if "pdfua" in standard else []), cwd=folder, capture_output=True, text=True)
                # Pictures that cannot conform are left out, and are errors.
                faults = faults_of(output, standard) if output.exists() else [f"not made: {run.stderr[-500:]}"]
                passed, failed = passed + (not faults), failed + bool(faults)
                for fault in faults[:5]:
                    print(f"{standard} {title}: {fault}")
                if options.verbose:
                    print(f"{standard} {title}: {len(faults)} faults")
                sys.stdout.flush()
        good, bad = check_rules(folder / "markdown-plain.pdf")
        passed, failed = passed + good, failed + bad
    if options.corpus:
        good, bad = check_corpus(options.corpus)
        passed, failed = passed + good, failed + bad
    print(f"conformance: {passed} passed, {failed} failed")
    sys.exit(failed > 0)


if __name__ == "__main__":
    main()
