/// Puts the files that HTML refers to by `cid:` (RFC 2392) into it, as `data:` URLs, so that it is one file.
package struct ContentIDs {
  /// What becomes of a reference whose file would make the result larger than its limit: one file may be named a million times.
  package enum Excess: Sendable {
    /// It stays as it is, as one does whose file is not there.
    case staysReference
    /// There is no result.
    case refuses
  }

  private static let longest = 128
  private var urls: [[UInt8]: [UInt8]] = [:]

  package init() {}

  /// Whether a text can name a file: it stands in a `cid:` URL and in HTML without any escape.
  package static func isIdentifier(_ text: String) -> Bool {
    (1...longest).contains(text.utf8.count) && text.utf8.allSatisfy(isOfIdentifier)
  }

  private static func isOfIdentifier(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: "._-@".utf8.contains(byte)
    }
  }

  /// References go on over what stands in URLs besides: `cid:a%40b` does not mean the file `a`.
  private static func isOfReference(_ byte: UInt8) -> Bool { isOfIdentifier(byte) || "+$%".utf8.contains(byte) }

  /// Of two files with one identifier the first counts.
  package mutating func add(_ id: String, _ contentType: String, _ bytes: [UInt8]) {
    let key = Array(id.utf8)
    if urls[key] == nil { urls[key] = Array(HTMLText.dataURL(contentType, bytes).utf8) }
  }

  /// The HTML with the files in it. It is not parsed: whoever shows it trusts it no more afterwards.
  ///
  /// - Parameter limit: of the result, in bytes, where something is put in.
  /// - Returns: nil where the limit refuses.
  package func inlined(in html: [UInt8], limit: Int, excess: Excess) -> [UInt8]? {
    guard !urls.isEmpty else { return html }
    let marker = Array("cid:".utf8)
    var result: [UInt8] = []
    result.reserveCapacity(html.count)
    var place = 0
    while place < html.count {
      if html[place] == marker[0], html[place...].starts(with: marker) {
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
