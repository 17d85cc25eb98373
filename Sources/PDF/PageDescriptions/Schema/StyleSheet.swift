internal import Drawing
internal import ImageModel
internal import StructuredText

/// The named styles of a description, and the base style.
struct StyleSheet {
  private var named: [String: StyleOverrides] = [:]
  /// The style of texts without a style. The defaults are 11 points, sans-serif, black.
  var base = StyleOverrides()

  init() {}

  /// Reads `styles` and resolves `extends`.
  init(_ reader: ValueReader?) throws(ImageError) {
    guard let reader else { return }
    let object = try reader.anyObject("an object of styles")
    var objects: [String: MemberReader] = [:]
    for member in object.members {
      let style = ValueReader(value: member.value, path: .member(reader.path, member.name), scope: reader.scope)
      objects[member.name] = try style.object("a style", StyleOverrides.names)
    }
    for member in object.members { try resolve(member.name, objects) }
  }

  /// Follows `extends` to a resolved style, then resolves the chain backwards. It is not recursive, so that the chain
  /// may be long.
  private mutating func resolve(_ name: String, _ objects: [String: MemberReader]) throws(ImageError) {
    var chain: [(name: String, object: MemberReader)] = []
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

  /// A reference to a style: its name, or an object that may extend a style.
  func style(_ reader: ValueReader?) throws(ImageError) -> StyleOverrides {
    guard let reader else { return StyleOverrides() }
    if reader.isText { return try style(named: reader) }
    let object = try reader.object("a style", StyleOverrides.names)
    let own = try StyleOverrides(object)
    guard let extended = object["extends"] else { return own }
    return try style(named: extended).overridden(by: own)
  }

  /// The style with a name; nil where there is none.
  func named(_ name: String) -> StyleOverrides? { named[name] }

  private func style(named reader: ValueReader) throws(ImageError) -> StyleOverrides {
    let name = try reader.text("the name of a style")
    guard let style = named[name] else {
      let known = named.keys.sorted().prefix(20).map { "'\($0)'" }.joined(separator: ", ")
      throw reader.error("there is no style '\(name.prefix(60))'" + (known.isEmpty ? "" : "; there are \(known)"))
    }
    return style
  }
}

/// The values of a text style. Missing values are inherited.
struct StyleOverrides {
  enum Alignment: String, CaseIterable { case start, end, left, center, right, justify }
  enum Wrap: String, CaseIterable { case word, character, none }
  enum Direction: String, CaseIterable { case auto, ltr, rtl }
  /// The place of letters: small ones above or below the others.
  enum Script: String, CaseIterable { case normal, `super`, sub }

  var families: [String]?
  var size: Double?
  var weight: Int?
  var isItalic: Bool?
  var color: Color?
  var isUnderlined: Bool?
  var isStruckThrough: Bool?
  var letterSpacing: Double?
  var alignment: Alignment?
  var lineSpacing: Double?
  var wrap: Wrap?
  var direction: Direction?
  var script: Script?
  var isHyphenated: Bool?
  /// The lines of a paragraph that stay together at its beginning and at its end.
  var orphans: Int?
  var widows: Int?

  static let names = [
    "extends", "font", "size", "weight", "italic", "color", "underline", "strikethrough", "letterSpacing", "align",
    "lineSpacing", "wrap", "direction", "script", "hyphenate", "orphans", "widows",
  ]

  init() {}

  /// The values of a style object, without the style that it extends.
  init(_ object: MemberReader) throws(ImageError) {
    if let font = object["font"] { families = try Self.families(font) }
    size = try object["size"]?.extent()
    if let size, size > 10_000 { throw (object["size"] ?? object.reader).error("is more than 10000 points") }
    weight = try object["weight"].map { (value) throws(ImageError) in try Self.weight(value) }
    isItalic = try object["italic"]?.flag()
    color = try object["color"]?.color()
    isUnderlined = try object["underline"]?.flag()
    isStruckThrough = try object["strikethrough"]?.flag()
    letterSpacing = try object["letterSpacing"]?.length()
    alignment = try object["align"]?.word(Alignment.self)
    lineSpacing = try object["lineSpacing"]?.number("a factor from 0.1 to 10", in: 0.1...10)
    wrap = try object["wrap"]?.word(Wrap.self)
    direction = try object["direction"]?.word(Direction.self)
    script = try object["script"]?.word(Script.self)
    isHyphenated = try object["hyphenate"]?.flag()
    orphans = try object["orphans"]?.integer("a number of lines from 1 to 100", in: 1...100)
    widows = try object["widows"]?.integer("a number of lines from 1 to 100", in: 1...100)
  }

  private static func families(_ reader: ValueReader) throws(ImageError) -> [String] {
    var families: [String] = []
    for family in reader.isList ? try reader.list() : [reader] {
      families.append(try family.text("the name of a font"))
      do throws(ImageError) { try TextStyle.checkFamily(families[families.count - 1]) } catch {
        throw family.error(error.reason)
      }
    }
    guard !families.isEmpty else { throw reader.error("names no font") }
    return families
  }

  private static func weight(_ reader: ValueReader) throws(ImageError) -> Int {
    if reader.isText, case "normal" = try reader.text() { return 400 }
    if reader.isText, case "bold" = try reader.text() { return 700 }
    return try reader.integer("\"normal\", \"bold\" or a weight from 100 to 900", in: 100...900)
  }

  /// This style, overridden by the values of another one.
  func overridden(by other: StyleOverrides) -> StyleOverrides {
    var style = self
    style.families = other.families ?? families
    style.size = other.size ?? size
    style.weight = other.weight ?? weight
    style.isItalic = other.isItalic ?? isItalic
    style.color = other.color ?? color
    style.isUnderlined = other.isUnderlined ?? isUnderlined
    style.isStruckThrough = other.isStruckThrough ?? isStruckThrough
    style.letterSpacing = other.letterSpacing ?? letterSpacing
    style.alignment = other.alignment ?? alignment
    style.lineSpacing = other.lineSpacing ?? lineSpacing
    style.wrap = other.wrap ?? wrap
    style.direction = other.direction ?? direction
    style.script = other.script ?? script
    style.isHyphenated = other.isHyphenated ?? isHyphenated
    style.orphans = other.orphans ?? orphans
    style.widows = other.widows ?? widows
    return style
  }
}
