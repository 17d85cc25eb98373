"""The system's libtiff through ctypes: an independent reader of samples, and a writer for the codecs that tiffcp lacks."""

import ctypes
import sys

import numpy as np

_lib = ctypes.CDLL("libtiff.so.6")
_lib.TIFFOpen.restype = ctypes.c_void_p
_lib.TIFFOpen.argtypes = [ctypes.c_char_p, ctypes.c_char_p]
for _name in ("TIFFClose", "TIFFIsTiled", "TIFFNumberOfStrips", "TIFFNumberOfTiles", "TIFFStripSize", "TIFFTileSize",
              "TIFFNumberOfDirectories"):
    getattr(_lib, _name).argtypes = [ctypes.c_void_p]
_lib.TIFFStripSize.restype = _lib.TIFFTileSize.restype = ctypes.c_ssize_t
for _name in ("TIFFReadEncodedStrip", "TIFFReadEncodedTile", "TIFFWriteEncodedStrip"):
    getattr(_lib, _name).restype = ctypes.c_ssize_t
    getattr(_lib, _name).argtypes = [ctypes.c_void_p, ctypes.c_uint32, ctypes.c_void_p, ctypes.c_ssize_t]
_lib.TIFFReadRGBAImageOriented.argtypes = [ctypes.c_void_p, ctypes.c_uint32, ctypes.c_uint32, ctypes.c_void_p, ctypes.c_int,
                                           ctypes.c_int]
_lib.TIFFSetWarningHandler(None)

YCBCR, JPEG = 6, 7
JPEG_COLOUR_MODE = 65538


class _File:
    def __init__(self, path, mode):
        self.handle = _lib.TIFFOpen(str(path).encode(), mode.encode())
        if not self.handle:
            sys.exit(f"make-fixtures: libtiff does not open {path}")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        _lib.TIFFClose(self.handle)

    def get(self, tag, kind=ctypes.c_uint16, default=0):
        value = kind(default)
        _lib.TIFFGetFieldDefaulted(ctypes.c_void_p(self.handle), ctypes.c_uint32(tag), ctypes.byref(value))
        return value.value

    def set(self, tag, *values):
        arguments = [ctypes.c_double(v) if isinstance(v, float) else ctypes.c_int(v) for v in values]
        if _lib.TIFFSetField(ctypes.c_void_p(self.handle), ctypes.c_uint32(tag), *arguments) != 1:
            sys.exit(f"make-fixtures: libtiff does not take tag {tag}")


def write(path, rows, fields, mode="wl"):
    """Writes one strip for every RowsPerStrip of `rows` (bytes of each row); `fields` is a list of (tag, values...)."""
    with _File(path, mode) as file:
        for tag, *values in fields:
            file.set(tag, *values)
        step = file.get(278, ctypes.c_uint32)
        for strip, start in enumerate(range(0, len(rows), step)):
            data = b"".join(rows[start:start + step])
            if _lib.TIFFWriteEncodedStrip(file.handle, strip, data, len(data)) < 0:
                sys.exit(f"make-fixtures: libtiff does not write a strip of {path}")


def _unpack(data, rows, columns, bits):
    """rows x columns samples of `bits` bits as libtiff delivers them: machine byte order, rows padded to bytes."""
    raw = np.frombuffer(data, np.uint8).reshape(rows, -1)
    if bits in (8, 16, 32, 64):
        return np.ascontiguousarray(raw[:, :columns * bits // 8]).view(f"<u{bits // 8}").astype(np.uint64)
    if bits == 24:
        three = raw[:, :columns * 3].reshape(rows, columns, 3).astype(np.uint64)
        return three[:, :, 0] | three[:, :, 1] << np.uint64(8) | three[:, :, 2] << np.uint64(16)
    ones = np.unpackbits(raw, axis=1)[:, :columns * bits].reshape(rows, columns, bits).astype(np.uint64)
    return (ones << np.arange(bits - 1, -1, -1, dtype=np.uint64)).sum(axis=2).astype(np.uint64)


def _samples(file, width, height, count, bits):
    planar = file.get(284)
    inside = count if planar == 1 else 1
    tiled = _lib.TIFFIsTiled(file.handle)
    if tiled:
        across, down = file.get(322, ctypes.c_uint32), file.get(323, ctypes.c_uint32)
        total, size, read = _lib.TIFFNumberOfTiles(file.handle), _lib.TIFFTileSize(file.handle), _lib.TIFFReadEncodedTile
    else:
        across, down = width, min(file.get(278, ctypes.c_uint32), height)
        total, size, read = _lib.TIFFNumberOfStrips(file.handle), _lib.TIFFStripSize(file.handle), _lib.TIFFReadEncodedStrip
    columns, rows = -(-width // across), -(-height // down)
    out = np.zeros((height, width, count), np.uint64)
    for number in range(total):
        plane, rest = divmod(number, columns * rows)
        y, x = rest // columns * down, rest % columns * across
        buffer = ctypes.create_string_buffer(size)
        got = read(file.handle, number, buffer, size)
        if got < 0:
            sys.exit("make-fixtures: libtiff does not read a strip or tile")
        lines = down if tiled else min(down, height - y)
        row_bytes = (across * inside * bits + 7) // 8
        block = _unpack(buffer.raw[:lines * row_bytes], lines, across * inside, bits).reshape(lines, across, inside)
        h, w = min(lines, height - y), min(across, width - x)
        if planar == 1:
            out[y:y + h, x:x + w] = block[:h, :w]
        else:
            out[y:y + h, x:x + w, plane] = block[:h, :w, 0]
    return out


def _floats(patterns, bits):
    if bits == 24:
        p = patterns.astype(np.int64)
        exponent, mantissa = p >> 16 & 127, p & 0xFFFF
        values = np.where(exponent == 0, 0, (p >> 23) << 31 | (exponent - 63 + 127) << 23 | mantissa << 7)
        return values.astype(np.uint32).view(np.float32)
    return patterns.astype(f"u{bits // 8}").view(f"f{bits // 8}").astype(np.float32)


def _scaled(samples, bits):
    top = (1 << bits) - 1
    if bits <= 8:
        return ((samples.astype(np.int64) * 255 * 2 + top) // (2 * top)).astype(np.uint8)
    if bits <= 16:
        return ((samples.astype(np.int64) * 65535 * 2 + top) // (2 * top)).astype(np.uint16)
    return (samples >> np.uint64(bits - 16)).astype(np.uint16)


def canonical(samples, bits, kind, photometric, extra=0, colours=None):
    """Samples of a page in the canonical layout of Fixtures/README.md: (model, array), or (None, None) where there is none."""
    count = samples.shape[2]
    if photometric == 3:
        return "rgb", (colours[samples[:, :, 0].astype(int)] >> 8).astype(np.uint8)
    if kind not in (1, 3, 4) or photometric not in (0, 1, 2, 5):
        return None, None
    values = _floats(samples, bits) if kind == 3 else _scaled(samples, bits)
    if photometric == 0:
        values[:, :, 0] = values.max() - values[:, :, 0] if kind == 3 else np.iinfo(values.dtype).max - values[:, :, 0]
    if photometric == 5:
        return ("cmyk", values) if count == 4 else (None, None)
    base = "rgb" if photometric == 2 else "gray"
    plain = 3 if photometric == 2 else 1
    if count == plain:
        return base, values
    # One without a meaning is alpha for libvips, ImageMagick and GraphicsMagick.
    return base + ("apre" if extra == 1 else "a"), values[:, :, :plain + 1]


def _pages(path):
    """The directories of the main chain that are neither reduced versions nor masks (NewSubfileType, bits 0 and 2)."""
    with _File(path, "rm") as file:
        pages = []
        for number in range(_lib.TIFFNumberOfDirectories(file.handle)):
            _lib.TIFFSetDirectory(file.handle, number)
            if not file.get(254, ctypes.c_uint32) & 5:
                pages.append(number)
        return pages


def decode(path):
    """(width, height, pages, model, array) of the first page of a file."""
    numbers = _pages(path)
    pages = len(numbers)
    with _File(path, "rm") as file:
        _lib.TIFFSetDirectory(file.handle, numbers[0])
        width, height = file.get(256, ctypes.c_uint32), file.get(257, ctypes.c_uint32)
        bits, count, photometric, kind = file.get(258), file.get(277), file.get(262), file.get(339)
        if photometric == YCBCR and file.get(259) == JPEG:
            file.set(JPEG_COLOUR_MODE, 1)
            photometric = 2
        elif photometric == YCBCR:
            raster = np.zeros((height, width), "<u4")
            if not _lib.TIFFReadRGBAImageOriented(file.handle, width, height, raster.ctypes.data, 1, 1):
                sys.exit(f"make-fixtures: libtiff does not read {path}")
            return width, height, pages, "rgb", raster.view(np.uint8).reshape(height, width, 4)[:, :, :3].copy()
        if photometric in (32844, 32845):
            return width, height, pages, None, None
        number, types = ctypes.c_uint16(0), ctypes.POINTER(ctypes.c_uint16)()
        _lib.TIFFGetFieldDefaulted(ctypes.c_void_p(file.handle), ctypes.c_uint32(338), ctypes.byref(number), ctypes.byref(types))
        extra = types[0] if number.value else 0
        colours = None
        if photometric == 3:
            maps = [ctypes.POINTER(ctypes.c_uint16)() for _ in range(3)]
            _lib.TIFFGetField(ctypes.c_void_p(file.handle), ctypes.c_uint32(320), *[ctypes.byref(m) for m in maps])
            colours = np.array([[m[i] for m in maps] for i in range(1 << bits)])
        samples = _samples(file, width, height, count, bits)
        return (width, height, pages, *canonical(samples, bits, kind, photometric, extra, colours))
