"""The documents that the providers of previews show: people groups, collections, texts, archives, drawings and PDFs.

They go to Fixtures/preview, and not into expected.txt, whose tests know pictures only. What is wrong with a broken one is in
its name; the tests say which error it gives.
"""

import datetime
import gzip
import io
import plistlib
import struct
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


def people_package(name, people):
    """The files of a people group with a portrait of each person; the third portrait is missing from the list."""
    listed, files = group(name, people), {}
    for index, person in enumerate(listed["people"]):
        person["id"] = str(index + 1)
        if index == 2:
            continue
        format, suffix = (("JPEG", "jpg"), ("PNG", "png"))[index % 2]
        person["portrait"] = f"{index + 1}.{suffix}"
        files[f"portraits/{index + 1}.{suffix}"] = picture(THINGS[index][2], (180, 120) if index else (120, 160), format)
    return files | {"group.plist": plistlib.dumps(listed)}


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


def keyed_archive(things):
    """A list of dictionaries as NSKeyedArchiver writes it: objects in a list, references between them."""
    uid = plistlib.UID
    objects = ["$null", None, {"$classname": "NSMutableArray", "$classes": ["NSMutableArray", "NSArray", "NSObject"]},
               {"$classname": "NSDictionary", "$classes": ["NSDictionary", "NSObject"]}]

    def add(value):
        if value in objects[4:]:
            return uid(objects.index(value, 4))
        objects.append(value)
        return uid(len(objects) - 1)

    references = []
    for thing in things:
        keys, values = [add(key) for key in thing], [add(value) for value in thing.values()]
        references.append(add({"NS.keys": keys, "NS.objects": values, "$class": uid(3)}))
    objects[1] = {"NS.objects": references, "$class": uid(2)}
    return plistlib.dumps(
        {"$version": 100000, "$archiver": "NSKeyedArchiver", "$top": {"root": uid(1)}, "$objects": objects},
        fmt=plistlib.FMT_BINARY, sort_keys=False)


def dng():
    """A camera raw: a stamp as its page, the sensor's samples and a JPEG file below it; all turned to the right."""
    preview = Image.new("RGB", (200, 150), (200, 40, 40))
    preview.paste((40, 60, 200), (100, 0, 200, 150))
    buffer = io.BytesIO()
    preview.save(buffer, "JPEG", quality=85)
    stamp, sensor, jpeg = bytes([120, 120, 120]) * 16 * 12, struct.pack("<H", 900) * 64 * 48, buffer.getvalue()
    places, at = [], 8
    for data in (stamp, sensor, jpeg):
        places.append(at)
        at += len(data) + len(data) % 2

    def directory(at, fields):
        """A directory, then the values that do not fit into it."""
        fields, body, extra = sorted(fields), b"", b""
        following = at + 2 + 12 * len(fields) + 4
        for tag, kind, values in fields:
            data = bytes(values) if kind == 1 else struct.pack("<%d%s" % (len(values), {3: "H", 4: "I"}[kind]), *values)
            if len(data) > 4:
                data, extra = struct.pack("<I", following + len(extra)), extra + data + b"\0" * (len(data) % 2)
            body += struct.pack("<HHI", tag, kind, len(values)) + data.ljust(4, b"\0")
        return struct.pack("<H", len(fields)) + body + struct.pack("<I", 0) + extra

    def fields(role, width, height, bits, compression, photometric, place, count):
        return [(254, 4, [role]), (256, 4, [width]), (257, 4, [height]), (258, 3, bits), (259, 3, [compression]),
                (262, 3, [photometric]), (273, 4, [place]), (277, 3, [len(bits)]), (278, 4, [height]), (279, 4, [count])]

    raw = directory(at, fields(0, 64, 48, [16], 1, 32803, places[1], len(sensor))
                    + [(33421, 3, [2, 2]), (33422, 1, [0, 1, 1, 2])])
    second = at + len(raw)
    small = directory(second, fields(1, 200, 150, [8, 8, 8], 7, 6, places[2], len(jpeg)))
    first = second + len(small)
    page = directory(first, fields(1, 16, 12, [8, 8, 8], 1, 2, places[0], len(stamp))
                     + [(274, 3, [6]), (330, 4, [at, second]), (50706, 1, [1, 4, 0, 0])])
    content = b"".join(data + b"\0" * (len(data) % 2) for data in (stamp, sensor, jpeg))
    return b"II*\0" + struct.pack("<I", first) + content + raw + small + page


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

HANDBOOK = '''# Handbook

Prose with **bold**, *italic*, `code` and [a link](https://example.org), long enough that it has to go on in a second line
of the sheet.

## Steps

1. Open the box.
2. Take out
   - the lamp
   - the shade, with a note that is long enough to go on in a second line of its item
3. Close it.

> Whoever reads this
> is in a quotation.

```swift
let lamp = Lamp(watts: 40)  // a comment
try lamp.turnOn()
```

| part  | pieces | price |
|:------|:------:|------:|
| lamp  | 1      | 12.50 |
| shade | 2      | 7.25  |

---

### Small print

~~Nothing~~ is guaranteed.
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
    team = group("Sailing team", PEOPLE[4:7]) | {"founded": datetime.datetime(2024, 5, 6, 7, 8, 9)}
    for index, person in enumerate(team["people"]):
        person["photo"] = bytes(range(index, 40 + index))
    write("valid/team.pplgrp", plistlib.dumps(team, fmt=plistlib.FMT_BINARY))
    write("valid/crew.pplgrp", plistlib.dumps(team))
    write("broken/cut.pplgrp", xml[:len(xml) // 2])
    write("broken/no_name.pplgrp", plistlib.dumps({"people": []}))
    write("broken/people_text.pplgrp", plistlib.dumps({"name": "x", "people": "Ada"}))
    write("broken/nameless_person.pplgrp", plistlib.dumps({"name": "x", "people": [{"age": 3}]}))
    write("broken/garbage.pplgrp", bytes(range(256)) * 2)

    write_folder("valid/choir.people", people_package("Choir", PEOPLE[:3]))
    absent = people_package("Absent friends", PEOPLE[3:5])
    absent["portraits/1.jpg"] = absent["portraits/1.jpg"][:60]
    del absent["portraits/2.png"]
    write_folder("valid/absent.people", absent)
    write_folder("broken/no_list.people", {"portraits/1.jpg": people_package("x", PEOPLE[:1])["portraits/1.jpg"]})
    twins = group("Twins", PEOPLE[:2])
    for person in twins["people"]:
        person["id"] = "1"
    write_folder("broken/twins.people", {"group.plist": plistlib.dumps(twins)})

    things = collection(THINGS)
    write_folder("valid/attic.mystuff", things)
    write_folder("valid/single.mystuff", collection(THINGS[:1]))
    lost = collection(THINGS[:3])
    lost["lamp.png"] = lost["lamp.png"][:60]
    del lost["teapot.jpg"]
    write_folder("valid/lost_pictures.mystuff", lost)
    keyed = collection(THINGS[:3])
    listed = plistlib.loads(keyed["things.plist"])
    write_folder("valid/keyed.mystuff", keyed | {"things.plist": keyed_archive(listed)})
    write_folder("broken/no_list.mystuff", {"lamp.png": things["lamp.png"]})
    write_folder("broken/cut_list.mystuff", things | {"things.plist": things["things.plist"][:100]})
    escape = [{"name": "outside", "image": "../../../../../../etc/hostname"}]
    write_folder("valid/escape.mystuff", {"things.plist": plistlib.dumps(escape)})

    write("valid/words.swift", SWIFT)
    write("valid/coast.md", MARKDOWN)
    write("valid/handbook.md", HANDBOOK)
    write("valid/cities.csv", CSV)
    write("valid/plain.txt", "The first line.\nÄ second, <with> & markup.\n\tTabbed.\n")
    write("valid/latin1.txt", "Grüße aus Zürich\n".encode("latin-1"))
    write("valid/utf16.txt", "Grüße aus Zürich\n".encode("utf-16"))
    write("valid/settings.json", '{"name": "A & <B>", "sizes": [1, 2.50, null], "nested": {"on": true}}')
    write("valid/note.xml", '<?xml version="1.0"?>\n<!-- a note -->\n<note to="you"><body>Remember &amp; smile</body></note>\n')
    write("valid/settings.plist", plistlib.dumps({"Title": "Window", "Width": 640}, fmt=plistlib.FMT_BINARY))
    write("valid/blob.plist", plistlib.dumps(
        {"Data": b"Hello!", "Long": bytes(range(64)), "When": datetime.datetime(2024, 5, 6, 7, 8, 9),
         "Reference": plistlib.UID(3)}, fmt=plistlib.FMT_BINARY))
    write("broken/cut.json", '{"name": "A')
    write("broken/binary.txt", bytes(range(256)))

    entries = [("readme.txt", b"hello\n" * 20), ("src/main.swift", SWIFT.encode()), ("<i>odd</i>.txt", b""),
               ("photos/zürich.jpg", bytes(3_000))]
    write("valid/project.zip", zip_archive(entries))
    write("valid/project.tar", tar_archive(entries))
    # A name in code page 437, without the flag for UTF-8.
    write("valid/old_names.zip", zip_archive([("photos/zurich.jpg", b"x")]).replace(b"zurich", b"z\x81rich"))
    write("valid/single.txt.gz", gzip.compress(b"hello\n" * 20, mtime=0))
    write("broken/cut.zip", zip_archive(entries)[:20])
    write("broken/garbage.zip", bytes(range(256)) * 4)

    write("valid/camera.dng", dng())
    write("valid/house.svg", '<svg xmlns="http://www.w3.org/2000/svg" width="200" height="100">'
          '<rect x="40" y="40" width="60" height="60" fill="#c03020"/><path d="M30 40L70 10L110 40Z" fill="#503020"/>'
          '<circle cx="160" cy="30" r="20" fill="#f0c020"/></svg>')
    write("broken/cut.svg", '<svg xmlns="http://www.w3.org/2000/svg" width="200"><rect x="')
    write("valid/bars.pdf", pdf(3))
    write("broken/cut.pdf", pdf(1)[:120])
