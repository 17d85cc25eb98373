internal import ProviderProtocol

/// Reads one answer of a source into a file.
///
/// Order of calls: `addLine+ add* finish`. Lines after the body are ignored.
final class SourceReading {
  /// The bytes of the head, with those of informational answers before it and the fields after the body.
  private static let largestHead = 32 << 10

  private let address: SourceAddress
  private let limit: Int
  private let writer: BodyWriter
  private var head = SourceHead()
  private var headSize = 0
  private var isHeadComplete = false
  private var mimeType: String?

  init(address: SourceAddress, limit: Int, writer: BodyWriter) {
    (self.address, self.limit, self.writer) = (address, limit, writer)
  }

  /// Adds a line of the head, with its end.
  ///
  /// - Returns: the header field Location, where the line ends the head of a redirect; otherwise nil.
  func addLine(_ bytes: UnsafeRawBufferPointer) throws(ServiceProblem) -> String? {
    headSize += bytes.count
    guard headSize <= Self.largestHead else { throw .brokenSource }
    if isHeadComplete { return nil }
    var end = bytes.count
    while end > 0, [0x0A, 0x0D].contains(bytes[end - 1]) { end -= 1 }
    guard end == 0 else {
      try head.add(String(decoding: bytes[..<end], as: UTF8.self))
      return nil
    }
    // The final answer comes after informational ones.
    if (100..<200).contains(head.status) {
      head = SourceHead()
      return nil
    }
    isHeadComplete = true
    return try judge()
  }

  /// - Returns: the header field Location of a redirect; nil where the document follows.
  private func judge() throws(ServiceProblem) -> String? {
    let status = head.status
    switch status {
    case 200: break
    case 301, 302, 303, 307, 308:
      let locations = head.values(of: "location")
      guard locations.count == 1 else {
        throw ServiceProblem(.sourceFailed, "the source redirects without saying where")
      }
      return locations[0]
    case 404, 410: throw ServiceProblem(ProviderError(.sourceUnavailable, "the source has no such document"))
    case 401, 403: throw ServiceProblem(.sourceForbidden, "the source refuses this document with status \(status)")
    case 504: throw ServiceProblem.sourceTimeout
    default: throw ServiceProblem(.sourceFailed, "the source answers with status \(status)")
    }
    // Nothing is unpacked, so that a small answer cannot become a large one. libcurl before 8.1 unpacks transfer
    // codings.
    guard head.list("content-encoding").allSatisfy({ $0 == "identity" }),
      head.list("transfer-encoding").allSatisfy({ $0 == "chunked" })
    else {
      throw ServiceProblem(.unsupportedMediaType, "the source sends the document with a content encoding")
    }
    let type = head.values(of: "content-type").first.flatMap { MediaType($0) }
    guard !(type?.isMultipart ?? false) else {
      throw ServiceProblem(.unsupportedMediaType, "the source sends several parts, not one document")
    }
    mimeType = type?.hint
    let lengths = head.values(of: "content-length")
    guard lengths.count <= 1, let length = Int(lengths.first ?? "0") else { throw .brokenSource }
    guard length <= limit else { throw ServiceProblem.bodyTooLarge(limit: limit) }
    // Otherwise it ends with the connection. libcurl may take an end without close_notify, which is not protected.
    guard !address.isSecure || !lengths.isEmpty || !head.list("transfer-encoding").isEmpty else {
      throw ServiceProblem(.sourceFailed, "the source does not say how long its answer by TLS is")
    }
    return nil
  }

  func add(_ bytes: UnsafeRawBufferPointer) throws(ServiceProblem) {
    guard isHeadComplete else { throw .brokenSource }
    try writer.append(bytes)
  }

  /// - Throws: `sourceFailed` for an empty document.
  func finish() throws(ServiceProblem) -> SourceFetcher.Document {
    guard writer.size > 0 else { throw ServiceProblem(.sourceFailed, "the source sends an empty document") }
    return SourceFetcher.Document(
      file: writer.finish(), fingerprint: writer.fingerprint, size: writer.size, name: address.fileName,
      mimeType: mimeType)
  }
}

/// The status and the fields of an answer.
private struct SourceHead {
  private(set) var status = 0
  private var fields: [(name: String, value: String)] = []

  /// Adds a line without its end. The first one is the status.
  ///
  /// - Throws: `sourceFailed` for a line that is neither a status nor a field (RFC 9112, 4 and 5).
  mutating func add(_ line: String) throws(ServiceProblem) {
    if status == 0 {
      let words = line.split(separator: " ", maxSplits: 2)
      guard line.hasPrefix("HTTP/1."), words.count > 1, words[1].utf8.count == 3, let status = Int(words[1]) else {
        throw .brokenSource
      }
      self.status = status
      return
    }
    guard let colon = line.firstIndex(of: ":"), let last = line[..<colon].last, last != " ", last != "\t",
      let first = line.first, first != " ", first != "\t"
    else { throw .brokenSource }
    let value = ForwardedText.trimmed(line[line.index(after: colon)...])
    fields.append((line[..<colon].lowercased(), String(value)))
  }

  /// The values of a field, whose name is in lower case, in their order.
  func values(of name: String) -> [String] { fields.filter { $0.name == name }.map(\.value) }

  /// The parts of a field that is a list, in lower case.
  func list(_ name: String) -> [String] {
    values(of: name).flatMap { $0.split(separator: ",") }.map { ForwardedText.trimmed($0).lowercased() }
      .filter { !$0.isEmpty }
  }
}

extension ServiceProblem {
  static var brokenSource: ServiceProblem {
    ServiceProblem(.sourceFailed, "the source's answer is not valid HTTP, or ended early")
  }
}
