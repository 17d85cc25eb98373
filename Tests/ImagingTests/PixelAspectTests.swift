internal import ImageModel
internal import Imaging
internal import TestKit
internal import Testing

/// A fax page has 204 dots per inch across and 98 down: 172 x 110 of them have the shape of 172 x 229 square ones
/// (110 * 204 / 98 = 228.98).
@Suite(.timed) struct PixelAspectTests {
  let directory: TemporaryDirectory
  let path: String

  init() throws {
    directory = try TemporaryDirectory()
    path = directory.file("fax.tif")
    try Self.write(path, Resolution(x: 204, y: 98, unit: .inch))
  }

  private static func write(_ path: String, _ resolution: Resolution, _ orientation: Orientation = .up) throws {
    let size = PixelSize(width: 172, height: 110)
    let destination = try ImageDestination(path: path)
    var properties = ImageDestination.Properties()
    (properties.resolution, properties.orientation) = (resolution, orientation)
    // The left half is black.
    let row = (0..<size.width).map { $0 < 86 ? UInt8(0) : 255 }
    try destination.add(
      PixelBuffer(size: size, format: .gray8, bytes: (0..<size.height).flatMap { _ in row }), properties: properties)
    try destination.finish()
  }

  private func thumbnail(_ input: String, _ change: (inout ThumbnailJob) -> Void = { _ in }) throws -> PixelSize? {
    var job = ThumbnailJob(input: .path(input), output: .path(directory.file("t.png")))
    (job.format, job.thumbnail.size) = ("png", .longSide(100))
    change(&job)
    let report = try job.run(in: JobEnvironment(limits: .standard))
    #expect(report.diagnostics.isEmpty)
    return try ImageSource(path: directory.file("t.png")).info(at: 0).size
  }

  private func convert(
    _ input: String, to output: String, _ change: (inout ConversionJob) -> Void = { _ in }
  ) throws -> (info: ImageInfo, report: JobReport) {
    var job = ConversionJob(input: .path(input), output: .path(directory.file(output)))
    change(&job)
    let report = try job.run(in: JobEnvironment(limits: .standard))
    return (try ImageSource(path: directory.file(output)).info(at: 0), report)
  }

  private static func size(_ width: Int, _ height: Int) -> PixelSize { PixelSize(width: width, height: height) }

  @Test("A thumbnail has the shape of the page")
  func thumbnails() throws {
    #expect(try thumbnail(path) == Self.size(75, 100))
    #expect(try thumbnail(path) { $0.thumbnail.assumesSquarePixels = true } == Self.size(100, 64))
    #expect(try thumbnail(path) { $0.thumbnail.size = .longSide(500) } == Self.size(172, 229))
    #expect(try thumbnail(path) { $0.thumbnail.size = SizeRequest(width: 86, height: nil) } == Self.size(86, 115))
    let turned = directory.file("turned.tif")
    try Self.write(turned, Resolution(x: 204, y: 98, unit: .inch), .right)
    #expect(try thumbnail(turned) == Self.size(100, 75))
    #expect(
      try ImageSource(path: turned).thumbnail(at: 0, .init(size: .longSide(100))).pixels.size == Self.size(100, 75))
  }

  /// The part in the middle of the page, not of the picture: its left half is black.
  @Test("A part that is cut out has the shape that was asked for")
  func cover() throws {
    let size = try thumbnail(path) {
      $0.thumbnail.size = .longSide(50)
      $0.thumbnail.fit = .cover
    }
    #expect(size == Self.size(50, 50))
    let pixels = try ImageSource(path: directory.file("t.png")).image(at: 0).pixels
    let (row, step) = (25 * pixels.bytesPerRow, pixels.format.channelCount)
    #expect(pixels.bytes[row + 5 * step] == 0 && pixels.bytes[row + 45 * step] == 255)
  }

  @Test(
    "Resolutions that say nothing are not used",
    arguments: [
      Resolution(x: 72, y: 1, unit: .inch), Resolution(x: 300, y: 301, unit: .inch),
      Resolution(x: 20_000, y: 300, unit: .inch),
    ])
  func meaningless(_ resolution: Resolution) throws {
    let plain = directory.file("plain.tif")
    try Self.write(plain, resolution)
    #expect(try thumbnail(plain) == Self.size(100, 64))
  }

  @Test("A new size makes pixels square, and the resolution says so")
  func resizing() throws {
    let half = try convert(path, to: "half.png") { $0.options.resize = .percent(50) }
    #expect(half.info.size == Self.size(86, 115))
    let dpi = try #require(half.info.resolution?.dotsPerInch)
    #expect(abs(dpi.x - 204) < 0.1 && dpi.x == dpi.y)
    #expect(half.report.diagnostics.contains { $0.severity == .note && $0.message.contains("--square-pixels") })
    let ignored = try convert(path, to: "ignored.tif") {
      $0.options.resize = .percent(50)
      $0.options.assumesSquarePixels = true
    }
    #expect(ignored.info.size == Self.size(86, 55) && ignored.info.resolution?.y == 98)
    let part = try convert(path, to: "part.png") {
      $0.options.crop = .pixels(PixelRect(x: 0, y: 0, size: Self.size(100, 49)))
      $0.options.resize = .inside(SizeRequest(width: 50, height: nil))
    }
    #expect(part.info.size == Self.size(50, 51))
    let most = try convert(path, to: "most.png") { $0.options.maximumSize = .longSide(100) }
    #expect(most.info.size == Self.size(75, 100))
  }

  @Test("Without a new size pixels stay as they are")
  func unchanged() throws {
    let copy = try convert(path, to: "copy.png")
    let dpi = try #require(copy.info.resolution?.dotsPerInch)
    #expect(copy.info.size == Self.size(172, 110) && abs(dpi.y - 98) < 0.1 && copy.report.diagnostics.isEmpty)
    let small = try convert(path, to: "small.png") { $0.options.maximumSize = .longSide(300) }
    #expect(small.info.size == Self.size(172, 110))
  }

  /// The aspect of a GIF's pixels (49 + 15) / 64 is 1, that of 113 is 2: twice as wide as high.
  @Test("The pixels of a GIF have an aspect without a unit")
  func gif() throws {
    var file = Fixtures.bytes(Fixtures.path("gif/valid/anim_clear.gif"))
    let size = try ImageSource(bytes: file).info(at: 0).size
    file[12] = 113
    let wide = try directory.write(file, to: "wide.gif")
    #expect(
      try thumbnail(wide) { $0.thumbnail.size = SizeRequest(width: nil, height: size.height) }
        == Self.size(2 * size.width, size.height))
  }

  /// ExifTool reads the resolution of the copy.
  @Test("The resolution in Exif becomes square, too")
  func exif() async throws {
    let photo = try directory.write(Fixtures.bytes(Fixtures.path("jpeg/valid/everything.jpg")), to: "a.jpg")
    let set = ["-overwrite_original", "-EXIF:XResolution=204", "-EXIF:YResolution=98", "-EXIF:ResolutionUnit=inches"]
    try #require(
      try await Tool.run("exiftool", set + ["-JFIF:XResolution=204", "-JFIF:YResolution=98", photo]).status == 0)
    let small = try convert(photo, to: "b.jpg") { $0.options.resize = .percent(50) }
    let found = try await Tool.run("exiftool", ["-s3", "-a", "-XResolution", "-YResolution", directory.file("b.jpg")])
    #expect(Set(found.text.split(separator: "\n")) == ["204"], "\(found.text)")
    let before = try ImageSource(path: photo).info(at: 0).size
    #expect(small.info.size.width == Int((Double(before.width) / 2).rounded()))
    #expect(small.info.size.height == Int((Double(before.height) * 204 / 98).rounded() / 2 + 0.5))
  }
}
