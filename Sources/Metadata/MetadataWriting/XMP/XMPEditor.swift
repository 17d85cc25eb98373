package import ImageModel
internal import MetadataModel
internal import StructuredText
internal import XMLReading

/// Edits an XMP packet as text: what is not touched stays as it is, byte for byte. A packet in UTF-16 or UTF-32 becomes
/// UTF-8 when something changes.
///
/// `edited` makes changes by kind of metadata, at any depth of the packet. An editor deletes, sets and moves single
/// properties.
package struct XMPEditor {
  /// Changes by kind of metadata.
  package struct Changes: Hashable, Sendable {
    /// The new value of every orientation that the packet has.
    package var orientation: Orientation?
    package var removesLocation = false
    package var removesThumbnails = false
    package var removesSerialNumbers = false
    /// Removes the pointer to an extended part that is left out.
    package var removesExtension = false
    /// What happens to the picture; nil if it stays as it is.
    package var picture: PictureChange?
    /// The parts of the file that go, and whose descriptions go with them.
    package var lost: LostParts = []

    package init() {}

    var isEmpty: Bool { self == Changes() }
    var isAboutPicture: Bool { picture != nil || !lost.isEmpty }
    /// Whether nothing but the picture and its parts is a reason to change the packet.
    var isOnlyAboutPicture: Bool {
      var others = self
      (others.picture, others.lost) = (nil, [])
      return others.isEmpty
    }
  }

  /// A packet with changes by kind.
  struct Revised {
    var packet: [UInt8]
    /// The properties that may name a place and stay, if places are removed.
    var possiblePlaces: [String] = []
    /// What goes because the picture changes.
    var left = XMPPictureRevision.Left()
  }

  /// The packet with changes by kind.
  ///
  /// - Returns: nil for a packet that cannot be edited safely: not Unicode, not well-formed, with a document type, or
  ///   nested too deeply. A packet needs no RDF for this.
  package static func edited(_ packet: [UInt8], _ changes: Changes) -> [UInt8]? { revised(packet, changes)?.packet }

  /// As `edited`, with what there is to tell about it.
  static func revised(_ packet: [UInt8], _ changes: Changes) -> Revised? {
    if changes.isEmpty { return Revised(packet: packet) }
    let text = text(of: packet)
    guard let outline = XMPOutline(text, changes) else { return nil }
    let picture = XMPPictureRevision(text, outline.tree, changes)
    let edits = outline.edits + picture.edits
    return Revised(
      packet: edits.isEmpty ? packet : applying(edits, to: text), possiblePlaces: outline.possiblePlaces,
      left: picture.left)
  }

  /// A packet without properties.
  static let emptyPacket = Array(
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

  let outline: XMPOutline
  private let original: [UInt8]
  /// The text that is edited: all ranges of `outline` are ranges of it.
  let packet: [UInt8]
  private var edits: [XMPOutline.Edit] = []
  /// New properties, as XML.
  private var inserted = ""
  /// The properties, by their index in `outline`, that are removed or set.
  private var done: Set<Int> = []
  /// The changes, in the words of reports.
  private(set) var changes: [String] = []
  /// The names of what could not be changed: parts of unusual structures and lists, items of lists with qualifiers.
  private(set) var unchanged: [String] = []

  /// - Returns: nil for a packet that cannot be edited safely, and for one without RDF that is not empty.
  init?(_ packet: [UInt8]) {
    let text = Self.text(of: packet)
    guard let outline = XMPOutline(text), outline.insertion != nil else { return nil }
    original = packet
    self.packet = text
    self.outline = outline
  }

  /// The packet in UTF-8 and without padding.
  static func text(of packet: [UInt8]) -> [UInt8] {
    guard let encoding = XMLEncoding(packet) else { return withoutPadding(packet) }
    let (text, isDamaged) = encoding.utf8(packet)
    if isDamaged { return packet }
    // A declaration names the old encoding. XML in UTF-8 needs none.
    guard text.starts(with: "<?xml ".utf8), let end = text.firstIndex(of: UInt8(ascii: ">")) else {
      return withoutPadding(text)
    }
    return withoutPadding(Array(text[(end + 1)...].drop { $0 <= 0x20 }))
  }

  /// The packet without the NUL bytes after it, and white space between them: some writers, Apple's among them, pad
  /// with them, and XML forbids them.
  ///
  /// In UTF-16 and UTF-32 NUL bytes are parts of characters.
  static func withoutPadding(_ packet: [UInt8]) -> [UInt8] {
    guard !packet.prefix(4).contains(0), packet.first != 0xFE, packet.first != 0xFF else { return packet }
    let end = packet.lastIndex { $0 > 0x20 }.map { $0 + 1 } ?? 0
    return packet[end...].contains(0) ? Array(packet[..<end]) : packet
  }

  /// The packet with the properties that describe parts of the file, and no others; nil where there are none.
  static func describingParts(_ packet: [UInt8]) -> [UInt8]? {
    guard var editor = XMPEditor(packet) else { return nil }
    func describesPart(_ name: XMPName) -> Bool {
      if case .part? = PictureDescription(name) { true } else { false }
    }
    let names = Set(editor.outline.properties.map(\.name))
    guard names.contains(where: describesPart) else { return nil }
    for name in names where !describesPart(name) { editor.delete(name) }
    return editor.finish()
  }

  func contains(_ name: XMPName) -> Bool { !indices(name).isEmpty }

  private func indices(_ name: XMPName) -> [Int] {
    outline.properties.indices.filter { outline.properties[$0].name == name && !done.contains($0) }
  }

  // MARK: Edits

  /// Deletes the properties whose names match. Names have the usual prefix, else the packet's.
  mutating func delete(_ pattern: GlobPattern) {
    for (index, property) in outline.properties.enumerated() where !done.contains(index) {
      let usual = XMPSchema.usualPrefixes[property.name.namespace].map { "\($0):\(property.name.name)" }
      guard pattern.matches(usual ?? property.qualifiedName) else { continue }
      remove(index)
      changes.append("deleted xmp.\(usual ?? property.qualifiedName)")
    }
  }

  mutating func delete(_ name: XMPName) {
    for index in indices(name) { remove(index) }
  }

  private mutating func remove(_ index: Int) {
    if done.insert(index).inserted { replace(outline.properties[index].range, with: "") }
  }

  private mutating func replace(_ range: Range<Int>, with text: String) {
    edits.append(XMPOutline.Edit(range: range, text: text))
  }

  mutating func set(_ setting: MetadataEdits.XMPSetting) {
    let old = indices(setting.name)
    if setting.isPart { return setPart(setting, old.first) }
    if let language = setting.language { return set(setting, in: language, old.first) }
    if setting.removes {
      return setting.values.isEmpty ? delete(setting.name) : removeValues(of: setting, from: old.first)
    }
    if setting.adds, let index = old.first { return add(setting.values, to: index, setting) }
    changes.append("set xmp.\(setting.prefix):\(setting.name.name)")
    if setting.layout == .alternatives, old.count == 1, let value = setting.values.first,
      setDefault(value, of: old[0])
    {
      return
    }
    for index in old { remove(index) }
    insert(setting, items: setting.values.map { item($0, setting) })
  }

  /// An item of a list: its language, and its text as XML.
  private typealias Item = (language: String?, text: String)

  private func item(_ value: String, _ setting: MetadataEdits.XMPSetting) -> Item {
    (setting.layout == .alternatives ? "x-default" : nil, XMLText.escapedContent(value))
  }

  /// The texts that a property has now.
  private func items(of index: Int) -> [Item] {
    outline.properties[index].values.map { ($0.language, String(decoding: packet[$0.range], as: UTF8.self)) }
  }

  /// Whether the items of a list are texts, and so all of them are known: some may have qualifiers.
  private func hasOnlyTexts(_ index: Int) -> Bool {
    let property = outline.properties[index]
    guard property.container != nil else { return true }
    let items = String(decoding: packet[property.range], as: UTF8.self).ranges(of: "<\(rdf("li"))")
    return items.count == property.values.count
  }

  /// Sets or removes the text in a language. Other languages stay. The first text is the default one, too (XMP
  /// specification, part 1, 8.2.2.4).
  private mutating func set(_ setting: MetadataEdits.XMPSetting, in language: String, _ index: Int?) {
    let name = "xmp.\(setting.prefix):\(setting.name.name)[\(language)]"
    if let index, !hasOnlyTexts(index) { return unchanged.append(name) }
    var items = index.map { self.items(of: $0) } ?? []
    func isMeant(_ item: Item) -> Bool { item.language?.lowercased() == language.lowercased() }
    if setting.removes {
      guard let index, items.contains(where: isMeant) else { return }
      changes.append("deleted \(name)")
      items.removeAll(where: isMeant)
      remove(index)
      if !items.isEmpty { insert(setting, items: items) }
      return
    }
    changes.append("set \(name)")
    let text = setting.values.first.map { XMLText.escapedContent($0) } ?? ""
    if let index, outline.properties[index].container == "Alt" {
      if let value = outline.properties[index].values.first(where: { isMeant(($0.language, "")) }) {
        done.insert(index)
        return replace(value.range, with: text)
      }
    } else {
      // A text without a language becomes the default one.
      items = items.prefix(1).map { ("x-default", $0.text) }
    }
    if items.isEmpty, language.lowercased() != "x-default" { items.append(("x-default", text)) }
    if let index { remove(index) }
    insert(setting, items: items + [(language, text)])
  }

  /// Sets or removes an element of a list, or a field of a structure. `unchanged` gets the name of one that cannot be
  /// changed.
  private mutating func setPart(_ setting: MetadataEdits.XMPSetting, _ index: Int?) {
    if index == nil, setting.removes { return }
    let name = "xmp.\(setting.path)"
    guard outline.rdfPrefix == "rdf" else { return unchanged.append(name) }
    guard let index else {
      guard let content = XMPStructure.content(setting, outline.namespaces) else { return unchanged.append(name) }
      changes.append("set \(name)")
      var whole = setting
      whole.layout = .simple
      return insert(whole, items: [(nil, content)])
    }
    let property = outline.properties[index]
    let element = String(decoding: packet[property.range], as: UTF8.self).trimmed
    guard let new = XMPStructure.edited(element, setting, outline.namespaces(around: property)) else {
      return unchanged.append(name)
    }
    if new == element { return }
    changes.append(setting.removes ? "deleted \(name)" : "set \(name)")
    done.insert(index)
    replace(property.range, with: new.isEmpty ? "" : "\n   \(new)")
  }

  /// Removes values from a list; the list goes with its last value.
  private mutating func removeValues(of setting: MetadataEdits.XMPSetting, from index: Int?) {
    guard let index else { return }
    guard hasOnlyTexts(index) else { return unchanged.append("xmp.\(setting.prefix):\(setting.name.name)") }
    let items = self.items(of: index)
    let kept = items.filter { !setting.values.contains(Self.plain($0.text)) }
    guard kept.count < items.count else { return }
    changes.append("removed from xmp.\(setting.prefix):\(setting.name.name)")
    remove(index)
    if !kept.isEmpty { insert(setting, items: kept) }
  }

  /// What a text of XML means: without references to characters and sections of CDATA (XML 1.0, 2.7 and 4.1).
  private static func plain(_ text: String) -> String {
    guard text.contains("&") || text.contains("<") else { return text }
    let document = XMLDocument(Array("<a>\(text)</a>".utf8)[...], maxDepth: 8, maxNodes: 1_000)
    var plain: [UInt8] = []
    for index in 0..<document.eventCount {
      if case .text(let part) = document.event(index) { plain += part.bytes }
    }
    return String(decoding: plain, as: UTF8.self)
  }

  /// Sets the default among texts in several languages. The other languages stay.
  ///
  /// - Returns: false if the property is not such a list.
  private mutating func setDefault(_ value: String, of index: Int) -> Bool {
    let property = outline.properties[index]
    guard property.container == "Alt" else { return false }
    if let item = property.values.first(where: { $0.language == "x-default" }) {
      replace(item.range, with: XMLText.escapedContent(value))
    } else if property.itemsEnd != nil, let start = property.itemsStart, !property.values.isEmpty {
      // The default comes first (XMP specification, part 1, 8.2.2.4).
      let li = rdf("li")
      replace(start..<start, with: "<\(li) xml:lang=\"x-default\">\(XMLText.escapedContent(value))</\(li)>")
    } else {
      return false
    }
    done.insert(index)
    return true
  }

  /// Appends items to a list. A simple value becomes the first item of a list.
  private mutating func add(_ values: [String], to index: Int, _ setting: MetadataEdits.XMPSetting) {
    let property = outline.properties[index]
    let old = self.items(of: index)
    var known = Set(old.map { Self.plain($0.text) })
    let items = values.filter { known.insert($0).inserted }.map { item($0, setting) }
    guard !items.isEmpty else { return }
    changes.append("set xmp.\(setting.prefix):\(setting.name.name)")
    if property.container != nil, let end = property.itemsEnd {
      let li = rdf("li")
      return replace(end..<end, with: items.map { "<\(li)>\($0.text)</\(li)>" }.joined())
    }
    remove(index)
    insert(setting, items: old + items)
  }

  private mutating func insert(_ setting: MetadataEdits.XMPSetting, items: [Item]) {
    let name = "\(setting.prefix):\(setting.name.name)"
    let isDeclared = outline.namespaces[setting.prefix] == setting.name.namespace
    let declaration = isDeclared ? "" : " xmlns:\(setting.prefix)=\"\(setting.name.namespace)\""
    var content = items.first?.text ?? ""
    if let container = setting.layout.container.map({ rdf($0) }) {
      let li = rdf("li")
      let list = items.map { item in
        let language = item.language.map { " xml:lang=\"\(XMLText.escaped($0))\"" } ?? ""
        return "<\(li)\(language)>\(item.text)</\(li)>"
      }.joined()
      content = "<\(container)>\(list)</\(container)>"
    }
    inserted += "\n   <\(name)\(declaration)>\(content)</\(name)>"
  }

  /// Moves the dates when the picture was taken, made or changed.
  ///
  /// - Returns: the names of the dates that are not exact enough to be moved.
  mutating func shift(_ shift: DateShift) -> [String] {
    var unmoved: [String] = []
    for (index, property) in outline.properties.enumerated()
    where XMPSchema.clockDates.contains(property.name) && !done.contains(index) {
      var isMoved = false
      for value in property.values {
        let text = String(decoding: packet[value.range], as: UTF8.self)
        if let new = DateText(text)?.shifted(by: shift) {
          replace(value.range, with: new)
          isMoved = true
        } else if !text.isEmpty {
          unmoved.append("xmp.\(property.qualifiedName)")
        }
      }
      if isMoved { changes.append("shifted xmp.\(property.qualifiedName)") }
    }
    return unmoved
  }

  /// Sets a property, if the packet has it as simple text.
  mutating func replaceText(of name: XMPName, with text: String) {
    if let value = indices(name).first.flatMap({ outline.properties[$0].values.first }) {
      replace(value.range, with: XMLText.escapedContent(text))
    }
  }

  // MARK: The result

  /// The packet with its edits.
  consuming func finish() -> [UInt8] {
    insertNew()
    return edits.isEmpty ? original : Self.applying(edits, to: packet)
  }

  private mutating func insertNew() {
    guard !inserted.isEmpty, let insertion = outline.insertion else { return }
    let description = rdf("Description")
    // In a default namespace there is no prefix for the attribute; it may be left out (RDF 1.1 XML Syntax, 2.2).
    let about = outline.rdfPrefix.isEmpty ? "" : " \(rdf("about"))=\"\""
    switch insertion {
    case .inNode(let place):
      // Before the line of the end tag.
      var start = place
      while start > 0, [0x20, 0x09].contains(packet[start - 1]) { start -= 1 }
      if start > 0, packet[start - 1] == 0x0A { start -= 1 } else { start = place }
      if edits.contains(where: { $0.range.lowerBound < start && $0.range.upperBound > start }) { start = place }
      replace(start..<start, with: inserted)
    case .emptyNode(let name, let end): replace(end, with: ">\(inserted)\n  </\(name)>")
    case .inRDF(let place):
      replace(place..<place, with: "<\(description)\(about)>\(inserted)\n  </\(description)>\n ")
    case .emptyRDF(let name, let end):
      replace(end, with: "><\(description)\(about)>\(inserted)\n  </\(description)></\(name)>")
    case .emptyMeta(let name, let end):
      let open = "<\(rdf("RDF")) xmlns:rdf=\"\(XMPSchema.rdf)\">"
      replace(
        end,
        with: ">\n \(open)\n  <\(description)\(about)>\(inserted)\n  </\(description)>\n </\(rdf("RDF"))>\n</\(name)>")
    }
  }

  private func rdf(_ name: String) -> String { outline.rdfPrefix.isEmpty ? name : "\(outline.rdfPrefix):\(name)" }

  /// The packet with edits in any order. Of two that overlap, the one that begins first wins.
  private static func applying(_ edits: [XMPOutline.Edit], to packet: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(packet.count)
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
