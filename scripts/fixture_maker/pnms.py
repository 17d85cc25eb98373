"""The fixtures of PBM, PGM, PPM, PAM and farbfeld. netpbm writes some of them, and reads back all that it can; farbfeld,
which it does not know, is eight letters, two numbers and the samples."""

import struct
import sys

import numpy as np

from . import pictures
from .book import run

INVALID, UNSUPPORTED, LIMIT, WARNING = "invalidData", "unsupported", "limitExceeded", "warning"
SUFFIX = {b"P1": "pbm", b"P4": "pbm", b"P2": "pgm", b"P5": "pgm", b"P3": "ppm", b"P6": "ppm", b"P7": "pam", b"fa": "ff"}
MODELS = {1: "gray", 2: "graya", 3: "rgb", 4: "rgba"}


def raw(kind, pixels, top=255, comment=""):
    """A file of P5 or P6."""
    height, width = pixels.shape[:2]
    data = pixels.astype(np.uint8 if top < 256 else ">u2").tobytes()
    return f"{kind}\n{comment}{width} {height}\n{top}\n".encode() + data


def pam(pixels, kind, top=255, lines=""):
    height, width, depth = pixels.shape
    type_ = f"TUPLTYPE {kind}\n" if kind else ""
    head = f"P7\n{lines}WIDTH {width}\nHEIGHT {height}\nDEPTH {depth}\nMAXVAL {top}\n{type_}ENDHDR\n"
    return head.encode() + pixels.astype(np.uint8 if top < 256 else ">u2").tobytes()


def scaled(pixels, top):
    """Samples of 0...top in the full range of 8 or 16 bits, rounded as pamdepth does it."""
    full = 255 if top < 256 else 65535
    return ((pixels.astype(np.int64) * full + top // 2) // top).astype(np.uint8 if top < 256 else np.uint16)


def netpbm(data, top):
    """The samples that netpbm reads, as height x width x depth."""
    out = run("pamtopam", input=run("pamdepth", str(top), input=data))
    head, _, rest = out.partition(b"ENDHDR\n")
    fields = dict(line.split(b" ", 1) for line in head.split(b"\n")[1:] if b" " in line)
    width, height, depth = (int(fields[name]) for name in (b"WIDTH", b"HEIGHT", b"DEPTH"))
    return np.frombuffer(rest, np.uint8 if top < 256 else ">u2").reshape(height, width, depth)


def make(book):
    def hand(name, data, pixels, agrees=True, folder=None, suffix=None):
        pixels = pixels.reshape(pixels.shape[0], pixels.shape[1], -1)
        top = 255 if pixels.dtype == np.uint8 else 65535
        if agrees and not np.array_equal(netpbm(data, top), pixels):
            sys.exit(f"make-fixtures: pnm {name}: netpbm reads other pixels")
        suffix = suffix or SUFFIX[data[:2]]
        folder = folder or {"ff": "farbfeld"}.get(suffix, suffix)
        book.valid(f"{folder}/valid/{name}.{suffix}", data, folder, MODELS[pixels.shape[2]], pixels,
                   "array, netpbm agrees" if agrees else "array")

    card = pictures.card(29, 21)
    grey = pictures.grey_card(29, 21)
    black = (pictures.halftone(29, 21).reshape(21, 29) > 127).astype(np.uint8) * 255
    alpha = pictures.translucent(29, 21)
    deep = pictures.card16(29, 21, 3)
    deep_alpha = pictures.card16(29, 21, 4)

    bits = np.packbits(black == 0, axis=1).tobytes()
    plain_bits = "\n".join("".join("1" if value == 0 else "0" for value in row) for row in black)
    hand("raw", b"P4\n29 21\n" + bits, black)
    hand("raw_comment", b"P4 # width and height follow\n# 1 is black\n29\t21 " + bits, black)
    hand("text_without_spaces", f"P1\n29 21\n{plain_bits}\n".encode(), black)
    hand("text_netpbm", run("pnmtoplainpnm", input=b"P4\n29 21\n" + bits), black)
    hand("two_pictures", (b"P4\n29 21\n" + bits) * 2, black, agrees=False)

    hand("raw", raw("P5", grey), grey)
    hand("raw_16", raw("P5", deep[:, :, 0], 65535), deep[:, :, 0])
    for top in (1, 15, 100, 1023):
        values = (np.arange(29 * 21).reshape(21, 29) % (top + 1)).astype(np.uint16)
        hand(f"raw_to_{top}", raw("P5", values, top), scaled(values, top))
    hand("text_netpbm", run("pnmtoplainpnm", input=raw("P5", grey)), grey)
    hand("text_16", run("pnmtoplainpnm", input=raw("P5", deep[:8, :, 0], 65535)), deep[:8, :, 0])

    hand("raw", raw("P6", card), card)
    hand("raw_16", raw("P6", deep, 65535), deep)
    hand("raw_comments", raw("P6", card, comment="# made by a test\r#and more\n"), card)
    hand("comment_before_samples", b"P6 29 21 255# the samples follow\n" + card.tobytes(), card)
    hand("raw_to_31", raw("P6", card >> 3, 31), scaled(card >> 3, 31))
    hand("text_netpbm", run("pnmtoplainpnm", input=raw("P6", card[:20])), card[:20])
    numbers = " ".join(map(str, card[:8].flatten()))
    hand("text_comments", f"P3 # colours\n29 8\n255\n# samples\n{numbers.replace(' ', chr(10) + '# x' + chr(10), 2)}\n".encode(), card[:8])
    hand("two_pictures", raw("P6", card) * 2, card, agrees=False)
    hand("name", raw("P6", card[:9]), card[:9], suffix="pnm", folder="ppm")

    hand("grayscale", pam(grey[:, :, None], "GRAYSCALE"), grey)
    hand("grayscale_alpha", pam(alpha[:, :, 2:], "GRAYSCALE_ALPHA"), alpha[:, :, 2:])
    hand("black_and_white", pam((black[:, :, None] > 0).astype(np.uint8), "BLACKANDWHITE", 1), black)
    hand("rgb", pam(card, "RGB"), card)
    hand("rgb_alpha", pam(alpha, "RGB_ALPHA"), alpha)
    hand("rgb_alpha_16", pam(deep_alpha, "RGB_ALPHA", 65535), deep_alpha)
    hand("without_type", pam(alpha, ""), alpha, agrees=False)
    hand("lines", pam(card, "RGB", lines="# a comment\n\n# another one\n"), card)
    five = np.dstack([alpha, alpha[:, :, :1]])
    hand("more_samples", pam(five, "RGB_ALPHA"), alpha, agrees=False)
    cmyk = pictures.card16(13, 7, 4).astype(np.uint32) >> 8
    book.valid("pam/valid/cmyk.pam", pam(cmyk.astype(np.uint8), "CMYK"), "pam", "cmyk", cmyk.astype(np.uint8), "array")

    def farbfeld(pixels):
        height, width = pixels.shape[:2]
        return b"farbfeld" + struct.pack(">II", width, height) + pixels.astype(">u2").tobytes()
    wide = alpha.astype(np.uint16) * 257
    hand("alpha", farbfeld(wide), wide, agrees=False)
    hand("deep", farbfeld(deep_alpha), deep_alpha, agrees=False)
    broken(book, card, black, bits, farbfeld(wide))


def broken(book, card, black, bits, plain):
    def bad(folder, name, data, kind, why):
        suffix = "ff" if folder == "farbfeld" else folder
        book.bad(f"{folder}/broken/{name}.{suffix}", data, kind, why)

    bad("pbm", "cut_in_header", b"P4\n29 ", INVALID, "ends inside the header")
    bad("pbm", "cut_in_first_row", b"P4\n29 21\n" + bits[:2], INVALID, "ends inside the first row")
    bad("pbm", "cut_at_half", b"P4\n29 21\n" + bits[:len(bits) // 2], WARNING, "ends inside the samples")
    bad("pbm", "text_with_2", b"P1\n4 2\n0101\n0120\n", WARNING, "a digit that is no bit")
    bad("pgm", "largest_0", b"P5\n4 2\n0\n" + bytes(8), INVALID, "a largest sample of 0")
    bad("pgm", "largest_70000", b"P5\n4 2\n70000\n" + bytes(16), INVALID, "a largest sample of 70000")
    bad("pgm", "above_largest", b"P5\n4 2\n100\n" + bytes([0, 50, 100, 101, 0, 0, 0, 255]), WARNING, "samples above the largest")
    bad("pgm", "width_0", b"P5\n0 2\n255\n" + bytes(8), INVALID, "a width of 0")
    bad("pgm", "letters", b"P5\n4 x2\n255\n" + bytes(8), INVALID, "a letter in the header")
    bad("pgm", "text_letters", b"P2\n4 2\n255\n1 2 3 4\n5 6 x 8\n", WARNING, "letters between the samples")
    bad("pgm", "text_without_samples", b"P2\n4 2\n255\n", INVALID, "no samples")
    whole = raw("P6", card)
    for sixteenth in (4, 15):
        bad("ppm", f"cut_at_{sixteenth}_16", whole[:len(whole) * sixteenth // 16], WARNING, "ends inside the samples")
    bad("ppm", "size_2000000000", b"P6\n2000000000 1\n255\n" + bytes(99), LIMIT, "a width of 2000000000")
    bad("ppm", "size_30000", b"P6\n30000 30000\n255\n" + bytes(99), LIMIT, "30000 x 30000 pixels")
    bad("ppm", "number_of_99_digits", b"P6\n" + b"9" * 99 + b" 1\n255\n" + bytes(99), INVALID, "a width of 99 digits")
    for name, old, new, kind, why in (
            ("unknown_type", "RGB", "XYZ", UNSUPPORTED, "tuples of an unknown type"),
            ("depth_2", "DEPTH 3", "DEPTH 2", INVALID, "a depth of 2 for RGB"),
            ("depth_1000", "DEPTH 3", "DEPTH 1000", LIMIT, "1000 samples a pixel"),
            ("without_height", "HEIGHT 21\n", "", INVALID, "no height"),
            ("unknown_line", "MAXVAL", "MOXVAL", INVALID, "a line with an unknown name"),
            ("width_negative", "WIDTH 29", "WIDTH -29", INVALID, "a negative width"),
            ("without_end", "ENDHDR\n", "", INVALID, "the header does not end")):
        bad("pam", name, pam(card, "RGB")[:600].replace(old.encode(), new.encode(), 1), kind, why)
    bad("pam", "cut_at_half", pam(card, "RGB")[:900], WARNING, "ends inside the samples")
    bad("farbfeld", "cut_in_header", plain[:14], INVALID, "ends inside the header")
    bad("farbfeld", "cut_in_first_row", plain[:100], INVALID, "ends inside the first row")
    bad("farbfeld", "cut_at_half", plain[:len(plain) // 2], WARNING, "ends inside the samples")
    bad("farbfeld", "size_largest", plain[:8] + b"\xff" * 8 + plain[16:], LIMIT, "4294967295 x 4294967295 pixels")
