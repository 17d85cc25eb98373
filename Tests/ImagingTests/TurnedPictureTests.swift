internal import ImageModel
internal import Imaging
internal import TestKit
internal import Testing

/// Crops, turns and mirror images, judged by Pillow and exiftool.
@Suite(.timed) struct TurnedPictureTests {
  let directory: TemporaryDirectory
  let environment = JobEnvironment(limits: .standard)

  init() throws { directory = try TemporaryDirectory() }

  private func convert(_ path: String, to output: String, _ change: (inout ConversionJob) -> Void) throws -> JobReport {
    var job = ConversionJob(input: .path(path), output: .path(directory.file(output)))
    change(&job)
    return try job.run(in: environment)
  }

  @Test(
    "The upright picture is turned, mirrored and cropped, in this order",
    arguments: [Orientation.up, .right, .down, .left], [Orientation.up, .upMirrored, .downMirrored])
  func agreesWithPillow(_ rotation: Orientation, _ flip: Orientation) async throws {
    for number in [1, 4, 6, 7] {
      let path = Fixtures.path("jpeg/valid/orientation_\(number).jpg")
      let report = try convert(path, to: "\(number).png") {
        $0.options.turn = rotation.then(flip)
        $0.options.crop = .pixels(PixelRect(x: 3, y: 5, size: PixelSize(width: 20, height: 11)))
      }
      #expect(report.outputs.map(\.size) == [PixelSize(width: 20, height: 11)])
      let result = try await Tool.python(
        """
        import sys
        from PIL import Image, ImageOps, ImageChops
        im = ImageOps.exif_transpose(Image.open(sys.argv[1])).convert('RGB')
        turns = {6: Image.ROTATE_270, 3: Image.ROTATE_180, 8: Image.ROTATE_90,
                 2: Image.FLIP_LEFT_RIGHT, 4: Image.FLIP_TOP_BOTTOM}
        for turn in sys.argv[3:]:
          if turn != '1': im = im.transpose(turns[int(turn)])
        im = im.crop((3, 5, 23, 16))
        print(max(high for low, high in ImageChops.difference(im, Image.open(sys.argv[2]).convert('RGB')).getextrema()))
        """, [path, directory.file("\(number).png"), "\(rotation.rawValue)", "\(flip.rawValue)"])
      #expect(result.text == "0\n", "\(number): \(result.text)\(result.errors)")
    }
  }

  @Test("Metadata describes the result")
  func metadataDescribesTheResult() async throws {
    _ = try convert(Fixtures.path("jpeg/valid/exif_thumbnail.jpg"), to: "out.jpg") {
      $0.options.turn = .right
      $0.options.crop = .pixels(PixelRect(x: 0, y: 0, size: PixelSize(width: 300, height: 100)))
      $0.options.resize = .percent(50)
    }
    let tags = try await Tool.run(
      "exiftool",
      ["-n", "-s", "-ImageSize", "-ExifImageWidth", "-ExifImageHeight", "-Orientation", "-ThumbnailLength"]
        + [directory.file("out.jpg")])
    #expect(tags.text.contains("150 50"), "\(tags.text)")
    #expect(!tags.text.contains("640") && !tags.text.contains("480") && !tags.text.contains("ThumbnailLength"))
    #expect(tags.text.split(separator: "\n").contains { $0.hasPrefix("Orientation") && $0.hasSuffix(": 1") })
  }

  @Test(
    "A part outside is an error",
    arguments: [
      PixelRect(x: 60, y: 0, size: PixelSize(width: 8, height: 8)),
      PixelRect(x: 0, y: 0, size: PixelSize(width: 45, height: 68)),
      PixelRect(x: .max, y: 0, size: PixelSize(width: 1, height: 1)),
    ])
  func aPartOutsideIsAnError(_ crop: PixelRect) throws {
    let path = Fixtures.path("jpeg/valid/orientation_6.jpg")
    let error = #expect(throws: ImageError.self) {
      try convert(path, to: "out.png") { $0.options.crop = .pixels(crop) }
    }
    #expect(error?.kind == .usage && error?.path == path)
    #expect(!directory.names.contains("out.png"))
  }

  @Test(
    "JPEG files are turned by whole blocks as jpegtran does it",
    arguments: [
      "photo_landscape_420", "photo_landscape_progressive", "photo_portrait_422", "ycbcr_411",
      "ycbcr_410", "gray", "cmyk_no_marker", "rgb_adobe_0", "arithmetic", "size_33x31", "restart_progressive",
    ])
  func blocksAreMoved(_ name: String) async throws {
    let path = Fixtures.path("jpeg/valid/\(name).jpg")
    let turns: [([String], Orientation)] = [
      (["-rotate", "90"], .right), (["-rotate", "180"], .down), (["-rotate", "270"], .left),
      (["-flip", "horizontal"], .upMirrored), (["-flip", "vertical"], .downMirrored), (["-transpose"], .leftMirrored),
      (["-transverse"], .rightMirrored), (["-crop", "20x9+17+10"], .up),
    ]
    for (options, turn) in turns {
      let report = try convert(path, to: "\(turn).jpg") {
        ($0.options.lossless, $0.options.turn) = (true, turn)
        if turn == .up, name != "size_33x31" {
          $0.options.crop = .pixels(PixelRect(x: 17, y: 10, size: PixelSize(width: 20, height: 9)))
        }
      }
      let isCopy = turn == .up && name == "size_33x31"
      #expect(report.outputs.map(\.isLossless) == [true])
      let theirs = directory.file("theirs.jpg")
      let tran = try await Tool.run(
        "jpegtran", isCopy ? ["-outfile", theirs, path] : ["-trim"] + options + ["-outfile", theirs, path])
      #expect(tran.status == 0, "\(tran.errors)")
      let result = try await Tool.python(
        "import subprocess, sys; a, b = (subprocess.run(['djpeg', p], capture_output=True).stdout for p in sys.argv[1:])\n"
          + "print(len(a) > 20 and a == b)", [directory.file("\(turn).jpg"), theirs])
      #expect(result.text == "True\n", "\(options)")
    }
  }

  @Test("Metadata that does not fit is reported or refused")
  func whatDoesNotFitIsSaidOrRefused() throws {
    func lossless(_ name: String, _ output: String, _ change: (inout ConversionJob) -> Void) throws -> JobReport {
      try convert(Fixtures.path(name), to: output) {
        $0.options.lossless = true
        change(&$0)
      }
    }
    // 67 by 45 pixels in blocks of 16.
    let turned = try lossless("jpeg/valid/ycbcr_420.jpg", "turned.jpg") { $0.options.turn = .down }
    #expect(turned.outputs.map(\.size) == [PixelSize(width: 64, height: 32)])
    let lost = "left out: 3 pixels at the left, 13 at the top, because blocks of 16x16 stay whole; 64x32 remain"
    #expect(turned.diagnostics.map(\.message).contains(lost))
    let part = try lossless("jpeg/valid/ycbcr_420.jpg", "part.jpg") {
      $0.options.crop = .pixels(PixelRect(x: 20, y: 17, size: PixelSize(width: 10, height: 10)))
    }
    #expect(part.outputs.map(\.size) == [PixelSize(width: 14, height: 11)])
    #expect(part.diagnostics.contains { $0.message.hasPrefix("the part begins at 16, 16 and has 14x11,") })
    // Upright, and without a change of pixels: the orientation is reset.
    let upright = try lossless("jpeg/valid/orientation_6.jpg", "upright.jpg") { $0.options.orientation = .apply }
    #expect(upright.outputs.map(\.size) == [PixelSize(width: 64, height: 48)])
    #expect(try ImageSource(path: directory.file("upright.jpg")).info(at: 0).orientation == .up)

    let refused: [(String, ImageError.Kind, (inout ConversionJob) -> Void)] = [
      ("jpeg/valid/size_7x5.jpg", .unsupported, { $0.options.turn = .down }),
      ("jpeg/valid/ycbcr_420.jpg", .usage, { $0.options.resize = .percent(50) }),
      ("jpeg/valid/icc_70_kb.jpg", .usage, { ($0.options.turn, $0.strip) = (.down, ["icc"]) }),
      ("png/valid/rgb8.png", .unsupported, { _ in }),
    ]
    for (name, kind, change) in refused {
      let error = #expect(throws: ImageError.self) { try lossless(name, "refused.jpg", change) }
      #expect(error?.kind == kind && error?.path == Fixtures.path(name))
    }
    #expect(!directory.names.contains("refused.jpg"))
  }

  @Test("A damaged picture is moved with a warning")
  func aDamagedPictureIsMovedWithAWarning() throws {
    let report = try convert(Fixtures.path("jpeg/broken/truncated_at_8_16.jpg"), to: "out.jpg") {
      ($0.options.lossless, $0.options.turn) = (true, .down)
    }
    #expect(report.diagnostics.contains { $0.severity == .warning && $0.message.contains("without an end marker") })
  }

  @Test("A progressive picture that ends between two scans is moved with a warning")
  func aPictureThatEndsBetweenScans() throws {
    let file = Fixtures.bytes(Fixtures.path("jpeg/valid/photo_landscape_progressive.jpg"))
    let tables = file.indices.dropLast(4).filter { file[$0] == 0xFF && file[$0 + 1] == 0xC4 }
    let directory = try TemporaryDirectory()
    let input = try directory.write(Array(file[..<(try #require(tables.last) + 5)]), to: "cut.jpg")
    var job = ConversionJob(input: .path(input), output: .path(directory.file("out.jpg")))
    (job.options.lossless, job.options.turn) = (true, .down)
    let report = try job.run(in: JobEnvironment(limits: .standard))
    #expect(report.outputs.map(\.isLossless) == [true])
    #expect(report.diagnostics.contains { $0.severity == .warning && $0.message.contains("without an end marker") })
  }

  /// photo_phone.jpg is stored as 1280x960 with orientation 6.
  @Test("Formats without Exif get upright rows", arguments: ["gif", "bmp"])
  func formatsWithoutOrientation(_ format: String) throws {
    let directory = try TemporaryDirectory()
    let path = directory.file("upright.\(format)")
    let job = ConversionJob(input: .path(Fixtures.path("jpeg/valid/photo_phone.jpg")), output: .path(path))
    #expect(
      try job.run(in: JobEnvironment(limits: .standard)).outputs.map(\.size) == [PixelSize(width: 960, height: 1280)])
  }
}
