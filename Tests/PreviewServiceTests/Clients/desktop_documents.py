"""Makes documents for desktop thumbnailers, all of them blue: desktop_documents.py book|film FILE."""
import io
import struct
import sys
import zipfile

from PIL import Image


def picture(width, height):
    data = io.BytesIO()
    Image.new("RGB", (width, height), (20, 60, 200)).save(data, "JPEG")
    return data.getvalue()


def book(path):
    """EPUB with a cover of 300 by 450 pixels."""
    with zipfile.ZipFile(path, "w") as file:
        file.writestr(zipfile.ZipInfo("mimetype"), "application/epub+zip")
        file.writestr("META-INF/container.xml", '<?xml version="1.0"?><container version="1.0" '
                      'xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile full-path="c.opf" '
                      'media-type="application/oebps-package+xml"/></rootfiles></container>')
        file.writestr("c.opf", '<?xml version="1.0"?><package xmlns="http://www.idpf.org/2007/opf" version="2.0" '
                      'unique-identifier="i"><metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>T</dc:title>'
                      '<dc:identifier id="i">i</dc:identifier><meta name="cover" content="k"/></metadata><manifest>'
                      '<item id="k" href="cover.jpg" media-type="image/jpeg"/></manifest><spine/></package>')
        file.writestr("cover.jpg", picture(300, 450))


def chunk(name, data):
    return name + struct.pack("<I", len(data)) + data + b"\0" * (len(data) % 2)


def group(name, data):
    return chunk(b"LIST", name + data)


def film(path):
    """Thirty frames of JPEG in an AVI container (Microsoft, "AVI RIFF File Reference")."""
    frame, count = picture(320, 240), 30
    main = struct.pack("<14I", 66666, 0, 0, 16, count, 0, 1, 100000, 320, 240, 0, 0, 0, 0)
    stream = b"vidsMJPG" + struct.pack("<IHHIIIIIIIIhhhh", 0, 0, 0, 0, 1, 15, 0, count, 100000, 10000, 0, 0, 0, 320, 240)
    form = struct.pack("<IiiHH4sIiiII", 40, 320, 240, 1, 24, b"MJPG", 320 * 240 * 3, 0, 0, 0, 0)
    head = group(b"hdrl", chunk(b"avih", main) + group(b"strl", chunk(b"strh", stream) + chunk(b"strf", form)))
    data = chunk(b"00dc", frame)
    index = b"".join(b"00dc" + struct.pack("<III", 16, 4 + i * len(data), len(frame)) for i in range(count))
    with open(path, "wb") as file:
        file.write(chunk(b"RIFF", b"AVI " + head + group(b"movi", data * count) + chunk(b"idx1", index)))


{"book": book, "film": film}[sys.argv[1]](sys.argv[2])
