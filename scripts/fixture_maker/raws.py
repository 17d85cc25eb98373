"""The fixtures of raw files: the structure of each maker's files with an invented camera, a preview, and a sensor of 64 by 48
samples. ExifTool finds the same preview in each."""

import struct
import sys

import numpy as np

from . import metadata as meta
from . import pictures
from .book import decode_jpeg, run, with_files
from .jpegs import EXIF, cjpeg, insert, segment
from .metadata import ASCII, BYTE, IFD, LONG, RATIONAL, SHORT, SRATIONAL, UNDEFINED

INVALID, UNSUPPORTED, LIMIT, WARNING, UNSEEN = "invalidData", "unsupported", "limitExceeded", "warning", "unseen"
# The colours of `mosaic` in sRGB, and IEC 61966-2-1's matrix in ten-thousandths.
PATCHES = np.array([[(255, 255, 255), (128, 128, 128), (200, 60, 50), (70, 160, 80)], [(50, 80, 170), (230, 200, 60),
                    (60, 160, 180), (180, 90, 150)], [(200, 150, 130), (30, 30, 30), (240, 130, 40), (0, 0, 0)]])
XYZ_TO_SRGB = [32406, -15372, -4986, -9689, 18758, 415, 557, -2040, 10570]
SENSOR = (np.arange(64 * 48, dtype="<u2") % 4096).tobytes()


class Directories:
    """A file of directories: parts are added from the front, and each knows its place."""

    def __init__(self, order="<", mark=None, start=8):
        self.order, self.mark = order, mark or (b"II*\0" if order == "<" else b"MM\0*")
        self.data = bytearray(start)

    def put(self, data):
        place = len(self.data)
        self.data += data + bytes(len(data) % 2)
        return place

    def directory(self, table, following=0, base=0):
        """Adds a directory {tag: (type, values)}; offsets count from `base`."""
        place, extra, body = len(self.data), b"", b""
        after = place - base + 2 + 12 * len(table) + 4
        for tag in sorted(table):
            kind, values = table[tag]
            data, count = meta.encode_values(kind, values, self.order)
            if len(data) > 4:
                at, extra = after + len(extra), extra + data + bytes(len(data) % 2)
                data = struct.pack(self.order + "I", at)
            body += struct.pack(self.order + "HHI", tag, kind, count) + data.ljust(4, b"\0")
        self.data += struct.pack(self.order + "H", len(table)) + body + struct.pack(self.order + "I", following) + extra
        return place

    def finish(self, first, extra=b""):
        head = self.mark + struct.pack(self.order + "I", first) + extra
        return head + bytes(self.data[len(head):])


def strip(width, height, bits, compression, photometric, place, count, role=None):
    table = {256: (LONG, width), 257: (LONG, height), 258: (SHORT, bits), 259: (SHORT, compression),
             262: (SHORT, photometric), 273: (LONG, place), 277: (SHORT, len(bits)), 278: (LONG, height), 279: (LONG, count)}
    return table | ({254: (LONG, role)} if role is not None else {})


def sensor(file, compression=1):
    return strip(64, 48, [16], compression, 32803, file.put(SENSOR), len(SENSOR), 0) | {
        33421: (SHORT, [2, 2]), 33422: (BYTE, [0, 1, 1, 2])}


def camera(file, make, model, orientation=6, note=None):
    """Fields of IFD0, with Exif and GPS directories."""
    exif = meta.exposure(64, 48)
    if note is not None:
        exif[0x927C] = (UNDEFINED, note)
    return meta.camera(orientation) | {
        0x010F: (ASCII, make), 0x0110: (ASCII, model), 0x8769: (LONG, file.directory(exif)),
        0x8825: (LONG, file.directory(meta.position()))}


def stamp(file, role=1):
    """A small uncompressed picture."""
    pixels = pictures.card(16, 12).tobytes()
    return strip(16, 12, [8, 8, 8], 1, 2, file.put(pixels), len(pixels), role)


def interchange(place, jpeg, role=1):
    return {254: (LONG, role), 259: (SHORT, 6), 0x201: (LONG, place), 0x202: (LONG, len(jpeg))}


def dng(jpeg, compression=7, orientation=6):
    file = Directories()
    below = [file.directory(sensor(file))]
    if jpeg:
        below.append(file.directory(strip(160, 120, [8, 8, 8], compression, 6, file.put(jpeg), len(jpeg), 1)))
    main = camera(file, "Cameo", "Fixture One", orientation) | stamp(file) | {330: (LONG, below), 50706: (BYTE, [1, 4, 0, 0]), 50708: (ASCII, "Cameo Fixture One")}
    return file.finish(file.directory(main))


def developed(jpeg, kind, scale=(1, 1)):
    """A DNG whose sensor can be developed: 12 patches of known colours, with levels of black and white and a white balance.
    Its samples are those of linear sRGB before that: RGGB, all three (`linear`), or the green ones alone (`gray`)."""
    encoded = np.repeat(np.repeat(PATCHES, 32, axis=0), 32, axis=1) / 255
    linear = np.where(encoded <= 0.04045, encoded / 12.92, ((encoded + 0.055) / 1.055) ** 2.4)
    samples = 64 + np.rint(linear * (0.5, 1, 0.625) * (4095 - 64))
    rows, columns = np.indices(samples.shape[:2])
    if kind == "mosaic":
        samples = np.take_along_axis(samples, (rows % 2 + columns % 2)[..., None], axis=2)
    elif kind == "gray":
        samples = samples[..., 1:2]
    data, count = samples.astype("<u2").tobytes(), samples.shape[2]
    file = Directories()
    sensor = strip(128, 96, [16] * count, 1, 32803 if kind == "mosaic" else 34892, file.put(data), len(data), 0) | {
        50714: (SHORT, [64] * count), 50717: (SHORT, [4095] * count)}
    if kind == "mosaic":
        sensor |= {33421: (SHORT, [2, 2]), 33422: (BYTE, [0, 1, 1, 2])}
    if scale != (1, 1):
        sensor[50718] = (RATIONAL, [(number, 1) for number in scale])
    preview = strip(80, 60, [8, 8, 8], 7, 6, file.put(jpeg), len(jpeg), 1)
    main = camera(file, "Cameo", "Fixture One") | stamp(file) | {
        330: (LONG, [file.directory(sensor), file.directory(preview)]), 50706: (BYTE, [1, 4, 0, 0]),
        50708: (ASCII, "Cameo Fixture One"), 50778: (SHORT, 21)}
    if kind != "gray":
        main |= {50728: (RATIONAL, [(1, 2), (1, 1), (5, 8)]), 50721: (SRATIONAL, [(value, 10000) for value in XYZ_TO_SRGB])}
    return file.finish(file.directory(main))


def nef(jpeg, small):
    file = Directories(">")
    below = [file.directory(interchange(file.put(jpeg), jpeg)), file.directory(sensor(file, 34713)),
             file.directory(interchange(file.put(small), small))]
    main = camera(file, "NIKON CORPORATION", "NIKON FIXTURE") | stamp(file) | {330: (LONG, below)}
    return file.finish(file.directory(main))


def cr2(jpeg, small, lossless):
    file = Directories(start=16)
    raw = file.directory(strip(64, 48, [14], 6, 32803, file.put(lossless), len(lossless)))
    third = file.directory(stamp(file, None), raw)
    second = file.directory(interchange(file.put(small), small), third)
    main = camera(file, "Canon", "Canon EOS Fixture") | strip(160, 120, [8, 8, 8], 6, 2, file.put(jpeg), len(jpeg))
    return file.finish(file.directory(main, second), b"CR\2\0" + struct.pack("<I", raw))


def arw(jpeg, small):
    file = Directories()
    second = file.directory(interchange(file.put(small), small))
    below = file.directory(sensor(file, 32767))
    main = camera(file, "SONY", "ILCE-FIXTURE") | interchange(file.put(jpeg), jpeg) | {330: (LONG, below)}
    return file.finish(file.directory(main, second))


def pef(jpeg, small):
    file = Directories(">")
    third = file.directory(interchange(file.put(jpeg), jpeg))
    second = file.directory(interchange(file.put(small), small), third)
    main = camera(file, "PENTAX", "PENTAX FIXTURE") | sensor(file, 65535)
    return file.finish(file.directory(main, second))


def orf(jpeg):
    file = Directories(mark=b"IIRO")
    # The note: its name, a directory of 18 bytes, the settings of the camera, the preview. Offsets count from the note.
    note = Directories(start=12)
    note.directory({0x2020: (IFD, 30)})
    note.directory({0x100: (LONG, 1), 0x101: (LONG, 72), 0x102: (LONG, len(jpeg))})
    note.put(jpeg)
    main = camera(file, "OLYMPUS IMAGING CORP.", "E-FIXTURE", note=b"OLYMPUS\0II\3\0" + bytes(note.data[12:])) | sensor(file)
    return file.finish(file.directory(main))


def rw2(jpeg):
    """The directory comes first in these. It is made twice: to know its length, and with the offsets after it."""
    exif = data = 0
    for _ in range(2):
        file = Directories(mark=b"IIU\0", start=24)
        file.directory({
            0x01: (UNDEFINED, b"0310"), 0x02: (SHORT, 64), 0x03: (SHORT, 48), 0x2E: (UNDEFINED, jpeg), 0x10F: (ASCII, "Panasonic"),
            0x110: (ASCII, "DMC-FIXTURE"), 0x112: (SHORT, 6), 0x118: (LONG, data), 0x8769: (LONG, exif)})
        exif, data = file.directory(meta.exposure(64, 48)), file.put(SENSOR)
    return file.finish(24, bytes.fromhex("88e774d8f8251d4d947a6e77822b5d6a"))


def raf(jpeg):
    head = b"FUJIFILMCCD-RAW 0201FF000000" + b"Fixture".ljust(32, b"\0") + b"0100" + bytes(20)
    places = struct.pack(">6I", 160, len(jpeg), 0, 0, 160 + len(jpeg), len(SENSOR))
    return (head + places).ljust(160, b"\0") + jpeg + SENSOR


def box(kind, *parts):
    content = b"".join(parts)
    return struct.pack(">I4s", 8 + len(content), kind) + content


CANON, PREVIEW, XMP = (bytes.fromhex(text) for text in (
    "85c0b687820f11e08111f4ce462b6a48", "eaf42b5e1c984b88b9fbb7dc406e4d16", "be7acfcb97a942e89c71999491e3afac"))


def cr3(jpeg, small):
    """The boxes of CR3. The full picture is the first sample of the first track."""
    def block(table):
        file = Directories()
        return file.finish(file.directory(table))
    blocks = [box(b"CMT1", block(meta.camera(6) | {0x010F: (ASCII, "Canon"), 0x0110: (ASCII, "Canon EOS Fixture")})),
              box(b"CMT2", block(meta.exposure(64, 48))), box(b"CMT3", block({6: (ASCII, "Canon EOS Fixture"), 0x95: (ASCII, "RF Fixture 50mm")})),
              box(b"CMT4", block(meta.position()))]

    def track(place, data, width, height):
        entry = box(b"CRAW", bytes(6), struct.pack(">H16xHHIIIHHI32xHH", 1, width, height, 72 << 16, 72 << 16, 0, 1, 24, 0, 24, 0))
        return box(b"trak", box(b"mdia", box(b"minf", box(
            b"stbl", box(b"stsd", struct.pack(">II", 0, 1), entry), box(b"stsz", struct.pack(">III", 0, len(data), 1)),
            box(b"co64", struct.pack(">IIQ", 0, 1, place))))))

    def whole(place):
        head = box(b"ftyp", b"crx \0\0\0\1crx isom")
        moov = box(b"moov", box(b"uuid", CANON, box(b"CNCV", b"CanonCR3_001/00.09.00/00.00.00"), *blocks), track(place, jpeg, 160, 120),
                   track(place + len(jpeg), SENSOR, 640, 480))
        preview = box(b"uuid", PREVIEW, bytes(7) + b"\1", box(b"PRVW", bytes(6), struct.pack(">HHHI", 80, 60, 1, len(small)), small))
        return head + moov + box(b"uuid", XMP, meta.xmp()) + preview
    start = len(whole(0)) + 8
    return whole(start) + box(b"mdat", jpeg, SENSOR)


def make(book):
    photo = pictures.photograph(160, 120, 81)
    jpeg, small = cjpeg(photo, "-quality", 90), cjpeg(pictures.photograph(80, 60, 82), "-quality", 80)
    model, pixels, decoder = decode_jpeg(jpeg)
    described = insert(jpeg, segment(0xE1, EXIF + meta.exif_block(meta.camera(6), exif=meta.exposure(160, 120), thumbnail=small)))
    own = insert(jpeg, segment(0xE1, EXIF + meta.exif_block(meta.camera(1))))
    # The frame header of a lossless picture; its data are those of another one.
    lossless = small.replace(b"\xFF\xC0", b"\xFF\xC3", 1)

    def hand(name, data, tag="JpgFromRaw", inside=jpeg):
        def check(folder, path):
            found = run("exiftool", "-b", f"-{tag}", path)
            if found != inside:
                sys.exit(f"make-fixtures: raw {name}: ExifTool's {tag} has {len(found)} bytes of {len(inside)}")
        with_files(check, data, suffix="." + name.split(".")[-1])
        book.valid(f"raw/valid/{name}", data, "raw", model, pixels, f"{decoder}, {tag} of exiftool")

    hand("camera.nef", nef(jpeg, small))
    hand("camera.cr2", cr2(jpeg, small, lossless), "PreviewImage")
    hand("camera.arw", arw(jpeg, small), "PreviewImage")
    hand("camera.pef", pef(jpeg, small))
    hand("camera.orf", orf(jpeg), "PreviewImage")
    hand("camera.rw2", rw2(described), "JpgFromRaw", described)
    hand("camera.raf", raf(described), "PreviewImage", described)
    hand("camera.cr3", cr3(jpeg, small), "PreviewImage", small)
    hand("camera.dng", dng(jpeg), "PreviewImage")
    hand("own_orientation.dng", dng(own), "PreviewImage", own)
    small_model, small_pixels, _ = decode_jpeg(small)
    for name, data in [("mosaic", developed(small, "mosaic")), ("linear", developed(small, "linear")),
                       ("gray", developed(small, "gray")), ("wide_pixels", developed(small, "mosaic", (2, 1)))]:
        book.valid(f"raw/valid/{name}.dng", data, "raw", small_model, small_pixels, decoder)
    stamp_pixels = pictures.card(16, 12)
    book.valid("raw/valid/no_jpeg.dng", dng(b""), "raw", "rgb", stamp_pixels, "array")
    broken(book, jpeg, small, described)


def broken(book, jpeg, small, described):
    def bad(name, data, kind, why):
        book.bad(f"raw/broken/{name}", data, kind, why)

    plain = nef(jpeg, small)
    bad("truncated_in_header.nef", plain[:6], INVALID, "ends inside the header")
    bad("truncated_in_preview.cr3", cr3(jpeg, small)[:-len(SENSOR) - 2000], UNSEEN, "ends inside the large preview: the small one is whole")
    bad("truncated_in_preview.raf", raf(described)[:160 + len(described) * 2 // 3], WARNING, "ends inside the preview")
    bad("truncated_in_header.raf", raf(jpeg)[:90], INVALID, "ends inside the header")
    bad("no_jpeg.raf", raf(SENSOR), UNSUPPORTED, "the preview is not a JPEG file")
    bad("no_boxes.cr3", cr3(jpeg, small)[:24], UNSUPPORTED, "ends after the first box")
    file = Directories()
    bad("sensor_only.dng", file.finish(file.directory(sensor(file))), UNSUPPORTED, "data of the sensor alone")
    far = Directories()
    bad("preview_outside.arw", far.finish(far.directory(interchange(1 << 31, jpeg))), UNSUPPORTED, "the preview lies outside the file")
    bad("size_65500.nef", nef(jpeg.replace(struct.pack(">HH", 120, 160), struct.pack(">HH", 65500, 65500), 1), small), LIMIT, "a preview of 65500 x 65500 pixels")
