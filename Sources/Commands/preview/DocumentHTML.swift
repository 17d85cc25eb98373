internal import ProviderHost
internal import StructuredText

/// The HTML of a provider, made to stand by itself: attachments become `data:` URLs.
struct DocumentHTML {
  private let preview: RenderedPreview

  /// What `data:` URLs may add: a document could name one attachment a million times.
  static let mostInlined = 64 << 20

  init(_ preview: RenderedPreview) { self.preview = preview }

  /// The text as UTF-8; what is none becomes U+FFFD.
  var text: String {
    switch preview.encoding?.lowercased() {
    case "iso-8859-1", "latin1", "windows-1252":
      var text = ""
      for byte in preview.bytes { text.unicodeScalars.append(Unicode.Scalar(byte)) }
      return text
    case "utf-16le", "utf-16be":
      let isBig = preview.encoding?.lowercased() == "utf-16be"
      let units = stride(from: 0, to: preview.bytes.count - 1, by: 2).map { place in
        let (one, other) = (UInt16(preview.bytes[place]), UInt16(preview.bytes[place + 1]))
        return isBig ? one << 8 | other : other << 8 | one
      }
      return String(decoding: units, as: UTF16.self)
    default: return String(decoding: preview.bytes, as: UTF8.self)
    }
  }

  /// The text with the attachments in it. References to what is not there stay.
  var inlined: String {
    guard !preview.attachments.isEmpty else { return text }
    let marker = Array("cid:".utf8)
    // Of two names, one of which begins with the other, the longer one is meant.
    let attachments = preview.attachments.sorted { $0.id.utf8.count > $1.id.utf8.count }
    let urls = attachments.map { Array(Self.url($0).utf8) }
    let source = Array(text.utf8)
    var result: [UInt8] = []
    result.reserveCapacity(source.count)
    var added = 0
    var place = 0
    while place < source.count {
      guard source[place] == marker[0], source[place...].starts(with: marker) else {
        result.append(source[place])
        place += 1
        continue
      }
      let rest = source[(place + marker.count)...]
      if let index = attachments.firstIndex(where: { rest.starts(with: $0.id.utf8) }),
        added + urls[index].count <= Self.mostInlined
      {
        result += urls[index]
        added += urls[index].count
        place += marker.count + attachments[index].id.utf8.count
      } else {
        result += marker
        place += marker.count
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// An iframe in which the document can run nothing, send nothing and reach nothing of the page around it.
  var frame: String {
    // Policies add up: whatever the document says for itself, this one holds, too. A document in `srcdoc` is never in quirks mode.
    let policy = """
      <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline' data:; \
      img-src data:; font-src data:; media-src data:">
      """
    // On paper nothing scrolls: what is too wide breaks its lines.
    let paper = """
      <style>@media print{html,body,div{overflow:visible!important;max-width:100%!important}\
      table{width:100%!important;display:table!important}\
      td,th{white-space:normal!important;overflow-wrap:anywhere!important;max-width:none!important}\
      pre,code{white-space:pre-wrap!important;overflow-wrap:anywhere!important}img,svg{max-width:100%!important}}</style>
      """
    let document = HTMLText.escaped(policy + paper + inlined)
    // Not "lazy": what nobody has scrolled to is printed as well.
    return
      "<iframe sandbox referrerpolicy=\"no-referrer\" style=\"--lines:\(PrintedLength.lines(of: text))\" srcdoc=\"\(document)\">"
      + "</iframe>"
  }

  private static func url(_ attachment: RenderedPreview.Attachment) -> String {
    HTMLText.dataURL(attachment.contentType, attachment.bytes)
  }
}

/// Text in HTML.
enum HTMLText {
  /// With the characters that mean something as references (HTML, 13.1.2); for attributes in double quotation marks, too.
  static func escaped(_ text: some StringProtocol) -> String {
    var result: [UInt8] = []
    result.reserveCapacity(text.utf8.count + text.utf8.count / 8)
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "&"): result += "&amp;".utf8
      case UInt8(ascii: "<"): result += "&lt;".utf8
      case UInt8(ascii: ">"): result += "&gt;".utf8
      case UInt8(ascii: "\""): result += "&quot;".utf8
      case 0x09, 0x0A, 0x0D: result.append(byte)
      case 0..<0x20, 0x7F: result += "\u{FFFD}".utf8
      default: result.append(byte)
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// A `data:` URL (RFC 2397). The MIME type is one that the host has checked.
  static func dataURL(_ contentType: String, _ bytes: [UInt8]) -> String {
    let plain = contentType.utf8.filter { $0 != 0x20 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: ",") }
    return "data:\(String(decoding: plain, as: UTF8.self));base64,\(Base64.text(bytes))"
  }
}
