internal import StructuredText
internal import TestKit

/// An answer of a service.
struct Answer: Sendable {
  var status: Int
  var fields: [String: String]
  var body: [UInt8]

  var text: String { String(decoding: body, as: UTF8.self) }

  /// A member of the JSON in the body.
  func member(_ name: String) -> String? {
    var parser = JSONParser(body, limits: StructuredLimits())
    guard let value = try? parser.parse().member(name) else { return nil }
    switch value.content {
    case .string(let text): return text
    case .number(_, let text): return text
    case .bool(let flag): return "\(flag)"
    default: return nil
    }
  }

  /// Sends a request with curl, which has a time limit.
  static func ask(
    _ url: String, method: String? = nil, headers: [String] = [], body: [UInt8]? = nil, options: [String] = []
  ) async throws -> Answer {
    var arguments = ["-sS", "-i", "--path-as-is", "--max-time", "30", "--noproxy", "*"] + options
    if method == "HEAD" { arguments.append("--head") } else if let method { arguments += ["-X", method] }
    for header in headers { arguments += ["-H", header] }
    if body != nil { arguments += ["--data-binary", "@-"] }
    let result = try await Tool.run("curl", arguments + [url], input: body ?? [])
    guard result.status == 0 else { throw TestFailure("curl: \(result.status) \(result.errors)") }
    return try Answer(result.output)
  }

  /// Parses the raw bytes of an answer. Answers of status 100 before it are skipped.
  init(_ bytes: [UInt8]) throws {
    var rest = bytes[...]
    repeat {
      guard let end = rest.firstRange(of: Array("\r\n\r\n".utf8)) else {
        throw TestFailure("no HTTP answer: \(String(decoding: bytes.prefix(200), as: UTF8.self))")
      }
      let lines = String(decoding: rest[..<end.lowerBound], as: UTF8.self).split(separator: "\r\n")
      status = lines.first.flatMap { $0.split(separator: " ").dropFirst().first }.flatMap { Int($0) } ?? 0
      fields = [:]
      for line in lines.dropFirst() {
        guard let colon = line.firstIndex(of: ":") else { continue }
        let value = line[line.index(after: colon)...]
        fields[line[..<colon].lowercased()] = String(value.drop { $0 == " " })
      }
      rest = rest[end.upperBound...]
    } while status / 100 == 1
    body = Array(rest)
  }

  /// Whether this is a problem (RFC 9457) with a status and a code that tells nothing about the host.
  func isProblem(_ status: Int, _ code: String) -> Bool {
    self.status == status && fields["content-type"] == "application/problem+json" && member("code") == code
      && member("status") == "\(status)" && member("title") != nil && member("detail") != nil
      && fields["x-content-type-options"] == "nosniff" && !text.contains("/tmp") && !text.contains("/home")
  }
}
