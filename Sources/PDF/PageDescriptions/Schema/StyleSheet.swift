internal import ImageModel
internal import StructuredText

/// The named styles of a description, and the one that holds where nothing is said.
struct StyleSheet {
  private var named: [String: StyleOverrides] = [:]
  /// The style of a text that names none: 11 points of a sans-serif, black.
  var base = StyleOverrides()

  init() {}

  /// Reads `styles`, each with what it `extends`.
  init(_ reader: ValueReader?) throws(ImageError) {
    guard let reader else { return }
    let object = try reader.anyObject("an object of styles")
    var objects: [String: ObjectReader] = [:]
    for member in object.members {
      let style = ValueReader(value: member.value, path: .member(reader.path, member.name), scope: reader.scope)
      objects[member.name] = try style.object("a style", StyleOverrides.names)
    }
    for member in object.members { try resolve(member.name, objects) }
  }

  /// Follows `extends` up to a style that is known, then comes back down: no recursion, however long the chain.
  private mutating func resolve(_ name: String, _ objects: [String: ObjectReader]) throws(ImageError) {
    var chain: [(name: String, object: ObjectReader)] = []
    var visited: Set<String> = []
    var style = StyleOverrides()
    var next: String? = name
    while let current = next {
      if let known = named[current] {
        style = known
        break
      }
      guard let object = objects[current] else {
        let extending = chain.last?.object
        throw (extending?["extends"] ?? extending?.reader).map { $0.error("there is no style '\(current)'") }
          ?? ImageError(.invalidData, "there is no style '\(current)'")
      }
      guard visited.insert(current).inserted else {
        throw (object["extends"] ?? object.reader).error("the style '\(current)' extends itself")
      }
      chain.append((current, object))
      next = try object["extends"]?.literal("the name of a style")
    }
    for link in chain.reversed() {
      style = style.overridden(by: try StyleOverrides(link.object))
      named[link.name] = style
    }
  }

  /// A style where it is used: its name, or an object which may extend one.
  func style(_ reader: ValueReader?) throws(ImageError) -> StyleOverrides {
    guard let reader else { return StyleOverrides() }
    if reader.isText { return try style(named: reader) }
    let object = try reader.object("a style", StyleOverrides.names)
    let own = try StyleOverrides(object)
    guard let extended = object["extends"] else { return own }
    return try style(named: extended).overridden(by: own)
  }

  private func style(named reader: ValueReader) throws(ImageError) -> StyleOverrides {
    let name = try reader.text("the name of a style")
    guard let style = named[name] else {
      let known = named.keys.sorted().prefix(20).map { "'\($0)'" }.joined(separator: ", ")
      throw reader.error("there is no style '\(name.prefix(60))'" + (known.isEmpty ? "" : "; there are \(known)"))
    }
    return style
  }
}
