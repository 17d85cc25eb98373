internal import Crypto
internal import ProviderHost
internal import ProviderProtocol

/// The types that a client accepts: the header field Accept (RFC 9110, 12.5.1).
struct AcceptedTypes {
  private struct Range {
    var type: String
    var subtype: String
    var quality: Double

    /// How exactly the range names a type; nil where it does not.
    func precision(_ type: Substring, _ subtype: Substring) -> Int? {
      if self.type == "*" { return 0 }
      guard self.type == type else { return nil }
      if self.subtype == "*" { return 1 }
      return self.subtype == subtype ? 2 : nil
    }
  }

  /// Empty where everything is accepted.
  private var ranges: [Range] = []

  /// - Parameter field: the value, all lines joined; nil or empty for everything. Invalid parts are left out.
  init(_ field: String?) {
    for part in (field ?? "").split(separator: ",").prefix(64) {
      let pieces = part.split(separator: ";").map { Self.trimmed($0) }
      guard let name = pieces.first?.split(separator: "/", omittingEmptySubsequences: false), name.count == 2,
        !name[0].isEmpty, !name[1].isEmpty
      else { continue }
      var quality = 1.0
      for parameter in pieces.dropFirst() where parameter.hasPrefix("q=") {
        quality = Double(parameter.dropFirst(2)).map { min(1, max(0, $0)) } ?? 1
      }
      ranges.append(Range(type: String(name[0]), subtype: String(name[1]), quality: quality))
    }
  }

  /// From 0 (not at all) to 1. The most exact range counts.
  private func quality(of mimeType: String) -> Double {
    if ranges.isEmpty { return 1 }
    let name = Self.trimmed(mimeType.prefix { $0 != ";" }).split(separator: "/")
    guard name.count == 2 else { return 0 }
    var best: (precision: Int, quality: Double)?
    for range in ranges {
      guard let precision = range.precision(name[0], name[1]) else { continue }
      if best.map({ precision > $0.precision }) ?? true { best = (precision, range.quality) }
    }
    return best?.quality ?? 0
  }

  func allows(_ mimeType: String) -> Bool { quality(of: mimeType) > 0 }

  func prefers(_ mimeType: String, over other: String) -> Bool { quality(of: mimeType) > quality(of: other) }

  /// The types that are named in full, the best first; empty where a wildcard is among them.
  var named: [String] {
    guard ranges.allSatisfy({ $0.type != "*" && $0.subtype != "*" }) else { return [] }
    return ranges.filter { $0.quality > 0 }.sorted { $0.quality > $1.quality }.prefix(32).map {
      "\($0.type)/\($0.subtype)"
    }
  }

  private static func trimmed(_ text: Substring) -> String {
    var text = text
    while text.first?.isWhitespace ?? false { text.removeFirst() }
    while text.last?.isWhitespace ?? false { text.removeLast() }
    return text.lowercased()
  }
}

/// Names one state of an answer, known before anything is rendered (RFC 9110, 8.8.3).
struct EntityTag: Hashable {
  /// With its quotation marks.
  let text: String

  /// - Parameter parts: everything that the answer depends on.
  init(_ parts: [String]) {
    var hash = SHA256()
    for part in parts {
      hash.update(data: Array("\(part.utf8.count):".utf8))
      hash.update(data: Array(part.utf8))
    }
    text = "\"\(Hexadecimal.text(hash.finalize().prefix(16)))\""
  }

  /// The tag of a rendering.
  ///
  /// - Parameter generation: names the installed providers: others may render the same document differently.
  init(_ request: RenderRequest, _ kind: PreviewKind, generation: String) {
    let document = request.document
    self.init([
      request.capability.rawValue, document.fingerprint ?? "", document.name, document.contentType ?? "-",
      "\(request.maximumSize)@\(request.scale) \(request.page ?? 0) \(request.format) \(request.mustBePicture)",
      kind.rawValue, request.accept.joined(separator: ","), generation,
    ])
  }

  /// Whether a header field If-None-Match names this tag; weak tags are compared as strong ones (RFC 9110, 13.1.2).
  func isNamed(in field: String?) -> Bool {
    guard let field else { return false }
    return field.split(separator: ",").contains { part in
      var part = part[...]
      while part.first == " " || part.first == "\t" { part.removeFirst() }
      while part.last == " " || part.last == "\t" { part.removeLast() }
      if part == "*" { return true }
      return (part.hasPrefix("W/") ? part.dropFirst(2) : part) == text[...]
    }
  }
}
