internal import TestKit
internal import Testing

/// JPEG 2000 as an input of `mkpdf`. Pillow (OpenJPEG) writes and decodes the pictures.
@Suite("mkpdf: JPEG 2000", .timed) struct MkpdfJPEG2000Tests {
  private let folder: TemporaryDirectory

  init() throws { folder = try TemporaryDirectory() }

  /// Writes a lossless picture `a.jp2` or `a.j2k`; `picture` is an expression over the grid `x`, `y` of 60 x 40.
  private func make(_ picture: String, _ name: String) async throws {
    let result = try await Tool.python(
      """
      import sys, numpy as np
      from PIL import Image
      y, x = np.mgrid[0:40, 0:60]
      Image.fromarray(\(picture)).save(sys.argv[1])
      """, [folder.file(name)])
    #expect(result.status == 0, "\(result.errors)")
  }

  private func run(_ arguments: [String]) async throws -> Tool.Result {
    try await Tool.cameo("mkpdf", arguments + ["-o", "out.pdf"], directory: folder.path)
  }

  private static let rgb = "np.dstack([x * 4, y * 6, (x + y) * 2]).astype(np.uint8)"

  @Test(
    "The codestream is copied, decodes to the same pixels, and viewers show it",
    arguments: [
      (rgb, "a.jp2"), (rgb, "a.j2k"), ("(x * 4).astype(np.uint8)", "a.jp2"), ("(x * 4).astype(np.uint8)", "a.j2k"),
      ("(x * 1000).astype(np.uint16)", "a.jp2"),
    ])
  func pixels(_ picture: String, _ name: String) async throws {
    try await make(picture, name)
    let made = try await run([name])
    #expect(made.status == 0 && made.errors == "", "\(made.errors)")
    #expect(try await Tool.complaint(ofPDF: folder.file("out.pdf")) == nil)
    let judge = try await Tool.python(
      """
      import sys, io, subprocess, numpy as np, pikepdf
      from PIL import Image
      pdf = pikepdf.open(sys.argv[2])
      x = pdf.pages[0].Resources.XObject.I
      raw, file = x.read_raw_bytes(), open(sys.argv[1], 'rb').read()
      want = np.array(Image.open(sys.argv[1]))
      print(str(x.Filter), file[file.index(b'\\xff\\x4f\\xff\\x51'):] in raw, raw[4:8], ('/ColorSpace' in x) == sys.argv[1].endswith('j2k'))
      print((np.array(Image.open(io.BytesIO(raw))) == want).all(), list(map(float, pdf.pages[0].MediaBox)))
      shown = subprocess.run(['pdftoppm', '-r', '96', sys.argv[2]], capture_output=True)
      eight = (want // 257 if want.dtype == np.uint16 else want).astype(int)
      if eight.ndim == 2: eight = np.repeat(eight[:, :, None], 3, 2)
      # The decoder of poppler is not exact.
      print(abs(np.array(Image.open(io.BytesIO(shown.stdout))).astype(int) - eight).max() < 8, shown.stderr)
      """, [folder.file(name), folder.file("out.pdf")])
    #expect(
      judge.text == """
        /JPXDecode True b'jP  ' True
        True [0.0, 0.0, 45.0, 30.0]
        True b''

        """, "\(judge.errors)")
  }

  @Test("Opacity is declared, with a note; metadata is left out; the resolution gives the page its size")
  func boxes() async throws {
    try await make("np.dstack([\(Self.rgb), (255 - x).astype(np.uint8)])", "a.jp2")
    // 11,811 points per metre are 300 dots per inch. The box is in the header, which is the third box.
    let edit = try await Tool.python(
      """
      import sys, struct
      data = open(sys.argv[1], 'rb').read()
      at = data.index(b'jp2h') - 4
      length = struct.unpack('>I', data[at:at + 4])[0]
      density = struct.pack('>I4sI4sHHHHbb', 26, b'res ', 18, b'resc', 11811, 1, 11811, 1, 0, 0)
      meanings = struct.pack('>I4s13H', 34, b'cdef', 4, 0, 0, 1, 1, 0, 2, 2, 0, 3, 3, 1, 0)
      header = struct.pack('>I', length + 60) + data[at + 4:at + length] + density + meanings
      open(sys.argv[1], 'wb').write(
          data[:at] + header + struct.pack('>I4s', 30, b'uuid') + b'SECRET' * 3 + b'....' + data[at + length:])
      """, [folder.file("a.jp2")])
    #expect(edit.status == 0, "\(edit.errors)")
    let made = try await run(["a.jp2"])
    #expect(made.errors == "mkpdf: a.jp2: note: some PDF viewers ignore transparency in JPEG 2000 data\n")
    let judge = try await Tool.python(
      """
      import sys, pikepdf
      pdf = pikepdf.open(sys.argv[1])
      x = pdf.pages[0].Resources.XObject.I
      print(x.SMaskInData, b'SECRET' in x.read_raw_bytes(), [round(float(v), 1) for v in pdf.pages[0].MediaBox])
      """, [folder.file("out.pdf")])
    #expect(judge.text == "1 False [0.0, 0.0, 14.4, 9.6]\n", "\(judge.errors)")
  }

  /// Viewers of PDF would not know that it is alpha.
  @Test("A fourth component without a definition is alpha, and becomes a mask")
  func undefinedComponent() async throws {
    try await make("np.dstack([\(Self.rgb), x.astype(np.uint8)])", "a.jp2")
    let made = try await run(["a.jp2"])
    #expect(made.status == 0 && made.errors.isEmpty, "\(made.errors)")
    let judge = try await Tool.python(
      """
      import sys, pikepdf
      pdf = pikepdf.open(sys.argv[1])
      x = pdf.pages[0].Resources.XObject.I
      print(str(x.Filter), x.SMask.Width == x.Width, len(set(x.SMask.read_bytes())) > 2)
      """, [folder.file("out.pdf")])
    #expect(judge.text == "/FlateDecode True True\n", "\(judge.errors)")
  }

  @Test("A fourth component of an unspecified type is noted")
  func extraComponent() async throws {
    try await make("np.dstack([\(Self.rgb), x.astype(np.uint8)])", "a.jp2")
    let edit = try await Tool.python(
      """
      import sys, struct
      data = open(sys.argv[1], 'rb').read()
      at = data.index(b'jp2h') - 4
      length = struct.unpack('>I', data[at:at + 4])[0]
      meanings = struct.pack('>I4s4H', 16, b'cdef', 1, 3, 0xFFFF, 0xFFFF)
      open(sys.argv[1], 'wb').write(
          data[:at] + struct.pack('>I', length + 16) + data[at + 4:at + length] + meanings + data[at + length:])
      """, [folder.file("a.jp2")])
    #expect(edit.status == 0, "\(edit.errors)")
    let made = try await run(["a.jp2"])
    #expect(made.status == 0)
    #expect(made.errors == "mkpdf: a.jp2: note: PDF viewers ignore the components after the first 3\n")
  }

  @Test("What cannot be embedded is decoded; what is cut off is a warning")
  func refusals() async throws {
    try await make("np.dstack([\(Self.rgb), x.astype(np.uint8)])", "four.j2k")
    for options in [["four.j2k"], ["four.j2k", "--range", "0,255"]] {
      let four = try await run(options)
      #expect(four.status == 0 && four.errors.isEmpty, "\(four.errors)")
      #expect(!Fixtures.bytes(folder.file("out.pdf")).contains("JPXDecode".utf8))
    }
    try await make(Self.rgb, "a.jp2")
    #expect(try await run(["a.jp2", "--allow", "png"]).status == 1)
    #expect(try await run(["a.jp2", "--allow", "jpeg2000", "--pdf-version", "1.4"]).errors.contains("needs PDF 1.5"))
    try folder.write(Fixtures.bytes(folder.file("a.jp2")).dropLast(20), to: "cut.jp2")
    let cut = try await run(["cut.jp2"])
    #expect(cut.status == 3 && cut.errors.contains("a part of the picture may be missing"), "\(cut.errors)")
  }
}
