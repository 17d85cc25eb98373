internal import ImageModel
internal import Imaging
internal import TestKit
internal import Testing

/// What pictures for the web need.
@Suite(.timed) struct WebOutputTests {
  let directory: TemporaryDirectory
  let photo = Fixtures.path("jpeg/valid/photo_landscape_444.jpg")

  init() throws { directory = try TemporaryDirectory() }

  private func thumbnail(
    _ input: String, to output: String, _ change: (inout ThumbnailJob) -> Void
  ) throws -> JobReport {
    var job = ThumbnailJob(input: .path(input), output: .path(directory.file(output)))
    change(&job)
    return try job.run(in: JobEnvironment(limits: .standard))
  }

  @Test("The greatest quality that fits is found", arguments: ["jpeg", "webp"], [1_000, 3_000, 5_000])
  func greatestQuality(_ format: String, _ limit: Int) throws {
    func run(_ quality: Int, _ maxBytes: Int?) throws -> JobReport.Output {
      try #require(
        try thumbnail(photo, to: "out") {
          ($0.format, $0.quality, $0.maxBytes, $0.thumbnail.size) = (format, quality, maxBytes, .longSide(128))
        }.outputs.first)
    }
    let found = try run(100, limit)
    let quality = try #require(found.quality)
    #expect(found.byteCount <= UInt64(limit))
    #expect(UInt64(Fixtures.bytes(directory.file("out")).count) == found.byteCount)
    if quality < 100 { #expect(try run(quality + 1, nil).byteCount > UInt64(limit)) }
    #expect(try run(20, limit).quality.map { $0 <= 20 } ?? false)
  }

  @Test("What cannot fit is an error")
  func whatCannotFitIsAnError() throws {
    for format in ["jpeg", "png"] {
      let error = #expect(throws: ImageError.self) {
        try thumbnail(photo, to: "never") { ($0.format, $0.maxBytes) = (format, 100) }
      }
      #expect(error?.limit?.name == "max-bytes" && error?.path == photo)
    }
    #expect(directory.names.isEmpty)
  }

  @Test("A file that fits is copied")
  func aFileThatFitsIsCopied() throws {
    let bytes = Fixtures.bytes(photo)
    for (limit, isCopied) in [(bytes.count, true), (bytes.count - 1, false)] {
      var job = ConversionJob(input: .path(photo), output: .path(directory.file("copy.jpg")))
      job.maxBytes = limit
      let report = try job.run(in: JobEnvironment(limits: .standard))
      #expect(report.outputs.map(\.isCopied) == [isCopied])
      #expect(Fixtures.bytes(directory.file("copy.jpg")).count <= limit)
    }
  }

  @Test(
    "A length that is not reached changes nothing",
    arguments: [("jpeg/valid/photo_landscape_420.jpg", "jpg"), ("png/valid/photo_rgb.png", "webp")])
  func longEnough(_ name: String, _ suffix: String) throws {
    func convert(_ input: String, to output: String, _ change: (inout ConversionJob) -> Void) throws -> String {
      var job = ConversionJob(input: .path(input), output: .path(directory.file(output)))
      job.encodesAgain = true
      change(&job)
      return try #require(try job.run(in: JobEnvironment(limits: .standard)).outputs.first?.path)
    }
    // The quality of a JPEG file is kept, and so is that a WebP file is lossless.
    let input = try convert(Fixtures.path(name), to: "in." + suffix) {
      if suffix == "webp" { $0.options.compression = "lossless" } else { $0.options.quality = 40 }
    }
    let free = try convert(input, to: "free." + suffix) { _ in }
    let limited = try convert(input, to: "limited." + suffix) { $0.maxBytes = 20_000_000 }
    let isSame = Fixtures.bytes(free) == Fixtures.bytes(limited)
    #expect(isSame)
    let length = Fixtures.bytes(free).count
    let shorter = try convert(input, to: "shorter." + suffix) { $0.maxBytes = length / 2 }
    #expect(Fixtures.bytes(shorter).count <= length / 2)
  }

  @Test("What has lost something is not called lossless")
  func lossless() throws {
    func convert(_ name: String, to output: String) throws -> Bool? {
      var job = ConversionJob(input: .path(Fixtures.path(name)), output: .path(directory.file(output)))
      job.options.lossless = true
      return try job.run(in: JobEnvironment(limits: .standard)).outputs.first?.isLossless
    }
    #expect(try convert("png/valid/photo_rgb.png", to: "a.webp") == true)
    #expect(try convert("png/valid/rgb16.png", to: "b.webp") == false)
    #expect(throws: ImageError.self) { try convert("png/valid/photo_rgb.png", to: "c.gif") }
  }

  @Test("Several sizes of one decode are those of a decode each")
  func severalSizes() throws {
    let path = Fixtures.path("png/valid/photo_rgb.png")
    var job = ThumbnailJob(
      input: .path(path), output: .named(try OutputName(directory.file("{stem}-{width}.{ext}"), input: path)))
    job.format = "png"
    job.sizes = [.longSide(40), .longSide(90), .longSide(5_000), .longSide(60)]
    let report = try job.run(in: JobEnvironment(limits: .standard))
    let full = try ImageSource(path: path).info(at: 0).size
    #expect(report.outputs.map(\.size.longSide) == [40, 60, 90, full.longSide])
    for output in report.outputs {
      _ = try thumbnail(path, to: "single.png") {
        ($0.format, $0.thumbnail.size) = ("png", .longSide(output.size.longSide))
      }
      #expect(Fixtures.bytes(output.path) == Fixtures.bytes(directory.file("single.png")), "\(output.size)")
    }
    job.sizes = [.longSide(6_000), .longSide(5_000)]
    let same = try job.run(in: JobEnvironment(limits: .standard))
    #expect(same.outputs.count == 1 && same.diagnostics.contains { $0.message.contains("written once") })
  }

  @Test("Several sizes need several names")
  func severalSizesNeedSeveralNames() throws {
    let error = #expect(throws: ImageError.self) {
      try thumbnail(photo, to: "one.jpg") { $0.sizes = [.longSide(40), .longSide(90)] }
    }
    #expect(error?.kind == .usage)
    #expect(directory.names.isEmpty)
  }

  @Test("The placeholder is that of the reference implementation", arguments: [(32, 20), (19, 32), (32, 32), (1, 1)])
  func placeholder(_ width: Int, _ height: Int) async throws {
    let path = directory.file("small.png")
    let made = try await Tool.python(
      """
      import sys, blurhash
      from PIL import Image
      path, width, height = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
      im = Image.new('RGB', (width, height))
      im.putdata([(x * 8 % 256, (x * y * 3 + 40) % 256, 255 - y * 7 % 256) for y in range(height) for x in range(width)])
      im.save(path)
      print(blurhash.encode(path, 4 if width >= height else 3, 3 if width >= height else 4))
      """, [path, "\(width)", "\(height)"])
    let report = try thumbnail(path, to: "out.jpg") { $0.makesPlaceholder = true }
    #expect(report.placeholder.map { $0 + "\n" } == made.text, "\(made.errors)")
  }

  @Test("The colours that a picture has most of, with their shares of the pixels that are seen")
  func dominantColors() async throws {
    let path = directory.file("flag.png")
    let made = try await Tool.python(
      """
      import sys
      from PIL import Image
      im = Image.new('RGBA', (100, 10), (0, 0, 0, 0))
      im.paste((204, 51, 24, 255), (0, 0, 60, 10))
      im.paste((24, 96, 192, 255), (60, 0, 90, 10))
      im.save(sys.argv[1])
      """, [path])
    #expect(made.status == 0, "\(made.errors)")
    let flag = try #require(try thumbnail(path, to: "flag.webp") { $0.findsColors = true }.colors)
    #expect(flag == [.init(hex: "#cc3318", share: 600.0 / 900), .init(hex: "#1860c0", share: 300.0 / 900)])
    let colors = try #require(try thumbnail(photo, to: "out.jpg") { $0.findsColors = true }.colors)
    #expect(colors.count == 5 && abs(colors.map(\.share).reduce(0, +) - 1) < 1e-9, "\(colors)")
    #expect(zip(colors, colors.dropFirst()).allSatisfy { $0.share >= $1.share }, "\(colors)")
    #expect(try thumbnail(photo, to: "none.jpg") { _ in }.colors == nil)
  }

  @Test("A crop keeps what has detail, or skin", arguments: ["detail", "skin", "flat"])
  func attention(_ content: String) async throws {
    let path = directory.file("\(content).png")
    // A grey picture of 300 by 100 pixels with something at its right.
    let made = try await Tool.python(
      """
      import sys
      from PIL import Image
      im = Image.new('RGB', (300, 100), (128, 128, 128))
      for x in range(220, 280):
        for y in range(20, 80):
          if sys.argv[2] == 'detail': im.putpixel((x, y), (40, 40, 40) if x // 10 % 2 == y // 10 % 2 else (220, 220, 220))
          if sys.argv[2] == 'skin': im.putpixel((x, y), (200, 150, 120))
      im.save(sys.argv[1])
      """, [path, content])
    #expect(made.status == 0, "\(made.errors)")
    _ = try thumbnail(path, to: "crop.png") {
      ($0.format, $0.thumbnail.fit, $0.thumbnail.position) = ("png", .cover, .attention)
      $0.thumbnail.size = SizeRequest(width: 100, height: 100)
    }
    let row = try ImageSource(path: directory.file("crop.png")).image(at: 0).pixels
    let isPlain = row.bytes.allSatisfy { $0 == 128 }
    #expect(isPlain == (content == "flat"))
    // All of it is kept: 60 of the 100 columns differ in the middle row, apart from their borders.
    let bytes = Array(row.row(50)), channels = row.format.channelCount
    let columns = (0..<100).count { abs(Int(bytes[$0 * channels]) - 128) > 20 }
    if !isPlain { #expect((56...64).contains(columns)) }
  }

  @Test("All frames of an animation show the same part")
  func attentionOfAnimations() async throws {
    let path = directory.file("moving.png")
    // The part with detail moves from the left to the right.
    let made = try await Tool.python(
      """
      import sys
      from PIL import Image
      def frame(left):
        im = Image.new('RGB', (300, 100), (128, 128, 128))
        for x in range(left, left + 60):
          for y in range(20, 80):
            im.putpixel((x, y), (40, 40, 40) if x // 10 % 2 == y // 10 % 2 else (220, 220, 220))
        return im
      frame(20).save(sys.argv[1], save_all=True, append_images=[frame(220)], duration=100)
      """, [path])
    #expect(made.status == 0, "\(made.errors)")
    _ = try thumbnail(path, to: "crop.png") {
      ($0.format, $0.keepsAnimation, $0.thumbnail.fit, $0.thumbnail.position) = ("png", true, .cover, .attention)
      $0.thumbnail.size = SizeRequest(width: 100, height: 100)
    }
    let source = try ImageSource(path: directory.file("crop.png"))
    let arePlain = try (0..<source.count).map { index in
      try source.image(at: index).pixels.bytes.allSatisfy { (127...129).contains($0) || $0 == 255 }
    }
    #expect(arePlain == [false, true])
  }
}
