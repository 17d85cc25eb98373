package import ImageModel

/// A colour of a printing press: shares of the process inks, or a tint of a spot ink.
package struct InkColor: Hashable, Sendable {
  /// The shares of cyan, magenta, yellow and black, from 0 to 1. Of a spot ink, those that stand for its full tint.
  package var process: [Double]
  /// The name of the spot ink; nil for a mixture of the process inks.
  package var spot: String?
  /// How much of the spot ink is printed, from 0 to 1.
  package var tint = 1.0

  /// Parses `cmyk(0%, 100%, 50%, 0%)` and `spot(NAME, cmyk(...), 80%)`; without a tint, the ink is full.
  ///
  /// - Returns: nil for another text, and for a name that is empty, too long or reserved: `All` stands for all inks,
  ///   and `None` for no ink (ISO 32000-1, 8.6.6.4).
  package init?(_ text: String) {
    if let process = Self.process(text[...]) {
      self.process = process
      return
    }
    guard let content = Self.content(of: "spot", text[...]), let comma = content.firstIndex(of: ","),
      let end = content.lastIndex(of: ")"), comma < end
    else { return nil }
    let name = Self.trimmed(content[..<comma])
    let rest = Self.trimmed(content[content.index(after: end)...])
    guard let process = Self.process(Self.trimmed(content[content.index(after: comma)...end])),
      !name.isEmpty, name.utf8.count <= Self.maxNameLength, name != "All", name != "None",
      !name.unicodeScalars.contains(where: { $0.value < 0x20 || $0.value == 0x7F }),
      rest.isEmpty || rest.first == ",",
      let tint = rest.isEmpty ? 1 : ColorText.component(rest.dropFirst(), full: 1)
    else { return nil }
    (self.process, self.spot, self.tint) = (process, String(name), tint)
  }

  /// The longest name in bytes (ISO 32000-1, annex C).
  private static let maxNameLength = 127

  private static func process(_ text: Substring) -> [Double]? {
    let parts = content(of: "cmyk", text)?.split(separator: ",", omittingEmptySubsequences: false) ?? []
    let shares = parts.compactMap { ColorText.component($0, full: 1) }
    return parts.count == 4 && shares.count == 4 ? shares : nil
  }

  /// What a text has between the brackets after a word.
  private static func content(of word: String, _ text: Substring) -> Substring? {
    guard text.last == ")", let open = text.firstIndex(of: "("), text[..<open].lowercased() == word else { return nil }
    return text[text.index(after: open)...].dropLast()
  }

  private static func trimmed(_ text: Substring) -> Substring {
    let rest = text.drop { $0 == " " }
    return rest.lastIndex { $0 != " " }.map { rest[...$0] } ?? ""
  }

  /// About the colour on a screen: each ink takes away its share of the light.
  fileprivate var light: [Double] {
    let inks = process.map { $0 * tint }
    return inks[..<3].map { (1 - $0) * (1 - inks[3]) }
  }
}

/// The colours of inks of a document, and the RGB colours that stand for them in drawings.
///
/// cairo and pango have RGB only. A marker is nearly the colour that a screen shows; the parts of a step of 8 bits tell
/// the markers apart. Red is 128 of 257 parts above a step, which other colours never are: see `unmarked(red:)`. The
/// document writer replaces the markers in what cairo wrote.
package final class InkColors {
  private var markers: [InkColor: Color] = [:]
  private var colors: [[Int]: InkColor] = [:]
  /// The process inks that stand for each spot ink.
  private var spots: [String: [Double]] = [:]
  /// Why the document cannot have such colours; nil where it can.
  private let refusal: String?

  package init(refusal: String? = nil) { self.refusal = refusal }

  package var isEmpty: Bool { markers.isEmpty }

  private static let redPart = 128
  private static let maxColors = 128 * 128

  /// The RGB colour that stands for a colour of inks in drawings.
  ///
  /// - Throws: `unsupported` where the document cannot have it; `invalidData` for a spot ink that is another mixture of
  ///   the process inks elsewhere; `limitExceeded`.
  package func marker(for ink: InkColor) throws(ImageError) -> Color {
    if let known = markers[ink] { return known }
    if let refusal { throw ImageError(.unsupported, refusal) }
    let count = markers.count
    guard count < Self.maxColors else {
      throw ImageError(.limitExceeded, "there are more than \(Self.maxColors) colours of inks")
    }
    if let spot = ink.spot {
      guard spots[spot] ?? ink.process == ink.process else {
        throw ImageError(.invalidData, "the ink '\(spot)' has another cmyk() elsewhere")
      }
      spots[spot] = ink.process
    }
    let parts = [Self.redPart, count % 128, count / 128]
    // A full step has nothing above it.
    let values = zip(ink.light, parts).map { light, part in 257 * min(Int((light * 255).rounded()), 254) + part }
    let marker = Color(
      red: Double(values[0]) / 65_535, green: Double(values[1]) / 65_535, blue: Double(values[2]) / 65_535)
    markers[ink] = marker
    colors[values] = ink
    return marker
  }

  /// The colour of inks that three RGB components stand for; nil for an ordinary colour.
  package func color(markedBy components: [Double]) -> InkColor? {
    guard components.allSatisfy({ (0...1).contains($0) }) else { return nil }
    return colors[components.map { Int(($0 * 65_535).rounded()) }]
  }

  /// The red component of an ordinary colour, moved by 1/65535 where it would be that of a marker.
  static func unmarked(red: Double) -> Double {
    let value = Int((red * 65_535).rounded())
    return value % 257 == redPart ? Double(value + 1) / 65_535 : red
  }
}
