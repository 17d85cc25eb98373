"""What a folder holds besides pictures and office documents: books, comic books, mails, calendars, contacts, notebooks,
pages in HTML, sounds, tracks, databases and drawings. All of it is written by hand here, as the formats' standards say.
"""

import base64
import io
import json
import sqlite3
import struct
import zipfile
import zlib

from PIL import Image, ImageDraw

from .documents import picture, tar_archive, zip_archive

RED, BLUE, GREEN = (200, 40, 40), (40, 60, 200), (30, 140, 70)


def page(color, number, format="PNG", size=(200, 300)):
    """A page of a comic: as many squares as its number says."""
    image = Image.new("RGB", size, color)
    draw = ImageDraw.Draw(image)
    for square in range(number):
        left, top = 20 + 45 * (square % 4), 20 + 45 * (square // 4)
        draw.rectangle([left, top, left + 34, top + 34], fill=(255, 255, 255))
    buffer = io.BytesIO()
    image.save(buffer, format, **({"quality": 85} if format == "JPEG" else {}))
    return buffer.getvalue()


# MARK: Books

CONTAINER = """<?xml version="1.0"?>
<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container">
<rootfiles><rootfile full-path="OEBPS/book.opf" media-type="application/oebps-package+xml"/></rootfiles></container>
"""

PACKAGE = """<?xml version="1.0" encoding="UTF-8"?>
<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id">
<metadata xmlns:dc="http://purl.org/dc/elements/1.1/">
<dc:identifier id="id">urn:isbn:9780000000002</dc:identifier><dc:title>The Lamp &amp; the Sea</dc:title>
<dc:creator>Zoë Müller</dc:creator><dc:creator>Ada Quill</dc:creator><dc:language>en</dc:language>
<dc:publisher>Harbour Press</dc:publisher><dc:date>2024-05-06</dc:date>
<dc:description>&lt;p&gt;A keeper counts &lt;b&gt;ships&lt;/b&gt;.&lt;/p&gt;</dc:description>%(meta)s
</metadata>
<manifest>%(items)s
<item id="one" href="text/chapter%%20one.xhtml" media-type="application/xhtml+xml"/>
<item id="two" href="text/two.xhtml" media-type="application/xhtml+xml"/>
<item id="title" href="text/title.xhtml" media-type="application/xhtml+xml"/>
<item id="wave" href="pictures/wave.jpg" media-type="image/jpeg"/></manifest>
<spine%(toc)s><itemref idref="title"/><itemref idref="one"/><itemref idref="two"/></spine></package>
"""

CHAPTER = """<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.1//EN" "http://www.w3.org/TR/xhtml11/DTD/xhtml11.dtd">
<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops">
<head><title>One</title><link rel="stylesheet" href="../style.css"/><style>p { color: red }</style>
<script>alert("never")</script></head>
<body onload="alert(1)"><h1>The keeper</h1>
<p>Every evening at six the keeper lit the lamp, and <em>counted</em> the ships that passed&#8212;one, two, three.</p>
<p><img src="../pictures/wave.jpg" alt="A wave" onerror="alert(2)"/></p>
<p>%s</p><p><a href="two.xhtml">Go on</a> or <a href="javascript:alert(3)">do not</a>.</p></body></html>
""" % ("The sea was grey, and then it was blue, and then it was grey again. " * 8)

NAVIGATION = """<?xml version="1.0"?><!DOCTYPE html>
<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops"><body>
<nav epub:type="landmarks"><ol><li><a href="x">Not this</a></li></ol></nav>
<nav epub:type="toc"><h1>Contents</h1><ol><li><a href="text/chapter%20one.xhtml">The keeper</a>
<ol><li><a href="text/chapter%20one.xhtml#s">The ships</a></li></ol></li><li><a href="text/two.xhtml">The <i>storm</i></a></li>
</ol></nav></body></html>
"""

NCX = """<?xml version="1.0"?>
<!DOCTYPE ncx PUBLIC "-//NISO//DTD ncx 2005-1//EN" "http://www.daisy.org/z3986/2005/ncx-2005-1.dtd">
<ncx xmlns="http://www.daisy.org/z3986/2005/ncx/" version="2005-1"><docTitle><text>Not this</text></docTitle><navMap>
<navPoint id="a"><navLabel><text>The keeper</text></navLabel><content src="text/chapter%20one.xhtml"/>
<navPoint id="b"><navLabel><text>The ships</text></navLabel><content src="x"/></navPoint></navPoint>
<navPoint id="c"><navLabel><text>The storm</text></navLabel><content src="text/two.xhtml"/></navPoint></navMap></ncx>
"""


def epub(items, meta="", toc="", extra=(), title="<html><body><h1>The Lamp</h1></body></html>"):
    """A book whose first member is `mimetype`, stored (OCF 3.3, 4.2.6.1.1)."""
    package = PACKAGE % {"items": items, "meta": meta, "toc": toc}
    parts = [("META-INF/container.xml", CONTAINER), ("OEBPS/book.opf", package), ("OEBPS/text/title.xhtml", title),
             ("OEBPS/text/chapter one.xhtml", CHAPTER), ("OEBPS/text/two.xhtml", "<html><body><p>Storm.</p></body></html>"),
             ("OEBPS/pictures/wave.jpg", picture(BLUE, (160, 80), "JPEG")), *extra]
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        archive.writestr(zipfile.ZipInfo("mimetype", (2024, 1, 2, 3, 4, 6)), "application/epub+zip")
        for name, content in parts:
            archive.writestr(zipfile.ZipInfo(name, (2024, 1, 2, 3, 4, 6)), content, zipfile.ZIP_DEFLATED)
    return buffer.getvalue()


def books(write):
    cover = ("OEBPS/pictures/cover.png", page(RED, 3))
    write("valid/lamp.epub", epub(
        '<item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>'
        '<item id="c" href="pictures/cover.png" media-type="image/png" properties="cover-image"/>',
        extra=[("OEBPS/nav.xhtml", NAVIGATION), cover]))
    write("valid/old_lamp.epub", epub(
        '<item id="ncx" href="toc.ncx" media-type="application/x-dtbncx+xml"/>'
        '<item id="c" href="pictures/cover.png" media-type="image/png"/>', meta='<meta name="cover" content="c"/>',
        toc=' toc="ncx"', extra=[("OEBPS/toc.ncx", NCX), cover]))
    write("valid/drawn_cover.epub", epub(
        "", extra=[cover], title='<html><body><svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink='
        '"http://www.w3.org/1999/xlink"><image xlink:href="../pictures/cover.png"/></svg></body></html>'))
    whole = epub("")
    write("valid/plain_lamp.epub", whole)
    mobis(write, cover[1])
    write("broken/no_container.epub", zip_archive([("mimetype", b"application/epub+zip"), ("a.txt", b"x")]))
    write("broken/cut.epub", whole[:300])


def palm_packed(text):
    """PalmDOC's compression: a space with the letter after it in one byte, and copies of what came before."""
    out, place = b"", 0
    while place < len(text):
        found = -1
        for length in range(10, 2, -1):
            found = text.rfind(text[place:place + length], max(0, place - 2047), place) if place + length <= len(text) else -1
            if found >= 0:
                out += struct.pack(">H", 0x8000 | (place - found) << 3 | (length - 3))
                place += length
                break
        if found >= 0:
            continue
        byte = text[place]
        if byte == 0x20 and place + 1 < len(text) and 0x40 <= text[place + 1] < 0x80:
            out += bytes([text[place + 1] | 0x80])
            place += 2
        elif 9 <= byte < 0x80 or byte == 0:
            out += bytes([byte])
            place += 1
        else:
            out += bytes([1, byte])
            place += 1
    return out


def mobi(text, pictures, entries, version=6, packed=True, encryption=0, compression=None, title="The Lamp"):
    """A book of Mobipocket (MobileRead's wiki, "MOBI"): a Palm database with the header, the text and the pictures.

    Each record of the text ends with a character's rest (flag 1) and with an entry of two bytes (flag 2).
    """
    pieces = [text[start:start + 4096] for start in range(0, len(text), 4096)]
    records = [(palm_packed(piece) if packed else piece) + b"\0" + b"\x41\x82" for piece in pieces]
    values = b"".join(struct.pack(">II", kind, 8 + len(value)) + value for kind, value in entries)
    exth = b"EXTH" + struct.pack(">II", 12 + len(values), len(entries)) + values
    exth += b"\0" * (-len(exth) % 4)
    name = title.encode()
    head = struct.pack(">HHIHHHH", compression or (2 if packed else 1), 0, len(text), len(pieces), 4096, encryption, 0)
    header = bytearray(232)
    header[:24] = b"MOBI" + struct.pack(">IIIII", 232, 2, 65_001, 7, version)
    # Indices that the book does not have, and no DRM.
    header[24:64], header[152:156] = b"\xff" * 40, b"\xff" * 4
    header[68:76] = struct.pack(">II", 16 + 232 + len(exth), len(name))
    header[92:96] = struct.pack(">I", 1 + len(pieces))
    header[112:116] = struct.pack(">I", 0x40)
    header[226:232] = struct.pack(">HI", 3, 0xFFFFFFFF)
    records = [head + bytes(header) + exth + name + bytes(4)] + records + pictures
    place, offsets = 78 + 8 * len(records) + 2, b""
    for number, record in enumerate(records):
        offsets += struct.pack(">II", place, number)
        place += len(record)
    return (b"The_Lamp".ljust(32, b"\0") + bytes(28) + b"BOOKMOBI" + struct.pack(">IIH", 2 * len(records), 0, len(records))
            + offsets + bytes(2) + b"".join(records))


def mobis(write, cover):
    text = ("<html><head><guide></guide></head><body><h1>The keeper</h1><p>Every evening the keeper lit the lamp, and"
            " <i>counted</i> the ships\u2014one, two.</p><p><img recindex=\"00001\" alt=\"A wave\" onerror=\"alert(1)\"/></p>"
            + "<script>alert(2)</script><p>The sea was gr\u00fcn, and then it was blue again.</p>" * 90
            + "<mbp:pagebreak/><p>The end.</p></body></html>").encode()
    pictures = [picture(BLUE, (160, 80), "JPEG"), cover]
    number = lambda value: struct.pack(">I", value)  # noqa: E731
    entries = [(503, "The Lamp & the Sea".encode()), (100, "Zoë Müller".encode()), (100, b"Ada Quill"),
               (101, b"Harbour Press"), (103, b"<p>A keeper counts <b>ships</b>.</p>"), (106, b"2024-05-06"), (524, b"en")]
    write("valid/lamp.mobi", mobi(text, pictures, entries + [(201, number(1)), (202, number(0))]))
    newer = text.replace(b'recindex="00001"', b'src="kindle:embed:0001?mime=image/jpeg"')
    write("valid/lamp.azw3", mobi(newer, pictures, entries + [(201, number(1))], version=8, packed=False))
    write("valid/locked.azw", mobi(text, pictures, entries + [(201, number(1))], encryption=2))
    whole = mobi(text, [], [])
    write("broken/cut.mobi", whole[:90])
    write("broken/no_header.mobi", whole.replace(b"MOBI\0\0\0\xe8", b"IBOM\0\0\0\xe8"))


# MARK: Comic books

def rar(files):
    """A RAR archive of version 4 whose files are stored (RAR's technote.txt)."""

    def block(kind, flags, body, data=b""):
        rest = struct.pack("<BHH", kind, flags, 7 + len(body)) + body
        return struct.pack("<H", zlib.crc32(rest) & 0xFFFF) + rest + data

    out = b"Rar!\x1a\x07\x00" + block(0x73, 0, bytes(6))
    for name, data in files:
        name = name.encode("ascii")
        body = struct.pack("<IIBIIBBHI", len(data), len(data), 3, zlib.crc32(data), 0x58221864, 20, 0x30, len(name), 0x81A4)
        out += block(0x74, 0x8000, body + name, data)
    return out + block(0x7B, 0x4000, b"")


def comics(write):
    information = ("<?xml version='1.0'?><ComicInfo><Title>The Squares</Title><Series>Shapes</Series><Number>3</Number>"
                   "<Writer>A &amp; B</Writer></ComicInfo>")
    # The order of the archive is not that of the pages, and some pictures are none of its pages.
    pages = [("book/page10.png", page(GREEN, 10)), ("book/page2.png", page(BLUE, 2)),
             ("book/page1.jpg", page(RED, 1, "JPEG")), ("__MACOSX/book/._page1.jpg", b"x"), ("book/.hidden.png", b"x"),
             ("notes.txt", b"x"), ("ComicInfo.xml", information.encode())]
    write("valid/squares.cbz", zip_archive(pages))
    write("valid/squares.cbt", tar_archive(pages))
    write("valid/squares.cbr", rar([entry for entry in pages if entry[0].startswith("book/")]))
    write("valid/zipped.cbr", zip_archive(pages[:3]))
    write("broken/no_pages.cbz", zip_archive([("a.txt", b"x")]))
    write("broken/bad_pages.cbz", zip_archive([("1.png", b"no picture"), ("2.png", b"")]))
    write("broken/cut.cbz", zip_archive(pages)[:20])


# MARK: Mails

PLAIN = b"""Received: from a.example by b.example; Tue, 14 May 2024 09:30:00 +0200
From: =?utf-8?Q?Zo=C3=AB_M=C3=BCller?= <zoe@example.org>
To: "Quill, Ada" <ada@example.org>
Subject: =?iso-8859-1?Q?Gr=FC=DFe?= =?iso-8859-1?B?IGF1cyBa/HJpY2g=?=
Date: Tue, 14 May 2024 09:30:00 +0200
Content-Type: text/plain; charset=iso-8859-1
Content-Transfer-Encoding: quoted-printable

Dear Ada,

the caf=E9 opens at nine, and this line is =
joined. <b>Not bold.</b>

> What did you
> write before?

Yours
Zo=EB
"""


def mime(boundary, *parts, kind="mixed", headers=b""):
    body = b"".join(b"--%s\r\n%s\r\n" % (boundary, part) for part in parts)
    return headers + b"Content-Type: multipart/%s; boundary=\"%s\"\r\n\r\n%s--%s--\r\n" % (kind.encode(), boundary, body, boundary)


def lines(data):
    text = base64.b64encode(data)
    return b"\r\n".join(text[start:start + 76] for start in range(0, len(text), 76))


def mails(write):
    headers = (b"From: Harbour News <news@example.org>\r\nTo: ada@example.org\r\nSubject: The week in the\r\n harbour\r\n"
               b"Date: Mon, 6 May 2024 07:00:00 +0000\r\nMIME-Version: 1.0\r\n")
    html = ("""<html><head><title>News</title><style>p{color:red}</style></head><body onload="x()">
<div style="display:none">preheader</div><table><tr><td><h1>Ships</h1><p>Three came in on <b>Monday</b>.</p>
<img src="cid:boat@example" alt="A boat"><img src="https://tracker.example/pixel.gif" alt="news">
<a href="https://example.org/more">More</a> <a href="javascript:alert(1)">Never</a><script>alert(2)</script>
<form action="//evil.example"><input name="a"></form></td></tr></table></body></html>""").encode()
    alternative = mime(
        b"alt", b"Content-Type: text/plain\r\n\r\nThree came in.", mime(
            b"rel", b"Content-Type: text/html; charset=utf-8\r\nContent-Transfer-Encoding: base64\r\n\r\n" + lines(html),
            b"Content-Type: image/png\r\nContent-ID: <boat@example>\r\nContent-Transfer-Encoding: base64\r\n\r\n"
            + lines(picture(BLUE, (120, 80), "PNG")), kind="related"), kind="alternative")
    # A file name in parts, the first of them with its encoding (RFC 2231, 4.1).
    table = (b"Content-Type: text/csv\r\nContent-Disposition: attachment;\r\n filename*0*=utf-8''Schiffe%20im%20;\r\n"
             b" filename*1*=M%C3%A4rz;\r\n filename*2=\".csv\"\r\n\r\nship,day\r\nAda,1\r\n")
    whole = mime(b"mix", alternative, table, headers=headers)
    write("valid/plain.eml", PLAIN)
    write("valid/news.eml", whole)
    second = b"From: b@example.org\nSubject: The second\n\nNot shown.\n"
    write("valid/two.mbox", b"From zoe@example.org Tue May 14 09:30:00 2024\n" + PLAIN
          + b"\nFrom b@example.org Tue May 14 10:00:00 2024\n" + second)
    write("broken/no_header.eml", b"This is only a text,\nand no mail: it has no header.\n")
    write("broken/binary.eml", bytes(range(256)) * 2)


# MARK: Calendars and contacts

CALENDAR = """BEGIN:VCALENDAR
VERSION:2.0
PRODID:-//Harbour//EN
X-WR-CALNAME:Harbour
BEGIN:VTIMEZONE
TZID:Europe/Zurich
BEGIN:STANDARD
DTSTART:19701025T030000
END:STANDARD
END:VTIMEZONE
BEGIN:VEVENT
UID:2@example.org
DTSTART;VALUE=DATE:20240601
DTEND;VALUE=DATE:20240603
SUMMARY:Regatta
STATUS:CANCELLED
END:VEVENT
BEGIN:VEVENT
UID:1@example.org
DTSTART;TZID=Europe/Zurich:20240514T090000
DTEND;TZID=Europe/Zurich:20240514T103000
SUMMARY:Lamp\\, sails & <b>ropes</b>
LOCATION:Pier 3\\; the long one
ORGANIZER;CN="Müller, Zoë":mailto:zoe@example.org
ATTENDEE;CN=Ada Quill:mailto:ada@example.org
ATTENDEE:mailto:bo@example.org
RRULE:FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,TH;UNTIL=20240630T000000Z
DESCRIPTION:Bring a coat.\\nThe weather is what
  it is.
BEGIN:VALARM
TRIGGER:-PT15M
DESCRIPTION:Not this
END:VALARM
END:VEVENT
BEGIN:VTODO
SUMMARY:Paint the boat
DUE:20240620T180000Z
END:VTODO
END:VCALENDAR
"""


def cards(photo):
    folded = lines(photo).decode().replace("\r\n", "\r\n ")
    first = ("BEGIN:VCARD\r\nVERSION:3.0\r\nFN:Ada Quill\r\nN:Quill;Ada;;Dr.;\r\nORG:Harbour Press;Books\r\nTITLE:Editor\r\n"
             "TEL;TYPE=WORK,VOICE:+41 44 000 00 00\r\nitem1.EMAIL;TYPE=HOME:ada@example.org\r\n"
             "ADR;TYPE=WORK:;;Pier 3;Zürich;;8000;Switzerland\r\nBDAY:18151210\r\nNOTE:Likes <b>ropes</b>\\, and\\nlamps\r\n"
             f"PHOTO;ENCODING=b;TYPE=JPEG:{folded}\r\nEND:VCARD\r\n")
    second = ("BEGIN:VCARD\r\nVERSION:2.1\r\nN;CHARSET=ISO-8859-1;ENCODING=QUOTED-PRINTABLE:M=FCller;Zo=EB\r\n"
              "TEL;CELL:+41 79 000 00 00\r\n"
              "NOTE;ENCODING=QUOTED-PRINTABLE:A line that =\r\nis joined\r\nEND:VCARD\r\n")
    third = (f"BEGIN:VCARD\r\nVERSION:4.0\r\nFN:Sailing Club\r\nKIND:org\r\nPHOTO:{'data:image/png;base64,'}"
             f"{base64.b64encode(picture(GREEN, (60, 60), 'PNG')).decode()}\r\nURL:https://example.org\r\nEND:VCARD\r\n")
    return first, first + second + third


def people(write):
    one, three = cards(picture(RED, (90, 120), "JPEG"))
    write("valid/harbour.ics", CALENDAR.replace("\n", "\r\n"))
    write("valid/ada.vcf", one)
    write("valid/three.vcf", three)
    write("broken/no_calendar.ics", "BEGIN:VEVENT\nSUMMARY:x\nEND:VEVENT\n")
    write("broken/no_card.vcf", "FN:Ada\n")


# MARK: Notebooks and pages

def notebook():
    png = lines(picture(BLUE, (240, 160), "PNG")).decode().replace("\r", "")
    table = "<table border=\"1\"><thead><tr><th>ship</th><th>tons</th></tr></thead><tbody><tr><td>Ada</td><td>12</td></tr>" \
            "<tr><td>Bo</td><td>7</td></tr></tbody></table><script>alert(1)</script>"
    cells = [
        {"cell_type": "markdown", "metadata": {}, "source": ["# Ships of the *week*\n", "\n", "Tons by ship. <script>x</script>"]},
        {"cell_type": "code", "execution_count": 1, "metadata": {}, "source": "import ships  # a comment\nfor ship in ships.all():\n"
         "    print(\"tons\", ship)", "outputs": [
             {"output_type": "stream", "name": "stdout", "text": ["tons \u001b[31mAda\u001b[0m\n", "tons <Bo>\n"]}]},
        {"cell_type": "code", "execution_count": 2, "metadata": {}, "source": ["table"], "outputs": [
            {"output_type": "execute_result", "execution_count": 2, "metadata": {},
             "data": {"text/plain": "   ship  tons", "text/html": table}}]},
        {"cell_type": "code", "execution_count": 3, "metadata": {}, "source": ["plot(table)"], "outputs": [
            {"output_type": "display_data", "metadata": {}, "data": {"image/png": png, "text/plain": "<Figure>"}}]},
        {"cell_type": "code", "execution_count": None, "metadata": {}, "source": ["1 / 0"], "outputs": [
            {"output_type": "error", "ename": "ZeroDivisionError", "evalue": "division by zero",
             "traceback": ["\u001b[0;31mZeroDivisionError\u001b[0m: division by zero"]}]},
        {"cell_type": "raw", "metadata": {}, "source": "raw & plain"},
    ]
    return {"cells": cells, "metadata": {"language_info": {"name": "python", "file_extension": ".py"}}, "nbformat": 4,
            "nbformat_minor": 5}


def pages(write):
    picture_address = "data:image/png;base64," + base64.b64encode(picture(GREEN, (200, 100), "PNG")).decode()
    html = f"""<!DOCTYPE html>
<html lang="en"><head><meta charset="windows-1252"><title>Harbour &amp; sea</title>
<style>body {{ background: url(https://evil.example/a.png) }}</style><script src="https://evil.example/a.js"></script></head>
<body onload="alert(1)"><nav><ul><li>Home<li><a href="https://example.org/ships">Ships</a></ul></nav>
<h1>The caf\xe9 at the pier</h1><p>It opens at <b>nine</b>, and closes <i>late<p>A second paragraph &mdash; with &euro;&nbsp;5 &#x2603;.
<img src="{picture_address}" alt="A buoy"><img src="https://evil.example/b.png" alt="Not loaded"><img src="file:///etc/passwd">
<table><tr><th>drink</th><th>price</th></tr><tr><td>tea</td><td>2</td></tr><tr><td>juice</td><td>3</td></tr></table>
<pre>  kept
    as it is</pre><iframe src="https://evil.example"></iframe><svg onload="alert(2)"><text>drawn</text></svg>
<form action="https://evil.example"><button>Send</button><input onfocus="alert(3)" autofocus></form>
<a href="javascript:alert(4)" style="color:red" onclick="alert(5)">a link</a><p hidden>hidden</p></body></html>
"""
    write("valid/pier.html", html.encode("windows-1252"))
    write("valid/ships.ipynb", json.dumps(notebook(), indent=1))
    old = {"nbformat": 3, "metadata": {"name": "old"}, "worksheets": [{"cells": [
        {"cell_type": "heading", "level": 2, "source": "An old notebook"},
        {"cell_type": "code", "language": "python", "input": ["1 + 1"], "prompt_number": 7,
         "outputs": [{"output_type": "pyout", "text": ["2"]}]}]}]}
    write("valid/old.ipynb", json.dumps(old))
    write("broken/no_cells.ipynb", "{\"a\": 1}")
    write("broken/cut.ipynb", json.dumps(notebook())[:200])


# MARK: Audio and tracks

def frame(name, content):
    """A frame of ID3v2.3."""
    return name + struct.pack(">IH", len(content), 0) + content


def mp3(tags):
    """Silence of layer III, 128 kbit/s at 44,100 Hz: 417 bytes a frame. The first one says that 11,484 frames follow."""
    head = bytes([0xFF, 0xFB, 0x90, 0x00])
    first = (head + bytes(32) + b"Xing" + struct.pack(">II", 1, 11_484)).ljust(417, b"\0")
    size = len(tags)
    synchsafe = bytes([size >> 21 & 127, size >> 14 & 127, size >> 7 & 127, size & 127])
    return b"ID3\x03\0\0" + synchsafe + tags + first + (head + bytes(413)) * 3


def flac_picture(data, kind=3):
    mime, text = b"image/png", "Die Hülle".encode()
    return (struct.pack(">II", kind, len(mime)) + mime + struct.pack(">I", len(text)) + text
            + struct.pack(">IIIII", 0, 0, 0, 0, len(data)) + data)


def comments(*lines):
    out = struct.pack("<I", 3) + b"me!" + struct.pack("<I", len(lines))
    return out + b"".join(struct.pack("<I", len(line)) + line for line in (text.encode() for text in lines))


def flac(cover):
    """Only the metadata: 2 channels, 48,000 Hz, 16 bits, 187 s."""
    samples = 187 * 48_000
    info = struct.pack(">HH", 4096, 4096) + bytes(6) + struct.pack(">Q", 48_000 << 44 | 1 << 41 | 15 << 36 | samples) + bytes(16)
    blocks = [(0, info), (4, comments("title=The Lamp", "ARTIST=Zoë", "ALBUM=Sea")), (6, flac_picture(cover))]
    return b"fLaC" + b"".join(
        bytes([kind | (0x80 if kind == 6 else 0)]) + struct.pack(">I", len(data))[1:] + data for kind, data in blocks)


def ogg(*pages):
    """Pages of one packet each (RFC 3533, 6), with the number of the samples before their end."""
    out = b""
    for number, (granule, packet) in enumerate(pages):
        lacing = bytes([255] * (len(packet) // 255) + [len(packet) % 255])
        out += (b"OggS" + bytes([0, 2 if number == 0 else 0]) + struct.pack("<qIII", granule, 7, number, 0)
                + bytes([len(lacing)]) + lacing + packet)
    return out


def box(name, content):
    return struct.pack(">I", 8 + len(content)) + name + content


def m4a(cover):
    def text(name, value):
        return box(name, box(b"data", struct.pack(">II", 1, 0) + value))

    items = box(b"ilst", text(b"\xa9nam", "Die Lampe".encode()) + text(b"\xa9ART", "Zoë".encode()) + text(b"covr", cover))
    header = box(b"mvhd", struct.pack(">IIIII", 0, 0, 0, 1000, 65_400) + bytes(80))
    udta = box(b"udta", box(b"meta", bytes(4) + box(b"hdlr", bytes(25)) + items))
    return box(b"ftyp", b"M4A \0\0\0\0M4A ") + box(b"moov", header + udta) + box(b"mdat", bytes(64))


GPX = """<?xml version="1.0" encoding="UTF-8"?>
<gpx version="1.1" creator="by hand" xmlns="http://www.topografix.com/GPX/1/1"><metadata><name>Round the pier</name></metadata>
<wpt lat="47.01" lon="8.01"><name>The &lt;lamp&gt;</name></wpt>
<trk><name>Not this</name><trkseg>%s</trkseg></trk></gpx>
"""


def sounds(write):
    cover = picture(GREEN, (120, 120), "PNG")
    tags = (frame(b"TIT2", b"\x01" + "Die Hütte".encode("utf-16")) + frame(b"TPE1", b"\x00Zo\xeb")
            + frame(b"TALB", b"\x00Sea") + frame(b"APIC", b"\x00image/png\0\x03cover\0" + cover))
    write("valid/hut.mp3", mp3(tags))
    write("valid/plain.mp3", mp3(frame(b"TIT2", b"\x00Plain")))
    write("valid/lamp.flac", flac(cover))
    write("valid/lamp.m4a", m4a(cover))
    block = "METADATA_BLOCK_PICTURE=" + base64.b64encode(flac_picture(cover)).decode()
    head = b"OpusHead" + struct.pack("<BBHIHB", 1, 2, 0, 48_000, 0, 0)
    write("valid/lamp.opus", ogg((0, head), (0, b"OpusTags" + comments("TITLE=Die Lampe", block)), (75 * 48_000, b"x")))
    write("broken/noise.mp3", b"noise, but no sound. " * 40)
    write("broken/cut.flac", b"fLaC\0\0")


def tracks(write):
    # A square of about 1.1 by 0.76 kilometres, up 20 metres and down again.
    corners = [(47, 8, 400), (47.01, 8, 410), (47.01, 8.01, 420), (47, 8.01, 410), (47, 8, 400)]
    points = "".join(f'<trkpt lat="{lat}" lon="{lon}"><ele>{ele}</ele><time>2024-05-14T09:0{index}:00Z</time></trkpt>'
                     for index, (lat, lon, ele) in enumerate(corners))
    write("valid/pier.gpx", GPX % points)
    line = {"type": "Feature", "properties": {"name": "Pier"}, "geometry": {
        "type": "LineString", "coordinates": [[lon, lat] for lat, lon, _ in corners]}}
    area = {"type": "Feature", "properties": None, "geometry": {
        "type": "Polygon", "coordinates": [[[8, 47], [8.005, 47], [8.005, 47.005], [8, 47]]]}}
    place = {"type": "Feature", "properties": {"name": "The <lamp>"}, "geometry": {"type": "Point", "coordinates": [8.01, 47.01]}}
    write("valid/pier.geojson", json.dumps({"type": "FeatureCollection", "features": [line, area, place]}))
    write("broken/no_places.gpx", "<gpx><metadata><name>Nothing</name></metadata></gpx>")
    write("broken/no_places.geojson", '{"type": "FeatureCollection", "features": []}')


# MARK: Databases and Photoshop documents

def databases(write, folder):
    """Databases that Python's sqlite3 makes; small pages, so that there are trees and rows of several pages."""
    path = folder / "preview/valid/ships.sqlite"
    path.unlink(missing_ok=True)
    database = sqlite3.connect(path)
    database.executescript("""
        PRAGMA page_size = 512;
        CREATE TABLE ships (id INTEGER PRIMARY KEY, "the name" TEXT NOT NULL, tons REAL CHECK (tons NOT IN (7.5, 8.5)),
                            photo BLOB, UNIQUE ("the name"));
        CREATE TABLE log(day TEXT, entry TEXT, PRIMARY KEY (day, entry)) WITHOUT ROWID;
        CREATE TABLE spare (a, b);
        CREATE VIEW heavy AS SELECT * FROM ships WHERE tons > 10;
    """)
    rows = [(1, "Ada <b>", 12.5, b"x" * 30), (5, "Bø", None, None), (6, "long " * 400, -0.25, None)]
    database.executemany("INSERT INTO ships VALUES (?, ?, ?, ?)", rows)
    database.executemany("INSERT INTO ships VALUES (?, ?, ?, ?)", [(100 + n, f"ship {n}", n, None) for n in range(500)])
    database.execute("INSERT INTO log VALUES ('2024-05-14', 'never shown')")
    database.commit()
    database.close()
    whole = path.read_bytes()
    write("broken/cut.sqlite", whole[:60])
    write("broken/bad_root.sqlite", whole[:100] + bytes(412) + whole[512:])


def pack(row):
    """PackBits (TIFF 6.0, section 9), by runs alone."""
    out, place = b"", 0
    while place < len(row):
        end = place
        while end < len(row) and end - place < 128 and row[end] == row[place]:
            end += 1
        out += bytes([(1 - (end - place)) & 255 if end - place > 1 else 0, row[place]])
        place = end
    return out


def psd(mode, planes, size, packed, resources=b"", colors=b"", layers=b""):
    """planes: bytes of each channel, row by row."""
    width, height = size
    head = b"8BPS" + struct.pack(">H6xHIIHH", 1, len(planes), height, width, 8, mode)
    rows = [plane[y * width:(y + 1) * width] for plane in planes for y in range(height)]
    data = b"\0\0" + b"".join(rows)
    if packed:
        rows = [pack(row) for row in rows]
        data = b"\0\1" + b"".join(struct.pack(">H", len(row)) for row in rows) + b"".join(rows)
    return (head + struct.pack(">I", len(colors)) + colors + struct.pack(">I", len(resources)) + resources
            + struct.pack(">I", len(layers)) + layers + data)


def drawings(write):
    width, height = size = 60, 40
    # Red on the left, blue on the right; the lower half is darker.
    image = Image.new("RGB", size, RED)
    image.paste(BLUE, (30, 0, 60, 40))
    image.paste((20, 20, 20), (0, 30, 60, 40))
    planes = [channel.tobytes() for channel in image.split()]
    write("valid/flag.psd", psd(3, planes + [b"\xff" * width * height], size, True))
    # In CMYK 255 is no ink: without black, the inks are what is missing of red, green and blue.
    write("valid/inks.psd", psd(4, planes + [b"\xff" * width * height], size, False))
    palette = bytes([RED[0], BLUE[0]]).ljust(256, b"\0") + bytes([RED[1], BLUE[1]]).ljust(256, b"\0") \
        + bytes([RED[2], BLUE[2]]).ljust(256, b"\0")
    write("valid/indexed.psd", psd(2, [(b"\0" * 30 + b"\1" * 30) * 40], size, True, colors=palette))
    # The same colours in L*a*b* with the white point D50, as LittleCMS makes them of sRGB.
    lab = [bytes([left] * 30 + [right] * 30) * 30 + bytes([dark] * 60) * 10
           for left, right, dark in [(115, 82, 16), (190, 162, 128), (171, 52, 128)]]
    write("valid/lab.psd", psd(9, lab, size, True))
    # One layer without content. The negative number says that the fourth channel is the transparency: half on the left,
    # none on the right. Colours are mixed with white.
    layer = struct.pack(">hIIIIH", -1, 0, 0, 0, 0, 0) + b"8BIMnorm" + bytes([255, 0, 0, 0]) + struct.pack(">I", 12) + bytes(12)
    layers = struct.pack(">I", len(layer)) + layer + struct.pack(">I", 0)
    half = bytes([128] * 30 + [255] * 30) * 40
    mixed = [bytes((value * alpha + 255 * (255 - alpha)) // 255 for value, alpha in zip(plane, half)) for plane in planes]
    write("valid/glass.psd", psd(3, mixed + [half], size, True, layers=layers))
    # Without a picture of all layers, only the small JPEG file is there.
    small = struct.pack(">IIIIIIHH", 1, 60, 40, 180, 7200, 0, 24, 1) + picture(GREEN, (60, 40), "JPEG")
    resource = b"8BIM" + struct.pack(">HHI", 1036, 0, len(small)) + small + b"\0" * (len(small) % 2)
    whole = psd(7, planes, size, False, resource)
    write("valid/small_only.psd", whole)
    write("broken/no_picture.psd", psd(3, planes, size, False)[:38])
    write("broken/cut.psd", whole[:20])


# MARK: Fonts

def glyph(*contours):
    """A glyph of TrueType whose points are all on its outline (OpenType 1.9, `glyf`)."""
    points = [point for contour in contours for point in contour]
    ends, place = [], -1
    for contour in contours:
        place += len(contour)
        ends.append(place)
    xs, ys = zip(*points)
    out = struct.pack(">hhhhh", len(contours), min(xs), min(ys), max(xs), max(ys))
    out += b"".join(struct.pack(">H", end) for end in ends) + struct.pack(">H", 0) + b"\x01" * len(points)
    for values in (xs, ys):
        last = 0
        for value in values:
            out += struct.pack(">h", value - last)
            last = value
    return out + b"\0" * (-len(out) % 4)


def font():
    """A font with an axis, and letters of rectangles: A is a bar, all others are squares on the line."""
    bar = glyph([(100, 0), (100, 1400), (500, 1400), (500, 0)])
    square = glyph([(100, 0), (100, 800), (900, 800), (900, 0)])
    glyphs = [square, bar, square]
    offsets, data = [0], b""
    for outline in glyphs:
        data += outline
        offsets.append(len(data))
    letters = sorted([ord(letter) for letter in "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789,. "])
    groups = b"".join(struct.pack(">III", code, code, 1 if code == 65 else 2) for code in letters)
    cmap = struct.pack(">HHHHI", 0, 1, 3, 10, 12) + struct.pack(">HHIII", 12, 0, 16 + len(groups), 0, len(letters)) + groups
    strings = {0: "By hand", 1: "Cameo Blocks", 2: "Regular", 4: "Cameo Blocks", 5: "Version 3.2", 6: "CameoBlocks",
               9: "Ada <Quill>", 256: "Weight"}
    records, texts = b"", b""
    for number, text in strings.items():
        encoded = text.encode("utf-16-be")
        records += struct.pack(">HHHHHH", 3, 1, 0x409, number, len(encoded), len(texts))
        texts += encoded
    fixed = lambda number: struct.pack(">i", int(number * 65_536))  # noqa: E731
    tables = {
        b"head": struct.pack(">IIIIHHQQhhhhHHhhh", 0x10000, 0x30000, 0, 0x5F0F3CF5, 3, 2048, 0, 0, 100, 0, 900, 1400, 0, 8, 2,
                             1, 0),
        b"hhea": struct.pack(">Ihhhhhhhhhhhhhhhh", 0x10000, 1600, -400, 0, 1000, 100, 0, 900, 1, 0, 0, 0, 0, 0, 0, 0, 1),
        b"maxp": struct.pack(">IHHHHHHHHHHHHHH", 0x10000, len(glyphs), 4, 1, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0),
        b"OS/2": struct.pack(">HhHHHhhhhhhhhhhh10sIIII4sHHHhhhHH", 3, 1000, 400, 5, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
                             bytes(10), 1, 0, 0, 0, b"CAME", 0x40, 32, 122, 1600, -400, 0, 1600, 400)
        + struct.pack(">IIhhHHH", 1, 0, 800, 1400, 0, 32, 0),
        b"hmtx": struct.pack(">Hhhh", 1000, 100, 100, 100),
        b"cmap": cmap,
        b"loca": b"".join(struct.pack(">I", offset) for offset in offsets),
        b"glyf": data,
        b"name": struct.pack(">HHH", 0, len(strings), 6 + len(records)) + records + texts,
        b"post": struct.pack(">IIhhIIIII", 0x30000, 0, 0, 0, 0, 0, 0, 0, 0),
        b"fvar": struct.pack(">HHHHHHHH", 1, 0, 16, 2, 1, 20, 0, 8) + b"wght" + fixed(100) + fixed(400) + fixed(900.5)
        + struct.pack(">HH", 0, 256),
    }
    out = struct.pack(">IHHHH", 0x10000, len(tables), 128, 3, 16 * len(tables) - 128)
    place, body = len(out) + 16 * len(tables), b""
    for name in sorted(tables):
        table = tables[name]
        padded = table + b"\0" * (-len(table) % 4)
        total = sum(struct.unpack(f">{len(padded) // 4}I", padded)) & 0xFFFFFFFF
        out += name + struct.pack(">III", total, place + len(body), len(table))
        body += padded
    return out + body


def fonts(write):
    whole = font()
    write("valid/blocks.ttf", whole)
    write("broken/cut.ttf", whole[:200])
    write("broken/noise.ttf", b"\0\1\0\0" + bytes(range(256)))


def make(book):
    root = book.root / "preview"

    def write(name, content):
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())

    books(write)
    comics(write)
    mails(write)
    people(write)
    pages(write)
    sounds(write)
    tracks(write)
    drawings(write)
    databases(write, book.root)
    fonts(write)
