internal import PDFReading

/// An operator of a content stream with its operands (ISO 32000-1, 7.8.2).
struct ContentOperator {
  var name: String
  var operands: [ContentOperand]
  /// The bytes from the first operand to the end of the operator. An inline image is one operator `BI`, to its `EI`.
  var range: Range<Int>

  /// The operands that are numbers.
  var numbers: [Double] { operands.compactMap(\.number) }
}

/// An operand of a content stream, as far as anything here needs it.
enum ContentOperand {
  case number(Double)
  /// A name without its solidus.
  case name(String)
  /// A string, or an array with strings, and whether there are bytes in it.
  case text(isEmpty: Bool)
  /// A dictionary, an array without strings, a boolean.
  case other

  var number: Double? { if case .number(let value) = self { value } else { nil } }
  var name: String? { if case .name(let name) = self { name } else { nil } }
}

/// Reads the operators of a content stream one after the other. Any bytes are accepted.
struct ContentReader {
  private let bytes: [UInt8]
  private var position = 0

  /// More operands than any operator has are dropped, so that memory does not grow with hostile content.
  private static let maxOperands = 64

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// The next operator; nil at the end.
  mutating func next() -> ContentOperator? {
    var operands: [ContentOperand] = []
    var start: Int?
    func keep(_ operand: ContentOperand) {
      if operands.count < Self.maxOperands { operands.append(operand) }
    }
    while let begin = skipSpace() {
      if start == nil { start = begin }
      let byte = bytes[begin]
      switch byte {
      case UInt8(ascii: "/"): keep(.name(name()))
      case UInt8(ascii: "("): keep(.text(isEmpty: !skipString()))
      case UInt8(ascii: "["): keep(array())
      case UInt8(ascii: "<"):
        if begin + 1 < bytes.count, bytes[begin + 1] == UInt8(ascii: "<") {
          skipDictionary()
          keep(.other)
        } else {
          keep(.text(isEmpty: !skipHexadecimal()))
        }
      case _ where PDFCharacter.isRegular(byte):
        let word = word()
        if let number = Self.number(word) {
          keep(.number(number))
        } else if ["true", "false", "null"].contains(where: { word.elementsEqual($0.utf8) }) {
          keep(.other)
        } else {
          let name = String(decoding: word.prefix(16), as: UTF8.self)
          if name == "BI" { skipInlineImage() }
          return ContentOperator(name: name, operands: operands, range: (start ?? begin)..<position)
        }
      // A closing bracket that closes nothing.
      default: position += 1
      }
    }
    return nil
  }

  // MARK: Tokens

  /// Skips white space and comments.
  ///
  /// - Returns: the place of the next byte; nil at the end.
  private mutating func skipSpace() -> Int? {
    while position < bytes.count {
      if bytes[position] == UInt8(ascii: "%") {
        while position < bytes.count, bytes[position] != 0x0A, bytes[position] != 0x0D { position += 1 }
      } else if PDFCharacter.isSpace(bytes[position]) {
        position += 1
      } else {
        return position
      }
    }
    return nil
  }

  private mutating func word() -> ArraySlice<UInt8> {
    let start = position
    while position < bytes.count, PDFCharacter.isRegular(bytes[position]) { position += 1 }
    return bytes[start..<position]
  }

  private mutating func name() -> String {
    position += 1
    return PDFName.text(Array(word()))
  }

  /// A number without an exponent; nil for another word. A second sign and a second point end it, as in most readers.
  private static func number(_ word: ArraySlice<UInt8>) -> Double? {
    var (value, scale, isNegative, digits) = (0.0, 0.0, false, 0)
    for (offset, byte) in word.enumerated() {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        digits += 1
        let digit = Double(byte - UInt8(ascii: "0"))
        if scale == 0 {
          value = value * 10 + digit
        } else {
          value += digit * scale
          scale /= 10
        }
      case UInt8(ascii: "-") where offset == 0: isNegative = true
      case UInt8(ascii: "+") where offset == 0: break
      case UInt8(ascii: ".") where scale == 0: scale = 0.1
      case UInt8(ascii: "-") where digits > 0, UInt8(ascii: ".") where digits > 0: return isNegative ? -value : value
      default: return nil
      }
    }
    return digits > 0 ? (isNegative ? -value : value) : scale > 0 || isNegative ? 0 : nil
  }

  /// Skips a string (7.3.4.2).
  ///
  /// - Returns: whether there are bytes in it.
  private mutating func skipString() -> Bool {
    position += 1
    let start = position
    var depth = 1
    while position < bytes.count {
      switch bytes[position] {
      case UInt8(ascii: "("): depth += 1
      case UInt8(ascii: ")"): depth -= 1
      case UInt8(ascii: "\\"): position += 1
      default: break
      }
      position += 1
      if depth == 0 { return position - 1 > start }
    }
    position = min(position, bytes.count)
    return position > start
  }

  /// Skips a string of hexadecimal digits (7.3.4.3).
  private mutating func skipHexadecimal() -> Bool {
    position += 1
    let start = position
    while position < bytes.count, bytes[position] != UInt8(ascii: ">") { position += 1 }
    defer { position = min(position + 1, bytes.count) }
    return position > start
  }

  /// Reads an array. Arrays in it are read as if their elements were its own.
  private mutating func array() -> ContentOperand {
    var (hasStrings, isEmpty, depth) = (false, true, 0)
    while let begin = skipSpace() {
      switch bytes[begin] {
      case UInt8(ascii: "["):
        depth += 1
        position += 1
      case UInt8(ascii: "]"):
        depth -= 1
        position += 1
        if depth == 0 { return hasStrings ? .text(isEmpty: isEmpty) : .other }
      case UInt8(ascii: "("):
        hasStrings = true
        if skipString() { isEmpty = false }
      case UInt8(ascii: "<"):
        if begin + 1 < bytes.count, bytes[begin + 1] == UInt8(ascii: "<") {
          skipDictionary()
        } else {
          hasStrings = true
          if skipHexadecimal() { isEmpty = false }
        }
      case UInt8(ascii: "/"): _ = name()
      case let byte where PDFCharacter.isRegular(byte): _ = word()
      default: position += 1
      }
    }
    return hasStrings ? .text(isEmpty: isEmpty) : .other
  }

  /// Skips a dictionary with everything in it.
  private mutating func skipDictionary() {
    var depth = 0
    while let begin = skipSpace() {
      let isDouble = begin + 1 < bytes.count && bytes[begin + 1] == bytes[begin]
      switch bytes[begin] {
      case UInt8(ascii: "<") where isDouble:
        depth += 1
        position += 2
      case UInt8(ascii: ">") where isDouble:
        depth -= 1
        position += 2
        if depth == 0 { return }
      case UInt8(ascii: "<"): _ = skipHexadecimal()
      case UInt8(ascii: "("): _ = skipString()
      case UInt8(ascii: "/"): _ = name()
      case let byte where PDFCharacter.isRegular(byte): _ = word()
      default: position += 1
      }
    }
  }

  /// Skips an inline image after `BI` (8.9.7): to an `EI` between white space, after which there is text again.
  private mutating func skipInlineImage() {
    // The dictionary ends with ID and one white space.
    while let begin = skipSpace() {
      switch bytes[begin] {
      case UInt8(ascii: "/"): _ = name()
      case UInt8(ascii: "("): _ = skipString()
      case UInt8(ascii: "["): _ = array()
      case UInt8(ascii: "<"):
        if begin + 1 < bytes.count, bytes[begin + 1] == UInt8(ascii: "<") {
          skipDictionary()
        } else {
          _ = skipHexadecimal()
        }
      case let byte where PDFCharacter.isRegular(byte):
        if word().elementsEqual("ID".utf8) { return skipInlineData() }
      default: position += 1
      }
    }
  }

  private mutating func skipInlineData() {
    position = min(position + 1, bytes.count)
    while position + 1 < bytes.count {
      if bytes[position] == UInt8(ascii: "E"), bytes[position + 1] == UInt8(ascii: "I"),
        PDFCharacter.isSpace(bytes[position - 1]),
        position + 2 >= bytes.count || PDFCharacter.isSpace(bytes[position + 2]),
        bytes[min(position + 2, bytes.count)..<min(position + 12, bytes.count)].allSatisfy({ $0 < 0x80 })
      {
        position += 2
        return
      }
      position += 1
    }
    position = bytes.count
  }
}
