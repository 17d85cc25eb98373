internal import PDFWriting

/// Makes the colours of a content stream grey, as far as they are RGB or CMYK (ISO 32000-1, 8.6.8).
///
/// Brightness is that of Rec. 601, of the numbers as they are: profiles are not applied.
struct GrayContent {
  /// The content with grey colours; nil where nothing was changed.
  private(set) var bytes: [UInt8]?
  /// Whether there are colours that stay: in other spaces, in shadings and in inline pictures.
  private(set) var hasOtherColors = false

  /// - Parameter space: the colour space with a name of the resources.
  init<Failure: Error>(_ content: [UInt8], space: (String) throws(Failure) -> ColorSpaceKind) throws(Failure) {
    var reader = ContentReader(content)
    var (fill, stroke) = (ColorSpaceKind.gray, ColorSpaceKind.gray)
    var stack: [(ColorSpaceKind, ColorSpaceKind)] = []
    var result: [UInt8] = []
    var copied = 0
    while let operation = reader.next() {
      var replacement: String?
      let numbers = operation.numbers
      switch operation.name {
      case "q": if stack.count < 1_000 { stack.append((fill, stroke)) }
      case "Q": if let last = stack.popLast() { (fill, stroke) = last }
      case "g": fill = .gray
      case "G": stroke = .gray
      case "rg", "k":
        fill = .gray
        replacement = Self.brightness(numbers).map { "\($0) g" }
      case "RG", "K":
        stroke = .gray
        replacement = Self.brightness(numbers).map { "\($0) G" }
      case "cs", "CS":
        let used = try operation.operands.last?.name.map(space) ?? .other
        if operation.name == "cs" { fill = used } else { stroke = used }
        if used == .rgb || used == .cmyk { replacement = "/DeviceGray \(operation.name)" }
      case "sc", "scn", "SC", "SCN":
        switch operation.name.first == "s" ? fill : stroke {
        case .gray: break
        case .rgb, .cmyk: replacement = Self.brightness(numbers).map { "\($0) \(operation.name)" }
        case .ink, .palette, .other: hasOtherColors = true
        }
      case "sh", "BI": hasOtherColors = true
      default: break
      }
      guard let replacement else { continue }
      result += content[copied..<operation.range.lowerBound]
      result += Array(replacement.utf8)
      copied = operation.range.upperBound
    }
    if copied > 0 { bytes = result + content[copied...] }
  }

  /// The brightness of three or four numbers; nil for another count.
  private static func brightness(_ numbers: [Double]) -> String? {
    func bounded(_ value: Double) -> Double { min(max(value, 0), 1) }
    var colors = numbers
    if numbers.count == 4 { colors = numbers[..<3].map { 1 - min(1, bounded($0) + bounded(numbers[3])) } }
    guard colors.count == 3 else { return nil }
    return PDFSyntax.text(
      of: 0.299 * bounded(colors[0]) + 0.587 * bounded(colors[1]) + 0.114 * bounded(colors[2]))
  }
}
