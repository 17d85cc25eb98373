package import MetadataModel

/// The rating of a picture in stars, whatever block of the file has it.
struct DerivedRating {
  private let tree: PropertyTree

  init(_ tree: PropertyTree) { self.tree = tree }

  /// 0 to 5, or -1 for a rejected picture (XMP specification, part 1, 8.4: Rating): that of XMP, or else that of
  /// Windows in Exif, or else one in per cent.
  var stars: Double? {
    let xmp = tree["XMP"]
    let stars = [xmp?["xmp:Rating"], tree["IFD0"]?["Rating"]] as [PropertyValue?]
    if let rating = stars.lazy.compactMap({ Self.number($0, in: -1...5) }).first { return rating }
    let percents = [xmp?["MicrosoftPhoto:Rating"], tree["IFD0"]?["RatingPercent"]] as [PropertyValue?]
    return percents.lazy.compactMap { Self.number($0, in: 0...100) }.first.map { Self.stars(percent: $0) }
      ?? Self.number(xmp?["acdsee:rating"], in: 0...5)
  }

  /// The number of a tag, or of a text of XMP; nil if it is outside the range.
  private static func number(_ value: PropertyValue?, in range: ClosedRange<Double>) -> Double? {
    let number = value.flatMap { $0.number ?? $0.text.flatMap { Double($0.trimmingTrailingSpaces) } }
    return number.flatMap { range.contains($0) ? $0 : nil }
  }

  /// Windows stores one to five stars as 1, 25, 50, 75 and 99 per cent.
  private static func stars(percent: Double) -> Double { percent == 0 ? 0 : 1 + (percent / 25).rounded() }
}

/// The keywords of a picture, whatever block of the file has them.
package struct DerivedKeywords {
  /// Those of XMP, IPTC and Windows.
  private let words: [String]
  /// The words in the paths of tags that digiKam and Lightroom write.
  private let pathWords: [String]

  package init(_ tree: PropertyTree) {
    let (xmp, exif) = (tree["XMP"], tree["IFD0"])
    words =
      Self.texts(xmp?["dc:subject"]) + Self.texts(tree["IPTC"]?["Keywords"])
      + Self.texts(exif?["XPKeywords"]).flatMap { Self.parts($0, ";") }
    pathWords =
      Self.texts(xmp?["digiKam:TagsList"]).flatMap { Self.parts($0, "/") }
      + Self.texts(xmp?["lr:hierarchicalSubject"]).flatMap { Self.parts($0, "|") }
  }

  /// The keywords, each once; where there are none, the words in paths.
  var keywords: [String] { Self.distinct(words.isEmpty ? pathWords : words) }

  /// The keywords and the words in paths, each once.
  package var all: [String] { Self.distinct(words + pathWords) }

  private static func texts(_ value: PropertyValue?) -> [String] {
    switch value {
    case .array(let values)?: values.compactMap { $0.text }
    case let value?: value.text.map { [$0] } ?? []
    case nil: []
    }
  }

  private static func parts(_ text: String, _ separator: Character) -> [String] {
    text.split(separator: separator).map { String($0.drop { $0 == " " }).trimmingTrailingSpaces }
  }

  private static func distinct(_ words: [String]) -> [String] {
    var seen: Set<String> = []
    return words.filter { !$0.isEmpty && seen.insert($0).inserted }
  }
}
