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
