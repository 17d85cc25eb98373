package import ImageModel
package import MetadataModel
internal import StructuredText

/// One file's metadata as it is reported: the selected properties, and everything that was read.
package struct FileMetadata: Sendable {
  /// nil: standard input.
  package var path: String?
  /// The file's position in the list of inputs, from 0.
  package var number: Int
  package var metadata: ImageMetadata
  /// The properties of the file itself.
  package var container: PropertyTree
  /// The properties of each image.
  package var images: [PropertyTree]
  /// What breaks rules, if the job validates.
  package var findings: [Finding] = []

  package init(
    path: String?, number: Int, metadata: ImageMetadata, container: PropertyTree, images: [PropertyTree]
  ) {
    self.path = path
    self.number = number
    self.metadata = metadata
    self.container = container
    self.images = images
  }

  /// The name that reports and messages use: the path as it was given, `-` for standard input.
  package var name: String { path ?? "-" }

  /// Where a query looks: in the file's own properties, then in those of each image. A name alone that means a property
  /// of `Derived`, which an image has, is not that of a text or of a sidecar file. `name.date` is in the file's name.
  package func trees(for query: PropertyQuery) -> [PropertyTree] {
    if PropertyTree.isAboutFileName(query) { return [PropertyTree(fileName: path ?? "")] }
    return images.contains { query.isDerived(in: $0) } ? images : [container] + images
  }

  /// The first property that matches a query.
  package func first(_ query: PropertyQuery) -> Property? {
    for tree in trees(for: query) {
      if let match = query.first(in: tree) { return match.property }
    }
    return nil
  }

  /// The messages of one severity.
  package func messages(_ severity: Diagnostic.Severity) -> [String] {
    metadata.diagnostics.filter { $0.severity == severity }.map(\.message)
  }
}

/// How values are written: as the file stores them, as readable descriptions, or both.
package enum ValueStyle: String, CaseIterable, Sendable {
  case raw, readable, both

  /// The property on one line, for a table or a script. Of a text in several languages the default one is taken.
  package func single(_ property: Property) -> String {
    if case .structure(let fields) = property.value, fields.first?.name == "x-default",
      let text = fields.first?.value.text
    {
      return text
    }
    return text(property)
  }

  /// The property on one line.
  package func text(_ property: Property) -> String {
    let text = ByteBuffer()
    write(property, to: text)
    return text.text
  }

  /// Appends the property on one line.
  func write(_ property: Property, to text: ByteBuffer) {
    switch self {
    case .raw: property.value.write(to: text)
    case .readable:
      if let readable = property.readable {
        text.append(readable)
      } else {
        Self.rounded(property.value).write(to: text)
      }
    case .both:
      let first = text.count
      property.value.write(to: text)
      guard let readable = property.readable, readable != text.text(from: first) else { return }
      text.append(" (" as StaticString)
      text.append(readable)
      text.append(")" as StaticString)
    }
  }

  /// At most 8 decimals: 1e-8 degrees are a millimetre on the ground.
  private static func rounded(_ value: PropertyValue) -> PropertyValue {
    guard case .decimal(let number) = value, (1...1_000).contains(abs(number)) else { return value }
    return .decimal((number * 1e8).rounded() / 1e8)
  }
}
