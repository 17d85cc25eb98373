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

  /// The text with the attachments in it. References to what is not there, or too much, stay.
  var inlined: String {
    guard !preview.attachments.isEmpty else { return text }
    var files = ContentIDs()
    for file in preview.attachments { files.add(file.id, file.contentType, file.bytes) }
    let source = Array(text.utf8)
    let limit = source.count + Self.mostInlined
    return String(decoding: files.inlined(in: source, limit: limit, excess: .staysReference) ?? source, as: UTF8.self)
  }

  /// An iframe in which the document can run nothing, send nothing and reach nothing of the page around it, and for paper, where it can,
  /// the document without a frame.
  var frame: String {
    // Policies add up: whatever the document says for itself, this one holds, too. A document in `srcdoc` is never in quirks mode.
    let policy = """
      <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline' data:; \
      img-src data:; font-src data:; media-src data:">
      """
    let html = inlined
    let document = HTMLText.escaped(policy + "<style>\(PaperStyle.framed)</style>" + html)
    // Not "lazy": what nobody has scrolled to is printed as well.
    let frame =
      "<iframe sandbox referrerpolicy=\"no-referrer\" style=\"--lines:\(PrintedLength.lines(of: text))\" srcdoc=\"\(document)\">"
      + "</iframe>"
    guard let paper = PaperHTML(html) else { return frame }
    // Of two shadow trees, one in the other, the outer one has our rules: nothing in the inner one gets out of the sheet, or onto the
    // screen. A browser that knows no shadow trees without scripts shows the frame on paper as well.
    return """
      <div><template shadowrootmode="closed"><style>\(Self.sheet)</style><slot></slot>\
      <div class="sheet"><div><template shadowrootmode="closed">\(paper.text)</template></div></div></template>
      \(frame)</div>
      """
  }

  /// Layout containment makes the sheet what `position:fixed` goes by.
  private static let sheet = """
    .sheet{display:none}@media print{slot{display:none}.sheet{display:block;contain:layout;overflow:clip}}
    """
}
