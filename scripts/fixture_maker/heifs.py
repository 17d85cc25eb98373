"""The HEIC and AVIF fixtures: pictures that heif-enc codes, in containers that are built here. Their samples are what
ffmpeg (HEVC) and avifdec (AV1) decode; the formulas of ITU-T H.273 and H.265 make pixels of them."""

import io
import struct

import numpy as np
from PIL import Image

from . import metadata as meta
from . import pictures
from .book import run, with_files

INVALID, LIMIT, WARNING, UNSEEN, UNSUPPORTED = "invalidData", "limitExceeded", "warning", "unseen", "unsupported"
GAIN_MAP = b"urn:com:apple:photo:2020:aux:hdrgainmap\0"
ALPHA = b"urn:mpeg:mpegB:cicp:systems:auxiliary:alpha\0"
CODECS = {"heic": ("hvc1", "hvcC", ["heic", "mif1"]), "avif": ("av01", "av1C", ["avif", "mif1", "miaf"])}


def box(name, *parts):
    body = b"".join(parts)
    return struct.pack(">I", 8 + len(body)) + name.encode() + body


def full(name, version, *parts, flags=0):
    return box(name, struct.pack(">I", version << 24 | flags), *parts)


def boxes(data):
    at = 0
    while at + 8 <= len(data):
        size = struct.unpack_from(">I", data, at)[0]
        yield data[at + 4:at + 8].decode("latin-1"), data[at + 8:at + size]
        at += size


def coded(kind, array, *options):
    """The codec's configuration and the data of an array that heif-enc codes as one image."""
    def encode(folder, path):
        flags = ["-A"] if kind == "avif" else []
        run("heif-enc", *flags, *options, path, "-o", folder / f"out.{kind}")
        return (folder / f"out.{kind}").read_bytes()
    out = io.BytesIO()
    Image.fromarray(array).save(out, "PNG")
    data = with_files(encode, out.getvalue(), suffix=".png")
    top = dict(boxes(data))
    parts = dict(boxes(top["meta"][4:]))
    config = dict(boxes(dict(boxes(parts["iprp"]))["ipco"]))[CODECS[kind][1]]
    return config, dict(boxes(data))["mdat"]


class Item:
    """An image or a block of metadata, with the boxes of its properties."""
    def __init__(self, kind, data, *properties, hidden=False, content_type=None):
        self.kind, self.data, self.properties = kind, data, properties
        self.hidden, self.content_type = hidden, content_type


def ispe(width, height):
    return full("ispe", 0, struct.pack(">II", width, height))


def nclx(primaries, transfer, matrix=6):
    return box("colr", b"nclx", struct.pack(">HHHB", primaries, transfer, matrix, 128))


def clap(width, height, x2, y2):
    """A clean aperture whose centre is x2 / 2 and y2 / 2 from the picture's."""
    return box("clap", struct.pack(">IIIIiIiI", width, 1, height, 1, x2, 2, y2, 2))


def container(kind, items, references=(), primary=1, brands=None):
    """A file of items with the numbers 1, 2, ... References are (type, from, to...)."""
    brands = brands or CODECS[kind][2]
    properties, associations = [], b""
    for number, item in enumerate(items, 1):
        associations += struct.pack(">HB", number, len(item.properties))
        for one in item.properties:
            if one not in properties:
                properties.append(one)
            associations += bytes([properties.index(one) + 1 | (0x80 if one[4:8] in (b"irot", b"imir", b"clap") else 0)])
    entries = b""
    for number, item in enumerate(items, 1):
        tail = b"\0" + (item.content_type.encode() + b"\0" if item.content_type else b"")
        entries += full("infe", 2, struct.pack(">HH", number, 0), item.kind.encode(), tail, flags=item.hidden)
    links = b"".join(box(name, struct.pack(f">HH{len(to)}H", start, len(to), *to)) for name, start, *to in references)

    def meta_box(offset):
        locations = b""
        for number, item in enumerate(items, 1):
            locations += struct.pack(">HHHII", number, 0, 1, offset, len(item.data))
            offset += len(item.data)
        return full("meta", 0, full("hdlr", 0, bytes(4), b"pict", bytes(13)), full("pitm", 0, struct.pack(">H", primary)),
                    full("iloc", 0, b"\x44\0", struct.pack(">H", len(items)), locations),
                    full("iinf", 0, struct.pack(">H", len(items)), entries),
                    box("iprp", box("ipco", *properties), full("ipma", 0, struct.pack(">I", len(items)), associations)),
                    full("iref", 0, links) if links else b"")
    head = box("ftyp", brands[0].encode(), bytes(4), *[brand.encode() for brand in brands])
    start = len(head) + len(meta_box(0)) + 8
    return head + meta_box(start) + box("mdat", *[item.data for item in items])


def grid(rows, columns, width, height):
    return struct.pack(">BBBBHH", 0, 0, rows - 1, columns - 1, width, height)


def exif_item(block):
    return Item("Exif", bytes(4) + block)


def xmp_item(packet):
    return Item("mime", packet, content_type="application/rdf+xml")


def hevc_stream(config, data):
    """The bytes of a coded image as a stream with start codes."""
    out, at = b"", 23
    for _ in range(config[22]):
        count, at = struct.unpack_from(">H", config, at + 1)[0], at + 3
        for _ in range(count):
            size = struct.unpack_from(">H", config, at)[0]
            out, at = out + b"\0\0\0\1" + config[at + 2:at + 2 + size], at + 2 + size
    at = 0
    while at + 4 <= len(data):
        size = struct.unpack_from(">I", data, at)[0]
        out, at = out + b"\0\0\0\1" + data[at + 4:at + 4 + size], at + 4 + size
    return out


def restamped(kind, item, setting):
    """The image with a setting of ffmpeg's filters in its headers; its other data stays."""
    if kind == "avif":
        data = run("ffmpeg", "-v", "error", "-f", "obu", "-i", "-", "-c", "copy", "-bsf:v", f"av1_metadata={setting}",
                   "-f", "obu", "-", input=b"\x12\0" + item.data)
        return Item(item.kind, data[2:], *item.properties)
    config = item.properties[0][8:]
    data = run("ffmpeg", "-v", "error", "-f", "hevc", "-i", "-", "-c", "copy", "-bsf:v", f"hevc_metadata={setting}",
               "-f", "hevc", "-", input=hevc_stream(config, item.data))
    units = [unit.rstrip(b"\0") for unit in data.split(b"\0\0\1")[1:]]
    heads = [unit for unit in units if unit[0] >> 1 in (32, 33, 34)]
    arrays = b"".join(bytes([0x80 | unit[0] >> 1]) + struct.pack(">HH", 1, len(unit)) + unit for unit in heads)
    coded = b"".join(struct.pack(">I", len(unit)) + unit for unit in units if unit not in heads)
    return Item(item.kind, coded, box("hvcC", config[:22] + bytes([len(heads)]) + arrays), *item.properties[1:])


def y4m(kind, item, size):
    """The samples of a coded image."""
    if kind == "heic":
        return run("ffmpeg", "-v", "error", "-f", "hevc", "-i", "-", "-strict", "-1", "-f", "yuv4mpegpipe", "-",
                   input=hevc_stream(item.properties[0][8:], item.data))
    return with_files(avifdec_y4m, container("avif", [Item("av01", item.data, item.properties[0], ispe(*size))]),
                      suffix=".avif")


def avifdec_y4m(folder, path, *options):
    run("avifdec", "--no-strict", *options, path, folder / "out.y4m")
    return (folder / "out.y4m").read_bytes()


def planes(video):
    """The planes of the first frame of a Y4M file, and whether they have the full range."""
    head, rest = video.split(b"\n", 1)
    fields = {field[:1]: field[1:].decode() for field in head.split()[1:] if field[:1] != b"X"}
    width, height, kind = int(fields[b"W"]), int(fields[b"H"]), fields[b"C"]
    dtype = "<u2" if "p10" in kind or "p12" in kind else np.uint8
    samples = np.frombuffer(rest[6:], dtype)
    chroma = {"mono": (0, 0), "420": ((height + 1) // 2, (width + 1) // 2), "444": (height, width)}[
        "mono" if "mono" in kind else kind[:3]]
    cut = np.cumsum([height * width, chroma[0] * chroma[1]])
    parts = [samples[:cut[0]].reshape(height, width)]
    if chroma[0]:
        parts += [part.reshape(chroma) for part in (samples[cut[0]:cut[1]], samples[cut[1]:2 * cut[1] - cut[0]])]
    if "alpha" in kind:
        parts.append(samples[-height * width:].reshape(height, width))
    return parts, b"COLORRANGE=LIMITED" not in head


def spread(plane, height, width, left):
    """Chroma for each sample of luma, times 16: between its rows, and in or between its columns (H.265, figure E.1)."""
    def along(lines, count, offset):
        if lines.shape[0] == count:
            return lines * 4
        place = 2 * np.arange(count) - offset
        most = lines.shape[0] - 1
        near, far = lines[np.clip(place >> 2, 0, most)], lines[np.clip((place >> 2) + 1, 0, most)]
        part = (place & 3)[:, None]
        return near * (4 - part) + far * part
    return along(along(plane.astype(int), height, 1).T, width, 0 if left else 1).T


def pixels(parts, is_full, left, bits=8):
    """Grey, RGB (BT.601) or RGBA in full range."""
    f, kr, kb = np.float32, 0.299, 0.114
    kg = 1 - kr - kb
    top, scale = 255 if bits == 8 else 65535, 2 ** (bits - 8)
    black, luma, color = (0, 2 ** bits - 1, 2 ** bits - 1) if is_full else (16 * scale, 219 * scale, 224 * scale)
    dtype = np.uint8 if bits == 8 else np.dtype("<u2")
    if len(parts) == 1:
        gray = (parts[0].astype(float) - black) / luma * top
        return np.rint(np.clip(gray, 0, top)).astype(dtype)
    height, width = parts[0].shape
    y = parts[0].astype(f)
    cb, cr = (spread(part, height, width, left).astype(f) for part in parts[1:3])
    out = []
    for b, r in ((0, 2 * (1 - kr)), (-2 * kb * (1 - kb) / kg, -2 * kr * (1 - kr) / kg), (2 * (1 - kb), 0)):
        a, b, r = top / luma, b * top / color, r * top / color
        value = y * f(a) + cb * f(b / 16) + cr * f(r / 16) + f(-black * a - 2 ** bits / 2 * (b + r))
        out.append(np.rint(np.clip(value, 0, top)))
    return np.dstack(out + parts[3:]).astype(dtype)


def picture_of(kind, item, size):
    """The pixels of a coded image. AV1 does not say where its chroma lies: in the middle of four samples."""
    return pixels(*planes(y4m(kind, item, size)), kind == "heic")


def make(book):
    for kind in CODECS:
        make_kind(book, kind)


def make_kind(book, kind):
    codec, config_name, _ = CODECS[kind]
    tool = {"heic": "ffmpeg and H.273", "avif": "avifdec (libavif) and H.273"}[kind]
    card, clear = pictures.card(64, 64), pictures.translucent(64, 64)

    def picture(array, *more, options=(), size=None, hidden=False):
        config, data = coded(kind, array, *options)
        height, width = size or array.shape[:2]
        return Item(codec, data, box(config_name, config), ispe(width, height), *more, hidden=hidden)

    def hand(name, data, pixels, pages=1, suffix=None):
        model = {1: "gray", 3: "rgb", 4: "rgba"}[1 if pixels.ndim == 2 else pixels.shape[2]]
        book.valid(f"{kind}/valid/{name}.{suffix or kind}", data, kind, model, pixels, tool, pages)

    def of(item, width=64, height=64):
        return picture_of(kind, item, (width, height))

    plain = picture(card)
    rgb = of(plain)
    hand("rgb", container(kind, [plain]), rgb)
    hand("named_png", container(kind, [plain]), rgb, suffix="png")
    full_chroma = picture(card, options=["-p", "chroma=444", "-q", "90"])
    hand("chroma_444", container(kind, [full_chroma]), of(full_chroma))
    hand("brand_second", container(kind, [plain], brands=["mif1"] + CODECS[kind][2]), rgb)
    for primaries, transfer, name in ((9, 16, "pq"), (9, 18, "hlg"), (12, 13, "display_p3")):
        item = Item(codec, plain.data, *plain.properties, nclx(primaries, transfer))
        hand(f"nclx_{name}", container(kind, [item]), rgb)
    # Transformations are not a part of the stored rows.
    turn, mirror = lambda n: box("irot", bytes([n])), lambda n: box("imir", bytes([n]))
    for number, steps in enumerate([[], [mirror(1)], [turn(2)], [mirror(0)], [turn(3), mirror(1)], [turn(3)],
                                    [turn(1), mirror(1)], [turn(1)]], 1):
        item = Item(codec, plain.data, *plain.properties, *steps)
        block = exif_item(meta.exif_block(meta.camera(3)))
        hand(f"orientation_{number}", container(kind, [item, block], [("cdsc", 2, 1)]), rgb)
    hand("clap", container(kind, [Item(codec, plain.data, *plain.properties, clap(40, 30, 10, -6))]), rgb[14:44, 17:57])
    # Several images.
    shown = [picture(pictures.card(64, 64, seed)) for seed in (1, 2, 3, 4)]
    tiles = [Item(codec, tile.data, *tile.properties, hidden=True) for tile in shown]
    whole = Item("grid", grid(2, 2, 120, 100), ispe(120, 100))
    # Chroma is interpolated across the borders of tiles.
    parts = [planes(y4m(kind, tile, (64, 64)))[0] for tile in shown]
    joined = [np.vstack([np.hstack(four[:2]), np.hstack(four[2:])]) for four in zip(*parts)]
    joined = pixels([joined[0][:100, :120]] + [plane[:50, :60] for plane in joined[1:]], True, kind == "heic")
    hand("grid", container(kind, [whole, *tiles], [("dimg", 1, 2, 3, 4, 5)]), joined)
    large = picture(pictures.card(128, 128))
    hand("thumbnail", container(kind, [large, plain], [("thmb", 2, 1)]), of(large, 128, 128))
    other = picture(pictures.card(80, 64, 5))
    hand("two_pictures", container(kind, [plain, other], primary=1), rgb, pages=2)
    alpha = clear[:, :, 3]
    mask = picture(alpha, full("auxC", 0, ALPHA), options=["-q", "100"], size=(64, 64))
    colors = picture(np.ascontiguousarray(clear[:, :, :3]))
    hand("alpha", container(kind, [colors, mask], [("auxl", 2, 1)]), np.dstack([of(colors), of(mask)]))
    depth = Item(codec, mask.data, *mask.properties[:2], full("auxC", 0, b"urn:mpeg:mpegB:cicp:systems:auxiliary:depth\0"))
    hand("depth", container(kind, [plain, depth], [("auxl", 2, 1)]), rgb)
    hand("gain_map", container(kind, [plain, Item(codec, mask.data, *mask.properties[:2], hidden=True),
                                      Item("tmap", bytes(62), ispe(64, 64))], [("dimg", 3, 1, 2)],
                               brands=CODECS[kind][2] + ["tmap"]), rgb)
    # Telephones refer from metadata and from a gain map to a picture and to its tone-mapped version at once.
    several = [plain, other, Item(codec, mask.data, *mask.properties[:2], full("auxC", 0, GAIN_MAP)),
               exif_item(meta.exif_block(meta.camera(3)))]
    hand("several_targets", container(kind, several, [("auxl", 3, 1, 2), ("cdsc", 4, 1, 2, 3)]), rgb, pages=2)
    # An overlay on a background of RGB, of which parts lie outside.
    canvas = Item("iovl", bytes(2) + struct.pack(">4H4H", 0x4000, 0x8000, 0xC000, 0xFFFF, 100, 80, 10, 5)
                  + struct.pack(">hh", 60, -20), ispe(100, 80))
    drawn = np.full((80, 100, 3), (64, 128, 191), np.uint8)
    drawn[5:69, 10:74] = of(shown[0])
    drawn[:44, 60:] = of(shown[1])[20:, :40]
    hand("overlay", container(kind, [canvas, *tiles[:2]], [("dimg", 1, 2, 3)]), drawn)
    # Without 'nclx' the range is that of the bitstream, and so is the position of chroma.
    limited = restamped(kind, plain, {"heic": "video_full_range_flag=0", "avif": "color_range=tv"}[kind])
    hand("limited", container(kind, [limited]), of(limited))
    moved = restamped(kind, plain, {"heic": "chroma_sample_loc_type=1", "avif": "chroma_sample_position=vertical"}[kind])
    hand("chroma_position", container(kind, [moved]), pixels(*planes(y4m(kind, moved, (64, 64))), kind == "avif"))
    # Cameras append a film with a directory after it.
    hand("trailer", container(kind, [plain]) + b"\0\0\x30\x0a\x10\0\0\0MotionPhoto_Data" + bytes(40) + b"SEFT", rgb)
    if kind == "avif":
        ranges(hand, colors)
    # Metadata.
    block = meta.exif_block(meta.camera(6), ">", meta.exposure(64, 64), meta.position())
    described = [("cdsc", 2, 1), ("cdsc", 3, 1)]
    hand("exif_xmp", container(kind, [plain, exif_item(block), xmp_item(meta.xmp())], described), rgb)
    profiled = Item(codec, plain.data, *plain.properties, box("colr", b"prof", meta.icc_swapped()))
    hand("icc", container(kind, [profiled]), rgb)
    # Telephones give the profile to the tiles alone.
    colored = [Item(codec, tile.data, *tile.properties, profiled.properties[-1], hidden=True) for tile in shown]
    hand("icc_of_tiles", container(kind, [whole, *colored], [("dimg", 1, 2, 3, 4, 5)]), joined)
    broken(book, kind, plain, tiles, described)


def avifenc(data, suffix, *options):
    """The image that avifenc makes of a picture, without the colours in its container."""
    def encode(folder, path):
        run("avifenc", "-j", "1", "-s", "8", *options, path, "-o", folder / "out.avif")
        return (folder / "out.avif").read_bytes()
    data = with_files(encode, data, suffix=suffix)
    top = dict(boxes(data))
    config = dict(boxes(dict(boxes(dict(boxes(top["meta"][4:]))["iprp"]))["ipco"]))["av1C"]
    return Item("av01", top["mdat"], box("av1C", config), ispe(64, 64))


def png(array):
    out = io.BytesIO()
    Image.fromarray(array).save(out, "PNG")
    return out.getvalue()


def ranges(hand, colors):
    """AVIF files whose range only the sequence header says, and colours with whole numbers (YCgCo-Re)."""
    clear = pictures.translucent(64, 64)
    gray = avifenc(png(pictures.card(64, 64)[..., 1]), ".png", "-y", "400", "-r", "limited")
    hand("limited_gray", container("avif", [gray]), picture_of("avif", gray, (64, 64)))
    mask = avifenc(png(clear[..., 3]), ".png", "-y", "400", "-r", "limited")
    mask = Item("av01", mask.data, *mask.properties, full("auxC", 0, ALPHA))
    hand("limited_alpha", container("avif", [colors, mask], [("auxl", 2, 1)]),
         np.dstack([picture_of("avif", item, (64, 64)) for item in (colors, mask)]))
    # H.273, equations 73 to 78: 8 bits become 10, and come back without loss. Here the picture is the expected one.
    card = pictures.card(64, 64)
    red, green, blue = (card[..., channel].astype(int) for channel in range(3))
    orange = red - blue
    base = blue + (orange >> 1)
    leaf = green - base
    samples = [base + (leaf >> 1), leaf + 512, orange + 512]
    video = (b"YUV4MPEG2 W64 H64 F1:1 Ip A1:1 C444p10 XCOLORRANGE=FULL\nFRAME\n"
             + b"".join(plane.astype("<u2").tobytes() for plane in samples))
    exact = avifenc(video, ".y4m", "--min", "0", "--max", "0")
    exact = Item("av01", exact.data, *exact.properties, nclx(1, 13, 16))
    hand("ycgco_re", container("avif", [exact]), card.astype("<u2") * 257)


def broken(book, kind, plain, tiles, described):
    codec, config_name, _ = CODECS[kind]

    def bad(name, data, error, why):
        book.bad(f"{kind}/broken/{name}.{kind}", data, error, why)

    whole = container(kind, [plain])
    config = plain.properties[0]
    bad("ftyp_only", whole[:struct.unpack(">I", whole[:4])[0]], INVALID, "the type and nothing else")
    bad("truncated_in_meta", whole[:120], INVALID, "ends inside the box 'meta'")
    bad("truncated_in_data", whole[:-200], INVALID, "ends inside the picture's data")
    bad("no_size", container(kind, [Item(codec, plain.data, config)]), INVALID, "an image without 'ispe'")
    bad("size_0", container(kind, [Item(codec, plain.data, config, ispe(0, 64))]), INVALID, "width 0")
    bad("size_65535", container(kind, [Item(codec, plain.data, config, ispe(65535, 65535))]), LIMIT,
        "65535 x 65535 pixels declared")
    bad("size_misfit", container(kind, [Item(codec, plain.data, config, ispe(63, 64))]), INVALID,
        "declares another width than the data has")
    bad("grid_65535", container(kind, [Item("grid", grid(256, 256, 65535, 65535), ispe(120, 100)), *tiles],
                                [("dimg", 1, *[2] * 65535)]), LIMIT, "a grid of 65535 x 65535 pixels with one tile for all")
    bad("grid_tiles_missing", container(kind, [Item("grid", grid(2, 2, 120, 100), ispe(120, 100)), *tiles[:3]],
                                        [("dimg", 1, 2, 3, 4)]), INVALID, "a grid of 4 tiles has 3")
    bad("made_of_itself", container(kind, [Item("grid", grid(1, 1, 64, 64), ispe(64, 64))], [("dimg", 1, 1)]), INVALID,
        "a grid whose tile is itself")
    bad("circle", container(kind, [Item("iden", b"", ispe(64, 64)), Item("iden", b"", ispe(64, 64))],
                            [("dimg", 1, 2), ("dimg", 2, 1)]), INVALID, "two images that are made of each other")
    bad("source_missing", container(kind, [Item("iden", b"", ispe(64, 64))], [("dimg", 1, 9)]), INVALID,
        "an image that is made of one that is not there")
    bad("no_items", container(kind, []), INVALID, "no items at all")
    bad("data_damaged", whole[:-len(plain.data)] + bytes(len(plain.data)), INVALID, "the picture's data is zeros")
    constant = Item(codec, plain.data, *plain.properties, nclx(9, 14, 10))
    bad("matrix_10", container(kind, [constant]), UNSUPPORTED, "Y'CbCr of constant luminance")
    block = meta.exif_block(meta.camera(), "<", meta.exposure(64, 64), meta.position())
    bad("metadata_exif_short", container(kind, [plain, exif_item(block)], described[:1])[:-16], WARNING,
        "ends inside the Exif item, which is the last")
    bad("metadata_exif_cut", container(kind, [plain, exif_item(block[:120]), xmp_item(meta.xmp())], described), WARNING,
        "ends inside IFD0")
    bad("metadata_xmp_cut", container(kind, [plain, exif_item(block), xmp_item(meta.xmp()[:300])], described), UNSEEN,
        "the XMP packet is cut")
