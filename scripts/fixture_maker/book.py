"""Records the fixtures: writes the files below the root and the two lists, expected.txt and broken.txt."""

import hashlib
import io
import subprocess
import sys
import tempfile
import zlib
from pathlib import Path

import numpy as np
from PIL import Image

LAYOUT_TYPES = {"8": np.uint8, "16le": np.dtype("<u2"), "f32le": np.dtype("<f4")}
CHANNELS = {"gray": 1, "graya": 2, "rgb": 3, "rgba": 4, "rgbapre": 4, "cmyk": 4}


def run(*command, input=None):
    """Runs a tool and returns its standard output. A failure ends the program with the tool's message."""
    result = subprocess.run([str(part) for part in command], input=input, capture_output=True)
    if result.returncode != 0:
        sys.exit(f"make-fixtures: {' '.join(map(str, command))}: {result.stderr.decode(errors='replace').strip()}")
    return result.stdout


def with_files(make, *contents, suffix=""):
    """Calls `make` with a temporary folder and a file for each of `contents`; tools that seek need real files."""
    with tempfile.TemporaryDirectory() as folder:
        paths = []
        for index, content in enumerate(contents):
            path = Path(folder) / f"in{index}{suffix}"
            path.write_bytes(content)
            paths.append(path)
        return make(Path(folder), *paths)


def pnm(array):
    """A binary PGM or PPM of an 8-bit or 16-bit array."""
    height, width = array.shape[:2]
    kind = "P5" if array.ndim == 2 or array.shape[2] == 1 else "P6"
    top = 255 if array.dtype == np.uint8 else 65535
    data = array.tobytes() if top == 255 else array.astype(">u2").tobytes()
    return f"{kind}\n{width} {height}\n{top}\n".encode() + data


def read_pnm(data):
    """The array of a binary 8-bit PGM or PPM, as djpeg writes it."""
    kind, size, top, rest = data.split(b"\n", 3)
    width, height = map(int, size.split())
    if top != b"255":
        raise ValueError("8-bit PNM expected")
    return np.frombuffer(rest, np.uint8).reshape(height, width, 1 if kind == b"P5" else 3)


def inflate_bomb(size):
    """A zlib stream of `size` zero bytes."""
    packer, out, left = zlib.compressobj(9), [], size
    while left > 0:
        out.append(packer.compress(bytes(min(left, 1 << 20))))
        left -= 1 << 20
    return b"".join(out) + packer.flush()


def layout_name(model, dtype):
    return model + {"uint8": "8", "uint16": "16le", "float32": "f32le"}[np.dtype(dtype).name]


class Book:
    def __init__(self, root):
        self.root = Path(root)
        self.expected = []
        self.broken = []

    def _write(self, path, data):
        if len(data) > 900_000:
            sys.exit(f"make-fixtures: {path}: {len(data)} bytes is too large for a fixture")
        target = self.root / path
        if target.exists():
            sys.exit(f"make-fixtures: {path}: made twice")
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(data)
        return target

    def valid(self, path, data, kind, model, pixels, decoder, pages=1, size=None):
        """Records a file that must be read. `pixels` is page 0 in a canonical layout (model and sample type), or None
        where no independent decoder gives a hash; then `size` says the width and height."""
        self._write(path, data)
        if pixels is None:
            width, height = size
            digest, layout = "-", model or "-"
        else:
            pixels = pixels.reshape(pixels.shape[0], pixels.shape[1], -1)
            height, width, channels = pixels.shape
            if channels != CHANNELS[model]:
                sys.exit(f"make-fixtures: {path}: {channels} channels, {model} expected")
            layout = layout_name(model, pixels.dtype)
            little = np.ascontiguousarray(pixels).astype(pixels.dtype.newbyteorder("<"))
            digest = hashlib.sha256(little.tobytes()).hexdigest()
        self.expected.append((path, kind, width, height, pages, digest, layout, decoder))

    def bad(self, path, data, kind, why):
        """Records a file that is damaged, hostile or unsupported, with the kind of error that it causes."""
        self._write(path, data)
        self.broken.append((path, kind, why))

    def finish(self):
        lines = ["\t".join(map(str, row)) for row in sorted(self.expected)]
        head = "# path\tformat\twidth\theight\tpages\tsha256\tlayout\tdecoder\n"
        (self.root / "expected.txt").write_text(head + "\n".join(lines) + "\n")
        lines = ["\t".join(row) for row in sorted(self.broken)]
        (self.root / "broken.txt").write_text("# path\tkind\twhat is wrong\n" + "\n".join(lines) + "\n")


def decode_jpeg(data):
    """A JPEG decoded by libjpeg-turbo, through djpeg or, for four components, through Pillow: (model, array, name).
    Pillow inverts every four-component file, as Adobe's marker requires."""
    with Image.open(io.BytesIO(data)) as image:
        if image.mode == "CMYK":
            return "cmyk", np.asarray(image).copy(), "pillow (libjpeg-turbo)"
    array = read_pnm(run("djpeg", "-dct", "int", "-pnm", input=data))
    return ("gray" if array.shape[2] == 1 else "rgb"), array, "djpeg (libjpeg-turbo)"


def decode_png(data):
    """A PNG decoded by ImageMagick to 16-bit RGBA."""
    def convert(folder, path):
        width, height = map(int, run("identify-im6.q16", "-format", "%w %h", f"png:{path}").split())
        raw = run("convert-im6.q16", f"png:{path}", "-depth", "16", "-endian", "LSB", "RGBA:-")
        return np.frombuffer(raw, "<u2").reshape(height, width, 4)
    return with_files(convert, data)


def as_rgba16(model, pixels):
    """Canonical pixels as 16-bit RGBA, to compare with a decoder that gives only that."""
    scale = 257 if pixels.dtype == np.uint8 else 1
    wide = pixels.reshape(pixels.shape[0], pixels.shape[1], -1).astype(np.uint16) * np.uint16(scale)
    height, width, _ = wide.shape
    opaque = np.full((height, width, 1), 65535, np.uint16)
    if model == "gray":
        return np.dstack([wide, wide, wide, opaque])
    if model == "graya":
        return np.dstack([wide[:, :, :1]] * 3 + [wide[:, :, 1:]])
    return wide if model == "rgba" else np.dstack([wide, opaque])
