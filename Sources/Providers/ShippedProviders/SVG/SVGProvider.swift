internal import ByteStreams
internal import Drawing
internal import ImageModel
package import ProviderKit
internal import ProviderProtocol
internal import ProviderSupport

extension ProviderDefinition {
  /// The provider of SVG drawings. librsvg's program renders them.
  package static let svg = ProviderDefinition(
    id: "org.cameo.svg", version: "1.0", thumbnail: { SVGThumbnails() }, preview: { SVGPreviews() })
}

/// Renders drawings by `rsvg-convert`, which loads nothing over the network and no file besides the document.
enum SVGRendering {
  /// The maximum size of a drawing, in bytes. Only very large maps have more.
  private static let maxBytes: UInt64 = 32 << 20
  /// The maximum size of a drawing that is measured before it is drawn, in bytes: it takes its memory twice then.
  private static let maxMeasuredBytes: UInt64 = 2 << 20

  enum Format: String { case png, pdf }

  /// The drawing as pixels. It fits the box, and fills it along one axis.
  static func pixels(_ path: String, box: PixelSize, workFolder: String) async throws -> PixelBuffer {
    let output = workFolder + "/drawing.png"
    defer { SystemCall.remove(output) }
    try await render(path, as: .png, width: box.width, height: box.height, to: output)
    return try DocumentPicture.drawn(output, format: "png", fitting: box)
  }

  /// Writes the drawing to a file. It fits a box, and fills it along one axis; width and height are in CSS pixels.
  static func render(
    _ path: String, as format: Format, width: Int, height: Int, to output: String
  ) async throws {
    let file = try FileByteSource(path: path)
    guard file.size <= maxBytes else {
      throw ProviderError(.limitExceeded, "the drawing has \(file.size) bytes; the limit is \(maxBytes)")
    }
    if file.size == 0 { throw ProviderError(.corruptInput, "the file is empty") }
    var options = ["--width", "\(width)", "--height", "\(height)", "--keep-aspect-ratio"]
    if file.size <= maxMeasuredBytes,
      let natural = SVGDrawing.naturalSize(of: try file.bytes(at: 0, count: Int(file.size)))
    {
      guard natural.width > 0, natural.height > 0 else { throw ProviderError(.corruptInput, SVGDrawing.noSize) }
      if format == .png {
        // Each axis is scaled to whole pixels. The program would draw the last row or column only in part.
        let scale = min(Double(width) / natural.width, Double(height) / natural.height)
        func side(_ length: Double) -> String { "\(Int(max((length * scale).rounded(), 1)))" }
        options = ["--width", side(natural.width), "--height", side(natural.height)]
      }
    }
    // The program writes to its standard output, because the sandbox denies what the program needs to make a file
    // itself.
    let run = try await ProgramRun.run(
      "rsvg-convert", options + ["--format", format.rawValue, "--", path], outputPath: output)
    guard run.status == 0 else {
      SystemCall.remove(output)
      try Task.checkCancellation()
      let line = run.text.split(separator: "\n").last.map(String.init) ?? "rsvg-convert ended with \(run.status)"
      let reason = Self.reason(
        line.replacing("Error reading SVG \(path): ", with: "").replacing(path, with: "the drawing"))
      throw ProviderError(.corruptInput, "the drawing is damaged: \(reason)")
    }
  }

  /// `line 1 column 62: ...` for `XML parse error: Error domain 1 code 77 on line 1 column 62 of data: ...`.
  private static func reason(_ text: String) -> String {
    guard let start = text.firstRange(of: " on line "), let end = text.firstRange(of: " of data: "),
      start.upperBound <= end.lowerBound
    else { return text }
    return "line \(text[start.upperBound..<end.lowerBound]): \(text[end.upperBound...])"
  }
}

final class SVGThumbnails: ThumbnailProvider {
  override func provideThumbnail(for request: FileThumbnailRequest) async throws -> ThumbnailReply {
    try request.requireSinglePage()
    var reply = ThumbnailReply(
      pixels: try await SVGRendering.pixels(
        request.filePath, box: request.maximumPixelSize, workFolder: request.workFolder))
    reply.extensionBadge = "SVG"
    return reply
  }
}

/// Makes a PDF page of the requested size, which stays sharp when it is enlarged; or pixels for callers that prefer
/// pictures.
final class SVGPreviews: PreviewProvider {
  override func providePreview(for request: FilePreviewRequest) async throws -> PreviewReply {
    try request.requireSinglePage()
    guard Self.isPDFWanted(request) else {
      return .pixels(
        try await SVGRendering.pixels(
          request.filePath, box: request.maximumPixelSize, workFolder: request.workFolder))
    }
    let output = request.workFolder + "/drawing.pdf"
    // A CSS pixel is three quarters of a point.
    func pixels(_ points: Double) -> Int { Int(min(max(points * 4 / 3, 1), 10_000)) }
    try await SVGRendering.render(
      request.filePath, as: .pdf, width: pixels(request.maximumSize.width), height: pixels(request.maximumSize.height),
      to: output)
    return .forPDF(pageSize: request.maximumSize) { _ in WrittenPDF(path: output) }
  }

  /// Whether the first type that the caller accepts, of those that can be made, is PDF.
  private static func isPDFWanted(_ request: FilePreviewRequest) -> Bool {
    let accepted = request.acceptedContentTypes
    let first = accepted.first { $0 == "application/pdf" || $0 == "*/*" || $0.hasPrefix("image/") }
    return accepted.isEmpty || first.map { !$0.hasPrefix("image/") } ?? false
  }
}
