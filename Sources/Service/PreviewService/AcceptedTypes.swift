/// What a caller takes: the header field Accept (RFC 9110, 12.5.1).
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

  /// Empty where everything is taken.
  private var ranges: [Range] = []

  /// - Parameter field: the value, all lines joined; nil or empty for everything. What cannot be read is left out.
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
  func quality(of mimeType: String) -> Double {
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

  /// The types that are named outright, the best first; empty where a wildcard is among them.
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
