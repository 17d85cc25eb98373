internal import ImageModel
internal import XMLReading

/// What the elements of an SVG document refer to, and how many pictures their filters need.
struct SVGReferences {
  /// How many pictures of the whole page librsvg keeps at once, at most: one for each layer that is open, and the
  /// results of a filter. 1 where nothing has a filter or a mask: cairo draws all else as vectors.
  var layers: Int {
    guard hasPixels else { return 1 }
    // Style sheets may make a layer of each element.
    let (nested, total) = sheetHasLayers ? (deepest, elementCount) : (nestedLayers, layerCount)
    // What an element refers to is drawn within it. Nothing is drawn within itself.
    return 1 + min(nested * (referenceCount + 1), total) + (hasDrawnResult ? primitiveCount : mostPrimitives)
  }

  private var hasPixels = false
  /// Elements, and their deepest nesting.
  private var (elementCount, deepest) = (0, 0)
  /// Elements that are layers, and their deepest nesting.
  private var (layerCount, nestedLayers) = (0, 0)
  private var sheetHasLayers = false
  /// Elements that draw others.
  private var referenceCount = 0
  /// The parts of all filters, of the current one, and of the largest one.
  private var (primitiveCount, primitives, mostPrimitives) = (0, 0, 0)
  /// Whether a part of a filter draws elements, which may have filters.
  private var hasDrawnResult = false

  /// The properties of what becomes pixels, and those of layers, which are pixels within the former.
  private static let pixelProperties = ["filter", "mask"]
  private static let layerProperties = pixelProperties + ["opacity", "mix-blend-mode", "isolation", "clip-path"]

  /// An element that is open.
  private struct OpenElement {
    var name: String
    var line: Int
    var isLayer = false
    /// The layers around it.
    var layers: Int
    /// The texts of a style sheet.
    var style: [UInt8] = []
  }

  /// Checks that every reference leads to a part of the document, and counts.
  ///
  /// - Throws: `unsupported` with the line for one that does not; `invalidData` where the first element is not `svg`.
  mutating func check(_ document: XMLDocument) throws(ImageError) {
    let names = (0..<document.nameCount).map { document.name($0).string }
    let locals = names.map { String($0.split(separator: ":").last ?? "") }
    var open: [OpenElement] = []
    for index in 0..<document.eventCount {
      switch document.event(index) {
      case .start(let name, let line):
        guard index > 0 || locals[name] == "svg" else {
          throw ImageError(.invalidData, "there is no svg element", format: "SVG")
        }
        // A reader of style sheets may ignore elements, or take the texts in them.
        guard open.last?.name != "style" else {
          throw ImageError(.unsupported, "line \(line): an element in a style sheet is not read", format: "SVG")
        }
        let layers = open.last.map { $0.layers + ($0.isLayer ? 1 : 0) } ?? 0
        open.append(OpenElement(name: locals[name], line: line, layers: layers))
        count(locals[name], depth: open.count)
      case .attribute(let name, let value):
        guard let last = open.indices.last else { continue }
        // The targets of links, and scripts, which are not run.
        let isFollowed = locals[name] == "href" && open[last].name != "a" && open[last].name != "script"
        if isFollowed, let first = value.bytes.first(where: { $0 > 0x20 }), first != UInt8(ascii: "#") {
          throw Self.refusal(line: open[last].line)
        }
        // With a prefix, too: librsvg ignores a prefix without a declaration.
        let isStyle = locals[name] == "style"
        let mayRefer = value.bytes.contains { $0 == UInt8(ascii: "(") || $0 == UInt8(ascii: "@") }
        let css = isStyle || mayRefer ? SVGStyle(value.bytes) : nil
        if css?.leadsOut == true { throw Self.refusal(line: open[last].line) }
        func has(_ properties: [String]) -> Bool {
          isStyle ? css?.mentions(properties) == true : properties.contains(locals[name])
        }
        if has(Self.pixelProperties) { hasPixels = true }
        if !open[last].isLayer, has(Self.layerProperties) {
          open[last].isLayer = true
          layerCount += 1
          nestedLayers = max(nestedLayers, open[last].layers + 1)
        }
      case .text(let part):
        if let last = open.indices.last, open[last].name == "style" { open[last].style += part.bytes }
      case .end:
        guard let element = open.popLast() else { continue }
        if element.name == "filter", !open.contains(where: { $0.name == "filter" }) { primitives = 0 }
        guard element.name == "style" else { continue }
        let css = SVGStyle(element.style)
        if css.leadsOut { throw Self.refusal(line: element.line) }
        if css.mentions(Self.pixelProperties) { hasPixels = true }
        if css.mentions(Self.layerProperties) { sheetHasLayers = true }
      }
    }
  }

  private mutating func count(_ element: String, depth: Int) {
    elementCount += 1
    deepest = max(deepest, depth)
    if ["use", "pattern", "marker", "mask", "feImage"].contains(element) { referenceCount += 1 }
    if element.hasPrefix("fe") {
      primitives += 1
      primitiveCount += 1
      mostPrimitives = max(mostPrimitives, primitives)
    }
    if element == "feImage" { hasDrawnResult = true }
  }

  private static func refusal(line: Int) -> ImageError {
    ImageError(
      .unsupported, "line \(line): a drawing that shows another file, or a picture within it, is not drawn",
      format: "SVG")
  }
}

/// A style sheet, or the value of an attribute that may be CSS. Texts in comments and strings count as any other.
private struct SVGStyle {
  /// In lower case, without escapes.
  private let text: [UInt8]

  init(_ css: some Collection<UInt8>) { text = Self.resolved(css) }

  /// Whether it refers to anything but a part of the document: by `@import`, or by `url(` without `#`. Both are
  /// tokens, so that nothing can be within them (CSS Syntax 3, 4.3.3 and 4.3.4).
  var leadsOut: Bool {
    if XMLProlog.position(of: "@import", in: text[...]) != nil { return true }
    var rest = text[...]
    while let start = XMLProlog.position(of: "url(", in: rest) {
      rest = rest[(start + 4)...]
      var target = rest.drop { $0 <= 0x20 }
      if let first = target.first, first == UInt8(ascii: "'") || first == UInt8(ascii: "\"") { target.removeFirst() }
      if target.first != UInt8(ascii: "#") { return true }
    }
    return false
  }

  /// Whether one of some properties may be in it. `fill-opacity` is not `opacity`.
  func mentions(_ properties: [String]) -> Bool {
    properties.contains { property in
      var rest = text[...]
      while let start = XMLProlog.position(of: property, in: rest) {
        if start == 0 || text[start - 1] != UInt8(ascii: "-") { return true }
        rest = rest[(start + 1)...]
      }
      return false
    }
  }

  /// A text in lower case whose escapes are resolved (CSS Syntax 3, 4.3.7).
  private static func resolved(_ css: some Collection<UInt8>) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(css.count)
    var rest = css[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "\\") else {
        result.append(lower(byte))
        continue
      }
      let digits = rest.prefix(6).prefix { hexDigit($0) != nil }
      guard !digits.isEmpty else {
        if let next = rest.popFirst() { result.append(lower(next)) }
        continue
      }
      let number = digits.reduce(UInt32(0)) { $0 << 4 | (hexDigit($1) ?? 0) }
      rest = rest.dropFirst(digits.count)
      // One white space ends the number.
      if rest.starts(with: [0x0D, 0x0A]) {
        rest = rest.dropFirst(2)
      } else if let next = rest.first, next == 0x20 || (0x09...0x0D).contains(next) {
        rest = rest.dropFirst()
      }
      result += String(Unicode.Scalar(number) ?? "\u{FFFD}").utf8.map(lower)
    }
    return result
  }

  private static func lower(_ byte: UInt8) -> UInt8 { (0x41...0x5A).contains(byte) ? byte | 0x20 : byte }

  private static func hexDigit(_ byte: UInt8) -> UInt32? {
    switch byte {
    case 0x30...0x39: UInt32(byte) - 0x30
    case 0x41...0x46, 0x61...0x66: UInt32(byte | 0x20) - 0x57
    default: nil
    }
  }
}
