internal import ImageModel
internal import Imaging
internal import TestKit
internal import Testing

/// Sequences of AVIF. avifdec draws their frames by itself, and ffprobe knows their times.
@Suite(.timed) struct AVIFSequenceTests {
  private static let names = [
    "anim_rgb", "anim_alpha", "anim_tracks_only", "anim_10bit", "anim_edits", "anim_gray", "anim_still_larger",
  ]

  private static func path(_ name: String) -> String { Fixtures.path("avif/valid/\(name).avif") }

  /// The samples of a frame by avifdec, and of these the pixels by the equations of ITU-T H.273 in NumPy. avifdec's own
  /// conversion rounds in another way.
  private func frame(_ index: Int, of path: String, bits: Int) async throws -> [UInt8] {
    let result = try await Tool.python(
      """
      import pathlib, sys, tempfile
      sys.dont_write_bytecode = True
      sys.path.insert(0, sys.argv[1] + "/scripts")
      from fixture_maker.heifs import avifdec_y4m, pixels, planes
      with tempfile.TemporaryDirectory() as folder:
          video = avifdec_y4m(pathlib.Path(folder), sys.argv[2], "--index", sys.argv[3])
      sys.stdout.buffer.write(pixels(*planes(video), False, int(sys.argv[4])).tobytes())
      """, [Fixtures.root, path, "\(index)", "\(bits)"])
    try #require(result.status == 0, "\(result.errors)")
    return result.output
  }

  /// A frame as avifdec shows it.
  private func shown(_ index: Int, of path: String) async throws -> PixelBuffer {
    let directory = try TemporaryDirectory()
    let output = directory.file("frame.png")
    let result = try await Tool.run("avifdec", ["--index", "\(index)", "-d", "8", path, output])
    try #require(result.status == 0, "\(result.errors)")
    return try ImageSource(path: output).image(at: 0).pixels
  }

  /// The milliseconds of the frames by ffprobe.
  private func durations(_ path: String) async throws -> [Int] {
    let options = [
      "-v", "error", "-ignore_editlist", "1", "-select_streams", "v:0", "-show_entries", "packet=duration_time",
      "-of", "csv=p=0",
    ]
    let result = try await Tool.run("ffprobe", options + [path])
    return result.text.split(separator: "\n").compactMap { line in
      Double(line.filter { $0 != "," }).map { Int(($0 * 1_000).rounded()) }
    }
  }

  /// How often a file is shown, by the first edit list in it and the header of its track: -1 is for ever, nil is for no
  /// list.
  private func plays(_ path: String) async throws -> Int? {
    let result = try await Tool.python(
      """
      import struct, sys
      data = open(sys.argv[1], "rb").read()
      place = data.find(b"elst")
      if place >= 0:
          long, flags, head = data[place + 4], data[place + 7], data.find(b"tkhd")
          run = struct.unpack_from(">Q" if long else ">I", data, place + 12)[0]
          whole = struct.unpack_from(">Q", data, head + 32)[0] if data[head + 4] else \\
              struct.unpack_from(">I", data, head + 24)[0]
          endless = (1 << 64 if data[head + 4] else 1 << 32) - 1
          print(1 if not flags & 1 else -1 if whole == endless else whole // run)
      """, [path])
    return Int(result.text.filter { !$0.isWhitespace })
  }

  private func convert(
    _ input: String, to path: String, _ change: (inout ConversionJob) -> Void = { _ in }
  ) throws -> JobReport {
    var job = ConversionJob(input: .path(input), output: .path(path))
    change(&job)
    return try job.run(in: JobEnvironment(limits: .standard))
  }

  /// Also backwards, and twice.
  @Test("Frames are those of another program", arguments: names)
  func framesAreThoseOfAnotherProgram(_ name: String) async throws {
    let source = try ImageSource(path: Self.path(name))
    for index in Array((0..<source.count).reversed()) + [0, 0] {
      let ours = try source.image(at: index).pixels
      let theirs = try await frame(index, of: Self.path(name), bits: name == "anim_10bit" ? 10 : 8)
      let isSame = ours.bytes == theirs
      #expect(isSame, "frame \(index)")
    }
  }

  @Test("Times are those of another program", arguments: names)
  func timesAreThoseOfAnotherProgram(_ name: String) async throws {
    let animation = try #require(try ImageSource(path: Self.path(name)).animation)
    let expected = try await durations(Self.path(name))
    #expect(expected.count > 1 && animation.durations.map { Int(($0 * 1_000).rounded()) } == expected)
    // A file that does not state a number is shown for ever, as browsers do.
    #expect(animation.loopCount == max(0, try await plays(Self.path(name)) ?? 0))
  }

  /// GIF's three repeats make four plays.
  @Test(
    "Animations become sequences",
    arguments: [
      ("gif/valid/anim_restore.gif", 4), ("webp/valid/anim_offsets.webp", 0), ("png/valid/anim_disposal.png", 3),
      ("avif/valid/anim_tracks_only.avif", 0),
    ])
  func animationsBecomeSequences(_ name: String, _ expectedPlays: Int) async throws {
    let directory = try TemporaryDirectory()
    let (input, path) = (Fixtures.path(name), directory.file("out.avif"))
    let report = try convert(input, to: path) {
      $0.encodesAgain = true
      $0.options.quality = 95
    }
    let source = try ImageSource(path: input)
    let animation = try #require(source.animation)
    #expect(report.outputs.map(\.imageCount) == [source.count])
    let times = try await durations(path)
    #expect(times == animation.durations.map { Int(($0 * 1_000).rounded()) })
    #expect(try await plays(path) == (expectedPlays == 0 ? -1 : expectedPlays))
    #expect(try ImageSource(path: path).animation?.loopCount == expectedPlays)
    for index in 0..<source.count {
      let (a, b) = (try source.image(at: index).pixels, try await shown(index, of: path))
      try #require(a.format == b.format && a.size == b.size)
      // 30 dB for the visible colours.
      #expect(Self.meanSquare(a, b) < 65, "frame \(index)")
    }
  }

  /// The mean square of the differences of samples, with colours multiplied by alpha.
  private static func meanSquare(_ a: PixelBuffer, _ b: PixelBuffer) -> Int {
    let channels = a.format.channelCount
    var sum = 0
    for index in a.bytes.indices {
      func value(_ picture: PixelBuffer) -> Int {
        guard picture.format.hasAlpha, index % channels < 3 else { return Int(picture.bytes[index]) }
        return Int(picture.bytes[index]) * Int(picture.bytes[index - index % channels + 3]) / 255
      }
      let difference = value(a) - value(b)
      sum += difference * difference
    }
    return sum / a.bytes.count
  }

  @Test("Sequences become other animations", arguments: ["webp", "gif", "png"])
  func sequencesBecomeOtherAnimations(
    _ format: String
  ) throws {
    let directory = try TemporaryDirectory()
    let path = directory.file("out.\(format)")
    _ = try convert(Self.path("anim_alpha"), to: path)
    let animation = try #require(try ImageSource(path: path).animation)
    #expect(animation.durations.map { Int(($0 * 1_000).rounded()) } == [50, 70] && animation.loopCount == 3)
  }

  @Test("One frame is a still picture")
  func oneFrameIsAStillPicture() throws {
    let directory = try TemporaryDirectory()
    let path = directory.file("out.avif")
    _ = try convert(Self.path("anim_rgb"), to: path) { $0.pages = .one(2) }
    let source = try ImageSource(path: path)
    #expect(source.count == 1 && source.animation == nil)
  }

  /// Equal frames give equal files at any time.
  @Test("The time of writing is not written")
  func theTimeOfWritingIsNotWritten() async throws {
    let directory = try TemporaryDirectory()
    let path = directory.file("out.avif")
    _ = try convert(Fixtures.path("gif/valid/anim_restore.gif"), to: path)
    let properties = try #require(try await ExifTool.read([path])[path])
    for name in ["", "Track", "Media"].flatMap({ [$0 + "CreateDate", $0 + "ModifyDate"] }) {
      let values = properties.filter { $0.key.hasSuffix(":\(name)") }.values.map { "\($0)" }
      #expect(!values.isEmpty && values.allSatisfy { $0 == "0000:00:00 00:00:00" }, "\(name): \(values)")
    }
  }

  @Test("Metadata is that of the animation")
  func metadataIsThatOfTheAnimation() async throws {
    let directory = try TemporaryDirectory()
    let input = try directory.write(Fixtures.bytes(Fixtures.path("webp/valid/anim_offsets.webp")), to: "a.webp")
    let change = try await Tool.run("exiftool", ["-q", "-Artist=Ada", "-XMP-dc:Title=Three frames", input])
    try #require(change.status == 0, "\(change.errors)")
    _ = try convert(input, to: directory.file("out.avif"))
    let properties = try #require(try await ExifTool.read([directory.file("out.avif")]).values.first)
    #expect(ExifTool.text(properties, "IFD0:Artist") == "Ada")
    #expect(ExifTool.text(properties, "XMP-dc:Title") == "Three frames")
  }

  /// A frame of 18 hours is shown as long as the file can say, and the others as long as before.
  @Test("Long times are cut")
  func longTimesAreCut() async throws {
    let directory = try TemporaryDirectory()
    let path = directory.file("long.png")
    let change = try await Tool.python(
      """
      import struct, sys, zlib
      data = bytearray(open(sys.argv[1], "rb").read())
      first = data.index(b"fcTL")
      data[first + 24:first + 28] = struct.pack(">HH", 65535, 1)
      data[first + 30:first + 34] = struct.pack(">I", zlib.crc32(data[first:first + 30]))
      open(sys.argv[2], "wb").write(data)
      """, [Fixtures.path("png/valid/anim_disposal.png"), path])
    try #require(change.status == 0, "\(change.errors)")
    let expected = try #require(try ImageSource(path: path).animation).durations.map { Int(($0 * 1_000).rounded()) }
    try #require(expected[0] == 65_535_000)
    let report = try convert(path, to: directory.file("out.avif"))
    let times = try await durations(directory.file("out.avif"))
    #expect(times == [23_860_000] + expected.dropFirst())
    #expect(report.diagnostics.map(\.message) == ["a frame is shown for at most 23860 seconds"])
  }

  @Test("A thumbnail stays animated")
  func aThumbnailStaysAnimated() throws {
    let directory = try TemporaryDirectory()
    let path = directory.file("out.avif")
    var job = ThumbnailJob(input: .path(Self.path("anim_rgb")), output: .path(path))
    job.thumbnail.size = .longSide(32)
    job.keepsAnimation = true
    let report = try job.run(in: JobEnvironment(limits: .standard))
    #expect(report.outputs.map(\.format) == ["avif"])
    let source = try ImageSource(path: path)
    #expect(try source.info(at: 2).size == PixelSize(width: 32, height: 24))
    #expect(source.animation == Animation(durations: [0.1, 0.2, 0.3], loopCount: 0))
  }

  /// Turned once anticlockwise, and then left and right exchanged: the first sample is the last one.
  @Test("Frames are turned")
  func framesAreTurned() throws {
    let turned = try ImageSource(path: Self.path("anim_turned"))
    let plain = try ImageSource(path: Self.path("anim_rgb"))
    var upright = RenderOptions()
    upright.applyOrientation = true
    for index in 0..<3 {
      let (ours, stored) = (try turned.thumbnail(at: index, upright).pixels, try plain.image(at: index).pixels)
      try #require(ours.size == PixelSize(width: 48, height: 64) && stored.size == PixelSize(width: 64, height: 48))
      let isSame = (0..<64 * 48).allSatisfy { place in
        let (row, column) = (place / 48, place % 48)
        return ours.row(row).dropFirst(3 * column).prefix(3)
          .elementsEqual(stored.row(47 - column).dropFirst(3 * (63 - row)).prefix(3))
      }
      #expect(isSame, "frame \(index)")
    }
  }

  /// What turns the frames does not turn the still picture that takes their place.
  @Test("The still picture is not turned")
  func theStillPictureIsNotTurned() throws {
    let source = try ImageSource(path: Fixtures.path("avif/broken/anim_turned_with_still.avif"))
    #expect(source.count == 1 && source.diagnostics.contains { $0.message.contains("the still picture is used") })
    #expect(try source.info(at: 0).orientation == .up)
  }

  /// The frames have four times the declared pixels. They do not get memory that nobody has counted.
  @Test("Larger frames are an error")
  func largerFramesAreAnError() throws {
    let path = Fixtures.path("avif/broken/anim_frames_larger.avif")
    let error = #expect(throws: ImageError.self) { try ImageSource(path: path).image(at: 0) }
    #expect(error?.kind == .invalidData && error?.message.contains("libavif: ") ?? false)
  }

  /// libavif refuses sound, and other readers of the file have to be told nothing of it.
  @Test("Sound tracks are ignored")
  func soundIsNotHeard() throws {
    let (silent, loud) = (
      try ImageSource(path: Self.path("anim_rgb")), try ImageSource(path: Self.path("anim_sound"))
    )
    #expect(loud.animation == silent.animation && loud.diagnostics == [])
    let isSame = try loud.image(at: 2) == silent.image(at: 2)
    #expect(isSame)
  }

  @Test("Frames beyond the limit are left out")
  func framesBeyondTheLimitAreLeftOut() throws {
    var limits = Limits.standard
    limits.maxImages = 2
    let source = try ImageSource(path: Self.path("anim_rgb"), .init(limits: limits))
    #expect(source.count == 2 && source.animation?.durations.count == 2)
    #expect(source.diagnostics.contains { $0.message.contains("of 3 frames the first 2 are read") })
    limits = .standard
    limits.maxMemory = 64 * 48 * 6
    let error = #expect(throws: ImageError.self) { try ImageSource(path: Self.path("anim_rgb"), .init(limits: limits)) }
    #expect(error?.kind == .limitExceeded)
  }

  /// The file is described without a codec; no library of Debian 12 reads the frames of HEVC.
  @Test(
    "Frames are reported",
    arguments: ["heic/valid/sequence.heic", "heic/broken/sequence_only.heic", "avif/valid/anim_rgb.avif"])
  func framesAreReported(_ name: String) async throws {
    let result = try await Tool.cameo(
      "imgmeta", [Fixtures.path(name), "--print", "{Image:FrameCount} {Image:Duration} {Image:LoopCount}"])
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.text == "3 0.6 0\n")
  }
}
