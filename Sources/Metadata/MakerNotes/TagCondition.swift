internal import MetadataModel
internal import TIFFStructure

/// The condition under which a row of a table is used.
///
/// `model:60D|1D_X`: the model has one of these words, `$` stands for its end, and `*` for any rest of a word;
/// `count:5|6`: the field has so many values; `type:u16|text`: the type in the directory; `starts:0210|0211`: its first
/// characters; `first:0a|0c`: its first byte; `Version=4|5` and `Faces>=2`: an earlier value; anything else is a
/// condition of the maker. `!` in front means the opposite.
enum TagCondition: Sendable {
  case model([ModelWord])
  case count([Int])
  case type([String])
  case starts([String])
  case first([UInt8])
  case equal(String, [String])
  case atLeast(String, Double)
  case named(String)
  indirect case not(TagCondition)

  /// - Returns: nil for text in another form.
  init?(_ text: Substring) {
    if text.hasPrefix("!") {
      guard let condition = TagCondition(text.dropFirst()) else { return nil }
      self = .not(condition)
    } else if text.hasPrefix("model:") {
      self = .model(text.dropFirst(6).split(separator: "|").map { ModelWord($0) })
    } else if text.hasPrefix("type:") {
      self = .type(text.dropFirst(5).split(separator: "|").map { String($0) })
    } else if text.hasPrefix("starts:") {
      self = .starts(text.dropFirst(7).split(separator: "|").map { String($0) })
    } else if text.hasPrefix("first:") {
      self = .first(text.dropFirst(6).split(separator: "|").compactMap { UInt8($0, radix: 16) })
    } else if text.hasPrefix("count:") {
      let counts = text.dropFirst(6).split(separator: "|")
      self = .count(counts.compactMap { Int($0) })
      guard case .count(let numbers) = self, numbers.count == counts.count else { return nil }
    } else if let sign = text.firstIndex(of: "=") {
      let isLeast = text[..<sign].hasSuffix(">")
      let values = text[text.index(after: sign)...].split(separator: "|").map { String($0) }
      let name = String(isLeast ? text[..<sign].dropLast() : text[..<sign])
      if isLeast {
        guard let least = values.first.flatMap({ Double($0) }) else { return nil }
        self = .atLeast(name, least)
      } else {
        self = .equal(name, values)
      }
    } else {
      self = .named(String(text))
    }
  }

  /// Whether the maker has the condition, if it is named.
  func isKnown(to maker: Maker) -> Bool {
    switch self {
    case .named(let name): maker.conditions[name] != nil
    case .not(let condition): condition.isKnown(to: maker)
    default: true
    }
  }

  func holds(_ value: IFDValue, _ context: MakerNoteContext, _ maker: Maker) -> Bool {
    switch self {
    case .model(let words): words.contains { $0.occurs(in: context.modelBytes) }
    case .count(let counts): counts.contains(context.count)
    case .type(let names): names.contains { $0 == context.type?.name }
    case .starts(let texts): texts.contains { Self.bytes(value).starts(with: $0.utf8) }
    case .first(let bytes): Self.bytes(value).first.map { bytes.contains($0) } ?? false
    case .equal(let name, let texts): context.value(name).map { texts.contains($0.exifToolText) } ?? false
    case .atLeast(let name, let least): context.number(name).map { $0 >= least } ?? false
    case .not(let condition): !condition.holds(value, context, maker)
    case .named(let name): maker.conditions[name].map { $0(value, context) } ?? false
    }
  }

  private static func bytes(_ value: IFDValue) -> [UInt8] {
    switch value {
    case .bytes(let bytes), .text(let bytes): bytes
    case .unsigned(let numbers): numbers.prefix(8).map { UInt8(truncatingIfNeeded: $0) }
    default: []
    }
  }
}

/// A word in the model of a camera: no letter or digit touches it, unless it may go on.
struct ModelWord: Sendable {
  private let bytes: [UInt8]
  private let isLast: Bool
  private let goesOn: Bool

  /// - Parameter text: `_` is a space, `$` at the end is the end of the model, `*` any rest of the word.
  init(_ text: Substring) {
    isLast = text.hasSuffix("$")
    goesOn = text.hasSuffix("*")
    bytes = text.utf8.dropLast(isLast || goesOn ? 1 : 0).map { $0 == UInt8(ascii: "_") ? UInt8(ascii: " ") : $0 }
  }

  func occurs(in model: [UInt8]) -> Bool {
    guard !bytes.isEmpty, model.count >= bytes.count else { return false }
    func isPart(_ index: Int) -> Bool {
      guard model.indices.contains(index) else { return false }
      return (0x30...0x39).contains(model[index]) || (0x61...0x7A).contains(model[index] | 0x20)
    }
    let last = model.count - bytes.count
    // A word that must be the last one may occur before as well.
    if isLast, model[last...] != bytes[...] { return false }
    return (0...last).contains {
      model[$0] == bytes[0] && model[$0..<$0 + bytes.count] == bytes[...] && !isPart($0 - 1)
        && (goesOn || !isPart($0 + bytes.count))
    }
  }
}

extension IFDFieldType {
  /// The name in tables.
  fileprivate var name: String {
    switch self {
    case .byte: "u8"
    case .ascii, .utf8: "text"
    case .short: "u16"
    case .long, .ifd: "u32"
    case .rational: "ur64"
    case .signedByte: "s8"
    case .undefined: "bytes"
    case .signedShort: "s16"
    case .signedLong: "s32"
    case .signedRational: "sr64"
    case .float: "f32"
    case .double: "f64"
    case .long8, .ifd8: "u64"
    case .signedLong8: "s64"
    }
  }
}
