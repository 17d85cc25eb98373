"""The JPEG 2000 fixtures: codestreams by opj_compress, with some boxes around them built here. Their expected content
comes from opj_decompress."""

import io
import struct

import numpy as np
from PIL import Image

from . import metadata as meta
from . import pictures
from .book import pnm, run, with_files

INVALID, LIMIT, WARNING, UNSEEN, UNSUPPORTED = "invalidData", "limitExceeded", "warning", "unseen", "unsupported"
XMP_ID = bytes.fromhex("be7acfcb97a942e89c71999491e3afac")
IPTC_ID = bytes.fromhex("33c7a4d2b81d4723a0baf1a3e097ad38")


def box(kind, content):
    return struct.pack(">I", 8 + len(content)) + kind.encode() + content


def uuid(identifier, content):
    return box("uuid", identifier + content)


def ihdr(width, height, components, depth=7):
    return box("ihdr", struct.pack(">IIHBBBB", height, width, components, depth, 7, 0, 0))


def enumerated(space):
    return box("colr", bytes([1, 0, 0]) + struct.pack(">I", space))


def jp2(header, codestream, *after):
    return (box("jP  ", b"\r\n\x87\n") + box("ftyp", b"jp2 \0\0\0\0jp2 ") + box("jp2h", header) + box("jp2c", codestream)
            + b"".join(after))


def compress(data, suffix, *options, out="j2k"):
    """A file by opj_compress, of the bytes of a picture with this suffix."""
    def encode(folder, path):
        run("opj_compress", "-i", path, "-o", folder / f"out.{out}", *options)
        return (folder / f"out.{out}").read_bytes()
    return with_files(encode, data, suffix=suffix)


def png(array):
    out = io.BytesIO()
    Image.fromarray(array).save(out, "PNG")
    return out.getvalue()


def decompress(data):
    """The pixels of 8 bits as opj_decompress writes them."""
    suffix = ".j2k" if data[:2] == b"\xFF\x4F" else ".jp2"
    def decode(folder, path):
        run("opj_decompress", "-i", path, "-o", folder / "out.png")
        with Image.open(folder / "out.png") as image:
            return np.asarray(image).copy()
    return with_files(decode, data, suffix=suffix)


def make(book):
    def hand(name, data, pixels=None, suffix="jp2", model=None):
        pixels = decompress(data) if pixels is None else pixels
        if model is None:
            model = "gray" if pixels.ndim == 2 else {2: "graya", 3: "rgb", 4: "rgba"}[pixels.shape[2]]
        book.valid(f"jpeg2000/valid/{name}.{suffix}", data, "jpeg2000", model, pixels, "opj_decompress (libopenjp2)")

    card, clear, grey = pictures.card(61, 43), pictures.translucent(61, 43), pictures.grey_card(61, 43)
    colour = pnm(card)
    stream = compress(colour, ".ppm")
    hand("rgb", compress(colour, ".ppm", out="jp2"), card)
    hand("codestream", stream, card, suffix="j2k")
    hand("comment", compress(colour, ".ppm", "-C", "a comment"), card, suffix="j2k")
    hand("grey", compress(pnm(grey), ".pgm", out="jp2"), grey)
    hand("grey_codestream", compress(pnm(grey), ".pgm"), grey, suffix="j2k")
    hand("rgba", compress(png(clear), ".png", out="jp2"), clear)
    hand("rgba_codestream", compress(png(clear), ".png"), clear, suffix="j2k")
    hand("grey_alpha", compress(png(clear[:, :, [0, 3]]), ".png", out="jp2"), clear[:, :, [0, 3]])
    hand("alpha_edge", compress(png(pictures.alpha_edge(512, 320)), ".png", out="jp2"), pictures.alpha_edge(512, 320))
    deep = pictures.card16(61, 43, 3)
    hand("rgb16", compress(pnm(deep), ".ppm", out="jp2"), deep)
    hand("lossy", compress(pnm(pictures.photograph(320, 240, 61)), ".ppm", "-r", "12", "-I", out="jp2"))
    hand("photo_rgb", compress(pnm(pictures.photograph(480, 360, 62)), ".ppm", "-r", "15", out="jp2"))
    hand("layers", compress(pnm(pictures.photograph(160, 120, 63)), ".ppm", "-r", "30,10,1", out="jp2"))
    hand("tiles", compress(pnm(pictures.photograph(160, 120, 64)), ".ppm", "-t", "50,30", "-n", "4", out="jp2"))
    hand("tiles_lossy", compress(pnm(pictures.photograph(160, 120, 65)), ".ppm", "-t", "64,64", "-I", "-r", "8"), suffix="j2k")
    hand("offset", compress(colour, ".ppm", "-d", "13,7", out="jp2"), card)
    hand("offset_tiles", compress(colour, ".ppm", "-d", "13,7", "-t", "20,17", "-T", "5,3", "-n", "3", out="jp2"), card)
    hand("precincts_rpcl", compress(colour, ".ppm", "-p", "RPCL", "-c", "[32,32],[16,16]", "-SOP", "-EPH", out="jp2"), card)
    hand("one_resolution", compress(colour, ".ppm", "-n", "1", out="jp2"), card)
    hand("flat_colour", compress(pnm(pictures.constant(515, 387, (200, 60, 30))), ".ppm", out="jp2"))
    hand("gradient", compress(pnm(pictures.gradient(1024, 96)), ".ppm", out="jp2"))
    hand("jp2_named", stream, card, suffix="png")
    for width, height in [(1, 1), (1, 7), (7, 1), (2, 3), (17, 33)]:
        picture = pictures.card(width, height)
        hand(f"size_{width}x{height}", compress(pnm(picture), ".ppm", "-n", "1" if min(width, height) < 4 else "4", out="jp2"), picture)

    # Signed samples, and chroma at half the size: Y, Cb and Cr of even sizes, whose conversion may round in two ways.
    signed = (grey.astype(np.int64) - 128).astype(np.int8).tobytes()
    hand("signed", compress(signed, ".raw", "-F", "61,43,1,8,s", out="jp2"), grey)
    planes = [np.full((44, 62), 120, np.uint8), np.full((22, 31), 90, np.uint8), np.full((22, 31), 170, np.uint8)]
    planes[0][10:30, 20:40] = 200
    chroma = b"".join(plane.tobytes() for plane in planes)
    for name, space in [("sycc_420", 18), ("e_sycc_420", 24)]:
        data = jp2(ihdr(62, 44, 3) + enumerated(space), compress(chroma, ".raw", "-F", "62,44,3,8,u@1x1:2x2:2x2", "-mct", "0"))
        book.valid(f"jpeg2000/valid/{name}.jp2", data, "jpeg2000", None, None, "-", size=(62, 44))

    # The boxes.
    head = ihdr(61, 43, 3)
    hand("icc", jp2(head + box("colr", b"\2\0\0" + meta.icc_swapped()), stream), card)
    block = meta.exif_block(meta.camera(1), ">", meta.exposure(61, 43), meta.position())
    hand("exif", jp2(head + enumerated(16), stream, uuid(b"JpgTiffExif->JP2", block)), card)
    hand("xmp", jp2(head + enumerated(16), stream, uuid(XMP_ID, meta.xmp())), card)
    hand("iptc", jp2(head + enumerated(16), stream, uuid(IPTC_ID, meta.iptc())), card)
    density = struct.pack(">HHHHbb", 11811, 1, 11811, 1, 0, 0)
    hand("resolution", jp2(head + enumerated(16) + box("res ", box("resc", density) + box("resd", density)), stream), card)
    letter = np.dstack([pictures.letter(40, 56).reshape(56, 40)] * 3)
    small = compress(pnm(letter), ".ppm")
    for number in range(1, 9):
        hand(f"orientation_{number}", jp2(ihdr(40, 56, 3) + enumerated(16), small,
                                          uuid(b"JpgTiffExif->JP2", meta.exif_block(meta.camera(number)))), letter)
    # Three colours and their opacity by a palette, in another order than the channels'.
    entries = np.random.RandomState(9).randint(0, 256, size=(16, 4)).astype(np.uint8)
    index = (np.arange(43)[:, None] + np.arange(61)[None, :]) % 16
    paper = (box("pclr", struct.pack(">HB", 16, 4) + bytes([7] * 4) + entries.tobytes())
             + box("cmap", b"".join(struct.pack(">HBB", 0, 1, column) for column in range(4)))
             + box("cdef", struct.pack(">H12H", 4, 0, 0, 3, 1, 0, 2, 2, 0, 1, 3, 1, 0)))
    data = jp2(ihdr(61, 43, 1) + enumerated(16) + paper, compress(pnm(index.astype(np.uint8)), ".pgm"))
    book.valid("jpeg2000/valid/palette_alpha.jp2", data, "jpeg2000", "rgba", entries[index][:, :, [2, 1, 0, 3]], "array")
    broken(book, colour, stream)


def set_bytes(data, at, new):
    return data[:at] + new + data[at + len(new):]


def broken(book, colour, stream):
    def bad(name, data, kind, why):
        book.bad(f"jpeg2000/broken/{name}", data, kind, why)

    photo = compress(pnm(pictures.photograph(160, 120, 66)), ".ppm", "-t", "64,64")
    head = ihdr(61, 43, 3)
    good = jp2(head + enumerated(16), stream)
    bad("empty.jp2", b"", INVALID, "a file of 0 bytes")
    bad("signature_only.jp2", good[:12], INVALID, "the signature and nothing else")
    bad("text.jp2", b"hello, this is no picture\n", INVALID, "a text file by another name")
    bad("no_codestream.jp2", good[:good.index(b"jp2c") - 4], INVALID, "no box with a codestream")
    bad("no_header.jp2", good.replace(b"jp2h", b"free"), INVALID, "no box with the header")
    bad("truncated_in_size.j2k", stream[:20], INVALID, "ends inside the size of the picture")
    bad("truncated_in_header.j2k", stream[:60], INVALID, "ends inside the main header")
    bad("truncated_one_tile.j2k", stream[:len(stream) * 3 // 4], WARNING, "ends inside the only tile")
    bad("truncated_tiles.j2k", photo[:len(photo) // 2], WARNING, "ends inside a tile of nine")
    bad("box_of_4_billion.jp2", good + b"\xFF\xFF\xFF\xFFuuid" + bytes(30), WARNING, "a box of 4 billion bytes is declared")
    # Without the bound, libopenjp2 reads on and ends the process.
    bad("box_too_short.jp2", set_bytes(good, good.index(b"jp2c") - 4, struct.pack(">I", 136)), INVALID,
        "the codestream is longer than its box")
    bad("width_0.j2k", set_bytes(stream, 8, bytes(4)), INVALID, "width 0")
    bad("tile_0.j2k", set_bytes(stream, 24, bytes(8)), INVALID, "tiles of width 0")
    bad("size_100000.j2k", set_bytes(set_bytes(stream, 8, struct.pack(">II", 100000, 100000)), 24, struct.pack(">II", 100000, 100000)),
        LIMIT, "100,000 x 100,000 pixels declared")
    bad("size_16383.j2k", set_bytes(set_bytes(stream, 8, struct.pack(">II", 16383, 16383)), 24, struct.pack(">II", 16383, 16383)),
        LIMIT, "16,383 x 16,383 pixels in one tile, which take 3 GB")
    bad("tiles_of_1.j2k", set_bytes(set_bytes(stream, 8, struct.pack(">II", 4000, 4000)), 24, struct.pack(">II", 1, 1)),
        LIMIT, "16 million tiles")
    bad("components_16384.j2k", set_bytes(stream, 40, b"\x40\x00"), LIMIT, "16,384 components")
    bad("step_0.j2k", set_bytes(stream, 43, b"\0"), INVALID, "a component without distance between its samples")
    bad("colour_space_14.jp2", jp2(head + enumerated(14), stream), UNSUPPORTED, "CIELab")
    bad("cmyk_of_three.jp2", jp2(head + enumerated(12), stream), INVALID, "CMYK, and three components")
    bad("icc_garbage.jp2", jp2(head + box("colr", b"\2\0\0" + bytes(range(200))), stream), WARNING, "the ICC profile is not one")
    bad("palette_missing.jp2", jp2(head + enumerated(16) + box("cmap", struct.pack(">HBB", 0, 1, 0)), stream), WARNING,
        "a channel that needs a palette")
    bad("metadata_exif_cut.jp2", good + uuid(b"JpgTiffExif->JP2", meta.exif_block(meta.camera(), "<", meta.exposure(61, 43))[:120]),
        WARNING, "ends inside IFD0")
    bad("metadata_xmp_cut.jp2", good + uuid(XMP_ID, meta.xmp()[:300]), UNSEEN, "the XMP packet is cut")
