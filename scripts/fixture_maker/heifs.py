"""The HEIC and AVIF fixtures: pictures that heif-enc codes, in containers that are built here. Their expected content
comes from heif-convert, which uses the same library."""

import io
import struct

import numpy as np
from PIL import Image

from . import metadata as meta
from . import pictures
from .book import run, with_files

INVALID, LIMIT, WARNING, UNSEEN = "invalidData", "limitExceeded", "warning", "unseen"
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


def decoded(kind, data):
    """The pixels of the primary picture, upright, as heif-convert decodes them."""
    def decode(folder, path):
        run("heif-convert", path, folder / "out.png")
        return np.asarray(Image.open(folder / "out.png"))
    return with_files(decode, data, suffix=f".{kind}")


def make(book):
    for kind in CODECS:
        make_kind(book, kind)


def make_kind(book, kind):
    codec, config_name, _ = CODECS[kind]
    card, clear = pictures.card(64, 64), pictures.translucent(64, 64)

    def picture(array, *more, options=(), size=None, hidden=False):
        config, data = coded(kind, array, *options)
        height, width = size or array.shape[:2]
        return Item(codec, data, box(config_name, config), ispe(width, height), *more, hidden=hidden)

    def hand(name, data, pixels, pages=1, suffix=None):
        model = {1: "gray", 3: "rgb", 4: "rgba"}[1 if pixels.ndim == 2 else pixels.shape[2]]
        book.valid(f"{kind}/valid/{name}.{suffix or kind}", data, kind, model, pixels, "heif-convert (libheif)", pages)

    plain = picture(card)
    rgb = decoded(kind, container(kind, [plain]))
    hand("rgb", container(kind, [plain]), rgb)
    hand("named_png", container(kind, [plain]), rgb, suffix="png")
    hand("chroma_444", data := container(kind, [picture(card, options=["-p", "chroma=444", "-q", "90"])]), decoded(kind, data))
    hand("brand_second", container(kind, [plain], brands=["mif1"] + CODECS[kind][2]), rgb)
    for primaries, transfer, name in ((9, 16, "pq"), (9, 18, "hlg"), (12, 13, "display_p3")):
        item = Item(codec, plain.data, *plain.properties, nclx(primaries, transfer))
        hand(f"nclx_{name}", data := container(kind, [item]), decoded(kind, data))
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
    parts = [decoded(kind, container(kind, [tile])) for tile in shown]
    joined = np.vstack([np.hstack(parts[:2]), np.hstack(parts[2:])])[:100, :120]
    hand("grid", container(kind, [whole, *tiles], [("dimg", 1, 2, 3, 4, 5)]), joined)
    large = picture(pictures.card(128, 128))
    hand("thumbnail", data := container(kind, [large, plain], [("thmb", 2, 1)]), decoded(kind, data))
    other = picture(pictures.card(80, 64, 5))
    hand("two_pictures", container(kind, [plain, other], primary=1), rgb, pages=2)
    alpha = clear[:, :, 3]
    mask = picture(alpha, full("auxC", 0, ALPHA), options=["-q", "100"], size=(64, 64))
    colors = picture(np.ascontiguousarray(clear[:, :, :3]))
    data = container(kind, [colors, mask], [("auxl", 2, 1)])
    hand("alpha", data, decoded(kind, data))
    depth = Item(codec, mask.data, *mask.properties[:2], full("auxC", 0, b"urn:mpeg:mpegB:cicp:systems:auxiliary:depth\0"))
    hand("depth", container(kind, [plain, depth], [("auxl", 2, 1)]), rgb)
    hand("gain_map", container(kind, [plain, Item(codec, mask.data, *mask.properties[:2], hidden=True),
                                      Item("tmap", bytes(62), ispe(64, 64))], [("dimg", 3, 1, 2)],
                               brands=CODECS[kind][2] + ["tmap"]), rgb)
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
    block = meta.exif_block(meta.camera(), "<", meta.exposure(64, 64), meta.position())
    bad("metadata_exif_cut", container(kind, [plain, exif_item(block[:120]), xmp_item(meta.xmp())], described), WARNING,
        "ends inside IFD0")
    bad("metadata_xmp_cut", container(kind, [plain, exif_item(block), xmp_item(meta.xmp()[:300])], described), UNSEEN,
        "the XMP packet is cut")
