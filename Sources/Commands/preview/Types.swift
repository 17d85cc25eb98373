internal import ArgumentParser
internal import CommandKit
internal import ContentTypes
internal import PreviewCommands
internal import ProviderHost
internal import StructuredText

/// `preview types`: the content types that are known.
struct Types: Subcommand {
  static let configuration = CommandConfiguration.below(
    "types", "List the content types that are known: identifier, name, extensions, MIME types, origin.")

  @Flag(help: "Show which type is a special case of which.")
  var tree = false

  @Flag(help: "Name the types of the shared-mime-info database, too.")
  var all = false

  @OptionGroup var report: ReportOptions
  @OptionGroup(title: "Provider options") var providers: CatalogOptions

  func perform() throws -> ExitStatus {
    let registry = try catalog(providers).registry
    let types = registry.types.filter { all || $0.origin != .system }
      // Of two types with one identifier the one that counts.
      .filter { registry.type(identifier: $0.identifier) == $0 }.sorted { $0.identifier < $1.identifier }
    if report.json {
      let tree = tree
      try show([
        JSONMember(
          "types",
          .array(
            types.map { type in
              guard tree, case .object(var members) = CatalogReport.json(type) else { return CatalogReport.json(type) }
              let levels = registry.ancestry(of: type.identifier).dropFirst()
              members.append(JSONMember("ancestry", .array(levels.map { .array($0.map { .string($0) }) })))
              return .object(members)
            }))
      ])
    } else if tree {
      try show(TypeTree(types).lines)
    } else {
      try show(types.map(Self.line))
    }
    return .success
  }

  static func line(_ type: ContentType) -> String {
    let tags = type.allExtensions.map { "." + $0 } + type.mimeTypes
    return ([type.identifier, type.name] + (tags.isEmpty ? [] : [tags.joined(separator: " ")]) + [type.origin.title])
      .joined(separator: "  ")
  }
}

/// Types below those that they are special cases of. A type with two parents stands below both.
struct TypeTree {
  private let children: [String: [String]]
  private let roots: [String]
  /// Deeper than any sensible declaration; the registry refuses loops.
  private static let mostLevels = 32

  init(_ types: [ContentType]) {
    var children: [String: [String]] = [:]
    let known = Set(types.map(\.identifier))
    for type in types {
      for parent in type.conformsTo { children[parent, default: []].append(type.identifier) }
    }
    self.children = children
    // Parents that nobody declares are roots, too.
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
    guard level < Self.mostLevels else { return }
    for child in children[identifier] ?? [] { add(child, level: level + 1, to: &lines) }
  }
}
