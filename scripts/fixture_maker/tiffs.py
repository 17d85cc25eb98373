"""The valid TIFF fixtures, written by tiffwriter; for compressions see tiff_codecs. libtiff reads each one back."""

import sys

import numpy as np
from PIL import Image

from . import blocks
from . import libtiff
from . import metadata as meta
from . import pictures
from . import tiff_codecs
from . import tiffwriter as tw
from .book import decode_jpeg, with_files
from .jpegs import cjpeg, oriented
from .tiff_parts import H, W, float_card, patterns, replicated
from .tiffwriter import ASCII, LONG, RATIONAL, SHORT, UNDEFINED, page, tiff


def longs(data):
    """A block as some writers store it, as four-byte numbers: a little-endian file has their bytes reversed."""
    data += b"\0" * (-len(data) % 4)
    return [int.from_bytes(data[at:at + 4], "big") for at in range(0, len(data), 4)]


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
    tiff_codecs.compressions(add)
    tiff_codecs.fax(add)
    tiff_codecs.jpeg_in_tiff(add)
    tiff_codecs.ycbcr(add)
    many_pages(add)
    with_metadata(add)
    for_checks(add)
    dng(book)
    tiff_codecs.fax_without_eol(book)


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
    add("rgb8_unspecified_fourth_sample", tiff([page(rgba, 8, tw.RGB, fields={338: (SHORT, 0)})]), "rgba", rgba)
    five = np.dstack([rgba, rgba[:, :, :1]])
    add("rgb8_alpha_and_fifth_sample", tiff([page(five, 8, tw.RGB, fields={338: (SHORT, [2, 0])})]), "rgba", rgba)
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
    add("pyramid_reduced_page_first", tiff([small, page(card, 8, tw.RGB)]), "rgb", card)
    first = page(card, 8, tw.RGB, subs=[page(pictures.card(30, 21), 8, tw.RGB, ">", fields={254: (LONG, 1)})])
    add("pages_two_with_subifds_bigtiff", tiff([first, page(card, 8, tw.RGB, subs=[])], big=True), "rgb", card)


def dng(book):
    """A DNG as cameras write it: a tiny thumbnail first, below it data of a sensor and a preview of medium size. Raw
    data cannot be decoded, so the preview represents the picture. Only the first directory states the orientation."""
    preview = cjpeg(pictures.photograph(192, 144, 71), "-quality", 90, "-sample", "1x1")
    shot = tw.Page({254: (LONG, 1), 256: (LONG, 192), 257: (LONG, 144), 258: (SHORT, [8, 8, 8]), 259: (SHORT, 7),
                    262: (SHORT, 6), 277: (SHORT, 3), 278: (LONG, 144), 284: (SHORT, 1), 530: (SHORT, [1, 1])}, [preview])
    sensor = page(pictures.card16(256, 192, 1), 16, tw.COLOR_FILTER_ARRAY, fields={
        254: (LONG, 0), 33421: (SHORT, [2, 2]), 33422: (1, [0, 1, 1, 2])})
    thumbnail = np.asarray(Image.fromarray(pictures.photograph(192, 144, 71)).reduce(6))
    first = page(thumbnail, 8, tw.RGB, fields={
        254: (LONG, 1), 274: (SHORT, 6), 50706: (1, [1, 4, 0, 0]), 50707: (1, [1, 1, 0, 0])}, subs=[sensor, shot])
    _, pixels, decoder = decode_jpeg(preview)
    book.valid("tiff/valid/preview_of_sensor_data.dng", tiff([first]), "tiff", "rgb", pixels, decoder)


def with_metadata(add):
    card = pictures.card(W, H)
    for order, name in (("<", "little"), (">", "big")):
        camera = {k: v for k, v in meta.camera().items() if k not in (0x0112, 0x0213)}
        data = tiff([page(card, 8, tw.RGB, order, fields=camera, exif=meta.exposure(W, H), gps=meta.position())], order)
        add(f"exif_gps_{name}_endian", data, "rgb", card)
    upright = pictures.card(64, 48)
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
    add("iptc_swapped_longs", tiff([page(card, 8, tw.RGB, fields={33723: (LONG, longs(blocks.iptc_full()))})]), "rgb", card)
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
