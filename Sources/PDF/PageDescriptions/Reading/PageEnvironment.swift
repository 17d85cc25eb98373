internal import Drawing
internal import ImageModel

/// What the elements of all pages share: styles, fonts, pictures, limits.
final class PageEnvironment {
  let styles: StyleSheet
  let fonts: FontCatalog
  let resources: any DescriptionResources
  let limits: DescriptionLimits
  /// The folder that relative paths are meant in; empty for the working directory.
  let folder: String
  /// The file's name in messages about the document.
  var name = ""
  private var said: Set<Diagnostic> = []
  /// Elements of the page that is being read.
  private var elementCount = 0
  private let budget: ReadingBudget
  /// Where the names of pages were given.
  private var pageNames: [String: ValueReader] = [:]

  init(
    styles: StyleSheet, fonts: FontCatalog, resources: any DescriptionResources, limits: DescriptionLimits,
    folder: String, budget: ReadingBudget
  ) {
    self.styles = styles
    self.fonts = fonts
    self.resources = resources
    self.limits = limits
    self.folder = folder
    self.budget = budget
  }

  /// Begins to read a page.
  func beginPage() {
    elementCount = 0
    budget.reset()
  }

  /// Whether something is said of the description for the first time.
  func isFirstReport(_ diagnostic: Diagnostic) -> Bool { said.insert(diagnostic).inserted }

  /// Takes down the name of a page.
  ///
  /// - Throws: where another page has it, too. One that is repeated has its name several times; the first one counts.
  func note(pageName name: String?, _ reader: ValueReader) throws(ImageError) {
    guard let name else { return }
    if let other = pageNames[name] {
      guard other.path.unrepeated == reader.path.unrepeated, other.line == reader.line else {
        throw reader.error("its id '\(name.prefix(80))' is also that of \(other.place)")
      }
    } else {
      pageNames[name] = reader
    }
  }

  /// Counts an element, a row or a cell.
  func count(_ reader: ValueReader) throws(ImageError) {
    elementCount += 1
    guard elementCount <= limits.maxElements else {
      throw reader.error("the page has more than \(limits.maxElements) elements, rows and cells", .limitExceeded)
    }
  }

  /// The path of a file that the description names.
  func path(_ reader: ValueReader) throws(ImageError) -> String {
    let path = try reader.text("the path of a file")
    guard !path.isEmpty, !path.utf8.contains(0) else { throw reader.error("expected the path of a file") }
    // A colon and two slashes are legal in a path, but nobody means one.
    guard !path.contains("://") else {
      throw reader.error("'\(path.prefix(80))' is an address; pictures come from files, nothing is fetched")
    }
    if path.utf8.first == UInt8(ascii: "/") || folder.isEmpty { return path }
    return folder.utf8.last == UInt8(ascii: "/") ? folder + path : folder + "/" + path
  }
}

/// How much text and how many repetitions the reading of one page may still take.
///
/// A short description can ask for much: a text of a megabyte in each of a hundred thousand repetitions, or lists in lists whose
/// every element an `if` leaves out. What is read is counted, not what is kept.
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

  /// Counts what a `for` makes.
  func take(repetitions count: Int) throws(TemplateError) {
    repetitions += count
    guard repetitions <= limits.maxRepetitions else {
      throw TemplateError(message: "there are more than \(limits.maxRepetitions) repetitions", isLimit: true)
    }
  }
}
