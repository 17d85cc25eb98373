internal import ByteStreams
internal import Drawing
package import ImageModel
internal import PDFReading
package import PDFWriting

/// Copies pages of an existing PDF into a document that is being written.
///
/// Streams are copied as they are stored, with their filters. Objects that several pages share are copied once for each
/// importer: use one importer for each pair of file and writer. References to the page tree, to other pages and to the
/// catalog are not followed.
package final class PDFImporter {
  /// The objects in the new file, by the object numbers in the source file.
  var references: [ObjectNumber: PDFReference] = [:]
  /// Objects that are not copied, although copied objects refer to them: tags and links of pages that are left out.
  var leftOut: Set<ObjectNumber> = []
  /// Objects that have a number in the new file and are not written yet.
  private var queue: [ObjectNumber] = []
  /// The annotations of the page that is being imported.
  var annotationReferences: [ObjectNumber: PDFReference] = [:]
  /// The form XObjects that were made of pages.
  var forms: [FormKey: (PDFReference, Size)] = [:]
  /// The last form XObject that was made of each content, which pages may share.
  var contentForms: [[ObjectNumber]: (dictionary: PDFDictionary, reference: PDFReference)] = [:]
  /// The optional content groups that were found.
  private(set) var contentGroups: [(source: ObjectNumber, reference: PDFReference)] = []
  var fields = ImportedFields()

  /// Renames top-level form fields whose names clash with those of another file.
  package var renameField: (String) -> String = { $0 }

  /// The new names of default resources of the form whose names clash with those of another file.
  var renamedResources: [String: String] = [:]

  /// The form of the file, once a field was imported.
  var formTree: FormTree?

  /// Draws a field and writes its widget later, with the drawing as its appearance. nil copies appearances as they are.
  var drawField: ((FieldAppearance, PDFDictionary, PDFReference) throws(ImageError) -> Void)?

  /// Whether there are buttons that the form leaves to viewers, and that are not drawn.
  var hasUndrawnButtons = false

  /// Whether a picture was copied.
  private(set) var hasPictures = false

  /// Reduces pictures, and shortens other streams; nil copies streams as they are stored.
  var shrinker: PictureShrinker?

  /// The objects that are copied instead of others, which are equal to them.
  var equalObjects: [ObjectNumber: ObjectNumber] = [:]

  /// The streams that several files share, and what those of this file have.
  var sharedStreams: SharedStreams?
  var sharedKeys: [ObjectNumber: EqualObjects.Key] = [:]

  /// Whether fonts say which glyph each character code stands for, where the default would do (ISO 32000-1, table 117).
  /// PDF/A and PDF/UA ask for it (ISO 19005-2, 6.2.11.3.2), and cairo does not write it.
  var completesFonts = false

  /// The colours of inks that markers in the content stand for; nil where there are none. Only for pages that this
  /// program drew: nothing is removed from them, and they are not made smaller.
  var inks: InkColors?
  /// The last content with these colours, and its streams: a page needs it for its resources and for its operators.
  var lastInkContent: (streams: [ObjectNumber], content: InkContent)?

  /// What is left out of the new document, and what was found of it so far.
  var removal = PDFRemoval()
  var removed = RemovedParts()
  /// The layers whose content is cut out.
  var hiddenLayers: Set<ObjectNumber> = []

  /// Whether the fields that are on no page of the file are imported with its pages.
  var keepsHiddenFields = false

  /// The pages that are imported more than once.
  var repeatedPages: Set<Int> = []

  /// Whether only some pages of the file are imported. Resources that the pages do not use are then left out.
  package var wantsSomePages = false

  /// Whether the document passes through whole: nothing is left out, except what would be false in the new file.
  var isWhole = false

  /// How the positions in the tags change (ISO 32000-1, 14.7.4.4).
  enum TagPositions {
    case dropped, unchanged
    case joined(JoinedTags)
  }

  var tagPositions = TagPositions.dropped
  /// The positions in the tags of the new file, by those in the source file.
  private(set) var joinedPositions: [Int: Int] = [:]
  /// The tags that lose a part of their content, because only some pages are imported.
  var prunedTags: PrunedTags?

  let file: PDFFile
  let writer: PDFWriter
  private let stubs: [Int: PDFReference]
  /// How links are mapped to the new file while a page is imported.
  var links = LinkMapping.none

  struct LinkMapping {
    static var none: LinkMapping { LinkMapping(pageReference: { _ in nil }, rename: { $0 }) }

    var pageReference: (Int) -> PDFReference?
    var rename: (String) -> String
  }

  struct FormKey: Hashable {
    var page: Int
    var box: PageBox
  }

  /// The largest object number of PDF 1.7 (ISO 32000-1, annex C).
  private static let maxObjects = 8_388_607

  /// - Parameter stubs: the XObjects that replace stub pictures, by the IDs of the stubs. Only for pages that this
  ///   program drew:
  ///   pictures are checked only where there are stubs.
  package init(_ file: PDFFile, to writer: PDFWriter, stubs: [Int: PDFReference] = [:]) {
    (self.file, self.writer, self.stubs) = (file, writer, stubs)
  }

  /// Copies a page with everything that it shows.
  ///
  /// Inherited boxes and rotations become explicit. Of a document that passes through whole, all other entries are
  /// copied. Otherwise links within the file are kept if their page is copied, other links and annotations are copied
  /// unchanged, and `formFields` writes the form fields; article threads, actions on opening, and private data of the
  /// program that made the page are left out.
  ///
  /// - Parameters:
  ///   - index: the page in the file, counted from 0.
  ///   - pageReference: the object of a page of the file in the new file; nil for a page that is not in it. Links to
  ///     such pages are left out.
  ///   - rename: maps a named destination to its name in the new file.
  ///   - isCovered: whether something will be drawn over the page. Its content then becomes a form XObject, which
  ///     isolates the
  ///     graphics state and the names of resources.
  ///   - marksArtifacts: whether the page was drawn here with artefacts, which its content does not name yet.
  /// - Returns: the dictionary of the page without /Type and /Parent, for `PDFWriter.addPage`. All objects that it
  ///   refers to are written.
  /// - Throws: with the file name: `usage` for a page that does not exist; the errors of reading and writing.
  package func page(
    _ index: Int, pageReference: @escaping (Int) -> PDFReference?, rename: @escaping (String) -> String,
    isCovered: Bool = false, marksArtifacts: Bool = false
  ) throws(ImageError) -> PDFDictionary {
    let outer = links
    links = LinkMapping(pageReference: pageReference, rename: rename)
    defer {
      links = outer
      annotationReferences = [:]
    }
    return try file.read { reader throws(ImageError) in
      let source = try pageDictionary(index, reader)
      var page = try geometry(ofPage: index)
      let copied = source.entries.filter {
        isWhole ? !Self.ownPageKeys.contains($0.key) : Self.pageKeys.contains($0.key)
      }
      for entry in try entries(FileDictionary(entries: copied), reader) { page[entry.key] = entry.value }
      // Groups of cairo blend in RGB, which would convert the colours of inks. Without one, the device's colours count.
      if inks != nil { page["Group"] = nil }
      page["Resources"] = try resources(of: source, reader)
      var isForm = false
      // Positions of tags refer to the content of the page, not to that of a form XObject.
      if isCovered, page["StructParents"] == nil {
        isForm = try makeContentForm(of: source, page: index, in: &page, reader)
      }
      if marksArtifacts {
        var content = try rewrittenContents(of: source, reader)
        if content == nil { content = try wholeContent(of: source, reader) }
        let marked = ArtifactMarks.marked(content ?? [])
        let reference = writer.reserve()
        try writer.writeStream([:], as: reference) { body throws(ImageError) in
          try marked.withRawBytes { bytes throws(ImageError) in try body.append(bytes) }
        }
        page["Contents"] = .reference(reference)
      } else if !isForm {
        if let content = try rewrittenContents(of: source, reader) {
          page["Contents"] = .reference(try writer.addShared([:], content: content))
        } else {
          page["Contents"] = try contentReferences(of: source, reader)
        }
      }
      if let annotations = source["Annots"] {
        page["Annots"] =
          isWhole
          ? try object(try reader.resolve(annotations), reader)
          : try self.annotations(annotations, page: index, reader)
      }
      if !isWhole {
        if source["AA"] != nil { file.lose("actions of pages") }
        if source["B"] != nil { file.lose("article threads") }
        if source["PieceInfo"] != nil { file.lose("private data of programs") }
      }
      try writeQueue(reader)
      return page
    }
  }

  /// The entries of pages that are made anew.
  private static let ownPageKeys = Set(PageBox.allCases.map(\.key)).union([
    "Type", "Parent", "Rotate", "UserUnit", "Resources", "Contents", "Annots",
  ])

  /// The entries of a page that can be joined with the pages of other documents.
  private static let pageKeys: Set<String> = [
    "Group", "Trans", "Dur", "BoxColorInfo", "SeparationInfo", "VP", "Metadata", "StructParents", "Tabs", "AF", "PZ",
    "LastModified",
  ]

  private func geometry(ofPage index: Int) throws(ImageError) -> PDFDictionary {
    let declared = try file.page(index)
    var page: PDFDictionary = [:]
    for box in PageBox.allCases {
      guard let rect = declared.boxes[box] else { continue }
      page[box.key] = .array([.real(rect.minX), .real(rect.minY), .real(rect.maxX), .real(rect.maxY)])
    }
    if declared.rotation != 0 { page["Rotate"] = .integer(declared.rotation) }
    if declared.userUnit != 1 { page["UserUnit"] = .real(declared.userUnit) }
    return page
  }

  // MARK: Values

  /// A value with references into the new file. Objects that it refers to are queued.
  func object(_ value: FileObject, _ reader: ObjectReader) throws(ImageError) -> PDFObject {
    switch value {
    case .null, .stream: return .null
    case .boolean(let value): return .boolean(value)
    case .integer(let value): return .integer(value)
    case .real(let digits): return .syntax(Array(digits.utf8))
    case .name(let name): return .name(name)
    case .string(let bytes): return .string(bytes)
    case .reference(let number):
      return try reference(number, reader).map { .reference($0) } ?? .null
    case .array(let elements):
      var mapped: [PDFObject] = []
      mapped.reserveCapacity(elements.count)
      for element in elements { mapped.append(try object(element, reader)) }
      return .array(mapped)
    case .dictionary(let dictionary): return .dictionary(PDFDictionary(try entries(dictionary, reader)))
    }
  }

  /// The entries of a dictionary except those in `omitting`. Null values are left out, and positions in the tags are
  /// changed.
  func entries(
    _ dictionary: FileDictionary, omitting: Set<String> = [], _ reader: ObjectReader
  ) throws(ImageError) -> [(key: String, value: PDFObject)] {
    var entries: [(key: String, value: PDFObject)] = []
    for entry in dictionary.entries where !omitting.contains(entry.key) {
      if !removal.isEmpty, let part = try removedPart(entry, of: dictionary, reader) {
        removed.add(part)
        continue
      }
      let isPosition = entry.key == "StructParent" || entry.key == "StructParents"
      let value = isPosition ? try position(entry.value, reader) : try object(entry.value, reader)
      if value != .null { entries.append((entry.key, value)) }
    }
    return entries
  }

  private func position(_ value: FileObject, _ reader: ObjectReader) throws(ImageError) -> PDFObject {
    guard let old = try reader.resolve(value).integer else { return .null }
    switch tagPositions {
    case .dropped: return .null
    case .unchanged: return .integer(old)
    case .joined(let tags):
      let new = joinedPositions[old] ?? tags.takePosition()
      joinedPositions[old] = new
      return .integer(new)
    }
  }

  /// The object in the new file; nil for objects that are not copied.
  private func reference(_ number: ObjectNumber, _ reader: ObjectReader) throws(ImageError) -> PDFReference? {
    let number = equalObjects[number] ?? number
    if let known = annotationReferences[number] ?? references[number] { return known }
    if leftOut.contains(number) { return nil }
    if let page = file.tree.indices[number] { return links.pageReference(page) }
    if number == file.catalogNumber || file.tree.nodes.contains(number) { return nil }
    if let picture = try picture(inPlaceOf: number, reader) {
      references[number] = picture
      return picture
    }
    if let key = sharedKeys[number], let shared = sharedStreams?.reference(key) {
      references[number] = shared
      return shared
    }
    guard references.count < Self.maxObjects else {
      throw ImageError(.limitExceeded, "has more than \(Self.maxObjects) objects", format: "PDF")
    }
    let reference = writer.reserve()
    references[number] = reference
    queue.append(number)
    return reference
  }

  /// The XObject that replaces an object, where that is a stub.
  private func picture(inPlaceOf number: ObjectNumber, _ reader: ObjectReader) throws(ImageError) -> PDFReference? {
    guard !stubs.isEmpty, case .stream(let dictionary) = try reader.object(number),
      dictionary["Subtype"]?.name == "Image", dictionary["Filter"]?.name == "DCTDecode",
      let length = try reader.resolve(dictionary["Length"]).integer, length <= EmbeddedObjectStub.maxBytes
    else { return nil }
    let content = StreamContent()
    try reader.readStream(number, decoded: false) { piece throws(ImageError) in try content.append(piece) }
    return EmbeddedObjectStub.id(of: content.bytes).flatMap { stubs[$0] }
  }

  // MARK: Objects

  /// Writes all queued objects, and the objects that they refer to.
  func writeQueue(_ reader: ObjectReader) throws(ImageError) {
    while let number = queue.popLast() {
      guard let reference = references[number] else { continue }
      switch try reader.object(number) {
      case .stream(let dictionary):
        try write(dictionary, of: number, as: reference, reader)
        if let key = sharedKeys[number] { sharedStreams?.add(key, as: reference) }
      case .dictionary(let dictionary):
        let type = dictionary["Type"]?.name ?? ""
        guard isWhole || !isOfWholeDocument(type) else {
          try writer.write(.null, as: reference)
          continue
        }
        if try drawEdited(number, dictionary, as: reference, reader) { continue }
        if type == "OCG" { contentGroups.append((number, reference)) }
        let element = try prunedTags?.pruned(dictionary, number, reader) ?? dictionary
        var entries = try entries(element, omitting: omittedKeys(of: element, reader), reader)
        if completesFonts, element["Subtype"]?.name == "CIDFontType2", element["CIDToGIDMap"] == nil {
          entries.append(("CIDToGIDMap", .name("Identity")))
        }
        try writer.write(.dictionary(PDFDictionary(entries)), as: reference)
      case let value: try writer.write(try object(value, reader), as: reference)
      }
    }
  }

  /// Writes a stream.
  private func write(
    _ dictionary: FileDictionary, of number: ObjectNumber, as reference: PDFReference, _ reader: ObjectReader
  ) throws(ImageError) {
    if dictionary["Subtype"]?.name == "Image" { hasPictures = true }
    if try writeRewritten(dictionary, of: number, as: reference, reader) { return }
    if try writeShorter(dictionary, of: number, as: reference, reader) { return }
    let content = StreamContent()
    try reader.readStream(number, decoded: false) { piece throws(ImageError) in try content.append(piece) }
    let pieces = try withoutMetadata(content.pieces, dictionary, reader)
    try writer.writeStream(try stream(dictionary, reader), pieces, as: reference)
  }

  /// Whether objects of a type would copy the whole document: pages outside the page tree, and tags that are not kept.
  private func isOfWholeDocument(_ type: String) -> Bool {
    if case .dropped = tagPositions, type == "StructTreeRoot" || type == "StructElem" { return true }
    return type == "Page" || type == "Pages" || type == "Catalog"
  }

  /// The keys that are not copied: private data, and a signature, which is not valid for a document that has changed.
  func omittedKeys(of dictionary: FileDictionary, _ reader: ObjectReader) throws(ImageError) -> Set<String> {
    var omitted: Set<String> = isWhole ? [] : ["PieceInfo"]
    if let value = dictionary["V"], try isSignature(value, of: dictionary["FT"], reader) {
      file.lose("digital signatures")
      omitted.insert("V")
    }
    return omitted
  }

  /// Whether the value of a form field is a signature (ISO 32000-1, 12.7.4.5). A field may inherit its type.
  private func isSignature(
    _ value: FileObject, of type: FileObject?, _ reader: ObjectReader
  ) throws(ImageError) -> Bool {
    if let type { return try reader.resolve(type).name == "Sig" }
    let value = try reader.resolve(value).dictionary
    return value?["ByteRange"] != nil && value?["Contents"] != nil
  }

  /// The dictionary of a stream for the writer.
  ///
  /// The data is decrypted: the filter /Crypt is removed. A stream whose data is in another file becomes empty.
  func stream(_ dictionary: FileDictionary, _ reader: ObjectReader) throws(ImageError) -> PDFDictionary {
    var omitted = try omittedKeys(of: dictionary, reader).union(["Length"])
    if dictionary["F"] != nil {
      file.warn("the data of a stream is in another file, which is not read")
      omitted.formUnion(["F", "FFilter", "FDecodeParms"])
    }
    var filters: PDFObject?
    var parameters: PDFObject?
    if let filter = dictionary["Filter"], try hasCryptFilter(filter, reader) {
      omitted.formUnion(["Filter", "DecodeParms"])
      (filters, parameters) = try withoutCrypt(dictionary, reader)
    }
    var result = PDFDictionary(try entries(dictionary, omitting: omitted, reader))
    if let filters { result["Filter"] = filters }
    if let parameters { result["DecodeParms"] = parameters }
    return result
  }

  private func hasCryptFilter(_ filter: FileObject, _ reader: ObjectReader) throws(ImageError) -> Bool {
    let value = try reader.resolve(filter)
    return value.name == "Crypt" || value.array?.contains(.name("Crypt")) == true
  }

  private func withoutCrypt(
    _ dictionary: FileDictionary, _ reader: ObjectReader
  ) throws(ImageError) -> (filters: PDFObject?, parameters: PDFObject?) {
    guard let filters = try reader.resolve(dictionary["Filter"]).array else { return (nil, nil) }
    let parameters = try reader.resolve(dictionary["DecodeParms"]).array ?? []
    var (keptFilters, keptParameters): ([PDFObject], [PDFObject]) = ([], [])
    for (index, filter) in filters.enumerated() where filter != .name("Crypt") {
      keptFilters.append(try object(filter, reader))
      keptParameters.append(index < parameters.count ? try object(parameters[index], reader) : .null)
    }
    let hasParameters = keptParameters.contains { $0 != .null }
    return (keptFilters.isEmpty ? nil : .array(keptFilters), hasParameters ? .array(keptParameters) : nil)
  }
}
