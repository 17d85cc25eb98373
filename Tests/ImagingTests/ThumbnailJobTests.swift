internal import ImageModel
internal import Imaging
internal import MetadataModel
internal import TestKit
internal import Testing

/// Thumbnails as files, checked by Pillow and exiftool.
@Suite(.timed) struct ThumbnailJobTests {
  let directory: TemporaryDirectory
  let environment = JobEnvironment(limits: .standard)

  init() throws { directory = try TemporaryDirectory() }

  private func run(_ name: String, to output: String, _ change: (inout ThumbnailJob) -> Void = { _ in }) throws
    -> JobReport
  {
    var job = ThumbnailJob(input: .path(Fixtures.path(name)), output: .path(directory.file(output)))
    change(&job)
    return try job.run(in: environment)
  }

  /// PSNR in dB of a picture against Pillow's own full decode and Lanczos of another, both in RGB.
  private func fidelity(_ thumbnail: String, of original: String) async throws -> Double {
    let program = """
      import sys, numpy
      from PIL import Image, ImageOps
      ours = Image.open(sys.argv[1]).convert('RGB')
      theirs = ImageOps.exif_transpose(Image.open(sys.argv[2])).convert('RGB').resize(ours.size, Image.LANCZOS)
      e = numpy.mean((numpy.asarray(ours, float) - numpy.asarray(theirs, float)) ** 2)
      print(99 if e == 0 else 10 * numpy.log10(255 * 255 / e))
      """
    let result = try await Tool.python(program, [directory.file(thumbnail), Fixtures.path(original)])
    let decibels = try #require(Double(result.text.split(separator: "\n").first ?? ""), "\(result.errors)")
    return decibels
  }

  @Test(
    "Photographs are within 48 decibels of a full decode and Lanczos",
    arguments: [
      "jpeg/valid/photo_landscape_444.jpg", "jpeg/valid/photo_landscape_420.jpg", "jpeg/valid/photo_phone.jpg",
      "jpeg/valid/photo_portrait_422.jpg", "jpeg/valid/photo_landscape_progressive.jpg", "png/valid/photo_rgb.png",
      "png/valid/photo_rgb_interlaced.png", "tiff/valid/photo_rgb8_lzw_predictor_2.tif",
    ])
  func photographsAreWithin48DecibelsOfAFullDecodeAndLanczos(_ name: String) async throws {
    _ = try run(name, to: "small.png") {
      $0.format = "png"
      $0.thumbnail.profile = .keep
      $0.thumbnail.size = .longSide(128)
      $0.thumbnail.embedded = .never
    }
    #expect(try await fidelity("small.png", of: name) >= 48)
  }

  /// Upright, all eight orientations are the same picture, in all formats that have an orientation.
  @Test(
    "Orientation is applied once", arguments: Orientation.allCases,
    ["jpeg/valid/orientation_%.jpg", "tiff/valid/orientation_%.tif"])
  func orientationIsAppliedOnce(_ orientation: Orientation, _ pattern: String) async throws {
    func name(_ number: Int) -> String { pattern.replacing("%", with: "\(number)") }
    _ = try run(name(orientation.rawValue), to: "turned.png") {
      $0.format = "png"
      $0.thumbnail.size = .longSide(40)
      $0.thumbnail.embedded = .never
    }
    _ = try run(name(1), to: "upright.png") {
      $0.format = "png"
      $0.thumbnail.size = .longSide(40)
      $0.thumbnail.embedded = .never
    }
    let program = """
      import sys, numpy
      from PIL import Image
      a, b = (numpy.asarray(Image.open(p).convert('RGB'), int) for p in sys.argv[1:])
      print(a.shape == b.shape and abs(a - b).mean())
      """
    let result = try await Tool.python(program, [directory.file("turned.png"), directory.file("upright.png")])
    let mean = try #require(Double(result.text.split(separator: "\n").first ?? ""), "the sizes differ")
    // The JPEG losses of a rotated picture differ; TIFF is exact except for the order of sums.
    #expect(mean < (pattern.hasPrefix("jpeg") ? 3 : 0.6))
    let tags = try await Tool.run("exiftool", ["-n", "-s3", "-Orientation", directory.file("turned.png")])
    #expect(tags.text.isEmpty || tags.text == "1\n")
  }

  @Test("Private metadata is left out")
  func privateMetadataIsLeftOut() async throws {
    let name = "jpeg/valid/exif_gps_little_endian.jpg"
    let before = try await Tool.run("exiftool", ["-G1", "-s", "-GPS:all", Fixtures.path(name)])
    try #require(before.text.contains("GPSLatitude"))
    _ = try run(name, to: "plain.jpg") { $0.thumbnail.size = .longSide(32) }
    let after = try await Tool.run("exiftool", ["-G1", "-s", "-Exif:all", "-XMP:all", directory.file("plain.jpg")])
    #expect(after.text.isEmpty)
    _ = try run(name, to: "all.jpg") {
      $0.thumbnail.size = .longSide(32)
      $0.keep = .all
    }
    let kept = try await Tool.run("exiftool", ["-n", "-s3", "-GPSLatitude", directory.file("all.jpg")])
    let original = try await Tool.run("exiftool", ["-n", "-s3", "-GPSLatitude", Fixtures.path(name)])
    #expect(kept.text == original.text && !kept.text.isEmpty)
  }

  @Test("A kind of metadata stays alone")
  func kinds() async throws {
    _ = try run("jpeg/valid/exif_gps_little_endian.jpg", to: "gps.jpg") {
      $0.thumbnail.size = .longSide(32)
      $0.keep = .gps
    }
    let kept = try await Tool.run(
      "exiftool", ["-n", "-s", "-GPSLatitude", "-Make", "-ISO", directory.file("gps.jpg")])
    #expect(kept.text.hasPrefix("GPSLatitude") && kept.text.split(separator: "\n").count == 1, "\(kept.text)")
  }

  @Test("Transparency makes APNG")
  func transparencyMakesAPNG() throws {
    let report = try run("png/valid/alpha_edge.png", to: "alpha.out") { $0.thumbnail.size = .longSide(64) }
    #expect(report.outputs.map(\.format) == ["png"])
    let flat = try run("png/valid/alpha_edge.png", to: "flat.out") {
      $0.thumbnail.size = .longSide(64)
      $0.format = "jpeg"
    }
    #expect(flat.outputs.map(\.format) == ["jpeg"])
    #expect(flat.diagnostics.contains { $0.severity == .note && $0.message.contains("transparency") })
  }

  @Test("A flat picture stays flat to the last pixel")
  func aFlatPictureStaysFlatToTheLastPixel() async throws {
    for name in ["jpeg/valid/flat_colour.jpg", "png/valid/flat_colour.png", "tiff/valid/flat_colour.tif"] {
      let output = name.replacing("/", with: "_") + ".png"
      _ = try run(name, to: output) {
        $0.format = "png"
        $0.thumbnail.size = .longSide(61)
      }
      let program = """
        import sys, numpy
        from PIL import Image
        a = numpy.asarray(Image.open(sys.argv[1]).convert('RGB'), int)
        o = numpy.asarray(Image.open(sys.argv[2]).convert('RGB'), int)
        print(abs(a - o[0, 0]).max())
        """
      let result = try await Tool.python(program, [directory.file(output), Fixtures.path(name)])
      #expect((Int(result.text.split(separator: "\n").first ?? "") ?? 99) <= 1, "\(name): \(result.text)")
    }
  }

  @Test("An input is never overwritten")
  func anInputIsNeverOverwritten() throws {
    let copy = try directory.write(Fixtures.bytes(Fixtures.path("jpeg/valid/ycbcr_420.jpg")), to: "in.jpg")
    let job = ThumbnailJob(input: .path(copy), output: .path(copy))
    #expect {
      _ = try job.run(in: environment)
    } throws: {
      ($0 as? ImageError)?.kind == .usage
    }
    #expect(Fixtures.bytes(copy) == Fixtures.bytes(Fixtures.path("jpeg/valid/ycbcr_420.jpg")))
  }

  @Test("A failure leaves no file")
  func aFailureLeavesNoFile() throws {
    #expect(throws: ImageError.self) {
      _ = try run("jpeg/broken/truncated_before_scan.jpg", to: "never.jpg")
    }
    #expect(throws: ImageError.self) {
      _ = try run("jpeg/valid/ycbcr_420.jpg", to: "missing/never.jpg")
    }
    #expect(directory.names.isEmpty)
  }

  /// The warning about missing rows does not depend on the decoding thread, nor on whether the last rows are needed.
  @Test("Damage is reported however the picture is decoded", arguments: [false, true])
  func damageIsSaidHoweverThePictureIsDecoded(_ ahead: Bool) throws {
    let bytes = Fixtures.bytes(Fixtures.path("jpeg/valid/photo_landscape_420.jpg"))
    let cut = try directory.write(Array(bytes.prefix(bytes.count / 2)), to: "cut.jpg")
    var environment = JobEnvironment(limits: .standard)
    environment.decodesAhead = ahead
    var job = ThumbnailJob(input: .path(cut), output: .path(directory.file("cut\(ahead).png")))
    job.thumbnail.size = SizeRequest(width: 200, height: 100)
    job.thumbnail.fit = .cover
    job.thumbnail.embedded = .never
    let report = try job.run(in: environment)
    #expect(report.diagnostics.contains { $0.severity == .warning })
  }

  /// A picture in one colour whose Exif thumbnail has another one.
  private func picture(_ color: [UInt8], thumbnail: [UInt8]) async throws -> String {
    for (name, color) in [("picture.jpg", color), ("thumbnail.jpg", thumbnail)] {
      let size = PixelSize(width: 320, height: 240)
      let bytes = (0..<size.pixelCount).flatMap { _ in color }
      let destination = try ImageDestination(path: directory.file(name))
      var options = ImageDestination.ImageOptions()
      options.embedThumbnail = true
      try destination.add(try PixelBuffer(size: size, format: .rgb8, bytes: bytes), options)
      try destination.finish()
    }
    let path = directory.file("picture.jpg")
    let edit = ["-overwrite_original", "-TagsFromFile", directory.file("thumbnail.jpg"), "-ThumbnailImage", path]
    #expect(try await Tool.run("exiftool", edit).status == 0)
    return path
  }

  /// A preview that shows something else, left behind by a program that changed the picture, is used only on request.
  @Test(
    "Embedded previews",
    arguments: [
      (nil, [0, 0, 255], false), (.auto, [0, 0, 255], false), (.only, [0, 0, 255], true), (nil, [250, 2, 3], false),
      (.auto, [250, 2, 3], true),
    ] as [(EmbeddedPreviewUse?, [UInt8], Bool)])
  func embeddedPreviews(_ use: EmbeddedPreviewUse?, _ thumbnail: [UInt8], _ isUsed: Bool) async throws {
    let path = try await picture([255, 0, 0], thumbnail: thumbnail)
    var job = ThumbnailJob(input: .path(path), output: .path(directory.file("small.png")))
    job.format = "png"
    job.thumbnail.size = .longSide(64)
    if let use { job.thumbnail.embedded = use }
    let report = try job.run(in: environment)
    #expect(report.outputs.map(\.isEmbeddedPreview) == [isUsed])
    let pixels = try ImageSource(path: directory.file("small.png")).image(at: 0).pixels
    let showsBlue = use == .only && thumbnail[2] == 255
    #expect(showsBlue ? pixels.bytes[2] > 240 : pixels.bytes[2] < 10, "\(pixels.bytes[0..<3])")
  }
}
