internal import ByteStreams
internal import ImageModel
internal import MetadataModel
internal import XMLReading

extension MetadataCollector {
  private static let deepest = 64
  private static let maxNodes = 500_000
  private static let longestText = 64 << 10

  /// Reads what an SVG document says of itself (SVG 2, 5.1, 5.8, 8.2): the attributes of its size, its title and
  /// description, and a packet of XMP. The drawing is not looked at.
  ///
  /// - Throws: `invalidData` for a document without an `svg` element; `unsupported` for one whose document type
  ///   has declarations; `limitExceeded` for one beyond the limit for a
  ///   block of metadata; `io`.
  mutating func readSVG() throws(ImageError) {
    guard source.size <= UInt64(limits.maxMetadataBlockBytes) else {
      throw limits.exceeded(
        "the file has \(source.size) bytes", name: "max-metadata-block-bytes", value: limits.maxMetadataBlockBytes,
        format: "SVG")
    }
    var bytes = try source.bytes(at: 0, count: Int(source.size))
    if let packet = Self.packet(in: bytes) {
      metadata.blocks = [MetadataBlock(.xmp, offset: UInt64(packet.lowerBound), bytes: Array(bytes[packet]))]
    }
    XMLProlog.blankDocumentType(in: &bytes)
    let document = XMLDocument(bytes[...], maxDepth: Self.deepest, maxNodes: Self.maxNodes)
    guard document.stop != .documentType else {
      throw ImageError(.unsupported, "a document type with declarations is not read", format: "SVG")
    }
    let group = try Self.group(document)
    if document.stop != nil { warn("line \(document.stopLine): the document is damaged; what follows is not read") }
    guard detail > .essentials else { return }
    metadata.properties.groups.append(group)
    metadata.properties.groups += groups(of: metadata.blocks)
  }

  /// The attributes of the outermost element, and the texts that belong to it.
  private static func group(_ document: XMLDocument) throws(ImageError) -> PropertyGroup {
    let names = (0..<document.nameCount).map { index in
      let name = document.name(index).string
      return name.hasPrefix("svg:") ? String(name.dropFirst(4)) : name
    }
    guard document.eventCount > 0, case .start(let root, _) = document.event(0), names[root] == "svg" else {
      throw ImageError(.invalidData, "there is no svg element", format: "SVG")
    }
    var group = PropertyGroup("SVG")
    func add(_ name: String, _ text: String) {
      if !text.isEmpty, group[name] == nil { group.properties.append(Property(name, .text(text))) }
    }
    let attributes = [
      "width": "ImageWidth", "height": "ImageHeight", "viewBox": "ViewBox", "version": "SVGVersion",
      "xml:lang": "Language",
    ]
    let texts = ["title": "Title", "desc": "Description"]
    var (depth, open): (Int, String?) = (0, nil)
    var text: [UInt8] = []
    for index in 0..<document.eventCount {
      switch document.event(index) {
      case .start(let name, _):
        depth += 1
        if depth == 2 { (open, text) = (texts[names[name]], []) }
      case .attribute(let name, let value):
        if depth == 1, let own = attributes[names[name]] { add(own, value.string) }
      case .text(let part):
        if open != nil, text.count < longestText { text += part.bytes }
      case .end:
        if depth == 2, let open {
          let words = String(decoding: text, as: UTF8.self).split { $0.isWhitespace }
          add(open, words.joined(separator: " "))
        }
        if depth == 2 { open = nil }
        depth -= 1
      }
    }
    return group
  }

  /// Where a packet of XMP is: `<x:xmpmeta ...>...</x:xmpmeta>`.
  private static func packet(in bytes: [UInt8]) -> Range<Int>? {
    guard let start = XMLProlog.position(of: "<x:xmpmeta", in: bytes[...]),
      let end = XMLProlog.position(of: "</x:xmpmeta>", in: bytes[start...])
    else { return nil }
    return start..<end + "</x:xmpmeta>".utf8.count
  }
}
