internal import NIOCore
internal import NIOHTTP1
internal import ProviderProtocol

/// Reads one answer of a source into a file.
///
/// Order of calls: `begin add* finish`.
final class SourceReading {
  private let address: SourceAddress
  private let limit: Int
  private let writer: BodyWriter
  private var mimeType: String?

  init(address: SourceAddress, limit: Int, writer: BodyWriter) {
    (self.address, self.limit, self.writer) = (address, limit, writer)
  }

  /// Judges the head of the answer.
  ///
  /// - Returns: the header field Location of a redirect; nil where the document follows.
  func begin(_ head: HTTPResponseHead) throws(ServiceProblem) -> String? {
    let status = Int(head.status.code)
    switch status {
    case 200: break
    case 301, 302, 303, 307, 308:
      let locations = head.headers["Location"]
      guard locations.count == 1 else {
        throw ServiceProblem(.sourceFailed, "the source redirects without saying where")
      }
      return locations[0]
    case 404, 410: throw ServiceProblem(ProviderError(.sourceUnavailable, "the source has no such document"))
    case 401, 403: throw ServiceProblem(.sourceForbidden, "the source refuses this document with status \(status)")
    case 504: throw ServiceProblem.sourceTimeout
    default: throw ServiceProblem(.sourceFailed, "the source answers with status \(status)")
    }
    // Nothing is unpacked, so that a small answer cannot become a large one.
    let encodings = head.headers[canonicalForm: "Content-Encoding"].map { $0.lowercased() }
    guard encodings.allSatisfy({ $0 == "identity" || $0.isEmpty }) else {
      throw ServiceProblem(.unsupportedMediaType, "the source sends the document with a content encoding")
    }
    let type = head.headers.first(name: "Content-Type").flatMap { MediaType($0) }
    guard !(type?.isMultipart ?? false) else {
      throw ServiceProblem(.unsupportedMediaType, "the source sends several parts, not one document")
    }
    mimeType = type?.hint
    if let length = head.headers.first(name: "Content-Length").flatMap({ Int($0) }), length > limit {
      throw ServiceProblem.bodyTooLarge(limit: limit)
    }
    return nil
  }

  func add(_ bytes: ByteBuffer) throws(ServiceProblem) {
    try bytes.withUnsafeReadableBytes { bytes throws(ServiceProblem) in try writer.append(bytes) }
  }

  /// - Throws: `sourceFailed` for an empty document.
  func finish() throws(ServiceProblem) -> SourceFetcher.Document {
    guard writer.size > 0 else { throw ServiceProblem(.sourceFailed, "the source sends an empty document") }
    return SourceFetcher.Document(
      file: writer.finish(), fingerprint: writer.fingerprint, size: writer.size, name: address.fileName,
      mimeType: mimeType)
  }
}
