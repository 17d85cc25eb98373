internal import ByteStreams
internal import Drawing
package import ImageModel
package import PDFWriting

/// Copies pages of an existing PDF into one that is being written.
///
/// Streams are copied as they are stored, filters and all. What several pages share is written once for all pages of one
/// importer: there should be one for each pair of file and writer. References back to the page tree, to other pages and
/// to the catalog never drag these along.
package final class PDFImporter {
  /// What the file's own numbers become in the new file.
  private var references: [ObjectNumber: PDFReference] = [:]
  /// Objects that have a number and are not yet written.
  private var queue: [ObjectNumber] = []
  /// Annotations of the page that is being imported.
  var annotationReferences: [ObjectNumber: PDFReference] = [:]
  /// Form XObjects that were made of pages.
  var forms: [FormKey: (PDFReference, Size)] = [:]
  /// The last form that was made of each content, which pages may share.
  var contentForms: [[ObjectNumber]: (dictionary: PDFDictionary, reference: PDFReference)] = [:]
  /// Groups of optional content that were met.
  private(set) var contentGroups: [(source: ObjectNumber, reference: PDFReference)] = []
  var fields = ImportedFields()

  /// What top-level form fields are called, where names clash with those of another file.
  package var renameField: (String) -> String = { $0 }

  /// Whether only some pages of the file are wanted: then each brings only what it uses of resources that pages share.
  package var wantsSomePages = false

  let file: PDFFile
  let writer: PDFWriter
  private let stubs: [Int: PDFReference]
  /// How links leave the file, while a page is imported.
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

  /// The largest number of an object that PDF 1.7 knows (ISO 32000-1, annex C).
  private static let mostObjects = 8_388_607

  /// - Parameter stubs: the pictures that take the place of stub pictures, by the stubs' numbers. Only for files that we
  ///   drew ourselves: without any, no picture is looked at.
  package init(_ file: PDFFile, to writer: PDFWriter, stubs: [Int: PDFReference] = [:]) {
    (self.file, self.writer, self.stubs) = (file, writer, stubs)
  }

  /// Copies a page with all that it shows.
  ///
  /// Boxes and the rotation are explicit, inherited or not. Links within the file are kept where their page is, other links
  /// and other annotations as they are; form fields come with `formFields`. Left out: what belongs to the tags for
  /// screen readers, article threads, actions on opening, private data of the program that made the page.
  ///
  /// - Parameters:
  ///   - index: the page in the file, counted from 0.
  ///   - pageReference: the number that a page of the file gets in the new one; nil for a page that is not in it: links that
  ///     lead there are left out.
  ///   - rename: the name that a named destination has in the new file.
  ///   - isCovered: whether something will be drawn over the page: its content becomes a form then, which leaves the graphics
  ///     state and the names of resources alone.
  /// - Returns: the page's dictionary without /Type and /Parent, for `PDFWriter.addPage`. All that it refers to is written.
  /// - Throws: with the file's name: `usage` for a page that is not there; what reading and writing throw.
  package func page(
    _ index: Int, pageReference: @escaping (Int) -> PDFReference?, rename: @escaping (String) -> String,
    isCovered: Bool = false
  ) throws(ImageError) -> PDFDictionary {
    links = LinkMapping(pageReference: pageReference, rename: rename)
    defer {
      links = .none
      annotationReferences = [:]
    }
    return try file.read { reader throws(ImageError) in
      let source = try file.dictionary(ofPage: index, reader)
      var page = try geometry(ofPage: index)
      for key in ["Group", "Trans", "Dur", "BoxColorInfo", "SeparationInfo", "VP", "Metadata"] {
        guard let value = source[key] else { continue }
        page[key] = try object(value, reader)
      }
      page["Resources"] = try resources(of: source, reader)
      var isForm = false
      if isCovered { isForm = try makeContentForm(of: source, page: index, in: &page, reader) }
      if !isForm { page["Contents"] = try contentReferences(of: source, reader) }
      if let annotations = source["Annots"] {
        page["Annots"] = try self.annotations(annotations, page: index, reader)
      }
      if source["AA"] != nil { file.note("page \(index + 1): actions that opening the page starts are not kept") }
      try writeQueue(reader)
      return page
    }
  }

  private func geometry(ofPage index: Int) throws(ImageError) -> PDFDictionary {
    let declared = try file.page(index)
    var page: PDFDictionary = [:]
    for box in PageBox.allCases {
      guard let rect = declared.boxes[box], box == .media || rect != declared.boxes[.media] else { continue }
      page[box.key] = .array([.real(rect.minX), .real(rect.minY), .real(rect.maxX), .real(rect.maxY)])
    }
    if declared.rotation != 0 { page["Rotate"] = .integer(declared.rotation) }
    if declared.userUnit != 1 { page["UserUnit"] = .real(declared.userUnit) }
    return page
  }

  // MARK: Values

  /// A value with references into the new file. What it refers to is queued.
  func object(_ value: FileObject, _ reader: ObjectReader) throws(ImageError) -> PDFObject {
    switch value {
    case .null, .stream: return .null
    case .boolean(let value): return .boolean(value)
    case .integer(let value): return .integer(value)
    case .real(let digits): return .syntax(Array(digits.utf8))
    case .name(let name): return NameSyntax.object(name)
    case .string(let bytes): return .string(bytes)
    case .reference(let number):
      return try reference(number, reader).map { .reference($0) } ?? .null
    case .array(let elements):
      var mapped: [PDFObject] = []
      mapped.reserveCapacity(elements.count)
      for element in elements { mapped.append(try object(element, reader)) }
      return .array(mapped)
    case .dictionary(let dictionary): return NameSyntax.object(try entries(dictionary, reader))
    }
  }

  /// The entries of a dictionary but those in `omitting`; what leads nowhere is left out.
  func entries(
    _ dictionary: FileDictionary, omitting: Set<String> = [], _ reader: ObjectReader
  ) throws(ImageError) -> [(key: String, value: PDFObject)] {
    var entries: [(key: String, value: PDFObject)] = []
    for entry in dictionary.entries where !omitting.contains(entry.key) {
      let value = try object(entry.value, reader)
      if value != .null { entries.append((entry.key, value)) }
    }
    return entries
  }

  /// The new number of an object; nil for what does not come along.
  private func reference(_ number: ObjectNumber, _ reader: ObjectReader) throws(ImageError) -> PDFReference? {
    if let known = annotationReferences[number] ?? references[number] { return known }
    if let page = file.tree.indices[number] { return links.pageReference(page) }
    if number == file.catalogNumber || file.tree.nodes.contains(number) { return nil }
    if let picture = try picture(inPlaceOf: number, reader) {
      references[number] = picture
      return picture
    }
    guard references.count < Self.mostObjects else {
      throw ImageError(.limitExceeded, "has more than \(Self.mostObjects) objects", format: "PDF")
    }
    let reference = writer.reserve()
    references[number] = reference
    queue.append(number)
    return reference
  }

  /// The picture whose stub an object is.
  private func picture(inPlaceOf number: ObjectNumber, _ reader: ObjectReader) throws(ImageError) -> PDFReference? {
    guard !stubs.isEmpty, case .stream(let dictionary) = try reader.object(number),
      dictionary["Subtype"]?.name == "Image", dictionary["Filter"]?.name == "DCTDecode",
      let length = try reader.resolve(dictionary["Length"]).integer, length <= EmbeddedObjectStub.mostBytes
    else { return nil }
    let content = StreamContent()
    try reader.readStream(number, decoded: false) { piece throws(ImageError) in try content.append(piece) }
    return EmbeddedObjectStub.id(of: content.bytes).flatMap { stubs[$0] }
  }

  // MARK: Objects

  /// Writes all objects that are waiting, and those that they refer to.
  func writeQueue(_ reader: ObjectReader) throws(ImageError) {
    while let number = queue.popLast() {
      guard let reference = references[number] else { continue }
      switch try reader.object(number) {
      case .stream(let dictionary):
        let content = StreamContent()
        try reader.readStream(number, decoded: false) { piece throws(ImageError) in try content.append(piece) }
        try writer.writeStream(try stream(dictionary, reader), content.pieces, as: reference)
      case .dictionary(let dictionary):
        let type = dictionary["Type"]?.name ?? ""
        // Pages that are in no page tree, and whatever else would bring a document along.
        guard !["Page", "Pages", "Catalog", "StructTreeRoot", "StructElem"].contains(type) else {
          try writer.write(.null, as: reference)
          continue
        }
        if type == "OCG" { contentGroups.append((number, reference)) }
        try writer.write(NameSyntax.object(try entries(dictionary, omitting: Self.left, reader)), as: reference)
      case let value: try writer.write(try object(value, reader), as: reference)
      }
    }
  }

  /// What no object keeps: places in the tags, and private data.
  static let left: Set<String> = ["StructParent", "StructParents", "PieceInfo"]

  /// A stream's dictionary as the writer takes it.
  ///
  /// The data are decrypted: the filter /Crypt goes. A stream whose data lie in another file has none here.
  func stream(_ dictionary: FileDictionary, _ reader: ObjectReader) throws(ImageError) -> PDFDictionary {
    var omitted = Self.left.union(["Length"])
    if dictionary["F"] != nil {
      file.warn("a stream's data lie in another file, which is not read")
      omitted.formUnion(["F", "FFilter", "FDecodeParms"])
    }
    var filters: PDFObject?
    var parameters: PDFObject?
    if let filter = dictionary["Filter"], try hasCryptFilter(filter, reader) {
      omitted.formUnion(["Filter", "DecodeParms"])
      (filters, parameters) = try withoutCrypt(dictionary, reader)
    }
    var result = PDFDictionary(
      try entries(dictionary, omitting: omitted, reader).filter { NameSyntax.isPlain($0.key) })
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
