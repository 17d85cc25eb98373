internal import ImageModel
internal import MetadataModel
internal import TIFFStructure

/// The tags of one directory or one block of a maker's notes.
///
/// A table is a section of its maker's text: a head, then one line for each tag. docs/maker-notes.md describes the
/// form.
///
///     [CameraSettings s16]
///     1 MacroMode = 1: Macro; 2: Normal
///     2 SelfTimer /10
///     3 Quality low = Quality
struct TagTable: Sendable {
  enum Form: Sendable {
    /// A TIFF directory.
    case directory
    /// Values at fixed places: each place is a multiple of the default format's size.
    case block
    /// Values one after the other, without gaps. The numbers of the rows have no meaning.
    case sequence
  }

  /// The byte order of a table's data. nil is the order of the data around it.
  enum Order: String, Sendable { case big, little }

  var form = Form.directory
  /// The format of rows without one of their own.
  var format = ValueFormat(.undefined)
  var order: Order?
  /// Whether a directory's offsets count from its own first byte.
  var hasOwnBase = false
  /// Where a directory begins in its bytes: after a text, or after a byte-order mark.
  var start = 0
  /// Whether a byte-order mark comes first.
  var hasMark = false
  /// Whether a block begins with its size in bytes. A block that does not is other data.
  var isSized = false
  /// Whether all rows are less reliable than others of the same name.
  var isLow = false
  /// The name of the maker's function that makes the block readable, or a directory, before it is read: `decrypt`.
  var preparation: String?
  /// The table with whose rows this one begins.
  var model: String?
  var rows: [TagRow] = []
  private var numbered: [Int: [TagRow]] = [:]

  /// The rows with a number, in the order of the text. The first one whose condition holds is used.
  func rows(_ number: Int) -> [TagRow] { numbered[number] ?? [] }

  init(_ section: TagSection) {
    let lines = Self.lines(section.text)
    for word in lines[section.column].dropLast().split(separator: UInt8(ascii: " ")).dropFirst() {
      takeHead(String(decoding: word, as: UTF8.self))
    }
    rows.reserveCapacity(lines.count)
    for line in lines.dropFirst(section.columns) {
      guard let (number, rest) = section.row(line) else { continue }
      guard let row = TagRow(number, rest, isLow: isLow) else {
        preconditionFailure("not a row of a tag table: \(String(decoding: line, as: UTF8.self))")
      }
      append(row)
    }
  }

  /// Puts the rows of another table before this one's.
  mutating func takeRows(of table: TagTable) {
    let own = rows
    (rows, numbered) = (table.rows, table.numbered)
    for row in own { append(row) }
  }

  private mutating func append(_ row: TagRow) {
    numbered[row.number, default: []].append(row)
    rows.append(row)
  }

  /// The lines with content. One that ends in `;` or `|` includes the next.
  private static func lines(_ text: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
    var lines: [ArraySlice<UInt8>] = []
    var start = text.startIndex
    var begun: [UInt8] = []
    for index in text.indices where text[index] == UInt8(ascii: "\n") || index == text.endIndex - 1 {
      let end = text[index] == UInt8(ascii: "\n") ? index : index + 1
      let last = end > start ? text[end - 1] : 0
      if last == UInt8(ascii: ";") { continue }
      let line = text[start..<end].drop { $0 == UInt8(ascii: " ") }
      start = index + 1
      if last == UInt8(ascii: "|") {
        begun += line
      } else if !line.isEmpty, line.first != UInt8(ascii: "#") {
        lines.append(begun.isEmpty ? line : (begun + line)[...])
        begun = []
      }
    }
    return lines
  }

  /// - Parameter word: `s16 big low sized own-base mark at:20 sequence prepare:decrypt`.
  private mutating func takeHead(_ word: String) {
    switch word {
    case "sequence": form = .sequence
    case "own-base": hasOwnBase = true
    case "mark": (hasMark, start) = (true, 2)
    case _ where word.hasPrefix("at:"): start = Int(word.dropFirst(3)) ?? 0
    case "low": isLow = true
    case "sized": isSized = true
    case _ where word.hasPrefix("like:"): model = String(word.dropFirst(5))
    case _ where word.hasPrefix("prepare:"): preparation = String(word.dropFirst(8))
    case _ where Order(rawValue: word) != nil: order = Order(rawValue: word)
    default:
      guard let format = ValueFormat(word) else { preconditionFailure("unknown word in a table's head: \(word)") }
      self.format = format
      if form == .directory { form = .block }
    }
  }
}

/// One line of a table: what a tag is called, and how its value is read. A class, because rows are passed around for
/// each field of each note, and have many parts.
final class TagRow: Sendable {
  /// The bits of a block that a row reads.
  struct Place: Hashable {
    var number: Int
    var mask: UInt64?
  }

  let number: Int
  /// Only these bits of the value count.
  let mask: UInt64?
  /// `-` for a tag that is not shown.
  let name: String
  /// The format of the bytes; nil: the type in the directory, or the block's format.
  let format: ValueFormat?
  let steps: [Step]
  /// The table of the bytes, or of the directory that the value points to.
  let table: String?
  /// All of them must hold.
  let conditions: [TagCondition]
  /// Whether an earlier value of the same name stays.
  let isLow: Bool
  let words: Words?

  enum Words: Sendable {
    /// The maker's list of this name.
    case named(String)
    case list(WordList)
  }

  var place: Place { Place(number: number, mask: mask) }

  enum Step: Sendable {
    case multiply(Double), divide(Double), add(Double)
    /// No value, if the stored one is this number.
    case omit(Double)
    /// A conversion of the maker, or one of `Conversions.common`.
    case convert(String)
  }

  /// - Parameters:
  ///   - place: the number, and after `&` the mask.
  ///   - line: the rest of the line.
  ///   - isLow: whether the table says so of all rows.
  /// - Returns: nil for text in another form.
  init?(_ place: ArraySlice<UInt8>, _ line: ArraySlice<UInt8>, isLow: Bool) {
    var head = line
    if let sign = Self.wordsSign(line) {
      head = line[..<sign]
      let text = line[(sign + 1)...].drop { $0 == UInt8(ascii: " ") }
      words =
        text.contains(UInt8(ascii: ":")) ? .list(WordList(text)) : .named(String(decoding: text, as: UTF8.self))
    } else {
      words = nil
    }
    let fields = head.split(separator: UInt8(ascii: " "))
    let number = place.split(separator: UInt8(ascii: "&"), maxSplits: 1)
    guard !fields.isEmpty, !number.isEmpty, let value = Self.integer(number[0]) else { return nil }
    self.number = value
    if number.count == 2 {
      guard let bits = Self.integer(number[1]), bits > 0 else { return nil }
      mask = UInt64(bits)
    } else {
      mask = nil
    }
    name = String(decoding: fields[0], as: UTF8.self)
    var parts = Parts(isLow: isLow)
    for field in fields[1...] where !parts.take(String(decoding: field, as: UTF8.self)) { return nil }
    (format, steps, table, conditions) = (parts.format, parts.steps, parts.table, parts.conditions)
    self.isLow = parts.isLow
  }

  /// What the words between the name and the words for values say.
  private struct Parts {
    var format: ValueFormat?
    var steps: [Step] = []
    var table: String?
    var conditions: [TagCondition] = []
    var isLow: Bool

    mutating func take(_ field: String) -> Bool {
      let rest = field.dropFirst()
      switch field.utf8.first {
      case UInt8(ascii: "@"): table = String(rest)
      case UInt8(ascii: "?"):
        guard let condition = TagCondition(rest) else { return false }
        conditions.append(condition)
      case UInt8(ascii: "*"):
        guard let number = Double(rest) else { return false }
        steps.append(.multiply(number))
      case UInt8(ascii: "/"):
        guard let number = Double(rest) else { return false }
        steps.append(.divide(number))
      case UInt8(ascii: "+"), UInt8(ascii: "-"):
        guard let number = Double(field) else { return false }
        steps.append(.add(number))
      default:
        if field == "low" {
          isLow = true
        } else if field.hasPrefix("omit:") {
          guard let number = Double(field.dropFirst(5)) else { return false }
          steps.append(.omit(number))
        } else if let format = ValueFormat(field) {
          self.format = format
        } else {
          steps.append(.convert(field))
        }
      }
      return true
    }
  }

  /// The place of an `=` between spaces.
  private static func wordsSign(_ line: ArraySlice<UInt8>) -> Int? {
    line.indices.first {
      line[$0] == UInt8(ascii: "=") && $0 > line.startIndex && line[$0 - 1] == UInt8(ascii: " ")
        && $0 + 1 < line.endIndex && line[$0 + 1] == UInt8(ascii: " ")
    }
  }

  /// `12`, `0x00ff`.
  private static func integer(_ digits: ArraySlice<UInt8>) -> Int? {
    let isHexadecimal = digits.starts(with: "0x".utf8)
    let text = String(decoding: isHexadecimal ? digits.dropFirst(2) : digits, as: UTF8.self)
    return Int(text, radix: isHexadecimal ? 16 : 10)
  }
}
