"""The valid PNG fixtures: most of them built from arrays, with every filter type, and some by Pillow,
ImageMagick, netpbm and optipng. Each one is read back by ImageMagick, which must agree with the array."""

import io
import struct
import sys
import zlib

import numpy as np
from PIL import Image, PngImagePlugin

from . import blocks
from . import metadata as meta
from . import pictures
from .book import as_rgba16, decode_png, pnm, run, with_files

SIGNATURE = b"\x89PNG\r\n\x1a\n"
GREY, RGB, PALETTE, GREY_ALPHA, RGBA = 0, 2, 3, 4, 6
ADAM7 = [(0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2)]


def chunk(kind, data, crc=None):
    checksum = zlib.crc32(kind + data) if crc is None else crc
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", checksum)


def header(width, height, depth, colour, interlace=0):
    return chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, depth, colour, 0, 0, interlace))


def pack_rows(samples, depth):
    """Rows of bytes from height x width x channels samples of `depth` bits."""
    height = samples.shape[0]
    flat = samples.reshape(height, -1)
    if depth == 16:
        return flat.astype(">u2").view(np.uint8).reshape(height, -1)
    if depth == 8:
        return flat.astype(np.uint8)
    bits = (flat[:, :, None] >> np.arange(depth - 1, -1, -1, dtype=np.uint64)) & 1
    return np.packbits(bits.reshape(height, -1).astype(np.uint8), axis=1)


def filtered(rows, step, filters):
    """The filtered rows; the filter types in `filters` take turns (PNG, clause 9)."""
    out, above = bytearray(), np.zeros(rows.shape[1], np.int64)
    for index, row in enumerate(rows.astype(np.int64)):
        left, corner = np.zeros_like(row), np.zeros_like(row)
        left[step:], corner[step:] = row[:-step], above[:-step]
        kind = filters[index % len(filters)]
        estimate = left + above - corner
        distances = np.stack([abs(estimate - left), abs(estimate - above), abs(estimate - corner)])
        paeth = np.choose(distances.argmin(axis=0), [left, above, corner])
        predicted = [np.zeros_like(row), left, above, (left + above) // 2, paeth][kind]
        out.append(kind)
        out += ((row - predicted) & 255).astype(np.uint8).tobytes()
        above = row
    return bytes(out)


def image_data(samples, depth, interlace=0, filters=(0, 1, 2, 3, 4)):
    """The bytes that the IDAT chunks hold, before compression."""
    step = max(samples.shape[2] * depth // 8, 1)
    if not interlace:
        return filtered(pack_rows(samples, depth), step, filters)
    out = b""
    for x, y, dx, dy in ADAM7:
        part = samples[y::dy, x::dx]
        if part.size:
            out += filtered(pack_rows(part, depth), step, filters)
    return out


def png(samples, depth, colour, before=(), after=(), interlace=0, idat=None, **options):
    """A whole file; `before` and `after` are chunks around the image data; `idat` is the size of the IDAT chunks."""
    samples = samples.reshape(samples.shape[0], samples.shape[1], -1)
    height, width, _ = samples.shape
    packed = zlib.compress(image_data(samples, depth, interlace, **options), 9)
    size = idat or len(packed)
    pieces = [chunk(b"IDAT", packed[i:i + size]) for i in range(0, len(packed), size)]
    return b"".join([SIGNATURE, header(width, height, depth, colour, interlace), *before, *pieces, *after, chunk(b"IEND", b"")])


def full_range(samples, depth):
    """Samples of `depth` bits as 8 bits (16 stay 16), scaled to the full range."""
    if depth == 16:
        return samples.astype(np.uint16)
    return (samples.astype(np.int64) * 255 // ((1 << depth) - 1)).astype(np.uint8)


def text(keyword, value):
    return chunk(b"tEXt", keyword.encode("latin-1") + b"\0" + value.encode("latin-1"))


def ztxt(keyword, value):
    return chunk(b"zTXt", keyword.encode("latin-1") + b"\0\0" + zlib.compress(value))


def itxt(keyword, value, packed=False, language="", translated=""):
    body = zlib.compress(value) if packed else value
    return chunk(b"iTXt", keyword.encode("latin-1") + b"\0" + bytes([packed, 0]) + language.encode() + b"\0"
                 + translated.encode() + b"\0" + body)


NONE, CLEAR, RESTORE = 0, 1, 2


def animation(width, height, depth, colour, frames, before=(), loops=0, still=None):
    """A file with an animation. A frame is: samples, x, y, numerator, denominator, disposal, whether it is drawn over. The
    first one is the still picture, too, unless there is another."""
    parts, sequence = [header(width, height, depth, colour), chunk(b"acTL", struct.pack(">II", len(frames), loops)), *before], 0

    def data(samples):
        return zlib.compress(image_data(samples.reshape(*samples.shape[:2], -1), depth))
    if still is not None:
        parts.append(chunk(b"IDAT", data(still)))
    for number, (samples, x, y, numerator, denominator, disposal, blends) in enumerate(frames):
        parts.append(chunk(b"fcTL", struct.pack(
            ">5I2H2B", sequence, samples.shape[1], samples.shape[0], x, y, numerator, denominator, disposal, blends)))
        sequence += 1
        packed = data(samples)
        if number == 0 and still is None:
            parts.append(chunk(b"IDAT", packed))
            continue
        for piece in (packed[:100], packed[100:]):
            parts.append(chunk(b"fdAT", struct.pack(">I", sequence) + piece))
            sequence += 1
    return SIGNATURE + b"".join(parts) + chunk(b"IEND", b"")


def animations(book, card):
    def hand(name, data, model, pixels, pages):
        with Image.open(io.BytesIO(data)) as picture:
            if picture.n_frames < pages:
                sys.exit(f"make-fixtures: png {name}: {pages} frames were written, Pillow sees {picture.n_frames}")
        book.valid(f"png/valid/{name}.png", data, "png", model, pixels, "array", pages)

    clear = pictures.translucent(61, 43)
    small = clear[5:25, 8:40]
    solid = small.copy()
    solid[:, :, 3] = 255
    hand("anim_disposal", animation(61, 43, 8, RGBA, [
        (clear, 0, 0, 1, 10, NONE, 0), (small, 3, 4, 40, 1000, RESTORE, 1), (solid, 20, 10, 7, 0, CLEAR, 1),
        (small, 12, 20, 3, 30, NONE, 0), (solid[:5, :6], 1, 1, 5, 100, NONE, 1)], loops=3), "rgba", clear, 5)
    other = pictures.card(61, 43, 7)
    hand("anim_rgb", animation(61, 43, 8, RGB, [
        (card, 0, 0, 100, 1000, NONE, 0), (other[:20, :30], 10, 11, 1, 4, NONE, 0)]), "rgb", card, 2)
    indices = (card.astype(int).sum(axis=2) * 16 // 766).astype(np.uint8)
    colours = np.random.RandomState(5).randint(0, 256, (16, 3)).astype(np.uint8)
    hand("anim_palette", animation(61, 43, 4, PALETTE, [
        (indices, 0, 0, 1, 10, NONE, 0), (indices[::-1][:30, :40], 2, 3, 2, 10, NONE, 0)],
        [chunk(b"PLTE", colours.tobytes())]), "rgb", colours[indices], 2)
    # The still picture is not a frame.
    hand("anim_hidden_still", animation(61, 43, 8, RGB, [
        (card, 0, 0, 1, 10, NONE, 0), (other, 0, 0, 2, 10, NONE, 0)], still=np.zeros_like(card)), "rgb", card, 2)
    wide = pictures.card16(61, 43, 3)
    hand("anim_rgb16", animation(61, 43, 16, RGB, [
        (wide, 0, 0, 1, 10, NONE, 0), (wide[:20, :20], 5, 5, 1, 10, NONE, 0)]), "rgb", wide, 2)


def make(book):
    def hand(name, data, model, pixels, suffix="png"):
        pixels = pixels.reshape(pixels.shape[0], pixels.shape[1], -1)
        if np.array_equal(decode_png(data), as_rgba16(model, pixels)):
            decoder = "array, imagemagick agrees"
        # ImageMagick treats a gamma of 1 as another colour space and converts.
        elif np.array_equal(np.asarray(Image.open(io.BytesIO(data))), pixels):
            decoder = "array, pillow agrees"
        else:
            sys.exit(f"make-fixtures: png {name}: the pixels that were written are not read back")
        book.valid(f"png/valid/{name}.{suffix}", data, "png", model, pixels, decoder)

    width, height = 61, 43
    for interlace, tail in [(0, ""), (1, "_interlaced")]:
        for depth in (1, 2, 4, 8, 16):
            grey = pictures.levels(width, height, depth)
            hand(f"gray{depth}{tail}", png(grey, depth, GREY, interlace=interlace), "gray", full_range(grey, depth))
        for depth, samples in [(8, pictures.card(width, height)), (16, pictures.card16(width, height, 3))]:
            hand(f"rgb{depth}{tail}", png(samples, depth, RGB, interlace=interlace), "rgb", full_range(samples, depth))
        for depth in (1, 2, 4, 8):
            index, palette = pictures.levels(width, height, depth), palette_of(1 << depth)
            data = png(index, depth, PALETTE, [chunk(b"PLTE", palette.tobytes())], interlace=interlace)
            hand(f"palette{depth}{tail}", data, "rgb", palette[index[:, :, 0].astype(int)])
        grey_alpha = pictures.translucent(width, height)[:, :, 2:]
        hand(f"gray_alpha8{tail}", png(grey_alpha, 8, GREY_ALPHA, interlace=interlace), "graya", grey_alpha)
        hand(f"gray_alpha16{tail}", png(pictures.card16(width, height, 2), 16, GREY_ALPHA, interlace=interlace), "graya",
             pictures.card16(width, height, 2))
        rgba = pictures.translucent(width, height)
        hand(f"rgba8{tail}", png(rgba, 8, RGBA, interlace=interlace), "rgba", rgba)
        hand(f"rgba16{tail}", png(pictures.card16(width, height, 4), 16, RGBA, interlace=interlace), "rgba",
             pictures.card16(width, height, 4))

    transparency(hand, width, height)
    for w, h in [(1, 1), (1, 7), (7, 1), (2, 3), (5, 5), (9, 17)]:
        samples = pictures.card(w, h)
        hand(f"size_{w}x{h}", png(samples, 8, RGB), "rgb", samples)
        hand(f"size_{w}x{h}_interlaced", png(samples, 8, RGB, interlace=1), "rgb", samples)
    bits = pictures.levels(1, 1, 1)
    hand("size_1x1_gray1", png(bits, 1, GREY), "gray", full_range(bits, 1))

    card = pictures.card(width, height)
    for number, kind in enumerate(["none", "sub", "up", "average", "paeth"]):
        hand(f"filter_{kind}", png(card, 8, RGB, filters=(number,)), "rgb", card)
    hand("idat_of_one_byte", png(pictures.card(9, 7), 8, RGB, idat=1), "rgb", pictures.card(9, 7))
    hand("idat_empty_chunks", png(card, 8, RGB, [chunk(b"IDAT", b"")], idat=300), "rgb", card)
    colour(hand, card)
    texts(hand, card)

    # A PNG by content, with the name of another format
    hand("png_named", png(card, 8, RGB), "rgb", card, suffix="jpg")
    other_writers(hand, card)
    animations(book, card)

    flat = pictures.constant(515, 387, (200, 60, 30))
    hand("flat_colour", png(flat, 8, RGB), "rgb", flat)
    hand("flat_gray16", png(np.full((211, 300, 1), 0x8001, np.uint16), 16, GREY), "gray", np.full((211, 300, 1), 0x8001, np.uint16))
    hand("gradient", png(pictures.gradient(1024, 96), 8, RGB), "rgb", pictures.gradient(1024, 96))
    hand("halftone", png(pictures.halftone(512, 512), 8, GREY), "gray", pictures.halftone(512, 512))
    hand("halftone_gray1", png(pictures.halftone(512, 512) // 255, 1, GREY), "gray", pictures.halftone(512, 512))
    hand("alpha_edge", png(pictures.alpha_edge(512, 320), 8, RGBA), "rgba", pictures.alpha_edge(512, 320))
    opaque = np.dstack([card, np.full(card.shape[:2], 255, np.uint8)])
    hand("rgba8_all_opaque", png(opaque, 8, RGBA), "rgba", opaque)
    photo = pictures.photograph(480, 360, 31)
    hand("photo_rgb", png(photo, 8, RGB, filters=(4,)), "rgb", photo)
    photo = pictures.photograph(320, 240, 32)
    hand("photo_rgb_interlaced", png(photo, 8, RGB, filters=(4,), interlace=1), "rgb", photo)


def palette_of(count):
    random = np.random.RandomState(count).randint(0, 256, (count, 3))
    random[0], random[-1] = (0, 0, 0), (255, 255, 255)
    return random.astype(np.uint8)


def transparency(hand, width, height):
    """tRNS with each colour type that may have it, with the key also beside values that differ only in low bits."""
    for depth in (1, 2, 4, 8, 16):
        grey = pictures.levels(width, height, depth)
        key = int(grey[5, 7, 0])
        alpha = np.where(grey == key, 0, 255 if depth < 16 else 65535)
        pixels = np.dstack([full_range(grey, depth), alpha.astype(full_range(grey, depth).dtype)])
        hand(f"gray{depth}_trns", png(grey, depth, GREY, [chunk(b"tRNS", struct.pack(">H", key))]), "graya", pixels)
    for depth, samples in [(8, pictures.card(width, height)), (16, pictures.card16(width, height, 3))]:
        samples = samples.copy()
        key = [230, 60, 40] if depth == 8 else [40000, 20000, 10000]
        samples[10:20, 10:30] = key
        samples[12, 12] = [key[0], key[1], key[2] + 1]
        alpha = np.where((samples == key).all(axis=2), 0, (1 << depth) - 1).astype(samples.dtype)
        hand(f"rgb{depth}_trns", png(samples, depth, RGB, [chunk(b"tRNS", struct.pack(">3H", *key))]), "rgba",
             np.dstack([samples, alpha]))
    for depth, given in [(1, 1), (2, 3), (4, 9), (8, 200)]:
        index, palette = pictures.levels(width, height, depth)[:, :, 0].astype(int), palette_of(1 << depth)
        alphas = np.full(1 << depth, 255, np.uint8)
        alphas[:given] = np.arange(given) * 255 // max(given, 2)
        data = png(index[:, :, None].astype(np.uint64), depth, PALETTE,
                   [chunk(b"PLTE", palette.tobytes()), chunk(b"tRNS", alphas[:given].tobytes())])
        hand(f"palette{depth}_trns", data, "rgba", np.column_stack([palette, alphas])[index])


def colour(hand, card):
    """Profiles, sRGB, gAMA and cHRM, pHYs, sBIT, bKGD, tIME; the samples stay as they are stored."""
    def iccp(name, profile):
        return chunk(b"iCCP", name + b"\0\0" + zlib.compress(profile))
    chrm = chunk(b"cHRM", struct.pack(">8I", 31270, 32900, 64000, 33000, 30000, 60000, 15000, 6000))
    wide = chunk(b"cHRM", struct.pack(">8I", 31270, 32900, 68000, 32000, 26500, 69000, 15000, 6000))
    grey = pictures.grey_card(card.shape[1], card.shape[0])
    for name, chunks in [
        ("iccp", [iccp(b"swapped", meta.icc_swapped())]), ("srgb", [chunk(b"sRGB", b"\1")]),
        ("srgb_gama_chrm", [chunk(b"sRGB", b"\0"), chunk(b"gAMA", struct.pack(">I", 45455)), chrm]),
        ("gama_chrm", [chunk(b"gAMA", struct.pack(">I", 45455)), wide]), ("gama_linear", [chunk(b"gAMA", struct.pack(">I", 100000))]),
        ("gama_only", [chunk(b"gAMA", struct.pack(">I", 55556))]), ("iccp_misfit_gray_profile", [iccp(b"grey", meta.icc_grey())]),
        ("phys_300_dpi", [chunk(b"pHYs", struct.pack(">IIB", 11811, 11811, 1))]),
        ("phys_aspect_2_1", [chunk(b"pHYs", struct.pack(">IIB", 2, 1, 0))]),
        ("sbit_bkgd_time", [chunk(b"sBIT", bytes([5, 6, 5])), chunk(b"bKGD", struct.pack(">3H", 255, 128, 0)),
                            chunk(b"tIME", struct.pack(">HBBBBB", 2024, 5, 6, 7, 8, 9))]),
        ("unknown_chunks", [chunk(b"prVt", b"private, ancillary"), chunk(b"cmSt", bytes(40))]),
    ]:
        hand(f"colour_{name}" if name[0] in "gis" and "bit" not in name else name, png(card, 8, RGB, chunks), "rgb", card)
    hand("colour_iccp_gray", png(grey[:, :, None], 8, GREY, [iccp(b"grey", meta.icc_grey())]), "gray", grey)
    wide16 = pictures.card16(61, 43, 3)
    hand("colour_iccp_rgb16", png(wide16, 16, RGB, [iccp(b"wide", meta.icc_wide())]), "rgb", wide16)


def texts(hand, card):
    """Text chunks of all three kinds, XMP, Exif, and the old way to carry Exif."""
    block = meta.exif_block(meta.camera(6), ">", meta.exposure(card.shape[1], card.shape[0]), meta.position())
    raw = b"Exif\0\0" + block
    old = f"\nexif\n{len(raw):8d}\n" + "\n".join(raw.hex()[i:i + 72] for i in range(0, 2 * len(raw), 72)) + "\n"
    datasets = blocks.iptc_full()
    iptc = f"\niptc\n{len(datasets):8d}\n" + "\n".join(datasets.hex()[i:i + 72] for i in range(0, 2 * len(datasets), 72)) + "\n"
    for name, before, after in [
        ("iptc_raw_profile", [ztxt("Raw profile type iptc", iptc.encode())], []),
        ("chunks_every", every_chunk(), []),
        ("text", [text("Title", "A title"), text("Author", "Gr\xfc\xdfe"), text("Software", "make-fixtures")], []),
        ("text_after_image", [], [text("Comment", "after the image data")]),
        ("text_packed", [ztxt("Comment", b"packed " * 200)], []),
        ("text_international", [itxt("Title", "Grüße, 写真".encode(), False, "de", "Titel"),
                                itxt("Description", "lang und gepackt ".encode() * 50, True, "de", "Beschreibung")], []),
        ("xmp", [itxt("XML:com.adobe.xmp", meta.xmp())], []),
        ("xmp_after_image", [], [itxt("XML:com.adobe.xmp", meta.xmp())]),
        ("exif", [chunk(b"eXIf", block)], []), ("exif_after_image", [], [chunk(b"eXIf", block)]),
        ("exif_with_prefix", [chunk(b"eXIf", raw)], []), ("exif_raw_profile", [ztxt("Raw profile type exif", old.encode())], []),
    ]:
        # ImageMagick applies no orientation by itself, so that the stored pixels are compared here too.
        hand(name, png(card, 8, RGB, before, after), "rgb", card)


def every_chunk():
    """Chunks of a fixed layout, with values that are all different."""
    return [
        chunk(b"gAMA", struct.pack(">I", 45455)), chunk(b"sRGB", b"\1"),
        chunk(b"cHRM", struct.pack(">8I", 31270, 32900, 68000, 32000, 26500, 69000, 15000, 6000)),
        chunk(b"cICP", bytes([12, 13, 0, 1])), chunk(b"sBIT", bytes([5, 6, 5])), chunk(b"bKGD", struct.pack(">3H", 255, 128, 0)),
        chunk(b"pHYs", struct.pack(">IIB", 11811, 5905, 1)), chunk(b"oFFs", struct.pack(">iiB", 10, 20, 1)), chunk(b"sTER", b"\1"),
        chunk(b"sCAL", b"\1" + b"0.5\0" + b"1.25"), chunk(b"acTL", struct.pack(">II", 1, 3)),
        chunk(b"sPLT", b"name\0\x08" + bytes(12)), chunk(b"tIME", struct.pack(">HBBBBB", 2024, 5, 6, 7, 8, 9)),
        text("Title", "Plain"), itxt("Title", "Grüße".encode(), False, "de", "Titel"), itxt("Title", b"Bonjour", True, "fr", "Titre"),
    ]


def other_writers(hand, card):
    """Files from other programs' encoders: Pillow, netpbm, ImageMagick and optipng."""
    out, info = io.BytesIO(), PngImagePlugin.PngInfo()
    info.add_text("Software", "Pillow")
    Image.fromarray(card).save(out, "PNG", pnginfo=info, dpi=(150, 150), icc_profile=meta.icc_wide(), optimize=True)
    hand("writer_pillow", out.getvalue(), "rgb", card)
    hand("writer_netpbm_interlaced", run("pnmtopng", "-quiet", "-interlace", "-force", input=pnm(card)), "rgb", card)
    wide = pictures.card16(61, 43, 3)
    hand("writer_netpbm_rgb16", run("pnmtopng", "-quiet", input=pnm(wide)), "rgb", wide)
    strip = ["-strip", "-define", "png:exclude-chunks=date,time"]
    hand("writer_imagemagick", run("convert-im6.q16", "ppm:-", *strip, "png24:-", input=pnm(card)), "rgb", card)

    def optimise(folder, path):
        run("optipng", "-quiet", "-o2", "-i1", "-out", folder / "out.png", path)
        return (folder / "out.png").read_bytes()
    rgba = pictures.translucent(61, 43)
    hand("writer_optipng_interlaced", with_files(optimise, png(rgba, 8, RGBA)), "rgba", rgba)
