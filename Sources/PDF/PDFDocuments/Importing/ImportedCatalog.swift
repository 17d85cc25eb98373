package import ImageModel
package import PDFWriting

/// What the catalog of a new document holds for imported pages besides the page tree: form fields and layers of all files.
///
/// Order of calls: `(adopt -> pages of the importer -> collect)* -> entries`.
package struct ImportedCatalog {
  private var fields: [PDFObject] = []
  private var fieldNames = UniqueNames()
  private var defaults: PDFDictionary = [:]
  private var resources: [String: NamedResources] = [:]
  private var groups: [OptionalContentGroup] = []

  package init() {}

  /// Resources of one kind: of two fonts of the same name the first stays.
  private struct NamedResources {
    private(set) var entries: [(key: String, value: PDFObject)] = []
    private var names: Set<String> = []

    mutating func add(_ more: PDFDictionary) {
      for entry in more.entries where names.insert(entry.key).inserted { entries.append(entry) }
    }
  }

  /// Gives an importer names for its form fields that no other importer has. To be called before its first page.
  package mutating func adopt(_ importer: PDFImporter) throws(ImageError) {
    var renamed: [String: String] = [:]
    for name in try importer.file.fieldNames() {
      let unique = fieldNames.add(name)
      if unique != name { renamed[name] = unique }
    }
    importer.renameField = { renamed[$0] ?? $0 }
  }

  /// Takes up the fields and layers of the pages that an importer has copied. To be called once, after its last page.
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

  /// Entries of the catalog; none where no file has fields or layers.
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
  private static var mostFields: Int { 100_000 }

  /// The names of the form's top-level fields, each once, in their order.
  func fieldNames() throws(ImageError) -> [String] {
    try read { reader throws(ImageError) in
      guard let form = try reader.resolve(try catalog(reader)["AcroForm"]).dictionary else { return [] }
      var names: [String] = []
      var seen: Set<String> = []
      for field in (try reader.resolve(form["Fields"]).array ?? []).prefix(Self.mostFields) {
        guard let name = try reader.resolve(try reader.resolve(field).dictionary?["T"]).text else { continue }
        if seen.insert(name).inserted { names.append(name) }
      }
      return names
    }
  }
}
