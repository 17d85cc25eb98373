/// Style sheets of documents on paper, in a shadow tree.
enum PaperStyle {
  /// Classes of what stands for `html` and `body`.
  static let (root, body) = ("cameo-html", "cameo-body")

  /// As at the beginning of a document: what surrounds the shadow tree is not inherited.
  static let initial = ":host{all:initial;display:block}.\(body){margin:8px}"

  /// On paper nothing scrolls: what is too wide breaks its lines.
  static let final = scoped(rules)

  /// The same for a document in a frame.
  static let framed = "@media print{\(rules)}"

  private static let rules = """
    html,body,div{overflow:visible!important;max-width:100%!important}\
    table{width:100%!important;display:table!important}\
    td,th{white-space:normal!important;overflow-wrap:anywhere!important;max-width:none!important}\
    pre,code{white-space:pre-wrap!important;overflow-wrap:anywhere!important}img,svg{max-width:100%!important}
    """

  /// A style sheet with the classes in place of `html`, `:root` and `body` in its selectors. Where one is spelt in another way, its rule
  /// meets nothing.
  static func scoped(_ sheet: String) -> String {
    var result: [UInt8] = []
    result.reserveCapacity(sheet.utf8.count + 256)
    /// Since the last brace or semicolon: a selector, if it ends with an opening brace.
    var segment: [UInt8] = []
    for byte in sheet.utf8 {
      switch byte {
      case UInt8(ascii: "{"):
        result += renamed(segment)
        segment = []
        result.append(byte)
      case UInt8(ascii: "}"), UInt8(ascii: ";"):
        result += segment
        segment = []
        result.append(byte)
      default: segment.append(byte)
      }
    }
    return String(decoding: result + segment, as: UTF8.self)
  }

  private static func renamed(_ selectors: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    var place = 0
    while place < selectors.count {
      let start = place
      while place < selectors.count, isOfName(selectors[place]) { place += 1 }
      guard place > start else {
        result.append(selectors[place])
        place += 1
        continue
      }
      let word = selectors[start..<place]
      let before = start > 0 ? selectors[start - 1] : UInt8(ascii: " ")
      let isElement = !".#:[=\"'@\\".utf8.contains(before)
      switch String(decoding: word, as: UTF8.self).lowercased() {
      case "html" where isElement: result += ".\(root)".utf8
      case "body" where isElement: result += ".\(body)".utf8
      case "root" where before == UInt8(ascii: ":"):
        result.removeLast()
        result += ".\(root)".utf8
      default: result += word
      }
    }
    return result
  }

  private static func isOfName(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), 0x80...0xFF:
      true
    default: false
    }
  }
}
