internal import MetadataModel
internal import ImageModel

/// Sets, adds to, deletes and moves properties of an XMP packet in its text: what is not touched stays byte for byte.
struct XMPRewriter {
  private struct Edit {
    var range: Range<Int>
    var text: String
  }

  private let packet: [UInt8]
  private let outline: XMPOutline
  private var edits: [Edit] = []
  private var inserted = ""
  private var gone: Set<Int> = []
  /// What was done, as reports say it.
  private(set) var changes: [String] = []

  /// - Returns: nil for a packet that cannot be edited safely.
  init?(_ packet: [UInt8]) {
    guard let outline = XMPOutline(packet) else { return nil }
    self.packet = packet
    self.outline = outline
  }

  /// A packet without properties.
  static let empty = Array(
    """
    <?xpacket begin="\u{FEFF}" id="W5M0MpCehiHzreSzNTczkc9d"?>
    <x:xmpmeta xmlns:x="adobe:ns:meta/">
     <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
      <rdf:Description rdf:about="">
      </rdf:Description>
     </rdf:RDF>
    </x:xmpmeta>
    <?xpacket end="w"?>
    """.utf8)

  var isEmpty: Bool { outline.properties.isEmpty && inserted.isEmpty }
  /// Whether a property stays.
  var hasProperties: Bool { outline.properties.indices.contains { !gone.contains($0) } || !inserted.isEmpty }

  func contains(_ name: XMPName) -> Bool { !indices(name).isEmpty }

  private func indices(_ name: XMPName) -> [Int] {
    outline.properties.indices.filter { outline.properties[$0].name == name && !gone.contains($0) }
  }

  private mutating func remove(_ index: Int) {
    if gone.insert(index).inserted { edits.append(Edit(range: outline.properties[index].range, text: "")) }
  }

  /// Deletes properties whose names, with the packet's or the usual prefix, are meant.
  mutating func delete(_ pattern: GlobPattern) {
    for (index, property) in outline.properties.enumerated() where !gone.contains(index) {
      let usual = XMPSchema.namespaces.first { $0.uri == property.name.namespace }.map {
        "\($0.prefix):\(property.name.name)"
      }
      guard pattern.matches(usual ?? property.qualifiedName) else { continue }
      remove(index)
      changes.append("deleted xmp.\(usual ?? property.qualifiedName)")
    }
  }

  mutating func delete(_ name: XMPName) {
    for index in indices(name) { remove(index) }
  }

  mutating func set(_ setting: MetadataEdits.XMPSetting) {
    changes.append("set xmp.\(setting.prefix):\(setting.name.name)")
    let old = indices(setting.name)
    let form = setting.form
    if setting.adds, let index = old.first {
      add(setting.values, to: index, setting)
      return
    }
    if form == .alternatives, old.count == 1, let value = setting.values.first,
      let item = outline.properties[old[0]].values.first(where: { $0.language == "x-default" }),
      outline.properties[old[0]].container == "Alt"
    {
      gone.insert(old[0])
      edits.append(Edit(range: item.range, text: Self.escaped(value)))
      return
    }
    // The other languages stay (XMP specification, part 1, 8.2.2.4: the default stands first).
    if form == .alternatives, old.count == 1, let value = setting.values.first,
      outline.properties[old[0]].container == "Alt", outline.properties[old[0]].itemsEnd != nil,
      let start = outline.properties[old[0]].itemsStart, !outline.properties[old[0]].values.isEmpty
    {
      let rdf = outline.rdfPrefix
      gone.insert(old[0])
      edits.append(
        Edit(
          range: start..<start, text: "<\(rdf):li xml:lang=\"x-default\">\(Self.escaped(value))</\(rdf):li>"))
      return
    }
    for index in old { remove(index) }
    insert(setting, items: setting.values.map { Self.escaped($0) })
  }

  /// Appends items to a list; a plain value becomes the first item of one.
  private mutating func add(_ values: [String], to index: Int, _ setting: MetadataEdits.XMPSetting) {
    let property = outline.properties[index]
    if property.container != nil, let end = property.itemsEnd {
      let items = values.map { "<\(outline.rdfPrefix):li>\(Self.escaped($0))</\(outline.rdfPrefix):li>" }.joined()
      edits.append(Edit(range: end..<end, text: items))
      return
    }
    let old = property.values.map { String(decoding: packet[$0.range], as: UTF8.self) }
    remove(index)
    insert(setting, items: old + values.map { Self.escaped($0) })
  }

  private mutating func insert(_ setting: MetadataEdits.XMPSetting, items: [String]) {
    let name = "\(setting.prefix):\(setting.name.name)"
    let rdf = outline.rdfPrefix
    let declaration =
      outline.namespaces[setting.prefix] == setting.name.namespace
      ? "" : " xmlns:\(setting.prefix)=\"\(setting.name.namespace)\""
    var content = items.first ?? ""
    if let container = setting.form.container {
      let language = setting.form == .alternatives ? " xml:lang=\"x-default\"" : ""
      let list = items.map { "<\(rdf):li\(language)>\($0)</\(rdf):li>" }.joined()
      content = "<\(rdf):\(container)>\(list)</\(rdf):\(container)>"
    }
    inserted += "\n   <\(name)\(declaration)>\(content)</\(name)>"
  }

  /// Moves the dates that say when the picture was taken, made or changed.
  ///
  /// - Returns: the names of those that are not exact enough to be moved.
  mutating func shift(_ shift: DateShift) -> [String] {
    var left: [String] = []
    for (index, property) in outline.properties.enumerated()
    where XMPSchema.clockDates.contains(property.name) && !gone.contains(index) {
      var moved = false
      for value in property.values {
        let text = String(decoding: packet[value.range], as: UTF8.self)
        if let new = DateText(text)?.shifted(by: shift) {
          edits.append(Edit(range: value.range, text: new))
          moved = true
        } else if !text.isEmpty {
          left.append("xmp.\(property.qualifiedName)")
        }
      }
      if moved { changes.append("shifted xmp.\(property.qualifiedName)") }
    }
    return left
  }

  /// Replaces some bytes wherever they stand.
  static func replacing(_ old: [UInt8], with new: [UInt8], in packet: [UInt8]) -> [UInt8] {
    guard let first = old.first, old.count == new.count else { return packet }
    var packet = packet
    var index = 0
    while let hit = packet[index...].firstIndex(of: first) {
      if packet[hit...].starts(with: old) { packet.replaceSubrange(hit..<hit + old.count, with: new) }
      index = hit + 1
    }
    return packet
  }

  private static func escaped(_ text: String) -> String {
    var result = ""
    for character in text.unicodeScalars {
      switch character {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\r": result += "&#xD;"
      default: result.unicodeScalars.append(character)
      }
    }
    return result
  }

  /// The packet with its changes.
  consuming func finish() -> [UInt8] {
    if !inserted.isEmpty, let insertion = outline.insertion {
      switch insertion {
      case .inNode(let place):
        // Before the line of the closing tag.
        var start = place
        while start > 0, [0x20, 0x09].contains(packet[start - 1]) { start -= 1 }
        if start > 0, packet[start - 1] == 0x0A { start -= 1 } else { start = place }
        let isInside = edits.contains { $0.range.lowerBound < start && $0.range.upperBound > start }
        edits.append(Edit(range: (isInside ? place : start)..<(isInside ? place : start), text: inserted))
      case .emptyNode(let name, let end):
        edits.append(Edit(range: end, text: ">" + inserted + "\n  </\(name)>"))
      case .inRDF(let place):
        let rdf = outline.rdfPrefix
        edits.append(
          Edit(
            range: place..<place,
            text: "<\(rdf):Description \(rdf):about=\"\">\(inserted)\n  </\(rdf):Description>\n "))
      case .emptyRDF(let name, let end):
        let rdf = outline.rdfPrefix
        edits.append(
          Edit(
            range: end,
            text: "><\(rdf):Description \(rdf):about=\"\">\(inserted)\n  </\(rdf):Description></\(name)>"))
      }
    }
    var result: [UInt8] = []
    result.reserveCapacity(packet.count + inserted.utf8.count)
    var position = 0
    let sorted = edits.enumerated().sorted {
      ($0.element.range.lowerBound, $0.element.range.upperBound, $0.offset)
        < ($1.element.range.lowerBound, $1.element.range.upperBound, $1.offset)
    }
    for (_, edit) in sorted where edit.range.lowerBound >= position {
      result += packet[position..<edit.range.lowerBound]
      result += edit.text.utf8
      position = edit.range.upperBound
    }
    return result + packet[position...]
  }
}

extension XMPRewriter {
  /// Makes a packet name another extension: `xmpNote:HasExtendedXMP`, as an attribute or an element.
  static func replacingIdentifier(with identifier: String, in packet: [UInt8]) -> [UInt8] {
    guard let outline = XMPOutline(packet),
      let property = outline.properties.first(where: {
        $0.name == XMPName("http://ns.adobe.com/xmp/note/", "HasExtendedXMP")
      }), let value = property.values.first
    else { return packet }
    return packet[..<value.range.lowerBound] + Array(identifier.utf8) + packet[value.range.upperBound...]
  }
}
