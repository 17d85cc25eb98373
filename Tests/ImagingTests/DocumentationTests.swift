internal import ImageModel
internal import Imaging
internal import TestKit
internal import Testing

/// The examples of docs/imaging.md, compiled and run; `everyExampleIsHere` checks that both are the same.
@Suite(.timed) struct DocumentationTests {
  let photo = Fixtures.path("jpeg/valid/photo_phone.jpg")

  @Test("What a file says")
  func whatAFileSays() throws {
    let source = try ImageSource(path: photo)
    print(source.format, source.contentType, source.count)
    let info = try source.info(at: source.primaryIndex)
    print(info.uprightSize, info.bitsPerSample, info.colorModel.rawValue, info.orientation.summary)
    #expect(source.format == "jpeg" && source.contentType == "public.jpeg" && source.count == 1)
    #expect(info.bitsPerSample == 8 && info.colorModel == .ycbcr)
  }

  @Test("Pixels")
  func pixels() throws {
    let source = try ImageSource(path: photo)
    let full = try source.info(at: 0).uprightSize
    do {
      var options = ImageSource.PixelOptions()
      options.applyOrientation = true
      options.profile = .sRGB
      let image = try source.image(at: 0, options)
      print(image.pixels.size, image.pixels.format, image.pixels.row(0).prefix(3))
      #expect(image.pixels.size == full)
    }
    do {
      let small = try source.thumbnail(at: 0, RenderOptions(size: .longSide(128)))
      #expect(small.pixels.size.longSide == 128)
    }
  }

  @Test("Writing")
  func writing() throws {
    let directory = try TemporaryDirectory()
    let target = directory.file("small.jpg")
    let source = try ImageSource(path: photo)
    do {
      let destination = try ImageDestination(path: target, format: "jpeg")
      var options = ImageDestination.ImageOptions()
      options.quality = 85
      options.maximumSize = .longSide(300)
      options.orientation = .apply
      options.embedThumbnail = true
      try destination.add(from: source, index: 0, options)
      let notes = try destination.finish()
      #expect(notes.allSatisfy { $0.severity == .note })
      #expect(try ImageSource(path: target).info(at: 0).size.longSide == 300)
    }
    do {
      let gradient = try PixelBuffer(
        size: PixelSize(width: 256, height: 1), format: .gray8, bytes: Array(0...255))
      let destination = try ImageDestination(format: "tiff")
      try destination.add(gradient)
      try destination.add(gradient)
      try destination.finish()
      let file = destination.finishedBytes
      #expect(try ImageSource(bytes: file).count == 2)
    }
  }

  @Test("Files that arrive in pieces")
  func filesThatArriveInPieces() throws {
    let bytes = Fixtures.bytes(photo)
    let incremental = IncrementalImageSource()
    try incremental.append(bytes.prefix(bytes.count / 2))
    if incremental.status == .incomplete {
      let soFar = try incremental.image()
      print(soFar.pixels.size)
    }
    try incremental.append(bytes.dropFirst(bytes.count / 2), isFinal: true)
    #expect(incremental.status == .complete)
    let half = IncrementalImageSource()
    try half.append(bytes.prefix(bytes.count / 2))
    #expect(half.status == .incomplete)
    var limits = Limits.standard
    limits.maxPixels = 1000
    let large = IncrementalImageSource(.init(limits: limits))
    try large.append(bytes)
    guard case .limitExceeded(let error) = large.status else {
      Issue.record("a picture over a limit is \(large.status)")
      return
    }
    #expect(error.limit?.option == "--max-pixels")
  }

  @Test("Jobs")
  func jobs() throws {
    let directory = try TemporaryDirectory()
    let target = directory.file("square.jpg")
    var job = ThumbnailJob(input: .path(photo), output: .path(target))
    job.thumbnail.size = SizeRequest(width: 200, height: 200)
    job.thumbnail.fit = .cover
    let report = try job.run(in: JobEnvironment(limits: .standard))
    #expect(report.outputs.map(\.size) == [PixelSize(width: 200, height: 200)])
  }

  @Test("Failures")
  func failures() {
    do {
      _ = try ImageSource(path: "missing.jpg")
    } catch {
      print(error.kind, error)
    }
    let wanted = ImageError(
      .io, "cannot open: No such file or directory", path: "missing.jpg", systemError: 2)
    #expect(throws: wanted) { _ = try ImageSource(path: "missing.jpg") }
    #expect(wanted.description == "missing.jpg: cannot open: No such file or directory")
  }

  /// Each Swift block of the document is in this file, line by line, with any indentation.
  @Test("Every example is here")
  func everyExampleIsHere() throws {
    func lines(_ text: some StringProtocol) -> [String] {
      text.split(separator: "\n").map { String($0.drop { $0 == " " }) }.filter { !$0.isEmpty }
    }
    let here = lines(
      String(decoding: Fixtures.bytes("\(Fixtures.root)/Tests/ImagingTests/DocumentationTests.swift"), as: UTF8.self))
    let document = String(decoding: Fixtures.bytes("\(Fixtures.root)/docs/imaging.md"), as: UTF8.self)
    let blocks = document.split(separator: "```swift\n").dropFirst().map { $0.split(separator: "```")[0] }
    #expect(blocks.count >= 7)
    for block in blocks {
      let wanted = lines(block)
      let found = here.indices.contains { here[$0...].starts(with: wanted) }
      #expect(found, "this example is not compiled:\n\(block)")
    }
  }
}
