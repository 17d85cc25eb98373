internal import TestKit

/// The samples in the images of a PDF, by programs that are independent of ours: qpdf (through pikepdf) decodes the
/// filters, Pillow and libtiff decode the rest, NumPy converts the samples to the layout of Fixtures/expected.txt.
enum EmbeddedPixels {
  /// Prints, for each page, the checksum of its image in a layout: arguments are the PDF and one layout a page.
  static let program = """
    import glob, hashlib, io, os, subprocess, sys, tempfile
    import numpy as np
    import pikepdf
    from PIL import Image

    def unpack(raw, width, height, channels, bits):
        a = np.frombuffer(raw, np.uint8)
        if bits == 16:
            return a.view('>u2').reshape(height, width, channels).astype(np.int64)
        row = (width * channels * bits + 7) // 8
        b = np.unpackbits(a.reshape(height, row), axis=1)[:, :width * channels * bits]
        b = b.reshape(height, width * channels, bits).astype(np.int64)
        v = np.zeros((height, width * channels), np.int64)
        for i in range(bits):
            v = v * 2 + b[:, :, i]
        return v.reshape(height, width, channels)

    def space(cs):
        if isinstance(cs, pikepdf.Name):
            return {'/DeviceGray': 1, '/DeviceRGB': 3, '/DeviceCMYK': 4}[str(cs)], None
        kind = str(cs[0])
        if kind == '/ICCBased':
            return int(cs[1].N), None
        if kind == '/Indexed':
            return 1, np.frombuffer(bytes(cs[3]), np.uint8).reshape(-1, 3).astype(np.int64)
        return {'/CalGray': 1, '/CalRGB': 3, '/Lab': 3}[kind], None

    def samples(x):
        width, height, bits = int(x.Width), int(x.Height), int(x.BitsPerComponent)
        channels, palette = space(x.ColorSpace)
        kind = str(x.Filter)
        if kind == '/DCTDecode':
            image = Image.open(io.BytesIO(x.read_raw_bytes()))
            v = np.array(image).astype(np.int64).reshape(height, width, channels)
            # Pillow turns four components over by itself, as /Decode demands.
            return v, 8, palette, channels
        if kind == '/CCITTFaxDecode':
            # Neither qpdf nor Pillow reads all kinds of fax data; poppler does.
            with tempfile.TemporaryDirectory() as folder:
                n = str(number)
                subprocess.run(['pdfimages', '-png', '-f', n, '-l', n, sys.argv[1], folder + '/x'], check=True)
                image = Image.open(glob.glob(folder + '/*.png')[0]).convert('L')
            return np.array(image).astype(np.int64).reshape(height, width, 1) // 255, 1, palette, 1
        v = unpack(x.read_bytes(), width, height, channels, bits)
        if '/Decode' in x:
            assert [int(d) for d in x.Decode] == [1, 0] * channels, x.Decode
            v = (1 << bits) - 1 - v
        return v, bits, palette, channels

    def pixels(x):
        v, bits, palette, channels = samples(x)
        alpha, depth = None, 8
        if '/SMask' in x:
            m, depth, _, _ = samples(x.SMask)
            alpha = m[:, :, 0]
        elif '/Mask' in x:
            key = [int(k) for k in x.Mask]
            hidden = np.ones(v.shape[:2], bool)
            for c in range(channels):
                hidden &= (v[:, :, c] >= key[2 * c]) & (v[:, :, c] <= key[2 * c + 1])
            alpha, depth = np.where(hidden, 0, 255), 8
        if palette is not None:
            v, bits = palette[v[:, :, 0]], 8
        if bits < 8:
            v, bits = v * 255 // ((1 << bits) - 1), 8
        return v, bits, alpha, depth

    pdf = pikepdf.open(sys.argv[1])
    for number, (page, layout) in enumerate(zip(pdf.pages, sys.argv[2:]), 1):
        v, bits, alpha, depth = pixels(page.Resources.XObject.I)
        wide = '16' in layout
        assert bits == (16 if wide else 8), (bits, layout)
        name = layout.removesuffix('16le').removesuffix('8')
        model = {'gray': 1, 'graya': 1, 'rgb': 3, 'rgba': 3, 'rgbapre': 3, 'cmyk': 4}[name]
        if v.shape[2] == 1 and model == 3:
            v = np.repeat(v, 3, axis=2)
        if name in ('graya', 'rgba', 'rgbapre'):
            if alpha is None:
                alpha, depth = np.full(v.shape[:2], 65535 if wide else 255), 16 if wide else 8
            if depth == 8 and wide:
                alpha = alpha * 257
            v = np.dstack([v, alpha])
        elif alpha is not None:
            raise SystemExit('alpha in ' + layout)
        if name == 'rgbapre':
            # Multiplied again, straight samples give back what the file has.
            v[:, :, :3] = (v[:, :, :3] * v[:, :, 3:] * 2 + 255) // 510
        print(hashlib.sha256(v.astype('<u2' if wide else np.uint8).tobytes()).hexdigest())
    """

  /// The lines of Fixtures/expected.txt whose pixels are known as integers.
  static let fixtures: [(path: String, checksum: String, layout: String)] = {
    let text = String(decoding: Fixtures.bytes(Fixtures.path("expected.txt")), as: UTF8.self)
    return text.split(separator: "\n").dropFirst().compactMap { line in
      let fields = line.split(separator: "\t").map(String.init)
      // The data of JPEG 2000 is passed, and these programs do not decode it.
      guard fields.count >= 8, fields[5] != "-", fields[6] != "-", !fields[6].hasSuffix("f32le"),
        !fields[0].hasPrefix("jpeg2000/")
      else { return nil }
      return (fields[0], fields[5], fields[6])
    }
  }()
}
