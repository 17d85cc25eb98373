internal import ByteStreams

/// The path and the options of a request.
struct RequestTarget {
  struct Option: Hashable {
    var name: String
    var value: String
  }

  /// As it was sent: our paths need no escapes, and an escaped one is another path.
  var path: String
  var options: [Option]

  /// - Parameter target: a path, or a whole address (RFC 9112, 3.2).
  /// - Throws: `requestInvalid` for escapes that are none, for bytes that are no UTF-8 in another option than `path`, for zero bytes,
  ///   and for an option that is given twice.
  init(_ target: String) throws(ServiceProblem) {
    var rest = target.utf8[...]
    if rest.first != UInt8(ascii: "/"), let scheme = target.range(of: "://") {
      let host = target.utf8[scheme.upperBound...]
      rest = host[(host.firstIndex { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "?") } ?? host.endIndex)...]
    }
    let mark = rest.firstIndex(of: UInt8(ascii: "?")) ?? rest.endIndex
    path = String(rest[..<mark]) ?? ""
    if path.isEmpty { path = "/" }
    options = []
    guard mark < rest.endIndex else { return }
    let query = rest[rest.index(after: mark)...].prefix { $0 != UInt8(ascii: "#") }
    for pair in query.split(separator: UInt8(ascii: "&")) {
      let equals = pair.firstIndex(of: UInt8(ascii: "=")) ?? pair.endIndex
      let value = equals < pair.endIndex ? pair[pair.index(after: equals)...] : pair[pair.endIndex...]
      let name = try Self.decoded(pair[..<equals])
      let option = Option(name: name, value: try Self.decoded(value, isPath: name == "path"))
      guard !options.contains(where: { $0.name == option.name }) else {
        throw .invalid("the option \(PublicText.scrubbed(option.name)) is given twice")
      }
      guard options.count < 32 else { throw .invalid("too many options") }
      options.append(option)
    }
  }

  subscript(name: String) -> String? { options.first { $0.name == name }?.value }

  /// The bytes behind the escapes of a query; `+` is a space, as in forms.
  private static func decoded(_ text: Substring.UTF8View, isPath: Bool = false) throws(ServiceProblem) -> String {
    var bytes: [UInt8] = []
    var rest = text
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "+"): bytes.append(0x20)
      case UInt8(ascii: "%"):
        guard let high = rest.popFirst().flatMap(digit), let low = rest.popFirst().flatMap(digit) else {
          throw .invalid("an escape in the query lacks its two digits")
        }
        bytes.append(high << 4 | low)
      default: bytes.append(byte)
      }
    }
    guard !bytes.contains(0) else { throw .invalid("the query holds a zero byte") }
    // Names of files are bytes.
    if isPath { return PathText.text(bytes) }
    guard let result = String(validating: bytes, as: UTF8.self) else { throw .invalid("the query is not UTF-8") }
    return result
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    default: nil
    }
  }

  /// A name or value with everything escaped but the unreserved characters (RFC 3986, 2.3).
  package static func encoded(_ text: String) -> String { encoded(Array(text.utf8)) }

  static func encoded(_ bytes: [UInt8]) -> String {
    var out: [UInt8] = []
    let digits = Array("0123456789ABCDEF".utf8)
    for byte in bytes {
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x7E: out.append(byte)
      default: out += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return String(decoding: out, as: UTF8.self)
  }
}

extension String {
  /// Where a text stands, without Foundation's help.
  fileprivate func range(of text: String) -> Range<String.Index>? {
    let wanted = Array(text.utf8)
    var start = utf8.startIndex
    while start < utf8.endIndex {
      if utf8[start...].starts(with: wanted) { return start..<utf8.index(start, offsetBy: wanted.count) }
      start = utf8.index(after: start)
    }
    return nil
  }
}
