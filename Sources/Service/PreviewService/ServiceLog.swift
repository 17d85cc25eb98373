internal import ByteStreams
internal import Glibc
internal import HummingbirdCore
internal import ImageModel
internal import ProviderHost
internal import ProviderProtocol
internal import StructuredText

/// The log of the service: messages, and a line for each request.
package struct ServiceLog: Sendable {
  private let isJSON: Bool
  private let output: @Sendable (String) -> Void
  /// nil where the lines are not written to a descriptor.
  private let writer: LogWriter?

  /// A log for tests.
  ///
  /// - Parameters:
  ///   - isJSON: whether each line is a JSON object.
  ///   - output: receives the lines, without their line endings.
  package init(isJSON: Bool, output: @escaping @Sendable (String) -> Void) {
    self.isJSON = isJSON
    self.output = output
    writer = nil
  }

  /// A log that is written to a descriptor.
  ///
  /// - Parameter limit: the bytes of lines that may wait where the descriptor takes none.
  package init(isJSON: Bool, to descriptor: Int32 = STDERR_FILENO, limit: Int = 1 << 20) {
    let writer = LogWriter(descriptor, limit: limit) { count in
      Self.line(Self.members("the log was not read fast enough: \(count) lines were dropped", nil), isJSON: isJSON)
    }
    self.isJSON = isJSON
    self.writer = writer
    output = { writer.add($0) }
  }

  /// Writes a message on one line; control characters and line endings are escaped.
  ///
  /// - Parameter requestID: the ID of the request that the message is about.
  package func write(_ message: String, requestID: String? = nil) {
    output(Self.line(Self.members(message, requestID), isJSON: isJSON))
  }

  func write(_ line: RequestLine) { output(Self.line(line.members, isJSON: isJSON)) }

  /// Waits until the lines are written, as long as somebody reads them. For the end of the process.
  package func finish() { writer?.finish() }

  // MARK: Lines

  private static func members(_ message: String, _ requestID: String?) -> [JSONMember] {
    var members = [JSONMember("time", .string(now)), JSONMember("message", .string(PrintableText.escaped(message)))]
    if let requestID { members.append(JSONMember("requestId", .string(requestID))) }
    return members
  }

  /// A JSON object, or `time=2026-01-31T12:00:00.123Z client=127.0.0.1 tenant="token 1f2e3d4c" ...`: the same members.
  /// Nothing follows the equals sign of a value that is empty or does not apply.
  private static func line(_ members: [JSONMember], isJSON: Bool) -> String {
    if isJSON { return JSONWriter.text(.object(members)) }
    return members.map { member in
      let value =
        switch member.value {
        case .string(let text) where text.utf8.allSatisfy(needsNoQuotes): text
        case .null: ""
        case let value: JSONWriter.text(value)
        }
      return "\(member.name)=\(value)"
    }.joined(separator: " ")
  }

  private static func needsNoQuotes(_ byte: UInt8) -> Bool {
    RequestLine.isAlphanumeric(byte) || "-._~+/:@%*".utf8.contains(byte)
  }

  /// The time in UTC, to the millisecond (RFC 3339).
  fileprivate static var now: String {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    let civil = CivilTime(secondsSince1970: time.tv_sec)
    return "\(civil.isoTime).\(CivilTime.digits(time.tv_nsec / 1_000_000, 3))Z"
  }
}

/// The log line of one request. Text from a client is reduced to printable ASCII without quotation marks.
struct RequestLine: Sendable {
  /// The address of the client, without its port; `unix` for a Unix socket.
  var client = ""
  /// The name of the token or key of the client; empty where it is not known.
  var tenant = ""
  /// Empty where no valid request was received.
  private(set) var method = ""
  private(set) var path = ""
  /// 499 for a client that did not read the whole answer.
  var status = 0
  /// Bytes of the answer's body that were sent.
  var bytes = 0
  var times = RenderTimes()
  /// From the request's header to the end of its answer, in seconds.
  var total = 0.0
  var provider = ""
  /// `hit` or `miss`; empty where the result cache was not asked.
  var cache = ""
  let id: String
  /// nil where the client sent no valid `traceparent`.
  var trace: TraceContext?
  /// The code of the error.
  var code = ""
  /// What the host says about a rendering that failed, in printable ASCII.
  private(set) var detail = ""

  /// - Parameters:
  ///   - method: nil for what is not a request.
  ///   - target: the request's target.
  ///   - id: the ID that the client gave. nil or an unusual ID is replaced by a new one.
  init(method: String?, target: String?, id: String?) {
    self.id = id.flatMap { Self.isID($0) ? $0 : nil } ?? Self.newID
    if let method { self.method = Self.plain(method, limit: 32) }
    if let target { path = Self.path(target) }
  }

  /// Notes why a rendering failed. Other errors have no detail: it could quote what must not be in the log.
  mutating func fail(_ error: ProviderError) {
    let text = error.message.unicodeScalars.prefix(Self.longestDetail).map { scalar in
      switch scalar {
      case "\"", "\\": "'"
      case " "..."~": String(scalar)
      default: "?"
      }
    }
    detail = text.joined()
  }

  private static let longestDetail = 300

  // MARK: Members

  /// All members in the order of the line; null for values that do not apply.
  fileprivate var members: [JSONMember] {
    [
      JSONMember("time", .string(ServiceLog.now)), JSONMember("client", .string(client)),
      JSONMember("tenant", .string(tenant)), JSONMember("method", .string(method)), JSONMember("path", .string(path)),
      JSONMember("status", .int(Int64(status))), JSONMember("bytes", .int(Int64(bytes))),
      JSONMember("waitMs", Self.milliseconds(times.waiting)),
      JSONMember("renderMs", Self.milliseconds(times.rendering)),
      JSONMember("totalMs", Self.milliseconds(total)), JSONMember("provider", .string(provider)),
      JSONMember("cache", .string(cache)), JSONMember("requestId", .string(id)),
      JSONMember("traceId", .string(trace?.traceID ?? "")), JSONMember("spanId", .string(trace?.spanID ?? "")),
      JSONMember("code", .string(code)),
      JSONMember("detail", .string(detail)),
    ]
  }

  fileprivate static func isAlphanumeric(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
    default: false
    }
  }

  /// With one digit after the point.
  private static func milliseconds(_ seconds: Double?) -> JSONValue {
    seconds.map { .double(($0 * 10_000).rounded() / 10) } ?? .null
  }

  // MARK: What clients send

  private static let longestPath = 2_000

  /// A request's target without scheme, user, host, fragment and secrets. Only known options show their values, and the
  /// signature never does.
  private static func path(_ target: String) -> String {
    let address = URI(target)
    // No client sends a fragment. What follows the sign would be no path.
    let path = String(plain(address.path, limit: longestPath).prefix { $0 != "#" })
    guard let query = address.query else { return withoutSignature(path) }
    let shown = query.split(separator: "&", omittingEmptySubsequences: false).map { pair in
      guard let equals = pair.firstIndex(of: "=") else { return pair.isEmpty ? "" : "*" }
      let name = String(pair[..<equals])
      guard name != RouteOption.signature.rawValue, RouteOption(rawValue: name) != nil else {
        return "\(withoutSignature(plain(name, limit: longestPath)))=*"
      }
      if name == RouteOption.url.rawValue { return "url=\(withoutQuery(pair[pair.index(after: equals)...]))" }
      // Each value is handled alone: the text after a signature in one is hidden, and the other options are shown.
      return withoutSignature(plain(String(pair), limit: longestPath))
    }.joined(separator: "&")
    return plain("\(withoutSignature(path))?\(shown)", limit: longestPath)
  }

  /// The address of a source without its query and fragment, which may contain secrets, and without the name of a user.
  private static func withoutQuery(_ value: Substring) -> String {
    let text = plain(String(value), limit: longestPath)
    if text.firstMatch(of: /(?i)@|%(25)*40/) != nil { return "*" }
    guard let match = text.firstMatch(of: /(?i)[?#]|%(25)*(3f|23)/) else { return text }
    let isFragment = match.output.0.hasSuffix("#") || match.output.0.hasSuffix("23")
    return text[..<match.range.lowerBound] + (isFragment ? "#*" : "?*")
  }

  /// Hides what follows `signature=` in an address that was escaped twice.
  private static func withoutSignature(_ plain: String) -> String {
    // Nearly no text has the word, and looking for it takes a small part of the regex's time.
    guard plain.lowercased().utf8.firstRange(of: "signature".utf8) != nil,
      let match = plain.firstMatch(of: /(?i)signature(=|%(25)*3d)/)
    else { return plain }
    return plain[..<match.range.lowerBound] + "signature=*"
  }

  /// A text in printable ASCII. Other characters, spaces, quotation marks and backslashes are percent-encoded.
  private static func plain(_ text: String, limit: Int) -> String {
    var out: [UInt8] = []
    for byte in text.utf8 {
      guard out.count < limit else { return String(decoding: out, as: UTF8.self) + "..." }
      if (0x21...0x7E).contains(byte), byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\") {
        out.append(byte)
      } else {
        out += RequestQuery.escape(byte)
      }
    }
    return String(decoding: out, as: UTF8.self)
  }

  /// Whether the client's own ID for its request can be used.
  private static func isID(_ text: String) -> Bool {
    (1...128).contains(text.utf8.count)
      && text.utf8.allSatisfy { isAlphanumeric($0) || "-._~+/=:".utf8.contains($0) }
  }

  /// 32 random hexadecimal digits.
  private static var newID: String { randomDigits + randomDigits }

  /// 16 random hexadecimal digits.
  static var randomDigits: String {
    var generator = SystemRandomNumberGenerator()
    return withUnsafeBytes(of: generator.next()) { Hexadecimal.text(Array($0)) }
  }
}
