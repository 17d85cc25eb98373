/// Text whose parts may have different styles.
public struct AttributedText: Hashable, Sendable {
  /// A part of the text in one style.
  public struct Run: Hashable, Sendable {
    /// The range of the part in the text, in bytes of UTF-8.
    public var range: Range<Int>
    public var style: TextStyle
  }

  /// The text without its styles.
  public private(set) var string = ""
  /// The parts in order, without gaps.
  public private(set) var runs: [Run] = []

  /// An empty text.
  public init() {}

  /// Text in one style.
  public init(_ string: String, _ style: TextStyle = TextStyle()) {
    append(string, style)
  }

  /// Text from parts.
  public init(_ parts: [(String, TextStyle)]) {
    for (string, style) in parts { append(string, style) }
  }

  public var isEmpty: Bool { string.isEmpty }

  /// The number of bytes of the text in UTF-8.
  public var byteCount: Int { string.utf8.count }

  /// Adds text in a style.
  ///
  /// Some of the text is changed so that pango and cairo can lay it out:
  /// - NUL becomes U+FFFD, because it ends C strings.
  /// - A noncharacter becomes U+FFFD. cairo rejects it as invalid UTF-8 and then draws nothing more.
  /// - Of a grapheme cluster (a letter with its marks), at most 32 code points are kept. The time to shape a cluster
  ///   grows with their square.
  public mutating func append(_ text: String, _ style: TextStyle) {
    add(Self.safeForLayout(text), style)
  }

  /// Adds text that can be laid out as it is.
  private mutating func add(_ text: String, _ style: TextStyle) {
    guard !text.isEmpty else { return }
    let start = string.utf8.count
    string += text
    let range = start..<string.utf8.count
    if let last = runs.last, last.style == style {
      runs[runs.count - 1].range = last.range.lowerBound..<range.upperBound
    } else {
      runs.append(Run(range: range, style: style))
    }
  }

  /// The Unicode Standard, 23.7.
  private static func isNoncharacter(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value & 0xfffe == 0xfffe || (0xfdd0...0xfdef).contains(scalar.value)
  }

  private static func safeForLayout(_ text: String) -> String {
    var text = text
    if text.utf8.contains(0) || text.unicodeScalars.contains(where: isNoncharacter) {
      var replaced = String.UnicodeScalarView()
      replaced.append(contentsOf: text.unicodeScalars.map { $0 == "\0" || isNoncharacter($0) ? "\u{fffd}" : $0 })
      text = String(replaced)
    }
    guard text.utf8.contains(where: { $0 >= 0xcc }), text.contains(where: { $0.utf8.count > 64 }) else { return text }
    var scalars = String.UnicodeScalarView()
    for character in text { scalars.append(contentsOf: character.unicodeScalars.prefix(32)) }
    return String(scalars)
  }

  /// Adds text with its styles.
  public mutating func append(_ other: AttributedText) {
    for run in other.runs { add(other.text(run.range), run.style) }
  }

  /// The text in a range of UTF-8 bytes; a character that the range cuts becomes U+FFFD.
  func text(_ range: Range<Int>) -> String {
    let utf8 = string.utf8
    let start = utf8.index(utf8.startIndex, offsetBy: range.lowerBound)
    return String(decoding: utf8[start..<utf8.index(start, offsetBy: range.count)], as: UTF8.self)
  }

  /// The style of the character at a UTF-8 offset, or of the last character; nil without text.
  func style(at place: Int) -> TextStyle? {
    let index = firstRun(endingAfter: place)
    return index < runs.count ? runs[index].style : runs.last?.style
  }

  /// The length of the longest paragraph, in bytes of UTF-8.
  var longestParagraphBytes: Double {
    Double(string.utf8.split(omittingEmptySubsequences: true) { $0 == 0x0a || $0 == 0x0d }.map(\.count).max() ?? 0)
  }

  private func firstRun(endingAfter place: Int) -> Int {
    var (low, high) = (0, runs.count)
    while low < high {
      let middle = (low + high) / 2
      if runs[middle].range.upperBound <= place { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// The part in a range of UTF-8 bytes, with its styles. The time depends on the part, not on the whole text.
  public func slice(_ range: Range<Int>) -> AttributedText {
    var part = AttributedText()
    let wanted = range.clamped(to: 0..<byteCount)
    var low = firstRun(endingAfter: wanted.lowerBound)
    while low < runs.count, runs[low].range.lowerBound < wanted.upperBound {
      part.add(text(runs[low].range.clamped(to: wanted)), runs[low].style)
      low += 1
    }
    return part
  }
}
