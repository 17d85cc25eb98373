internal import ByteStreams
internal import ImageModel
internal import Imaging
package import ProviderKit
internal import ProviderProtocol
internal import ProviderSupport

extension ProviderDefinition {
  /// SVG drawings, by librsvg's program.
  package static let svg = ProviderDefinition(
    id: "org.cameo.svg", version: "1.0", thumbnail: { SVGThumbnails() }, preview: { SVGPreviews() })
}

/// A drawing, rendered by `rsvg-convert`: it loads nothing over the network, and no file beside the document.
enum SVGRendering {
  /// Larger drawings are maps of whole countries.
  private static let mostBytes: UInt64 = 32 << 20

  enum Format: String { case png, pdf }

  /// Pixels that fill a box along one of its axes.
  static func pixels(_ path: String, box: PixelSize, workFolder: String) async throws -> PixelBuffer {
    let output = workFolder + "/drawing.png"
    defer { SystemCall.remove(output) }
    try await render(path, as: .png, width: box.width, height: box.height, to: output)
    let source = try ImageSource(path: output, .init(allowedFormats: ["png"]))
    return try source.thumbnail(at: 0, .init(size: SizeRequest(width: box.width, height: box.height))).pixels
  }

  /// Makes a file of the drawing, its size such that it fills a box along one of its axes. Width and height are in pixels of CSS.
  static func render(
    _ path: String, as format: Format, width: Int, height: Int, to output: String
  ) async throws {
    let file = try FileByteSource(path: path)
    guard file.size <= mostBytes else {
      throw ProviderError(.limitExceeded, "the drawing has \(file.size) bytes; \(mostBytes) are the most")
    }
    // The program writes to its standard output: for a file of its own making it wants rights that a sandbox denies.
    let run = try await ProgramRun.run(
      "rsvg-convert",
      [
        "--width", "\(width)", "--height", "\(height)", "--keep-aspect-ratio", "--format", format.rawValue, "--", path,
      ], outputPath: output)
    guard run.status == 0 else {
      SystemCall.remove(output)
      try Task.checkCancellation()
      let words = run.text.split(separator: "\n").last.map(String.init) ?? "rsvg-convert ended with \(run.status)"
      throw ProviderError(
        .corruptInput, words.replacing("Error reading SVG \(path): ", with: "").replacing(path, with: "the drawing"))
    }
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

/// A page of a PDF as large as its place, which stays sharp however near it is looked at; pixels for callers that rather have those.
final class SVGPreviews: PreviewProvider {
  override func providePreview(for request: FilePreviewRequest) async throws -> PreviewReply {
    try request.requireSinglePage()
    guard Self.isPDFWanted(request) else {
      return .pixels(
        try await SVGRendering.pixels(
          request.filePath, box: request.maximumPixelSize, workFolder: request.workFolder))
    }
    let output = request.workFolder + "/drawing.pdf"
    // A pixel of CSS is three quarters of a point.
    func pixels(_ points: Double) -> Int { Int(min(max(points * 4 / 3, 1), 10_000)) }
    try await SVGRendering.render(
      request.filePath, as: .pdf, width: pixels(request.maximumSize.width), height: pixels(request.maximumSize.height),
      to: output)
    return .forPDF(pageSize: request.maximumSize) { _ in WrittenPDF(path: output) }
  }

  /// The first that a caller accepts of what can be had.
  private static func isPDFWanted(_ request: FilePreviewRequest) -> Bool {
    let accepted = request.acceptedContentTypes
    let first = accepted.first { $0 == "application/pdf" || $0 == "*/*" || $0.hasPrefix("image/") }
    return accepted.isEmpty || first.map { !$0.hasPrefix("image/") } ?? false
  }
}
