package import ByteStreams
internal import Compression
package import ImageModel

/// Writes a PDF file sequentially. Each object is written once and then forgotten.
///
/// Order of calls: `(reserve | write | add | writeStream | addStream | addShared | addPage)* -> finish`. Numbers may be
/// reserved in advance, so that objects can refer to later ones. The sink is only appended to, and read back only to
/// compare images. In memory are eight bytes for each object, the open nodes of the page tree, and the current object
/// stream. The file does not depend on the time or on random numbers: equal calls give equal bytes.
package final class PDFWriter {
  package struct Options: Sendable {
    package var version: PDFVersion
    /// Whether small objects are deflated together; needs version 1.5.
    package var usesObjectStreams: Bool

    package init(version: PDFVersion = .v1_7, usesObjectStreams: Bool = true) {
      self.version = version
      self.usesObjectStreams = usesObjectStreams
    }
  }

  package private(set) var options: Options
  let output: OutputBuffer
  private var references = CrossReferences()
  private var pending = ObjectStream()
  private var pages = PageTreeWriter()
  private var shared = SharedContents()
  /// Whether the content of a stream is being written. Nothing else may be written meanwhile.
  private var isInStream = false

  /// Begins a file. The header is written with the first object.
  package init(to sink: any ByteSink, _ options: Options = Options()) {
    self.options = options
    output = OutputBuffer(sink)
  }

  private var usesObjectStreams: Bool { options.usesObjectStreams && options.version.hasObjectStreams }

  /// Changes the version of the file. Only before anything is written.
  package func setVersion(_ version: PDFVersion) {
    if output.position == 0, pending.count == 0 { options.version = version }
  }

  /// The number of pages so far.
  package var pageCount: Int { pages.pageCount }

  /// The number of bytes so far.
  package var byteCount: UInt64 { max(output.position, UInt64(header.count)) }

  /// The first line, and four bytes outside ASCII, which mark the file as binary for transfer programs (ISO 32000-1,
  /// 7.5.2).
  private var header: [UInt8] {
    Array("%PDF-\(options.version.rawValue)\n%".utf8) + [0xE2, 0xE3, 0xCF, 0xD3, 0x0A]
  }

  // MARK: Objects

  /// Reserves the number of an object that is written later. An object that is never written reads as null.
  package func reserve() -> PDFReference { PDFReference(references.reserve()) }

  /// Writes an object under its number.
  ///
  /// - Throws: `io`.
  package func write(_ object: PDFObject, as reference: PDFReference) throws(ImageError) {
    guard usesObjectStreams else {
      var bytes = try beginObject(reference)
      PDFSyntax.append(object, to: &bytes)
      bytes += Array("\nendobj\n".utf8)
      return try output.append(bytes)
    }
    let index = pending.append(object, number: reference.number)
    if index == 0 { pendingStream = reserve() }
    references[reference.number] = .compressed(stream: pendingStream.number, index: index)
    // While a stream is open, the object stream waits. It may become longer than usual, but never too long for its
    // index.
    if pending.isFull, !isInStream { try flushObjects() }
  }

  /// Writes an object under a new number.
  package func add(_ object: PDFObject) throws(ImageError) -> PDFReference {
    let reference = reserve()
    try write(object, as: reference)
    return reference
  }

  /// The number of the object stream that `pending` becomes.
  private var pendingStream = PDFReference(0)

  private func flushObjects() throws(ImageError) {
    guard pending.count > 0 else { return }
    let (dictionary, content) = try pending.encoded()
    pending = ObjectStream()
    try writeStream(dictionary, [.bytes(content)], as: pendingStream)
  }

  private func beginObject(_ reference: PDFReference) throws(ImageError) -> [UInt8] {
    guard !isInStream else { throw ImageError(.usage, "an object is written inside a stream") }
    if output.position == 0 { try output.append(header) }
    references[reference.number] = .offset(output.position)
    return Array("\(reference.number) 0 obj\n".utf8)
  }

  // MARK: Streams

  /// Writes a stream object.
  ///
  /// - Parameters:
  ///   - dictionary: all entries but /Length.
  ///   - pieces: the content one after the other, in the form that the dictionary's filters say.
  package func writeStream(
    _ dictionary: PDFDictionary, _ pieces: [PDFStreamPiece], as reference: PDFReference
  ) throws(ImageError) {
    let length = pieces.reduce(0) { $0 + $1.count }
    try beginStream(dictionary, length: .integer(Int(clamping: length)), as: reference)
    for piece in pieces {
      switch piece {
      case .bytes(let bytes): try output.append(bytes)
      case .range(let source, let range): try output.append(source, range)
      }
    }
    try endStream()
  }

  /// Writes a stream object under a new number.
  package func addStream(
    _ dictionary: PDFDictionary, _ pieces: [PDFStreamPiece]
  ) throws(ImageError) -> PDFReference {
    let reference = reserve()
    try writeStream(dictionary, pieces, as: reference)
    return reference
  }

  /// Writes a stream object whose content is produced and deflated while it is written.
  ///
  /// - Parameters:
  ///   - dictionary: all entries but /Length and /Filter.
  ///   - level: the compression level, 0...9.
  ///   - body: appends the content. Meanwhile it may reserve numbers and write objects, but no other stream.
  /// - Returns: the number of bytes of the content in the file.
  @discardableResult
  package func writeStream(
    _ dictionary: PDFDictionary, as reference: PDFReference, level: Int = 6,
    _ body: (PDFStreamBody) throws(ImageError) -> Void
  ) throws(ImageError) -> UInt64 {
    var dictionary = dictionary
    dictionary["Filter"] = .name("FlateDecode")
    let stream = try PDFStreamBody(self, dictionary, reference, level: level)
    try body(stream)
    try stream.finish()
    return stream.byteCount
  }

  /// Writes a content stream, unless an equal one was written before.
  ///
  /// - Parameters:
  ///   - dictionary: all entries but /Length and /Filter.
  ///   - content: the operators. They are deflated where that is shorter.
  package func addShared(_ dictionary: PDFDictionary, content: [UInt8]) throws(ImageError) -> PDFReference {
    if let earlier = shared.reference(for: dictionary, content) { return earlier }
    var (whole, stored) = (dictionary, content)
    if content.count > 48 {
      let deflated = try Zlib.deflate(content, level: 9)
      // The entry /Filter/FlateDecode takes 19 bytes.
      if deflated.count + 19 < content.count {
        stored = deflated
        whole["Filter"] = .name("FlateDecode")
      }
    }
    let reference = try addStream(whole, [.bytes(stored)])
    shared.insert(reference, for: dictionary, content)
    return reference
  }

  func beginStream(
    _ dictionary: PDFDictionary, length: PDFObject, as reference: PDFReference
  ) throws(ImageError) {
    var bytes = try beginObject(reference)
    var dictionary = dictionary
    dictionary["Length"] = length
    PDFSyntax.append(dictionary, to: &bytes)
    bytes += Array("stream\n".utf8)
    try output.append(bytes)
    isInStream = true
  }

  func continueStream(_ bytes: UnsafeRawBufferPointer) throws(ImageError) { try output.append(bytes) }

  func endStream() throws(ImageError) {
    isInStream = false
    try output.append("\nendstream\nendobj\n")
    if pending.isFull { try flushObjects() }
  }

  // MARK: Pages

  /// Appends a page.
  ///
  /// - Parameters:
  ///   - page: the dictionary of the page without /Type and /Parent.
  ///   - reference: the reserved number, where other objects refer to the page.
  package func addPage(
    _ page: PDFDictionary, as reference: PDFReference? = nil
  ) throws(ImageError) -> PDFReference {
    let reference = reference ?? reserve()
    let (parent, full) = pages.add(reference, reserve)
    for node in full { try write(.dictionary(node.dictionary), as: node.reference) }
    var page = page
    page["Type"] = .name("Page")
    page["Parent"] = .reference(parent)
    try write(.dictionary(page), as: reference)
    return reference
  }

  // MARK: The end

  /// Ends the file. Nothing may be written afterwards.
  ///
  /// - Parameters:
  ///   - catalog: the entries of the catalog except /Type and /Pages.
  ///   - info: the document information. It is written as XMP, too.
  package func finish(catalog: PDFDictionary = [:], info: DocumentInfo = DocumentInfo()) throws(ImageError) {
    try finish(catalog: catalog, info: info.dictionary, packet: info.xmpPacket)
  }

  /// Ends the file. Nothing may be written afterwards.
  ///
  /// - Parameters:
  ///   - catalog: the entries of the catalog except /Type and /Pages.
  ///   - info: the Info dictionary; empty for none.
  ///   - packet: the XMP packet; nil for none.
  package func finish(catalog: PDFDictionary, info: PDFDictionary, packet: [UInt8]?) throws(ImageError) {
    let (root, nodes) = pages.finish(reserve)
    for node in nodes { try write(.dictionary(node.dictionary), as: node.reference) }
    var catalog = catalog
    catalog["Type"] = .name("Catalog")
    catalog["Pages"] = .reference(root)
    if let packet {
      // Not deflated, so that programs without support for PDF find the packet (ISO 16684-3, 5).
      catalog["Metadata"] = .reference(
        try addStream(["Type": .name("Metadata"), "Subtype": .name("XML")], [.bytes(packet)]))
    }
    var trailer: PDFDictionary = ["Root": .reference(try add(.dictionary(catalog)))]
    if !info.isEmpty { trailer["Info"] = .reference(try add(.dictionary(info))) }
    try flushObjects()
    let identifier = PDFObject.syntax(Array("<\(Hexadecimal.text(output.hash.bytes))>".utf8))
    trailer["ID"] = .array([identifier, identifier])
    let start = usesObjectStreams ? try writeReferenceStream(trailer) : try writeReferenceTable(trailer)
    try output.append(Array("startxref\n\(start)\n%%EOF\n".utf8))
    try output.flush()
  }

  private func writeReferenceStream(_ trailer: PDFDictionary) throws(ImageError) -> UInt64 {
    let reference = reserve()
    let start = output.position
    references[reference.number] = .offset(start)
    let width = (UInt64.bitWidth - max(start, UInt64(references.count)).leadingZeroBitCount + 7) / 8
    var dictionary: PDFDictionary = [
      "Type": .name("XRef"), "Size": .integer(references.count),
      "W": .array([.integer(1), .integer(width), .integer(1)]),
    ]
    for entry in trailer.entries { dictionary[entry.key] = entry.value }
    let columns = width + 2
    dictionary["DecodeParms"] = .dictionary(["Predictor": .integer(12), "Columns": .integer(columns)])
    let rows = PNGRowFilter.up(references.streamRows(width: width), bytesPerRow: columns)
    dictionary["Filter"] = .name("FlateDecode")
    try writeStream(dictionary, [.bytes(try Zlib.deflate(rows, level: 6))], as: reference)
    return start
  }

  private func writeReferenceTable(_ trailer: PDFDictionary) throws(ImageError) -> UInt64 {
    let start = output.position
    guard start < 10_000_000_000 else {
      throw ImageError(.unsupported, "a file of more than 10,000,000,000 bytes needs version 1.5 and object streams")
    }
    try output.append(references.tableLines())
    var dictionary: PDFDictionary = ["Size": .integer(references.count)]
    for entry in trailer.entries { dictionary[entry.key] = entry.value }
    var bytes = Array("trailer\n".utf8)
    PDFSyntax.append(dictionary, to: &bytes)
    try output.append(bytes + [0x0A])
    return start
  }
}

/// The content streams that have been written, so that equal ones are written once.
///
/// The size is limited: a full table is emptied, because similar pages usually follow each other.
private struct SharedContents {
  private struct Key: Hashable {
    var dictionary: PDFDictionary
    var content: [UInt8]
  }

  private var references: [Key: PDFReference] = [:]
  private var byteCount = 0
  private static let maxEntries = 4_096
  private static let maxBytes = 2 << 20

  func reference(for dictionary: PDFDictionary, _ content: [UInt8]) -> PDFReference? {
    references[Key(dictionary: dictionary, content: content)]
  }

  mutating func insert(_ reference: PDFReference, for dictionary: PDFDictionary, _ content: [UInt8]) {
    guard content.count <= Self.maxBytes / 8 else { return }
    if references.count >= Self.maxEntries || byteCount + content.count > Self.maxBytes {
      references = [:]
      byteCount = 0
    }
    references[Key(dictionary: dictionary, content: content)] = reference
    byteCount += content.count
  }
}
