/// The named destinations of a document that is written.
struct DestinationNames {
  private(set) var destinations: [String: PDFDestination] = [:]
  private var names = UniqueNames()
  /// What claimed names were in their documents, where they have become others.
  private var originals: [String: String] = [:]
  /// Destinations of documents whose names were claimed before, for links to them from elsewhere.
  private var overtaken: [String: PDFDestination] = [:]

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
    if unique != name, destinations[name] == nil, overtaken[name] == nil { overtaken[name] = destination }
    return unique
  }

  /// Takes a name of a document whose links may come before what they lead to; it is defined later, or never.
  ///
  /// - Returns: the name in this document.
  mutating func claim(_ name: String) -> String {
    let unique = names.add(name)
    if unique != name { originals[unique] = name }
    return unique
  }

  /// The name as its author wrote it.
  func original(of name: String) -> String { originals[name] ?? name }

  /// Lets names that were claimed and never defined lead to what other documents call so.
  mutating func complete(_ wanted: Set<String>) {
    for name in wanted where destinations[name] == nil {
      let original = original(of: name)
      if let destination = destinations[original] ?? overtaken[original] { destinations[name] = destination }
    }
  }
}
