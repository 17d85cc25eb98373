package import MetadataModel
internal import Templates

/// What a name in a condition, in an order of files or in a template refers to. All of them have the same words: a part
/// of the file's path, `date`, `camera`, and the names of properties.
package enum FileField: Hashable, Sendable {
  package enum PathPart: String, Sendable {
    case path, dir, name, stem

    func text(of file: FileMetadata) -> String {
      let name = InputName(path: file.path, number: file.number + 1)
      return switch self {
      case .path: file.name
      case .dir: name.directory
      case .name: name.name
      case .stem: name.stem
      }
    }
  }

  case path(PathPart)
  /// In a condition each of these properties may answer; elsewhere the first one that the file has does.
  case properties([PropertyQuery])

  package init(_ name: String) {
    if let part = PathPart(rawValue: name) {
      self = .path(part)
    } else {
      self = .properties(Self.words[name.lowercased()] ?? [PropertyQuery(name)])
    }
  }

  private static let words = [
    "date": [PropertyQuery("Derived:DateCreated")],
    "camera": [PropertyQuery("Derived:Camera"), PropertyQuery("Model")],
  ]

  /// The property that a name of `--tag` means. `Date` is a property of that name.
  package static func query(of name: String) -> PropertyQuery { words[name]?.first ?? PropertyQuery(name) }

  package var queries: [PropertyQuery] { if case .properties(let queries) = self { queries } else { [] } }

  /// Whether values are dates.
  var isDate: Bool { queries == Self.words["date"] }
}
