internal import ImageModel
internal import MetadataModel
internal import StructuredText
internal import XMLReading

/// The structures of XMP whose fields can be set one by one, and one such structure of a packet.
struct XMPStructure {
  private struct Kind {
    /// The property: `plus:Licensor`.
    var name: String
    /// The container of a property that holds a list of structures.
    var container: XMPSchema.Layout = .simple
    /// The fields that hold a simple text, with ExifTool's names, which say property and field at once. They have the
    /// namespace of the property.
    var fields: [(name: String, exifTool: String)]

    var bareName: Substring { name.split(separator: ":")[1] }
  }

  /// IPTC Photo Metadata 2021; PLUS LDF 2.0; CIPA DC-010.
  private static let kinds: [Kind] = [
    Kind(
      name: "Iptc4xmpCore:CreatorContactInfo",
      fields: [
        ("CiAdrCity", "CreatorCity"), ("CiAdrCtry", "CreatorCountry"), ("CiAdrExtadr", "CreatorAddress"),
        ("CiAdrPcode", "CreatorPostalCode"), ("CiAdrRegion", "CreatorRegion"), ("CiEmailWork", "CreatorWorkEmail"),
        ("CiTelWork", "CreatorWorkTelephone"), ("CiUrlWork", "CreatorWorkURL"),
      ]),
    Kind(
      name: "exif:Flash", fields: ["Fired", "Return", "Mode", "Function", "RedEyeMode"].map { ($0, "Flash\($0)") }),
    Kind(name: "Iptc4xmpExt:LocationCreated", container: .bag, fields: places.map { ($0, "LocationCreated\($0)") }),
    Kind(name: "Iptc4xmpExt:LocationShown", container: .bag, fields: places.map { ($0, "LocationShown\($0)") }),
    Kind(
      name: "plus:CopyrightOwner", container: .seq,
      fields: ["CopyrightOwnerID", "CopyrightOwnerName"].map { ($0, $0) }),
    Kind(
      name: "plus:ImageCreator", container: .seq, fields: ["ImageCreatorID", "ImageCreatorName"].map { ($0, $0) }),
    Kind(
      name: "plus:Licensor", container: .seq,
      fields: [
        "LicensorCity", "LicensorCountry", "LicensorEmail", "LicensorExtendedAddress", "LicensorID", "LicensorName",
        "LicensorPostalCode", "LicensorRegion", "LicensorStreetAddress", "LicensorTelephone1", "LicensorTelephone2",
        "LicensorURL",
      ].map { ($0, $0) }),
  ]

  private static let places = ["City", "CountryCode", "CountryName", "ProvinceState", "Sublocation", "WorldRegion"]

  /// The greatest number of a structure in a list.
  private static let mostItems = 1_000
  /// The most fields of a property that are copied.
  private static let mostCopiedFields = 120

  /// The names that can be set: `Iptc4xmpCore:CreatorContactInfo/CiEmailWork`, and whether the property is a list.
  static var names: [(name: String, isList: Bool)] {
    kinds.flatMap { kind in kind.fields.map { ("\(kind.name)/\($0.name)", kind.container != .simple) } }
  }

  /// The name with its path for one of ExifTool's names, such as `CreatorWorkEmail`; nil for others.
  static func named(exifTool name: String) -> String? {
    let wanted = name.lowercased()
    for kind in kinds {
      if let field = kind.fields.first(where: { $0.exifTool.lowercased() == wanted }) {
        return "\(kind.name)/\(field.name)"
      }
    }
    return nil
  }

  /// The setting, without its value, for `Iptc4xmpCore:CreatorContactInfo/CiEmailWork` or
  /// `plus:Licensor[2]/plus:LicensorURL`. Property and field may lack their prefix; the first structure of a list needs
  /// no number.
  ///
  /// - Throws: `usage` for other names.
  static func setting(_ text: String) throws(ImageError) -> MetadataEdits.XMPSetting {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    let (property, number) = parts.count == 2 ? item(parts[0]) : (text, nil)
    let wanted = property.lowercased()
    guard parts.count == 2,
      let kind = kinds.first(where: { [$0.name.lowercased(), $0.bareName.lowercased()].contains(wanted) }),
      let prefix = kind.name.split(separator: ":").first.map(String.init), let uri = XMPSchema.usualNamespaces[prefix]
    else {
      throw ImageError(
        .usage, "xmp.\(text): fields can be set in \(kinds.map { "xmp." + $0.name }.joined(separator: ", "))")
    }
    let own = parts[1].split(separator: ":").last.map { $0.lowercased() } ?? ""
    guard let field = kind.fields.first(where: { $0.name.lowercased() == own }) else {
      let names = kind.fields.map(\.name).joined(separator: ", ")
      throw ImageError(.usage, "xmp.\(text): fields of \(kind.name) that can be set are \(names)")
    }
    guard number == nil || kind.container != .simple else {
      throw ImageError(.usage, "xmp.\(text): \(kind.name) is one structure, and not a list of them")
    }
    guard (1...mostItems).contains(number ?? 1) else {
      throw ImageError(.usage, "xmp.\(text): expected a number from 1 to \(mostItems)")
    }
    var setting = MetadataEdits.XMPSetting(
      name: XMPName(uri, String(kind.bareName)), prefix: prefix, layout: kind.container, values: [], adds: false)
    setting.field = field.name
    if kind.container != .simple { setting.item = (number ?? 1) - 1 }
    return setting
  }

  /// The parts of `plus:Licensor[2]`.
  private static func item(_ text: String) -> (name: String, number: Int?) {
    guard text.hasSuffix("]"), let bracket = text.firstIndex(of: "["),
      let number = Int(text[text.index(after: bracket)...].dropLast())
    else { return (text, nil) }
    return (String(text[..<bracket]), number)
  }

  /// The fields of a property, with their paths (`[1]/LicensorURL`), for a file into which they are copied.
  ///
  /// - Returns: empty if not all of them can be set, or there are very many: each is a change of its own, which reads
  ///   the whole packet.
  static func fields(of property: Property) -> [(path: String, text: String)] {
    guard let kind = kinds.first(where: { $0.name == property.name }) else { return [] }
    let values: [PropertyValue]
    if case .array(let items) = property.value { values = items } else { values = [property.value] }
    var all: [(path: String, text: String)] = []
    for (index, value) in values.enumerated() {
      guard case .structure(let fields) = value else { return [] }
      for field in fields {
        let name = field.name.split(separator: ":").last.map(String.init) ?? field.name
        guard kind.fields.contains(where: { $0.name == name }), let text = field.value.text else { return [] }
        guard all.count < mostCopiedFields else { return [] }
        all.append((kind.container == .simple ? "/\(name)" : "[\(index + 1)]/\(name)", text))
      }
    }
    return all
  }

  /// The structure as a node: `<rdf:Description ...>...</rdf:Description>`.
  private(set) var node: String
  /// Whether no field is left after `set`.
  private(set) var isEmpty = false

  /// A structure without fields.
  init() { node = "<rdf:Description/>" }

  /// A structure in one of its three forms (XMP specification, part 1, 7.9.2): with `rdf:parseType="Resource"`, with a
  /// node inside, or with the fields as attributes.
  ///
  /// - Parameter element: the element of the property, from `<` to `>`.
  /// - Returns: nil for an element in another form.
  init?(element: String) {
    guard element.hasPrefix("<"), let end = Self.tagEnd(element) else { return nil }
    var tag = element[element.index(after: element.startIndex)..<end]
    let isEmpty = tag.hasSuffix("/")
    if isEmpty { tag.removeLast() }
    let attributes = tag.drop { !$0.isWhitespace }
    let after = element.index(after: end)
    let inner =
      isEmpty ? "" : element[after...].range(ofLast: "</").map { element[after..<$0] }.map(String.init) ?? ""
    let trimmed = inner.trimmed
    if let type = ["\"", "'"].lazy.compactMap({ attributes.firstRange(of: "rdf:parseType=\($0)Resource\($0)") }).first {
      var others = String(attributes[..<type.lowerBound]) + String(attributes[type.upperBound...])
      while others.last?.isWhitespace ?? false { others.removeLast() }
      node = "<rdf:Description\(others)>\(inner)</rdf:Description>"
    } else if trimmed.isEmpty {
      node = "<rdf:Description\(attributes)/>"
    } else if trimmed.hasPrefix("<rdf:Description"), Self.areDeclarations(attributes) {
      let name = "<rdf:Description"
      node = name + attributes + trimmed.dropFirst(name.count)
    } else {
      return nil
    }
  }

  /// Sets a field, or removes it.
  ///
  /// - Parameter namespaces: those in scope, by prefix.
  /// - Returns: false if the structure cannot be edited safely.
  mutating func set(_ setting: MetadataEdits.XMPSetting, _ namespaces: [String: String]) -> Bool {
    guard let name = setting.field else { return false }
    var scope = namespaces
    scope["rdf"] = XMPSchema.rdf
    scope["xml"] = nil
    let declarations = scope.sorted { $0.key < $1.key }.map { prefix, uri in
      (prefix.isEmpty ? " xmlns" : " xmlns:\(prefix)") + "=\"\(XMLText.escaped(uri))\""
    }
    let open = "<rdf:RDF\(declarations.joined())>"
    guard var editor = XMPEditor(Array("\(open)\(node)</rdf:RDF>".utf8)) else { return false }
    var field = MetadataEdits.XMPSetting(
      name: XMPName(setting.name.namespace, name), prefix: setting.prefix, layout: .simple, values: setting.values,
      adds: false)
    field.removes = false
    if setting.removes { editor.delete(field.name) } else { editor.set(field) }
    let text = String(decoding: editor.finish(), as: UTF8.self)
    guard text.hasPrefix(open), text.hasSuffix("</rdf:RDF>") else { return false }
    node = String(text.dropFirst(open.count).dropLast("</rdf:RDF>".count))
    // What sets a field leaves one.
    isEmpty = setting.removes && XMPEditor(Array(text.utf8))?.outline.properties.isEmpty == true
    return true
  }

  /// Whether the attributes of an element are declarations of namespaces alone.
  private static func areDeclarations(_ attributes: Substring) -> Bool {
    attributes.ranges(of: "=\"").count + attributes.ranges(of: "='").count
      == attributes.ranges(of: "xmlns:").count
  }

  // MARK: Lists

  /// Sets or removes a field of a structure in a list.
  ///
  /// - Parameters:
  ///   - element: the element of the property, from `<` to `>`; nil makes a new list.
  ///   - namespaces: those in scope, by prefix.
  /// - Returns: the new element, or for a new list its content; empty if no structure is left. nil if the list cannot
  ///   be edited safely, or the structure would not follow the last one.
  static func edited(
    list element: String?, _ setting: MetadataEdits.XMPSetting, _ namespaces: [String: String]
  ) -> String? {
    guard let number = setting.item, let container = setting.layout.container else { return nil }
    func item(_ structure: XMPStructure) -> String { "<rdf:li>\(structure.node)</rdf:li>" }
    guard let element else {
      var structure = XMPStructure()
      guard number == 0, structure.set(setting, namespaces) else { return nil }
      return "<rdf:\(container)>\(item(structure))</rdf:\(container)>"
    }
    guard let list = StructureList(element, container, namespaces) else { return nil }
    let bytes = Array(element.utf8)
    func replacing(_ range: Range<Int>, with text: String) -> String {
      String(decoding: bytes[..<range.lowerBound] + text.utf8 + bytes[range.upperBound...], as: UTF8.self)
    }
    guard number < list.items.count else {
      if setting.removes { return element }
      var structure = XMPStructure()
      guard number == list.items.count, structure.set(setting, list.namespaces) else { return nil }
      return replacing(list.end..<list.end, with: item(structure))
    }
    let old = String(decoding: bytes[list.items[number]], as: UTF8.self)
    guard var structure = XMPStructure(element: old), structure.set(setting, list.namespaces) else { return nil }
    guard structure.isEmpty else { return replacing(list.items[number], with: item(structure)) }
    return list.items.count == 1 ? "" : replacing(list.items[number], with: "")
  }

  /// The end of the start tag, at its `>`.
  private static func tagEnd(_ element: String) -> String.Index? {
    var quote: Character?
    for index in element.indices {
      let character = element[index]
      if let open = quote {
        if character == open { quote = nil }
      } else if character == "\"" || character == "'" {
        quote = character
      } else if character == ">" {
        return index
      }
    }
    return nil
  }
}

/// Where the structures of a list are in the bytes of its property's element.
private struct StructureList {
  private(set) var items: [Range<Int>] = []
  /// The end tag of the container.
  private(set) var end = 0
  /// Those in scope within the list, by prefix.
  private(set) var namespaces: [String: String]

  /// - Returns: nil for an element with something else than the container and its items.
  init?(_ element: String, _ container: String, _ outer: [String: String]) {
    let document = XMLDocument(Array(element.utf8)[...], maxDepth: 100, maxNodes: 100_000)
    guard document.stop == nil else { return nil }
    namespaces = outer
    var (depth, start, startEnd) = (0, 0, 0)
    for index in 0..<document.eventCount {
      let tag = document.tag(index)
      switch document.event(index) {
      case .start(let place, _):
        depth += 1
        let name = document.name(place).string
        if depth == 2, name != "rdf:\(container)" || end > 0 { return nil }
        if depth == 3 {
          guard name == "rdf:li" else { return nil }
          (start, startEnd) = (tag.lowerBound, tag.upperBound)
        }
      case .attribute(let place, let value):
        guard depth < 3 else { continue }
        let name = document.name(place).string
        guard name.hasPrefix("xmlns:") else { return nil }
        namespaces[String(name.dropFirst(6))] = value.string
      case .text: continue
      case .end:
        if depth == 3 { items.append(start..<(tag.isEmpty ? startEnd : tag.upperBound)) }
        if depth == 2 {
          // An empty-element tag has no place for items.
          guard !tag.isEmpty else { return nil }
          end = tag.lowerBound
        }
        depth -= 1
      }
    }
    guard end > 0 else { return nil }
  }
}

extension StringProtocol {
  /// The text without white space around it.
  var trimmed: String {
    let start = drop { $0.isWhitespace }
    return String(start.reversed().drop { $0.isWhitespace }.reversed())
  }

  /// Where the last occurrence of a text of ASCII begins.
  fileprivate func range(ofLast text: String) -> Index? { ranges(of: text).last?.lowerBound }
}
