"""The valid TIFF fixtures: laid out by tiffwriter, compressed by tiffcp or by libtiff itself. Each one is read back by libtiff."""

import struct
import sys
import zlib

import numpy as np
from PIL import Image

from . import libtiff
from . import metadata as meta
from . import pictures
from . import tiffwriter as tw
from .book import run, with_files
from .jpegs import cjpeg, segments
from .tiffwriter import ASCII, LONG, RATIONAL, SHORT, UNDEFINED, page, tiff

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
    """Unsigned samples of 24, 32 or 64 bits that come to the same 16 bits by rounding and by truncation."""
    if bits == 24:
        eight = pictures.card(W, H)[:, :, :channels].astype(np.uint64)
        return eight * np.uint64(0x010101)
    return pictures.card16(W, H, channels).astype(np.uint64) * np.uint64(0x00010001 if bits == 32 else 0x0001000100010001)


def float_card(channels=1):
    """0...1 in steps of 1/1024, so that half and 24-bit floats hold the values exactly."""
    return ((pictures.card16(W, H, channels) >> 6).astype(np.float32) / np.float32(1024)).astype(np.float32)


def make(book):
    def add(name, data, model=None, truth=None, suffix="tif", hashed=True):
        """Adds a file. libtiff's reading must equal `truth` (model and canonical array) where that is given. Not `hashed`:
        a decoder may change the values."""
        def decode(_, path):
            return libtiff.decode(path)
        width, height, pages, read_model, read = with_files(decode, data, suffix=".tif")
        decoder = "libtiff"
        if truth is not None:
            truth = truth.reshape(truth.shape[0], truth.shape[1], -1)
            if read is None or read_model != model or not np.array_equal(read, truth):
                sys.exit(f"make-fixtures: tiff {name}: libtiff does not read the pixels that were written")
            decoder = "array, libtiff agrees"
        elif read is None or not hashed:
            read_model = read = None
            decoder = "no common layout"
        book.valid(f"tiff/valid/{name}.{suffix}", data, "tiff", read_model, read, decoder, pages, (width, height))

    depths(add)
    layouts(add)
    models(add)
    compressions(add)
    fax(add)
    jpeg_in_tiff(add)
    ycbcr(add)
    many_pages(add)
    with_metadata(add)
    for_checks(add)


def depths(add):
    for bits in (1, 2, 4, 6, 8, 10, 12, 14, 16):
        samples = pictures.levels(W, H, bits)
        data = tiff([page(samples, bits, tw.MIN_IS_BLACK, rows=16)])
        add(f"gray{bits}", data, *libtiff.canonical(samples, bits, 1, 1))
        if bits in (1, 4, 8, 16):
            white = page(samples, bits, tw.MIN_IS_WHITE, ">", rows=16)
            add(f"gray{bits}_min_is_white_big_endian", tiff([white], ">"), *libtiff.canonical(samples, bits, 1, 0))
    for bits in (24, 32, 64):
        for order, name in (("<", "little"), (">", "big")):
            data = tiff([page(replicated(bits), bits, tw.MIN_IS_BLACK, order, rows=16)], order)
            add(f"gray{bits}_{name}_endian", data, *libtiff.canonical(replicated(bits), bits, 1, 1))
    for bits in (8, 16, 32):
        signed = pictures.levels(W, H, bits)
        add(f"gray{bits}_signed", tiff([page(signed, bits, tw.MIN_IS_BLACK, kind=tw.SIGNED, rows=16)]))
    for bits in (16, 24, 32, 64):
        for order, name in (("<", "little"), (">", "big")):
            data = tiff([page(patterns(float_card(), bits), bits, tw.MIN_IS_BLACK, order, tw.FLOAT, rows=16)], order)
            add(f"gray_float{bits}_{name}_endian", data, "gray", float_card())
        rgb = page(patterns(float_card(3), bits), bits, tw.RGB, kind=tw.FLOAT, rows=16)
        add(f"rgb_float{bits}", tiff([rgb]), "rgb", float_card(3))
    wide = float_card() * 4 - 1
    add("gray_float32_below_0_above_1", tiff([page(patterns(wide, 32), 32, tw.MIN_IS_BLACK, kind=tw.FLOAT)]), "gray", wide)
    odd = float_card()
    odd[5, 5:9, 0] = [np.nan, np.inf, -np.inf, 3e38]
    data = tiff([page(patterns(odd, 32), 32, tw.MIN_IS_BLACK, kind=tw.FLOAT)])
    add("gray_float32_nan_and_infinity", data, hashed=False)
    for bits in (2, 4, 12):
        samples = pictures.levels(W, H, bits, 3)
        add(f"rgb{bits}", tiff([page(samples, bits, tw.RGB, rows=16)]), *libtiff.canonical(samples, bits, 1, 2))


def layouts(add):
    """Strips and tiles, contiguous and separate planes, both byte orders, classic and BigTIFF, for 8 and 16 bits."""
    for bits, samples in ((8, pictures.card(W, H)), (16, pictures.card16(W, H, 3))):
        truth = libtiff.canonical(samples.astype(np.uint64), bits, 1, 2)
        for planar, plane_name in ((1, "contiguous"), (2, "separate")):
            for shape, shape_name in ((dict(rows=7), "strips"), (dict(tile=(32, 16)), "tiles")):
                for order, order_name in (("<", ""), (">", "_big_endian")):
                    data = tiff([page(samples, bits, tw.RGB, order, planar=planar, **shape)], order)
                    add(f"rgb{bits}_{shape_name}_{plane_name}{order_name}", data, *truth)
    card, truth = pictures.card(W, H), pictures.card(W, H)
    for order, name in (("<", "little"), (">", "big")):
        add(f"bigtiff_{name}_endian", tiff([page(card, 8, tw.RGB, order, rows=10)], order, big=True), "rgb", truth)
        add(f"bigtiff_{name}_endian_tiles_deflate", tiff(
            [page(card, 8, tw.RGB, order, tile=(16, 16), compression=tw.DEFLATE, predictor=2)], order, big=True), "rgb", truth)
    add("strips_of_one_row", tiff([page(card, 8, tw.RGB, rows=1)]), "rgb", truth)
    add("rows_per_strip_4294967295", tiff([page(card, 8, tw.RGB, fields={278: (LONG, 0xFFFFFFFF)})]), "rgb", truth)
    for w, h in ((1, 1), (1, 9), (9, 1), (17, 13)):
        add(f"size_{w}x{h}", tiff([page(pictures.card(w, h), 8, tw.RGB)]), "rgb", pictures.card(w, h))
    add("size_17x13_tiles_of_16", tiff([page(pictures.card(17, 13), 8, tw.RGB, tile=(16, 16))]), "rgb", pictures.card(17, 13))
    bits = pictures.levels(W, H, 1)
    add("gray1_fill_order_2", tiff([page(bits, 1, tw.MIN_IS_BLACK, rows=16, fill=2)]), *libtiff.canonical(bits, 1, 1, 1))
    add("rgb8_fill_order_2_deflate", tiff([page(card, 8, tw.RGB, fill=2, compression=tw.DEFLATE)]), "rgb", truth)
    add("named_tiff", tiff([page(card, 8, tw.RGB)]), "rgb", truth, suffix="tiff")


def models(add):
    """Alpha of both kinds, palettes, CMYK, CIELab, more samples than a model needs."""
    rgba = pictures.translucent(W, H)
    for planar, name in ((1, ""), (2, "_separate")):
        add(f"rgba8_unassociated{name}", tiff([page(rgba, 8, tw.RGB, planar=planar, fields={338: (SHORT, 2)})]), "rgba", rgba)
    alpha = rgba[:, :, 3:].astype(np.int64)
    multiplied = np.dstack([(rgba[:, :, :3] * alpha + 127) // 255, alpha]).astype(np.uint8)
    add("rgba8_associated", tiff([page(multiplied, 8, tw.RGB, fields={338: (SHORT, 1)})]), "rgbapre", multiplied)
    wide = pictures.card16(W, H, 4)
    add("rgba16_unassociated_big_endian", tiff([page(wide, 16, tw.RGB, ">", fields={338: (SHORT, 2)})], ">"), "rgba", wide)
    add("rgb8_unspecified_fourth_sample", tiff([page(rgba, 8, tw.RGB, fields={338: (SHORT, 0)})]), "rgb", rgba[:, :, :3])
    five = np.dstack([rgba, rgba[:, :, :1]])
    add("rgb8_alpha_and_fifth_sample", tiff([page(five, 8, tw.RGB, fields={338: (SHORT, [2, 0])})]))
    grey = rgba[:, :, 2:]
    add("gray_alpha8", tiff([page(grey, 8, tw.MIN_IS_BLACK, fields={338: (SHORT, 2)})]), "graya", grey)
    add("gray_alpha8_separate_tiles", tiff([page(grey, 8, tw.MIN_IS_BLACK, planar=2, tile=(16, 32), fields={338: (SHORT, 2)})]),
        "graya", grey)
    for bits in (1, 2, 4, 8):
        index = pictures.levels(W, H, bits)
        colours = np.random.RandomState(bits).randint(0, 256, (1 << bits, 3))
        table = {320: (SHORT, [int(v) * 257 for v in colours.T.reshape(-1)])}
        add(f"palette{bits}", tiff([page(index, bits, tw.PALETTE, rows=16, fields=table)]), "rgb",
            colours.astype(np.uint8)[index[:, :, 0].astype(int)])
    index = pictures.levels(W, H, 8)
    table = {320: (SHORT, [int(v) * 257 for v in colours.T.reshape(-1)])}
    add("palette8_tiles_big_endian", tiff([page(index, 8, tw.PALETTE, ">", tile=(16, 16), fields=table)], ">"), "rgb",
        colours.astype(np.uint8)[index[:, :, 0].astype(int)])
    inks = pictures.card(W, H).astype(np.int64)
    black = 255 - inks.max(axis=2)
    cmyk = np.dstack([255 - inks[:, :, i] - black for i in range(3)] + [black]).astype(np.uint8)
    add("cmyk8", tiff([page(cmyk, 8, tw.SEPARATED, rows=16, fields={332: (SHORT, 1)})]), "cmyk", cmyk)
    add("cmyk8_separate", tiff([page(cmyk, 8, tw.SEPARATED, planar=2)]), "cmyk", cmyk)
    add("cmyk16", tiff([page(cmyk.astype(np.uint16) * 257, 16, tw.SEPARATED)]), "cmyk", cmyk.astype(np.uint16) * 257)
    add("cmyk8_icc", tiff([page(cmyk, 8, tw.SEPARATED, fields={34675: (UNDEFINED, meta.icc_cmyk())})]), "cmyk", cmyk)
    p = pictures.card(W, H).astype(np.int64)
    light = p.sum(axis=2) // 3
    a, b = (p[:, :, 0] - p[:, :, 1]) // 4, (p[:, :, 1] - p[:, :, 2]) // 4
    add("cielab8", tiff([page(np.dstack([light, a & 255, b & 255]), 8, tw.CIELAB)]))
    add("cielab16", tiff([page(np.dstack([light * 257, a * 256 & 65535, b * 256 & 65535]), 16, tw.CIELAB)]))
    add("icclab8", tiff([page(np.dstack([light, a + 128, b + 128]), 8, tw.ICCLAB)]))


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
    # By hand: what tiffcp writes with -B and predictor 3 is not read back, not even by itself.
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
    # PixarLog stores 11-bit logarithms: what libtiff reads back is the truth.
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
    # Whole tiles only: tiffcp pads bilevel tiles with whatever is in memory.
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


def patch(data, tag, value):
    """Overwrites an inline value of the last directory of a little-endian classic file."""
    at = struct.unpack_from("<I", data, 4)[0]
    for index in range(struct.unpack_from("<H", data, at)[0]):
        entry = at + 2 + 12 * index
        if struct.unpack_from("<H", data, entry)[0] == tag:
            struct.pack_into("<I", data, entry + 8, value)


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
            strips = []
            for top in range(0, 44, 16):
                out = bytearray()
                for r in range(top, min(top + 16, 44), down):
                    for c in range(0, 60, across):
                        block = y[r:r + down, c:c + across]
                        out += bytes(block.reshape(-1).astype(np.uint8))
                        out += bytes([int(cb[r:r + down, c:c + across].mean()), int(cr[r:r + down, c:c + across].mean())])
                strips.append(zlib.compress(bytes(out), 9) if compression == tw.DEFLATE else bytes(out))
            table = {256: (LONG, 60), 257: (LONG, 44), 258: (SHORT, [8, 8, 8]), 259: (SHORT, compression), 262: (SHORT, 6),
                     277: (SHORT, 3), 278: (LONG, 16), 284: (SHORT, 1), 530: (SHORT, [across, down]), 531: (SHORT, 1),
                     529: (RATIONAL, [(299, 1000), (587, 1000), (114, 1000)]),
                     532: (RATIONAL, [(0, 1), (255, 1), (128, 1), (255, 1), (128, 1), (255, 1)])}
            add(f"ycbcr_{across}x{down}{name}", tiff([tw.Page(table, strips)]))


def many_pages(add):
    card = pictures.card(W, H)
    grey = pictures.levels(33, 70, 4)
    three = [page(card, 8, tw.RGB, fields={297: (SHORT, [0, 3])}), page(grey, 4, tw.MIN_IS_BLACK, fields={297: (SHORT, [1, 3])}),
             page(pictures.card16(20, 10, 3), 16, tw.RGB, compression=tw.DEFLATE, fields={297: (SHORT, [2, 3])})]
    add("pages_three_kinds", tiff(three), "rgb", card)
    add("pages_forty", tiff([page(pictures.card(12 + i, 9, i), 8, tw.RGB) for i in range(40)]), "rgb", pictures.card(12, 9, 0))
    add("pages_bigtiff", tiff([page(card, 8, tw.RGB), page(pictures.grey_card(30, 20), 8, tw.MIN_IS_BLACK)], big=True), "rgb", card)
    full = pictures.photograph(512, 384, 51)
    smaller = [np.asarray(Image.fromarray(full).reduce(f)) for f in (2, 4, 8)]

    def level(pixels, reduced):
        return page(pixels, 8, tw.RGB, tile=(128, 128) if pixels.shape[0] > 128 else (64, 64), compression=tw.DEFLATE,
                    predictor=2, fields={254: (LONG, 1)} if reduced else {})
    top = level(full, False)
    top.subs = [level(p, True) for p in smaller]
    add("pyramid_subifds", tiff([top]), "rgb", full)
    add("pyramid_reduced_pages", tiff([level(full, False)] + [level(p, True) for p in smaller[1:]]), "rgb", full)
    small = page(smaller[2], 8, tw.RGB, fields={254: (LONG, 1)})
    add("pyramid_reduced_page_first", tiff([small, page(card, 8, tw.RGB)]), "rgb", smaller[2])
    first = page(card, 8, tw.RGB, subs=[page(pictures.card(30, 21), 8, tw.RGB, ">", fields={254: (LONG, 1)})])
    add("pages_two_with_subifds_bigtiff", tiff([first, page(card, 8, tw.RGB, subs=[])], big=True), "rgb", card)


def with_metadata(add):
    card = pictures.card(W, H)
    for order, name in (("<", "little"), (">", "big")):
        camera = {k: v for k, v in meta.camera().items() if k not in (0x0112, 0x0213)}
        data = tiff([page(card, 8, tw.RGB, order, fields=camera, exif=meta.exposure(W, H), gps=meta.position())], order)
        add(f"exif_gps_{name}_endian", data, "rgb", card)
    upright = pictures.card(64, 48)
    from .jpegs import oriented
    for number in range(1, 9):
        stored = oriented(upright, number)
        add(f"orientation_{number}", tiff([page(stored, 8, tw.RGB, rows=16, fields={274: (SHORT, number)})]), "rgb", stored)
    add("icc", tiff([page(card, 8, tw.RGB, fields={34675: (UNDEFINED, meta.icc_swapped())})]), "rgb", card)
    add("icc_gray16", tiff([page(pictures.card16(W, H, 1), 16, tw.MIN_IS_BLACK, fields={34675: (UNDEFINED, meta.icc_grey())})]),
        "gray", pictures.card16(W, H, 1))
    add("icc_misfit_gray_profile", tiff([page(card, 8, tw.RGB, fields={34675: (UNDEFINED, meta.icc_grey())})]), "rgb", card)
    add("xmp", tiff([page(card, 8, tw.RGB, fields={700: (1, list(meta.xmp()))})]), "rgb", card)
    add("iptc_photoshop", tiff([page(card, 8, tw.RGB, fields={33723: (UNDEFINED, meta.iptc()), 34377: (
        1, list(meta.photoshop((0x0404, meta.iptc()))))})]), "rgb", card)
    resolution = {282: (RATIONAL, [(300, 1)]), 283: (RATIONAL, [(150, 1)]), 296: (SHORT, 2)}
    add("resolution_300x150_dpi", tiff([page(card, 8, tw.RGB, fields=resolution)]), "rgb", card)
    resolution = {282: (RATIONAL, [(118, 1)]), 283: (RATIONAL, [(118, 1)]), 296: (SHORT, 3)}
    add("resolution_118_per_cm", tiff([page(card, 8, tw.RGB, ">", fields=resolution)], ">"), "rgb", card)
    add("description_and_dates", tiff([page(card, 8, tw.RGB, fields={
        270: (ASCII, "A description"), 305: (ASCII, "make-fixtures"), 306: (ASCII, "2024:05:06 07:08:09"),
        315: (ASCII, "Nobody"), 33432: (ASCII, "CC0")})]), "rgb", card)


def for_checks(add):
    flat = pictures.constant(515, 387, (200, 60, 30))
    add("flat_colour", tiff([page(flat, 8, tw.RGB, rows=64, compression=tw.DEFLATE)]), "rgb", flat)
    grey = np.full((211, 300, 1), 0x8001, np.uint16)
    add("flat_gray16_tiles", tiff([page(grey, 16, tw.MIN_IS_BLACK, tile=(64, 64), compression=tw.DEFLATE)]), "gray", grey)
    level = np.full((211, 300, 1), 0.25, np.float32)
    add("flat_float32", tiff([page(patterns(level, 32), 32, tw.MIN_IS_BLACK, kind=tw.FLOAT, compression=tw.DEFLATE)]), "gray", level)
    ramp = pictures.gradient(1024, 96)
    add("gradient", tiff([page(ramp, 8, tw.RGB, rows=32, compression=tw.DEFLATE, predictor=2)]), "rgb", ramp)
    board = pictures.halftone(512, 512)[:, :, None]
    add("halftone", tiff([page(board, 8, tw.MIN_IS_BLACK, rows=64, compression=tw.DEFLATE)]), "gray", board)
    edge = pictures.alpha_edge(512, 320)
    add("alpha_edge", tiff([page(edge, 8, tw.RGB, rows=64, compression=tw.DEFLATE, fields={338: (SHORT, 2)})]), "rgba", edge)
