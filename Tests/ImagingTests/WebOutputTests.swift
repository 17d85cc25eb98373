internal import ImageModel
internal import Imaging
internal import TestKit
internal import Testing

/// What pictures for the web need.
@Suite struct WebOutputTests {
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

  @Test func whatCannotFitIsAnError() throws {
    for format in ["jpeg", "png"] {
      let error = #expect(throws: ImageError.self) {
        try thumbnail(photo, to: "never") { ($0.format, $0.maxBytes) = (format, 100) }
      }
      #expect(error?.limit?.name == "max-bytes" && error?.path == photo)
    }
    #expect(directory.names.isEmpty)
  }

  @Test func aFileThatFitsIsCopied() throws {
    let bytes = Fixtures.bytes(photo)
    for (limit, isCopied) in [(bytes.count, true), (bytes.count - 1, false)] {
      var job = ConversionJob(input: .path(photo), output: .path(directory.file("copy.jpg")))
      job.maxBytes = limit
      let report = try job.run(in: JobEnvironment(limits: .standard))
      #expect(report.outputs.map(\.isCopied) == [isCopied])
      #expect(Fixtures.bytes(directory.file("copy.jpg")).count <= limit)
    }
  }
}
