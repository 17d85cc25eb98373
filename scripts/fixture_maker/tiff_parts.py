"""Shared by the TIFF fixtures: the size of their pictures, the tools that write them, and samples of unusual types."""

import struct

import numpy as np

from . import libtiff
from . import pictures
from . import tiffwriter as tw
from .book import run, with_files

W, H = 61, 43


def tiffcp(data, *options):
    def copy(folder, path):
        run("tiffcp", *options, path, folder / "out.tif")
        return (folder / "out.tif").read_bytes()
    return with_files(copy, data, suffix=".tif")


def through_libtiff(rows, fields, mode="wl"):
    def write(folder):
        libtiff.write(folder / "out.tif", rows, fields, mode)
        return (folder / "out.tif").read_bytes()
    return with_files(write)


def patterns(values, bits):
    """The bit patterns of floats as unsigned integers."""
    if bits == 24:
        return tw.float24(values)
    return np.ascontiguousarray(values.astype(f"f{bits // 8}")).view(f"u{bits // 8}").astype(np.uint64)


def replicated(bits, channels=1):
    """Unsigned samples of 24, 32 or 64 bits that give the same 16 bits by rounding and by truncation."""
    if bits == 24:
        eight = pictures.card(W, H)[:, :, :channels].astype(np.uint64)
        return eight * np.uint64(0x010101)
    return pictures.card16(W, H, channels).astype(np.uint64) * np.uint64(0x00010001 if bits == 32 else 0x0001000100010001)


def float_card(channels=1):
    """0...1 in steps of 1/1024, so that half and 24-bit floats hold the values exactly."""
    return ((pictures.card16(W, H, channels) >> 6).astype(np.float32) / np.float32(1024)).astype(np.float32)


def patch(data, tag, value):
    """Overwrites an inline value of the last directory of a little-endian classic file."""
    at = struct.unpack_from("<I", data, 4)[0]
    for index in range(struct.unpack_from("<H", data, at)[0]):
        entry = at + 2 + 12 * index
        if struct.unpack_from("<H", data, entry)[0] == tag:
            struct.pack_into("<I", data, entry + 8, value)
