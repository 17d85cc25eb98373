internal import ByteStreams
internal import ImageModel
internal import Imaging
internal import PDFWriting
internal import TestKit
internal import Testing

@Suite(.timed) struct ImageEmbedderTests {
  @Test("Every pixel of every fixture is preserved")
  func everyPixelOfEveryFixtureIsPreserved() async throws {
    let fixtures = EmbeddedPixels.fixtures
    #expect(fixtures.count > 300)
    let directory = try TemporaryDirectory()
    let document = try ImageDocument()
    var handlings: [String: EmbeddedImage.Handling] = [:]
    for fixture in fixtures {
      handlings[fixture.path] = try document.add(path: Fixtures.path(fixture.path)).handling
    }
    let path = try directory.write(try document.finish(), to: "a.pdf")
    #expect(try await Tool.complaint(ofPDF: path) == nil)
    let judge = try await Tool.python(EmbeddedPixels.program, [path] + fixtures.map(\.layout))
    #expect(judge.status == 0, "\(judge.errors)")
    let checksums = judge.text.split(separator: "\n").map(String.init)
    #expect(checksums.count == fixtures.count)
    for (fixture, checksum) in zip(fixtures, checksums) {
      #expect(checksum == fixture.checksum, "\(fixture.path) \(String(describing: handlings[fixture.path]))")
    }
  }

  @Test(
    "Handling is reported",
    arguments: [
      ("jpeg/valid/photo_landscape_420.jpg", EmbeddedImage.Handling.passed), ("jpeg/valid/cmyk_adobe_0.jpg", .passed),
      ("jpeg/valid/ycbcr_420_progressive.jpg", .passed), ("jpeg/valid/arithmetic.jpg", .transcoded),
      ("png/valid/rgb16.png", .passed), ("png/valid/palette4.png", .passed), ("png/valid/gray1_trns.png", .passed),
      ("png/valid/rgba8.png", .repacked), ("png/valid/rgb8_interlaced.png", .repacked),
      ("tiff/valid/bilevel_ccitt_g4_one_strip_big_endian.tif", .passed),
      ("tiff/valid/bilevel_ccitt_rle.tif", .passed), ("tiff/valid/jpeg_ycbcr_whole_file_in_strip.tif", .passed),
      ("tiff/valid/rgb8_packbits.tif", .repacked), ("tiff/valid/jpeg_ycbcr_tiles.tif", .transcoded),
    ])
  func handlingIsReported(_ name: String, _ expected: EmbeddedImage.Handling) throws {
    let image = try ImageDocument().add(path: Fixtures.path(name))
    #expect(image.handling == expected, "\(image.reason)")
    #expect(!image.reason.isEmpty)
    #expect(image.byteCount > 0)
  }

  @Test("JPEG data is copied without metadata")
  func jpegDataIsCopiedWithoutMetadata() async throws {
    let directory = try TemporaryDirectory()
    // jpegtran -copy none rewrites the picture, so the expected bytes come from a walk of the markers in Python.
    let names = ["photo_phone", "everything", "mpf_two_images", "exif_thumbnail", "photo_landscape_progressive"]
    let document = try ImageDocument()
    for name in names { #expect(try document.add(path: Fixtures.path("jpeg/valid/\(name).jpg")).handling == .passed) }
    let path = try directory.write(try document.finish(), to: "a.pdf")
    let judge = try await Tool.python(
      """
      import struct, sys, subprocess, glob
      subprocess.run(['pdfimages', '-all', sys.argv[1], sys.argv[2] + '/x'], check=True)
      for number, name in enumerate(sys.argv[3:]):
          d, i, out = open(name, 'rb').read(), 2, [b'\\xff\\xd8']
          while True:
              n = struct.unpack('>H', d[i + 2:i + 4])[0]
              code, part = d[i + 1], d[i:i + 2 + n]
              if code == 0xDA:
                  break
              jfif = code == 0xE0 and part[4:9] == b'JFIF\\0' and n == 16
              if not (0xE0 <= code <= 0xEF or code == 0xFE) or jfif or part[4:9] == b'Adobe':
                  out.append(part)
              i += 2 + n
          e = i
          while not (d[e] == 0xFF and d[e + 1] == 0xD9):
              e += 1
          want = b''.join(out) + d[i:e + 2]
          got = open('%s/x-%03d.jpg' % (sys.argv[2], number), 'rb').read()
          print(name.split('/')[-1], got == want, b'Exif' in got)
      """, [path, directory.path] + names.map { Fixtures.path("jpeg/valid/\($0).jpg") })
    #expect(judge.text == names.map { "\($0).jpg True False\n" }.joined(), "\(judge.errors)")
  }

  /// Bytes between the segments are left out, so that the data is that of a file without them.
  @Test("Garbage between segments is left out")
  func garbageBetweenSegmentsIsLeftOut() throws {
    let whole = Fixtures.bytes(Fixtures.path("jpeg/valid/photo_landscape_420.jpg"))
    // The length of the first segment follows its marker.
    let end = 4 + Int(whole[4]) << 8 + Int(whole[5])
    let junk: [UInt8] = [1, 2, 3, 4, 5]
    let document = try ImageDocument()
    let clean = try document.add(try ImageSource(bytes: whole))
    let dirty = try document.add(try ImageSource(bytes: whole[..<end] + junk + whole[end...]))
    #expect(dirty.handling == .passed)
    #expect(dirty.reference == clean.reference)
    #expect(dirty.diagnostics.contains { $0.severity == .warning && $0.message.contains("5 bytes of garbage") })
    // Damaged data is still decoded.
    let cut = try document.add(try ImageSource(bytes: whole[..<end] + junk + whole[end..<(whole.count * 3 / 4)]))
    #expect(cut.handling == .transcoded)
  }

  /// Indices stay indices where the colours have 16 bits per sample.
  @Test("Wide palettes are rounded")
  func widePalettesAreRounded() async throws {
    let directory = try TemporaryDirectory()
    let made = try await Tool.python(
      """
      import struct, sys
      d = bytearray(open(sys.argv[1], 'rb').read())
      ifd = struct.unpack_from('<I', d, 4)[0]
      for i in range(struct.unpack_from('<H', d, ifd)[0]):
          tag, kind, count, place = struct.unpack_from('<HHII', d, ifd + 2 + 12 * i)
          if tag == 320:
              struct.pack_into('<%dH' % count, d, place, *[(i * i * 37 + 11) % 65536 for i in range(count)])
      open(sys.argv[2], 'wb').write(d)
      """, [Fixtures.path("tiff/valid/palette8.tif"), directory.file("wide.tif")])
    #expect(made.status == 0, "\(made.errors)")
    let document = try ImageDocument()
    let image = try document.add(path: directory.file("wide.tif"))
    #expect(image.diagnostics == [.note("the palette's colours have 16 bits per sample; they are rounded to 8 bits")])
    let path = try directory.write(try document.finish(), to: "a.pdf")
    let judge = try await Tool.python(
      """
      import sys, numpy as np, pikepdf
      from PIL import Image
      pdf = pikepdf.open(sys.argv[1])
      image = pdf.pages[0].Resources.XObject.I
      print(image.ColorSpace[0], image.BitsPerComponent)
      indices = np.array(Image.open(sys.argv[2]))
      table = np.array([(i * i * 37 + 11) % 65536 for i in range(768)]).reshape(3, 256).T
      want = np.rint(table[indices] / 257)
      shown = np.frombuffer(bytes(image.ColorSpace[3]), np.uint8).reshape(-1, 3)
      got = shown[np.frombuffer(image.read_bytes(), np.uint8).reshape(indices.shape)]
      print((want == got).all())
      """, [path, directory.file("wide.tif")])
    #expect(judge.text == "/Indexed 8\nTrue\n", "\(judge.text)\(judge.errors)")
  }

  @Test("Metadata stays where it is wanted")
  func metadataStaysWhereItIsWanted() throws {
    let document = try ImageDocument(keepsMetadata: true)
    try document.add(path: Fixtures.path("jpeg/valid/exif_gps_big_endian.jpg"))
    let file = Fixtures.bytes(Fixtures.path("jpeg/valid/exif_gps_big_endian.jpg"))
    #expect(String(decoding: try document.finish(), as: UTF8.self).contains("Exif"))
    #expect(try document.finish().count > file.count)
  }

  @Test("Equal images are written once")
  func equalImagesAreWrittenOnce() async throws {
    let directory = try TemporaryDirectory()
    let photo = Fixtures.bytes(Fixtures.path("jpeg/valid/photo_landscape_420.jpg"))
    let alpha = Fixtures.bytes(Fixtures.path("png/valid/rgba8.png"))
    var changed = photo
    // One bit of a coefficient differs; the length is the same.
    changed[photo.count / 2] ^= 1
    let document = try ImageDocument()
    var references: [PDFReference] = []
    for (name, bytes) in [("a.jpg", photo), ("b.jpg", photo), ("c.jpg", changed), ("d.jpg", changed)] {
      references.append(try document.add(path: try directory.write(bytes, to: name)).reference)
    }
    #expect(references[0] == references[1])
    #expect(references[0] != references[2])
    #expect(references[2] == references[3])
    let one = try document.add(path: try directory.write(alpha, to: "a.png"))
    let two = try document.add(path: try directory.write(alpha, to: "b.png"))
    #expect(one.reference == two.reference)
    #expect(one.byteCount > 0)
    #expect(two.byteCount == 0)
    // The same file is recognized without being read again.
    #expect(try document.add(path: directory.file("a.png")).byteCount == 0)
  }

  @Test("All eight orientations render alike")
  func allEightOrientationsRenderAlike() async throws {
    let directory = try TemporaryDirectory()
    let document = try ImageDocument()
    for value in 1...8 {
      try document.add(path: Fixtures.path("jpeg/valid/orientation_\(value).jpg"))
      try document.add(path: Fixtures.path("tiff/valid/orientation_\(value).tif"))
    }
    let path = try directory.write(try document.finish(), to: "a.pdf")
    let drawn = try await Tool.run("pdftocairo", ["-png", "-r", "72", path, directory.file("p")])
    #expect(drawn.status == 0)
    // Pillow turns the files upright, TIFF by itself. cairo does not smooth where a pixel is a point.
    let judge = try await Tool.python(
      """
      import sys, numpy as np
      from PIL import Image, ImageOps
      for number, name in enumerate(sys.argv[2:]):
          image = Image.open(name)
          image = image if name.endswith('tif') else ImageOps.exif_transpose(image)
          want = np.array(image.convert('RGB')).astype(int)
          got = np.array(Image.open('%s-%02d.png' % (sys.argv[1], number + 1)).convert('RGB')).astype(int)
          print(want.shape == got.shape and abs(want - got).max())
      """,
      [directory.file("p")]
        + (1...8).flatMap {
          [Fixtures.path("jpeg/valid/orientation_\($0).jpg"), Fixtures.path("tiff/valid/orientation_\($0).tif")]
        })
    // Two JPEG decoders may differ by rounding.
    let differences = judge.text.split(separator: "\n").map { Int($0) ?? 999 }
    #expect(differences.count == 16)
    #expect(differences.allSatisfy { $0 <= 2 }, "\(judge.text)\(judge.errors)")
  }

  @Test("Damage is reported and the file is valid")
  func damageIsReportedAndTheFileIsValid() async throws {
    let directory = try TemporaryDirectory()
    let document = try ImageDocument()
    var pages = 0
    let text = String(decoding: Fixtures.bytes(Fixtures.path("broken.txt")), as: UTF8.self)
    for line in text.split(separator: "\n").dropFirst() {
      let fields = line.split(separator: "\t").map(String.init)
      let isWhole = fields[0].contains("metadata_") || fields[0].contains("icc_")
      do {
        let image = try document.add(path: Fixtures.path(fields[0]))
        pages += 1
        // Damage that only decoding shows is copied with the data.
        let isInsideData = image.handling == .passed && fields[0].hasPrefix("jpeg")
        let isCopied = isInsideData && fields[0].hasPrefix("jpeg2000/")
        #expect(isCopied || ["warning", "unseen"].contains(fields[1]), "\(fields)")
        if fields[1] == "warning", !isWhole, !isInsideData {
          #expect(image.diagnostics.contains { $0.severity == .warning }, "\(fields[0]) \(image)")
        }
      } catch {
        let known = try #require(error as? ImageError)
        #expect("\(known.kind)" == fields[1], "\(fields[0]): \(known)")
        #expect(known.path == Fixtures.path(fields[0]))
      }
    }
    #expect(pages > 20)
    let path = try directory.write(try document.finish(), to: "a.pdf")
    #expect(try await Tool.run("qpdf", ["--show-npages", path]).text == "\(pages)\n")
  }

  @Test("Profiles are shared and those that do not fit are left out")
  func profilesAreSharedAndThoseThatDoNotFitAreLeftOut() throws {
    let document = try ImageDocument()
    try document.add(path: Fixtures.path("jpeg/valid/icc_three_pieces.jpg"))
    try document.add(path: Fixtures.path("jpeg/valid/icc_one_piece.jpg"))
    let misfit = try document.add(path: Fixtures.path("jpeg/valid/icc_misfit_gray_profile_in_rgb.jpg"))
    #expect(misfit.diagnostics.contains { $0.message.contains("the embedded colour profile is for GRAY") })
    let pdf = String(decoding: try document.finish(), as: UTF8.self)
    #expect(pdf.split(separator: "/N 3/Filter").count == 2)
    #expect(pdf.contains("/DeviceRGB"))
  }

  @Test("Fax data of all runs is read")
  func faxDataOfAllRunsIsRead() async throws {
    // Rows whose runs have every length of the code tables, black and white, and slanted and wavy edges.
    let directory = try TemporaryDirectory()
    let document = try ImageDocument()
    let made = try await Tool.python(
      """
      import sys, numpy as np
      from PIL import Image
      rows = []
      for run in list(range(0, 130)) + [191, 192, 640, 1727, 1728, 1791, 1792, 2559, 2560, 2561, 2624, 2999]:
          for other in (0, 1, 5, 64, 2700):
              row = np.ones(3001, np.uint8)
              row[other:other + run] = 0
              rows += [row, 1 - row, np.roll(row, 3), np.roll(row, -2)]
      Image.fromarray(np.array(rows) * 255).convert('1').save(sys.argv[1] + '/0.tif', compression='raw')
      chance = np.random.RandomState(1)
      edges, waves = np.sort(chance.randint(0, 2003, 60)), np.zeros((300, 2003), np.int64)
      for y in range(300):
          edges = np.clip(edges + chance.randint(-2, 3, 60), 0, 2002)
          np.add.at(waves[y], edges, 1)
      waves = np.cumsum(waves, axis=1) & 1
      Image.fromarray((waves * 255).astype(np.uint8)).convert('1').save(sys.argv[1] + '/1.tif', compression='group4')
      """, [directory.path])
    #expect(made.status == 0, "\(made.errors)")
    for index in 0...1 { try document.add(path: directory.file("\(index).tif")) }
    _ = try directory.write(try document.finish(), to: "a.pdf")
    let judge = try await Tool.python(
      """
      import subprocess, sys, numpy as np
      from PIL import Image
      subprocess.run(['pdfimages', '-png', sys.argv[1] + '/a.pdf', sys.argv[1] + '/x'], check=True)
      kinds = subprocess.run(['pdfimages', '-list', sys.argv[1] + '/a.pdf'], check=True, capture_output=True, text=True)
      for i in range(2):
          one, two = Image.open('%s/%d.tif' % (sys.argv[1], i)), Image.open('%s/x-%03d.png' % (sys.argv[1], i))
          same = (np.array(one.convert('L')) == np.array(two.convert('L'))).all()
          print(same, kinds.stdout.splitlines()[2 + i].split()[8])
      """, [directory.path])
    #expect(judge.text == "True ccitt\nTrue ccitt\n", "\(judge.errors)")
  }

  @Test("Extreme shapes are written")
  func extremeShapesAreWritten() async throws {
    let directory = try TemporaryDirectory()
    let document = try ImageDocument()
    for (index, size) in [(1, 1), (60_000, 10), (10, 60_000)].enumerated() {
      // PGM is not an input format, so netpbm makes a PNG of it.
      let path = directory.file("\(index).png")
      let made = try await Tool.run("sh", ["-c", "pgmmake 0.5 \(size.0) \(size.1) | pnmtopng -force > \(path)"])
      #expect(made.status == 0)
      #expect(try document.add(path: path).size == PixelSize(width: size.0, height: size.1))
    }
    let path = try directory.write(try document.finish(), to: "a.pdf")
    #expect(try await Tool.complaint(ofPDF: path) == nil)
  }

  @Test("The matrix fills its rectangle", arguments: Orientation.allCases)
  func theMatrixFillsItsRectangle(_ orientation: Orientation) {
    let rect = Rect(x: 10, y: 20, width: 30, height: 40)
    let matrix = ImagePlacement.matrix(orientation: orientation, in: rect)
    #expect(matrix.apply(to: Rect(x: 0, y: 0, width: 1, height: 1)) == rect)
    // Where the upper left corner of the stored picture is (Exif 2.32, tag 274: "the 0th row represents").
    let corners: [Orientation: Point] = [
      .up: Point(x: 10, y: 60), .upMirrored: Point(x: 40, y: 60), .down: Point(x: 40, y: 20),
      .downMirrored: Point(x: 10, y: 20), .leftMirrored: Point(x: 10, y: 60), .right: Point(x: 40, y: 60),
      .rightMirrored: Point(x: 40, y: 20), .left: Point(x: 10, y: 20),
    ]
    #expect(matrix.apply(to: Point(x: 0, y: 1)) == corners[orientation])
  }
}
