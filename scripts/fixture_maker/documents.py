"""The documents that the providers of previews show: people groups, collections, texts, archives, drawings and PDFs.

They go to Fixtures/preview, and not into expected.txt, whose tests know pictures only. What is wrong with a broken one is in
its name; the tests say which error it gives.
"""

import io
import plistlib
import tarfile
import zipfile

from PIL import Image, ImageDraw

PEOPLE = [
    ("Ada", "Lovelace"), ("Grace", "Hopper"), ("Alan", "Turing"), ("Katherine", "Johnson"), ("Edsger", "Dijkstra"),
    ("Barbara", "Liskov"), ("Donald", "Knuth"), ("Hedy", "Lamarr"), ("Claude", "Shannon"), ("Radia", "Perlman"),
    ("Zoë", "Müller-Østergård"),
]
THINGS = [
    ("Lamp", "from the flea market", (236, 190, 60)), ("Teapot", "grandmother's", (60, 120, 190)),
    ("Bicycle", None, (190, 60, 60)), ("Radio", "needs a new fuse", (90, 90, 90)),
    ("Map of the coast", None, (70, 160, 110)), ("Chessboard", "one rook is missing", (120, 80, 50)),
    ("Typewriter", None, (40, 50, 80)),
]


def group(name, people):
    return {"name": name, "people": [{"firstName": first, "lastName": last} for first, last in people]}


def picture(color, size, format):
    """A picture with a shape that shows whether it was turned or squeezed."""
    image = Image.new("RGB", size, color)
    draw = ImageDraw.Draw(image)
    width, height = size
    draw.ellipse([width // 4, height // 4, 3 * width // 4, 3 * height // 4], fill=(250, 250, 245))
    draw.polygon([(width // 2, height // 4), (width // 2 - 12, height // 2), (width // 2 + 12, height // 2)], fill=color)
    buffer = io.BytesIO()
    image.save(buffer, format, **({"quality": 85} if format == "JPEG" else {}))
    return buffer.getvalue()


def collection(things):
    """The files of a collection: its list and a picture for each thing."""
    listed, files = [], {}
    for index, (name, note, color) in enumerate(things):
        format, suffix = (("PNG", "png"), ("JPEG", "jpg"))[index % 2]
        image = f"{name.lower().replace(' ', '-')}.{suffix}"
        files[image] = picture(color, (180, 120) if index % 3 else (120, 160), format)
        listed.append({"name": name, "image": image} | ({"note": note} if note else {}))
    files["things.plist"] = plistlib.dumps(listed, fmt=plistlib.FMT_BINARY)
    return files


def zip_archive(entries):
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in entries:
            archive.writestr(zipfile.ZipInfo(name, (2024, 1, 2, 3, 4, 6)), content)
    return buffer.getvalue()


def tar_archive(entries):
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w") as archive:
        for name, content in entries:
            info = tarfile.TarInfo(name)
            info.size = len(content)
            archive.addfile(info, io.BytesIO(content))
    return buffer.getvalue()


def pdf(pages, extra=b""):
    """A PDF whose pages each show one large digit, drawn as filled rectangles."""
    objects = [b"<< /Type /Catalog /Pages 2 0 R >>"]
    kids = b" ".join(b"%d 0 R" % (4 + 2 * index) for index in range(pages))
    objects.append(b"<< /Type /Pages /Count %d /Kids [%s] >>" % (pages, kids))
    objects.append(b"<< /Title (Bars) >>")
    for index in range(pages):
        bars = b"".join(b"%d 100 30 500 re f\n" % (60 + 60 * bar) for bar in range(index + 1))
        objects.append(
            b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 400 700] /Contents %d 0 R >>" % (5 + 2 * index))
        objects.append(b"<< /Length %d >>\nstream\n0.8 0.2 0.1 rg\n%sendstream" % (len(bars) + 15, bars))
    out, places = bytearray(b"%PDF-1.4\n"), []
    for number, content in enumerate(objects, 1):
        places.append(len(out))
        out += b"%d 0 obj\n%s\nendobj\n" % (number, content)
    table = len(out)
    out += b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    out += b"".join(b"%010d 00000 n \n" % place for place in places)
    out += b"trailer\n<< /Size %d /Root 1 0 R /Info 3 0 R %s>>\nstartxref\n%d\n%%%%EOF\n" % (len(objects) + 1, extra, table)
    return bytes(out)


SWIFT = '''// Counts the words of a text.
/* A comment
   of two lines. */
import Glibc

struct WordCount {
  var words: [String: Int] = [:]

  mutating func add(_ text: String) {
    for word in text.split(separator: " ") {
      words[String(word), default: 0] += 1 // "not a string"
    }
  }
}

let greeting = "Hello, \\"world\\" // no comment"
'''

MARKDOWN = '''# A walk along the coast

Bring **boots**, and a ~~heavy~~ *light* coat. More at https://example.org/coast.

| stage | km |
|-------|---:|
| 1     | 12 |
| 2     | 19 |

- [x] map
- [ ] tent

<script>alert("never")</script>
[run](javascript:alert(1)) <b onclick="alert(2)">bold</b>
'''

CSV = '''city,country,"people, in millions"
Lagos,Nigeria,15.4
"São Paulo",Brazil,12.3
"Washington ""D.C.""",USA,0.7
<b>Bern</b>,Switzerland,0.1
'''


def make(book):
    root = book.root / "preview"

    def write(name, content):
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())

    def write_folder(name, files):
        for file, content in files.items():
            write(f"{name}/{file}", content)

    chess = group("Chess club", PEOPLE[:4])
    xml = plistlib.dumps(chess, sort_keys=False)
    write("valid/chess.pplgrp", xml)
    write("valid/pioneers.pplgrp", plistlib.dumps(group("Pioneers of computing", PEOPLE), fmt=plistlib.FMT_BINARY))
    write("valid/markup.pplgrp", plistlib.dumps(group("<script>&amp; co.", [("<b>Bold</b>", "\"O'Neil\"")])))
    write("valid/empty.pplgrp", plistlib.dumps(group("Nobody yet", [])))
    write("broken/cut.pplgrp", xml[:len(xml) // 2])
    write("broken/no_name.pplgrp", plistlib.dumps({"people": []}))
    write("broken/people_text.pplgrp", plistlib.dumps({"name": "x", "people": "Ada"}))
    write("broken/nameless_person.pplgrp", plistlib.dumps({"name": "x", "people": [{"age": 3}]}))
    write("broken/garbage.pplgrp", bytes(range(256)) * 2)

    things = collection(THINGS)
    write_folder("valid/attic.mystuff", things)
    write_folder("valid/single.mystuff", collection(THINGS[:1]))
    lost = collection(THINGS[:3])
    lost["lamp.png"] = lost["lamp.png"][:60]
    del lost["teapot.jpg"]
    write_folder("valid/lost_pictures.mystuff", lost)
    write_folder("broken/no_list.mystuff", {"lamp.png": things["lamp.png"]})
    write_folder("broken/cut_list.mystuff", things | {"things.plist": things["things.plist"][:100]})
    escape = [{"name": "outside", "image": "../../../../../../etc/hostname"}]
    write_folder("valid/escape.mystuff", {"things.plist": plistlib.dumps(escape)})

    write("valid/words.swift", SWIFT)
    write("valid/coast.md", MARKDOWN)
    write("valid/cities.csv", CSV)
    write("valid/plain.txt", "The first line.\nÄ second, <with> & markup.\n\tTabbed.\n")
    write("valid/latin1.txt", "Grüße aus Zürich\n".encode("latin-1"))
    write("valid/utf16.txt", "Grüße aus Zürich\n".encode("utf-16"))
    write("valid/settings.json", '{"name": "A & <B>", "sizes": [1, 2.50, null], "nested": {"on": true}}')
    write("valid/note.xml", '<?xml version="1.0"?>\n<!-- a note -->\n<note to="you"><body>Remember &amp; smile</body></note>\n')
    write("valid/settings.plist", plistlib.dumps({"Title": "Window", "Width": 640}, fmt=plistlib.FMT_BINARY))
    write("broken/cut.json", '{"name": "A')
    write("broken/binary.txt", bytes(range(256)))

    entries = [("readme.txt", b"hello\n" * 20), ("src/main.swift", SWIFT.encode()), ("<i>odd</i>.txt", b""),
               ("photos/zürich.jpg", bytes(3_000))]
    write("valid/project.zip", zip_archive(entries))
    write("valid/project.tar", tar_archive(entries))
    write("broken/cut.zip", zip_archive(entries)[:40])
    write("broken/garbage.zip", bytes(range(256)) * 4)

    write("valid/house.svg", '<svg xmlns="http://www.w3.org/2000/svg" width="200" height="100">'
          '<rect x="40" y="40" width="60" height="60" fill="#c03020"/><path d="M30 40L70 10L110 40Z" fill="#503020"/>'
          '<circle cx="160" cy="30" r="20" fill="#f0c020"/></svg>')
    write("broken/cut.svg", '<svg xmlns="http://www.w3.org/2000/svg" width="200"><rect x="')
    write("valid/bars.pdf", pdf(3))
    write("broken/cut.pdf", pdf(1)[:120])
