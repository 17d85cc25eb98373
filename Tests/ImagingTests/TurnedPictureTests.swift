internal import ImageModel
internal import Imaging
internal import TestKit
internal import Testing

/// Crops, turns and mirror images, judged by Pillow and exiftool.
@Suite struct TurnedPictureTests {
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
        $0.options.crop = PixelRect(x: 3, y: 5, size: PixelSize(width: 20, height: 11))
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

  @Test func metadataDescribesTheResult() async throws {
    _ = try convert(Fixtures.path("jpeg/valid/exif_thumbnail.jpg"), to: "out.jpg") {
      $0.options.turn = .right
      $0.options.crop = PixelRect(x: 0, y: 0, size: PixelSize(width: 300, height: 100))
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

  @Test(arguments: [
    PixelRect(x: 60, y: 0, size: PixelSize(width: 8, height: 8)),
    PixelRect(x: 0, y: 0, size: PixelSize(width: 45, height: 68)),
    PixelRect(x: .max, y: 0, size: PixelSize(width: 1, height: 1)),
  ])
  func aPartOutsideIsAnError(_ crop: PixelRect) throws {
    let path = Fixtures.path("jpeg/valid/orientation_6.jpg")
    let error = #expect(throws: ImageError.self) { try convert(path, to: "out.png") { $0.options.crop = crop } }
    #expect(error?.kind == .usage && error?.path == path)
    #expect(!directory.names.contains("out.png"))
  }
}
