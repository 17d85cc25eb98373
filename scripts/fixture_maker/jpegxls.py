"""The JPEG XL fixtures: codestreams by cjxl, with boxes around them built here. Their expected content comes from djxl,
or from the arrays of lossless ones."""

import io
import struct

import numpy as np
from PIL import Image

from . import metadata as meta
from . import pictures
from .book import pnm, run, with_files

INVALID, LIMIT, WARNING, UNSEEN = "invalidData", "limitExceeded", "warning", "unseen"


def box(kind, content):
    return struct.pack(">I", 8 + len(content)) + kind.encode() + content


def container(*boxes):
    return box("JXL ", b"\r\n\x87\n") + box("ftyp", b"jxl \0\0\0\0jxl ") + b"".join(boxes)


def cjxl(data, suffix, *options):
    """A codestream by cjxl, of the bytes of a picture with this suffix."""
    def encode(folder, path):
        run("cjxl", path, folder / "out.jxl", "--container=0", *options)
        return (folder / "out.jxl").read_bytes()
    return with_files(encode, data, suffix=suffix)


def png(array):
    out = io.BytesIO()
    Image.fromarray(array).save(out, "PNG")
    return out.getvalue()


def djxl(data):
    """The pixels of 8 bits as djxl decodes them."""
    def decode(folder, path):
        run("djxl", path, folder / "out.png")
        with Image.open(folder / "out.png") as image:
            return np.asarray(image).copy()
    return with_files(decode, data, suffix=".jxl")


def make(book):
    def hand(name, data, pixels=None, suffix="jxl", pages=1, is_lossy=False):
        decoder = "djxl (libjxl)" if pixels is None else "array"
        pixels = djxl(data) if pixels is None else pixels
        model = "gray" if pixels.ndim == 2 else {1: "gray", 2: "graya", 3: "rgb", 4: "rgba"}[pixels.shape[2]]
        size = pixels.shape[1::-1]
        if is_lossy:
            # libjxl rounds differently on different processors, so there is no hash: a test runs djxl.
            model, pixels = model + "8", None
        book.valid(f"jpegxl/valid/{name}.{suffix}", data, "jpegxl", model, pixels, decoder, pages, size)

    card, clear, grey = pictures.card(61, 43), pictures.translucent(61, 43), pictures.grey_card(61, 43)
    exact = ("-d", "0")
    stream = cjxl(pnm(card), ".ppm", *exact)
    hand("rgb", stream, card)
    hand("grey", cjxl(pnm(grey), ".pgm", *exact), grey)
    hand("rgba", cjxl(png(clear), ".png", *exact), clear)
    hand("grey_alpha", cjxl(png(clear[:, :, [0, 3]]), ".png", *exact), clear[:, :, [0, 3]])
    deep = pictures.card16(61, 43, 3)
    hand("rgb16", cjxl(pnm(deep), ".ppm", *exact), deep)
    hand("alpha_edge", cjxl(png(pictures.alpha_edge(512, 320)), ".png", *exact), pictures.alpha_edge(512, 320))
    hand("lossy", cjxl(pnm(pictures.photograph(320, 240, 71)), ".ppm", "-d", "2"), is_lossy=True)
    hand("photo_rgb", cjxl(pnm(pictures.photograph(480, 360, 72)), ".ppm", "-d", "1"), is_lossy=True)
    hand("progressive", cjxl(pnm(pictures.photograph(320, 240, 73)), ".ppm", "-d", "2", "-p"), is_lossy=True)
    hand("flat_colour", cjxl(pnm(pictures.constant(515, 387, (200, 60, 30))), ".ppm", *exact), pictures.constant(515, 387, (200, 60, 30)))
    hand("gradient", cjxl(pnm(pictures.gradient(1024, 96)), ".ppm", *exact), pictures.gradient(1024, 96))
    hand("jxl_named", stream, card, suffix="png")
    for width, height in [(1, 1), (1, 7), (7, 1), (2, 3), (17, 33)]:
        picture = pictures.card(width, height)
        hand(f"size_{width}x{height}", cjxl(pnm(picture), ".ppm", *exact), picture)

    # The container.
    hand("container", container(box("jxlc", stream)), card)
    half = len(stream) // 2
    hand("parts", container(box("jxlp", struct.pack(">I", 0) + stream[:half]),
                            box("jxlp", struct.pack(">I", 1 << 31 | 1) + stream[half:])), card)
    block = meta.exif_block(meta.camera(6), ">", meta.exposure(61, 43), meta.position())
    hand("exif", container(box("Exif", bytes(4) + block), box("jxlc", stream)), card)
    hand("xmp", container(box("jxlc", stream), box("xml ", meta.xmp())), card)
    # A JPEG file that can be restored.
    def pack(folder, path):
        run("cjxl", path, folder / "out.jxl")
        return (folder / "out.jxl").read_bytes()
    photo = io.BytesIO()
    Image.fromarray(pictures.photograph(160, 120, 74)).save(photo, "JPEG", quality=80)
    hand("packed_jpeg", with_files(pack, photo.getvalue(), suffix=".jpg"), is_lossy=True)
    # An animation of three frames.
    frames = [Image.fromarray(pictures.card(61, 43, seed)) for seed in (1, 7, 8)]
    film = io.BytesIO()
    frames[0].save(film, "PNG", save_all=True, append_images=frames[1:], duration=[100, 200, 300], loop=2)
    hand("animation", cjxl(film.getvalue(), ".png", *exact), card, pages=3)
    broken(book, stream)


def set_bytes(data, at, new):
    return data[:at] + new + data[at + len(new):]


def broken(book, stream):
    def bad(name, data, kind, why):
        book.bad(f"jpegxl/broken/{name}.jxl", data, kind, why)

    photo = cjxl(pnm(pictures.photograph(320, 240, 75)), ".ppm", "-d", "2")
    good = container(box("jxlc", stream))
    bad("empty", b"", INVALID, "a file of 0 bytes")
    bad("signature_only", stream[:2], INVALID, "the signature and nothing else")
    bad("text", b"hello, this is no picture\n", INVALID, "a text file by another name")
    bad("truncated_lossless", stream[:len(stream) // 2], INVALID, "ends inside the only group")
    bad("truncated_in_header", stream[:4], INVALID, "ends inside the header")
    bad("no_codestream", container(box("Exif", bytes(4))), INVALID, "a container without a codestream")
    bad("box_of_4_billion", good + b"\xFF\xFF\xFF\xFFxml " + bytes(30), WARNING, "a box of 4 billion bytes is declared")
    bad("damaged", set_bytes(photo, 60, b"\xFF" * 40), INVALID, "bytes of the first group are changed")
    bad("metadata_exif_cut", container(box("Exif", bytes(4) + meta.exif_block(meta.camera(), "<", meta.exposure(61, 43))[:120]),
                                       box("jxlc", stream)), WARNING, "ends inside IFD0")
    bad("metadata_xmp_cut", container(box("jxlc", stream), box("xml ", meta.xmp()[:300])), UNSEEN, "the XMP packet is cut")
    # SizeHeader: no multiples of 8, height 1 + u(30), ratio 1:1.
    size = 0 | 3 << 1 | (99_999) << 3 | 1 << 33 | 1 << 36
    bad("size_100000", b"\xFF\x0A" + size.to_bytes(6, "little") + bytes(20), LIMIT, "100,000 x 100,000 pixels declared")
