"""The broken fixtures: damaged, hostile and unsupported files. Most are valid files that are then damaged."""

import struct
import zlib

import numpy as np

from . import metadata as meta
from . import pictures
from . import pngs
from . import tiffwriter as tw
from .book import inflate_bomb
from .jpegs import EXIF, XMP, cjpeg, frame_at, icc_segments, insert, segment, segments, without
from .tiff_parts import patch
from .tiffwriter import LONG, SHORT, UNDEFINED, page, tiff

INVALID, UNSUPPORTED, LIMIT, WARNING = "invalidData", "unsupported", "limitExceeded", "warning"
# Damage that only a reader of the named metadata can see.
UNSEEN = "unseen"
TEXT = b"This is a text file, whatever its name says.\nIt has two lines.\n"


def make(book):
    for folder, suffix in (("jpeg", "jpg"), ("png", "png"), ("tiff", "tif"), ("webp", "webp"), ("gif", "gif"), ("heic", "heic"), ("avif", "avif"), ("bmp", "bmp"), ("ico", "ico"), ("raw", "nef")):
        book.bad(f"{folder}/broken/empty.{suffix}", b"", INVALID, "a file of 0 bytes")
        book.bad(f"{folder}/broken/text.{suffix}", TEXT, INVALID, "a text file by another name")
    jpeg(book)
    png(book)
    tiff_files(book)


def set_bytes(data, at, new):
    return data[:at] + new + data[at + len(new):]


def jpeg(book):
    def bad(name, data, kind, why):
        book.bad(f"jpeg/broken/{name}.jpg", data, kind, why)

    card = pictures.card(160, 120)
    plain, progressive = cjpeg(card, "-quality", 85), cjpeg(card, "-quality", 85, "-progressive")
    restart = cjpeg(card, "-quality", 85, "-restart", "1")
    frame, scan = frame_at(plain), segments(plain)[-1]
    entropy = scan[2]

    bad("start_only", plain[:2], INVALID, "SOI and nothing else")
    bad("truncated_in_header", plain[:frame + 5], INVALID, "ends inside the frame header")
    bad("truncated_before_scan", plain[:scan[1]], INVALID, "ends before the first scan")
    for sixteenth in (4, 8, 12, 15):
        at = entropy + (len(plain) - entropy) * sixteenth // 16
        bad(f"truncated_at_{sixteenth}_16", plain[:at], WARNING, "ends inside the image data")
    bad("truncated_no_end_marker", plain[:-2], WARNING, "the image data is whole, EOI is missing")
    bad("truncated_progressive", progressive[:len(progressive) // 2], WARNING, "ends inside a later scan")
    bad("truncated_restart", restart[:len(restart) * 2 // 3], WARNING, "ends between restart markers")
    flipped = bytearray(plain)
    for at in range(entropy + 200, len(plain) - 20, 97):
        flipped[at] ^= 0x5A
    bad("flipped_bytes", bytes(flipped), WARNING, "bytes of the image data are changed")
    marks = [i for i in range(len(restart) - 1) if restart[i] == 0xFF and 0xD0 <= restart[i + 1] <= 0xD7]
    bad("restart_marker_missing", restart[:marks[2]] + restart[marks[2] + 2:], WARNING, "one restart marker is cut out")
    bad("restart_marker_wrong", set_bytes(restart, marks[3] + 1, b"\xD7"), WARNING, "one restart marker has another's number")
    bad("zeros_in_scan", plain[:entropy + 300] + bytes(600) + plain[entropy + 900:], WARNING, "600 bytes of the image data are zero")

    bad("twelve_bits", set_bytes(set_bytes(plain, frame + 1, b"\xC1"), frame + 4, b"\x0C"), UNSUPPORTED,
        "12 bits a sample: extended frame (header patched, the data are those of 8 bits)")
    for marker, name in ((0xC3, "lossless"), (0xC5, "differential"), (0xCB, "lossless_arithmetic"), (0xF7, "jpeg_ls")):
        bad(name, set_bytes(plain, frame + 1, bytes([marker])), UNSUPPORTED,
            f"frame marker {marker:02X} (patched, the data are baseline)")
    bad("height_0", set_bytes(plain, frame + 5, b"\0\0"), UNSUPPORTED, "height 0: it would follow in a DNL segment")
    bad("width_0", set_bytes(plain, frame + 7, b"\0\0"), INVALID, "width 0")
    bad("components_0", set_bytes(plain, frame + 9, b"\0"), INVALID, "a frame of no components")
    bad("sampling_0", set_bytes(plain, frame + 11, b"\0"), INVALID, "a sampling factor of 0")
    bad("sampling_15", set_bytes(plain, frame + 11, b"\xFF"), INVALID, "sampling factors of 15")
    bad("segment_length_0", plain[:frame + 2] + b"\0\0" + plain[frame + 4:], INVALID, "a frame header of length 0")
    bad("no_quantisation_table", without(plain, 0xDB), INVALID, "the quantisation tables are missing")
    bad("huffman_table_overfull", huffman_overfull(plain), INVALID, "a Huffman table with more codes than bits allow")
    bad("two_frames", plain[:frame] + plain[frame:frame + 19] + plain[frame:], INVALID, "two frame headers")
    bad("size_65500", set_bytes(plain, frame + 5, struct.pack(">HH", 65500, 65500)), LIMIT, "65500 x 65500 pixels declared")
    bad("scans_190", empty_scans(32, [(c, k, k) for k in range(1, 64) for c in (1, 2, 3)]), LIMIT,
        "190 scans, each of them allowed")
    bad("scans_2000", empty_scans(4000, [(1, 1, 63)] * 2000), LIMIT, "2000 empty scans of 4000 x 4000 pixels")

    pieces = icc_segments(meta.icc_wide(), 200)
    bad("icc_piece_missing", insert(plain, pieces[0], *pieces[2:]), WARNING, "one piece of the ICC profile is missing: the profile is left out")
    bad("icc_garbage", insert(plain, segment(0xE2, b"ICC_PROFILE\0\1\1" + bytes(range(200)))), WARNING, "the ICC profile is not one")
    for name, block, why in exif_damage():
        bad(f"metadata_exif_{name}", insert(without(plain, 0xE0), segment(0xE1, EXIF + block)),
            UNSEEN if name == "200_levels" else WARNING, why)
    bad("metadata_xmp_cut", insert(plain, segment(0xE1, XMP + meta.xmp()[:300])), UNSEEN, "the XMP packet is cut")
    iptc = b"Photoshop 3.0\0" + meta.photoshop((0x0404, meta.iptc()))
    bad("metadata_iptc_cut", insert(plain, segment(0xED, iptc[:60])), UNSEEN, "the Photoshop resource is cut")


def huffman_overfull(data):
    table = next(start for marker, start, _ in segments(data) if marker == 0xC4)
    return set_bytes(data, table + 5, b"\5")


def empty_scans(size, bands):
    """A progressive frame of `size` x `size` pixels: a DC scan for each component, then for each (component, first, last) an
    AC scan that contains only end-of-band runs."""
    data = cjpeg(pictures.constant(16, 16, (128, 128, 128)), "-quality", 50, "-progressive", "-sample", "1x1")
    data = set_bytes(data, frame_at(data) + 5, struct.pack(">HH", size, size))
    out = data[:segments(data)[-1][1]]
    blocks = ((size + 7) // 8) ** 2
    # One code each, "0": DC difference 0; AC a run of 2**14 blocks (symbol 0xE0 and 14 more bits).
    one_code = bytes([1] + [0] * 15)
    out += segment(0xC4, b"\x00" + one_code + b"\x00") + segment(0xC4, b"\x10" + one_code + b"\xE0")
    for component in sorted({band[0] for band in bands}):
        out += segment(0xDA, bytes([1, component, 0, 0, 0, 0])) + bytes((blocks + 7) // 8)
    for component, first, last in bands:
        out += segment(0xDA, bytes([1, component, 0, first, last, 0])) + bytes((blocks // 16384 + 1) * 15 // 8 + 1)
    return out + b"\xFF\xD9"


def exif_damage():
    """Damaged Exif blocks, for JPEG and PNG alike: (name, block, what is wrong)."""
    good = meta.exif_block(meta.camera(), "<", meta.exposure(160, 120), meta.position())
    entries = struct.unpack_from("<H", good, 8)[0]
    following = 10 + 12 * entries
    loop = set_bytes(good, following, struct.pack("<I", 8))
    pointer = next(10 + 12 * i for i in range(entries) if struct.unpack_from("<H", good, 10 + 12 * i)[0] == 0x8769)
    make = next(10 + 12 * i for i in range(entries) if struct.unpack_from("<H", good, 10 + 12 * i)[0] == 0x010F)
    deep = b"II*\0" + struct.pack("<I", 8)
    for level in range(200):
        deep += struct.pack("<HHHIII", 1, 0x8769, 4, 1, 8 + 18 * (level + 1), 0)
    wide = b"II*\0" + struct.pack("<IH", 8, 5000) + b"".join(
        struct.pack("<HHII", 0x0100, 4, 1, n) for n in range(5000)) + bytes(4)
    return [("ifd_loop", loop, "IFD1 is IFD0 again"),
            ("sub_ifd_loop", set_bytes(good, pointer + 8, struct.pack("<I", 8)), "the Exif directory is IFD0 again"),
            ("offset_beyond_end", set_bytes(good, make + 8, struct.pack("<I", 0xFFFFFFF0)), "a value's offset is beyond the block"),
            ("count_4_billion", set_bytes(good, make + 4, struct.pack("<I", 0xFFFFFFFF)), "a value of 4 billion bytes is declared"),
            ("type_99", set_bytes(good, make + 2, struct.pack("<H", 99)), "a field of an unknown type"),
            ("cut", good[:120], "ends inside IFD0"), ("200_levels", deep, "directories 200 levels deep"),
            ("5000_entries", wide, "a directory of 5000 entries"), ("bad_header", b"XX" + good[2:], "neither II nor MM")]


def png(book):
    def bad(name, data, kind, why):
        book.bad(f"png/broken/{name}.png", data, kind, why)

    card = pictures.card(160, 120)
    plain = pngs.png(card, 8, pngs.RGB, idat=4096)
    chunk, ihdr_end, idat = pngs.chunk, 8 + 25, plain.index(b"IDAT") - 4
    frames = [(pictures.card(61, 43, seed), 0, 0, 1, 10, 0, 0) for seed in (1, 2, 3)]
    anim = pngs.animation(61, 43, 8, pngs.RGB, frames)
    third = anim.rindex(b"fcTL") - 4
    bad("anim_sequence", anim[:third] + chunk(b"fcTL", bytes(3) + b"\x63" + anim[third + 12:third + 34]) + anim[third + 38:], WARNING,
        "the third frame has a wrong sequence number")
    bad("anim_frame_outside", pngs.animation(61, 43, 8, pngs.RGB, frames[:2] + [(frames[2][0], 1, 0, 1, 10, 0, 0)]), WARNING,
        "the third frame lies partly beside the canvas")
    bad("anim_cut", anim[:third - 200], WARNING, "ends inside the second frame")
    bad("anim_frames_missing", anim.replace(chunk(b"acTL", struct.pack(">II", 3, 0)), chunk(b"acTL", struct.pack(">II", 1000000, 0))),
        WARNING, "a million frames are declared")
    body = plain[ihdr_end:]

    def with_header(width=160, height=120, depth=8, colour=2, packing=0, filtering=0, interlace=0):
        return pngs.SIGNATURE + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, depth, colour, packing, filtering, interlace)) + body

    bad("signature_only", plain[:8], INVALID, "the signature and nothing else")
    bad("signature_text_mode", plain.replace(b"\r\n", b"\n", 1), INVALID, "line ends converted: the signature shows it")
    bad("truncated_in_header", plain[:20], INVALID, "ends inside IHDR")
    bad("truncated_before_data", plain[:idat], INVALID, "ends before the image data")
    for sixteenth in (4, 8, 12, 15):
        bad(f"truncated_at_{sixteenth}_16", plain[:idat + (len(plain) - idat) * sixteenth // 16], WARNING, "ends inside the image data")
    interlaced = pngs.png(card, 8, pngs.RGB, interlace=1)
    bad("truncated_interlaced", interlaced[:len(interlaced) // 2], WARNING, "ends inside a later pass")
    bad("truncated_no_iend", plain[:-12], WARNING, "the image data is whole, IEND is missing")
    bad("ihdr_crc", set_bytes(plain, 29, b"\0\0\0\0"), INVALID, "the checksum of IHDR is wrong")
    bad("idat_crc", set_bytes(plain, idat + 8 + 4096, b"\0\0\0\0"), INVALID, "the checksum of the first IDAT is wrong")
    bad("idat_flipped_byte", set_bytes(plain, idat + 3000, bytes([plain[idat + 3000] ^ 0x55])), INVALID, "a byte of the image data is changed")
    packed = zlib.compress(pngs.image_data(card, 8), 9)

    def with_data(data, *before):
        return pngs.SIGNATURE + pngs.header(160, 120, 8, 2) + b"".join(before) + chunk(b"IDAT", data) + chunk(b"IEND", b"")

    damaged = packed[:4000] + bytes([packed[4000] ^ 0x55, packed[4001] ^ 0xAA]) + packed[4002:]
    bad("idat_damaged_checksum_right", with_data(damaged), INVALID, "the compressed data is damaged, the checksum fits it")
    bad("idat_adler", with_data(packed[:-4] + b"\0\0\0\0"), INVALID, "zlib's own checksum is wrong")
    bad("idat_not_zlib", with_data(b"not zlib's data at all"), INVALID, "the image data is not a zlib stream")
    bad("idat_too_short", with_data(zlib.compress(pngs.image_data(card[:60], 8), 9)), WARNING, "the zlib stream ends after half of the rows")
    bad("filter_7", with_data(zlib.compress(b"\7" + pngs.image_data(card, 8)[1:])), INVALID, "a row has filter type 7")
    bad("no_idat", plain[:idat] + plain[-12:], INVALID, "there is no image data")
    bad("width_0", with_header(width=0), INVALID, "width 0")
    bad("height_over_2_31", with_header(height=0x80000000), INVALID, "height 2^31")
    bad("depth_3", with_header(depth=3), INVALID, "3 bits a sample")
    bad("depth_4_rgb", with_header(depth=4), INVALID, "RGB with 4 bits a sample")
    bad("colour_type_5", with_header(colour=5), INVALID, "colour type 5")
    bad("compression_1", with_header(packing=1), INVALID, "compression method 1")
    bad("filter_method_1", with_header(filtering=1), INVALID, "filter method 1")
    bad("interlace_2", with_header(interlace=2), INVALID, "interlace method 2")
    bad("palette_missing", with_header(colour=3), INVALID, "a palette image without a palette")
    bad("palette_of_4_bytes", pngs.SIGNATURE + pngs.header(160, 120, 8, 3) + chunk(b"PLTE", b"1234") + body, INVALID,
        "a palette of 4 bytes")
    bad("ihdr_twice", plain[:ihdr_end] + plain[8:], INVALID, "two IHDR chunks")
    bad("ihdr_missing", pngs.SIGNATURE + body, INVALID, "the first chunk is IDAT")
    bad("chunk_length_4_billion", plain[:ihdr_end] + b"\xFF\xFF\xFF\xF0" + plain[ihdr_end + 4:], INVALID, "a chunk of 4 billion bytes is declared")
    bad("chunk_critical_unknown", with_data(packed, chunk(b"CRIT", b"?")), INVALID, "an unknown chunk that is critical")
    bad("size_60000", with_header(60000, 60000), LIMIT, "60000 x 60000 pixels declared")
    bad("size_2_31", with_header(0x7FFFFFFF, 0x7FFFFFFF), LIMIT, "2^31 - 1 pixels on each side declared")
    bad("width_2_million", with_header(2_000_000, 1), LIMIT, "2,000,000 pixels wide")
    bad("memory_interlaced_16000", with_header(16000, 16000, 16, 6, interlace=1), LIMIT, "an interlaced image of 2 GB")
    bad("icc_garbage", with_data(packed, chunk(b"iCCP", b"x\0\0" + zlib.compress(bytes(range(200))))), WARNING, "the ICC profile is not one")
    bad("icc_not_zlib", with_data(packed, chunk(b"iCCP", b"x\0\0" + bytes(range(200)))), WARNING, "the ICC profile is not compressed data")
    bomb = inflate_bomb(20 << 20)
    bad("icc_bomb", with_data(packed, chunk(b"iCCP", b"x\0\0" + bomb)), WARNING, "an ICC profile that inflates to 20 MiB")
    bad("metadata_ztxt_bomb", with_data(packed, chunk(b"zTXt", b"Comment\0\0" + bomb)), WARNING, "a text that inflates to 20 MiB")
    bad("metadata_itxt_bomb", with_data(packed, chunk(b"iTXt", b"XML:com.adobe.xmp\0\1\0\0\0" + bomb)), WARNING, "XMP that inflates to 20 MiB")
    damage = {name: (block, why) for name, block, why in exif_damage()}
    for name in ("ifd_loop", "offset_beyond_end", "cut"):
        bad(f"metadata_exif_{name}", with_data(packed, chunk(b"eXIf", damage[name][0])), WARNING, damage[name][1])
    bad("metadata_text_crc", with_data(packed, chunk(b"tEXt", b"Title\0a title", crc=0)), WARNING, "the checksum of a text is wrong")


def tiff_files(book):
    def bad(name, data, kind, why):
        book.bad(f"tiff/broken/{name}.tif", data, kind, why)

    card = pictures.card(64, 48)

    def patched(tag, value, **options):
        data = bytearray(tiff([page(card, 8, tw.RGB, **options)]))
        patch(data, tag, value)
        return bytes(data)

    plain = tiff([page(card, 8, tw.RGB, rows=8)])
    first = struct.unpack_from("<I", plain, 4)[0]
    entries = struct.unpack_from("<H", plain, first)[0]
    link = first + 2 + 12 * entries
    bad("header_only", plain[:8], INVALID, "the directory's offset is beyond the end")
    bad("truncated_in_directory", plain[:first + 40], INVALID, "ends inside the directory")
    bad("directory_offset_0", set_bytes(plain, 4, bytes(4)), INVALID, "there is no directory")
    bad("directory_of_65535_entries", set_bytes(plain, first, b"\xFF\xFF"), LIMIT, "a directory of 65535 entries in a short file")
    bad("bigtiff_offset_size_4", b"II" + struct.pack("<HHHQ", 43, 4, 0, 16), INVALID, "BigTIFF with offsets of 4 bytes")
    bad("ifd_loop", set_bytes(plain, link, struct.pack("<I", first)), WARNING, "the directory's next is itself")
    two = bytearray(tiff([page(card, 8, tw.RGB), page(card[:20], 8, tw.RGB)]))
    start = struct.unpack_from("<I", two, 4)[0]
    after = start + 2 + 12 * struct.unpack_from("<H", two, start)[0]
    second = struct.unpack_from("<I", two, after)[0]
    struct.pack_into("<I", two, second + 2 + 12 * struct.unpack_from("<H", two, second)[0], start)
    bad("ifd_loop_of_two", bytes(two), WARNING, "the second directory's next is the first")
    sub = page(card, 8, tw.RGB, fields={330: (LONG, 0)})
    looped = bytearray(tiff([sub]))
    patch(looped, 330, struct.unpack_from("<I", looped, 4)[0])
    bad("sub_ifd_loop", bytes(looped), WARNING, "a SubIFD is the directory itself")
    bad("next_directory_beyond_end", set_bytes(plain, link, struct.pack("<I", 0x7FFFFFF0)), WARNING, "the next directory is beyond the end")
    bad("samples_65529", samples_65529(), LIMIT, "65,529 samples a pixel")
    bad("samples_65", tiff([page(np.zeros((4, 4, 65), np.uint8), 8, tw.MIN_IS_BLACK)]), LIMIT, "65 samples a pixel")
    bad("size_100000", set_size(plain, 100_000, 100_000), LIMIT, "100,000 x 100,000 pixels declared")
    bad("size_4_billion", set_size(plain, 0xFFFFFFFF, 0xFFFFFFFF), LIMIT, "2^32 - 1 pixels on each side declared")
    bad("width_0", set_size(plain, 0, 48), INVALID, "width 0")
    bad("height_0", set_size(plain, 64, 0), INVALID, "height 0")
    bad("bits_0", patched_bits(card, 0), INVALID, "0 bits a sample")
    bad("bits_128", patched_bits(card, 128), UNSUPPORTED, "128 bits a sample")
    bad("bits_differ", tiff([page(card, 8, tw.RGB, fields={258: (SHORT, [5, 6, 5])})]), UNSUPPORTED, "5, 6 and 5 bits a sample")
    bad("compression_12345", patched(259, 12345), UNSUPPORTED, "an unknown compression")
    bad("compression_jpeg_2000", patched(259, 34712), UNSUPPORTED, "JPEG 2000, which libtiff does not read")
    bad("photometric_4321", patched(262, 4321), UNSUPPORTED, "an unknown photometric interpretation")
    bad("planar_7", patched(284, 7), INVALID, "planar configuration 7")
    bad("sample_format_complex", tiff([page(pictures.card16(9, 9, 1).astype(np.uint64), 32, tw.MIN_IS_BLACK, kind=5)]), UNSUPPORTED,
        "complex integers")
    bad("no_strip_offsets", renamed_tag(plain, 273, 60000), INVALID, "StripOffsets is missing")
    bad("no_width", renamed_tag(plain, 256, 255), INVALID, "ImageWidth is missing")
    bad("palette_missing", tiff([page(pictures.levels(16, 16, 8), 8, tw.PALETTE)]), INVALID, "a palette image without a palette")
    bad("tile_width_0", patched(322, 0, tile=(16, 16)), INVALID, "tiles 0 pixels wide")
    bad("tile_2_billion", patched(323, 0x7FFFFFF0, tile=(16, 16)), LIMIT, "a tile of 2 billion rows")
    for name, scheme in (("deflate", tw.DEFLATE), ("packbits", tw.PACKBITS)):
        one = page(card, 8, tw.RGB, rows=8, compression=scheme)
        one.segments[3] = b"\xAA" * 9
        bad(f"{name}_strip_damaged", tiff([one]), WARNING, "the fourth of six strips does not decompress")
    one = page(card, 8, tw.RGB, rows=8, compression=tw.DEFLATE)
    one.segments = [b"\xAA" * 9] * 6
    bad("deflate_every_strip_damaged", tiff([one]), INVALID, "no strip decompresses")
    bad("strip_offset_beyond_end", strips_beyond_end(plain, 4), WARNING, "the last two of six strips are beyond the end")
    bad("strip_offsets_all_beyond_end", strips_beyond_end(plain, 0), INVALID, "all strips are beyond the end")
    one = page(card, 8, tw.RGB, rows=8)
    one.segments = one.segments[:4] + [one.segments[4][:500], b""]
    bad("strips_short", tiff([one]), WARNING, "the fifth strip is cut, the sixth is empty")
    bad("strip_count_short", tiff([tw.Page(one.fields, one.segments[:3])]), WARNING, "offsets for three of six strips")
    huge = bytearray(cjpeg(pictures.card(16, 16), "-quality", 80))
    struct.pack_into(">HH", huge, frame_at(bytes(huge)) + 5, 65500, 65500)
    bad("jpeg_strip_of_65500", tiff([tw.Page({
        256: (LONG, 16), 257: (LONG, 16), 258: (SHORT, [8, 8, 8]), 259: (SHORT, 7), 262: (SHORT, 6), 277: (SHORT, 3), 278: (LONG, 16),
        284: (SHORT, 1), 530: (SHORT, [2, 2])}, [bytes(huge)])]), INVALID, "a JPEG strip that says 65500 x 65500")
    bad("icc_garbage", tiff([page(card, 8, tw.RGB, fields={34675: (UNDEFINED, bytes(range(200)))})]), WARNING, "the ICC profile is not one")
    bad("metadata_exif_loop", patched_exif(card), UNSEEN, "the Exif directory is the main one")
    bad("metadata_count_4_billion", patched_count(card), WARNING, "a description of 4 billion bytes is declared")


def set_size(data, width, height):
    data = bytearray(data)
    patch(data, 256, width)
    patch(data, 257, height)
    return bytes(data)


def patched_bits(card, bits):
    return tiff([page(card, 8, tw.RGB, fields={258: (SHORT, [bits] * 3)})])


def entry_at(data, tag):
    at = struct.unpack_from("<I", data, 4)[0]
    count = struct.unpack_from("<H", data, at)[0]
    return next(at + 2 + 12 * i for i in range(count) if struct.unpack_from("<H", data, at + 2 + 12 * i)[0] == tag)


def renamed_tag(data, tag, other):
    data = bytearray(data)
    struct.pack_into("<H", data, entry_at(data, tag), other)
    return bytes(data)


def strips_beyond_end(data, first):
    data = bytearray(data)
    entry = entry_at(data, 273)
    count, table = struct.unpack_from("<II", data, entry + 4)
    for index in range(first, count):
        struct.pack_into("<I", data, table + 4 * index, len(data) + 4096 * (index + 1))
    return bytes(data)


def samples_65529():
    return tiff([tw.Page({256: (LONG, 8), 257: (LONG, 8), 258: (SHORT, 8), 259: (SHORT, 1), 262: (SHORT, 1), 277: (SHORT, 65529),
                          278: (LONG, 8), 284: (SHORT, 2)}, [bytes(64)])])


def patched_exif(card):
    data = bytearray(tiff([page(card, 8, tw.RGB, fields={34665: (LONG, 0)})]))
    patch(data, 34665, struct.unpack_from("<I", data, 4)[0])
    return bytes(data)


def patched_count(card):
    data = bytearray(tiff([page(card, 8, tw.RGB, fields={270: (2, "A description")})]))
    struct.pack_into("<I", data, entry_at(data, 270) + 4, 0xFFFFFFFF)
    return bytes(data)
