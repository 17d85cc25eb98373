internal import ByteStreams
internal import ImageModel
internal import MetadataModel
internal import PDFReading

/// What a PDF document says of itself, as groups of properties (docs/metadata.md lists them).
struct PDFDescription {
  let document: PDFObjects
  let limits: Limits
  private(set) var diagnostics: [Diagnostic] = []
  /// The XMP of the document.
  private(set) var metadataBlocks: [MetadataBlock] = []
  private var main = PropertyGroup("PDF")
  private var information = PropertyGroup("Info")
  private var lists: [PropertyGroup] = []

  init(_ document: PDFObjects, limits: Limits) {
    (self.document, self.limits) = (document, limits)
  }

  /// All groups that are not empty, the main one first.
  var groups: [PropertyGroup] { ([main, information] + lists).filter { !$0.properties.isEmpty } }

  /// - Throws: `io`.
  mutating func read() throws(ImageError) {
    addEncryption()
    guard document.encryption?.isOpen ?? true else {
      add("Version", .text(document.headerVersion))
      let needs = document.encryption?.isSupported ?? false ? "and needs a password" : "in a way that is not read here"
      diagnostics.append(.warning("it is encrypted \(needs); only its encryption is described"))
      return
    }
    let catalog = try document.catalog ?? FileDictionary()
    try attempt("its description") { it throws(ImageError) in try it.addCatalog(catalog) }
    try attempt("the Info dictionary") { it throws(ImageError) in try it.addInformation() }
    try attempt("its XMP") { it throws(ImageError) in try it.addMetadata(catalog) }
    var pages: PDFPageSurvey?
    try attempt("its pages") { it throws(ImageError) in
      var survey = PDFPageSurvey(try PageTree(catalog: catalog, it.document), it.document)
      try survey.read()
      it.diagnostics += survey.warnings.map { .warning($0) }
      it.main.properties += survey.properties
      pages = survey
    }
    if let pages {
      try attempt("its fonts") { it throws(ImageError) in
        it.addList("Fonts", "FontCount", try PDFFontList.properties(pages.resources.fonts, it.document))
      }
      try attempt("its pictures") { it throws(ImageError) in
        it.addList("Pictures", "PictureCount", try PDFPictureList.properties(pages.resources.pictures, it.document))
      }
    }
    try attempt("its attachments") { it throws(ImageError) in
      it.addList("Attachments", "AttachmentCount", try PDFAttachmentList.properties(catalog, it.document))
    }
    try attempt("its form") { it throws(ImageError) in
      let form = try PDFFieldList(catalog, it.document, pages: pages?.pages)
      it.addList("Fields", "FieldCount", form.properties)
      if form.isCut { it.diagnostics.append(.warning("its fields have too long values; not all are shown")) }
      var signatures = PDFSignatureList(it.document)
      it.addList("Signatures", "SignatureCount", try signatures.properties(form.signatures))
      it.diagnostics += signatures.warnings.map { .warning($0) }
    }
  }

  /// Reads one part. Damage of it is a warning.
  private mutating func attempt(
    _ part: String, _ body: (inout PDFDescription) throws(ImageError) -> Void
  ) throws(ImageError) {
    do throws(ImageError) {
      try body(&self)
    } catch {
      guard error.kind != .io else { throw error }
      diagnostics.append(.warning("\(part): \(error.reason)"))
    }
  }

  private mutating func add(_ name: String, _ value: PropertyValue, readable: String? = nil) {
    main.properties.append(Property(name, value, readable: readable))
  }

  private mutating func addList(_ name: String, _ count: String, _ properties: [Property]) {
    add(count, .integer(Int64(properties.count)))
    guard properties.count > Self.maxListed else { return lists.append(PropertyGroup(name, properties)) }
    diagnostics.append(.note("of \(properties.count) \(name.lowercased()) the first \(Self.maxListed) are listed"))
    lists.append(PropertyGroup(name, Array(properties.prefix(Self.maxListed))))
  }

  private static let maxListed = 10_000

  // MARK: The document

  private mutating func addEncryption() {
    guard let encryption = document.encryption else { return }
    add("Encryption", .text(encryption.name))
    if encryption.isSupported { add("NeedsPassword", .boolean(!encryption.isOpen)) }
    let permitted = Self.permissions.filter { $0.isGranted { encryption.permissions & (1 << ($0 - 1)) != 0 } }
    add("Permissions", .array(permitted.map { .text($0.name) }), readable: permitted.isEmpty ? "none" : nil)
  }

  /// The permissions by the names of `mkpdf --permissions`. The bits of /P count from 1 (ISO 32000-2, table 22).
  private static let permissions: [(name: String, isGranted: @Sendable ((Int32) -> Bool) -> Bool)] = [
    ("print", { $0(3) && $0(12) }), ("print-low", { $0(3) }), ("copy", { $0(5) }), ("modify", { $0(4) }),
    ("assemble", { $0(4) || $0(11) }), ("annotate", { $0(6) }), ("forms", { $0(6) || $0(9) }),
    ("accessibility", { $0(5) || $0(10) }),
  ]

  private mutating func addCatalog(_ catalog: FileDictionary) throws(ImageError) {
    // An update may raise the version (7.7.2).
    let version = try document.resolve(catalog["Version"]).name
    add("Version", .text([document.headerVersion, version ?? ""].max { Self.order($0) < Self.order($1) } ?? ""))
    if let identifier = try document.resolve(document.trailer["ID"]).array {
      var parts: [PropertyValue] = []
      for part in identifier.prefix(2) {
        parts.append(.text(Self.hexadecimal(try document.resolve(part).string ?? [])))
      }
      add("ID", .array(parts))
    }
    if document.isLinearized { add("IsLinearized", .boolean(true)) }
    if document.updateCount > 0 { add("UpdateCount", .integer(Int64(document.updateCount))) }
    if let language = try document.resolve(catalog["Lang"]).text, !language.isEmpty { add("Language", .text(language)) }
    let marks = try document.dictionary(catalog["MarkInfo"])
    add("IsTagged", .boolean(try document.resolve(marks?["Marked"]).boolean ?? false))
    for key in ["PageMode", "PageLayout"] {
      if let name = try document.resolve(catalog[key]).name { add(key, .text(name)) }
    }
    if let form = try document.dictionary(catalog["AcroForm"]) {
      add("Form", .text(form["XFA"] == nil ? "AcroForm" : "XFA"))
    }
    if catalog["Outlines"] != nil { add("HasOutline", .boolean(true)) }
    let names = try document.dictionary(catalog["Names"])
    let opening = try document.dictionary(catalog["OpenAction"])
    if names?["JavaScript"] != nil || opening?["S"]?.name == "JavaScript" { add("HasScripts", .boolean(true)) }
    if let layers = try document.resolve(try document.dictionary(catalog["OCProperties"])?["OCGs"]).array {
      add("LayerCount", .integer(Int64(layers.count)))
    }
    let intents = try document.resolve(catalog["OutputIntents"]).array ?? []
    var conditions: [PropertyValue] = []
    for intent in intents.prefix(16) {
      let intent = try document.dictionary(intent)
      let name = try document.resolve(intent?["OutputConditionIdentifier"] ?? intent?["OutputCondition"]).text
      if let name { conditions.append(.text(name)) }
    }
    if !conditions.isEmpty { add("OutputIntents", .array(conditions)) }
  }

  /// 1.10 would come after 1.9.
  private static func order(_ version: String) -> Int {
    let parts = version.split(separator: ".").map { Int($0) ?? 0 }
    return (parts.first ?? 0) * 1_000 + min(parts.dropFirst().first ?? 0, 999)
  }

  static func hexadecimal(_ bytes: [UInt8]) -> String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  private mutating func addInformation() throws(ImageError) {
    guard let info = try document.dictionary(document.trailer["Info"]) else { return }
    for entry in info.entries.prefix(1_000) {
      switch try document.resolve(entry.value) {
      case .string(let bytes):
        let text = String(TextString.text(bytes).filter { $0 != "\0" })
        let isDate = entry.key == "CreationDate" || entry.key == "ModDate"
        information.properties.append(Property(entry.key, .text(isDate ? PDFDateText.text(text) : text)))
      case .name(let name): information.properties.append(Property(entry.key, .text(name)))
      case .integer(let value): information.properties.append(Property(entry.key, .integer(Int64(value))))
      case .boolean(let value): information.properties.append(Property(entry.key, .boolean(value)))
      default: continue
      }
    }
  }

  private mutating func addMetadata(_ catalog: FileDictionary) throws(ImageError) {
    guard let number = catalog["Metadata"]?.reference, let range = try document.dataRange(of: number),
      let bytes = try document.content(of: number)
    else { return }
    metadataBlocks = [MetadataBlock(.xmp, offset: range.lowerBound, bytes: bytes)]
  }

  /// Adds the standards that the document claims to follow, from its XMP and, for PDF/X, from Info. Nothing is checked.
  mutating func addConformance(_ xmp: PropertyGroup?) {
    func text(_ name: String) -> String? { xmp?[name].map(\.plainText) }
    var claims: [String] = []
    if let part = text("pdfaid:part") {
      claims.append("PDF/A-\(part)\((text("pdfaid:conformance") ?? "").lowercased())")
    }
    if let part = text("pdfuaid:part") { claims.append("PDF/UA-\(part)") }
    let exchange = text("pdfxid:GTS_PDFXVersion") ?? information["GTS_PDFXVersion"]?.text
    if let exchange { claims.append(exchange) }
    if let variable = text("pdfvtid:GTS_PDFVTVersion") { claims.append(variable) }
    if let engineering = text("pdfe:ISO_PDFEVersion") { claims.append(engineering) }
    if let invoice = text("fx:ConformanceLevel") { claims.append("Factur-X \(invoice)") }
    guard !claims.isEmpty else { return }
    main.properties.insert(
      Property("Conformance", .array(claims.map { .text($0) })), at: min(1, main.properties.count))
  }
}

/// Dates of PDF (ISO 32000-1, 7.9.4).
enum PDFDateText {
  /// `2024-01-31T23:59:59+01:00` for `D:20240131235959+01'00'`, with as many parts as the date has; another text as it
  /// is.
  static func text(_ date: String) -> String {
    var digits = Array(date.utf8)
    if digits.starts(with: Array("D:".utf8)) { digits.removeFirst(2) }
    let count = digits.prefix { (0x30...0x39).contains($0) }.count
    guard [4, 6, 8, 10, 12, 14].contains(count) else { return date }
    func part(_ start: Int, _ length: Int) -> String { String(decoding: digits[start..<start + length], as: UTF8.self) }
    var text = part(0, 4)
    for (index, mark) in ["-", "-", "T", ":", ":"].enumerated() where count >= 6 + index * 2 {
      text += mark + part(4 + index * 2, 2)
    }
    // ISO 8601 has no hour without minutes.
    if count == 10 { text += ":00" }
    guard count >= 10, count < digits.count else { return text }
    let zone = digits[count...].filter { (0x30...0x39).contains($0) }
    switch digits[count] {
    case UInt8(ascii: "Z"): return text + "Z"
    case UInt8(ascii: "+"), UInt8(ascii: "-"):
      guard zone.count >= 2 else { return text }
      let minutes = zone.count >= 4 ? Array(zone[2..<4]) : Array("00".utf8)
      return text + String(decoding: [digits[count]] + zone[..<2] + [UInt8(ascii: ":")] + minutes, as: UTF8.self)
    default: return text
    }
  }
}
