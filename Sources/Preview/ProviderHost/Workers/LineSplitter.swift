package import ProviderProtocol

/// Cuts what a provider writes into lines of a bounded length.
///
/// By bytes, and at line feeds only: what else Unicode calls the end of a line may stand in a JSON text.
package struct LineSplitter {
  private var rest: [UInt8] = []
  private let limit: Int

  package init(limit: Int = WireLimits.lineBytes) { self.limit = limit }

  /// Whether a line has begun that has not ended.
  package var isInLine: Bool { !rest.isEmpty }

  /// The lines that are complete with these bytes, without their ends.
  ///
  /// - Throws: `protocolViolation` for a line that is too long, before more of it is kept.
  package mutating func take(_ bytes: [UInt8]) throws(ProviderError) -> [[UInt8]] {
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
