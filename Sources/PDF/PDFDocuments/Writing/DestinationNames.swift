internal import ByteStreams

/// The named destinations of a document that is being written.
struct DestinationNames {
  private(set) var destinations: [String: PDFDestination] = [:]
  private var names = UniqueNames()
  /// The original names of claimed names that were changed.
  private var originals: [String: String] = [:]
  /// Destinations that had to change their names, by their original names, for links from other documents.
  private var renamed: [String: PDFDestination] = [:]

  /// Defines a name. A name that is defined already keeps its destination.
  mutating func define(_ name: String, _ destination: PDFDestination) {
    guard destinations[name] == nil else { return }
    destinations[name] = destination
    names.insert(name)
  }

  /// Reserves a name of another document, changed where it is taken: `name-2`.
  ///
  /// - Returns: the name in this document.
  mutating func adopt(_ name: String) -> String { names.add(name) }

  /// Defines an adopted name.
  mutating func define(adopted unique: String, from name: String, _ destination: PDFDestination) {
    destinations[unique] = destination
    if unique != name, destinations[name] == nil, renamed[name] == nil { renamed[name] = destination }
  }

  /// Reserves a name of a document whose links may precede the destination. The name may be defined later.
  ///
  /// - Returns: the name in this document.
  mutating func claim(_ name: String) -> String {
    let unique = names.add(name)
    if unique != name { originals[unique] = name }
    return unique
  }

  /// The original name.
  func original(of name: String) -> String { originals[name] ?? name }

  /// Lets claimed names that were never defined lead to the destination of that name in other documents.
  mutating func complete(_ wanted: Set<String>) {
    for name in wanted where destinations[name] == nil {
      let original = original(of: name)
      if let destination = destinations[original] ?? renamed[original] { destinations[name] = destination }
    }
  }
}
