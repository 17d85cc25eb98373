internal import Drawing
internal import ImageModel

/// The context of the elements of all pages: styles, fonts, resources, limits.
final class PageEnvironment {
  let styles: StyleSheet
  let fonts: FontCatalog
  let resources: any DescriptionResources
  let limits: DescriptionLimits
  /// The base directory of relative paths; empty for the working directory.
  let folder: String
  /// The file name in messages about the document.
  var name = ""
  /// Whether pictures without a text that stands for them are errors.
  var needsAlternatives = false
  /// The pages of IDs and bookmarks.
  let references: PageReferences
  /// The language of the document; nil where it is not declared.
  var language: String?
  /// Numbers the footnotes of the text that is being read; nil where a text has none.
  var footnotes: FootnoteCounter?
  private var hyphenators: [String: Hyphenator] = [:]
  /// Whether warnings about fonts have the place in the description.
  var showsPlaces = true
  private var reported: Set<Diagnostic> = []
  /// The number of elements of the page that is being read.
  private var elementCount = 0
  private let budget: ReadingBudget
  /// The places of the page IDs.
  private var pageNames: [String: ValueReader] = [:]

  init(
    styles: StyleSheet, fonts: FontCatalog, resources: any DescriptionResources, limits: DescriptionLimits,
    folder: String, _ scope: Scope
  ) {
    self.styles = styles
    self.fonts = fonts
    self.resources = resources
    self.limits = limits
    self.folder = folder
    budget = scope.budget
    references = scope.references
  }

  /// Resets the limits for a new page.
  func beginPage() {
    elementCount = 0
    budget.reset()
  }

  /// Whether a diagnostic of the description is reported for the first time.
  func isFirstReport(_ diagnostic: Diagnostic) -> Bool { reported.insert(diagnostic).inserted }

  /// Records the ID of a page.
  ///
  /// - Throws: where another page has the same ID. A repeated page has its ID several times; the first one wins.
  func note(pageName name: String?, _ reader: ValueReader) throws(ImageError) {
    guard let name else { return }
    if let other = pageNames[name] {
      guard other.path.unrepeated == reader.path.unrepeated, other.line == reader.line else {
        throw reader.error("the id '\(name.prefix(80))' is already used at \(other.place)")
      }
    } else {
      pageNames[name] = reader
    }
  }

  /// Counts an element, a row or a cell.
  func count(_ reader: ValueReader) throws(ImageError) {
    elementCount += 1
    guard elementCount <= limits.maxElements else {
      let files = limits.files
      throw files.exceeded(
        "\(reader.place): the page has more than \(limits.maxElements) elements, rows and cells", name: "max-memory",
        value: files.maxMemory)
    }
  }

  /// The hyphenator for a language.
  ///
  /// - Parameter language: nil for that of the document.
  func hyphenator(_ language: String?, _ reader: ValueReader) throws(ImageError) -> Hyphenator {
    guard let language = language ?? self.language else {
      throw reader.error("'hyphenate' needs 'lang' in 'document', or of the element")
    }
    if let known = hyphenators[language] { return known }
    do throws(ImageError) {
      let hyphenator = try Hyphenator(language: language)
      hyphenators[language] = hyphenator
      return hyphenator
    } catch {
      throw reader.error(error.reason, error.kind)
    }
  }

  /// The path of a file that the description refers to.
  func path(_ reader: ValueReader) throws(ImageError) -> String { try Self.path(reader, folder: folder) }

  /// The path of a file, whose base directory is a folder.
  static func path(_ reader: ValueReader, folder: String) throws(ImageError) -> String {
    let path = try reader.text("the path of a file")
    guard !path.isEmpty, !path.utf8.contains(0) else { throw reader.error("expected the path of a file") }
    // `://` is valid in a path, but it is always meant as an address.
    guard !path.contains("://") else {
      throw reader.error("'\(path.prefix(80))' is an address; pictures must be files, nothing is downloaded")
    }
    if path.utf8.first == UInt8(ascii: "/") || folder.isEmpty { return path }
    return folder.utf8.last == UInt8(ascii: "/") ? folder + path : folder + "/" + path
  }
}

/// Limits the text and the repetitions of one page.
///
/// A short description can be expensive: a text of a megabyte in each of a hundred thousand repetitions, or nested
/// lists in which an `if` leaves out every element. Everything that is read is counted, even if it is not kept.
final class ReadingBudget {
  private let limits: DescriptionLimits
  private var textBytes = 0
  private var repetitions = 0

  init(_ limits: DescriptionLimits) { self.limits = limits }

  /// Begins a page.
  func reset() { (textBytes, repetitions) = (0, 0) }

  /// Counts a text.
  func take(textBytes count: Int) throws(TemplateError) {
    textBytes += count
    guard textBytes <= limits.maxPageTextBytes else {
      throw TemplateError(message: "the page has more than \(limits.maxPageTextBytes) bytes of text", isLimit: true)
    }
  }

  /// Counts the repetitions that a `for` makes.
  func take(repetitions count: Int) throws(TemplateError) {
    repetitions += count
    guard repetitions <= limits.maxRepetitions else {
      throw TemplateError(message: "there are more than \(limits.maxRepetitions) repetitions", isLimit: true)
    }
  }
}
