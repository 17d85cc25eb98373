internal import ImageModel
internal import MetadataWriting
internal import PDFReading
internal import PDFWriting

/// The description of the only input of a document: its Info dictionary and its XMP packet. The new document keeps
/// them, except for what is set anew.
struct ImportedDescription {
  /// The Info dictionary in the new file.
  let info: PDFDictionary
  private let fileName: String
  private let values: DocumentInfo
  private let packet: [UInt8]?
  /// The standards that the document claims to conform to, such as PDF/A.
  private let claims: [Standard]

  /// A standard for documents, with the namespace of its identification in XMP.
  fileprivate struct Standard {
    var name: String
    var namespace: String
  }

  fileprivate static let standards = [
    Standard(name: "PDF/A", namespace: "http://www.aiim.org/pdfa/ns/id/"),
    Standard(name: "PDF/UA", namespace: "http://www.aiim.org/pdfua/ns/id/"),
    Standard(name: "PDF/X", namespace: "http://www.npes.org/pdfx/ns/id/"),
    Standard(name: "PDF/VT", namespace: "http://www.npes.org/pdfvt/ns/id/"),
    Standard(name: "PDF/E", namespace: "http://www.aiim.org/pdfe/ns/id/"),
  ]
  private static let claimsInInfo = ["GTS_PDFXVersion", "GTS_PDFXConformance"]

  /// The version that the document needs: 1.4 for the first parts of PDF/A and PDF/X, which know no object streams, 2.0
  /// for a document of that version; nil where any will do.
  let version: PDFVersion?

  /// - Throws: the errors of reading.
  init(_ importer: PDFImporter) throws(ImageError) {
    let file = importer.file
    fileName = file.name
    values = try file.information()
    packet = try file.metadataPacket()
    info = try file.read { reader throws(ImageError) in
      guard let info = try reader.resolve(try reader.trailer()["Info"]).dictionary else { return [:] }
      return PDFDictionary(try importer.entries(info, reader))
    }
    let entries = packet.map { XMPEditor.entries($0) } ?? []
    let isX = Self.claimsInInfo.contains { [info] in info[$0] != nil }
    let claimed = Self.claims(in: packet, entries)
    claims = Self.standards.filter { claimed.contains($0.name) || $0.name == "PDF/X" && isX }
    let isFirstPart = entries.contains {
      $0.name == "part" && $0.text == "1" && $0.namespace == Self.standards[0].namespace
    }
    version = isFirstPart || isX && file.version == .v1_4 ? .v1_4 : file.version == .v2_0 ? .v2_0 : nil
  }

  /// The Info dictionary and the XMP packet of the new document, and what it does not keep.
  ///
  /// - Parameters:
  ///   - own: the values that are set anew.
  ///   - version: the version of the new document.
  ///   - isUnchanged: whether the document is the same as in its file, and still conforms to the standards that it
  ///     claims.
  func merged(
    with own: DocumentInfo, version: PDFVersion, isUnchanged: Bool
  ) -> (info: PDFDictionary, packet: [UInt8]?, notes: [Diagnostic]) {
    let hasStructure = self.version == .v1_4 ? !version.hasObjectStreams : version >= self.version ?? .v1_4
    let conforms = isUnchanged && hasStructure
    var notes: [Diagnostic] = []
    var info = info
    for entry in own.dictionary.entries { info[entry.key] = entry.value }
    if !conforms {
      if !claims.isEmpty {
        let names = claims.map(\.name).joined(separator: " and ")
        notes.append(.note("it no longer says that it is \(names): \(isUnchanged ? "its version" : "it") was changed"))
      }
      for key in Self.claimsInInfo { info[key] = nil }
    } else if self.info.isEmpty, version == .v2_0, claims.contains(where: { $0.name == "PDF/A" }) {
      // Forbidden in PDF/A-4 (ISO 19005-4, 6.1.3).
      info = [:]
    }
    let removed = conforms ? [] : Set(claims.map(\.namespace))
    if let packet, let edited = XMPEditor.edited(packet, setting: own.properties, removing: removed) {
      return (info, edited, notes)
    }
    let completed = own.completed(by: values)
    if packet != nil {
      notes.append(.note("the XMP metadata of \(fileName) is not well-formed and is written anew"))
      if conforms, !claims.isEmpty {
        notes.append(.note("it no longer says that it is \(claims.map(\.name).joined(separator: " and "))"))
      }
      // Info and XMP say the same.
      for key in DocumentInfo.keys { info[key] = completed.dictionary[key] }
    }
    return (info, completed.xmpPacket, notes)
  }

  /// The names of the standards that a packet claims to conform to. In a packet that cannot be read, the namespace
  /// counts.
  fileprivate static func claims(in packet: [UInt8]?, _ entries: [XMPEditor.Entry]) -> [String] {
    let text = entries.isEmpty ? packet.map { String(decoding: $0, as: UTF8.self) } : nil
    return standards.filter { standard in
      entries.contains { $0.namespace == standard.namespace } || text?.contains(standard.namespace) == true
    }.map(\.name)
  }
}

/// What the documents say about themselves that become parts of another document, for one note. Each document has a
/// producer of its own.
struct LostDescriptions {
  private var files: [String] = []
  private var keys: Set<String> = []
  private var hasXMP = false
  private var claims: Set<String> = []

  mutating func add(_ file: PDFFile) throws(ImageError) {
    let info = try file.read { reader throws(ImageError) in
      try reader.resolve(try reader.trailer()["Info"]).dictionary?.entries.map(\.key) ?? []
    }.filter { $0 != "Producer" }
    let packet = try file.metadataPacket()
    guard !info.isEmpty || packet != nil else { return }
    files.append(file.name)
    keys.formUnion(info)
    guard let packet else { return }
    hasXMP = true
    claims.formUnion(ImportedDescription.claims(in: packet, XMPEditor.entries(packet)))
  }

  var diagnostics: [Diagnostic] {
    guard let first = files.first else { return [] }
    var parts: [String] = []
    var names = DocumentInfo.keys.filter { keys.contains($0) }
    let others = keys.count - names.count
    if others > 0 { names.append("\(others) other\(others == 1 ? "" : "s")") }
    if !names.isEmpty { parts.append("Info (\(names.joined(separator: ", ")))") }
    if hasXMP { parts.append("XMP metadata") }
    parts += ImportedDescription.standards.filter { claims.contains($0.name) }.map { "the claim to be \($0.name)" }
    let owner = files.count == 1 ? first : "\(files.count) PDFs"
    return [.note("not kept of \(owner): \(parts.joined(separator: ", "))")]
  }
}

extension PDFFile {
  /// The XMP packet of the document (ISO 32000-1, 14.3.2); nil where there is none, or it cannot be decoded.
  func metadataPacket() throws(ImageError) -> [UInt8]? {
    try read { reader throws(ImageError) in
      guard let number = try catalog(reader)["Metadata"]?.reference, try reader.object(number).isStream else {
        return nil
      }
      do throws(ImageError) {
        return withoutControls(try reader.decodedBytes(of: number, limit: limits.maxMemory / 8))
      } catch {
        guard error.kind == .unsupported || error.kind == .invalidData else { throw error }
        lose("XMP metadata, which cannot be decoded")
        return nil
      }
    }
  }
}

extension PDFFile {
  /// A packet without control characters, which XML forbids, except after its end. In UTF-16 and UTF-32, zeros are
  /// parts of characters.
  private func withoutControls(_ packet: [UInt8]) -> [UInt8] {
    let isControl = { (byte: UInt8) in byte < 0x20 && byte != 0x09 && byte != 0x0A && byte != 0x0D }
    guard !packet.prefix(4).contains(where: { $0 == 0 || $0 >= 0xFE }),
      let end = packet.lastIndex(of: UInt8(ascii: ">")), packet[..<end].contains(where: isControl)
    else { return packet }
    note("control characters in its XMP metadata are left out")
    return packet[...end].filter { !isControl($0) }
  }
}

extension DocumentInfo {
  /// The keys of Info that the standard defines (ISO 32000-1, table 317), except the producer and what XMP does not
  /// say.
  fileprivate static let keys = [
    "Title", "Author", "Subject", "Keywords", "Creator", "CreationDate", "ModDate", "Trapped",
  ]

  /// The properties of XMP that say the same (XMP specification, part 2, 3.1; ISO 19005-1, 6.7.3).
  fileprivate var properties: [(name: String, values: [String])] {
    var properties: [(name: String, values: [String])] = []
    func add(_ name: String, _ value: String?) {
      if let value { properties.append((name, [value])) }
    }
    add("dc:title", title)
    add("dc:creator", author)
    add("dc:description", subject)
    if !keywords.isEmpty { properties.append(("dc:subject", keywords)) }
    add("pdf:Keywords", keywords.isEmpty ? nil : keywords.joined(separator: ", "))
    add("pdf:Producer", producer)
    add("xmp:CreatorTool", creator)
    add("xmp:CreateDate", creationDate?.xmpText)
    add("xmp:ModifyDate", modificationDate?.xmpText)
    return properties
  }

  /// These values, with missing ones taken from another document.
  fileprivate func completed(by other: DocumentInfo) -> DocumentInfo {
    var result = self
    result.title = title ?? other.title
    result.author = author ?? other.author
    result.subject = subject ?? other.subject
    if keywords.isEmpty { (result.keywords, result.keywordText) = (other.keywords, other.keywordText) }
    result.creator = creator ?? other.creator
    result.producer = producer ?? other.producer
    result.creationDate = creationDate ?? other.creationDate
    result.modificationDate = modificationDate ?? other.modificationDate
    return result
  }
}
