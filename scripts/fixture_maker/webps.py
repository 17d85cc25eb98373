"""The WebP fixtures: pictures by cwebp and by Pillow, with the container around them built here. Lossless ones are made
from arrays; the expected content of lossy ones comes from dwebp."""

import io
import struct

import numpy as np
from PIL import Image

from . import metadata as meta
from . import pictures
from .book import pnm, run, with_files

INVALID, LIMIT, WARNING, UNSEEN = "invalidData", "limitExceeded", "warning", "unseen"
ANIMATION, XMP, EXIF, ALPHA, ICC = 0x02, 0x04, 0x08, 0x10, 0x20


def chunk(name, data):
    return name.encode() + struct.pack("<I", len(data)) + data + bytes(len(data) & 1)


def riff(*chunks):
    body = b"WEBP" + b"".join(chunks)
    return b"RIFF" + struct.pack("<I", len(body)) + body


def uint24(number):
    return struct.pack("<I", number)[:3]


def vp8x(flags, width, height):
    return chunk("VP8X", bytes([flags, 0, 0, 0]) + uint24(width - 1) + uint24(height - 1))


def anim(background=(255, 255, 255, 255), loops=0):
    return chunk("ANIM", bytes(background) + struct.pack("<H", loops))


def frame(picture, x, y, width, height, milliseconds, blends=True, disposes=False):
    flags = (0 if blends else 2) | (1 if disposes else 0)
    return chunk("ANMF", uint24(x // 2) + uint24(y // 2) + uint24(width - 1) + uint24(height - 1)
                 + uint24(milliseconds) + bytes([flags]) + picture)


def picture_chunks(data):
    """The chunks of a file that are its picture: ALPH and VP8, or VP8L."""
    at, out = 12, b""
    while at + 8 <= len(data):
        size = struct.unpack_from("<I", data, at + 4)[0]
        end = at + 8 + size + (size & 1)
        if data[at:at + 4] in (b"ALPH", b"VP8 ", b"VP8L"):
            out += data[at:end]
        at = end
    return out


def cwebp(array, *options):
    """A file by cwebp, of an RGB or RGBA array."""
    def encode(folder, path):
        run("cwebp", "-quiet", *options, path, "-o", folder / "out.webp")
        return (folder / "out.webp").read_bytes()
    if array.shape[2] == 3:
        return with_files(encode, pnm(array), suffix=".ppm")
    out = io.BytesIO()
    Image.fromarray(array).save(out, "PNG")
    return with_files(encode, out.getvalue(), suffix=".png")


def lossless(array):
    return cwebp(array, "-lossless", "-exact")


def dwebp(data):
    """The pixels of a still picture as dwebp decodes them."""
    def decode(folder, path):
        run("dwebp", path, "-quiet", "-o", folder / "out.png")
        return np.asarray(Image.open(folder / "out.png"))
    return with_files(decode, data, suffix=".webp")


def make(book):
    def hand(name, data, pixels, decoder, pages=1, suffix="webp"):
        book.valid(f"webp/valid/{name}.{suffix}", data, "webp", "rgba" if pixels.shape[2] == 4 else "rgb", pixels,
                   decoder, pages)

    def lossy_one(name, array, *options):
        data = cwebp(array, *options)
        hand(name, data, dwebp(data), "dwebp (libwebp)")
        return data

    def exact(name, array, data=None, suffix="webp"):
        data = data or lossless(array)
        if not np.array_equal(dwebp(data), array):
            raise SystemExit(f"make-fixtures: webp {name}: the pixels that were written are not read back")
        hand(name, data, array, "array, dwebp agrees", suffix=suffix)

    card, clear = pictures.card(61, 43), pictures.translucent(61, 43)
    lossy_one("lossy", card, "-q", "80")
    lossy_one("lossy_simple_filter", card, "-q", "40", "-nostrong", "-f", "100")
    lossy_one("lossy_segments_partitions", pictures.photograph(320, 240, 41), "-q", "50", "-segments", "4", "-partition_limit", "50")
    lossy_one("lossy_alpha", clear, "-q", "80")
    lossy_one("lossy_alpha_raw", clear, "-q", "80", "-alpha_method", "0")
    lossy_one("lossy_alpha_levels", clear, "-q", "80", "-alpha_q", "20", "-alpha_filter", "best")
    exact("rgb", card)
    exact("rgba", clear)
    exact("palette", pictures.halftone(90, 60).reshape(60, 90, 1).repeat(3, axis=2))
    exact("alpha_edge", pictures.alpha_edge(512, 320))
    exact("gradient", pictures.gradient(1024, 96))
    exact("flat_colour", pictures.constant(515, 387, (200, 60, 30)))
    for width, height in [(1, 1), (1, 7), (7, 1), (2, 3), (17, 33)]:
        exact(f"size_{width}x{height}", pictures.card(width, height))
        lossy_one(f"size_{width}x{height}_lossy", pictures.card(width, height), "-q", "90")
    lossy_one("photo_rgb", pictures.photograph(480, 360, 42), "-q", "75")
    exact("webp_named", card, suffix="png")

    # The container.
    plain = picture_chunks(lossless(card))
    block = meta.exif_block(meta.camera(6), ">", meta.exposure(61, 43), meta.position())
    def parts(*extra, flags=0):
        return riff(vp8x(flags, 61, 43), *extra)
    exact("exif", card, parts(plain, chunk("EXIF", block), flags=EXIF))
    exact("exif_with_prefix", card, parts(plain, chunk("EXIF", b"Exif\0\0" + block), flags=EXIF))
    exact("xmp", card, parts(plain, chunk("XMP ", meta.xmp()), flags=XMP))
    exact("everything", card, parts(chunk("ICCP", meta.icc_wide()), plain, chunk("EXIF", block), chunk("XMP ", meta.xmp()),
                                    chunk("prVt", b"private"), flags=ICC | EXIF | XMP))
    exact("iccp", card, parts(chunk("ICCP", meta.icc_swapped()), plain, flags=ICC))
    exact("trailing_bytes", card, riff(plain) + b"after the end")
    letter = np.dstack([pictures.letter(40, 56).reshape(56, 40)] * 3)
    for number in range(1, 9):
        exact(f"orientation_{number}", letter,
              riff(vp8x(EXIF, 40, 56), picture_chunks(lossless(letter)),
                   chunk("EXIF", meta.exif_block(meta.camera(number)))))
    animations(hand, card, clear)
    broken(book, card)


def animations(hand, card, clear):
    """Frames that cover the canvas, and frames that are drawn over and beside each other. Page 0 is the first canvas."""
    other = pictures.card(61, 43, 7)
    full = [picture_chunks(lossless(array)) for array in (card, other)]
    data = riff(vp8x(ANIMATION, 61, 43), anim(loops=3), frame(full[0], 0, 0, 61, 43, 100), frame(full[1], 0, 0, 61, 43, 250))
    hand("anim_full_frames", data, card, "array", pages=2)
    # The colour of a transparent pixel is left to the decoder.
    clear = np.where(clear[:, :, 3:] == 0, 0, clear).astype(np.uint8)
    corner = picture_chunks(lossless(clear))
    data = riff(vp8x(ANIMATION | ALPHA, 100, 80), anim(), frame(corner, 20, 10, 61, 43, 40),
                frame(corner, 0, 0, 61, 43, 4000, blends=False, disposes=True), frame(corner, 38, 36, 61, 43, 40))
    canvas = np.zeros((80, 100, 4), np.uint8)
    canvas[10:53, 20:81] = clear
    hand("anim_offsets", data, canvas, "array", pages=3)
    lossy = [picture_chunks(cwebp(pictures.photograph(96, 64, seed), "-q", "60")) for seed in (51, 52, 53)]
    data = riff(vp8x(ANIMATION, 96, 64), anim((0, 0, 0, 0)), *[frame(one, 0, 0, 96, 64, 70) for one in lossy])
    hand("anim_lossy", data, dwebp(riff(lossy[0])), "dwebp (libwebp), of the first frame", pages=3)


def set_bytes(data, at, new):
    return data[:at] + new + data[at + len(new):]


def broken(book, card):
    def bad(name, data, kind, why):
        book.bad(f"webp/broken/{name}.webp", data, kind, why)

    photo = pictures.photograph(160, 120, 43)
    lossy, exact = cwebp(photo, "-q", "80"), lossless(photo)
    plain = picture_chunks(lossless(card))
    bad("riff_only", lossy[:12], INVALID, "the signature and nothing else")
    bad("truncated_in_header", lossy[:24], INVALID, "ends inside the header of the picture")
    for kind, data in (("lossy", lossy), ("lossless", exact)):
        for sixteenth in (8, 12, 15):
            bad(f"truncated_{kind}_at_{sixteenth}_16", data[:len(data) * sixteenth // 16], WARNING, "ends inside the picture's data")
    bad("truncated_lossy_first_partition", lossy[:60], INVALID, "ends before the first row")
    bad("not_a_key_frame", set_bytes(lossy, 20, bytes([lossy[20] | 1])), INVALID, "the picture depends on one before it")
    bad("start_code", set_bytes(lossy, 23, b"\0"), INVALID, "the start code of the picture is wrong")
    bad("lossless_signature", set_bytes(exact, 20, b"\0"), INVALID, "the signature of the picture is wrong")
    bad("lossless_version", set_bytes(exact, 24, bytes([exact[24] | 0xE0])), INVALID, "version 7 of the lossless format")
    bad("lossless_damaged", set_bytes(exact, 25, b"\xFF" * 8), INVALID, "the first bytes of the data are changed")
    bad("width_0", set_bytes(lossy, 26, b"\0\0"), INVALID, "width 0")
    bad("no_picture", riff(vp8x(EXIF, 61, 43), chunk("EXIF", meta.exif_block(meta.camera()))), INVALID, "metadata and no picture")
    bad("two_pictures", riff(plain, plain), WARNING, "two pictures and no animation")
    bad("canvas_misfit", riff(vp8x(0, 62, 43), plain), WARNING, "VP8X declares another width than the picture")
    bad("chunk_of_4_billion", riff(plain + b"junk" + b"\xF0\xFF\xFF\xFF"), WARNING, "a chunk of 4 billion bytes is declared")
    header = b"\x2F" + struct.pack("<I", 16382 | 16382 << 14) + bytes(8)
    bad("size_16383", riff(chunk("VP8L", header)), LIMIT, "16383 x 16383 pixels declared, which take 805 MB")
    huge = frame(plain, 0, 0, 61, 43, 10)
    bad("canvas_2_24", riff(vp8x(ANIMATION, 1 << 24, 1 << 24), anim(), huge), LIMIT, "a canvas of 2^24 x 2^24 pixels")
    bad("frame_outside", riff(vp8x(ANIMATION, 61, 43), anim(), frame(plain, 2, 0, 61, 43, 10)), INVALID, "a frame beside the canvas")
    bad("frame_without_picture", riff(vp8x(ANIMATION, 61, 43), anim(), frame(b"", 0, 0, 61, 43, 10)), INVALID, "a frame of no chunks")
    bad("frames_without_anim", riff(vp8x(ANIMATION, 61, 43), frame(plain, 0, 0, 61, 43, 10)), INVALID, "a frame and no ANIM")
    bad("icc_garbage", riff(vp8x(ICC, 61, 43), chunk("ICCP", bytes(range(200))), plain), WARNING, "the ICC profile is not one")
    block = meta.exif_block(meta.camera(), "<", meta.exposure(61, 43), meta.position())
    bad("metadata_exif_cut", riff(vp8x(EXIF, 61, 43), plain, chunk("EXIF", block[:120])), WARNING, "ends inside IFD0")
    bad("metadata_xmp_cut", riff(vp8x(XMP, 61, 43), plain, chunk("XMP ", meta.xmp()[:300])), UNSEEN, "the XMP packet is cut")
