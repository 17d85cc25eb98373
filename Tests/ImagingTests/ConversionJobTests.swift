internal import Glibc
internal import ImageModel
internal import Imaging
internal import TestKit
internal import Testing

/// Conversions as files, judged by Pillow, exiftool and tiffinfo.
@Suite(.timed) struct ConversionJobTests {
  let directory: TemporaryDirectory
  let environment = JobEnvironment(limits: .standard)

  init() throws { directory = try TemporaryDirectory() }

  @discardableResult
  private func convert(_ name: String, to output: String, _ change: (inout ConversionJob) -> Void = { _ in }) throws
    -> JobReport
  {
    var job = ConversionJob(input: .path(Fixtures.path(name)), output: .path(directory.file(output)))
    change(&job)
    return try job.run(in: environment)
  }

  private func exif(_ arguments: [String], _ path: String) async throws -> String {
    try await Tool.run("exiftool", arguments + [path]).text
  }

  /// Lossless formats hold the same pixels, as Pillow reads them.
  @Test(
    "Pixels are kept",
    arguments: [
      ("png/valid/rgb8.png", "tif"), ("png/valid/rgba8.png", "tif"), ("png/valid/gray8.png", "tif"),
      ("png/valid/gray_alpha8_interlaced.png", "tif"), ("tiff/valid/rgb8_lzw.tif", "png"),
      ("tiff/valid/gray8.tif", "png"), ("tiff/valid/rgba8_unassociated.tif", "png"),
      ("jpeg/valid/ycbcr_444.jpg", "png"),
      ("jpeg/valid/gray.jpg", "tif"), ("png/valid/palette8.png", "tif"), ("tiff/valid/palette8.tif", "png"),
    ])
  func pixelsAreKept(_ name: String, _ suffix: String) async throws {
    try convert(name, to: "out.\(suffix)")
    let program = """
      import sys, numpy
      from PIL import Image
      a, b = (numpy.asarray(Image.open(p).convert('RGBA'), int) for p in sys.argv[1:])
      print(abs(a - b).max())
      """
    let result = try await Tool.python(program, [Fixtures.path(name), directory.file("out.\(suffix)")])
    #expect(result.text == "0\n", "\(result.errors)")
  }

  /// Apple's variant for iPhones (CgBI) becomes a standard file. Its pixels are blue, green, red, alpha, with the
  /// colours multiplied by alpha.
  @Test("Apple's variant becomes a standard file")
  func applesVariantBecomesAStandardFile() async throws {
    let program = """
      import sys, struct, zlib
      def chunk(n, b): return struct.pack('>I', len(b)) + n + b + struct.pack('>I', zlib.crc32(n + b))
      stream = zlib.compressobj(9, zlib.DEFLATED, -15)
      data = stream.compress(bytes([0, 0, 0, 255, 255, 0, 128, 0, 128])) + stream.flush()
      header = struct.pack('>IIBBBBB', 2, 1, 8, 6, 0, 0, 0)
      open(sys.argv[1], 'wb').write(b'\\x89PNG\\r\\n\\x1a\\n' + chunk(b'CgBI', bytes([0x50, 0, 0x20, 2]))
        + chunk(b'IHDR', header) + chunk(b'IDAT', data) + chunk(b'IEND', b''))
      """
    let path = directory.file("apple.png")
    _ = try await Tool.python(program, [path])
    let report = try ConversionJob(input: .path(path), output: .path(directory.file("out.png"))).run(in: environment)
    #expect(report.outputs.count == 1)
    let pixels = try await Tool.python(
      "import sys; from PIL import Image; print(list(Image.open(sys.argv[1]).convert('RGBA').getdata()))",
      [directory.file("out.png")])
    #expect(pixels.text == "[(255, 0, 0, 255), (0, 255, 0, 128)]\n", "\(pixels.errors)")
    // A change of metadata alone keeps the variant.
    var rewriting = MetadataRewriteJob(input: .path(path), output: .path(directory.file("title.png")))
    rewriting.set = ["png.Title=Icon"]
    _ = try rewriting.run(in: environment)
    let (before, after) = (Fixtures.bytes(path), Fixtures.bytes(directory.file("title.png")))
    // The signature, CgBI and IHDR; IDAT and IEND.
    #expect(after.prefix(49) == before.prefix(49) && after.suffix(before.count - 49) == before.dropFirst(49))
    #expect(try await exif(["-s3", "-PNG:Title"], directory.file("title.png")) == "Icon\n")
  }

  @Test(
    "Exif travels between all formats", arguments: ["jpg", "png", "tif"],
    ["jpeg/valid/everything.jpg", "png/valid/exif.png", "tiff/valid/exif_gps_big_endian.tif"])
  func exifTravelsBetweenAllFormats(_ suffix: String, _ name: String) async throws {
    try convert(name, to: "out.\(suffix)") { $0.encodesAgain = true }
    let tags = ["-n", "-s3", "-f", "-Exif:Make", "-Exif:DateTimeOriginal", "-Exif:ExposureTime", "-Exif:GPSLatitude"]
    let before = try await exif(tags, Fixtures.path(name))
    #expect(try await exif(tags, directory.file("out.\(suffix)")) == before)
    let problems = try await exif(["-validate", "-warning", "-error", "-s3"], directory.file("out.\(suffix)"))
    #expect(!problems.lowercased().contains("error"), "\(problems)")
  }

  @Test("The profile travels", arguments: ["jpg", "png", "tif"])
  func theProfileTravels(_ suffix: String) async throws {
    try convert("jpeg/valid/icc_three_pieces.jpg", to: "out.\(suffix)") { $0.encodesAgain = true }
    let before = try await Tool.run(
      "exiftool", ["-b", "-icc_profile", Fixtures.path("jpeg/valid/icc_three_pieces.jpg")])
    let after = try await Tool.run("exiftool", ["-b", "-icc_profile", directory.file("out.\(suffix)")])
    #expect(!before.output.isEmpty && before.output == after.output)
  }

  @Test("Stripping removes the position")
  func strippingRemovesThePosition() async throws {
    try convert("jpeg/valid/everything.jpg", to: "out.jpg") { $0.strip = ["gps"] }
    let text = try await exif(["-G1", "-s", "-a"], directory.file("out.jpg"))
    #expect(!text.contains("GPSLatitude"), "\(text)")
    #expect(text.contains("Make"))
    try convert("jpeg/valid/everything.jpg", to: "bare.jpg") { $0.strip = ["all"] }
    let bare = try await exif(
      ["-Exif:all", "-XMP:all", "-IPTC:all", "-ICC_Profile:all", "-s"], directory.file("bare.jpg"))
    #expect(bare.isEmpty, "\(bare)")
  }

  /// Only metadata changes, so the compressed picture is copied: djpeg makes the same pixels of it.
  @Test(
    "Stripping copies the compressed picture",
    arguments: [["exif", "xmp"], ["gps"], ["makernotes", "serials", "thumbnail"]])
  func strippingCopiesTheCompressedPicture(_ kinds: [String]) async throws {
    let name = "jpeg/valid/everything.jpg"
    let report = try convert(name, to: "out.jpg") { $0.strip = kinds }
    let before = try await Tool.run("djpeg", [Fixtures.path(name)])
    let after = try await Tool.run("djpeg", [directory.file("out.jpg")])
    #expect(!before.output.isEmpty && before.output == after.output)
    #expect(!report.diagnostics.contains { $0.message.contains("encoded again") })
  }

  /// Parts that no option changes stay as they are, byte for byte; an option of the encoding asks for encoding.
  @Test(
    "A file that no option changes is copied",
    arguments: ["jpeg/valid/everything.jpg", "png/valid/sbit_bkgd_time.png", "tiff/valid/pages_three_kinds.tif"])
  func aFileThatNoOptionChangesIsCopied(_ name: String) throws {
    let suffix = String(name.suffix(3))
    let report = try convert(name, to: "copy.\(suffix)")
    #expect(Fixtures.bytes(directory.file("copy.\(suffix)")) == Fixtures.bytes(Fixtures.path(name)))
    #expect(report.outputs.map(\.isCopied) == [true])
    #expect(report.diagnostics.contains(.note("nothing to change: the file was copied as it is")))
    let encoded = try convert(name, to: "encoded.\(suffix)") { $0.encodesAgain = true }
    #expect(encoded.outputs.map(\.isCopied) == [false])
    #expect(Fixtures.bytes(directory.file("encoded.\(suffix)")) != Fixtures.bytes(Fixtures.path(name)))
  }

  /// The suffix of another format is no reason to refuse a copy whose format was asked for.
  @Test("A copy may have any suffix")
  func aCopyMayHaveAnySuffix() throws {
    var job = ConversionJob(
      input: .path(Fixtures.path("jpeg/valid/gray.jpg")),
      output: .named(OutputName(literal: directory.file("photo.png"))))
    job.format = "jpeg"
    _ = try job.run(in: environment)
    #expect(Fixtures.bytes(directory.file("photo.png")) == Fixtures.bytes(Fixtures.path("jpeg/valid/gray.jpg")))
  }

  /// A file in place that nothing changes stays the same file: neither written nor replaced.
  @Test("A file in place that nothing changes is left alone")
  func aFileInPlaceThatNothingChangesIsLeftAlone() throws {
    let path = try directory.write(Fixtures.bytes(Fixtures.path("jpeg/valid/everything.jpg")), to: "in.jpg")
    var files = JobEnvironment.FileOptions()
    files.inPlace = true
    func status() throws -> [Int] {
      var status = stat()
      try #require(stat(path, &status) == 0)
      return [Int(status.st_ino), status.st_mtim.tv_sec, status.st_mtim.tv_nsec, status.st_ctim.tv_nsec]
    }
    let before = try status()
    let job = ConversionJob(input: .path(path), output: .path(path))
    let report = try job.run(in: JobEnvironment(limits: .standard, files: files))
    #expect(report.outputs.map(\.skipped) == [.unchanged])
    #expect(report.diagnostics == [.note("nothing to change")])
    #expect(try status() == before)
  }

  /// Metadata that would change the look of the picture is applied to the pixels, and a note says so.
  @Test(
    "Stripping encodes again if the picture would look different",
    arguments: ["jpeg/valid/orientation_6.jpg", "jpeg/valid/icc_one_piece.jpg"])
  func strippingEncodesAgainIfThePictureWouldLookDifferent(_ name: String) throws {
    let report = try convert(name, to: "out.jpg") { $0.strip = ["all"] }
    #expect(report.changes.isEmpty)
    #expect(report.diagnostics.contains { $0.message.contains("encoded again") }, "\(report.diagnostics)")
    let kept = try convert(name, to: "kept.jpg") { ($0.strip, $0.keep) = (["all"], ["orientation", "icc"]) }
    #expect(!kept.diagnostics.contains { $0.message.contains("encoded again") })
  }

  /// A JPEG file that is encoded again keeps its quantization tables and sampling, as Pillow reads them.
  @Test(
    "The quality of a JPEG is kept",
    arguments: [(["-quality", "63", "-sample", "2x1"], false), (["-quality", "95", "-sample", "2x2"], true)])
  func theQualityOfAJPEGIsKept(_ options: [String], _ resizes: Bool) async throws {
    let picture = Array("P6 96 64 255\n".utf8) + (0..<96 * 64 * 3).map { UInt8(truncatingIfNeeded: $0 / 3) }
    try directory.write(try await Tool.run("cjpeg", options, input: picture).output, to: "in.jpg")
    var job = ConversionJob(input: .path(directory.file("in.jpg")), output: .path(directory.file("out.jpg")))
    if resizes { job.options.resize = .percent(50) } else { job.encodesAgain = true }
    _ = try job.run(in: environment)
    let program = """
      import sys
      from PIL import Image, JpegImagePlugin
      for path in sys.argv[1:]:
        image = Image.open(path)
        print(image.width, sorted(image.quantization.items()), JpegImagePlugin.get_sampling(image))
      """
    let lines = try await Tool.python(program, [directory.file("in.jpg"), directory.file("out.jpg")]).text
      .split(separator: "\n").map(String.init)
    try #require(lines.count == 2)
    #expect(lines[1].hasPrefix(resizes ? "48 " : "96 "))
    #expect(lines[0].dropFirst(3) == lines[1].dropFirst(3))
  }

  /// sRGB's green has 0.7152 of the light of white, which is 220 of 255 on its curve (IEC 61966-2-1).
  @Test("Grey is luminance")
  func greyIsLuminance() throws {
    let pixels = try PixelBuffer(
      size: PixelSize(width: 2, height: 1), format: .rgb8, bytes: [0, 255, 0, 255, 255, 255])
    let destination = try ImageDestination(format: "png")
    var options = ImageDestination.ImageOptions()
    options.profile = .gray
    try destination.add(pixels, options)
    try destination.finish()
    let image = try ImageSource(bytes: destination.finishedBytes).image(at: 0)
    #expect(image.pixels.format == .gray8)
    #expect(abs(Int(image.pixels.bytes[0]) - 220) <= 1 && image.pixels.bytes[1] == 255, "\(image.pixels.bytes)")
  }

  /// ImageMagick's sizes of 1,024 x 768 pixels for -resize 50%, 2000x2000 and x100.
  @Test(
    "A picture gets ImageMagick's size for the same option",
    arguments: [
      (ImageDestination.Resize.percent(50), 512, 384),
      (.inside(SizeRequest(width: 2_000, height: 2_000)), 2_000, 1_500),
      (.inside(SizeRequest(width: nil, height: 100)), 133, 100),
    ])
  func resizing(_ resize: ImageDestination.Resize, _ width: Int, _ height: Int) throws {
    let report = try convert("jpeg/valid/photo_landscape_420.jpg", to: "out.png") { $0.options.resize = resize }
    #expect(report.outputs.map(\.size) == [PixelSize(width: width, height: height)])
  }

  /// The coefficients of a progressive file and the picture that is turned are in memory at the same time.
  @Test("The memory of all stages is counted together")
  func theMemoryOfAllStagesIsCountedTogether() async throws {
    // 1,024 x 683 in 4:2:0: 64 x 43 MCUs of six blocks of 128 bytes; the picture has three bytes a pixel.
    // libjpeg needs some rows as well.
    let (coefficients, picture, rows) = (64 * 43 * 6 * 128, 1_024 * 683 * 3, 500_000)
    let path = directory.file("turned.jpg")
    try directory.write(Fixtures.bytes(Fixtures.path("jpeg/valid/photo_landscape_progressive.jpg")), to: "turned.jpg")
    #expect(try await exif(["-overwrite_original", "-n", "-Orientation=6"], path).contains("1 image files updated"))
    for (orientation, bytes, fits) in [
      (ConversionJob.OrientationChoice.keep, coefficients + rows, true), (.apply, coefficients + picture, true),
      (.apply, coefficients + picture - 1, false),
    ] {
      var job = ConversionJob(input: .path(path), output: .path(directory.file("out.png")))
      job.options.orientation = orientation
      var limits = Limits()
      limits.maxMemory = bytes
      var kind: ImageError.Kind?
      do throws(ImageError) { _ = try job.run(in: JobEnvironment(limits: limits)) } catch { kind = error.kind }
      #expect(kind == (fits ? nil : .limitExceeded), "\(orientation) within \(bytes)")
    }
  }

  @Test("Orientation is kept or applied")
  func orientationIsKeptOrApplied() async throws {
    let name = "jpeg/valid/orientation_6.jpg"
    try convert(name, to: "kept.jpg") { $0.encodesAgain = true }
    #expect(try await exif(["-n", "-s3", "-Orientation"], directory.file("kept.jpg")) == "6\n")
    try convert(name, to: "applied.jpg") { $0.options.orientation = .apply }
    let applied = try await exif(["-n", "-s3", "-Orientation"], directory.file("applied.jpg"))
    #expect(applied == "1\n" || applied.isEmpty)
    let (before, after) = (
      try ImageSource(path: Fixtures.path(name)), try ImageSource(path: directory.file("applied.jpg"))
    )
    #expect(try before.info(at: 0).uprightSize == after.info(at: 0).size)
  }

  @Test("A picture that is upright is not encoded again to turn it", arguments: [true, false])
  func uprightIsCopied(_ lossless: Bool) throws {
    let name = "jpeg/valid/photo_landscape_420.jpg"
    let report = try convert(name, to: "same.jpg") {
      ($0.options.orientation, $0.options.lossless) = (.apply, lossless)
    }
    #expect(report.outputs.map(\.isCopied) == [true])
    #expect(Fixtures.bytes(directory.file("same.jpg")) == Fixtures.bytes(Fixtures.path(name)))
  }

  @Test("All pages are copied to TIFF")
  func allPagesAreCopiedToTIFF() async throws {
    let report = try convert("tiff/valid/pages_three_kinds.tif", to: "out.tif") { $0.options.compression = "lzw" }
    #expect(report.outputs.map(\.imageCount) == [3])
    let pillow = try await Tool.python(
      "import sys; from PIL import Image; print(Image.open(sys.argv[1]).n_frames)", [directory.file("out.tif")])
    #expect(pillow.text == "3\n")
  }

  /// Also where all pages would fit into one file, and where the file could be copied.
  @Test(
    "A name with {page} makes a file of each page",
    arguments: [
      ("tiff/valid/pages_three_kinds.tif", "tif", 3), ("gif/valid/anim_restore.gif", "gif", 3),
      ("png/valid/anim_rgb.png", "png", 0), ("webp/valid/anim_full_frames.webp", "webp", 0),
      ("gif/valid/anim_restore.gif", "tif", 3), ("avif/valid/anim_rgb.avif", "avif", 0),
      ("jpeg/valid/everything.jpg", "jpg", 1),
    ])
  func aFileOfEachPage(_ name: String, _ suffix: String, _ count: Int) async throws {
    let source = try ImageSource(path: Fixtures.path(name))
    let count = count == 0 ? source.count : count
    var job = ConversionJob(
      input: .path(Fixtures.path(name)),
      output: .named(try OutputName(directory.file("p{page}.\(suffix)"), input: nil)))
    job.pages = .all
    let report = try job.run(in: environment)
    #expect(report.outputs.map(\.path) == (1...count).map { directory.file("p\($0).\(suffix)") })
    #expect(report.outputs.allSatisfy { $0.isCopied == (count == 1) })
    for index in 0..<count {
      let page = try ImageSource(path: directory.file("p\(index + 1).\(suffix)"))
      #expect(page.count == 1 && page.animation == nil)
      #expect(try page.info(at: 0).size == source.info(at: index).size)
      if ["tif", "gif", "png"].contains(suffix) {
        var options = ImageSource.PixelOptions()
        options.component = .uint8
        let (ours, theirs) = (try page.image(at: 0, options).pixels, try source.image(at: index, options).pixels)
        #expect(ours.format != theirs.format || ours.bytes == theirs.bytes, "page \(index + 1)")
      }
    }
  }

  /// Most programs ignore the profile of a BMP. Pillow converts with LittleCMS, too.
  @Test("Colours become sRGB in BMP")
  func colorsBecomeSRGBInBMP() async throws {
    let report = try convert("png/valid/colour_iccp.png", to: "out.bmp")
    #expect(report.diagnostics.contains { $0.severity == .note && $0.message.contains("sRGB") })
    let program = """
      import sys, io, numpy
      from PIL import Image, ImageCms
      image = Image.open(sys.argv[1]).convert('RGB')
      profile = ImageCms.ImageCmsProfile(io.BytesIO(Image.open(sys.argv[1]).info['icc_profile']))
      theirs = ImageCms.profileToProfile(image, profile, ImageCms.createProfile('sRGB'), renderingIntent=0)
      ours = Image.open(sys.argv[2])
      print(abs(numpy.asarray(ours.convert('RGB'), int) - numpy.asarray(theirs, int)).max() <= 1,
            abs(numpy.asarray(image, int) - numpy.asarray(theirs, int)).max() > 20)
      """
    let result = try await Tool.python(
      program, [Fixtures.path("png/valid/colour_iccp.png"), directory.file("out.bmp")])
    #expect(result.text == "True True\n", "\(result.errors)")
    #expect(try ImageSource(path: directory.file("out.bmp")).info(at: 0).profile == .sRGB)
  }

  /// As in Windows, Photoshop and ffmpeg.
  @Test(
    "Alpha that is 0 everywhere does not count in BMP", arguments: ["alpha_v4.bmp", "alpha_v5.bmp", "fields_4444.bmp"])
  func emptyAlpha(_ name: String) throws {
    var file = Fixtures.bytes(Fixtures.path("bmp/valid/\(name)"))
    let before = try ImageSource(bytes: file).image(at: 0).pixels
    try #require(before.format.hasAlpha)
    let start = Int(file[10]) | Int(file[11]) << 8
    let is16 = name == "fields_4444.bmp"
    let mask = (54..<70).map { file[$0] }
    // The fourth byte of a pixel, or the upper four bits of two.
    for place in stride(from: start + (is16 ? 1 : 3), to: file.count, by: is16 ? 2 : 4) {
      file[place] &= is16 ? 0x0F : 0
    }
    try #require(is16 ? mask[12] == 0 && mask[13] == 0xF0 : mask[15] == 0xFF, "\(mask)")
    let source = try ImageSource(bytes: file)
    #expect(try !source.info(at: 0).hasAlpha)
    let after = try source.image(at: 0)
    #expect(after.pixels.format == .rgb8)
    let colors = before.bytes.enumerated().filter { $0.offset % 4 != 3 }.map(\.element)
    #expect(after.pixels.bytes == colors)
    #expect(source.diagnostics.contains(.note("alpha is 0 in all pixels, and is left out")))
  }

  @Test("A page is selected by its number")
  func aPageIsSelectedByItsNumber() throws {
    let source = try ImageSource(path: Fixtures.path("tiff/valid/pages_three_kinds.tif"))
    let report = try convert("tiff/valid/pages_three_kinds.tif", to: "two.png") { $0.pages = .one(2) }
    #expect(report.outputs.first?.size == (try source.info(at: 1).size))
    #expect {
      try convert("tiff/valid/pages_three_kinds.tif", to: "four.png") { $0.pages = .one(4) }
    } throws: {
      ($0 as? ImageError)?.kind == .usage
    }
  }

  @Test("Sixteen bits stay")
  func sixteenBitsStay() async throws {
    try convert("png/valid/rgb16.png", to: "out.tif")
    let info = try await Tool.run("tiffinfo", [directory.file("out.tif")])
    #expect(info.text.contains("Bits/Sample: 16"))
    try convert("png/valid/rgb16.png", to: "eight.tif") { $0.options.depth = 8 }
    let eight = try await Tool.run("tiffinfo", [directory.file("eight.tif")])
    #expect(eight.text.contains("Bits/Sample: 8"))
  }

  @Test("Truncated pictures are converted with a warning")
  func truncatedPicturesAreConvertedWithAWarning() throws {
    let report = try convert("jpeg/broken/truncated_at_8_16.jpg", to: "out.png")
    #expect(report.diagnostics.contains { $0.severity == .warning })
  }

  /// Pixels and profile move together: without its profile, a wide-gamut picture would be shown in wrong colours.
  @Test("A stripped profile converts the pixels")
  func aStrippedProfileConvertsThePixels() async throws {
    let name = "jpeg/valid/icc_one_piece.jpg"
    try convert(name, to: "stripped.png") { $0.strip = ["all"] }
    try convert(name, to: "srgb.png") { $0.options.profile = .sRGB }
    let program = """
      import sys, numpy
      from PIL import Image
      a, b = (numpy.asarray(Image.open(p).convert('RGB'), int) for p in sys.argv[1:])
      print(abs(a - b).max())
      """
    let result = try await Tool.python(program, [directory.file("stripped.png"), directory.file("srgb.png")])
    #expect(result.text == "0\n", "\(result.errors)")
  }

  /// Only PNG can store a gamma without an ICC profile: in other formats it becomes a profile, with the same colours.
  @Test("A gamma becomes a profile", arguments: ["jpg", "tif"])
  func aGammaBecomesAProfile(_ suffix: String) async throws {
    try convert("png/valid/colour_gama_linear.png", to: "out.\(suffix)")
    let profile = try await Tool.run("exiftool", ["-b", "-icc_profile", directory.file("out.\(suffix)")])
    #expect(profile.output.count > 128)
  }

  /// A picture stays upright when everything is stripped.
  @Test("A stripped orientation is applied")
  func aStrippedOrientationIsApplied() async throws {
    let name = "jpeg/valid/orientation_6.jpg"
    try convert(name, to: "bare.png") { $0.strip = ["all"] }
    let program = """
      import sys, numpy
      from PIL import Image, ImageOps
      a = numpy.asarray(Image.open(sys.argv[1]).convert('RGB'), int)
      b = numpy.asarray(ImageOps.exif_transpose(Image.open(sys.argv[2])).convert('RGB'), int)
      print(a.shape == b.shape and abs(a - b).max() <= 1)
      """
    let result = try await Tool.python(program, [directory.file("bare.png"), Fixtures.path(name)])
    #expect(result.text == "True\n", "\(result.errors)")
  }

  @Test("Exif has the size of a rotated picture")
  func exifHasTheSizeOfARotatedPicture() async throws {
    try convert("jpeg/valid/photo_phone.jpg", to: "turned.jpg") { $0.options.orientation = .apply }
    let size = try await exif(["-n", "-s3", "-ExifImageWidth", "-ExifImageHeight"], directory.file("turned.jpg"))
    #expect(size == "960\n1280\n")
  }

  @Test("Lost bits are reported")
  func lostBitsAreReported() throws {
    let report = try convert("png/valid/rgb16.png", to: "out.jpg")
    #expect(report.diagnostics.contains(.note("samples of 16 bits became 8 bits")))
  }

  /// A skipped output needs no decoding: damage after the header is not noticed.
  @Test("A skipped output is not decoded")
  func aSkippedOutputIsNotDecoded() throws {
    try directory.write([1], to: "kept.png")
    var files = JobEnvironment.FileOptions()
    files.noClobber = true
    let job = ConversionJob(
      input: .path(Fixtures.path("jpeg/broken/no_quantisation_table.jpg")), output: .path(directory.file("kept.png")))
    let report = try job.run(in: JobEnvironment(limits: .standard, files: files))
    #expect(report.outputs.map(\.skipped) == [.exists])
    #expect(Fixtures.bytes(directory.file("kept.png")) == [1])
  }

  /// Two rows of grey, the upper one black, rotated by 90 degrees.
  @Test("Pixels are rotated if the orientation is not copied")
  func pixelsAreRotatedIfTheOrientationIsNotCopied() throws {
    let pixels = try PixelBuffer(size: PixelSize(width: 1, height: 2), format: .gray8, bytes: [0, 255])
    var properties = ImageDestination.Properties()
    properties.orientation = .right
    var options = ImageDestination.ImageOptions()
    for (keeps, width) in [(true, 1), (false, 2)] {
      if !keeps { options.metadata = [] }
      let destination = try ImageDestination(format: "png")
      try destination.add(pixels, options, properties: properties)
      try destination.finish()
      #expect(try ImageSource(bytes: destination.finishedBytes).info(at: 0).size.width == width)
    }
  }

  /// A PNG file with chunks of our own after its header, made by Python.
  private func png(_ name: String, chunks: [(String, [UInt8])]) async throws -> String {
    let program = """
      import struct, sys, zlib
      def chunk(name, data):
          return struct.pack('>I', len(data)) + name + data + struct.pack('>I', zlib.crc32(name + data))
      extra = b''.join(chunk(n.encode(), bytes.fromhex(d)) for n, d in (a.split('=') for a in sys.argv[2:]))
      rows = b''.join(b'\\0' + bytes([200, 100, 50] * 4) for _ in range(3))
      sys.stdout.buffer.write(b'\\x89PNG\\r\\n\\x1a\\n' + chunk(b'IHDR', struct.pack('>IIBBBBB', 4, 3, 8, 2, 0, 0, 0)) + extra
          + chunk(b'IDAT', zlib.compress(rows)) + chunk(b'IEND', b''))
      """
    func hex(_ bytes: [UInt8]) -> String {
      bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
    let result = try await Tool.python(program, [name] + chunks.map { "\($0.0)=\(hex($0.1))" })
    return try directory.write(result.output, to: name)
  }

  private func convert(path: String, to output: String, _ change: (inout ConversionJob) -> Void = { _ in }) throws {
    var job = ConversionJob(input: .path(path), output: .path(directory.file(output)))
    change(&job)
    _ = try job.run(in: environment)
  }

  /// Display P3 in cICP: kept as it is in PNG, as an ICC profile elsewhere, and converted to sRGB. 200, 100, 50 in P3
  /// is 214.9, 92.6, 31.0 in sRGB by the primaries of both and the curve that they share.
  @Test("Code points travel and are converted")
  func codePointsTravelAndAreConverted() async throws {
    let path = try await png("p3.png", chunks: [("cICP", [12, 13, 0, 1])])
    try convert(path: path, to: "kept.png") { $0.encodesAgain = true }
    let kept = try await Tool.run("exiftool", ["-n", "-s3", "-PNG-cICP:all", directory.file("kept.png")])
    #expect(kept.text == "12\n13\n0\n1\n")
    try convert(path: path, to: "out.tif")
    let name = try await Tool.run("exiftool", ["-s3", "-ProfileDescription", directory.file("out.tif")])
    #expect(name.text == "Display P3\n")
    try convert(path: path, to: "srgb.png") { $0.options.profile = .sRGB }
    let pixel = try await Tool.python(
      "import sys; from PIL import Image; print(*Image.open(sys.argv[1]).convert('RGB').getpixel((1, 1)))",
      [directory.file("srgb.png")])
    let samples = pixel.text.split(whereSeparator: \.isWhitespace).compactMap { Int($0) }
    #expect(zip(samples, [215, 93, 31]).allSatisfy { abs($0 - $1) <= 1 } && samples.count == 3, "\(samples)")
  }

  /// PNG has had a place for Exif only since 2017; programs wrote the orientation into XMP.
  @Test("The orientation of XMP counts in PNG")
  func theOrientationOfXMPCountsInPNG() async throws {
    let packet = """
      <x:xmpmeta xmlns:x='adobe:ns:meta/'><rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#'>\
      <rdf:Description xmlns:tiff='http://ns.adobe.com/tiff/1.0/' tiff:Orientation='6'/></rdf:RDF></x:xmpmeta>
      """
    let path = try await png(
      "xmp.png", chunks: [("iTXt", Array("XML:com.adobe.xmp".utf8) + [0, 0, 0, 0, 0] + Array(packet.utf8))])
    var job = ThumbnailJob(input: .path(path), output: .path(directory.file("small.png")))
    job.format = "png"
    #expect(try job.run(in: environment).outputs.map(\.size) == [PixelSize(width: 3, height: 4)])
    // JPEG's readers look for it in Exif alone.
    try convert(path: path, to: "out.jpg")
    #expect(try await exif(["-n", "-s3", "-IFD0:Orientation"], directory.file("out.jpg")) == "6\n")
    // Without the packet, Exif has to hold the orientation.
    try convert(path: path, to: "out.png") { $0.strip = ["xmp"] }
    #expect(try await exif(["-n", "-s3", "-IFD0:Orientation"], directory.file("out.png")) == "6\n")
  }

  /// DCF names Adobe RGB by Exif's Interoperability index R03 and ColorSpace 65,535, without a profile.
  @Test("Adobe RGB may be declared by Exif alone")
  func adobeRGBMayBeDeclaredByExifAlone() async throws {
    let path = directory.file("adobe.jpg")
    let made = try await Tool.python(
      """
      import sys
      from PIL import Image
      Image.new('RGB', (16, 16), (120, 140, 110)).save(sys.argv[1], quality=100, subsampling=0)
      """, [path])
    #expect(made.status == 0, "\(made.errors)")
    let set = try await Tool.run(
      "exiftool", ["-overwrite_original", "-n", "-ColorSpace=65535", "-InteropIndex=R03", path])
    #expect(set.status == 0, "\(set.errors)")
    try convert(path: path, to: "srgb.png") { $0.options.profile = .sRGB }
    // By the curves of Adobe RGB (1998), 4.3, and IEC 61966-2-1.
    let pixel = try await Tool.python(
      """
      import sys
      from PIL import Image
      def light(v): return (v / 255) ** (563 / 256)
      def encoded(l): return round(255 * (12.92 * l if l <= .0031308 else 1.055 * max(l, 0) ** (1 / 2.4) - .055))
      r, g, b = light(120), light(140), light(110)
      # From Adobe RGB to sRGB, both D65: only red and blue take light from green.
      expected = [encoded(1.39835 * r - .39835 * g), encoded(g), encoded(-.04293 * g + 1.04293 * b)]
      pixel = Image.open(sys.argv[1]).convert('RGB').getpixel((8, 8))
      print(max(abs(a - b) for a, b in zip(pixel, expected)), pixel, expected)
      """, [directory.file("srgb.png")])
    #expect(pixel.text.hasPrefix("0") || pixel.text.hasPrefix("1"), "\(pixel.text)\(pixel.errors)")
    // The copy no longer declares it, and so is not converted again.
    #expect(try await exif(["-n", "-s3", "-ColorSpace"], directory.file("srgb.png")) == "1\n")
    // Without Exif, a profile has to describe the colours.
    for (name, strip) in [("kept.jpg", []), ("stripped.jpg", ["exif"])] {
      try convert(path: path, to: name) { ($0.strip, $0.encodesAgain) = (strip, true) }
      #expect(try await exif(["-n", "-s3", "-ICC_Profile:ColorSpaceData"], directory.file(name)).hasPrefix("RGB"))
    }
  }

  @Test("An animation stays one in place; a cut file is not replaced by what is left of it")
  func nothingIsLostInPlace() throws {
    var environment = JobEnvironment(limits: .standard)
    environment.files.inPlace = true
    let animation = Fixtures.bytes(Fixtures.path("webp/valid/anim_full_frames.webp"))
    let cut = Array(Fixtures.bytes(Fixtures.path("webp/valid/photo_rgb.webp")).prefix(5_000))
    let path = try directory.write(animation, to: "a.webp")
    var job = ConversionJob(input: .path(path), output: .path(path))
    job.options.quality = 50
    _ = try job.run(in: environment)
    #expect(try ImageSource(path: path).count == 2)
    let cutPath = try directory.write(cut, to: "b.webp")
    var other = ConversionJob(input: .path(cutPath), output: .path(cutPath))
    other.strip = ["gps"]
    #expect(throws: ImageError.self) { try other.run(in: environment) }
    #expect(Fixtures.bytes(cutPath) == cut)
  }

  @Test("A format without greys gets three equal samples")
  func grayWebP() throws {
    let path = directory.file("gray.webp")
    var job = ConversionJob(input: .path(Fixtures.path("png/valid/photo_rgb.png")), output: .path(path))
    job.options.profile = .gray
    job.options.compression = "lossless"
    _ = try job.run(in: JobEnvironment(limits: .standard))
    let gray = try ImageSource(path: path).image(at: 0)
    let color = try ImageSource(path: Fixtures.path("png/valid/photo_rgb.png")).image(at: 0)
    #expect(gray.pixels.size == color.pixels.size)
    let pixels = gray.pixels.bytes
    let places = stride(from: 0, to: pixels.count, by: 3)
    #expect(places.allSatisfy { Set(pixels[$0..<$0 + 3]).count == 1 })
    #expect(Set(pixels).count > 50)
  }

  @Test("A plan knows the memory that writing takes", arguments: ["avif", "heic", "jpegxl", "webp", "gif"])
  func aPlanKnowsTheMemory(_ format: String) throws {
    let folder = try TemporaryDirectory()
    var limits = Limits.standard
    limits.maxMemory = 1 << 20
    func run(isPlan: Bool, _ limits: Limits) throws -> JobReport {
      var job = ConversionJob(
        input: .path(Fixtures.path("png/valid/photo_rgb.png")), output: .path(folder.file("out.\(format)")))
      job.format = format
      job.options.resize = .percent(1_000)
      var files = JobEnvironment.FileOptions()
      files.dryRun = isPlan
      return try job.run(in: JobEnvironment(limits: limits, files: files))
    }
    let planned = #expect(throws: ImageError.self) { try run(isPlan: true, limits) }
    let real = #expect(throws: ImageError.self) { try run(isPlan: false, limits) }
    #expect(planned?.limit?.name == "max-memory" && planned?.limit == real?.limit)
    #expect(try run(isPlan: true, .standard).outputs.first?.skipped == .dryRun)
    #expect(folder.names == [])
  }
}
