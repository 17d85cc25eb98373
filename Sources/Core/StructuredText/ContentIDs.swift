internal import ImageModel

/// Replaces `cid:` references in HTML (RFC 2392) by `data:` URLs with the files, so that the HTML is a single file.
package struct ContentIDs {
  /// What happens to a reference whose file would make the result larger than its limit. One file may be referenced a
  /// million times.
  package enum Excess: Sendable {
    /// The reference stays, like one whose file is missing.
    case staysReference
    /// The whole replacement fails.
    case refuses
  }

  private static let longest = 128
  private var urls: [[UInt8]: [UInt8]] = [:]

  package init() {}

  /// Whether a text can identify a file: it needs no escaping in a `cid:` URL or in HTML.
  package static func isIdentifier(_ text: String) -> Bool {
    (1...longest).contains(text.utf8.count) && text.utf8.allSatisfy(isOfIdentifier)
  }

  private static func isOfIdentifier(_ byte: UInt8) -> Bool {
    byte.isASCIILetterOrDigit || "._-@".utf8.contains(byte)
  }

  /// A reference extends over all characters of URLs: `cid:a%40b` does not mean the file `a`.
  private static func isOfReference(_ byte: UInt8) -> Bool { isOfIdentifier(byte) || "+$%".utf8.contains(byte) }

  private static func lowercase(_ byte: UInt8) -> UInt8 { (0x41...0x5A).contains(byte) ? byte + 0x20 : byte }

  /// Of two files with one identifier the first wins.
  package mutating func add(_ id: String, _ contentType: String, _ bytes: [UInt8]) {
    let key = Array(id.utf8)
    if urls[key] == nil { urls[key] = Array(HTMLText.dataURL(contentType, bytes).utf8) }
  }

  /// The HTML with the files in it. It is not parsed, so the result deserves no more trust than the input.
  ///
  /// - Parameter limit: the most bytes of a result in which something was replaced.
  /// - Returns: nil where the limit would be exceeded and the rule is to fail.
  package func inlined(in html: [UInt8], limit: Int, excess: Excess) -> [UInt8]? {
    guard !urls.isEmpty else { return html }
    let marker = Array("cid:".utf8)
    var result: [UInt8] = []
    result.reserveCapacity(html.count)
    var place = 0
    while place < html.count {
      // The names of schemes have no case (RFC 3986, 3.1).
      if html[place] | 0x20 == marker[0], html[place...].starts(with: marker, by: { Self.lowercase($0) == $1 }) {
        let start = place + marker.count
        let rest = html[start...].prefix(Self.longest + 1)
        let end = rest.firstIndex { !Self.isOfReference($0) } ?? rest.endIndex
        if let url = urls[Array(html[start..<end])] {
          if result.count + url.count + (html.count - end) <= limit {
            result += url
            place = end
            continue
          }
          if excess == .refuses { return nil }
        }
      }
      result.append(html[place])
      place += 1
    }
    return result
  }
}
