internal import ByteStreams

/// Collects the names that a content stream may use (ISO 32000-1, 7.8.2).
///
/// Every solidus begins a name here, in strings and in the data of inline images, too: there may be names too many, never
/// too few.
struct ContentNames {
  private(set) var names: Set<String> = []
  private var open: [UInt8]?

  /// A name of more bytes is none (ISO 32000-1, annex C, says 127).
  private static let longestName = 512

  mutating func add(_ bytes: UnsafeRawBufferPointer) {
    for byte in bytes {
      if open != nil {
        if Self.isRegular(byte) {
          if (open?.count ?? 0) < Self.longestName { open?.append(byte) }
          continue
        }
        finish()
      }
      if byte == UInt8(ascii: "/") { open = [] }
    }
  }

  /// Ends the name at the end of the content.
  mutating func finish() {
    if let name = open { names.insert(PathText.text(Self.unescaped(name))) }
    open = nil
  }

  private static func unescaped(_ name: [UInt8]) -> [UInt8] {
    guard name.contains(UInt8(ascii: "#")) else { return name }
    var result: [UInt8] = []
    var index = 0
    while index < name.count {
      if name[index] == UInt8(ascii: "#"), index + 2 < name.count, let high = digit(name[index + 1]),
        let low = digit(name[index + 2])
      {
        result.append(high << 4 | low)
        index += 3
      } else {
        result.append(name[index])
        index += 1
      }
    }
    return result
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    default: nil
    }
  }

  private static func isRegular(_ byte: UInt8) -> Bool {
    switch byte {
    case 0, 9, 10, 12, 13, 32: false
    case UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "["),
      UInt8(ascii: "]"), UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: "/"), UInt8(ascii: "%"):
      false
    default: true
    }
  }
}
