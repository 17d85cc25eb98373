internal import ProviderHost
internal import StructuredText

/// The HTML of a provider, made to stand by itself: attachments become `data:` URLs.
struct DocumentHTML {
  private let preview: RenderReply

  /// What `data:` URLs may add: a document could name one attachment a million times.
  static let mostInlined = 64 << 20

  init(_ preview: RenderReply) { self.preview = preview }

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

  /// The text with the attachments in it. References to what is not there, or too much, stay.
  var inlined: String {
    guard !preview.attachments.isEmpty else { return text }
    var files = ContentIDs()
    for file in preview.attachments { files.add(file.id, file.contentType, file.bytes) }
    let source = Array(text.utf8)
    let limit = source.count + Self.mostInlined
    return String(decoding: files.inlined(in: source, limit: limit, excess: .staysReference) ?? source, as: UTF8.self)
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
}
