internal import ImageModel
internal import MetadataModel

/// The names of parts of properties, as `imgmeta` has them (ISO 16684-1, annex C): `plus:Licensor[2]/plus:LicensorURL`,
/// `dc:subject[1]`.
enum XMPPath {
  /// The greatest number of an element.
  private static let mostElements = 1_000
  /// The most fields of a property that are copied: each is a change of its own, which reads the whole packet.
  private static let mostCopiedFields = 120

  /// Whether a name is that of a part, and not that of a property or of its text in a language.
  static func isPath(_ name: String) -> Bool {
    name.contains("/") || selector(of: name).text.map { Int($0) != nil } ?? false
  }

  /// The name and what is in brackets after it; nil without brackets.
  private static func selector(of text: String) -> (name: String, text: String?) {
    guard text.hasSuffix("]"), let bracket = text.firstIndex(of: "[") else { return (text, nil) }
    return (String(text[..<bracket]), String(text[text.index(after: bracket)...].dropLast()))
  }

  /// The setting, without its value, for a path. Prefixes may be left out, and the first structure of a list needs no
  /// number.
  ///
  /// - Returns: the setting, and whether its place holds structures.
  /// - Throws: `usage`.
  static func setting(
    _ text: String
  ) throws(ImageError) -> (setting: MetadataEdits.XMPSetting, isStructure: Bool) {
    var steps: [MetadataEdits.XMPStep] = []
    var language: String?
    var member: XMPSchema.Member?
    let parts = text.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    for (index, part) in parts.enumerated() {
      let (name, selector) = Self.selector(of: part)
      let next = try Self.member(name, in: member, isAlone: parts.count == 1, text)
      member = next
      let isList = next.layout == .bag || next.layout == .seq
      var item: Int? = isList && index < parts.count - 1 ? 0 : nil
      if let selector, next.layout == .alternatives, index == parts.count - 1 {
        guard let given = try? MetadataEdits.language(of: part).language else {
          throw ImageError(.usage, "xmp.\(text): expected a language such as [de], not [\(selector)]")
        }
        language = given
      } else if let selector {
        guard isList else {
          throw ImageError(.usage, "xmp.\(text): \(next.qualifiedName) is not a list, and has no [\(selector)]")
        }
        guard let number = Int(selector), (1...mostElements).contains(number) else {
          throw ImageError(.usage, "xmp.\(text): expected a number from 1 to \(mostElements), not [\(selector)]")
        }
        item = number - 1
      }
      steps.append(MetadataEdits.XMPStep(name: next.name, prefix: next.prefix, layout: next.layout, item: item))
    }
    guard let first = steps.first else { throw ImageError(.usage, "xmp.\(text): expected a property") }
    return (
      MetadataEdits.XMPSetting(
        name: first.name, prefix: first.prefix, layout: first.layout, values: [], adds: false, language: language,
        item: first.item, fields: Array(steps.dropFirst())), member?.fields.isEmpty == false
    )
  }

  /// The member of a structure that a part of a path names.
  ///
  /// - Parameters:
  ///   - owner: nil for a property.
  ///   - isAlone: whether no field follows the property.
  private static func member(
    _ name: String, in owner: XMPSchema.Member?, isAlone: Bool, _ path: String
  ) throws(ImageError) -> XMPSchema.Member {
    let members = owner?.fields ?? XMPSchema.structures
    if let member = members.first(where: { $0.isNamed(name) }) { return member }
    if let owner {
      let names = members.map(\.qualifiedName).joined(separator: ", ")
      throw ImageError(
        .usage, "xmp.\(path): \(owner.qualifiedName) has \(members.isEmpty ? "no fields" : "the fields \(names)")")
    }
    guard isAlone else {
      let names = members.map { "xmp.\($0.qualifiedName)" }.joined(separator: ", ")
      throw ImageError(.usage, "xmp.\(path): fields can be set in \(names)")
    }
    let (full, prefix, layout) = try XMPSchema.property(name)
    guard !XMPSchema.isStructured(full) else {
      throw ImageError(.usage, "xmp.\(path): structures of \(prefix):\(full.name) cannot be changed one by one")
    }
    return XMPSchema.Member(name: full, prefix: prefix, layout: layout, fields: [])
  }

  // MARK: Names

  /// The paths of all texts in structures, with the number 1 in lists of structures.
  static var names: [(name: String, layout: XMPSchema.Layout)] {
    func paths(_ member: XMPSchema.Member, _ path: String) -> [(name: String, layout: XMPSchema.Layout)] {
      let path = path + member.qualifiedName
      if member.fields.isEmpty { return [(path, member.layout)] }
      return member.fields.flatMap { paths($0, path + (member.layout == .simple ? "/" : "[1]/")) }
    }
    return XMPSchema.structures.flatMap { paths($0, "") }
  }

  /// ExifTool's names of the contact's fields.
  private static let contactNames = [
    "CreatorAddress": "CiAdrExtadr", "CreatorCity": "CiAdrCity", "CreatorCountry": "CiAdrCtry",
    "CreatorPostalCode": "CiAdrPcode", "CreatorRegion": "CiAdrRegion", "CreatorWorkEmail": "CiEmailWork",
    "CreatorWorkTelephone": "CiTelWork", "CreatorWorkURL": "CiUrlWork",
  ]

  /// The path for one of ExifTool's names, which say property and field at once, such as `CreatorWorkEmail`,
  /// `LocationShownCity` and `LicensorURL`; nil for others.
  static func named(exifTool name: String) -> String? {
    let wanted = name.lowercased()
    if let field = contactNames.first(where: { $0.key.lowercased() == wanted })?.value {
      return "Iptc4xmpCore:CreatorContactInfo/Iptc4xmpCore:\(field)"
    }
    for property in XMPSchema.structures {
      let begin = property.prefix == "plus" ? "" : property.name.name
      for field in property.fields
      where field.fields.isEmpty && (begin + field.name.name).lowercased() == wanted {
        return "\(property.qualifiedName)/\(field.qualifiedName)"
      }
    }
    return nil
  }

  // MARK: Copies

  /// The texts in the structures of a property, with their paths after its name (`[1]/plus:LicensorURL`), for a file
  /// into which they are copied.
  ///
  /// - Returns: empty if not all of them can be set, or there are very many.
  static func fields(of property: Property) -> [(path: String, text: String)] {
    guard let member = XMPSchema.structures.first(where: { $0.qualifiedName == property.name }) else { return [] }
    var all: [(path: String, text: String)] = []
    return append(property.value, of: member, "", to: &all) && all.count <= mostCopiedFields ? all : []
  }

  /// - Returns: false if the value is not laid out as the schema says.
  private static func append(
    _ value: PropertyValue, of member: XMPSchema.Member, _ path: String, to all: inout [(path: String, text: String)]
  ) -> Bool {
    guard all.count <= mostCopiedFields else { return false }
    switch (member.layout, value) {
    case (.bag, .array(let elements)), (.seq, .array(let elements)):
      var single = member
      single.layout = .simple
      for (index, element) in elements.enumerated() {
        let count = all.count
        // An element without a text would not be made, and the next one would have its number.
        guard append(element, of: single, path + "[\(index + 1)]", to: &all),
          all[count...].contains(where: { !$0.text.isEmpty })
        else { return false }
      }
    case (.alternatives, .structure(let languages)):
      for language in languages {
        guard let text = language.value.text else { return false }
        all.append(("\(path)[\(language.name)]", text))
      }
    case (.simple, .structure(let fields)) where !member.fields.isEmpty:
      for field in fields {
        guard let inner = member.fields.first(where: { $0.qualifiedName == field.name }),
          append(field.value, of: inner, "\(path)/\(field.name)", to: &all)
        else { return false }
      }
    default:
      guard member.layout == .simple, member.fields.isEmpty, let text = value.text else { return false }
      all.append((path, text))
    }
    return true
  }
}
