internal import ByteStreams
internal import CommandKit
package import ImageModel
internal import Imaging
package import PreviewCommands
internal import ProviderHost
internal import ProviderProtocol
package import StructuredText
package import Templates

/// Compares two documents page by page, as they are drawn: what `preview compare` does.
package struct ComparisonJob {
  package var assembly: HostAssembly
  /// The box that pages are drawn into, in pixels.
  package var side = 1_024
  /// How far a sample may differ, as a part of the range.
  package var tolerance = 0.05
  /// The names of the pictures of differences; nil writes none.
  package var output: OutputTemplate?
  /// The time for one page; nil for the host's own limits.
  package var seconds: Double?

  package init(assembly: HostAssembly) { self.assembly = assembly }

  /// The result of one page.
  package struct Page: Hashable, Sendable {
    package enum Difference: Hashable, Sendable {
      case none
      /// The part of the pixels that differ.
      case pixels(part: Double)
      /// Only one document has the page: the first or the second.
      case missing(inFirst: Bool)
    }

    /// Counted from 1.
    package var number: Int
    package var difference: Difference
    /// The picture of the differences.
    package var path: String?

    package var isEqual: Bool { difference == .none }

    package var line: String {
      let text =
        switch difference {
        case .none: "equal"
        case .pixels(let part): "differs in \(ComparisonJob.percent(part)) % of its pixels"
        case .missing(let inFirst): inFirst ? "is only in the second document" : "is only in the first document"
        }
      return "page \(number): \(text)" + (path.map { ", \($0)" } ?? "")
    }

    package var json: JSONValue {
      var members = [JSONMember("page", .int(Int64(number)))]
      switch difference {
      case .none: members.append(JSONMember("difference", .null))
      case .pixels(let part):
        members.append(JSONMember("difference", .string("pixels")))
        members.append(JSONMember("part", .double(part)))
      case .missing(let inFirst):
        members.append(JSONMember("difference", .string(inFirst ? "onlySecond" : "onlyFirst")))
      }
      members.append(JSONMember("output", path.map { .path($0) } ?? .null))
      return .object(members)
    }
  }

  /// A part of 1 in percent, never 0 for a difference.
  private static func percent(_ part: Double) -> String {
    let hundredths = Int((part * 10_000).rounded())
    if hundredths == 0 { return "less than 0.01" }
    let rest = hundredths % 100
    return rest == 0 ? "\(hundredths / 100)" : "\(hundredths / 100).\(rest < 10 ? "0" : "")\(rest)"
  }

  // MARK: Comparing

  /// Compares the pages of two documents in order.
  ///
  /// - Parameter take: gets each page.
  /// - Throws: `ImageError` with the path of a document that cannot be drawn, or of a picture that cannot be written.
  package func run(
    _ first: String, _ second: String, _ take: (Page) throws(ImageError) -> Void
  ) throws(ImageError) {
    let documents = (try document(first), try document(second))
    let session = try HostSession(
      assembly, try assembly.catalogOfCommand(), jobs: nil, documents: 2, seconds: seconds, usesCache: false)
    defer { session.end() }
    var renderer = DocumentRenderer(host: session.host, target: RenderTarget(), seconds: seconds, usesCache: false)
    renderer.waitIfTerminating = session.waitIfTerminating
    var counts = (1, 1)
    var number = 1
    while number <= max(counts.0, counts.1) {
      let drawn = draw(
        number <= counts.0 ? documents.0 : nil, number <= counts.1 ? documents.1 : nil, page: number, renderer)
      let one = try pixels(of: drawn.0, documents.0, renderer)
      let other = try pixels(of: drawn.1, documents.1, renderer)
      if number == 1 { counts = (one?.pageCount ?? 1, other?.pageCount ?? 1) }
      var page = Page(number: number, difference: .none)
      if let one, let other {
        let comparison = try PageComparison(one.pixels, other.pixels, tolerance: tolerance)
        if comparison.part > 0 { page.difference = .pixels(part: comparison.part) }
        if !page.isEqual, let output {
          page.path = try write(try comparison.picture(), output, page: number, first, session.names)
        }
      } else {
        page.difference = .missing(inFirst: one == nil)
      }
      try take(page)
      number += 1
    }
  }

  private func document(_ path: String) throws(ImageError) -> InputDocument {
    try InputDocument(.path(path), usesCache: false)
  }

  private typealias Drawn = Result<RenderReply, ProviderError>

  /// Draws a page of both documents at the same time; nil for a document without the page.
  private func draw(
    _ one: InputDocument?, _ other: InputDocument?, page: Int, _ renderer: DocumentRenderer
  ) -> (Drawn?, Drawn?) {
    let size = PixelSize(width: side, height: side)
    let references = (one?.reference, other?.reference)
    @Sendable func drawn(_ reference: DocumentReference?) async -> Drawn? {
      guard let reference else { return nil }
      return await Result.awaiting { () async throws(ProviderError) in
        // Documents of one page have no pages to choose from.
        try await renderer.thumbnail(reference, page: page == 1 ? nil : page, size: size)
      }
    }
    return Blocking.wait {
      async let first = drawn(references.0)
      async let second = drawn(references.1)
      return await (first, second)
    }
  }

  /// The pixels of a page; nil where the document does not have it.
  private func pixels(
    of drawn: Drawn?, _ document: InputDocument, _ renderer: DocumentRenderer
  ) throws(ImageError) -> (pixels: PixelBuffer, pageCount: Int?)? {
    switch drawn {
    case nil: return nil
    case .success(let reply):
      do throws(ImageError) {
        var options = RenderOptions()
        options.background = .white
        options.component = .uint8
        options.profile = .sRGB
        let source = try ImageSource(bytes: reply.bytes, name: document.name)
        return (try source.thumbnail(at: 0, options).pixels, reply.pageCount)
      } catch {
        throw error.at(path: document.name)
      }
    case .failure(let error):
      renderer.waitIfTerminating()
      throw error.imageError.at(path: document.name)
    }
  }

  private func write(
    _ pixels: PixelBuffer, _ template: OutputTemplate, page: Int, _ document: String, _ names: TemporaryNames
  ) throws(ImageError) -> String {
    let path = template.path(for: InputName(path: document, number: 1)) { field in
      field == .page ? String(page) : field == .ext ? "png" : nil
    }
    guard let path else { throw ImageError(.usage, "the name of the pictures has a field that is not known") }
    let destination = try ImageDestination(format: "png")
    try destination.add(pixels)
    _ = try destination.finish()
    let file = try AtomicFile(path: path, names: names)
    try PreviewWriter.write(destination.finishedBytes, to: file)
    try file.commit()
    return path
  }
}
