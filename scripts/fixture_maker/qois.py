"""The fixtures of QOI. netpbm and ffmpeg write them, and the other of the two reads them back."""

import struct
import sys

import numpy as np

from . import pictures
from .book import run
from .pnms import pam

INVALID, LIMIT, WARNING = "invalidData", "limitExceeded", "warning"


def by_ffmpeg(pixels):
    tool = ["ffmpeg", "-v", "error", "-nostdin"]
    form = "rgba" if pixels.shape[2] == 4 else "rgb24"
    height, width = pixels.shape[:2]
    return run(*tool, "-f", "rawvideo", "-pix_fmt", form, "-s", f"{width}x{height}", "-i", "-", "-c:v", "qoi", "-f",
               "image2pipe", "-", input=pixels.tobytes())


def read_by_ffmpeg(data, channels):
    form = "rgba" if channels == 4 else "rgb24"
    return run("ffmpeg", "-v", "error", "-nostdin", "-f", "qoi_pipe", "-i", "-", "-pix_fmt", form, "-f", "rawvideo", "-",
               input=data)


def by_netpbm(pixels):
    return run("pamtoqoi", input=pam(pixels, "RGB_ALPHA" if pixels.shape[2] == 4 else "RGB"))


def make(book):
    def hand(name, data, pixels, agrees=True):
        if agrees and read_by_ffmpeg(data, pixels.shape[2]) != pixels.tobytes():
            sys.exit(f"make-fixtures: qoi {name}: ffmpeg reads other pixels")
        book.valid(f"qoi/valid/{name}.qoi", data, "qoi", {3: "rgb", 4: "rgba"}[pixels.shape[2]], pixels,
                   "array, ffmpeg agrees" if agrees else "array")

    card, alpha = pictures.card(29, 21), pictures.translucent(29, 21)
    photograph = pictures.photograph(29, 21, 5)
    black = np.zeros((40, 50, 3), np.uint8)
    flat = np.dstack([black, np.full((40, 50), 255, np.uint8)])
    flat[20:, 10:30] = (0, 0, 0, 0)
    for maker, name in ((by_netpbm, "netpbm"), (by_ffmpeg, "ffmpeg")):
        hand(f"rgb_{name}", maker(card), card)
        hand(f"rgba_{name}", maker(alpha), alpha)
        hand(f"photograph_{name}", maker(photograph), photograph)
        # Runs over the ends of rows, from the first pixel on.
        hand(f"black_{name}", maker(black), black)
        hand(f"transparent_{name}", maker(flat), flat)
    linear = by_netpbm(card)
    hand("linear", linear[:13] + b"\1" + linear[14:], card)
    hand("without_end_marker", linear[:-8], card, agrees=False)

    def bad(name, data, kind, why):
        book.bad(f"qoi/broken/{name}.qoi", data, kind, why)
    plain = by_netpbm(photograph)
    bad("cut_in_header", plain[:13], INVALID, "ends inside the header")
    bad("without_chunks", plain[:14], INVALID, "ends before the pixels")
    bad("only_end_marker", plain[:14] + plain[-8:], INVALID, "has no pixels but an end marker")
    for sixteenth in (4, 8, 15):
        bad(f"cut_at_{sixteenth}_16", plain[:len(plain) * sixteenth // 16], WARNING, "ends inside the pixels")
    bad("cut_before_end_marker", plain[:-100] + plain[-8:], WARNING, "lacks pixels before the end marker")
    bad("channels_5", plain[:12] + b"\5" + plain[13:], INVALID, "5 channels")
    bad("colour_space_2", plain[:13] + b"\2" + plain[14:], INVALID, "an unknown colour space")
    bad("width_0", plain[:4] + bytes(4) + plain[8:], INVALID, "a width of 0")
    bad("size_30000", plain[:4] + struct.pack(">II", 30000, 30000) + plain[12:], LIMIT, "30000 x 30000 pixels")
