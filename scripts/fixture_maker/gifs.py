"""The GIF fixtures, built from arrays block by block, and some by Pillow and ImageMagick. Pillow reads each one back."""

import io
import struct
import sys

import numpy as np
from PIL import Image

from . import metadata as meta
from . import pictures
from .book import pnm, run

INVALID, LIMIT, WARNING, UNSEEN = "invalidData", "limitExceeded", "warning", "unseen"
NONE, CLEAR, RESTORE = 1, 2, 3


def lzw(indices, size):
    """LZW codes of an array of indices (GIF89a, appendix F), in sub-blocks, after the byte of the code size."""
    clear, end = 1 << size, (1 << size) + 1
    bits, filled, out = 0, 0, bytearray()
    table, width = {}, size + 1

    def put(code):
        nonlocal bits, filled
        bits |= code << filled
        filled += width
        while filled >= 8:
            out.append(bits & 255)
            bits >>= 8
            filled -= 8
    put(clear)
    table, prefix = {(n,): n for n in range(clear)}, ()
    following = end + 1
    for index in indices:
        longer = prefix + (int(index),)
        if longer in table:
            prefix = longer
            continue
        put(table[prefix])
        if following < 4096:
            table[longer] = following
            if following == 1 << width:
                width += 1
            following += 1
        else:
            put(clear)
            table, width, following = {(n,): n for n in range(clear)}, size + 1, end + 1
        prefix = (int(index),)
    put(table[prefix])
    put(end)
    if filled:
        out.append(bits & 255)
    return bytes([size]) + blocks(bytes(out))


def blocks(data):
    return b"".join(bytes([len(data[i:i + 255])]) + data[i:i + 255] for i in range(0, len(data), 255)) + b"\0"


def table_bits(palette):
    return max(1, (len(palette) - 1).bit_length())


def table(palette):
    data = palette.astype(np.uint8).tobytes()
    return data + bytes(3 * (1 << table_bits(palette)) - len(data))


def control(delay=0, disposal=0, transparent=None):
    return b"\x21\xF9\x04" + struct.pack("<BHBB", disposal << 2 | (transparent is not None), delay, transparent or 0, 0)


def image(indices, x=0, y=0, palette=None, interlaced=False, size=None):
    height, width = indices.shape
    flags = (0x80 | table_bits(palette) - 1 if palette is not None else 0) | (0x40 if interlaced else 0)
    rows = [*range(0, height, 8), *range(4, height, 8), *range(2, height, 4), *range(1, height, 2)] if interlaced else range(height)
    size = size or max(2, table_bits(palette) if palette is not None else int(indices.max()).bit_length())
    return b"\x2C" + struct.pack("<4HB", x, y, width, height, flags) + (table(palette) if palette is not None else b"") \
        + lzw(indices[list(rows)].reshape(-1), size)


def application(name, data):
    return b"\x21\xFF\x0B" + name + data


LOOP = application(b"NETSCAPE2.0", b"\x03\x01" + struct.pack("<H", 3) + b"\0")


def gif(width, height, palette, *parts, version=b"89a", aspect=0, background=0):
    flags = 0x80 | 0x70 | table_bits(palette) - 1 if palette is not None else 0x70
    return b"GIF" + version + struct.pack("<HHBBB", width, height, flags, background, aspect) \
        + (table(palette) if palette is not None else b"") + b"".join(parts) + b"\x3B"


def coloured(width, height, count, seed=1):
    """Indices and a palette of a picture with `count` colours."""
    flat = pictures.card(width, height, seed).astype(int).sum(axis=2) * count // 766
    random = np.random.RandomState(count + seed).randint(0, 256, (count, 3))
    random[0], random[-1] = (0, 0, 0), (255, 255, 255)
    return flat.astype(np.uint8), random


def make(book):
    def hand(name, data, pixels, pages=1, suffix="gif", is_covered=True):
        with Image.open(io.BytesIO(data)) as picture:
            read = np.asarray(picture.convert("RGBA" if pixels.shape[2] == 4 else "RGB"))
        # Pillow fills the pixels that no frame covers with the background colour.
        decoder = "array, pillow agrees" if is_covered else "array"
        if is_covered and (read.shape != pixels.shape or not np.array_equal(read, pixels)):
            sys.exit(f"make-fixtures: gif {name}: the pixels that were written are not read back")
        book.valid(f"gif/valid/{name}.{suffix}", data, "gif", "rgba" if pixels.shape[2] == 4 else "rgb",
                   pixels.astype(np.uint8), decoder, pages)

    for count in (2, 3, 16, 200, 256):
        indices, palette = coloured(61, 43, count)
        hand(f"colours_{count}", gif(61, 43, palette, image(indices)), palette[indices])
        hand(f"colours_{count}_interlaced", gif(61, 43, palette, image(indices, interlaced=True)), palette[indices])
    for width, height in [(1, 1), (1, 7), (7, 1), (2, 3), (9, 17)]:
        indices, palette = coloured(width, height, 5)
        hand(f"size_{width}x{height}", gif(width, height, palette, image(indices)), palette[indices])
    indices, palette = coloured(61, 43, 16)
    card = palette[indices]
    hand("version_87a", gif(61, 43, palette, image(indices), version=b"87a"), card)
    hand("local_table", gif(61, 43, None, image(indices, palette=palette)), card)
    other = np.roll(palette, 3, axis=0)
    hand("local_and_global_table", gif(61, 43, other, image(indices, palette=palette)), card)
    clear = np.dstack([card, np.where(indices == 5, 0, 255)])
    clear[indices == 5] = 0
    hidden = palette.copy()
    hidden[5] = 0
    hand("transparent", gif(61, 43, hidden, control(transparent=5), image(indices)), clear)
    photo = pictures.photograph(320, 240, 61)
    with Image.fromarray(photo) as picture:
        reduced = picture.quantize(256)
    levels, colours = np.asarray(reduced), np.array(reduced.getpalette()).reshape(-1, 3)
    hand("photo_dictionary_full", gif(320, 240, colours, image(levels, size=8)), colours[levels])
    hand("aspect_2_1", gif(61, 43, palette, image(indices), aspect=113), card)
    hand("trailing_bytes", gif(61, 43, palette, image(indices)) + b"after the end", card)
    hand("gif_named", gif(61, 43, palette, image(indices)), card, suffix="png")
    hand("comment", gif(61, 43, palette, b"\x21\xFE" + blocks(b"A comment, " * 40), image(indices)), card)
    packet = meta.xmp()
    xmp = application(b"XMP DataXMP", packet + b"\1" + bytes(range(255, -1, -1)) + b"\0")
    hand("xmp", gif(61, 43, palette, xmp, image(indices)), card)
    hand("iccp", gif(61, 43, palette, application(b"ICCRGBG1012", blocks(meta.icc_swapped())), image(indices)), card)
    hand("unknown_extensions", gif(61, 43, palette, application(b"PRIVATE 1.0", blocks(b"private")), b"\x21\x77" + blocks(b"?"),
                                   image(indices)), card)
    animations(hand, indices, palette)
    out = io.BytesIO()
    reduced.save(out, "GIF")
    hand("writer_pillow", out.getvalue(), colours[levels])
    data = run("convert-im6.q16", "ppm:-", "-strip", "gif:-", input=pnm(card.astype(np.uint8)))
    hand("writer_imagemagick", data, card)
    broken(book, indices, palette)


def animations(hand, indices, palette):
    """Frames with each disposal. The first screen is page 0."""
    card = palette[indices]
    small = indices[:20, :30]
    parts = [control(10, NONE), image(indices), control(20, RESTORE, 3), image(small, 5, 7), control(30, NONE, 3), image(small, 30, 22)]
    hand("anim_restore", gif(61, 43, palette, LOOP, *parts), card, pages=3)
    screen = np.zeros((43, 61, 4), np.uint8)
    screen[7:27, 5:35] = np.dstack([palette[small], np.full(small.shape, 255)])
    parts = [control(10, CLEAR), image(small, 5, 7), control(5, NONE), image(small, 30, 22, palette=np.roll(palette, 2, axis=0))]
    hand("anim_clear", gif(61, 43, palette, *parts), screen, pages=2, is_covered=False)


def broken(book, indices, palette):
    def bad(name, data, kind, why):
        book.bad(f"gif/broken/{name}.gif", data, kind, why)

    photo = pictures.photograph(160, 120, 62)
    with Image.fromarray(photo) as picture:
        reduced = picture.quantize(64)
    levels, colours = np.asarray(reduced), np.array(reduced.getpalette()).reshape(-1, 3)[:64]
    plain = gif(160, 120, colours, image(levels, size=6))
    start = 13 + 3 * 64 + 11
    bad("signature_only", plain[:6], INVALID, "the signature and nothing else")
    bad("truncated_in_table", plain[:100], INVALID, "ends inside the colour table")
    bad("truncated_in_descriptor", plain[:start - 5], INVALID, "ends inside the image descriptor")
    bad("truncated_before_data", plain[:start], INVALID, "ends before the data")
    for sixteenth in (4, 8, 12, 15):
        bad(f"truncated_at_{sixteenth}_16", plain[:start + (len(plain) - start) * sixteenth // 16], WARNING, "ends inside the data")
    bad("no_trailer", plain[:-1], WARNING, "the picture is whole, the trailer is missing")
    bad("no_picture", gif(160, 120, colours), INVALID, "a screen without a picture")
    bad("size_0", gif(160, 120, colours, b"\x2C" + struct.pack("<4HB", 0, 0, 0, 5, 0) + lzw(levels[:1].reshape(-1), 6)), INVALID, "a picture 0 pixels wide")
    bad("code_size_12", plain[:start - 1] + b"\x0C" + plain[start:], INVALID, "codes begin with 12 bits")
    bad("codes_damaged", plain[:start + 1] + b"\xFF" * 40 + plain[start + 41:], INVALID, "the first codes are changed")
    bad("garbage_between_blocks", gif(61, 43, palette, image(indices), b"garbage"), WARNING, "bytes that are no block after the picture")
    bad("second_frame_cut", gif(61, 43, palette, image(indices), image(indices))[:-200], WARNING, "ends inside the second frame")
    bad("screen_65535", gif(65535, 65535, palette, image(indices)), LIMIT, "a screen of 65535 x 65535 pixels")
    bad("frame_far_away", gif(61, 43, palette, image(indices, 65000, 65000)), LIMIT, "the first picture lies at 65000, 65000")
    xmp = application(b"XMP DataXMP", meta.xmp()[:300] + b"\0")
    bad("metadata_xmp_cut", gif(61, 43, palette, xmp, image(indices)), INVALID,
        "the XMP packet has no trailer: its letters are taken for lengths, which lead beyond the picture")
    bad("icc_garbage", gif(61, 43, palette, application(b"ICCRGBG1012", blocks(bytes(range(200)))), image(indices)), WARNING, "the ICC profile is not one")
