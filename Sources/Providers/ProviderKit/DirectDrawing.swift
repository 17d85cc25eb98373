package import ImageModel
internal import ProviderProtocol

/// Draws a provider's thumbnails without messages and files. Benchmarks compare this with the full protocol.
package enum DirectDrawing {
  /// The pixels of a thumbnail, drawn on the calling thread.
  ///
  /// - Parameter side: the side of the square that it has to fit, in pixels.
  /// - Throws: what the provider throws; `unsupportedType` for a reply that is an encoded picture.
  package static func thumbnail(
    _ definition: ProviderDefinition, of path: String, contentType: String, side: Double
  ) async throws -> PixelBuffer {
    guard let provider = definition.thumbnail?() else {
      throw ProviderError(.requestInvalid, "\(definition.id) draws no thumbnails")
    }
    let limits = HostMessage.RenderLimits()
    let box = Size(width: side, height: side)
    let request = FileThumbnailRequest(
      filePath: path, fileName: path, contentType: contentType, maximumSize: box,
      minimumSize: Size(width: 0, height: 0), scale: 1, page: nil, locale: "en", limits: limits, workFolder: "/tmp",
      partials: nil)
    switch try await provider.provideThumbnail(for: request).content {
    case .drawing(let drawing): return try PixelReply.draw(drawing, into: box, scale: 1, limits: limits)
    case .pixels(let picture): return picture
    case .imageFile: throw ProviderError(.unsupportedType, "\(definition.id) replies with an encoded picture")
    }
  }
}
