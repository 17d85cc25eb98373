internal import Drawing
internal import ImageModel

/// What a style says about text; what it leaves out stays as it is around it.
struct StyleOverrides {
  enum Alignment: String, CaseIterable { case start, end, left, center, right, justify }
  enum Wrap: String, CaseIterable { case word, character, none }
  enum Direction: String, CaseIterable { case auto, ltr, rtl }

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

  static let names = [
    "extends", "font", "size", "weight", "italic", "color", "underline", "strikethrough", "letterSpacing", "align",
    "lineSpacing", "wrap", "direction",
  ]

  init() {}

  /// What an object of a style says itself, without the style that it extends.
  init(_ object: ObjectReader) throws(ImageError) {
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
  }

  private static func families(_ reader: ValueReader) throws(ImageError) -> [String] {
    guard reader.isList else { return [try reader.text("the name of a font")] }
    var families: [String] = []
    for family in try reader.list() { families.append(try family.text("the name of a font")) }
    guard !families.isEmpty else { throw reader.error("names no font") }
    return families
  }

  private static func weight(_ reader: ValueReader) throws(ImageError) -> Int {
    if reader.isText, case "normal" = try reader.text() { return 400 }
    if reader.isText, case "bold" = try reader.text() { return 700 }
    return try reader.integer("\"normal\", \"bold\" or a weight from 100 to 900", in: 100...900)
  }

  /// This style with what another one says on top.
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
    return style
  }
}
