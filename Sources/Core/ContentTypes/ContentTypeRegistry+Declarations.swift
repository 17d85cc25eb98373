/// Why a type that a provider declares is not used.
package struct DeclarationProblem: Hashable, Sendable {
  package var identifier: String
  /// The provider's identifier.
  package var provider: String
  package var message: String
}

extension ContentTypeRegistry {
  /// This registry with the types of providers added.
  ///
  /// - An exported type takes precedence over imports of the same identifier. Of two exports the first wins.
  /// - Built-in types cannot be redefined: an export is a problem, and an import is ignored because the type is known.
  /// - Types that conform to themselves, directly or through others, are all refused.
  ///
  /// - Parameter types: in order of precedence. Their origin says who declares them.
  package func adding(_ types: [ContentType]) -> (registry: ContentTypeRegistry, problems: [DeclarationProblem]) {
    var problems: [DeclarationProblem] = []
    let builtIn = Set(Self.builtInTypes.map(\.identifier))
    var accepted = declared
    for type in types.filter({ $0.isExported }) + types.filter({ !$0.isExported }) {
      if builtIn.contains(type.identifier) {
        if type.isExported { problems.append(.init(type, "the type is built in and cannot be redefined")) }
      } else if let other = accepted.firstIndex(where: { $0.identifier == type.identifier }) {
        if type.isExported, accepted[other].isExported {
          problems.append(.init(type, "the type is \(accepted[other].origin.title) already"))
        } else if type.isExported {
          accepted[other] = type
        }
      } else {
        accepted.append(type)
      }
    }
    while let loop = Self.loop(accepted) {
      let path = (loop + loop.prefix(1)).joined(separator: " -> ")
      for type in accepted where loop.contains(type.identifier) {
        problems.append(.init(type, "the type conforms to itself: \(path)"))
      }
      accepted.removeAll { loop.contains($0.identifier) }
    }
    return (Self.assemble(declared: accepted, database: database), problems)
  }

  /// The first cycle of types that conform to one another, in the order of conformance; nil without a cycle.
  private static func loop(_ types: [ContentType]) -> [String]? {
    let parents = Dictionary(types.map { ($0.identifier, $0.conformsTo) }) { first, _ in first }
    var done: Set<String> = []
    for start in types where !done.contains(start.identifier) {
      // The path from the start, with the parents still to try at each step.
      var path = [start.identifier]
      var rest = [start.conformsTo]
      while let last = rest.indices.last {
        guard let next = rest[last].popLast() else {
          done.insert(path.removeLast())
          rest.removeLast()
          continue
        }
        if let place = path.firstIndex(of: next) { return Array(path[place...]) }
        guard !done.contains(next), let further = parents[next] else { continue }
        path.append(next)
        rest.append(further)
      }
    }
    return nil
  }
}

extension ContentType {
  /// Whether a provider exports the type.
  package var isExported: Bool {
    if case .exported = origin { return true }
    return false
  }
}

extension DeclarationProblem {
  fileprivate init(_ type: ContentType, _ message: String) {
    let provider =
      switch type.origin {
      case .exported(let provider), .imported(let provider): provider
      case .builtIn, .system: ""
      }
    self.init(identifier: type.identifier, provider: provider, message: message)
  }
}
