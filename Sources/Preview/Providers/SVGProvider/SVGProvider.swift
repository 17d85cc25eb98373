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

/// A drawing as pixels, made by `rsvg-convert`: it loads nothing over the network, and no file beside the document.
enum SVGRendering {
  /// Larger drawings are maps of whole countries.
  private static let mostBytes: UInt64 = 32 << 20

  static func pixels(_ path: String, box: PixelSize, workFolder: String) async throws -> PixelBuffer {
    let file = try FileByteSource(path: path)
    guard file.size <= mostBytes else {
      throw ProviderError(.limitExceeded, "the drawing has \(file.size) bytes; \(mostBytes) are the most")
    }
    let output = workFolder + "/drawing.png"
    defer { SystemCall.remove(output) }
    let run = try await ProgramRun.run(
      "rsvg-convert",
      [
        "--width", "\(box.width)", "--height", "\(box.height)", "--keep-aspect-ratio", "--format", "png", "--output",
        output, "--", path,
      ])
    guard run.status == 0 else {
      try Task.checkCancellation()
      let words = run.text.split(separator: "\n").last.map(String.init) ?? "rsvg-convert ended with \(run.status)"
      throw ProviderError(.corruptInput, words.replacing(path, with: "the drawing"))
    }
    let source = try ImageSource(path: output, .init(allowedFormats: ["png"]))
    return try source.thumbnail(at: 0, .init(size: SizeRequest(width: box.width, height: box.height))).pixels
  }
}

final class SVGThumbnails: ThumbnailProvider {
  override func provideThumbnail(for request: FileThumbnailRequest) async throws -> ThumbnailReply {
    ThumbnailReply(
      pixels: try await SVGRendering.pixels(
        request.filePath, box: request.maximumPixelSize, workFolder: request.workFolder))
  }
}

final class SVGPreviews: PreviewProvider {
  override func providePreview(for request: FilePreviewRequest) async throws -> PreviewReply {
    .pixels(
      try await SVGRendering.pixels(
        request.filePath, box: request.maximumPixelSize, workFolder: request.workFolder))
  }
}
