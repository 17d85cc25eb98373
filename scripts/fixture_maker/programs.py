"""Documents that other programs make or read: DjVu (DjVuLibre's c44, djvm and djvused), films (FFmpeg), and PostScript and
fonts for the web, which are written by hand (WOFF), or by woff2_compress.
"""

import io
import struct
import subprocess
import tempfile
import zlib
from pathlib import Path

from PIL import Image

from .folder import BLUE, GREEN, RED, comments, font, ogg, page


def run(*words, **options):
    return subprocess.run([str(word) for word in words], check=True, capture_output=True, **options).stdout


# MARK: DjVu

METADATA = 'Author\t"Zoë & Ada"\nTitle\t"The \\"Squares\\""\nyear\t"2024"\n'
OUTLINE = '(bookmarks ("One" "#1") ("Two <b>" "#2" ("Three" "#3")))\n'


def djvu(write):
    """Three pages of 200 by 300 pixels, with as many squares as their numbers say."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        pages = []
        for number, color in enumerate([RED, BLUE, GREEN], 1):
            Image.open(io.BytesIO(page(color, number))).save(folder / f"{number}.ppm")
            pages.append(folder / f"p{number}.djvu")
            run("c44", "-dpi", 100, folder / f"{number}.ppm", pages[-1])
        whole = folder / "squares.djvu"
        run("djvm", "-c", whole, *pages)
        (folder / "meta").write_text(METADATA, "utf-8")
        (folder / "outline").write_text(OUTLINE, "utf-8")
        run("djvused", "-e", f"create-shared-ant; set-meta {folder}/meta; set-outline {folder}/outline; save", whole)
        content = whole.read_bytes()
        write("valid/squares.djvu", content)
        write("valid/square.djvu", pages[0].read_bytes())
    write("broken/cut.djvu", content[:60])
    # All pages are listed, but none of them is there.
    write("broken/no_pages.djvu", content[:250])


# MARK: PostScript

POSTSCRIPT = b"""%!PS-Adobe-3.0
%%Title: (Two squares)
%%Pages: 2
%%EndComments
<< /PageSize [200 300] >> setpagedevice
%%Page: 1 1
0.8 0.15 0.15 setrgbcolor 0 0 200 300 rectfill 1 setgray 20 246 34 34 rectfill
showpage
%%Page: 2 2
0.15 0.25 0.8 setrgbcolor 0 0 200 300 rectfill 1 setgray 20 246 34 34 rectfill 65 246 34 34 rectfill
showpage
%%EOF
"""
EPS = b"""%!PS-Adobe-3.0 EPSF-3.0
%%BoundingBox: 100 100 300 200
%%EndComments
0.8 0.15 0.15 setrgbcolor 100 100 100 100 rectfill
0.15 0.25 0.8 setrgbcolor 200 100 100 100 rectfill
%%EOF
"""


def postscript(write):
    write("valid/squares.ps", POSTSCRIPT)
    write("valid/flag.eps", EPS)
    small = io.BytesIO()
    Image.new("RGB", (40, 20), GREEN).save(small, "TIFF")
    # The header of DOS: where the PostScript, the metafile and the TIFF file begin, and how long they are. This program
    # ends with an error, so that the TIFF file is shown.
    program, tiff = EPS.replace(b"rectfill", b"rectfull"), small.getvalue()
    write("valid/small_only.eps", b"\xc5\xd0\xd3\xc6" + struct.pack(
        "<IIIIIIH", 30, len(program), 0, 0, 30 + len(program), len(tiff), 0xFFFF) + program + tiff)
    write("broken/error.ps", POSTSCRIPT.replace(b"rectfill", b"rectfull"))
    write("broken/file.ps", b"%!PS\n(/etc/passwd) (r) file 1000 string readstring pop ==\nshowpage\n")
    write("broken/program.ps", b"%!PS\n(%pipe%id) (r) file 1000 string readstring pop ==\nshowpage\n")
    write("broken/noise.ps", b"noise, but no PostScript. " * 40)


# MARK: Films

def frames():
    """Two seconds of eight frames of 160 by 120 pixels: a black one, then red on the left and blue on the right."""
    black, flag = Image.new("RGB", (160, 120)), Image.new("RGB", (160, 120), RED)
    flag.paste(BLUE, (80, 0, 160, 120))
    return black.tobytes() + flag.tobytes() * 7


def film(path, *options):
    exact = ["-fflags", "+bitexact", "-flags:v", "+bitexact", "-flags:a", "+bitexact", "-threads", 1]
    run("ffmpeg", "-v", "error", "-f", "rawvideo", "-pix_fmt", "rgb24", "-s", "160x120", "-r", 4, "-i", "pipe:0",
        "-f", "lavfi", "-i", "sine=frequency=440:duration=2:sample_rate=48000", *options, *exact, path, input=frames())
    return Path(path).read_bytes()


def films(write):
    with tempfile.TemporaryDirectory() as folder:
        tags = ["-metadata", "title=The <pier>", "-metadata:s:a", "language=deu"]
        mp4 = film(f"{folder}/a.mp4", "-map", 0, "-map", 1, "-c:v", "mpeg4", "-c:a", "aac", "-b:a", "32k", *tags)
        write("valid/pier.mp4", mp4)
        write("valid/pier.webm", film(f"{folder}/a.webm", "-map", 0, "-c:v", "libvpx", "-b:v", "100k"))
        # Pixels that are twice as wide as high.
        write("valid/wide.avi", film(f"{folder}/a.avi", "-map", 0, "-c:v", "mpeg4", "-vf", "setsar=2"))
        write("broken/sound_only.mp4", film(f"{folder}/b.mp4", "-map", 1, "-c:a", "aac", "-b:a", "32k"))
    write("broken/cut.mp4", mp4[:200])
    # A playlist that names another file.
    write("broken/list.mp4", "#EXTM3U\n#EXTINF:1,\nfile:///etc/passwd\n")


# MARK: Sounds in Ogg

def oggs(write):
    """FLAC in Ogg (RFC 9639, 10.1) and Speex (The Speex Codec Manual, "Ogg file format")."""
    samples = 187 * 48_000
    info = struct.pack(">HH", 4096, 4096) + bytes(6) + struct.pack(">Q", 48_000 << 44 | 1 << 41 | 15 << 36 | samples) + bytes(16)
    first = b"\x7fFLAC\x01\x00\x00\x01fLaC" + b"\x00" + struct.pack(">I", len(info))[1:] + info
    tags = comments("TITLE=Die Lampe", "ARTIST=Zoë")
    block = b"\x84" + struct.pack(">I", len(tags))[1:] + tags
    write("valid/lamp.oga", ogg((0, first), (0, block), (samples, b"x")))
    head = b"Speex   " + b"1.2".ljust(20, b"\0") + struct.pack("<IIIIIiIIIIIII", 1, 80, 16_000, 1, 4, 1, -1 & 0x7FFFFFFF, 320,
                                                              0, 1, 0, 0, 0)
    write("valid/lamp.spx", ogg((0, head), (0, tags), (90 * 16_000, b"x")))


# MARK: Fonts for the web

def woff(plain):
    """Each table compressed by itself (WOFF File Format 1.0, 3)."""
    count = struct.unpack(">H", plain[4:6])[0]
    entries, data, start = b"", b"", 44 + 20 * count
    for index in range(count):
        tag, checksum, offset, length = struct.unpack(">4sIII", plain[12 + 16 * index:28 + 16 * index])
        table = min(zlib.compress(plain[offset:offset + length], 9), plain[offset:offset + length], key=len)
        entries += struct.pack(">4sIIII", tag, start + len(data), len(table), length, checksum)
        data += table + bytes(-len(table) % 4)
    return struct.pack(">4s4sIHHIHHIIIII", b"wOFF", plain[:4], start + len(data), count, 0, len(plain), 1, 0, 0, 0, 0, 0,
                       0) + entries + data


def web_fonts(write):
    plain = font()
    write("valid/blocks.woff", woff(plain))
    with tempfile.TemporaryDirectory() as folder:
        Path(f"{folder}/a.ttf").write_bytes(plain)
        run("woff2_compress", f"{folder}/a.ttf")
        packed = Path(f"{folder}/a.woff2").read_bytes()
    write("valid/blocks.woff2", packed)
    write("broken/cut.woff", woff(plain)[:400])
    write("broken/cut.woff2", packed[:200])
    write("broken/noise.woff2", packed[:160] + bytes(reversed(range(256))) + packed[160:])


def make(book):
    root = book.root / "preview"

    def write(name, content):
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())

    djvu(write)
    postscript(write)
    films(write)
    oggs(write)
    web_fonts(write)
