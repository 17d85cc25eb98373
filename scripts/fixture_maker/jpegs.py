"""The valid JPEG fixtures, written by cjpeg, jpegtran and Pillow, and by hand where these cannot make a variant."""

import hashlib
import io
import struct

import numpy as np
from PIL import Image

from . import blocks
from . import metadata as meta
from . import pictures
from .book import decode_jpeg, pnm, run, with_files

EXIF, XMP = b"Exif\0\0", b"http://ns.adobe.com/xap/1.0/\0"


def cjpeg(array, *options):
    return run("cjpeg", *options, input=pnm(array))


def jpegtran(data, *options):
    return run("jpegtran", *options, input=data)


def segment(marker, payload):
    return struct.pack(">BBH", 0xFF, marker, len(payload) + 2) + payload


def segments(data):
    """The marker segments before the first scan as (marker, start, end); the last one is SOS."""
    found, position = [], 2
    while True:
        marker, length = data[position + 1], struct.unpack_from(">H", data, position + 2)[0]
        found.append((marker, position, position + 2 + length))
        position += 2 + length
        if marker == 0xDA:
            return found


def insert(data, *parts):
    """Puts segments after SOI and the JFIF segment."""
    first = segments(data)[0]
    at = first[2] if first[0] == 0xE0 else 2
    return data[:at] + b"".join(parts) + data[at:]


def without(data, *markers):
    """Drops the segments before the first scan that carry one of `markers`."""
    out, last = data[:2], 2
    for marker, start, end in segments(data):
        if marker not in markers:
            out += data[start:end]
        last = end
    return out + data[last:]


def frame_at(data):
    """The offset of the SOFn segment."""
    return next(start for marker, start, _ in segments(data) if 0xC0 <= marker <= 0xCF and marker not in (0xC4, 0xC8, 0xCC))


def icc_segments(profile, size):
    pieces = [profile[i:i + size] for i in range(0, len(profile), size)]
    return [segment(0xE2, b"ICC_PROFILE\0" + bytes([n + 1, len(pieces)]) + p) for n, p in enumerate(pieces)]


def cmyk_jpeg(array, **options):
    """Four components without colour conversion, as Pillow writes it: Adobe marker, transform 0, inverted values."""
    out = io.BytesIO()
    Image.fromarray(array, "CMYK").save(out, "JPEG", quality=90, **options)
    return out.getvalue()


def ycck_samples(cmyk):
    """The samples of an Adobe YCCK file for ink amounts `cmyk`, stored as if they were CMYK (so inverted again)."""
    stored = 255 - cmyk.astype(np.int64)
    red, green, blue = (stored[:, :, i] for i in range(3))
    y = (19595 * red + 38470 * green + 7471 * blue + 32768) >> 16
    cb = ((-11059 * red - 21709 * green + 32768 * blue + 32768) >> 16) + 128
    cr = ((32768 * red - 27439 * green - 5329 * blue + 32768) >> 16) + 128
    # libjpeg's YCCK holds the complement of its CMYK, so R, G, B are 255 minus the stored C, M, Y.
    y, cb, cr = 255 - y, 256 - cb, 256 - cr
    return np.clip(np.dstack([y, cb, cr, stored[:, :, 3]]), 0, 255).astype(np.uint8)


def inks(width, height):
    p = pictures.card(width, height).astype(np.int64)
    black = 255 - p.max(axis=2)
    return np.dstack([255 - p[:, :, i] - black for i in range(3)] + [black]).astype(np.uint8)


def oriented(upright, orientation):
    """The stored array that orientation turns into `upright`."""
    return {1: lambda a: a, 2: lambda a: a[:, ::-1], 3: lambda a: a[::-1, ::-1], 4: lambda a: a[::-1],
            5: lambda a: a.transpose(1, 0, 2), 6: lambda a: np.rot90(a, 1), 7: lambda a: np.rot90(a, 2).transpose(1, 0, 2),
            8: lambda a: np.rot90(a, 3)}[orientation](upright).copy()


def make(book):
    def jpeg(name, data):
        model, pixels, decoder = decode_jpeg(data)
        book.valid(f"jpeg/valid/{name}.jpg", data, "jpeg", model, pixels, decoder)

    card, grey = pictures.card(67, 45), pictures.grey_card(67, 45)
    jpeg("gray", cjpeg(grey, "-quality", 90))
    jpeg("gray_progressive", cjpeg(grey, "-quality", 85, "-progressive"))
    for name, sampling in [("444", "1x1"), ("422", "2x1"), ("420", "2x2"), ("440", "1x2"), ("411", "4x1"), ("410", "4x2")]:
        jpeg(f"ycbcr_{name}", cjpeg(card, "-quality", 88, "-sample", sampling))
    jpeg("ycbcr_420_odd_chroma", cjpeg(card, "-quality", 88, "-sample", "2x2,1x2,2x1"))
    jpeg("ycbcr_420_progressive", cjpeg(card, "-quality", 88, "-sample", "2x2", "-progressive"))
    jpeg("ycbcr_444_progressive", cjpeg(card, "-quality", 88, "-sample", "1x1", "-progressive"))
    jpeg("ycbcr_420_optimised", cjpeg(card, "-quality", 80, "-optimize"))
    jpeg("ycbcr_420_quality_1_16bit_tables", cjpeg(card, "-quality", 1))
    jpeg("ycbcr_420_quality_100", cjpeg(card, "-quality", 100, "-sample", "2x2"))
    jpeg("rgb_adobe_0", cjpeg(card, "-quality", 90, "-rgb"))
    rgb = cjpeg(card, "-quality", 90, "-rgb", "-sample", "1x1")
    jpeg("rgb_component_letters", without(rgb, 0xEE))
    jpeg("rgb_progressive", cjpeg(card, "-quality", 90, "-rgb", "-progressive"))
    plain = cjpeg(card, "-quality", 85)
    jpeg("ycbcr_no_jfif_no_adobe", without(plain, 0xE0))
    jpeg("ycbcr_adobe_1", insert(without(plain, 0xE0), segment(0xEE, b"Adobe\0\x64\0\0\0\0\1")))
    jpeg("arithmetic", cjpeg(card, "-quality", 88, "-arithmetic"))
    jpeg("arithmetic_progressive", cjpeg(card, "-quality", 88, "-arithmetic", "-progressive"))
    jpeg("arithmetic_gray_restart", cjpeg(grey, "-quality", 88, "-arithmetic", "-restart", "1"))
    jpeg("restart_each_row", cjpeg(card, "-quality", 88, "-restart", "1"))
    jpeg("restart_each_3_blocks", cjpeg(card, "-quality", 88, "-restart", "3B"))
    jpeg("restart_progressive", cjpeg(card, "-quality", 88, "-restart", "2B", "-progressive"))
    jpeg("scans_one_per_component", with_files(
        lambda _, scans: cjpeg(card, "-quality", 88, "-scans", scans), b"0;\n1;\n2;\n"))
    jpeg("progressive_dc_per_component", with_files(
        lambda _, scans: cjpeg(card, "-quality", 88, "-scans", scans),
        b"0: 0-0, 0, 1;\n1: 0-0, 0, 1;\n2: 0-0, 0, 1;\n0: 1-63, 0, 0;\n1: 1-63, 0, 0;\n2: 1-63, 0, 0;\n"
        b"0: 0-0, 1, 0;\n1: 0-0, 1, 0;\n2: 0-0, 1, 0;\n"))
    jpeg("progressive_dc_only_first", with_files(
        lambda _, scans: cjpeg(pictures.card(160, 112), "-quality", 88, "-sample", "2x2", "-scans", scans),
        b"0 1 2: 0-0, 0, 2;\n0: 1-5, 0, 0;\n1: 1-63, 0, 0;\n2: 1-63, 0, 0;\n0: 6-63, 0, 0;\n"
        b"0 1 2: 0-0, 2, 1;\n0 1 2: 0-0, 1, 0;\n"))
    for width, height in [(1, 1), (1, 9), (9, 1), (7, 5), (17, 13), (16, 16), (33, 31), (8, 300)]:
        jpeg(f"size_{width}x{height}", cjpeg(pictures.card(width, height), "-quality", 90))
    jpeg("size_17x13_progressive", cjpeg(pictures.card(17, 13), "-quality", 90, "-progressive"))
    jpeg("size_1x1_gray", cjpeg(pictures.grey_card(1, 1), "-quality", 90))

    # Four components
    ink = inks(67, 45)
    adobe = without(cmyk_jpeg(ink), 0xE0)
    jpeg("cmyk_adobe_0", adobe)
    jpeg("cmyk_progressive", cmyk_jpeg(ink, progressive=True))
    # Without the marker the standard does not define ink; here 0 is no ink. Pillow, vips and ImageMagick invert anyway.
    book.valid("jpeg/valid/cmyk_no_marker.jpg", without(cmyk_jpeg(255 - ink), 0xE0, 0xEE), "jpeg", None, None,
               "decoders disagree with the absent marker", size=(67, 45))
    ycck = without(cmyk_jpeg(255 - ycck_samples(ink)), 0xE0)
    at = ycck.index(b"Adobe")
    ycck = ycck[:at + 11] + b"\2" + ycck[at + 12:]
    jpeg("ycck_adobe_2", ycck)
    jpeg("ycck_adobe_2_progressive", jpegtran(ycck, "-copy", "all", "-progressive"))
    jpeg("cmyk_icc", insert(adobe, *icc_segments(meta.icc_cmyk(), 65519)))

    # Metadata
    jpeg("icc_one_piece", insert(plain, *icc_segments(meta.icc_swapped(), 65519)))
    jpeg("icc_three_pieces", insert(plain, *icc_segments(meta.icc_swapped(), 200)))
    jpeg("icc_pieces_out_of_order", insert(plain, *reversed(icc_segments(meta.icc_wide(), 200))))
    jpeg("icc_70_kb", insert(plain, *icc_segments(meta.icc_wide(padding=70_000), 65519)))
    jpeg("icc_gray", insert(cjpeg(grey, "-quality", 85), *icc_segments(meta.icc_grey(), 65519)))
    jpeg("icc_misfit_rgb_profile_in_gray", insert(cjpeg(grey, "-quality", 85), *icc_segments(meta.icc_wide(), 65519)))
    jpeg("icc_misfit_gray_profile_in_rgb", insert(plain, *icc_segments(meta.icc_grey(), 65519)))
    upright = pictures.card(64, 48)
    for orientation in range(1, 9):
        stored = oriented(upright, orientation)
        block = meta.exif_block({0x0112: (meta.SHORT, orientation)}, "<" if orientation % 2 else ">")
        jpeg(f"orientation_{orientation}", insert(cjpeg(stored, "-quality", 95, "-sample", "1x1"), segment(0xE1, EXIF + block)))
    for name, order in [("little", "<"), ("big", ">")]:
        block = meta.exif_block(meta.camera(), order, meta.exposure(67, 45), meta.position(),
                                interop={1: (meta.ASCII, "R98"), 2: (meta.UNDEFINED, b"0100")})
        jpeg(f"exif_gps_{name}_endian", insert(without(plain, 0xE0), segment(0xE1, EXIF + block)))
    photo = pictures.photograph(640, 480, 21)
    preview = cjpeg(np.asarray(Image.fromarray(photo).resize((160, 120), Image.BOX)), "-quality", 75)
    block = meta.exif_block(meta.camera(6), ">", meta.exposure(640, 480), thumbnail=without(preview, 0xE0))
    jpeg("exif_thumbnail", insert(without(cjpeg(photo, "-quality", 80), 0xE0), segment(0xE1, EXIF + block)))
    jpeg("xmp", insert(plain, segment(0xE1, XMP + meta.xmp())))
    jpeg("xmp_extended", insert(plain, *extended_xmp()))
    jpeg("iptc", insert(plain, segment(0xED, b"Photoshop 3.0\0" + meta.photoshop((0x0404, meta.iptc())))))
    jpeg("everything", insert(
        plain, segment(0xE1, EXIF + meta.exif_block(meta.camera(3), "<", meta.exposure(67, 45), meta.position())),
        segment(0xE1, XMP + meta.xmp()), segment(0xED, b"Photoshop 3.0\0" + meta.photoshop((0x0404, meta.iptc()))),
        *icc_segments(meta.icc_wide(), 65519), segment(0xFE, b"a comment")))
    jpeg("comments", insert(plain, segment(0xFE, b"first comment"), segment(0xFE, "zweiter, in UTF-8: Grüße".encode()),
                            segment(0xFE, b"")))
    dpi = plain[:13] + struct.pack(">BHH", 1, 300, 150) + plain[18:]
    jpeg("jfif_300x150_dpi", dpi)
    jpeg("jfif_118_per_cm", plain[:13] + struct.pack(">BHH", 2, 118, 118) + plain[18:])
    jpeg("jfif_aspect_2_1", plain[:13] + struct.pack(">BHH", 0, 2, 1) + plain[18:])
    jpeg("fill_bytes_and_trailer", fill_bytes(plain) + b"data after the end of the image")
    jpeg("mpf_two_images", mpf(plain, cjpeg(pictures.card(32, 24), "-quality", 80)))

    metadata_blocks(jpeg, plain)

    # Correctness pictures
    jpeg("flat_gray_128", cjpeg(pictures.constant(300, 211, (128,)), "-quality", 95))
    jpeg("flat_colour", cjpeg(pictures.constant(515, 387, (200, 60, 30)), "-quality", 95))
    jpeg("gradient", cjpeg(pictures.gradient(1024, 96), "-quality", 95))
    jpeg("halftone", cjpeg(pictures.halftone(256, 256), "-quality", 100))

    # Photograph-like ones
    landscape = pictures.photograph(1024, 768, 3)
    jpeg("photo_landscape_420", cjpeg(landscape, "-quality", 85))
    jpeg("photo_landscape_444", cjpeg(pictures.photograph(800, 533, 4), "-quality", 90, "-sample", "1x1"))
    jpeg("photo_landscape_progressive", cjpeg(pictures.photograph(1024, 683, 5), "-quality", 85, "-progressive"))
    jpeg("photo_portrait_422", cjpeg(pictures.photograph(600, 900, 6), "-quality", 85, "-sample", "2x1"))
    grey_photo = (pictures.photograph(900, 600, 7).astype(np.int64) @ np.array([299, 587, 114]) // 1000).astype(np.uint8)
    jpeg("photo_gray", cjpeg(grey_photo, "-quality", 85))
    large = cjpeg(pictures.photograph(2048, 1536, 8), "-quality", 75)
    jpeg("photo_large_420", large)
    jpeg("photo_phone", phone())


def metadata_blocks(jpeg, plain):
    """One of everything that IPTC, Photoshop, ICC, JFXX and Save for Web write."""
    photoshop = b"Photoshop 3.0\0"
    small = cjpeg(pictures.card(16, 12), "-quality", 70)
    for name, records in [("iptc_every_dataset", blocks.iptc_full()), ("iptc_extended_latin1", blocks.iptc_long_caption())]:
        jpeg(name, insert(plain, segment(0xED, photoshop + meta.photoshop((0x0404, records)))))
    resources = blocks.photoshop_full(small)
    jpeg("photoshop_every_resource", insert(plain, segment(0xED, photoshop + resources)))
    cut = resources.index(small) + 100
    jpeg("photoshop_two_segments", insert(plain, segment(0xED, photoshop + resources[:cut]), segment(0xED, photoshop + resources[cut:])))
    jpeg("icc_every_tag", insert(plain, *icc_segments(blocks.icc_full(), 65519)))
    jpeg("jfxx_jpeg", insert(plain, segment(0xE0, blocks.jfxx(0x10, small))))
    jpeg("jfxx_palette", insert(plain, segment(0xE0, blocks.jfxx(0x11, bytes([4, 3]) + bytes(range(256)) * 3 + bytes(12)))))
    jpeg("jfxx_rgb", insert(plain, segment(0xE0, blocks.jfxx(0x13, bytes([4, 3]) + bytes(range(36))))))
    jpeg("ducky", insert(plain, segment(0xEC, blocks.ducky(60, "A comment"))))


def extended_xmp():
    """A main packet that names an extended one by its MD5, which follows in two pieces."""
    extended = meta.xmp("Extended", ' xmp:Label="' + "long " * 400 + '"')
    guid = hashlib.md5(extended).hexdigest().upper()
    main = meta.xmp("Main", f' xmlns:xmpNote="http://ns.adobe.com/xmp/note/" xmpNote:HasExtendedXMP="{guid}"')
    half = len(extended) // 2
    pieces = [segment(0xE1, b"http://ns.adobe.com/xmp/extension/\0" + guid.encode()
                      + struct.pack(">II", len(extended), at) + extended[at:at + half + 1])
              for at in (0, half + 1)]
    return [segment(0xE1, XMP + main), *pieces]


def fill_bytes(data):
    """Two fill bytes before each marker segment (T.81, B.1.1.2)."""
    out = data[:2]
    found = segments(data)
    for _, start, end in found:
        out += b"\xFF\xFF" + data[start:end]
    return out + data[found[-1][2]:]


def mpf(first, second):
    """A second image after the first one's end, found through a Multi-Picture Format index (CIPA DC-007)."""
    def index(size, offset):
        entries = struct.pack("<IIIHH", 0x20030000, size, 0, 0, 0) + struct.pack("<IIIHH", 0x00010001, len(second), offset, 0, 0)
        return b"MPF\0" + b"II*\0" + struct.pack("<IH", 8, 3) + struct.pack("<HHI4s", 0xB000, 7, 4, b"0100") + \
            struct.pack("<HHII", 0xB001, 4, 1, 2) + struct.pack("<HHII", 0xB002, 7, 32, 50) + struct.pack("<I", 0) + entries
    size = len(insert(first, segment(0xE2, index(0, 0))))
    base = segments(first)[0][2] + 4 + 4
    return insert(first, segment(0xE2, index(size, size - base))) + second


def phone():
    """A picture as from a telephone held upright: rotated rows and orientation 6, which turns them clockwise to
    a picture of 960x1280; Exif with a thumbnail and a position, a wide profile, 4:2:0."""
    photo = np.ascontiguousarray(np.rot90(pictures.photograph(960, 1280, 9)))
    preview = without(cjpeg(np.asarray(Image.fromarray(photo).resize((320, 240), Image.BOX)), "-quality", 75), 0xE0)
    block = meta.exif_block(meta.camera(6), ">", meta.exposure(1280, 960), meta.position(), thumbnail=preview)
    return insert(without(cjpeg(photo, "-quality", 82), 0xE0), segment(0xE1, EXIF + block), *icc_segments(meta.icc_wide(), 65519))
