internal import ProviderProtocol
internal import StructuredText

/// Reads what poppler's programs print about a PDF document. The document decides what they print: numbers and lengths
/// are limited, and a line that is not as expected counts for nothing.
enum PopplerText {
  private static let mostWords = 50_000
  private static let mostEntries = 5_000
  private static let deepest = 32

  // MARK: pdfinfo

  /// The members `pages` and `sizes` of the lines `Pages:`, `Page    1 size:  595 x 842 pts (A4)` and
  /// `Page    1 rot:   90` of `pdfinfo -f 1 -l N`. Sizes are as a page is shown, in points.
  ///
  /// - Throws: `corruptInput` for a document without pages.
  static func pages(_ output: [UInt8]) throws(ServiceProblem) -> [JSONMember] {
    var count = 0
    var sizes: [JSONValue] = []
    for line in lines(output) {
      let words = line.split(separator: " ")
      if words.count >= 2, words[0] == "Pages:" { count = Int(words[1]) ?? 0 }
      guard words.count >= 4, words[0] == "Page", Int(words[1]) != nil else { continue }
      if words[2] == "size:", words.count >= 6, let width = number(words[3]), let height = number(words[5]) {
        sizes.append(.array([.double(width), .double(height)]))
      } else if words[2] == "rot:", words[3] == "90" || words[3] == "270", case .array(let size)? = sizes.last {
        sizes[sizes.count - 1] = .array(size.reversed())
      }
    }
    guard count > 0 else { throw ServiceProblem(ProviderError(.corruptInput, "the document has no pages")) }
    return [JSONMember("pages", .int(Int64(count))), JSONMember("sizes", .array(sizes))]
  }

  // MARK: pdftohtml

  /// The entries of the outline in `pdftohtml -xml`: `<item page="2">Title</item>`, with `<outline>` around those
  /// within another.
  static func outline(_ output: [UInt8]) -> [JSONValue] {
    // The entries of each open level, the innermost last.
    var levels: [[[JSONMember]]] = []
    var left = mostEntries
    for line in lines(output) {
      if line == "<outline>" {
        guard levels.count < deepest else { break }
        levels.append([])
      } else if line == "</outline>", levels.count > 1 {
        let inner = levels.removeLast().map { JSONValue.object($0) }
        guard let last = levels[levels.count - 1].indices.last else { continue }
        levels[levels.count - 1][last].append(JSONMember("children", .array(inner)))
      } else if line.hasPrefix("<item"), line.hasSuffix("</item>"), !levels.isEmpty, left > 0,
        let end = line.firstIndex(of: ">")
      {
        left -= 1
        let title = line[line.index(after: end)...].dropLast("</item>".count)
        var members = [JSONMember("title", .string(text(title)))]
        if let page = attribute("page", of: line[..<end]).flatMap({ Int64($0) }) {
          members.append(JSONMember("page", .int(page)))
        }
        levels[levels.count - 1].append(members)
      }
    }
    while levels.count > 1 {
      let inner = levels.removeLast().map { JSONValue.object($0) }
      guard let last = levels[levels.count - 1].indices.last else { continue }
      levels[levels.count - 1][last].append(JSONMember("children", .array(inner)))
    }
    return levels.first?.map { .object($0) } ?? []
  }

  // MARK: pdftotext

  /// The words of a page in `pdftotext -bbox`: `[text, x, y, width, height]`, and the size of the page.
  static func words(_ output: [UInt8]) -> JSONValue {
    var members: [JSONMember] = []
    var words: [JSONValue] = []
    for line in lines(output) where words.count < mostWords {
      if line.hasPrefix("<page "), members.isEmpty {
        for name in ["width", "height"] {
          members.append(JSONMember(name, .double(attribute(name, of: line).flatMap(number) ?? 0)))
        }
      }
      guard line.hasPrefix("<word "), line.hasSuffix("</word>"), let end = line.firstIndex(of: ">") else { continue }
      let places = ["xMin", "yMin", "xMax", "yMax"].compactMap { attribute($0, of: line[..<end]).flatMap(number) }
      guard places.count == 4 else { continue }
      words.append(
        .array([
          .string(text(line[line.index(after: end)...].dropLast("</word>".count))), .double(places[0]),
          .double(places[1]), .double(places[2] - places[0]), .double(places[3] - places[1]),
        ]))
    }
    return .object(members + [JSONMember("words", .array(words))])
  }

  // MARK: Lines

  private static func lines(_ output: [UInt8]) -> [Substring] {
    String(decoding: output, as: UTF8.self).split(separator: "\n").map { $0.drop { $0 == " " || $0 == "\t" } }
  }

  private static func number(_ text: some StringProtocol) -> Double? {
    Double(String(text)).flatMap { $0.isFinite && abs($0) < 1e6 ? $0 : nil }
  }

  /// The value of an attribute in a start tag.
  private static func attribute(_ name: String, of tag: Substring) -> Substring? {
    guard let start = tag.firstRange(of: " \(name)=\"") else { return nil }
    let rest = tag[start.upperBound...]
    return rest.firstIndex(of: "\"").map { rest[..<$0] }
  }

  /// A text with the character references that poppler writes.
  private static func text(_ text: Substring) -> String {
    var text = String(text)
    guard text.contains("&") else { return text }
    for (reference, character) in [
      ("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#34;", "\""), ("&apos;", "'"),
      ("&#39;", "'"), ("&#160;", "\u{A0}"), ("&amp;", "&"),
    ] {
      text = text.replacing(reference, with: character)
    }
    return text
  }
}
