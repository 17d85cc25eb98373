internal import ByteStreams
package import ImageModel
internal import PDFReading
package import PDFWriting

/// The catalog entries for imported pages: the form fields, layers, tags, attached files and output intents of all
/// files; and the other entries of a file that passes through whole.
///
/// Order of calls: `(adopt -> pages of the importer -> collect)* -> entries`.
package struct ImportedCatalog {
  private var fields: [PDFObject] = []
  private var fieldNames = UniqueNames()
  private var calculated: [PDFObject] = []
  /// The number of documents with fields, and of those whose appearances viewers must draw.
  private var (formCount, needyCount) = (0, 0)
  private var formResources = FormResources()
  private var resources: [String: NamedResources] = [:]
  private var groups: [OptionalContentGroup] = []
  let tags = JoinedTags()
  private var attached: [(key: [UInt8], value: PDFObject)] = []
  private var attachedNames = UniqueNames()
  private var associated: [PDFObject] = []
  private var intents: OutputIntents?
  /// The files whose output intents are not those of all pages.
  private var filesWithIntents: [String] = []
  /// The files with buttons that only viewers draw.
  private var filesWithUndrawnButtons: [String] = []
  /// Whether the documents have different output intents, or pages have none.
  package var intentsDiffer = false
  /// The entries of a document that passes through whole.
  private var whole: PDFDictionary = [:]

  package init() {}

  /// Resources of one category. If two have the same name, the first is kept.
  private struct NamedResources {
    private(set) var entries: [(key: String, value: PDFObject)] = []
    private var names: Set<String> = []

    mutating func add(_ more: PDFDictionary) {
      for entry in more.entries where names.insert(entry.key).inserted { entries.append(entry) }
    }
  }

  /// Prepares an importer: assigns unique names to form fields, and positions to tags. Call it before the first page of
  /// the importer.
  ///
  /// - Parameter pages: the indices of the imported pages in their file; nil for all.
  package mutating func adopt(_ importer: PDFImporter, pages: Set<Int>? = nil) throws(ImageError) {
    if importer.isWhole {
      importer.tagPositions = .unchanged
      return
    }
    try tags.adopt(importer, pages: pages)
    var renamed: [String: String] = [:]
    for name in try importer.file.fieldNames() {
      let unique = fieldNames.add(name)
      if unique != name { renamed[name] = unique }
    }
    importer.renameField = { renamed[$0] ?? $0 }
    importer.renamedResources = try formResources.adopt(importer.file)
  }

  /// Collects the parts of the document that do not belong to a page. Call it once, after the last page.
  ///
  /// - Parameter isOnSheets: whether the pages were drawn on sheets.
  package mutating func collectDocument(_ importer: PDFImporter, isOnSheets: Bool = false) throws(ImageError) {
    let files = try importer.attachedFiles()
    for (key, value) in files.named { attach(value, key: key) }
    associated += files.associated
    if importer.isWhole {
      whole = try importer.wholeCatalog()
      return
    }
    try collect(importer)
    try importer.loseWhatIsNotJoined(isOnSheets: isOnSheets)
    guard let more = try importer.outputIntents() else {
      intentsDiffer = true
      return
    }
    if intents == nil { intents = more }
    if intents?.facts != more.facts { intentsDiffer = true }
    filesWithIntents.append(importer.file.name)
  }

  /// What is not kept because it is not true of all pages.
  var diagnostics: [Diagnostic] {
    var notes: [Diagnostic] = []
    if intentsDiffer, let files = Self.summary(filesWithIntents) {
      notes.append(.note("not kept: the output intents of \(files), because other pages have different ones or none"))
    }
    if needyCount < formCount, let files = Self.summary(filesWithUndrawnButtons) {
      notes.append(
        .note("buttons of \(files) may not be shown: their form leaves them to viewers, and other forms do not"))
    }
    return notes
  }

  private static func summary(_ files: [String]) -> String? {
    guard let first = files.first else { return nil }
    return files.count == 1 ? first : "\(first) and \(files.count - 1) more"
  }

  /// The name under which a file will be attached: another one where the name is taken.
  mutating func attachmentName(_ name: String) -> String { attachedNames.add(file: name) }

  /// Attaches a file under a unique name.
  mutating func attach(_ file: PDFObject, name: String) { attached.append((DocumentTrees.key(name), file)) }

  /// Attaches a file of another document, under another name where the name is taken.
  private mutating func attach(_ file: PDFObject, key: [UInt8]) {
    let name = TextString.text(key)
    let unique = attachmentName(name)
    attached.append((unique == name ? key : DocumentTrees.key(unique), file))
  }

  /// Attaches a file that is associated with the document as a whole.
  package mutating func associate(_ file: PDFObject) { associated.append(file) }

  /// Collects the fields, layers and tags of the pages that an importer has copied. Call it once, after the last page.
  package mutating func collect(_ importer: PDFImporter) throws(ImageError) {
    try tags.collect(importer)
    groups += try importer.optionalContentGroups()
    guard let form = try importer.formFields() else { return }
    if case .array(let more)? = form["Fields"] { fields += more }
    if case .array(let more)? = form["CO"] { calculated += more }
    formCount += 1
    if form["NeedAppearances"] != nil { needyCount += 1 }
    if importer.hasUndrawnButtons { filesWithUndrawnButtons.append(importer.file.name) }
    if case .dictionary(let more)? = form["DR"] {
      for category in more.entries {
        guard case .dictionary(let named) = category.value else { continue }
        resources[category.key, default: NamedResources()].add(named)
      }
    }
  }

  /// The entries of the catalog, for which objects are written.
  package func entries(_ writer: PDFWriter) throws(ImageError) -> PDFDictionary {
    var entries = whole
    for entry in try tags.entries(writer).entries { entries[entry.key] = entry.value }
    if !attached.isEmpty {
      var names: PDFDictionary = [:]
      if case .dictionary(let others)? = entries["Names"] { names = others }
      names["EmbeddedFiles"] = try DocumentTrees.names(attached, writer)
      entries["Names"] = .dictionary(names)
    }
    if !associated.isEmpty { entries["AF"] = .array(associated) }
    if let intents, !intentsDiffer { entries["OutputIntents"] = .array(intents.objects) }
    if !fields.isEmpty {
      var form: PDFDictionary = ["Fields": .array(fields)]
      // Viewers would draw the appearances of all fields anew.
      if needyCount == formCount { form["NeedAppearances"] = .boolean(true) }
      if !calculated.isEmpty { form["CO"] = .array(calculated) }
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
    guard !contentGroups.isEmpty, !removal.contains(.layers) else { return [] }
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
