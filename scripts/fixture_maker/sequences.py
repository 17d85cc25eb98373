"""The fixtures of sequences in AVIF and HEIC: frames that avifenc and heif-enc code, in tracks that are built here.
Their expected content comes from avifdec and heif-convert, which use the same libraries."""

import io
import struct

import numpy as np
from PIL import Image

from . import pictures
from .book import run, with_files
from .heifs import ALPHA, CODECS, box, boxes, coded, full, ispe, nclx

INVALID, LIMIT, UNSUPPORTED, WARNING = "invalidData", "limitExceeded", "unsupported", "warning"
MATRIX = struct.pack(">9I", 0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000)
FOREVER = 0xFFFFFFFF


class Track:
    """Frames as samples: the boxes of the codec, and the data of each."""
    def __init__(self, codec, size, config, samples, handler=b"pict", main=None, count=None, edit=True, chunks=1, edits=1):
        self.codec, self.size, self.config, self.samples = codec, size, config, samples
        self.handler, self.main, self.count, self.edit = handler, main, count or len(samples), edit
        self.chunks, self.edits = chunks, edits

    def box(self, number, durations, plays, offset):
        total = sum(durations)
        width, height = self.size
        end = FOREVER if plays == 0 else total * max(plays or 1, 1)
        entry = box(self.codec, bytes(6), b"\0\1", bytes(16), struct.pack(">HHIII", width, height, 72 << 16, 72 << 16, 0),
                    b"\0\1", bytes(32), b"\0\x18\xff\xff", *self.config)
        runs = b"".join(struct.pack(">II", 1, duration) for duration in durations)
        table = box("stbl", full("stsd", 0, struct.pack(">I", 1), entry),
                    full("stts", 0, struct.pack(">I", len(durations)), runs),
                    full("stsc", 0, struct.pack(">I", self.chunks),
                         *[struct.pack(">III", number, len(self.samples), 1) for number in range(1, self.chunks + 1)]),
                    full("stsz", 0, struct.pack(">II", 0, self.count), *[struct.pack(">I", len(one)) for one in self.samples]),
                    full("stco", 0, struct.pack(">I", self.chunks), struct.pack(">I", offset) * self.chunks))
        media = full("smhd", 0, bytes(4)) if self.handler == b"soun" else full("vmhd", 0, bytes(8), flags=1)
        data = box("dinf", full("dref", 0, struct.pack(">I", 1), full("url ", 0, flags=1)))
        edits = full("elst", 0, struct.pack(">I", self.edits), struct.pack(">IIHH", total // self.edits, 0, 1, 0) * self.edits,
                     flags=plays != 1)
        return box("trak",
                   full("tkhd", 0, struct.pack(">IIIII", 0, 0, number, 0, end), bytes(16), MATRIX,
                        struct.pack(">II", width << 16, height << 16), flags=1),
                   box("tref", box("auxl", struct.pack(">I", self.main))) if self.main else b"",
                   box("edts", edits) if plays is not None and self.edit else b"",
                   box("mdia", full("mdhd", 0, struct.pack(">IIIIHH", 0, 0, 1000, total, 0x55C4, 0)),
                       full("hdlr", 0, bytes(4), self.handler, bytes(13)), box("minf", media, data, table)))


class Crowd:
    """A thousand boxes in place of a track."""
    samples = []

    def box(self, *_):
        return box("free") * 1_000


def sequence(kind, tracks, durations, plays=0, still=None, brands=None):
    """A file with tracks. `still` has the properties of the picture that stands for it, the first frame; `plays` may be None:
    there is no edit list."""
    pictures_too = {"avif": ["avif", "mif1", "miaf"], "heic": ["heic", "mif1"]}[kind] if still else []
    brands = brands or {"avif": ["avis", "msf1"], "heic": ["hevc", "msf1"]}[kind] + pictures_too
    head = box("ftyp", brands[0].encode(), bytes(4), *[brand.encode() for brand in brands])
    samples = b"".join(b"".join(track.samples) for track in tracks)

    def whole(offset):
        meta = b""
        if still:
            codec = CODECS[kind][0].encode()
            meta = full("meta", 0, full("hdlr", 0, bytes(4), b"pict", bytes(13)), full("pitm", 0, struct.pack(">H", 1)),
                        full("iloc", 0, b"\x44\0", struct.pack(">HHHHII", 1, 1, 0, 1, offset, len(tracks[0].samples[0]))),
                        full("iinf", 0, struct.pack(">H", 1), full("infe", 2, struct.pack(">HH", 1, 0), codec, b"\0")),
                        box("iprp", box("ipco", *still), full("ipma", 0, struct.pack(">IHB", 1, 1, len(still)),
                                                              bytes(range(1, len(still) + 1)))))
        parts, place = [], offset
        for number, track in enumerate(tracks, 1):
            parts.append(track.box(number, durations, plays, place))
            place += sum(map(len, track.samples))
        end = FOREVER if plays == 0 else sum(durations) * max(plays or 1, 1)
        movie = full("mvhd", 0, struct.pack(">IIIII", 0, 0, 1000, end, 0x10000), b"\1\0", bytes(10), MATRIX, bytes(24),
                     struct.pack(">I", len(tracks) + 1))
        return head + meta + box("moov", movie, *parts)
    return whole(len(whole(0)) + 8) + box("mdat", samples)


def tracks_of(arrays, *options):
    """The tracks of arrays that avifenc codes as a sequence: that of the colours, and that of alpha if there is one."""
    def encode(folder, *paths):
        run("avifenc", "-j", "1", "-s", "8", *options, *paths, "-o", folder / "out.avif")
        return (folder / "out.avif").read_bytes()
    files = []
    for array in arrays:
        out = io.BytesIO()
        Image.fromarray(array).save(out, "PNG")
        files.append(out.getvalue())
    data = with_files(encode, *files, suffix=".png")
    found = []
    for name, track in boxes(dict(boxes(data))["moov"]):
        if name != "trak":
            continue
        table = dict(boxes(dict(boxes(dict(boxes(dict(boxes(track))["mdia"]))["minf"]))["stbl"]))
        place = struct.unpack_from(">I", table["stco"], 8)[0]
        samples = []
        for length in struct.unpack(f">{len(arrays)}I", table["stsz"][12:]):
            samples.append(data[place:place + length])
            place += length
        config = dict(boxes(table["stsd"][8 + 8 + 78:]))["av1C"]
        size = arrays[0].shape[1::-1]
        parts = [box("av1C", config)] + ([full("auxi", 0, ALPHA)] if found else [nclx(1, 13)])
        found.append(Track("av01", size, parts, samples, *([b"auxv", 1] if found else [])))
    return found


def decoded(data, deep=False):
    """The pixels of the first frame, as avifdec decodes them."""
    def decode(folder, path):
        run("avifdec", "--index", "0", "-d", 16 if deep else 8, path, folder / "out.png")
        if not deep:
            return np.asarray(Image.open(folder / "out.png"))
        raw = run("convert-im6.q16", folder / "out.png", "-depth", "16", "-endian", "LSB", "rgb:-")
        width, height = Image.open(folder / "out.png").size
        return np.frombuffer(raw, "<u2").reshape(height, width, 3)
    return with_files(decode, data, suffix=".avif")


def heif_convert(folder, path):
    run("heif-convert", path, folder / "out.png")
    return np.asarray(Image.open(folder / "out.png"))


def make(book):
    def hand(name, data, pixels, pages, tool="avifdec (libavif)"):
        model = {1: "gray", 3: "rgb", 4: "rgba"}[pixels.shape[2]]
        book.valid(f"avif/valid/{name}.avif", data, "avif", model, pixels, f"{tool}, of the first frame", pages)

    frames = [pictures.card(64, 48, seed) for seed in (1, 2, 3)]
    color, *_ = tracks_of(frames)
    times = [100, 200, 300]
    still = [color.config[0], ispe(64, 48), full("pixi", 0, b"\3\x08\x08\x08"), nclx(1, 13)]
    whole = sequence("avif", [color], times, 0, still)
    hand("anim_rgb", whole, decoded(whole), 3)
    tracks_only = sequence("avif", [color], [40, 40, 40], None)
    hand("anim_tracks_only", tracks_only, decoded(tracks_only), 3)
    clear = [pictures.translucent(64, 48, seed) for seed in (1, 2)]
    both = tracks_of(clear, "--min", "0", "--max", "10", "-y", "444")
    hand("anim_alpha", data := sequence("avif", both, [50, 70], 3, still=None), decoded(data), 2)
    deep, *_ = tracks_of(frames, "-d", "10", "-y", "444")
    hand("anim_10bit", data := sequence("avif", [deep], times, 1), decoded(data, deep=True), 3)
    # Two edits that are not repeated: once. The pixels of a grey sequence are those of one channel.
    twice = Track("av01", (64, 48), color.config, color.samples, edits=2)
    hand("anim_edits", data := sequence("avif", [twice], times, 1), decoded(data), 3)
    gray, *_ = tracks_of([frame[..., 1] for frame in frames], "-y", "400")
    data = sequence("avif", [gray], times, 1)
    hand("anim_gray", data, decoded(data).reshape(48, 64, -1)[..., :1], 3)
    # Turned once anticlockwise, then mirrored; avifdec does neither.
    turned = Track("av01", (64, 48), color.config + [box("irot", b"\1"), box("imir", b"\1")], color.samples)
    hand("anim_turned", data := sequence("avif", [turned], times, 0), decoded(data), 3)
    # The still picture, whose item has more pixels than the frames, is not decoded; libavif 0.11 refuses such a file.
    data = sequence("avif", [color], times, 0, [color.config[0], ispe(64, 64), *still[2:]])
    hand("anim_still_larger", data, decoded(whole), 3)
    # libavif 0.11 refuses files with sound; its pixels are those of the file without.
    sound = Track("mp4a", (0, 0), [], [bytes(16)], b"soun", edit=False)
    hand("anim_sound", sequence("avif", [color, sound], times, 0, still), decoded(whole), 3)
    # The first brand is that of a picture.
    data = sequence("avif", [color], times, 0, still, ["avif", "avis", "mif1", "miaf", "msf1"])
    book.valid("avif/valid/sequence_second.avif", data, "avif", "rgb", with_files(heif_convert, data, suffix=".avif"),
               "heif-convert (libheif), of the still picture")
    parts = [coded("heic", pictures.card(64, 64, seed)) for seed in (1, 2, 3)]
    # Each frame is coded with the same settings, and so has the same configuration.
    hevc = Track("hvc1", (64, 64), [box("hvcC", parts[0][0])], [data for _, data in parts])
    picture = [box("hvcC", parts[0][0]), ispe(64, 64)]
    data = sequence("heic", [hevc], times, 0, picture)
    # heif-convert refuses files whose first brand is that of a sequence.
    plain = sequence("heic", [hevc], times, 0, picture, ["heic", "hevc", "mif1", "msf1"])
    book.valid("heic/valid/sequence.heic", data, "heic", "rgb", with_files(heif_convert, plain, suffix=".heic"),
               "heif-convert (libheif), of the still picture")

    def bad(name, data, error, why):
        book.bad(f"{name[-4:]}/broken/{name}", data, error, why)

    bad("sequence_only.heic", sequence("heic", [hevc], times), UNSUPPORTED, "a sequence without a still picture")
    bad("anim_cut.avif", tracks_only[:-10], INVALID, "ends inside the last of three frames")
    bad("anim_cut_with_still.avif", whole[:-10], WARNING, "the same with a still picture, which is read")
    many = Track("av01", (64, 48), color.config, color.samples, count=0xFFFFFFFF)
    bad("anim_frames_4_billion.avif", sequence("avif", [many], times), LIMIT, "4 billion frames are declared")
    huge = Track("av01", (65535, 65535), color.config, color.samples)
    bad("anim_size_65535.avif", sequence("avif", [huge], times), LIMIT, "65535 x 65535 pixels declared")
    small = Track("av01", (32, 24), color.config, color.samples)
    bad("anim_frames_larger.avif", sequence("avif", [small], times), INVALID, "frames of four times the declared pixels")
    long = Track("av01", (64, 48), color.config, color.samples, chunks=12_000)
    bad("anim_long_tables.avif", sequence("avif", [long], times), LIMIT, "12,000 chunks in as many runs")
    bad("anim_many_boxes.avif", sequence("avif", [both[0], Crowd(), both[1]], [50, 70]), LIMIT, "the track of alpha follows 1,000 boxes")
    sideways = Track("av01", (64, 48), color.config + [box("irot", b"\1")], color.samples)
    bad("anim_turned_with_still.avif", sequence("avif", [sideways], times, 0, still)[:-10], WARNING,
        "ends inside the last frame; the still picture is not turned as the frames are")
    none = Track("av01", (64, 48), color.config, [], count=0)
    bad("anim_no_frames.avif", sequence("avif", [none], [100]), INVALID, "a track without frames")
    damaged = Track("av01", (64, 48), color.config, [bytes(len(one)) for one in color.samples])
    bad("anim_damaged.avif", sequence("avif", [damaged], times), INVALID, "the frames are zeros")
    lost = Track("av01", (64, 48), color.config, color.samples, count=100)
    bad("anim_table_short.avif", sequence("avif", [lost], times, 0, still), WARNING,
        "100 frames are declared, and the table has three: the still picture is read")
