/// The last bytes of what somebody writes: enough for a message, and never more.
struct TextTail: Sendable {
  private var bytes: [UInt8] = []
  private let limit: Int

  init(limit: Int = 4096) { self.limit = limit }

  mutating func append(_ more: some Collection<UInt8>) {
    bytes += more.suffix(limit)
    // Cut seldom, so that a flood costs time in proportion to its length.
    if bytes.count > 2 * limit { bytes.removeFirst(bytes.count - limit) }
  }

  /// The text, repaired where it is no UTF-8.
  var text: String { String(decoding: bytes.suffix(limit), as: UTF8.self) }
}
