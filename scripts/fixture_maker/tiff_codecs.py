"""The TIFF fixtures whose point is the compression, compressed by tiffcp or by libtiff itself."""

import struct
import zlib

import numpy as np

from . import libtiff
from . import pictures
from . import tiffwriter as tw
from .jpegs import cjpeg, segments
from .tiff_parts import H, W, float_card, patch, patterns, replicated, through_libtiff, tiffcp
from .tiffwriter import LONG, RATIONAL, SHORT, page, tiff


def compressions(add):
    card, wide = pictures.card(W, H), pictures.card16(W, H, 3)
    plain = {"rgb8": (tiff([page(card, 8, tw.RGB, rows=16)]), ("rgb", card)),
             "rgb16": (tiff([page(wide, 16, tw.RGB, rows=16)]), ("rgb", wide))}
    for name, (data, truth) in plain.items():
        for label, option in (("lzw", "lzw"), ("lzw_predictor_2", "lzw:2"), ("deflate", "zip"), ("deflate_predictor_2", "zip:2"),
                              ("packbits", "packbits"), ("zstd", "zstd"), ("zstd_predictor_2", "zstd:2"), ("lzma", "lzma"),
                              ("lzma_predictor_2", "lzma:2")):
            add(f"{name}_{label}", tiffcp(data, "-c", option), *truth)
        add(f"{name}_lzw_predictor_2_tiles_big_endian", tiffcp(data, "-B", "-t", "-w", "16", "-l", "32", "-c", "lzw:2"), *truth)
        planes = tiff([page(truth[1], int(name[3:]), tw.RGB, rows=16, planar=2)])
        add(f"{name}_lzw_predictor_2_separate", tiffcp(planes, "-p", "separate", "-c", "lzw:2"), *truth)
    data, truth = plain["rgb8"]
    add("rgb8_old_deflate", tiff([page(card, 8, tw.RGB, rows=16, compression=tw.OLD_DEFLATE)]), *truth)
    add("rgb8_old_deflate_predictor_2", tiff([page(card, 8, tw.RGB, rows=16, compression=tw.OLD_DEFLATE, predictor=2)]), *truth)
    add("rgb8_packbits_by_hand", tiff([page(card, 8, tw.RGB, rows=16, compression=tw.PACKBITS)]), *truth)
    for bits in (1, 4):
        levels = pictures.levels(W, H, bits)
        base = tiff([page(levels, bits, tw.MIN_IS_BLACK, rows=16)])
        for label in ("lzw", "packbits", "zip"):
            add(f"gray{bits}_{label}", tiffcp(base, "-c", label), *libtiff.canonical(levels, bits, 1, 1))
    for bits in (32, 64):
        data = tiff([page(replicated(bits), bits, tw.MIN_IS_BLACK, ">", rows=16, compression=tw.DEFLATE, predictor=2)], ">")
        add(f"gray{bits}_deflate_predictor_2_big_endian", data, *libtiff.canonical(replicated(bits), bits, 1, 1))
    for bits in (16, 24, 32, 64):
        base = tiff([page(patterns(float_card(3), bits), bits, tw.RGB, kind=tw.FLOAT, rows=16)])
        add(f"rgb_float{bits}_deflate_predictor_3", tiffcp(base, "-c", "zip:3"), "rgb", float_card(3))
    base = tiff([page(patterns(float_card(), 32), 32, tw.MIN_IS_BLACK, kind=tw.FLOAT)])
    # Built here: files that tiffcp writes with -B and predictor 3 cannot be read, not even by tiffcp.
    for bits in (16, 32, 64):
        data = tiff([page(patterns(float_card(3), bits), bits, tw.RGB, ">", tw.FLOAT, tile=(32, 32), compression=tw.DEFLATE,
                          predictor=3)], ">")
        add(f"rgb_float{bits}_deflate_predictor_3_tiles_big_endian", data, "rgb", float_card(3))
    add("gray_float32_lerc", tiffcp(base, "-c", "lerc:0"), "gray", float_card())
    add("rgb8_lerc_deflate", tiffcp(plain["rgb8"][0], "-c", "lerc:0:s1"), *truth)
    add("rgb8_lerc_zstd", tiffcp(plain["rgb8"][0], "-c", "lerc:0:s2"), *truth)
    add("rgb8_webp_lossy", tiffcp(plain["rgb8"][0], "-c", "webp"))
    rows = [row.tobytes() for row in card]
    shape = [(256, W), (257, H), (258, 8), (277, 3), (262, 2), (284, 1), (278, 16)]
    add("rgb8_webp_lossless", through_libtiff(rows, [*shape, (259, 50001), (65569, 1)]), *truth)
    # PixarLog stores 11-bit logarithms: the samples that libtiff reads are the expected ones.
    add("rgb8_pixarlog", through_libtiff(rows, [*shape, (259, 32909), (65549, 0)]))
    log_luv(add)
    photo = pictures.photograph(320, 240, 41)
    add("photo_rgb8_lzw_predictor_2", tiffcp(tiff([page(photo, 8, tw.RGB)]), "-c", "lzw:2", "-r", "16"), "rgb", photo)


def log_luv(add):
    """SGI's LogL and LogLuv: high dynamic range from XYZ floats."""
    xyz = float_card(3) + np.float32(0.125)
    for name, count, photometric, compression in (("log_l", 1, 32844, 34676), ("log_luv", 3, 32845, 34676),
                                                  ("log_luv24", 3, 32845, 34677)):
        rows = [row.tobytes() for row in np.ascontiguousarray(xyz[:, :, :count])]
        fields = [(256, W), (257, H), (258, 16 if compression == 34676 else 8), (277, count), (262, photometric), (284, 1),
                  (259, compression), (278, 16), (65560, 0)]
        add(name, through_libtiff(rows, fields))


def fax(add):
    """The bilevel codecs, by libtiff, with both polarities, fill orders and the options of group 3. Not CCITT RLE with word
    alignment (32771): libtiff 4.5 reads neither its own files of that kind nor correct ones."""
    strokes = pictures.letter(203, 150)
    grey = ((1 - strokes) * 255).astype(np.uint8)
    rows = [row.tobytes() for row in np.packbits(strokes, axis=1)]
    shape = [(256, 203), (257, 150), (258, 1), (277, 1), (284, 1), (278, 40)]
    for name, fields in (("ccitt_rle", [(259, 2)]), ("ccitt_g3_1d", [(259, 3), (292, 0)]),
                         ("ccitt_g3_2d", [(259, 3), (292, 1)]), ("ccitt_g3_fill_bits", [(259, 3), (292, 4)]),
                         ("ccitt_g4", [(259, 4)]), ("jbig", [(259, 34661), (278, 150)])):
        data = through_libtiff(rows, [*shape, (262, 0), *fields])
        add(f"bilevel_{name}", data, "gray", grey)
    for name, scheme in (("ccitt_rle", 2), ("ccitt_g3", 3), ("ccitt_g4", 4)):
        data = through_libtiff(rows, [*shape, (262, 0), (266, 2), (259, scheme)])
        add(f"bilevel_{name}_fill_order_2", data, "gray", grey)
    data = through_libtiff(rows, [*shape, (262, 1), (259, 4)])
    add("bilevel_ccitt_g4_min_is_black", data, "gray", 255 - grey)
    data = through_libtiff(rows, [*shape[:-1], (278, 150), (262, 0), (259, 4)], "wb")
    add("bilevel_ccitt_g4_one_strip_big_endian", data, "gray", grey)
    # Whole tiles only: tiffcp pads bilevel tiles with undefined bytes.
    rows = [row.tobytes() for row in np.packbits(strokes[:128, :192], axis=1)]
    whole = through_libtiff(rows, [(256, 192), (257, 128), *shape[2:], (262, 0), (259, 4)])
    add("bilevel_ccitt_g4_tiles", tiffcp(whole, "-t", "-w", "64", "-l", "64", "-c", "g4"), "gray", grey[:128, :192])
    # NeXT's 2-bit scheme: a literal row starts with 0x00; ThunderScan's 4-bit raw pixels are 0xC0 | value.
    two = pictures.levels(W, H, 2)
    segment = b"".join(b"\0" + row for row in tw.sample_rows(two, 2, "<"))
    one = page(two, 2, tw.MIN_IS_BLACK, fields={259: (SHORT, 32766)})
    one.segments = [segment]
    add("gray2_next", tiff([one]), *libtiff.canonical(two, 2, 1, 1))
    four = pictures.levels(W, H, 4)
    one = page(four, 4, tw.MIN_IS_BLACK, fields={259: (SHORT, 32809)})
    one.segments = [bytes((0xC0 | four[:, :, 0].astype(np.uint8)).reshape(-1))]
    add("gray4_thunderscan", tiff([one]), *libtiff.canonical(four, 4, 1, 1))


def fax_without_eol(book):
    """Group 3 without EOL codes, as some programs write it; libtiff 4.5 writes but does not read it."""
    strokes = pictures.letter(203, 150)
    fields = [(256, 203), (257, 150), (258, 1), (277, 1), (284, 1), (278, 40), (262, 0), (259, 3), (292, 0), (65536, 3)]
    data = through_libtiff([row.tobytes() for row in np.packbits(strokes, axis=1)], fields)
    book.valid("tiff/valid/bilevel_ccitt_g3_without_eol.tif", data, "tiff", "gray", ((1 - strokes) * 255).astype(np.uint8),
               "array")


def jpeg_in_tiff(add):
    """JPEG strips and tiles: grey, RGB, YCbCr with each subsampling, CMYK, with and without shared tables; and the old kind."""
    card = pictures.card(W, H)
    rows = [row.tobytes() for row in card]
    shape = [(256, W), (257, H), (258, 8), (277, 3), (284, 1), (278, 16), (259, 7)]
    for across, down in ((1, 1), (2, 1), (2, 2), (4, 1), (1, 2)):
        fields = [*shape, (262, 6), (530, across, down), (65537, 90), (65538, 1)]
        add(f"jpeg_ycbcr_{across}x{down}", through_libtiff(rows, fields))
    add("jpeg_rgb", through_libtiff(rows, [*shape, (262, 2), (65537, 90)]))
    add("jpeg_rgb_no_tables", through_libtiff(rows, [*shape, (262, 2), (65537, 90), (65539, 0)]))
    grey = pictures.grey_card(W, H)
    fields = [(256, W), (257, H), (258, 8), (277, 1), (284, 1), (278, 16), (259, 7), (262, 1), (65537, 90)]
    add("jpeg_gray", through_libtiff([row.tobytes() for row in grey], fields))
    base = tiff([page(card, 8, tw.RGB)])
    add("jpeg_ycbcr_tiles", tiffcp(base, "-t", "-w", "32", "-l", "32", "-c", "jpeg:90"))
    add("jpeg_rgb_separate", tiffcp(base, "-p", "separate", "-c", "jpeg:r:90"))
    add("jpeg_ycbcr_big_endian", tiffcp(base, "-B", "-c", "jpeg:90"))
    inks = np.dstack([255 - card, grey // 3])
    fields = [(256, W), (257, H), (258, 8), (277, 4), (284, 1), (278, 16), (259, 7), (262, 5), (65537, 92)]
    add("jpeg_cmyk", through_libtiff([row.tobytes() for row in inks], fields))
    # A whole JPEG file as one strip, as some scanners write.
    whole = cjpeg(pictures.card(64, 48), "-quality", 90, "-sample", "2x1")
    one = tw.Page({256: (LONG, 64), 257: (LONG, 48), 258: (SHORT, [8, 8, 8]), 259: (SHORT, 7), 262: (SHORT, 6), 277: (SHORT, 3),
                   278: (LONG, 48), 284: (SHORT, 1), 530: (SHORT, [2, 1])}, [whole])
    add("jpeg_ycbcr_whole_file_in_strip", tiff([one]))
    # The old kind (TIFF 6.0, section 22): the interchange stream is found by tags 513 and 514.
    old = tw.Page({256: (LONG, 64), 257: (LONG, 48), 258: (SHORT, [8, 8, 8]), 259: (SHORT, 6), 262: (SHORT, 6), 277: (SHORT, 3),
                   278: (LONG, 48), 284: (SHORT, 1), 512: (SHORT, 1), 513: (LONG, 8), 514: (LONG, len(whole)),
                   530: (SHORT, [2, 1])}, [whole])
    scan = next(end for marker, _, end in segments(whole) if marker == 0xDA)
    data = bytearray(tiff([old]))
    patch(data, 273, 8 + scan)
    patch(data, 279, len(whole) - scan)
    add("old_jpeg_ycbcr_2x1", bytes(data))


def ycbcr(add):
    """Uncompressed YCbCr with each subsampling, packed in data units as TIFF 6.0, section 21, lays them out."""
    p = pictures.card(60, 44).astype(np.int64)
    y = (299 * p[:, :, 0] + 587 * p[:, :, 1] + 114 * p[:, :, 2]) // 1000
    cb = np.clip(128 + (p[:, :, 2] - y) * 564 // 1000, 0, 255)
    cr = np.clip(128 + (p[:, :, 0] - y) * 713 // 1000, 0, 255)
    for across, down in ((1, 1), (2, 1), (2, 2), (4, 1), (4, 2), (1, 2), (4, 4)):
        for compression, name in ((tw.NONE, ""), (tw.DEFLATE, "_deflate")):
            if compression == tw.DEFLATE and (across, down) != (2, 2):
                continue
            # libtiff's RGBA reader, which gives the expected pixels, loses the end of a strip if a row of clumps is not
            # a whole number of bytes for each of its rows: 15 * 18 / 4.
            width = 56 if down == 4 else 60
            strips = []
            for top in range(0, 44, 16):
                out = bytearray()
                for r in range(top, min(top + 16, 44), down):
                    for c in range(0, width, across):
                        block = y[r:r + down, c:c + across]
                        out += bytes(block.reshape(-1).astype(np.uint8))
                        out += bytes([int(cb[r:r + down, c:c + across].mean()), int(cr[r:r + down, c:c + across].mean())])
                strips.append(zlib.compress(bytes(out), 9) if compression == tw.DEFLATE else bytes(out))
            table = {256: (LONG, width), 257: (LONG, 44), 258: (SHORT, [8, 8, 8]), 259: (SHORT, compression), 262: (SHORT, 6),
                     277: (SHORT, 3), 278: (LONG, 16), 284: (SHORT, 1), 530: (SHORT, [across, down]), 531: (SHORT, 1),
                     529: (RATIONAL, [(299, 1000), (587, 1000), (114, 1000)]),
                     532: (RATIONAL, [(0, 1), (255, 1), (128, 1), (255, 1), (128, 1), (255, 1)])}
            add(f"ycbcr_{across}x{down}{name}", tiff([tw.Page(table, strips)]))
