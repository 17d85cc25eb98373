internal import ImageModel
internal import MetadataModel
internal import TIFFStructure

/// The tags of one directory or one block of a maker's notes.
///
/// A table is a section of its maker's text: a head, then one line for each tag. docs/maker-notes.md describes the form.
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

  /// The byte order of a table's data. nil: that of the data around it.
  enum Order: String, Sendable { case big, little }

  var form = Form.directory
  /// The format of rows without one of their own.
  var format = ValueFormat(.undefined)
  var order: Order?
  /// Whether a directory's offsets count from its own first byte.
  var hasOwnBase = false
  /// Whether all rows are less reliable than others of the same name.
  var isLow = false
  /// The name of the maker's function that makes the block readable before it is read: `decrypt`.
  var preparation: String?
  var rows: [TagRow] = []
  private var indices: [Int: [Int]] = [:]

  /// The rows with a number, in the order of the text. The first one whose condition holds counts.
  func rows(_ number: Int) -> [TagRow] { (indices[number] ?? []).map { rows[$0] } }

  /// - Parameters:
  ///   - head: the words after the name in the head: `s16 big low own-base sequence prepare:decrypt`.
  ///   - lines: the lines of the rows.
  init(head: some Sequence<Substring>, lines: some Sequence<Substring>) {
    for word in head {
      switch word {
      case "sequence": form = .sequence
      case "own-base": hasOwnBase = true
      case "low": isLow = true
      case _ where word.hasPrefix("prepare:"): preparation = String(word.dropFirst(8))
      case _ where Order(rawValue: String(word)) != nil: order = Order(rawValue: String(word))
      default:
        guard let format = ValueFormat(word) else { preconditionFailure("unknown word in a table's head: \(word)") }
        self.format = format
        if form == .directory { form = .block }
      }
    }
    for line in lines {
      guard var row = TagRow(line) else { preconditionFailure("not a row of a tag table: \(line)") }
      row.isLow = row.isLow || isLow
      indices[row.number, default: []].append(rows.count)
      rows.append(row)
    }
  }
}

/// One line of a table: what a tag is called, and how its value is read.
struct TagRow: Sendable {
  var number: Int
  /// Only these bits of the value count.
  var mask: UInt64?
  /// `-` for a tag that is not shown.
  var name: String
  /// The format of the bytes; nil: the type in the directory, or the block's format.
  var format: ValueFormat?
  var steps: [Step] = []
  /// The table of the bytes, or of the directory that the value points to.
  var table: String?
  /// The name of the maker's condition under which the row counts, or `FacesDetected>=2`: a comparison of an earlier
  /// value.
  var condition: String?
  /// Whether a value of the same name that is already there stays.
  var isLow = false
  var words: Words?

  enum Words: Sendable {
    /// The maker's list of this name.
    case named(String)
    case list(WordList)
  }

  enum Step: Sendable {
    case multiply(Double), divide(Double), add(Double)
    /// No value, where the stored one is this number.
    case omit(Double)
    /// A conversion of the maker, or one of `Conversions.common`.
    case convert(String)
  }

  /// - Returns: nil for text in another form.
  init?(_ line: Substring) {
    var fields = line.split(separator: " ")
    if let sign = fields.firstIndex(of: "=") {
      let text = String(line[fields[sign].endIndex...].drop { $0 == " " })
      words = text.utf8.contains(UInt8(ascii: ":")) ? .list(WordList(text)) : .named(text)
      fields.removeSubrange(sign...)
    }
    guard fields.count >= 2 else { return nil }
    let number = fields[0].split(separator: "&", maxSplits: 1)
    guard let value = Self.integer(number[0]) else { return nil }
    self.number = value
    if number.count == 2 {
      guard let bits = Self.integer(number[1]), bits > 0 else { return nil }
      mask = UInt64(bits)
    }
    name = String(fields[1])
    for field in fields[2...] where !take(field) { return nil }
  }

  private mutating func take(_ field: Substring) -> Bool {
    let rest = field.dropFirst()
    switch field.first {
    case "@": table = String(rest)
    case "?": condition = String(rest)
    case "*":
      guard let number = Double(rest) else { return false }
      steps.append(.multiply(number))
    case "/":
      guard let number = Double(rest) else { return false }
      steps.append(.divide(number))
    case "+", "-":
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
        steps.append(.convert(String(field)))
      }
    }
    return true
  }

  /// The name and the number of a condition that is a comparison.
  static func comparison(_ condition: String) -> (name: String, least: Double)? {
    guard let sign = condition.firstIndex(of: ">"), condition[sign...].hasPrefix(">="),
      let number = Double(condition[sign...].dropFirst(2))
    else { return nil }
    return (String(condition[..<sign]), number)
  }

  static func integer(_ text: Substring) -> Int? {
    text.hasPrefix("0x") ? Int(text.dropFirst(2), radix: 16) : Int(text)
  }
}
