internal import Foundation
internal import ImageModel
internal import Imaging
internal import TestKit
internal import Testing

/// Thumbnails that are made of small pictures in the file.
@Suite(.timed) struct EmbeddedPreviewTests {
  let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  private func thumbnail(
    _ input: String, _ change: (inout ThumbnailJob) -> Void
  ) throws -> (output: JobReport.Output, pixels: PixelBuffer) {
    var job = ThumbnailJob(input: .path(input), output: .path(directory.file("small.png")))
    job.format = "png"
    change(&job)
    let report = try job.run(in: JobEnvironment(limits: .standard))
    let output = try #require(report.outputs.first)
    return (output, try ImageSource(path: output.path).image(at: 0).pixels)
  }

  private func file(_ base64: String) throws -> String {
    let data = try #require(Data(base64Encoded: base64, options: .ignoreUnknownCharacters))
    return try directory.write(Array(data), to: "in.avif")
  }

  @Test("A thumbnail without alpha does not replace a transparent picture")
  func transparency() throws {
    let (output, pixels) = try thumbnail(file(Self.transparent)) {
      ($0.thumbnail.size, $0.thumbnail.embedded) = (.longSide(16), .auto)
    }
    #expect(!output.isEmbeddedPreview && pixels.format.hasAlpha)
  }

  @Test("A thumbnail that is upright is not turned with its picture", arguments: [true, false])
  func orientation(_ turns: Bool) throws {
    let (output, pixels) = try thumbnail(file(Self.turned)) {
      ($0.thumbnail.size, $0.thumbnail.embedded) = (.longSide(32), .only)
      $0.thumbnail.applyOrientation = turns
    }
    #expect(output.isEmbeddedPreview)
    #expect(pixels.size == (turns ? PixelSize(width: 16, height: 32) : PixelSize(width: 32, height: 16)))
    // The red corner is at the lower left of the upright picture, and at the upper left of the stored one.
    let row = Array(pixels.row(turns ? 29 : 2))
    #expect(row[3] > 180 && row[4] < 90 && row[5] < 90, "\(row[3..<6])")
  }

  @Test("A crop of a preview keeps what has detail")
  func attention() async throws {
    let made = try await Tool.python(
      """
      import sys
      from PIL import Image
      im = Image.new('RGB', (600, 200), (128, 128, 128))
      for x in range(440, 560):
        for y in range(40, 160):
          im.putpixel((x, y), (40, 40, 40) if x // 20 % 2 == y // 20 % 2 else (220, 220, 220))
      im.save(sys.argv[1])
      """, [directory.file("in.png")])
    #expect(made.status == 0, "\(made.errors)")
    var job = ConversionJob(input: .path(directory.file("in.png")), output: .path(directory.file("in.jpg")))
    job.options.embedThumbnail = true
    _ = try job.run(in: JobEnvironment(limits: .standard))
    let (output, pixels) = try thumbnail(directory.file("in.jpg")) {
      ($0.thumbnail.fit, $0.thumbnail.position, $0.thumbnail.embedded) = (.cover, .attention, .only)
      $0.thumbnail.size = SizeRequest(width: 50, height: 50)
    }
    #expect(output.isEmbeddedPreview)
    // 30 of 50 columns have detail. A crop at the centre would show none of it.
    let row = Array(pixels.row(22)), channels = pixels.format.channelCount
    let columns = (0..<pixels.size.width).count { abs(Int(row[$0 * channels]) - 128) > 20 }
    #expect(columns > 15)
  }

  @Test("The small picture that is put into Exif shows what was cut off and what was drawn")
  func finished() throws {
    let path = directory.file("finished.jpg")
    var job = ConversionJob(
      input: .path(Fixtures.path("jpeg/valid/photo_landscape_444.jpg")), output: .path(path))
    job.options.embedThumbnail = true
    job.options.resize = .inside(SizeRequest(width: 300, height: 300))
    job.options.fit = .cover
    job.options.finish.tone.inverts = true
    job.options.finish.frame = PictureFrame(.border(width: 50, height: 0))
    _ = try job.run(in: JobEnvironment(limits: .standard))
    var pictures: [PixelBuffer] = []
    for use in [EmbeddedPreviewUse.never, .only] {
      let (output, pixels) = try thumbnail(path) {
        ($0.thumbnail.size, $0.thumbnail.embedded) = (.longSide(80), use)
      }
      #expect(output.isEmbeddedPreview == (use == .only))
      pictures.append(pixels)
    }
    try #require(pictures[0].size == pictures[1].size && pictures[0].format == pictures[1].format)
    let differences = zip(pictures[0].bytes, pictures[1].bytes).map { abs(Int($0) - Int($1)) }
    #expect(differences.reduce(0, +) < 6 * differences.count)
  }

  /// An AVIF file of 128 by 128 pixels, all transparent, whose thumbnail of 32 by 32 pixels has no alpha.
  private static let transparent = """
    AAAAHGZ0eXBhdmlmAAAAAGF2aWZtaWYxbWlhZgAAAcFtZXRhAAAAAAAAACFoZGxyAAAAAAAAAABwaWN0AAAAAAAAAAAAAAAAAAAAAA5waXRtAA
    AAAAABAAAAOmlsb2MAAAAARAAAAwABAAAAAQAAAeUAAAAzAAIAAAABAAACGAAAACUAAwAAAAEAAAI9AAAAKQAAAE1paW5mAAAAAAADAAAAFWlu
    ZmUCAAAAAAEAAGF2MDEAAAAAFWluZmUCAAAAAAIAAGF2MDEAAAAAFWluZmUCAAAAAAMAAGF2MDEAAAAAKGlyZWYAAAAAAAAADmF1eGwAAgABAA
    EAAAAOdGhtYgADAAEAAQAAANdpcHJwAAAArmlwY28AAAAUaXNwZQAAAAAAAACAAAAAgAAAAAxhdjFDgQAMAAAAABRpc3BlAAAAAAAAAIAAAACA
    AAAADGF2MUOBABwAAAAADnBpeGkAAAAAAQgAAAA4YXV4QwAAAAB1cm46bXBlZzptcGVnQjpjaWNwOnN5c3RlbXM6YXV4aWxpYXJ5OmFscGhhAA
    AAABRpc3BlAAAAAAAAACAAAAAgAAAADGF2MUOBAAwAAAAAIWlwbWEAAAAAAAAAAwABAgECAAIEAwQFBgADAgcIAAAAiW1kYXQSAAoJGBm//2iA
    hoNCMiQRMeHhmUCCCCeQQADPzlGtKfLfsofLYLuJiCitnZaIAJiRZ/ISAAoJGBm//2mAhoNQMhYRMZlAgnkEAM/OUfAPzErxVnlvNzeAEgAKCR
    gRP/aICGg0IDIaFMeHhmUCCCCeQQAAi0c2F13uLJYvPhzFHto=
    """

  /// An AVIF file of 128 by 64 pixels, turned by `irot` to the left, whose thumbnail of 16 by 32 pixels is upright. A
  /// corner is red.
  private static let turned = """
    AAAAHGZ0eXBhdmlmAAAAAGF2aWZtaWYxbWlhZgAAAS1tZXRhAAAAAAAAACFoZGxyAAAAAAAAAABwaWN0AAAAAAAAAAAAAAAAAAAAAA5waXRtAA
    AAAAABAAAALGlsb2MAAAAARAAAAgABAAAAAQAAAVEAAADTAAIAAAABAAACJAAAAFMAAAA4aWluZgAAAAAAAgAAABVpbmZlAgAAAAABAABhdjAx
    AAAAABVpbmZlAgAAAAACAABhdjAxAAAAABppcmVmAAAAAAAAAA50aG1iAAIAAQABAAAAdGlwcnAAAABRaXBjbwAAABRpc3BlAAAAAAAAAIAAAA
    BAAAAADGF2MUOBAAwAAAAACWlyb3QBAAAAFGlzcGUAAAAAAAAAEAAAACAAAAAMYXYxQ4EADAAAAAAbaXBtYQAAAAAAAAACAAEDAQIDAAICBAUA
    AAEubWRhdBIACgkYGX/+0QENBoQywwESY8PDMoEEEE8ggADbKqkhRuzVwTFZ2YccLmwYgqYOBx6+HJ+226Dgif1sPWIKAsZKP0JPlKrF6NmhaD
    rbcImUgnHKy5GK4pJkqgbm5pX0d99AWOcCDZ80sBO4hPDIPZK8AfQjzeeGdFfQ4EMfOW1trdl7soowfXpkWzbL2aOuH/5UxJ9cf9KE0H4ttNHp
    LPf+kJgTkZotB6ckh+nJtxJcj3Gu9goFV4g1fbvC5lz8rziMonRTuemeZsZpU20RR49sLsASAAoJGA0/7RAQ0GhAMkQUx4eGZQIIIJ5BAADVBZ
    ax2emTu2wWuSDRdwc6HF/VXWyPde5UFlBXnkqv8S/Vj2bCNVQGZ1uIM+WT/DkHyOhl54KHgA==
    """
}
