"""A TIFF writer for layouts that no other tool writes: any depth, both byte orders, BigTIFF, strips, tiles, separate
planes, FillOrder 2, SubIFDs and Exif directories. Compression: none, PackBits and deflate; tiffcp does the others."""

import struct
import zlib

import numpy as np

from .metadata import ASCII, IFD, LONG, LONG8, RATIONAL, SHORT, UNDEFINED, encode_values  # noqa: F401

MIN_IS_WHITE, MIN_IS_BLACK, RGB, PALETTE, SEPARATED, YCBCR, CIELAB, ICCLAB = 0, 1, 2, 3, 5, 6, 8, 9
COLOR_FILTER_ARRAY = 32803
NONE, PACKBITS, DEFLATE, OLD_DEFLATE = 1, 32773, 8, 32946
UNSIGNED, SIGNED, FLOAT = 1, 2, 3
_REVERSED = bytes(int(f"{value:08b}"[::-1], 2) for value in range(256))


class Page:
    """One directory: its fields, its strips or tiles, and the directories below it."""

    def __init__(self, fields, segments, tiled=False, subs=(), exif=None, gps=None):
        self.fields, self.segments, self.tiled = dict(fields), list(segments), tiled
        self.subs, self.exif, self.gps = list(subs), exif, gps


def float24(values):
    """The 24-bit floats (1, 7 and 16 bits) of values that they can hold, as integers."""
    bits = np.asarray(values, np.float32).view(np.uint32).astype(np.int64)
    sign, exponent, mantissa = bits >> 31, (bits >> 23 & 255) - 127, bits & 0x7FFFFF
    packed = sign << 23 | (exponent + 63) << 16 | mantissa >> 7
    return np.where(bits & 0x7FFFFFFF == 0, sign << 23, packed).astype(np.uint64)


def packbits(row):
    """PackBits of one row (TIFF 6.0, section 9)."""
    out, position = bytearray(), 0
    while position < len(row):
        end = position + 1
        while end < len(row) and end - position < 128 and row[end] == row[position]:
            end += 1
        if end - position >= 3:
            out += bytes([257 - (end - position), row[position]])
            position = end
            continue
        end = position
        while end < len(row) and end - position < 128 and row[end:end + 3] != row[end:end + 1] * 3:
            end += 1
        out += bytes([end - position - 1]) + row[position:end]
        position = end
    return bytes(out)


def sample_rows(block, bits, order):
    """The bytes of each row of height x width x samples unsigned integers of `bits` bits."""
    height = block.shape[0]
    flat = np.ascontiguousarray(block.reshape(height, -1)).astype(np.uint64)
    if bits in (8, 16, 32, 64):
        return [row.tobytes() for row in flat.astype(np.dtype(f"{order}u{bits // 8}"))]
    if bits == 24:
        raw = flat.astype(order + "u4").view(np.uint8).reshape(height, -1, 4)
        raw = raw[:, :, :3] if order == "<" else raw[:, :, 1:]
        return [row.tobytes() for row in raw]
    packed = (flat[:, :, None] >> np.arange(bits - 1, -1, -1, dtype=np.uint64)) & np.uint64(1)
    return [row.tobytes() for row in np.packbits(packed.reshape(height, -1).astype(np.uint8), axis=1)]


def differences(block, bits):
    """Horizontal differencing (predictor 2) modulo 2**bits, within the strip or tile."""
    out = block.astype(np.uint64).copy()
    out[:, 1:] = out[:, 1:] - block[:, :-1].astype(np.uint64)
    return out & np.uint64((1 << bits) - 1)


def float_differences(block, bits):
    """Floating-point differencing (predictor 3, Adobe Photoshop TIFF Technical Note 3): the bytes of a row sorted by their
    significance, the highest first, then differenced; the same in both byte orders."""
    height, width, count = block.shape
    out = []
    for row in block.reshape(height, width * count).astype(np.uint64):
        heavy = np.stack([(row >> np.uint64(shift)) & np.uint64(255) for shift in range(bits - 8, -1, -8)])
        flat = heavy.reshape(-1).astype(np.int64)
        flat[count:] = flat[count:] - flat[:-count]
        out.append((flat & 255).astype(np.uint8).tobytes())
    return out


def page(samples, bits, photometric, order="<", kind=UNSIGNED, planar=1, rows=None, tile=None, compression=NONE,
         predictor=1, fill=1, fields=(), **below):
    """A page from height x width x samples unsigned integers (for floats and signed numbers, their bit patterns)."""
    samples = samples.reshape(samples.shape[0], samples.shape[1], -1)
    height, width, count = samples.shape
    table = {256: (LONG, width), 257: (LONG, height), 258: (SHORT, [bits] * count), 259: (SHORT, compression),
             262: (SHORT, photometric), 277: (SHORT, count), 284: (SHORT, planar)}
    if kind != UNSIGNED:
        table[339] = (SHORT, [kind] * count)
    if predictor != 1:
        table[317] = (SHORT, predictor)
    if fill != 1:
        table[266] = (SHORT, fill)
    if tile:
        table.update({322: (LONG, tile[0]), 323: (LONG, tile[1])})
    else:
        rows = rows or height
        table[278] = (LONG, rows)
    table.update(fields)

    blocks = []
    for plane in ([samples] if planar == 1 else [samples[:, :, i:i + 1] for i in range(count)]):
        if tile:
            padding = [(0, -height % tile[1]), (0, -width % tile[0]), (0, 0)]
            padded = np.pad(plane, padding, mode="edge")
            blocks += [padded[y:y + tile[1], x:x + tile[0]] for y in range(0, height, tile[1]) for x in range(0, width, tile[0])]
        else:
            blocks += [plane[y:y + rows] for y in range(0, height, rows)]
    segments = []
    for block in blocks:
        if predictor == 3:
            lines = float_differences(block, bits)
        else:
            lines = sample_rows(differences(block, bits) if predictor == 2 else block, bits, order)
        if compression == PACKBITS:
            data = b"".join(packbits(line) for line in lines)
        else:
            data = b"".join(lines)
            if compression in (DEFLATE, OLD_DEFLATE):
                data = zlib.compress(data, 9)
        segments.append(data.translate(_REVERSED) if fill == 2 else data)
    return Page(table, segments, bool(tile), **below)


def tiff(pages, order="<", big=False):
    """A whole file from a list of pages."""
    offset_code, offset_kind = ("Q", LONG8) if big else ("I", LONG)
    mark = b"II" if order == "<" else b"MM"
    out = bytearray(mark + (struct.pack(order + "HHHQ", 43, 8, 0, 0) if big else struct.pack(order + "HI", 42, 0)))

    def place(data):
        out.extend(b"\0" * (len(out) % 2))
        at = len(out)
        out.extend(data)
        return at

    def directory(table):
        entries, inline = b"", 8 if big else 4
        for tag in sorted(table):
            kind, values = table[tag]
            data, count = encode_values(kind, values, order)
            entries += struct.pack(order + ("HHQ" if big else "HHI"), tag, kind, count)
            entries += data.ljust(inline, b"\0") if len(data) <= inline else struct.pack(order + offset_code, place(data))
        return place(struct.pack(order + ("Q" if big else "H"), len(table)) + entries + struct.pack(order + offset_code, 0))

    def image(one):
        table = dict(one.fields)
        offsets = [place(data) for data in one.segments]
        table[324 if one.tiled else 273] = (offset_kind, offsets)
        table[325 if one.tiled else 279] = (offset_kind, [len(data) for data in one.segments])
        if one.subs:
            table[330] = (offset_kind if big else IFD, [image(sub)[0] for sub in one.subs])
        if one.exif:
            table[34665] = (offset_kind, directory(one.exif))
        if one.gps:
            table[34853] = (offset_kind, directory(one.gps))
        at = directory(table)
        return at, len(out) - (8 if big else 4)

    link = 8 if big else 4
    for one in pages:
        at, following = image(one)
        struct.pack_into(order + offset_code, out, link, at)
        link = following
    return bytes(out)
