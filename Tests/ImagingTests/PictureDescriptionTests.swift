internal import Foundation
internal import ImageModel
internal import Imaging
internal import TestKit
internal import Testing

/// What metadata says of places in a picture follows the picture. The person is a red rectangle, which Pillow finds in
/// the result; exiftool writes and reads the metadata.
@Suite("Areas and sizes that metadata describes", .timed)
struct PictureDescriptionTests {
  let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  /// A picture of 640 by 480 pixels with a person at 128...192, 96...192.
  private func picture(_ suffix: String, _ options: [String] = []) async throws -> String {
    let path = directory.file("in.\(suffix)")
    let program = """
      import sys
      from PIL import Image
      picture = Image.new('RGB', (640, 480), (90, 110, 130))
      picture.paste((255, 0, 0), (128, 96, 192, 192))
      picture.save(sys.argv[1], quality=95)
      """
    let made = try await Tool.python(program, [path])
    #expect(made.status == 0, "\(made.errors)")
    let person = "Area={X=0.25,Y=0.3,W=0.1,H=0.2,Unit=normalized},Name=Ann,Type=Face"
    let written = try await Tool.run(
      "exiftool",
      [
        "-q", "-overwrite_original",
        "-RegionInfo={AppliedToDimensions={W=640,H=480,Unit=pixel},RegionList=[{\(person)}]}",
        "-RegionInfoMP={Regions=[{PersonDisplayName=Ann,Rectangle=0.2|, 0.2|, 0.1|, 0.2}]}",
        "-ExifIFD:SubjectArea=160 144 64 96", "-XMP-exif:SubjectArea=160 144 64 96", "-XMP-exif:ExifImageWidth=640",
        "-XMP-exif:ExifImageHeight=480", "-XMP-tiff:ImageWidth=640", "-XMP-tiff:ImageHeight=480",
      ] + options + [path])
    #expect(written.status == 0, "\(written.errors)")
    return path
  }

  private func convert(
    _ path: String, to suffix: String, _ change: (inout ConversionJob) -> Void
  ) throws -> (path: String, notes: [String]) {
    let output = directory.file("out.\(suffix)")
    var job = ConversionJob(input: .path(path), output: .path(output))
    change(&job)
    return (output, try job.run(in: JobEnvironment(limits: .standard)).diagnostics.map(\.message))
  }

  /// The person in the picture: left, top, width, height; and the size of the picture.
  private func person(in path: String) async throws -> (box: [Double], size: [Double]) {
    let program = """
      import sys
      from PIL import Image, ImageChops
      red, green, blue = Image.open(sys.argv[1]).convert('RGB').split()
      left, top, right, bottom = ImageChops.subtract(red, green).point(lambda v: 255 if v > 80 else 0).getbbox()
      print(left, top, right - left, bottom - top, *red.size)
      """
    let found = try await Tool.python(program, [path])
    let numbers = found.text.split(whereSeparator: \.isWhitespace).compactMap { Double($0) }
    try #require(numbers.count == 6, "\(found.errors)")
    return (Array(numbers[..<4]), Array(numbers[4...]))
  }

  enum Change: CaseIterable, Sendable {
    case crop, cropThroughPerson, right, left, flip, turnAndCrop, resize, cropAndResize, lossless, losslessCrop

    func apply(to job: inout ConversionJob) {
      func crop(_ x: Int, _ y: Int, _ width: Int, _ height: Int) {
        job.options.crop = .pixels(PixelRect(x: x, y: y, size: PixelSize(width: width, height: height)))
      }
      switch self {
      case .crop: crop(100, 80, 300, 200)
      case .cropThroughPerson: crop(150, 120, 200, 200)
      case .right: job.options.turn = .right
      case .left: job.options.turn = .left
      case .flip: job.options.turn = .upMirrored
      case .turnAndCrop:
        job.options.turn = .right
        crop(200, 100, 200, 300)
      case .resize: job.options.maximumSize = .longSide(160)
      case .cropAndResize:
        crop(100, 80, 400, 300)
        job.options.maximumSize = .longSide(200)
      case .lossless: (job.options.lossless, job.options.turn) = (true, .right)
      case .losslessCrop:
        job.options.lossless = true
        crop(106, 90, 300, 200)
      }
    }
  }

  @Test("Areas, the subject and sizes follow the picture", arguments: Change.allCases)
  func areas(change: Change) async throws {
    let suffix = change == .lossless || change == .losslessCrop ? "jpg" : "png"
    let (output, notes) = try convert(try await picture(suffix), to: suffix) { change.apply(to: &$0) }
    #expect(!notes.contains { $0.contains("left out") }, "\(notes)")
    try await expectPerson(output)
  }

  /// The areas are those of the stored rows: Exif 2.32, 4.6.5 says so of SubjectArea; the size to which they apply says
  /// so of the others.
  @Test("Areas follow a picture that is turned upright", arguments: 1...8)
  func upright(orientation: Int) async throws {
    let path = try await picture("jpg", ["-IFD0:Orientation#=\(orientation)"])
    let (output, _) = try convert(path, to: "png") { $0.options.orientation = .apply }
    try await expectPerson(output)
  }

  @Test("Areas of the upright picture stay such")
  func uprightAreas() async throws {
    // Turned clockwise, 0.2...0.3 by 0.2...0.4 become 0.6...0.8 by 0.2...0.3.
    let person = "Area={X=0.7,Y=0.25,W=0.2,H=0.1,Unit=normalized},Name=Ann,Type=Face"
    let info = "-RegionInfo={AppliedToDimensions={W=480,H=640,Unit=pixel},RegionList=[{\(person)}]}"
    let path = try await picture(
      "jpg", ["-IFD0:Orientation#=6", info, "-RegionInfoMP={Regions=[{Rectangle=0.6|, 0.2|, 0.2|, 0.1}]}"])
    try await expectPerson(try convert(path, to: "png") { $0.options.orientation = .apply }.path)
    let kept = try convert(path, to: "jpg") { $0.options.maximumSize = .longSide(320) }.path
    let properties = try #require(try await ExifTool.read([kept])[kept])
    #expect(ExifTool.text(properties, "XMP-mwg-rs:RegionAreaX") == "0.7")
    #expect(ExifTool.text(properties, "XMP-mwg-rs:RegionAppliedToDimensionsW") == "240")
  }

  private func expectPerson(_ path: String) async throws {
    let (box, size) = try await person(in: path)
    let properties = try #require(try await ExifTool.read([path])[path])
    func numbers(_ name: String) -> [Double] {
      let values = properties[name].map { $0 as? [Any] ?? [$0] } ?? []
      return values.flatMap { "\($0)".split { $0 == " " || $0 == "," } }.compactMap { Double($0) }
    }
    func expect(_ area: [Double], _ scale: [Double], isCentred: Bool, _ name: Comment) {
      guard area.count == 4 else { return #expect(area.count == 4, name) }
      let (width, height) = (area[2] * scale[0], area[3] * scale[1])
      let left = area[0] * scale[0] - (isCentred ? width / 2 : 0)
      let top = area[1] * scale[1] - (isCentred ? height / 2 : 0)
      // Half a pixel of rounding, one of resampling, four of JPEG's blocks.
      let tolerance = path.hasSuffix("png") ? 1.6 : 4
      for (value, expected) in zip([left, top, width, height], box) {
        #expect(abs(value - expected) <= tolerance, "\(name): \(area), \(box)")
      }
    }
    let area = ["X", "Y", "W", "H"].flatMap { numbers("XMP-mwg-rs:RegionArea\($0)") }
    expect(area, size, isCentred: true, "mwg-rs")
    expect(numbers("XMP-MP:RegionRectangle"), size, isCentred: false, "MP")
    expect(numbers("ExifIFD:SubjectArea"), [1, 1], isCentred: true, "Exif")
    expect(numbers("XMP-exif:SubjectArea"), [1, 1], isCentred: true, "XMP exif")
    #expect(["W", "H"].flatMap { numbers("XMP-mwg-rs:RegionAppliedToDimensions\($0)") } == size)
    #expect(numbers("XMP-tiff:ImageWidth") + numbers("XMP-tiff:ImageHeight") == size)
    #expect(numbers("XMP-exif:ExifImageWidth") + numbers("XMP-exif:ExifImageHeight") == size)
  }

  @Test("A person who is no longer in the picture is not named in it, and a note says so")
  func absent() async throws {
    let (output, notes) = try convert(try await picture("png"), to: "png") {
      $0.options.crop = .pixels(PixelRect(x: 300, y: 200, size: PixelSize(width: 300, height: 200)))
    }
    let text = String(decoding: Fixtures.bytes(output), as: UTF8.self)
    #expect(!text.contains("Ann") && !text.contains("Rectangle"))
    #expect(notes.contains { $0.contains("2 areas") }, "\(notes)")
    #expect(notes.contains { $0.contains("exif.SubjectArea is left out") }, "\(notes)")
    let properties = try #require(try await ExifTool.read([output])[output])
    #expect(properties["ExifIFD:SubjectArea"] == nil && properties["XMP-exif:SubjectArea"] == nil)
    #expect(!properties.keys.contains { $0.contains("Region") })
  }

  @Test("IPTC's regions follow the picture", arguments: ["relative", "pixel"])
  func regions(unit: String) async throws {
    let (x, y) = unit == "pixel" ? (640.0, 480.0) : (1.0, 1.0)
    func region(_ shape: String, _ rest: String) -> String {
      "{Name=Ann,RegionBoundary={RbShape=\(shape),RbUnit=\(unit),\(rest)}}"
    }
    let vertices = "{RbX=\(0.2 * x),RbY=\(0.2 * y)},{RbX=\(0.3 * x),RbY=\(0.2 * y)},{RbX=\(0.3 * x),RbY=\(0.4 * y)}"
    let list = [
      region("rectangle", "RbX=\(0.2 * x),RbY=\(0.2 * y),RbW=\(0.1 * x),RbH=\(0.2 * y)"),
      region("circle", "RbX=\(0.25 * x),RbY=\(0.3 * y),RbRx=\(0.05 * x)"),
      region("polygon", "RbVertices=[\(vertices)]"),
    ].joined(separator: ",")
    let path = try await picture("png", ["-XMP-iptcExt:ImageRegion=[\(list)]"])
    let (output, _) = try convert(path, to: "png") {
      $0.options.crop = .pixels(PixelRect(x: 64, y: 48, size: PixelSize(width: 320, height: 240)))
    }
    let properties = try #require(try await ExifTool.read([output])[output])
    func numbers(_ name: String) -> [Double] {
      let value = properties["XMP-iptcExt:ImageRegionBoundary\(name)"]
      return (value.map { $0 as? [Any] ?? [$0] } ?? []).compactMap { Double("\($0)") }
    }
    // The part is half as wide and high: 0.2 becomes (0.2 - 0.1) / 0.5.
    let isPixel = unit == "pixel"
    #expect(numbers("X") == (isPixel ? [64, 96] : [0.2, 0.3]))
    #expect(numbers("Y") == (isPixel ? [48, 96] : [0.2, 0.4]))
    #expect(numbers("W") == [isPixel ? 64 : 0.2] && numbers("H") == [isPixel ? 96 : 0.4])
    #expect(numbers("Rx") == [isPixel ? 32 : 0.1])
    #expect(numbers("VerticesX") == (isPixel ? [64, 128, 128] : [0.2, 0.4, 0.4]))
  }

  @Test("A panorama is scaled and cut with its picture, and a turned picture is none")
  func panorama() async throws {
    let names = [
      "FullPanoWidthPixels", "FullPanoHeightPixels", "CroppedAreaImageWidthPixels", "CroppedAreaImageHeightPixels",
      "CroppedAreaLeftPixels", "CroppedAreaTopPixels",
    ]
    let values = [1280, 640, 640, 480, 320, 80]
    let options = zip(names, values).map { "-XMP-GPano:\($0)=\($1)" } + ["-XMP-GPano:PoseHeadingDegrees=129.5"]
    let path = try await picture("png", options)
    func read(_ change: (inout ConversionJob) -> Void) async throws -> ([String?], notes: [String]) {
      let (output, notes) = try convert(path, to: "png", change)
      let properties = try #require(try await ExifTool.read([output])[output])
      return ((names + ["PoseHeadingDegrees"]).map { ExifTool.text(properties, "XMP-GPano:\($0)") }, notes)
    }
    let small = try await read { $0.options.maximumSize = .longSide(320) }
    #expect(small.0 == ["640", "320", "320", "240", "160", "40", "129.5"])
    let cut = try await read {
      $0.options.crop = .pixels(PixelRect(x: 100, y: 60, size: PixelSize(width: 320, height: 240)))
      $0.options.maximumSize = .longSide(160)
    }
    // Half as large: (320 + 100) / 2, (80 + 60) / 2.
    #expect(cut.0 == ["640", "320", "160", "120", "210", "70", "129.5"])
    let turned = try await read { $0.options.turn = .right }
    #expect(turned.0 == Array(repeating: nil, count: 7))
    #expect(turned.notes.contains { $0.contains("GPano") })
  }

  @Test("A panorama whose sizes XMP does not say, or not all, is one also at another size")
  func panoramaWithoutSizes() async throws {
    let options = ["ProjectionType=equirectangular", "UsePanoramaViewer=True", "FullPanoWidthPixels=1280"]
    let path = try await picture("png", options.map { "-XMP-GPano:\($0)" })
    let (output, notes) = try convert(path, to: "png") { $0.options.maximumSize = .longSide(320) }
    #expect(!notes.contains { $0.contains("GPano") }, "\(notes)")
    let properties = try #require(try await ExifTool.read([output])[output])
    #expect(ExifTool.text(properties, "XMP-GPano:ProjectionType") == "equirectangular")
    // Half of it, as the picture of 640 by 480.
    #expect(ExifTool.text(properties, "XMP-GPano:FullPanoWidthPixels") == "640")
  }

  @Test("What cannot be moved is left out of a part, and named")
  func unmovable() async throws {
    let path = try await picture("png", ["-XMP-crs:CropTop=0.1", "-XMP-crs:HasCrop=True", "-XMP-crs:Contrast2012=5"])
    let (output, notes) = try convert(path, to: "png") {
      $0.options.crop = .pixels(PixelRect(x: 0, y: 0, size: PixelSize(width: 300, height: 300)))
    }
    #expect(notes.contains { $0.contains("places in the picture") && $0.contains("crs:CropTop") }, "\(notes)")
    let properties = try #require(try await ExifTool.read([output])[output])
    #expect(properties["XMP-crs:CropTop"] == nil && properties["XMP-crs:HasCrop"] == nil)
    #expect(ExifTool.text(properties, "XMP-crs:Contrast2012") == "5")
  }

  @Test("The type of the file and the colours in XMP are those of the new file")
  func typeAndColours() async throws {
    let path = try await picture("png", ["-XMP-dc:Format=image/png", "-XMP-photoshop:ColorMode#=3"])
    let (output, _) = try convert(path, to: "jpg") { $0.options.profile = .gray }
    let properties = try #require(try await ExifTool.read([output])[output])
    #expect(ExifTool.text(properties, "XMP-dc:Format") == "image/jpeg")
    // 1 is greyscale (XMP specification, part 2, 3.2).
    #expect(ExifTool.text(properties, "XMP-photoshop:ColorMode") == "1")
  }
}
