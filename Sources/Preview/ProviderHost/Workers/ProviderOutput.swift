internal import ProviderProtocol

/// Splits a provider's output into lines of a bounded length. Only line feeds end a line, because a JSON text may
/// contain Unicode's other line separators.
struct LineSplitter {
  private var rest: [UInt8] = []
  private let limit: Int

  init(limit: Int = WireLimits.lineBytes) { self.limit = limit }

  /// The lines that these bytes complete, without their line feeds.
  ///
  /// - Throws: `protocolViolation` for a line that is too long. No more of it is kept.
  mutating func take(_ bytes: [UInt8]) throws(ProviderError) -> [[UInt8]] {
    var lines: [[UInt8]] = []
    var start = 0
    while let end = bytes[start...].firstIndex(of: 0x0A) {
      try check(rest.count + end - start)
      lines.append(rest + bytes[start..<end])
      rest = []
      start = end + 1
    }
    try check(rest.count + bytes.count - start)
    rest += bytes[start...]
    return lines
  }

  private func check(_ count: Int) throws(ProviderError) {
    guard count <= limit else {
      throw ProviderError(.protocolViolation, "a line of more than \(limit) bytes")
    }
  }
}

/// Keeps the last bytes of a stream, up to a limit.
struct TextTail: Sendable {
  private var bytes: [UInt8] = []
  private let limit: Int

  init(limit: Int = 4096) { self.limit = limit }

  mutating func append(_ more: some Collection<UInt8>) {
    bytes += more.suffix(limit)
    // Trimmed only when twice the limit is reached, so that the time is proportional to the length of the stream.
    if bytes.count > 2 * limit { bytes.removeFirst(bytes.count - limit) }
  }

  /// The last bytes as text. Bytes that are not UTF-8 are replaced by U+FFFD.
  var text: String { String(decoding: bytes.suffix(limit), as: UTF8.self) }
}
