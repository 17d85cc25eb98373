internal import ByteStreams
internal import Drawing
internal import ImageModel
package import PDFDocuments
internal import StructuredText

/// The document properties in a page description.
package struct DocumentDescription: Hashable, Sendable {
  package var attributes = DocumentAttributes()
  /// The page labels. The first page of each range is counted from 0 within the description.
  package var pageLabels: [PageLabelRange] = []
  /// The language of the texts, as in BCP 47; nil where it is not declared.
  package var language: String?
}

/// The part of a description for all pages: its version, `document` and `styles`.
struct DescriptionHeader {
  /// The supported version of the schema.
  static let version = 1.0
  static let names = ["$schema", "version", "document", "styles", "pages"]

  var document = DocumentDescription()
  var geometry = PageGeometry()
  var styles = StyleSheet()
  /// The paths of fonts.
  private var fonts: [ValueReader] = []

  /// The most files of fonts.
  private static let maxFonts = 100

  /// The fonts of the system, and those of the files that the description names.
  ///
  /// - Parameter folder: the base directory of relative paths.
  func catalog(_ system: FontCatalog, folder: String, _ limits: Limits) throws(ImageError) -> FontCatalog {
    guard !fonts.isEmpty else { return system }
    var paths: [String] = []
    for reader in fonts {
      let path = try PageEnvironment.path(reader, folder: folder)
      do throws(ImageError) {
        let source = try InputOpening.open(path: path, limits: limits)
        let start = try source.bytes(at: 0, count: Int(min(4, source.size)))
        // Pango draws none of their letters.
        guard ![Array("wOFF".utf8), Array("wOF2".utf8)].contains(start), start.first != 0x80, start.first != 0x25 else {
          throw ImageError(.unsupported, "is not TrueType or OpenType")
        }
        _ = try FontFile(path: path)
      } catch {
        throw reader.error(error.at(path: path).description, error.kind == .invalidData ? .unsupported : error.kind)
      }
      paths.append(path)
    }
    return try FontCatalog(adding: paths, language: system.language)
  }

  /// Rejects an object that is not a page description, with a message that says what is missing.
  ///
  /// - Parameter isLine: whether it may be a page, as a line of JSON Lines.
  /// - Throws: `invalidData`.
  static func check(_ reader: ValueReader, isLine: Bool) throws(ImageError) {
    guard case .object(let object) = reader.value.content, object["version"] == nil else { return }
    let known = names.filter { $0 != "$schema" }
    let ours = object.members.first { known.contains($0.name) }
    let isPage =
      isLine && (object.members.isEmpty || object.members.contains { DescribedPageReader.names.contains($0.name) })
    guard !isPage || ours != nil else { return }
    if let ours { throw reader.error("lacks 'version', which is 1 and belongs beside '\(ours.name)'") }
    let line = isLine ? "; a line of JSON Lines is a page, with \"elements\"" : ""
    throw reader.error("lacks \"version\": 1 and \"pages\", a list of pages\(line)")
  }

  /// The header of a description without one.
  init() {}

  init(_ object: MemberReader) throws(ImageError) {
    let version = try object.required("version")
    guard try version.number("the version of the description, 1") == Self.version else {
      throw version.error("only version 1 of page descriptions is supported", .unsupported)
    }
    styles = try StyleSheet(object["styles"])
    guard let reader = object["document"] else { return }
    let names = ["title", "author", "subject", "keywords", "creator", "page", "style", "pageLabels", "lang", "fonts"]
    let facts = try reader.object("a document", names)
    document.attributes.title = try facts["title"]?.text()
    document.attributes.author = try facts["author"]?.text()
    document.attributes.subject = try facts["subject"]?.text()
    document.attributes.creator = try facts["creator"]?.text()
    document.language = try facts["lang"].map { (value) throws(ImageError) in try ElementRole.language(value) }
    if let keywords = facts["keywords"] {
      for keyword in try keywords.list("a list of texts") { document.attributes.keywords.append(try keyword.text()) }
    }
    if let page = facts["page"] {
      geometry = try geometry.reading(try page.object("the document's page", PageGeometry.names))
    }
    styles.base = try styles.style(facts["style"])
    if let list = facts["fonts"] {
      fonts = try list.list("a list of the paths of fonts")
      guard fonts.count <= Self.maxFonts else { throw list.error("names more than \(Self.maxFonts) fonts") }
    }
    if let labels = facts["pageLabels"] {
      for label in try labels.list("a list of labels") { document.pageLabels.append(try Self.label(label)) }
    }
  }

  /// The names of label styles.
  private enum LabelStyle: String, CaseIterable {
    case decimal, roman, alpha, none
    case upperRoman = "upper-roman"
    case upperAlpha = "upper-alpha"

    var style: PageLabelRange.Style? {
      switch self {
      case .decimal: .decimal
      case .roman: .lowerRoman
      case .alpha: .lowerLetters
      case .upperRoman: .upperRoman
      case .upperAlpha: .upperLetters
      case .none: nil
      }
    }
  }

  private static func label(_ reader: ValueReader) throws(ImageError) -> PageLabelRange {
    let object = try reader.object("a page label", ["from", "style", "prefix", "start"])
    return PageLabelRange(
      firstPage: try object.required("from").integer("a page, counted from 1", in: 1...10_000_000) - 1,
      style: (try object["style"]?.word(LabelStyle.self) ?? .decimal).style,
      prefix: try object["prefix"]?.text() ?? "",
      start: try object["start"]?.integer("a number from 1", in: 1...1_000_000_000) ?? 1)
  }
}
