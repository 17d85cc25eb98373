internal import ImageModel
internal import Imaging
internal import TestKit
internal import Testing

/// Animations in all formats that hold them. Pillow and apngdis, which draw frames by themselves, are the judges.
@Suite(.timed) struct AnimationTests {
  /// What Pillow says about two files: the number of frames, their durations in milliseconds, how often they are
  /// repeated, and the largest difference between the frames of both.
  private struct Verdict: Equatable {
    var durations: [Int]
    var loop: String
    var difference: Int
  }

  private func judge(_ path: String, _ reference: String) async throws -> Verdict {
    let result = try await Tool.python(
      """
      import sys, numpy
      from PIL import Image
      def frames(path):
          with Image.open(path) as image:
              for index in range(image.n_frames):
                  image.seek(index)
                  image.load()
                  pixels = numpy.asarray(image.convert("RGBA")).astype(int)
                  yield pixels * (pixels[..., 3:] > 0), round(image.info["duration"]), image.info.get("loop", "once")
      made, read = list(frames(sys.argv[1])), list(frames(sys.argv[2]))
      assert len(made) == len(read), (len(made), len(read))
      print(*[duration for _, duration, _ in made])
      print(made[-1][2])
      print(max(abs(a[0] - b[0]).max() for a, b in zip(made, read)))
      """, [path, reference])
    let lines = result.text.split(separator: "\n").map(String.init)
    try #require(lines.count == 3, "\(result.errors)")
    return Verdict(
      durations: lines[0].split(separator: " ").compactMap { Int($0) }, loop: lines[1],
      difference: try #require(Int(lines[2])))
  }

  private func convert(
    _ input: String, to path: String, _ change: (inout ConversionJob) -> Void = { _ in }
  ) throws -> JobReport {
    var job = ConversionJob(input: .path(input), output: .path(path))
    change(&job)
    return try job.run(in: JobEnvironment(limits: .standard))
  }

  /// The first frame of a palette's file has no colours at all, and a later one clears what is shown.
  @Test("Transparent frames become GIF")
  func transparentFramesBecomeGIF() async throws {
    let directory = try TemporaryDirectory()
    let (source, path) = (directory.file("in.png"), directory.file("out.gif"))
    let made = try await Tool.python(
      """
      import sys
      from PIL import Image
      colours = [(0, 0, 0, 0), (255, 0, 0, 255), (0, 0, 0, 0), (0, 255, 0, 255)]
      frames = [Image.new("RGBA", (8, 8), colour) for colour in colours]
      frames[0].save(sys.argv[1], save_all=True, append_images=frames[1:], duration=100, loop=0, blend=0)
      """, [source])
    try #require(made.status == 0, "\(made.errors)")
    #expect(try convert(source, to: path).outputs.map(\.imageCount) == [4])
    #expect(try await judge(path, source) == Verdict(durations: [100, 100, 100, 100], loop: "0", difference: 0))
  }

  /// Frames with disposal and transparency look the same, and are shown as long and as often.
  @Test("A GIF stays the same animation", arguments: ["webp", "png", "gif"])
  func aGIFStaysTheSameAnimation(_ format: String) async throws {
    let directory = try TemporaryDirectory()
    let path = directory.file("out.\(format)")
    let source = Fixtures.path("gif/valid/anim_restore.gif")
    let report = try convert(source, to: path) { $0.encodesAgain = true }
    #expect(report.outputs.map(\.imageCount) == [3])
    let verdict = try await judge(path, source)
    // A GIF says how often it is repeated, the others how often it is shown. Its three repeats make four.
    #expect(verdict == Verdict(durations: [100, 200, 300], loop: format == "gif" ? "3" : "4", difference: 0))
  }

  /// djxl writes the frames as APNG.
  @Test("An animated JPEG XL stays the same animation", arguments: ["webp", "png"])
  func anAnimatedJPEGXLStaysTheSameAnimation(_ format: String) async throws {
    let directory = try TemporaryDirectory()
    let (path, reference) = (directory.file("out.\(format)"), directory.file("djxl.apng"))
    let source = Fixtures.path("jpegxl/valid/animation.jxl")
    _ = try await Tool.run("djxl", [source, reference])
    let report = try convert(source, to: path) { job in
      if format == "webp" { job.options.compression = "lossless" }
    }
    #expect(report.outputs.map(\.imageCount) == [3])
    let verdict = try await judge(path, reference)
    #expect(verdict == Verdict(durations: [100, 200, 300], loop: "0", difference: 0))
  }

  /// Its colours are fewer.
  @Test("An animated JPEG XL becomes GIF")
  func anAnimatedJPEGXLBecomesGIF() throws {
    let directory = try TemporaryDirectory()
    let path = directory.file("out.gif")
    _ = try convert(Fixtures.path("jpegxl/valid/animation.jxl"), to: path)
    let animation = try #require(try ImageSource(path: path).animation)
    #expect(animation == Animation(durations: [0.1, 0.2, 0.3], loopCount: 0))
  }

  /// JPEG XL is not written as an animation.
  @Test("A thumbnail of an animated JPEG XL is WebP")
  func aThumbnailOfAnAnimatedJPEGXLIsWebP() throws {
    let directory = try TemporaryDirectory()
    let path = directory.file("out.webp")
    var job = ThumbnailJob(input: .path(Fixtures.path("jpegxl/valid/animation.jxl")), output: .path(path))
    job.thumbnail.size = .longSide(30)
    job.keepsAnimation = true
    let report = try job.run(in: JobEnvironment(limits: .standard))
    #expect(report.outputs.map(\.format) == ["webp"])
    #expect(try ImageSource(path: path).animation == Animation(durations: [0.1, 0.2, 0.3], loopCount: 0))
  }

  @Test("An animated PNG becomes a lossless WebP, as a GIF does")
  func anAnimatedPNGBecomesALosslessWebP() async throws {
    let directory = try TemporaryDirectory()
    let (path, source) = (directory.file("out.webp"), Fixtures.path("png/valid/anim_rgb.png"))
    _ = try convert(source, to: path)
    #expect(try await judge(path, source).difference == 0)
    _ = try convert(source, to: path) { $0.options.quality = 50 }
    #expect(try await judge(path, source).difference > 0)
  }

  /// A red still picture of 6 x 4, and an animation of one green frame, as ffmpeg shows it.
  @Test("A single frame that is not the still picture is shown", arguments: [6, 3])
  func singleFrame(_ width: Int) async throws {
    let directory = try TemporaryDirectory()
    let path = directory.file("in.png")
    let made = try await Tool.python(
      """
      import sys, struct, zlib
      def chunk(n, b): return struct.pack('>I', len(b)) + n + b + struct.pack('>I', zlib.crc32(n + b))
      def rows(colour, width): return zlib.compress((b'\\0' + bytes(colour) * width) * 4)
      width = int(sys.argv[2])
      open(sys.argv[1], 'wb').write(b'\\x89PNG\\r\\n\\x1a\\n' + chunk(b'IHDR', struct.pack('>IIBBBBB', 6, 4, 8, 2, 0, 0, 0))
        + chunk(b'acTL', struct.pack('>II', 1, 0)) + chunk(b'IDAT', rows((255, 0, 0), 6))
        + chunk(b'fcTL', struct.pack('>IIIIIHHBB', 0, width, 4, 0, 0, 1, 10, 0, 0))
        + chunk(b'fdAT', struct.pack('>I', 1) + rows((0, 255, 0), width)) + chunk(b'IEND', b''))
      """, [path, "\(width)"])
    try #require(made.status == 0, "\(made.errors)")
    let source = try ImageSource(path: path)
    #expect(source.count == 1 && source.animation == nil && source.diagnostics.isEmpty)
    let pixels = try source.image(at: 0).pixels
    #expect(pixels.format == (width == 6 ? .rgb8 : .rgba8))
    let row: [UInt8] =
      width == 6
      ? (0..<6).flatMap { _ in [0, 255, 0] }
      : (0..<6).flatMap { $0 < 3 ? [0, 255, 0, 255] : [0, 0, 0, 0] }
    #expect(pixels.bytes == (0..<4).flatMap { _ in row })
  }

  /// Three frames of 60 x 44 pixels are 7,920.
  @Test("The pixels of all frames have a limit")
  func limitOfAllFrames() throws {
    let directory = try TemporaryDirectory()
    let path = Fixtures.path("gif/valid/anim_restore.gif")
    let pixels = try ImageSource(path: path).info(at: 0).size.pixelCount
    func run(_ most: Int, _ change: (inout ConversionJob) -> Void = { _ in }) throws -> JobReport {
      var limits = Limits.standard
      limits.maxAnimationPixels = most
      var job = ConversionJob(input: .path(path), output: .path(directory.file("out.webp")))
      change(&job)
      return try job.run(in: JobEnvironment(limits: limits))
    }
    #expect(try run(3 * pixels).outputs.map(\.imageCount) == [3])
    let error = #expect(throws: ImageError.self) { try run(3 * pixels - 1) }
    #expect(error?.limit?.option == "--max-animation-pixels" && error?.path == path)
    #expect(error?.message.contains("3 frames") == true)
    #expect(try run(2 * pixels) { $0.pages = .one(2) }.outputs.count == 1)
    #expect(throws: ImageError.self) { try run(2 * pixels) { $0.pages = .one(3) } }
  }

  /// libpng's frames on our canvas are those of apngdis. Pillow mixes half transparent pixels wrongly. Blending may be
  /// rounded in another way.
  @Test("Disposal and blending of APNG are those of another program")
  func disposalAndBlendingOfAPNGAreThoseOfAnotherProgram() async throws {
    let directory = try TemporaryDirectory()
    let source = try directory.write(Fixtures.bytes(Fixtures.path("png/valid/anim_disposal.png")), to: "in.png")
    _ = try await Tool.run("apngdis", [source, "frame"])
    for number in 1...5 {
      _ = try convert(source, to: directory.file("ours\(number).png")) { $0.pages = .one(number) }
    }
    let result = try await Tool.python(
      """
      import sys, numpy
      from PIL import Image
      for number in range(1, 6):
          pixels = [numpy.asarray(Image.open(f"{sys.argv[1]}/{name}{number}.png").convert("RGBA")).astype(int)
                    for name in ("frame", "ours")]
          first, second = (one * (one[..., 3:] > 0) for one in pixels)
          print(abs(first - second).max())
      """, [directory.path])
    let differences = result.text.split(separator: "\n").compactMap { Int($0) }
    #expect(differences.count == 5, "\(result.errors)")
    #expect(differences.allSatisfy { $0 <= 1 }, "\(differences)")
  }

  @Test(
    "Alpha and places are kept",
    arguments: ["webp/valid/anim_offsets.webp", "png/valid/anim_disposal.png", "png/valid/anim_rgb.png"],
    ["png", "webp"])
  func alphaAndPlacesAreKept(_ name: String, _ format: String) async throws {
    let directory = try TemporaryDirectory()
    let path = directory.file("out.\(format)")
    let source = Fixtures.path(name)
    _ = try convert(source, to: path) { job in
      job.encodesAgain = true
      if format == "webp" { job.options.compression = "lossless" }
    }
    let first = try ImageSource(path: source)
    let second = try ImageSource(path: path)
    #expect(second.animation == first.animation)
    #expect(second.count == first.count)
    for index in 0..<first.count {
      let (a, b) = (try first.image(at: index).pixels, try second.image(at: index).pixels)
      #expect(a.format == b.format)
      let isSame = a.bytes == b.bytes
      #expect(isSame)
    }
  }

  /// The canvas has 8 bits a sample, which is said.
  @Test("Lost bits of frames are reported")
  func lostBitsOfFramesAreSaid() throws {
    let directory = try TemporaryDirectory()
    for (page, isSaid) in [(1, false), (2, true)] {
      let report = try convert(Fixtures.path("png/valid/anim_rgb16.png"), to: directory.file("\(page).png")) {
        $0.pages = .one(page)
      }
      #expect(report.diagnostics.contains { $0.message.contains("8 of their 16 bits") } == isSaid)
    }
  }

  @Test("Times become hundredths")
  func timesBecomeHundredths() throws {
    let directory = try TemporaryDirectory()
    let path = directory.file("out.gif")
    let source = Fixtures.path("png/valid/anim_disposal.png")
    _ = try convert(source, to: path)
    let animation = try #require(try ImageSource(path: path).animation)
    // 100, 40, 70, 100 and 50 ms.
    #expect(animation.durations.map { Int(($0 * 1_000).rounded()) } == [100, 40, 70, 100, 50])
    #expect(animation.loopCount == 3)
  }

  /// A photograph in 256 colours: far better than the nearest of a fixed table would be.
  @Test("Many colours are reduced and said so")
  func manyColoursAreReducedAndSaidSo() throws {
    let directory = try TemporaryDirectory()
    let path = directory.file("out.gif")
    let report = try convert(Fixtures.path("png/valid/photo_rgb.png"), to: path)
    #expect(report.diagnostics.contains { $0.severity == .note && $0.message.contains("256 colours") })
    let (a, b) = (
      try ImageSource(path: Fixtures.path("png/valid/photo_rgb.png")).image(at: 0).pixels,
      try ImageSource(path: path).image(at: 0).pixels
    )
    #expect(a.size == b.size)
    let squares = zip(a.bytes, b.bytes).reduce(0) { sum, pair in
      let difference = Int(pair.0) - Int(pair.1)
      return sum + difference * difference
    }
    // 30 dB.
    #expect(squares / a.bytes.count < 65)
  }

  @Test("One frame is a still picture")
  func oneFrameIsAStillPicture() throws {
    let directory = try TemporaryDirectory()
    let path = directory.file("out.webp")
    _ = try convert(Fixtures.path("gif/valid/anim_restore.gif"), to: path) { $0.pages = .one(2) }
    #expect(try ImageSource(path: path).animation == nil)
  }

  @Test("A thumbnail stays animated", arguments: ["webp", "png", "gif"])
  func aThumbnailStaysAnimated(_ format: String) throws {
    let directory = try TemporaryDirectory()
    let path = directory.file("out.\(format)")
    var job = ThumbnailJob(
      input: .path(Fixtures.path("webp/valid/anim_full_frames.webp")), output: .path(path))
    job.thumbnail.size = .longSide(30)
    job.format = format
    job.keepsAnimation = true
    _ = try job.run(in: JobEnvironment(limits: .standard))
    let source = try ImageSource(path: path)
    #expect(try source.info(at: 1).size == PixelSize(width: 30, height: 21))
    #expect(source.animation == Animation(durations: [0.1, 0.25], loopCount: 3))
  }

  /// Among a black, a striped and a white frame, the striped one is shown.
  @Test("The most informative frame is found")
  func theMostInformativeFrameIsFound() async throws {
    let directory = try TemporaryDirectory()
    let path = directory.file("in.gif")
    _ = try await Tool.python(
      """
      import sys
      from PIL import Image
      black, white = Image.new("L", (64, 64), 0), Image.new("L", (64, 64), 255)
      ramp = Image.linear_gradient("L").resize((64, 64))
      black.save(sys.argv[1], save_all=True, append_images=[ramp, white], duration=100)
      """, [path])
    #expect(try ImageSource(path: path).mostInformativeIndex() == 1)
  }
}
