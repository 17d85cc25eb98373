"""The fixtures of BMP and ICO, built from arrays field by field, and some by Pillow and ImageMagick. Pillow reads back
those of its kinds."""

import io
import struct
import sys

import numpy as np
from PIL import Image

from . import metadata as meta
from . import pictures
from .book import pnm, run
from .gifs import coloured

INVALID, UNSUPPORTED, LIMIT, WARNING = "invalidData", "unsupported", "limitExceeded", "warning"
DEFAULT_MASKS = {16: (0x7C00, 0x3E0, 0x1F, 0), 32: (0xFF0000, 0xFF00, 0xFF, 0)}


def packed(indices, bits):
    """Rows of indices of 1, 2, 4 or 8 bits, each a multiple of 4 bytes."""
    height, width = indices.shape
    each = 8 // bits
    wide = np.zeros((height, (width + each - 1) // each * each), np.uint8)
    wide[:, :width] = indices
    bytes_ = sum(wide[:, n::each].astype(int) << (8 - bits * (n + 1)) for n in range(each)).astype(np.uint8)
    return padded(bytes_)


def padded(rows):
    height, width = rows.shape
    out = np.zeros((height, (width + 3) // 4 * 4), np.uint8)
    out[:, :width] = rows
    return out


def masked(pixels, masks, bits):
    """Rows of numbers with the top bits of each channel, and the pixels that they stand for."""
    numbers, shown = np.zeros(pixels.shape[:2], np.uint32), np.zeros_like(pixels)
    for channel in range(pixels.shape[2]):
        mask = masks[channel]
        shift, width = (mask & -mask).bit_length() - 1, bin(mask).count("1")
        top = (1 << width) - 1
        values = pixels[:, :, channel].astype(np.uint32) >> (8 - width) if width <= 8 else \
            (pixels[:, :, channel].astype(np.uint32) * top + 127) // 255
        numbers |= values << shift
        # Of wider channels the highest 8 bits are used.
        shown[:, :, channel] = (values * 255 + top // 2) // top if width <= 8 else values >> (width - 8)
    stored = numbers.astype("<u4" if bits == 32 else "<u2")
    return padded(stored.view(np.uint8).reshape(pixels.shape[0], -1)), shown


def bgr(pixels):
    return padded(pixels[:, :, ::-1].reshape(pixels.shape[0], -1))


def runs(indices, bits, delta=False):
    """RLE8 or RLE4 (`bits`), rows from the bottom. Pieces of 3 and more different indices are stored as they are."""
    out = bytearray()
    if delta:
        out += b"\0\2\0\1"
        indices = indices[:-1]
    for row in indices[::-1]:
        x = 0
        while x < len(row):
            count = 1
            while x + count < len(row) and count < 255 and row[x + count] == row[x]:
                count += 1
            piece = row[x:x + 7]
            if count < 3 and len(piece) > 2:
                data = piece.tobytes() if bits == 8 else bytes(
                    int(piece[n]) << 4 | int(piece[n + 1] if n + 1 < len(piece) else 0) for n in range(0, len(piece), 2))
                out += bytes([0, len(piece)]) + data + bytes(len(data) % 2)
                x += len(piece)
            else:
                out += bytes([count, int(row[x]) * (1 if bits == 8 else 17)])
                x += count
        out += b"\0\0"
    return bytes(out) + b"\0\1"


def header(length, width, height, bits, compression=0, size=0, colours=0, masks=(), space=b"", profile=(0, 0), intent=4):
    if length == 12:
        return struct.pack("<IHHHH", 12, width, height, 1, bits)
    out = struct.pack("<IiiHHIIiiII", length, width, height, 1, bits, compression, size, 2835, 2835, colours, 0)
    if length == 64:
        return out + bytes(24)
    if length > 40:
        out += struct.pack("<4I", *masks)[:length - 40]
    if length >= 108:
        out += space[::-1] + bytes(36 + 12)
    if length == 124:
        out += struct.pack("<4I", intent, *profile, 0)
    return out


def bmp(head, data, palette=b"", gap=b"", tail=b""):
    start = 14 + len(head) + len(palette) + len(gap)
    return b"BM" + struct.pack("<IHHI", start + len(data) + len(tail), 0, 0, start) + head + palette + gap + data + tail


def table(palette, entry=4):
    colours = palette.astype(np.uint8)[:, ::-1]
    return b"".join(colour.tobytes() + bytes(entry - 3) for colour in colours)


def indexed(indices, palette, bits, length=40, top_down=False, declared=None, compression=0, data=None, **more):
    height, width = indices.shape
    if data is None:
        data = packed(indices if top_down else indices[::-1], bits).tobytes()
    colours = len(palette) if declared is None else declared
    return bmp(header(length, width, -height if top_down else height, bits, compression, len(data), colours), data,
               table(palette, 3 if length == 12 else 4), **more)


def deep(rows, width, bits, length=40, compression=0, masks=(0, 0, 0, 0), after=b"", top_down=False, **more):
    height = rows.shape[0]
    data = (rows if top_down else rows[::-1]).tobytes()
    head = header(length, width, -height if top_down else height, bits, compression, len(data), 0, masks, **more)
    return bmp(head, data, after)


def make(book):
    def hand(name, data, pixels, suffix="bmp", pillow=True):
        model = {1: "gray", 3: "rgb", 4: "rgba"}[pixels.shape[2]]
        if pillow:
            with Image.open(io.BytesIO(data)) as picture:
                read = np.asarray(picture.convert({"gray": "L", "rgb": "RGB", "rgba": "RGBA"}[model]))
            if not np.array_equal(read.reshape(pixels.shape), pixels):
                sys.exit(f"make-fixtures: bmp {name}: the pixels that were written are not read back")
        book.valid(f"bmp/valid/{name}.{suffix}", data, "bmp", model, pixels.astype(np.uint8), "array, pillow agrees" if pillow else "array")

    card = pictures.card(61, 43)
    for bits, count in ((1, 2), (4, 16), (8, 256), (8, 100), (2, 4)):
        indices, palette = coloured(61, 43, count)
        # Otherwise two colours are black and white.
        palette[0] = (200, 20, 10)
        hand(f"indices_{bits}_colours_{count}", indexed(indices, palette, bits), palette[indices], pillow=bits != 2)
    indices, palette = coloured(61, 43, 16)
    shown = palette[indices]
    hand("indices_4_top_down", indexed(indices, palette, 4, top_down=True), shown)
    hand("os2_4", indexed(indices, palette, 4, 12), shown)
    hand("os2_64_bytes", indexed(indices, palette, 4, 64), shown)
    hand("os2_24", bmp(header(12, 61, 43, 24), bgr(card)[::-1].tobytes()), card)
    hand("gap_before_pixels", indexed(indices, palette, 4, gap=bytes(range(100))), shown)
    hand("trailing_bytes", indexed(indices, palette, 4, tail=b"after the end"), shown)
    hand("colours_declared_0", indexed(indices, palette, 4, declared=0), shown)
    hand("colours_declared_300", indexed(*coloured(61, 43, 256), 8, declared=300, gap=bytes(176)), coloured(61, 43, 256)[1][coloured(61, 43, 256)[0]], pillow=False)
    grey = pictures.grey_card(61, 43)
    greys = np.repeat(np.arange(256)[:, None], 3, axis=1)
    hand("grey", indexed(grey.reshape(43, 61), greys, 8), grey.reshape(43, 61, 1))
    hand("black_and_white", indexed((indices > 7).astype(np.uint8), greys[[0, 255]], 1), ((indices > 7) * 255)[:, :, None])
    for bits, count in ((4, 16), (8, 200)):
        indices, palette = coloured(61, 43, count)
        indices[5:9, 3:50] = 7
        code = 1 if bits == 8 else 2
        hand(f"runs_{bits}", indexed(indices, palette, bits, compression=code, data=runs(indices, bits)), palette[indices], pillow=bits == 8)
        moved = indices.copy()
        moved[-1] = 0
        hand(f"runs_{bits}_delta", indexed(indices, palette, bits, compression=code, data=runs(indices, bits, delta=True)), palette[moved], pillow=False)
    hand("colour_24", deep(bgr(card), 61, 24), card)
    hand("colour_24_top_down", deep(bgr(card), 61, 24, top_down=True), card)
    for width, height in [(1, 1), (1, 7), (7, 1), (2, 3), (9, 17)]:
        small = pictures.card(width, height)
        hand(f"size_{width}x{height}", deep(bgr(small), width, 24), small)
    fields(hand, card)
    profiles(hand, card)
    out = io.BytesIO()
    photo = pictures.photograph(160, 120, 71)
    Image.fromarray(photo).save(out, "BMP")
    hand("writer_pillow", out.getvalue(), photo)
    hand("writer_imagemagick", run("convert-im6.q16", "ppm:-", "bmp:-", input=pnm(photo)), photo)
    hand("bmp_named", deep(bgr(card), 61, 24), card, suffix="png")
    broken(book, card)
    icons(book)


def fields(hand, card):
    """Bit fields of each kind of header."""
    alpha = np.dstack([card, pictures.translucent(61, 43)[:, :, 3]])
    rows, shown = masked(card, DEFAULT_MASKS[16], 16)
    hand("colour_16", deep(rows, 61, 16), shown, pillow=False)
    masks = (0xF800, 0x7E0, 0x1F, 0)
    rows, shown = masked(card, masks, 16)
    hand("fields_565", deep(rows, 61, 16, compression=3, after=struct.pack("<3I", *masks[:3])), shown, pillow=False)
    masks = (0xF00, 0xF0, 0xF, 0xF000)
    rows, shown = masked(alpha, masks, 16)
    hand("fields_4444", deep(rows, 61, 16, 124, 3, masks, space=b"Win "), shown, pillow=False)
    rows, shown = masked(card, DEFAULT_MASKS[32], 32)
    hand("colour_32", deep(rows, 61, 32), card)
    hand("colour_32_fourth_byte", deep(rows | np.uint8([0, 0, 0, 0x80] * 61), 61, 32), card)
    masks = (0x3FF00000, 0xFFC00, 0x3FF, 0)
    rows, shown = masked(card, masks, 32)
    hand("fields_10_bits", deep(rows, 61, 32, compression=3, after=struct.pack("<3I", *masks[:3])), shown, pillow=False)
    for length, name in ((56, "56"), (108, "v4"), (124, "v5")):
        masks = (0xFF0000, 0xFF00, 0xFF, 0xFF000000)
        rows, shown = masked(alpha, masks, 32)
        hand(f"alpha_{name}", deep(rows, 61, 32, length, 3, masks, **({"space": b"sRGB"} if length > 56 else {})), alpha, pillow=length != 56)
    masks = (0xFF000000, 0xFF0000, 0xFF00, 0xFF)
    rows, shown = masked(alpha, masks, 32)
    hand("alpha_after_40_bytes", deep(rows, 61, 32, compression=6, after=struct.pack("<4I", *masks)), alpha, pillow=False)
    masks = (0xFF, 0xFF00, 0xFF0000)
    rows, shown = masked(card, masks, 32)
    hand("fields_52_bytes", deep(rows, 61, 32, 52, 3, (*masks, 0)), card, pillow=False)


def profiles(hand, card):
    data = bgr(card)[::-1].tobytes()
    profile = meta.icc_swapped()
    head = header(124, 61, 43, 24, 0, len(data), 0, (0, 0, 0, 0), b"MBED", (124 + len(data), len(profile)))
    hand("profile_embedded", bmp(head, data, tail=profile), card)
    hand("v5_calibrated", deep(bgr(card), 61, 24, 124, space=bytes(4)), card)


def broken(book, card):
    def bad(name, data, kind, why):
        book.bad(f"bmp/broken/{name}.bmp", data, kind, why)

    plain = deep(bgr(card), 61, 24)
    start = 54
    stride = 184

    def patched(at, form, value):
        return plain[:at] + struct.pack(form, value) + plain[at + struct.calcsize(form):]
    bad("signature_only", plain[:2], INVALID, "the signature and nothing else")
    bad("truncated_in_header", plain[:40], INVALID, "ends inside the header")
    bad("truncated_before_data", plain[:start], INVALID, "ends before the pixels")
    bad("truncated_in_first_row", plain[:start + 100], INVALID, "ends inside the first row")
    for sixteenth in (4, 8, 12, 15):
        bad(f"truncated_at_{sixteenth}_16", plain[:start + 43 * stride * sixteenth // 16], WARNING, "ends inside the pixels")
    indices, palette = coloured(61, 43, 16)
    packed_runs = indexed(indices, palette, 4, compression=2, data=runs(indices, 4))
    bad("runs_cut", packed_runs[:-300], WARNING, "ends inside the runs")
    bad("runs_missing", packed_runs[:118], INVALID, "ends before the runs")
    bad("palette_cut", packed_runs[:80], INVALID, "ends inside the palette")
    bad("header_of_77_bytes", patched(14, "<I", 77), UNSUPPORTED, "an unknown kind of header")
    bad("width_0", patched(18, "<i", 0), INVALID, "a width of 0")
    bad("width_negative", patched(18, "<i", -61), INVALID, "a negative width")
    bad("height_0", patched(22, "<i", 0), INVALID, "a height of 0")
    bad("height_lowest", patched(22, "<i", -1 << 31), LIMIT, "a height of -2147483648")
    bad("size_2000000000", patched(18, "<i", 2_000_000_000), LIMIT, "a width of 2000000000")
    bad("size_30000", plain[:18] + struct.pack("<ii", 30000, 30000) + plain[26:], LIMIT, "30000 x 30000 pixels")
    bad("bits_64", patched(28, "<H", 64), UNSUPPORTED, "64 bits a pixel")
    bad("bits_0", patched(28, "<H", 0), UNSUPPORTED, "0 bits a pixel")
    for code, name in ((4, "jpeg"), (5, "png"), (9, "unknown")):
        bad(f"compression_{name}", patched(30, "<I", code), UNSUPPORTED, f"compression {code}")
    bad("offset_far", patched(10, "<I", 1 << 31), INVALID, "the pixels begin after the end")
    bad("mask_with_hole", deep(masked(card, DEFAULT_MASKS[32], 32)[0], 61, 32, compression=3, after=struct.pack("<3I", 0xF0F0000, 0xFF00, 0xFF)),
        INVALID, "the bits of a mask do not lie together")
    data = bgr(card)[::-1].tobytes()
    head = header(124, 61, 43, 24, 0, len(data), 0, (0, 0, 0, 0), b"MBED", (124 + len(data), 500))
    bad("icc_outside", bmp(head, data), WARNING, "the ICC profile lies outside the file")
    bad("icc_garbage", bmp(head, data, tail=bytes(range(250)) * 2), WARNING, "the ICC profile is not one")


def icon_bitmap(pixels, bits, indices=None, palette=None, mask=None):
    """A bitmap as icons have it: twice as high, with a mask of one bit a pixel after it."""
    height, width = pixels.shape[:2]
    if mask is None:
        mask = pixels[:, :, 3] == 0
    if bits == 32:
        rows = padded(pixels[:, :, [2, 1, 0, 3]].reshape(height, -1))
    elif bits == 24:
        rows = bgr(pixels[:, :, :3])
    else:
        rows = packed(indices, bits)
    return header(40, width, 2 * height, bits) + (table(palette) if bits <= 8 else b"") + rows[::-1].tobytes() \
        + packed(mask.astype(np.uint8), 1)[::-1].tobytes()


def icon(*parts, kind=1):
    """An icon of (width, height, bits, data)."""
    out, offset = struct.pack("<HHH", 0, kind, len(parts)), 6 + 16 * len(parts)
    for width, height, bits, data in parts:
        out += struct.pack("<BBBBHHII", width & 255, height & 255, 0, 0, 1, bits, len(data), offset)
        offset += len(data)
    return out + b"".join(data for _, _, _, data in parts)


def disc(size, seed=1):
    """A coloured disc with a soft border, and one with a hard border."""
    y, x = np.mgrid[:size, :size]
    distance = np.hypot(x - size / 2 + 0.5, y - size / 2 + 0.5)
    soft = np.clip((size / 2 - distance) * 64, 0, 255).astype(np.uint8)
    colours = pictures.card(size, size, seed)
    return np.dstack([colours, soft]), np.dstack([colours, np.where(soft > 127, 255, 0)]).astype(np.uint8)


def png_of(pixels):
    out = io.BytesIO()
    Image.fromarray(pixels).save(out, "PNG")
    return out.getvalue()


def icons(book):
    def hand(name, data, pixels, pages=1, suffix="ico"):
        book.valid(f"ico/valid/{name}.{suffix}", data, "ico", "rgba", pixels.astype(np.uint8), "array", pages)

    soft, hard = disc(32)
    hand("alpha_32", icon((32, 32, 32, icon_bitmap(soft, 32))), soft)
    hand("mask_24", icon((32, 32, 24, icon_bitmap(hard, 24))), hard)
    empty = np.dstack([hard[:, :, :3], np.zeros((32, 32), np.uint8)])
    hand("mask_32", icon((32, 32, 32, icon_bitmap(empty, 32, mask=hard[:, :, 3] == 0))), hard)
    for bits, count in ((1, 2), (4, 16), (8, 256)):
        indices, palette = coloured(32, 32, count)
        shown = np.dstack([palette[indices], hard[:, :, 3]])
        hand(f"mask_{bits}", icon((32, 32, bits, icon_bitmap(shown, bits, indices, palette))), shown)
    indices, palette = coloured(23, 17, 16)
    odd = np.dstack([palette[indices], np.where(indices == 3, 0, 255)])
    hand("odd_23x17", icon((23, 17, 4, icon_bitmap(odd, 4, indices, palette))), odd)
    large, _ = disc(256, 2)
    hand("png_256", icon((256, 256, 32, png_of(large))), large)
    small, _ = disc(16, 3)
    several = icon((16, 16, 32, icon_bitmap(small, 32)), (32, 32, 24, icon_bitmap(hard, 24)), (256, 256, 32, png_of(large)), (32, 32, 32, icon_bitmap(soft, 32)))
    hand("several", several, large, 4)
    hand("cursor", icon((32, 32, 5, icon_bitmap(soft, 32)), kind=2), soft, suffix="cur")
    hand("without_mask", icon((32, 32, 32, icon_bitmap(soft, 32)[:-128])), soft)
    out = io.BytesIO()
    Image.fromarray(large).save(out, "ICO", sizes=[(48, 48), (256, 256)])
    hand("writer_pillow", out.getvalue(), large, 2)

    def bad(name, data, kind, why):
        book.bad(f"ico/broken/{name}.ico", data, kind, why)

    plain = icon((32, 32, 32, icon_bitmap(soft, 32)))
    bad("header_only", plain[:6], INVALID, "a header without a directory")
    bad("no_pictures", struct.pack("<HHH", 0, 1, 0) + plain[6:], INVALID, "a directory without pictures")
    bad("picture_outside", plain[:18] + struct.pack("<I", 1 << 30) + plain[22:], INVALID, "the picture lies outside the file")
    bad("truncated_before_data", plain[:62], INVALID, "ends before the pixels")
    bad("truncated_at_8_16", plain[:62 + 2048], WARNING, "ends inside the pixels")
    bad("second_outside", several[:34] + struct.pack("<I", 1 << 30) + several[38:], WARNING, "the second picture lies outside the file")
    bad("itself", plain[:18] + struct.pack("<I", 0) + plain[22:], INVALID, "the picture is the icon itself")
    bad("size_30000", plain[:26] + struct.pack("<ii", 30000, 60000) + plain[34:], LIMIT, "a bitmap of 30000 x 30000 pixels")
    bad("png_damaged", icon((256, 256, 32, png_of(large)[:60])), INVALID, "the PNG ends before its pixels")
    bad("count_65535", struct.pack("<HHH", 0, 1, 65535) + plain[6:], WARNING, "65535 pictures declared")
