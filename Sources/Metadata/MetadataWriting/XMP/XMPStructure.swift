internal import ImageModel
internal import MetadataModel
internal import StructuredText

/// The structures of XMP whose fields can be set one by one, and one such structure of a packet.
struct XMPStructure {
  private static let table: [(name: String, fields: [String])] = [
    (
      "Iptc4xmpCore:CreatorContactInfo",
      [
        "CiAdrCity", "CiAdrCtry", "CiAdrExtadr", "CiAdrPcode", "CiAdrRegion", "CiEmailWork", "CiTelWork", "CiUrlWork",
      ]
    ), ("exif:Flash", ["Fired", "Return", "Mode", "Function", "RedEyeMode"]),
  ]

  /// The setting, without its value, for `Iptc4xmpCore:CreatorContactInfo/CiEmailWork`. Fields have the namespace of
  /// their structure.
  ///
  /// - Throws: `usage` for other names.
  static func setting(_ text: String) throws(ImageError) -> MetadataEdits.XMPSetting {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 2, let row = table.first(where: { $0.name.lowercased() == parts[0].lowercased() }),
      let colon = row.name.firstIndex(of: ":"), case let prefix = String(row.name[..<colon]),
      let uri = XMPSchema.usualNamespaces[prefix]
    else {
      throw ImageError(
        .usage, "xmp.\(text): fields can be set in \(table.map { "xmp." + $0.name }.joined(separator: " and "))")
    }
    // With or without the prefix.
    let wanted = parts[1].split(separator: ":").last.map { $0.lowercased() } ?? ""
    guard let field = row.fields.first(where: { $0.lowercased() == wanted }) else {
      throw ImageError(.usage, "xmp.\(text): fields of \(row.name) are \(row.fields.joined(separator: ", "))")
    }
    var setting = MetadataEdits.XMPSetting(
      name: XMPName(uri, String(row.name[row.name.index(after: colon)...])), prefix: prefix, layout: .simple,
      values: [], adds: false)
    setting.field = field
    return setting
  }

  /// The structure as a node: `<rdf:Description ...>...</rdf:Description>`.
  private(set) var node: String

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
    } else if trimmed.hasPrefix("<rdf:Description"), attributes.trimmed.isEmpty {
      node = trimmed
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
    return true
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

extension StringProtocol {
  /// The text without white space around it.
  var trimmed: String {
    let start = drop { $0.isWhitespace }
    return String(start.reversed().drop { $0.isWhitespace }.reversed())
  }

  /// Where the last occurrence of a text of ASCII begins.
  fileprivate func range(ofLast text: String) -> Index? { ranges(of: text).last?.lowerBound }
}
