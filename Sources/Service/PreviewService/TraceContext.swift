/// The place of a request in a distributed trace (W3C Trace Context, 3.2).
package struct TraceContext: Hashable, Sendable {
  /// 32 hexadecimal digits that name the trace.
  let traceID: String
  /// 16 hexadecimal digits that name the work for this request.
  let spanID: String
  /// Two hexadecimal digits; the lowest bit says that the caller records the trace.
  let flags: String

  /// The work for a request within its caller's trace; nil for a field that is not valid.
  ///
  /// - Parameter parent: the value of `traceparent`: `00-TRACE-SPAN-FLAGS`. A later version may have more after it.
  package init?(parent: String) {
    let parts = parent.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count >= 4, Self.isHexadecimal(parts[0], 2), parts[0] != "ff", parts[0] != "00" || parts.count == 4,
      Self.isHexadecimal(parts[1], 32), Self.isHexadecimal(parts[2], 16), Self.isHexadecimal(parts[3], 2),
      parts[1].contains(where: { $0 != "0" }), parts[2].contains(where: { $0 != "0" })
    else { return nil }
    traceID = String(parts[1])
    spanID = RequestLine.randomDigits
    flags = String(parts[3])
  }

  /// The value of `traceparent` for requests that are made for this one, and of `traceresponse` in its answer.
  package var text: String { "00-\(traceID)-\(spanID)-\(flags)" }

  private static func isHexadecimal(_ text: Substring, _ count: Int) -> Bool {
    text.utf8.count == count && text.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
  }
}
