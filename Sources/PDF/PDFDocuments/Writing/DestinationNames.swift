/// The named destinations of a document that is written.
struct DestinationNames {
  private(set) var destinations: [String: PDFDestination] = [:]

  /// Defines a name; one that is known keeps its place.
  mutating func define(_ name: String, _ destination: PDFDestination) {
    if destinations[name] == nil { destinations[name] = destination }
  }

  /// Defines a name of another document, under another one where it is taken: `name-2`.
  ///
  /// - Returns: the name in this document.
  mutating func adopt(_ name: String, _ destination: PDFDestination) -> String {
    var (candidate, number) = (name, 2)
    while destinations[candidate] != nil {
      candidate = "\(name)-\(number)"
      number += 1
    }
    destinations[candidate] = destination
    return candidate
  }
}
