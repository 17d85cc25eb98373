package import ContentTypes
internal import PreviewCommands
package import StructuredText

/// The known content types: what `preview types` lists.
package struct TypesReport {
  private let registry: ContentTypeRegistry
  private let types: [ContentType]

  /// - Parameter includesSystem: whether the types of the shared-mime-info database are listed, too.
  package init(_ registry: ContentTypeRegistry, includesSystem: Bool) {
    self.registry = registry
    types = registry.types.filter { includesSystem || $0.origin != .system }
      // Of several types with one identifier, the one that the registry uses.
      .filter { registry.type(identifier: $0.identifier) == $0 }.sorted { $0.identifier < $1.identifier }
  }

  /// One line for each type.
  package var lines: [String] {
    types.map { type in
      let tags = type.allExtensions.map { "." + $0 } + type.mimeTypes
      return ([type.identifier, type.name] + (tags.isEmpty ? [] : [tags.joined(separator: " ")]) + [type.origin.title])
        .joined(separator: "  ")
    }
  }

  /// The types as a tree: each type is below those that it is a special case of.
  package var tree: [String] { TypeTree(types).lines }

  /// - Parameter ancestry: whether each type has the types of which it is a special case.
  package func members(ancestry: Bool) -> [JSONMember] {
    let list = types.map { type in
      guard ancestry, case .object(var members) = CatalogReport.json(type) else { return CatalogReport.json(type) }
      let levels = registry.ancestry(of: type.identifier).dropFirst()
      members.append(JSONMember("ancestry", .array(levels.map { .array($0.map { .string($0) }) })))
      return .object(members)
    }
    return [JSONMember("types", .array(list))]
  }
}

/// A tree of types: each type is below all types that it conforms to.
private struct TypeTree {
  private let children: [String: [String]]
  private let roots: [String]
  /// Deeper than any sensible declaration. There are no loops: the registry refuses them.
  private static let maxLevels = 32

  init(_ types: [ContentType]) {
    var children: [String: [String]] = [:]
    let known = Set(types.map(\.identifier))
    for type in types {
      for parent in type.conformsTo { children[parent, default: []].append(type.identifier) }
    }
    self.children = children
    // Parents that are not declared are roots, too.
    let undeclared = children.keys.filter { !known.contains($0) }
    roots = (types.filter { $0.conformsTo.isEmpty }.map(\.identifier) + undeclared).sorted()
  }

  var lines: [String] {
    var lines: [String] = []
    for root in roots { add(root, level: 0, to: &lines) }
    return lines
  }

  private func add(_ identifier: String, level: Int, to lines: inout [String]) {
    lines.append(String(repeating: "  ", count: level) + identifier)
    guard level < Self.maxLevels else { return }
    for child in children[identifier] ?? [] { add(child, level: level + 1, to: &lines) }
  }
}
