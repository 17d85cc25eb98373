internal import Drawing
internal import ImageModel
internal import PDFWriting

/// Links as annotations (ISO 32000-1, 12.5.6.5).
enum LinkAnnotations {
  /// - Parameters:
  ///   - unit: the user unit of the page in points.
  ///   - isArchived: whether PDF/A asks for the flag that lets the annotation be printed (ISO 19005-2, 6.3.2).
  ///   - page: the destination of a page, by its index in the document; nil for an impossible page.
  /// - Returns: an annotation for each link; nil for one that leads to an impossible page.
  static func annotations(
    _ links: [Link], unit: Double, isArchived: Bool, page: (Int) -> PDFObject?
  ) -> [PDFDictionary?] {
    links.map { link in
      var annotation: PDFDictionary = [
        "Type": .name("Annot"), "Subtype": .name("Link"),
        "Rect": PageEntries.rectangle(link.rect, unit: unit),
        "Border": .array([.integer(0), .integer(0), .integer(0)]),
      ]
      if isArchived { annotation["F"] = .integer(4) }
      switch link.target {
      case .uri(let uri): annotation["A"] = .dictionary(["S": .name("URI"), "URI": .string(Array(uri.utf8))])
      case .destination(let name): annotation["Dest"] = .text(name)
      case .page(let index):
        guard let destination = page(index) else { return nil }
        annotation["Dest"] = destination
      }
      return annotation
    }
  }
}

extension Link {
  /// What the link says to readers who do not see it (12.5.2, /Contents).
  var contents: String {
    if let alternative { return alternative }
    switch target {
    case .uri(let uri): return uri
    case .destination(let name): return name
    case .page(let index): return "\(index + 1)"
    }
  }
}

/// The targets of the links that were written, to find those that do not exist.
struct LinkTargets {
  /// One more than the index of the last page that a link leads to, and the source of the first such link.
  private var furthestPage: (number: Int, source: String?) = (0, nil)
  /// The source of the first link to each name.
  private var sources: [String: String] = [:]
  /// The names that links lead to.
  private(set) var names: Set<String> = []

  /// The number of missing names that are reported one by one.
  private static let maxBrokenNames = 20

  mutating func add(_ links: [Link]) {
    for link in links {
      switch link.target {
      case .page(let index): if index + 1 > furthestPage.number { furthestPage = (index + 1, link.source) }
      case .destination(let name): if names.insert(name).inserted { sources[name] = link.source }
      case .uri: break
      }
    }
  }

  /// Warnings about targets that do not exist in the finished document.
  func diagnostics(pageCount: Int, _ known: DestinationNames) -> [Diagnostic] {
    func link(_ source: String?) -> String { source.map { "a link of \($0)," } ?? "a link" }
    var faults: [Diagnostic] = []
    if furthestPage.number > pageCount {
      faults.append(.warning("\(link(furthestPage.source)) leads to page \(furthestPage.number) of \(pageCount)"))
    }
    let unknown = names.filter { name in known.destinations[name].map { $0.page >= pageCount } ?? true }.sorted()
    for name in unknown.prefix(Self.maxBrokenNames) {
      faults.append(
        .warning(
          "\(link(sources[name])) leads to the destination '\(known.original(of: name))', which does not exist"))
    }
    if unknown.count > Self.maxBrokenNames {
      faults.append(.warning("\(unknown.count - Self.maxBrokenNames) more link destinations do not exist"))
    }
    return faults
  }
}
