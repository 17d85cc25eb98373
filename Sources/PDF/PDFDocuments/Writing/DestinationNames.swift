/// The named destinations of a document that is written.
struct DestinationNames {
  private(set) var destinations: [String: PDFDestination] = [:]
  private var names = UniqueNames()

  /// Defines a name; one that is known keeps its place.
  mutating func define(_ name: String, _ destination: PDFDestination) {
    guard destinations[name] == nil else { return }
    destinations[name] = destination
    names.insert(name)
  }

  /// Defines a name of another document, under another one where it is taken: `name-2`.
  ///
  /// - Returns: the name in this document.
  mutating func adopt(_ name: String, _ destination: PDFDestination) -> String {
    let unique = names.add(name)
    destinations[unique] = destination
    return unique
  }
}
