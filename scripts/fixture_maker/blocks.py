"""Blocks of metadata with one of everything: IPTC datasets, Photoshop resources, ICC tags, JFXX and MPF."""

import struct

from . import metadata as meta


def dataset(record, number, data):
    """One IIM dataset; data of more than 32,767 bytes gets an extended length of four bytes (IIM 4.2, 1.5)."""
    if len(data) < 0x8000:
        return struct.pack(">BBBH", 0x1C, record, number, len(data)) + data
    return struct.pack(">BBBHI", 0x1C, record, number, 0x8004, len(data)) + data


def iptc_full():
    """Datasets of every kind in the records 1, 2, 3, 7, 8 and 9, in UTF-8."""
    short = lambda value: struct.pack(">H", value)  # noqa: E731
    long = lambda value: struct.pack(">I", value)  # noqa: E731
    return b"".join(dataset(*entry) for entry in [
        (1, 0, short(4)), (1, 5, b"Desk one"), (1, 5, b"Desk two"), (1, 20, short(11)), (1, 22, short(1)),
        (1, 30, b"FIXTURE"), (1, 40, b"00000042"), (1, 50, b"PROD"), (1, 60, b"5"), (1, 70, b"20240506"),
        (1, 80, b"123456+0100"), (1, 90, b"\x1b%G"), (1, 100, b"FIXTURE:2024:1"), (1, 120, short(1)), (1, 122, short(2)),
        (2, 0, short(4)), (2, 3, b"01:News"), (2, 4, b"001:Current"), (2, 5, "Bäume".encode()), (2, 7, b"Final"),
        (2, 8, b"01"), (2, 10, b"3"), (2, 12, b"IPTC:01000000:arts::"), (2, 12, b"IPTC:02000000:justice::"), (2, 15, b"ART"),
        (2, 20, b"trees"), (2, 20, b"woods"), (2, 22, b"FIX-1"), (2, 25, b"one"), (2, 25, "zwölf".encode()), (2, 25, b"12.60"),
        (2, 26, b"CHE"), (2, 27, b"Switzerland"), (2, 30, b"20240507"), (2, 35, b"000000-0330"), (2, 37, b"20300101"),
        (2, 38, b"235959+0000"), (2, 40, b"None"), (2, 42, b"01"), (2, 45, b"REF"), (2, 47, b"20240101"), (2, 50, b"00000007"),
        (2, 55, b"20240506"), (2, 60, b"070809+0200"), (2, 62, b"20240506"), (2, 63, b"070809"), (2, 65, b"make-fixtures"),
        (2, 70, b"1.0"), (2, 75, b"a"), (2, 80, b"Nobody"), (2, 80, b"Nobody Else"), (2, 85, b"Staff"), (2, 90, "Zürich".encode()),
        (2, 92, b"Altstadt"), (2, 95, b"ZH"), (2, 100, b"CHE"), (2, 101, b"Switzerland"), (2, 103, b"T-1"),
        (2, 105, b"A headline"), (2, 110, b"Credit"), (2, 115, b"Source"), (2, 116, b"CC0"), (2, 118, b"nobody@example.org"),
        (2, 120, "Zwei Zeilen:\nGrüße".encode()), (2, 121, b"Local"), (2, 122, b"Writer"), (2, 130, b"3S"), (2, 131, b"L"),
        (2, 135, b"de"), (2, 150, b"1M"), (2, 151, b"044100"), (2, 152, b"16"), (2, 153, b"000030"), (2, 154, b"End"),
        (2, 184, b"J1"), (2, 187, b"U1"), (2, 200, short(0)), (2, 201, short(1)), (2, 202, b"preview bytes"),
        (2, 221, b"0:2:3:-00001"), (2, 230, b"Notes"), (2, 232, b"Camera"), (2, 229, b"unknown text"), (2, 250, b"\0\1\2\3"),
        (3, 0, short(1)), (3, 10, b"0123456789ABCDEF"), (3, 20, short(67)), (3, 30, short(45)), (3, 55, b"\1"),
        (3, 60, short(0x301)), (3, 86, b"\x08"), (3, 110, long(0)), (3, 140, short(10)),
        (7, 10, b"\1"), (7, 20, long(65536)), (7, 90, long(4)), (8, 10, b"abcd"), (9, 10, long(4)),
    ])


def iptc_long_caption():
    """A caption with an extended length, in Latin-1 without a declared character set."""
    return dataset(2, 0, b"\0\4") + dataset(2, 120, "Grüße ".encode("latin-1") * 6000) + dataset(2, 90, "Köln".encode("latin-1"))


def _unicode(text):
    return struct.pack(">I", len(text)) + text.encode("utf-16-be")


def _pascal(text):
    raw = text.encode()
    return bytes([len(raw)]) + raw


def photoshop_full(thumbnail):
    """Resources of every kind that has a name; `thumbnail` is a JPEG of 16 by 12."""
    picture = struct.pack(">6IHH", 1, 16, 12, 48, 576, len(thumbnail), 24, 1) + thumbnail
    slices = struct.pack(">I4I", 6, 0, 0, 45, 67) + _unicode("Slices of it") + struct.pack(">I", 1) + bytes(60)
    version = struct.pack(">IB", 1, 1) + _unicode("Fixture Writer") + _unicode("Fixture Reader") + struct.pack(">I", 1)
    urls = struct.pack(">I", 1) + struct.pack(">II", 0, 7) + _unicode("https://example.org/")
    return meta.photoshop(
        (0x03ED, struct.pack(">IHHIHH", 300 << 16, 1, 1, (150 << 16) + 0x8000, 2, 2)),
        (0x03EE, _pascal("Alpha 1") + _pascal("Mask")), (0x03F0, _pascal("A caption")), (0x03F3, bytes([0, 1, 0, 0, 0, 0, 0, 0, 1])),
        (0x0400, b"\0\2"), (0x0402, b"\0\0\0\1"), (0x0404, meta.iptc()), (0x0406, struct.pack(">hhh", 4, 1, 1)),
        (0x040A, b"\1"), (0x040B, b"https://example.org/rights"), (0x040C, picture), (0x040D, struct.pack(">i", 120)),
        (0x0411, b"\1"), (0x0414, struct.pack(">I", 9)), (0x0415, _unicode("Alpha ä") + _unicode("Mask")),
        (0x0419, struct.pack(">i", 30)), (0x041A, slices), (0x041E, urls), (0x0421, version), (0x0425, bytes(range(16))),
        (0x0426, struct.pack(">Hfff", 0, 1.5, -2.25, 0.5)), (0x0428, struct.pack(">Id", 1, 1.25)), (0x043A, b"opaque"),
        (0x0BB7, _pascal("Clip")), (0x2710, struct.pack(">HBBIH", 1, 0, 0, 0, 2)), (0x0FA1, b"plug-in data"))


def mluc(*texts):
    """multiLocalizedUnicodeType of (language, country, text)."""
    table, body = b"", b""
    for language, country, text in texts:
        raw = text.encode("utf-16-be")
        table += struct.pack(">2s2sII", language, country, len(raw), 16 + 12 * len(texts) + len(body))
        body += raw
    return b"mluc\0\0\0\0" + struct.pack(">II", len(texts), 12) + table + body


def icc_full():
    """A version 4 profile with a tag of every type that is read, in several languages."""
    xyz, s15 = meta._xyz, meta._s15
    observer = struct.pack(">I", 1) + s15(0) + s15(0) + s15(0) + struct.pack(">III", 1, 0x10000, 2)
    view = s15(19.6445) + s15(20.3718) + s15(16.8089) + s15(3.9289) + s15(4.0744) + s15(3.3618) + struct.pack(">I", 1)
    chroma = struct.pack(">HH", 3, 1) + b"".join(struct.pack(">II", round(x * 65536), round(y * 65536))
                                                  for x, y in [(0.64, 0.33), (0.3, 0.6), (0.15, 0.06)])
    tags = [
        (b"desc", mluc((b"en", b"US", "Fixture everything"), (b"de", b"DE", "Alles für Muster"))),
        (b"cprt", mluc((b"en", b"US", "CC0"))), (b"dmnd", mluc((b"de", b"DE", "Hersteller"))), (b"dmdd", meta._text_description("A model")),
        (b"wtpt", xyz((0.9642, 1.0, 0.8249))), (b"bkpt", xyz((0, 0, 0))),
        (b"rXYZ", xyz((0.43607, 0.22249, 0.01392))), (b"gXYZ", xyz((0.38515, 0.71687, 0.09708))),
        (b"bXYZ", xyz((0.14307, 0.06061, 0.7141))), (b"rTRC", meta._curve(2.2)),
        (b"gTRC", b"para\0\0\0\0" + struct.pack(">HH", 0, 0) + s15(2.2)), (b"bTRC", meta._curve(2.2)),
        (b"tech", b"sig \0\0\0\0CRT "), (b"meas", b"meas\0\0\0\0" + observer), (b"view", b"view\0\0\0\0" + view),
        (b"vued", meta._text_description("A viewing condition")), (b"lumi", xyz((0, 80, 0))),
        (b"chad", b"sf32\0\0\0\0" + b"".join(s15(v) for v in (1.04788, 0.02292, -0.0502, 0.02959, 0.99048, -0.01707, -0.00925, 0.01508, 0.75168))),
        (b"chrm", b"chrm\0\0\0\0" + chroma), (b"calt", b"dtim\0\0\0\0" + struct.pack(">6H", 2024, 5, 6, 7, 8, 9)),
        (b"targ", b"text\0\0\0\0Target text\0"), (b"zz32", b"ui32\0\0\0\0" + struct.pack(">II", 1, 70000)),
        (b"zz08", b"ui08\0\0\0\0\1\2\3"), (b"zzda", b"data\0\0\0\0\0\0\0\1" + bytes(range(8))),
    ]
    profile = bytearray(meta._profile(b"mntr", b"RGB ", b"XYZ ", tags))
    profile[4:8] = b"lcms"
    profile[40:44] = b"APPL"
    profile[44:48] = struct.pack(">I", 3)
    profile[48:56] = b"FIXTmodl"
    profile[56:64] = struct.pack(">Q", 5)
    profile[64:68] = struct.pack(">I", 1)
    profile[80:84] = b"FIXT"
    profile[84:100] = bytes(range(16, 32))
    return bytes(profile)


def jfxx(code, data):
    """The content of a JFIF extension segment."""
    return b"JFXX\0" + bytes([code]) + data


def ducky(quality, comment):
    """Save for Web's APP12 segment: a quality and a comment."""
    raw = comment.encode("utf-16-be")
    text = struct.pack(">I", len(comment)) + raw
    return b"Ducky" + struct.pack(">HHI", 1, 4, quality) + struct.pack(">HH", 2, len(text)) + text + b"\0\0"
