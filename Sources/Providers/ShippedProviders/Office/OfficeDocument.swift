internal import ByteStreams
internal import ProviderKit
internal import ProviderProtocol
internal import ProviderSupport

/// An Office document: what is found in its archive without reading all of it. A flat OpenDocument file is XML without
/// an archive.
struct OfficeDocument {
  enum Form {
    case text, sheet, slides
  }

  /// Text taken out of the document.
  struct Extract {
    var form: Form
    var text = OfficeText()
    /// The name of the sheet whose cells these are.
    var sheetName: String?
    /// Visible sheets that the preview leaves out.
    var otherSheetCount = 0
    /// Whether there are sheets, and none of them is visible.
    var hidesAllSheets = false
    /// The damage that may have cost text.
    var damage: ProviderError?

    /// The warnings of a reply.
    var warnings: [String] { damage.map { ["\($0.message); text may be missing"] } ?? [] }
  }

  /// The picture of its first page that the document contains: a PNG or JPEG file.
  private(set) var picture: [UInt8]?
  private let archive: DocumentArchive
  /// The bytes of a flat OpenDocument file, which is one XML file (OpenDocument 1.3, part 3, 3.1.2).
  private let flat: (bytes: [UInt8], isCut: Bool)?
  /// The part with the text. In Office Open XML the relationships name it. Empty for a flat file.
  private let mainPart: String
  private let isOpenDocument: Bool
  private let hasManifest: Bool

  private static let relationships = "_rels/.rels"
  private static let thumbnail = "thumbnails/thumbnail.png"
  private static let manifest = "meta-inf/manifest.xml"
  private static let pictureBytes = 8 << 20
  /// The most bytes read of one part. A text document is one part, as long as a book.
  private static let partBytes = 8 << 20
  private static let maxSlides = 100
  /// The most sheets that are read to find one with cells. Each of them costs a walk through the archive, and may have
  /// `partBytes` bytes.
  private static let maxSheets = 5

  /// A document; nil for one of Office 97, a compound file that only LibreOffice reads.
  ///
  /// - Throws: `corruptInput`, `passwordRequired`, `limitExceeded`.
  static func opened(_ path: String, _ contentType: String) throws -> OfficeDocument? {
    let beginning = try DocumentFile.beginning(of: path, atMost: directoryBytes).bytes
    guard beginning.starts(with: compoundFile) else { return try OfficeDocument(path: path, beginning: beginning) }
    let isOld =
      !contentType.hasPrefix("org.openxmlformats.")
      && !beginning.contains(Array("EncryptedPackage".utf16.flatMap { [UInt8(truncatingIfNeeded: $0), 0] }))
    if isOld { return nil }
    throw DocumentArchive.locked
  }

  /// - Parameter beginning: its first bytes.
  /// - Throws: `corruptInput`, `limitExceeded`.
  private init(path: String, beginning: [UInt8]) throws {
    archive = DocumentArchive(path: path, kind: "an Office document")
    // XML, perhaps after a byte order mark.
    if beginning.prefix(4).contains(UInt8(ascii: "<")) {
      let (bytes, isWhole) = try DocumentFile.beginning(of: path, atMost: Self.partBytes)
      flat = (bytes, !isWhole)
      (mainPart, isOpenDocument, hasManifest) = ("", true, false)
      return
    }
    flat = nil
    let parts = try archive.parts(
      [Self.relationships, Self.thumbnail, Self.manifest], atMost: Self.pictureBytes)
    hasManifest = parts[Self.manifest] != nil
    if let relationships = parts[Self.relationships] {
      let targets = try Relationships(relationships.bytes, base: "")
      isOpenDocument = false
      mainPart = targets.first("/officeDocument") ?? "word/document.xml"
      // Types are addresses that end in the name of the relationship (ECMA-376, part 2, annex E; part 1, 15.2.16).
      if let name = targets.first("/metadata/thumbnail") {
        picture = Self.picture(try archive.parts([name], atMost: Self.pictureBytes)[name])
      }
    } else {
      isOpenDocument = true
      mainPart = "content.xml"
      let manifest = parts[Self.manifest].map { String(decoding: $0.bytes, as: UTF8.self) }
      // OpenDocument 1.3, part 2, 4.8.4: each encrypted part has this element.
      if manifest?.contains("encryption-data") ?? false { throw DocumentArchive.locked }
      picture = Self.picture(parts[Self.thumbnail])
    }
  }

  /// How a compound file begins ([MS-CFB], 2.2). Encrypted documents of Office Open XML are such files ([MS-OFFCRYPTO],
  /// 2.3).
  private static let compoundFile: [UInt8] = [0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1]
  /// Where the type database also looks for the directory of a compound file.
  private static let directoryBytes = 16_896

  /// The bytes of a part that is a picture that browsers show. Metafiles of Windows are not.
  private static func picture(_ part: DocumentArchive.Part?) -> [UInt8]? {
    guard let part, !part.isCut, pictureType(part.bytes) != nil else { return nil }
    return part.bytes
  }

  /// The MIME type of a picture.
  static func pictureType(_ bytes: [UInt8]) -> String? {
    if bytes.starts(with: [0xFF, 0xD8, 0xFF]) { return "image/jpeg" }
    return bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) ? "image/png" : nil
  }

  /// The title of a flat file, which LibreOffice does not write into its PDF (OpenDocument 1.3, part 3, 4.3.2);
  /// nil for another document, and where there is none.
  var flatTitle: String? {
    guard let flat else { return nil }
    var (open, title) = ([String](), "")
    try? DocumentXML(flat.bytes).walk(skipping: ["settings", "styles", "body"]) { event, _ in
      switch event {
      case .start(let name): open.append(name)
      case .text(let text): if open == ["document", "meta", "title"], title.utf8.count < 4_096 { title += text }
      case .end: open.removeLast()
      }
      return true
    }
    return title.isEmpty ? nil : title
  }

  // MARK: Text

  /// The text of the document; of a spreadsheet, the cells of its first visible sheet that has any.
  ///
  /// - Parameter firstPage: whether one slide of a presentation will do.
  /// - Throws: `corruptInput` where there is none and the document is damaged; as `init`.
  func extract(firstPage: Bool) throws -> Extract {
    // Binary workbooks ([MS-XLSB]) are Excel sheets whose parts are not XML.
    if mainPart.hasSuffix(".bin") { throw ProviderError(.unsupportedType, "binary workbooks cannot be shown") }
    let part = try mainContent()
    let xml = DocumentXML(part.bytes)
    let damage = Self.damage(of: xml, in: mainPart, isCut: part.isCut)
    guard let root = xml.root else {
      throw damage ?? DocumentArchive.damaged("the part \(DocumentArchive.shown(mainPart)) is empty")
    }
    if flat != nil, root != "document" {
      throw ProviderError(.corruptInput, "the file is not an Office document: it is other XML")
    }
    var extract: Extract
    if isOpenDocument {
      extract = try openDocument(xml, firstPage: firstPage)
    } else {
      switch root {
      case "workbook": extract = try sheet(xml)
      case "presentation": extract = try slides(xml, firstPage: firstPage)
      default: extract = Extract(form: .text, text: try OfficeText(wordOrSlide: xml))
      }
    }
    // Content that was cut here is not damaged.
    extract.text.isCut = extract.text.isCut || part.isCut
    extract.damage = damage ?? extract.damage
    if extract.text.isEmpty, let damage = extract.damage { throw damage }
    return extract
  }

  private func mainContent() throws -> (bytes: [UInt8], isCut: Bool) {
    if let flat { return flat }
    let parts = try archive.parts([mainPart], atMost: Self.partBytes)
    guard let part = parts[mainPart] else {
      // An archive of neither kind.
      let isOther = isOpenDocument && !hasManifest
      throw parts.lack(of: isOther ? Self.relationships : mainPart)
    }
    return (part.bytes, part.isCut)
  }

  private static func damage(of xml: DocumentXML, in name: String, isCut: Bool) -> ProviderError? {
    guard !isCut, let damage = xml.damage else { return nil }
    return DocumentArchive.damaged(name.isEmpty ? damage : "\(DocumentArchive.shown(name)), \(damage)")
  }

  private func openDocument(_ xml: DocumentXML, firstPage: Bool) throws -> Extract {
    // The element in office:body says what the document is (OpenDocument 1.3, part 3, 3.3).
    var (form, isInBody) = (Form.text, false)
    try xml.walk(skipping: ["automatic-styles", "font-face-decls"]) { event, _ in
      guard case .start(let name) = event else { return true }
      if isInBody {
        form = name == "spreadsheet" ? .sheet : ["presentation", "drawing"].contains(name) ? .slides : .text
      }
      defer { isInBody = name == "body" }
      return !isInBody
    }
    switch form {
    case .sheet:
      let sheet = try OfficeText.sheet(openDocument: xml)
      return Extract(
        form: .sheet, text: sheet.text, sheetName: sheet.name, otherSheetCount: sheet.otherCount,
        hidesAllSheets: sheet.areAllHidden)
    case .slides: return Extract(form: .slides, text: try OfficeText(openDocument: xml, onePage: firstPage))
    case .text: return Extract(form: .text, text: try OfficeText(openDocument: xml, onePage: false))
    }
  }

  /// The cells of the first visible sheet that has any.
  private func sheet(_ workbook: DocumentXML) throws -> Extract {
    var sheets: [(name: String, id: String, isHidden: Bool)] = []
    var formats = OfficeNumberFormats()
    var has1904Dates = false
    try workbook.walk { event, attributes in
      switch event {
      case .start("workbookPr"): has1904Dates = ["1", "true"].contains(attributes["date1904"])
      case .start("sheet"):
        // ECMA-376, part 1, 18.18.68.
        let isHidden = ["hidden", "veryHidden"].contains(attributes["state"])
        sheets.append((attributes["name"] ?? "", attributes["r:id"] ?? "", isHidden))
      default: break
      }
      return true
    }
    if sheets.isEmpty { sheets = [("", "", false)] }
    sheets.removeAll(where: \.isHidden)
    guard !sheets.isEmpty else { return Extract(form: .sheet, hidesAllSheets: true) }
    let targets = try relationships(of: mainPart)
    let strings = targets.first("/sharedStrings") ?? "xl/sharedstrings.xml"
    let styles = targets.first("/styles") ?? "xl/styles.xml"
    let common = try archive.parts([strings, styles], atMost: Self.partBytes)
    var extract = Extract(form: .sheet)
    var shared: [String] = []
    if let part = common[strings] {
      let xml = DocumentXML(part.bytes)
      shared = try OfficeText.sharedStrings(xml)
      extract.damage = Self.damage(of: xml, in: strings, isCut: part.isCut)
    } else if common.damage != nil {
      extract.damage = common.lack(of: strings)
    }
    if let part = common[styles] {
      let xml = DocumentXML(part.bytes)
      formats = try OfficeNumberFormats(styles: xml)
      extract.damage = extract.damage ?? Self.damage(of: xml, in: styles, isCut: part.isCut)
    } else if common.damage != nil {
      extract.damage = extract.damage ?? common.lack(of: styles)
    }
    formats.has1904Dates = has1904Dates
    var isCut = common[strings]?.isCut ?? false || common[styles]?.isCut ?? false
    for sheet in sheets.prefix(Self.maxSheets) {
      let name = targets.target(sheet.id) ?? "xl/worksheets/sheet1.xml"
      let parts = try archive.parts([name], atMost: Self.partBytes)
      guard let part = parts[name] else {
        extract.damage = extract.damage ?? parts.lack(of: name)
        continue
      }
      let xml = DocumentXML(part.bytes)
      extract.text = try OfficeText(worksheet: xml, shared: shared, formats: formats)
      isCut = isCut || extract.text.isCut || part.isCut
      extract.damage = extract.damage ?? Self.damage(of: xml, in: name, isCut: part.isCut)
      guard extract.text.isEmpty else {
        (extract.sheetName, extract.otherSheetCount) = (sheet.name.isEmpty ? nil : sheet.name, sheets.count - 1)
        break
      }
    }
    let hasMoreSheets = extract.text.isEmpty && sheets.count > Self.maxSheets
    extract.text.isCut = isCut || hasMoreSheets
    return extract
  }

  /// The text of all slides, or of the first one that has any.
  private func slides(_ presentation: DocumentXML, firstPage: Bool) throws -> Extract {
    let targets = try relationships(of: mainPart)
    let ids = try ids(of: "sldId", in: presentation)
    var names = ids.compactMap { targets.target($0) }
    if names.isEmpty { names = ["ppt/slides/slide1.xml"] }
    let shown = names.prefix(firstPage ? 3 : Self.maxSlides)
    let parts = try archive.parts(Set(shown), atMost: Self.partBytes / 8)
    var (texts, extract) = ([String](), Extract(form: .slides))
    extract.text.isCut = shown.count < names.count
    for name in shown {
      guard let part = parts[name] else {
        // A presentation without slides names none, and is not damaged.
        if !ids.isEmpty || parts.damage != nil { extract.damage = extract.damage ?? parts.lack(of: name) }
        continue
      }
      extract.text.slideCount += 1
      let xml = DocumentXML(part.bytes)
      let text = try OfficeText(wordOrSlide: xml)
      extract.text.isCut = extract.text.isCut || text.isCut || part.isCut
      extract.damage = extract.damage ?? Self.damage(of: xml, in: name, isCut: part.isCut)
      if text.text.isEmpty { continue }
      texts.append(text.text)
      if firstPage { break }
    }
    extract.text.text = texts.joined(separator: "\n\n")
    return extract
  }

  private func relationships(of part: String) throws -> Relationships {
    let (folder, name) = PathText.split(part)
    let base = folder == "." ? "" : folder + "/"
    let list = "\(base)_rels/\(name).rels"
    return try Relationships(try archive.parts([list], atMost: Self.partBytes)[list]?.bytes ?? [], base: base)
  }

  /// The relationships that elements of a name refer to, in their order.
  private func ids(of element: String, in xml: DocumentXML) throws -> [String] {
    var ids: [String] = []
    try xml.walk { event, attributes in
      // `r:id`. The attribute `id` without a prefix, a number, does not belong to a relationship.
      if case .start(element) = event, let id = attributes["r:id"] { ids.append(id) }
      return ids.count <= Self.maxSlides
    }
    return ids
  }
}

/// The locations of the parts that a part of a document of Office Open XML refers to (ECMA-376, part 2, 8.2).
private struct Relationships {
  private var entries: [(id: String, type: String, target: String)] = []
  private static let most = 5_000

  /// - Parameters:
  ///   - bytes: of the list of relationships.
  ///   - base: the folder of the part that refers to others, with a slash at its end; empty for the document itself.
  init(_ bytes: [UInt8], base: String) throws {
    try DocumentXML(bytes).walk { event, attributes in
      if case .start("Relationship") = event, attributes["TargetMode"] != "External", let id = attributes["Id"],
        let type = attributes["Type"], let target = attributes["Target"]
      {
        entries.append((id, type, Self.resolved(target, base)))
      }
      return entries.count < Self.most
    }
  }

  /// The name of a part in the archive, in lower case.
  private static func resolved(_ target: String, _ base: String) -> String {
    let path = target.hasPrefix("/") ? target : base + target
    var steps: [Substring] = []
    for step in path.split(separator: "/") {
      if step == ".." { _ = steps.popLast() } else if step != "." { steps.append(step) }
    }
    return steps.joined(separator: "/").lowercased()
  }

  /// The first target whose relationship is of a type.
  func first(_ suffix: String) -> String? { entries.first { $0.type.hasSuffix(suffix) }?.target }

  func target(_ id: String) -> String? { entries.first { $0.id == id }?.target }
}
