"""Hand-written metadata blocks: Exif directories in both byte orders, XMP packets, IPTC records and ICC profiles."""

import struct

import numpy as np

ASCII, BYTE, SHORT, LONG, RATIONAL, SBYTE, UNDEFINED, SSHORT, SLONG, SRATIONAL, FLOAT, DOUBLE, IFD, LONG8 = (
    2, 1, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 16)
_SIZES = {1: 1, 2: 1, 3: 2, 4: 4, 5: 8, 6: 1, 7: 1, 8: 2, 9: 4, 10: 8, 11: 4, 12: 8, 13: 4, 16: 8}
_CODES = {1: "B", 3: "H", 4: "I", 6: "b", 8: "h", 9: "i", 11: "f", 12: "d", 13: "I", 16: "Q"}


def encode_values(kind, values, order):
    """The bytes of a field's values and their count, in byte order `order` ('<' or '>')."""
    if kind in (ASCII, UNDEFINED):
        data = values if isinstance(values, bytes) else values.encode() + b"\0"
        return data, len(data)
    values = list(values) if isinstance(values, (list, tuple)) else [values]
    if kind in (RATIONAL, SRATIONAL):
        code = "I" if kind == RATIONAL else "i"
        return b"".join(struct.pack(order + 2 * code, *pair) for pair in values), len(values)
    return struct.pack(f"{order}{len(values)}{_CODES[kind]}", *values), len(values)


def exif_block(fields, order="<", exif=None, gps=None, thumbnail=None, interop=None):
    """A TIFF-structured block as Exif carries it, from tables {tag: (type, values)}; `thumbnail` is a JPEG for IFD1."""
    fields = dict(fields)
    exif = dict(exif) if exif else None
    if exif is not None and interop:
        exif[0xA005] = (LONG, 0)
    if exif is not None:
        fields[0x8769] = (LONG, 0)
    if gps:
        fields[0x8825] = (LONG, 0)
    first = None
    if thumbnail:
        first = {0x0103: (SHORT, 6), 0x011A: (RATIONAL, (72, 1)), 0x011B: (RATIONAL, (72, 1)), 0x0128: (SHORT, 2),
                 0x0201: (LONG, 0), 0x0202: (LONG, len(thumbnail))}
        first = {k: (t, [v] if t == RATIONAL else v) for k, (t, v) in first.items()}
    tables = [("zero", fields), ("exif", exif), ("interop", interop), ("gps", gps), ("one", first)]
    tables = [(name, table) for name, table in tables if table]

    def size(table):
        total = 2 + 12 * len(table) + 4
        for kind, values in table.values():
            data, _ = encode_values(kind, values, order)
            total += (len(data) + 1) // 2 * 2 if len(data) > 4 else 0
        return total

    offsets, position = {}, 8
    for name, table in tables:
        offsets[name] = position
        position += size(table)
    if "exif" in offsets:
        fields[0x8769] = (LONG, offsets["exif"])
    if "interop" in offsets:
        exif[0xA005] = (LONG, offsets["interop"])
    if "gps" in offsets:
        fields[0x8825] = (LONG, offsets["gps"])
    if first:
        first[0x0201] = (LONG, position)
    out = (b"II*\0" if order == "<" else b"MM\0*") + struct.pack(order + "I", 8)
    for name, table in tables:
        following = offsets.get("one", 0) if name == "zero" else 0
        directory, extra = struct.pack(order + "H", len(table)), b""
        base = offsets[name] + 2 + 12 * len(table) + 4
        for tag in sorted(table):
            kind, values = table[tag]
            data, count = encode_values(kind, values, order)
            entry = struct.pack(order + "HHI", tag, kind, count)
            if len(data) <= 4:
                directory += entry + data.ljust(4, b"\0")
            else:
                directory += entry + struct.pack(order + "I", base + len(extra))
                extra += data + b"\0" * (len(data) % 2)
        out += directory + struct.pack(order + "I", following) + extra
    return out + (thumbnail or b"")


def camera(orientation=1):
    """IFD0 of an invented camera."""
    return {0x010E: (ASCII, "A synthetic landscape"), 0x010F: (ASCII, "Cameo"), 0x0110: (ASCII, "Fixture One"),
            0x0112: (SHORT, orientation), 0x011A: (RATIONAL, [(300, 1)]), 0x011B: (RATIONAL, [(300, 1)]),
            0x0128: (SHORT, 2), 0x0131: (ASCII, "make-fixtures"), 0x0132: (ASCII, "2024:05:06 07:08:09"),
            0x013B: (ASCII, "Nobody"), 0x0213: (SHORT, 1), 0x8298: (ASCII, "CC0")}


def exposure(width, height, serial="SN-0042"):
    """The Exif directory of that camera."""
    return {0x829A: (RATIONAL, [(1, 250)]), 0x829D: (RATIONAL, [(28, 10)]), 0x8822: (SHORT, 3), 0x8827: (SHORT, 200),
            0x9000: (UNDEFINED, b"0232"), 0x9003: (ASCII, "2024:05:06 07:08:09"), 0x9004: (ASCII, "2024:05:06 07:08:09"),
            0x9010: (ASCII, "+02:00"), 0x9101: (UNDEFINED, b"\1\2\3\0"), 0x9201: (SRATIONAL, [(7966, 1000)]),
            0x9202: (RATIONAL, [(2971, 1000)]), 0x9204: (SRATIONAL, [(-1, 3)]), 0x9205: (RATIONAL, [(15, 10)]),
            0x9207: (SHORT, 5), 0x9208: (SHORT, 0), 0x9209: (SHORT, 16), 0x920A: (RATIONAL, [(35, 1)]),
            0x9286: (UNDEFINED, b"ASCII\0\0\0a user's comment"), 0x9291: (ASCII, "123"), 0xA000: (UNDEFINED, b"0100"),
            0xA001: (SHORT, 1), 0xA002: (LONG, width), 0xA003: (LONG, height), 0xA402: (SHORT, 0), 0xA403: (SHORT, 0),
            0xA405: (SHORT, 52), 0xA431: (ASCII, serial),
            0xA432: (RATIONAL, [(24, 1), (70, 1), (28, 10), (28, 10)]), 0xA434: (ASCII, "Fixture 24-70mm f/2.8")}


def position():
    """A GPS directory: 47 deg 33' 21.5" S, 8 deg 32' 24" W, 17.5 m below the sea."""
    return {0x0000: (BYTE, [2, 3, 0, 0]), 0x0001: (ASCII, "S"), 0x0002: (RATIONAL, [(47, 1), (33, 1), (215, 10)]),
            0x0003: (ASCII, "W"), 0x0004: (RATIONAL, [(8, 1), (32, 1), (24, 1)]), 0x0005: (BYTE, 1),
            0x0006: (RATIONAL, [(175, 10)]), 0x0007: (RATIONAL, [(5, 1), (8, 1), (9, 1)]), 0x0012: (ASCII, "WGS-84"),
            0x001D: (ASCII, "2024:05:06")}


def xmp(title="Fixture", extra=""):
    """An XMP packet with a title, a rating and a creator."""
    return ('<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>\n'
            '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">'
            '<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" '
            'xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmp:Rating="4" xmp:CreatorTool="make-fixtures"'
            f'{extra}>'
            f'<dc:title><rdf:Alt><rdf:li xml:lang="x-default">{title}</rdf:li></rdf:Alt></dc:title>'
            '<dc:creator><rdf:Seq><rdf:li>Nobody</rdf:li></rdf:Seq></dc:creator>'
            '<dc:subject><rdf:Bag><rdf:li>landscape</rdf:li><rdf:li>Grüße</rdf:li></rdf:Bag></dc:subject>'
            '</rdf:Description></rdf:RDF></x:xmpmeta>\n<?xpacket end="w"?>').encode()


def iptc():
    """IPTC-IIM records in UTF-8: title, keywords, by-line, city, caption."""
    records = [(1, 90, b"\x1b%G"), (2, 0, b"\0\4"), (2, 5, b"Fixture"), (2, 25, b"landscape"), (2, 25, "Grüße".encode()),
               (2, 55, b"20240506"), (2, 80, b"Nobody"), (2, 90, "Zürich".encode()), (2, 120, b"A synthetic landscape")]
    return b"".join(struct.pack(">BBBH", 0x1C, r, d, len(v)) + v for r, d, v in records)


def photoshop(*resources):
    """A Photoshop image resource block of (number, data)."""
    out = b""
    for number, data in resources:
        out += b"8BIM" + struct.pack(">HH", number, 0) + struct.pack(">I", len(data)) + data + b"\0" * (len(data) % 2)
    return out


def _s15(value):
    return struct.pack(">i", round(value * 65536))


def _xyz(values):
    return b"XYZ \0\0\0\0" + b"".join(_s15(v) for v in values)


def _text_description(text):
    raw = text.encode("ascii") + b"\0"
    return b"desc\0\0\0\0" + struct.pack(">I", len(raw)) + raw + b"\0" * (4 + 4 + 2 + 1 + 67)


def _curve(gamma):
    return b"curv\0\0\0\0" + struct.pack(">IH", 1, round(gamma * 256)) + b"\0\0"


def _profile(device_class, space, pcs, tags):
    table, body = struct.pack(">I", len(tags)), b""
    base, seen = 128 + 4 + 12 * len(tags), {}
    for signature, data in tags:
        if data not in seen:
            seen[data] = base + len(body)
            body += data + b"\0" * (-len(data) % 4)
        table += signature + struct.pack(">II", seen[data], len(data))
    size = base + len(body)
    head = struct.pack(">I4sI4s4s4s6H4s4sI", size, b"\0\0\0\0", 0x02400000, device_class, space, pcs,
                       2024, 1, 1, 0, 0, 0, b"acsp", b"\0\0\0\0", 0)
    head = head.ljust(64, b"\0") + struct.pack(">I", 0) + _s15(0.9642) + _s15(1.0) + _s15(0.8249)
    return head.ljust(128, b"\0") + table + body


_WHITE = (0.9642, 1.0, 0.8249)


def icc_rgb(name, primaries, gamma, padding=0):
    """A matrix profile from the three colorants (adapted to D50); `padding` adds a private tag of that many bytes."""
    tags = [(b"desc", _text_description(name)), (b"cprt", b"text\0\0\0\0CC0\0"), (b"wtpt", _xyz(_WHITE))]
    tags += [(key, _xyz(value)) for key, value in zip((b"rXYZ", b"gXYZ", b"bXYZ"), primaries)]
    tags += [(key, _curve(gamma)) for key in (b"rTRC", b"gTRC", b"bTRC")]
    if padding:
        noise = np.random.RandomState(77).randint(0, 256, padding).astype(np.uint8).tobytes()
        tags.append((b"zzpd", b"data\0\0\0\0" + noise))
    return _profile(b"mntr", b"RGB ", b"XYZ ", tags)


def icc_wide(padding=0):
    """Display P3's colorants with a plain gamma of 2.2."""
    p3 = [(0.51512, 0.2412, -0.00105), (0.29198, 0.69225, 0.04189), (0.1571, 0.06657, 0.78407)]
    return icc_rgb("Fixture wide RGB", p3, 2.2, padding)


def icc_swapped():
    """sRGB's colorants with red and green exchanged, which shows whether the profile was applied."""
    return icc_rgb("Fixture swapped RGB", [(0.38515, 0.71687, 0.09708), (0.43607, 0.22249, 0.01392),
                                            (0.14307, 0.06061, 0.7141)], 2.2)


def icc_grey():
    """A grey profile of gamma 1.8."""
    return _profile(b"mntr", b"GRAY", b"XYZ ", [(b"desc", _text_description("Fixture grey 1.8")),
                    (b"cprt", b"text\0\0\0\0CC0\0"), (b"wtpt", _xyz(_WHITE)), (b"kTRC", _curve(1.8))])


def icc_cmyk():
    """A coarse output profile: lut8 tables of two grid points from CMYK to Lab and from Lab to CMYK."""
    linear = bytes(range(256))
    solids = {0: (100, 0, 0), 1: (55, -37, -50), 2: (48, 74, -3), 4: (89, -5, 93), 3: (24, 22, -46), 5: (50, -65, 27),
              6: (47, 68, 48), 7: (20, 0, 0)}
    nodes = b""
    for index in range(16):
        c, m, y, k = index >> 3 & 1, index >> 2 & 1, index >> 1 & 1, index & 1
        light, a, b = solids[c | m << 1 | y << 2]
        if k:
            light, a, b = light // 6, a // 8, b // 8
        nodes += bytes([light * 255 // 100, a + 128, b + 128])

    def lut(inputs, outputs, clut):
        matrix = b"".join(_s15(v) for v in (1, 0, 0, 0, 1, 0, 0, 0, 1))
        return (b"mft1\0\0\0\0" + bytes([inputs, outputs, 2, 0]) + matrix + linear * inputs + clut + linear * outputs)

    back = b""
    for index in range(8):
        light, a, b = index >> 2 & 1, index >> 1 & 1, index & 1
        cyan, magenta, yellow = (0 if a else 255), (255 if a else 0), (255 if b else 0)
        back += bytes([0, 0, 0, 0] if light else [cyan, magenta, yellow, 160])
    to_lab, from_lab = lut(4, 3, nodes), lut(3, 4, back)
    return _profile(b"prtr", b"CMYK", b"Lab ", [(b"desc", _text_description("Fixture CMYK")),
                    (b"cprt", b"text\0\0\0\0CC0\0"), (b"wtpt", _xyz(_WHITE)), (b"A2B0", to_lab), (b"B2A0", from_lab)])
