package import ImageModel
package import PDFWriting

/// The catalog entries for imported pages: the form fields and layers of all files.
///
/// Order of calls: `(adopt -> pages of the importer -> collect)* -> entries`.
package struct ImportedCatalog {
  private var fields: [PDFObject] = []
  private var fieldNames = UniqueNames()
  private var defaults: PDFDictionary = [:]
  private var resources: [String: NamedResources] = [:]
  private var groups: [OptionalContentGroup] = []

  package init() {}

  /// Resources of one category. Of two with the same name, the first is kept.
  private struct NamedResources {
    private(set) var entries: [(key: String, value: PDFObject)] = []
    private var names: Set<String> = []

    mutating func add(_ more: PDFDictionary) {
      for entry in more.entries where names.insert(entry.key).inserted { entries.append(entry) }
    }
  }

  /// Assigns unique names to the form fields of an importer. Call it before the first page of the importer.
  package mutating func adopt(_ importer: PDFImporter) throws(ImageError) {
    var renamed: [String: String] = [:]
    for name in try importer.file.fieldNames() {
      let unique = fieldNames.add(name)
      if unique != name { renamed[name] = unique }
    }
    importer.renameField = { renamed[$0] ?? $0 }
  }

  /// Collects the fields and layers of the pages that an importer has copied. Call it once, after the last page.
  package mutating func collect(_ importer: PDFImporter) throws(ImageError) {
    groups += try importer.optionalContentGroups()
    guard let form = try importer.formFields() else { return }
    if case .array(let more)? = form["Fields"] { fields += more }
    for key in ["DA", "Q", "NeedAppearances"] where defaults[key] == nil { defaults[key] = form[key] }
    if case .dictionary(let more)? = form["DR"] {
      for category in more.entries {
        guard case .dictionary(let named) = category.value else { continue }
        resources[category.key, default: NamedResources()].add(named)
      }
    }
  }

  /// The entries of the catalog; empty where no file has fields or layers.
  package var entries: PDFDictionary {
    var entries: PDFDictionary = [:]
    if !fields.isEmpty {
      var form = defaults
      form["Fields"] = .array(fields)
      let sorted = resources.sorted { $0.key < $1.key }
      if !sorted.isEmpty {
        form["DR"] = .dictionary(PDFDictionary(sorted.map { ($0.key, .dictionary(PDFDictionary($0.value.entries))) }))
      }
      entries["AcroForm"] = .dictionary(form)
    }
    if let properties = OptionalContentGroup.properties(of: groups) {
      entries["OCProperties"] = .dictionary(properties)
    }
    return entries
  }
}

extension PDFFile {
  private static var maxFields: Int { 100_000 }

  /// The names of the top-level form fields, each once, in order.
  func fieldNames() throws(ImageError) -> [String] {
    try read { reader throws(ImageError) in
      guard let form = try reader.resolve(try catalog(reader)["AcroForm"]).dictionary else { return [] }
      var names: [String] = []
      var seen: Set<String> = []
      for field in (try reader.resolve(form["Fields"]).array ?? []).prefix(Self.maxFields) {
        guard let name = try reader.resolve(try reader.resolve(field).dictionary?["T"]).text else { continue }
        if seen.insert(name).inserted { names.append(name) }
      }
      return names
    }
  }
}

/// A layer (optional content group), which viewers can show and hide (ISO 32000-1, 8.11).
package struct OptionalContentGroup: Hashable, Sendable {
  package var reference: PDFReference
  /// Whether the layer is shown when the document is opened.
  package var isOn: Bool

  /// The catalog entry /OCProperties for the groups of all files; nil without groups.
  package static func properties(of groups: [OptionalContentGroup]) -> PDFDictionary? {
    guard !groups.isEmpty else { return nil }
    let all = groups.map { PDFObject.reference($0.reference) }
    var configuration: PDFDictionary = ["Order": .array(all)]
    let off = groups.filter { !$0.isOn }.map { PDFObject.reference($0.reference) }
    if !off.isEmpty { configuration["OFF"] = .array(off) }
    return ["OCGs": .array(all), "D": .dictionary(configuration)]
  }
}

extension PDFImporter {
  /// The layers that the imported pages use. Their order and nesting in the list of the file are not kept.
  package func optionalContentGroups() throws(ImageError) -> [OptionalContentGroup] {
    guard !contentGroups.isEmpty else { return [] }
    return try file.read { reader throws(ImageError) in
      let properties = try reader.resolve(try file.catalog(reader)["OCProperties"]).dictionary
      let configuration = try reader.resolve(properties?["D"]).dictionary
      let startsOff = try reader.resolve(configuration?["BaseState"]).name == "OFF"
      let exceptions = try reader.resolve(configuration?[startsOff ? "ON" : "OFF"]).array ?? []
      let numbers = Set(exceptions.compactMap(\.reference))
      return contentGroups.map { group in
        OptionalContentGroup(reference: group.reference, isOn: numbers.contains(group.source) == startsOff)
      }
    }
  }
}
