internal import ImageModel
internal import TIFFStructure

/// The type and the number of values at a place of a block: `u16`, `s32[4]`, `text[20]`, `u16rev`, `u8[Count]`.
struct ValueFormat: Sendable {
  enum Kind: String, Sendable {
    case u8, u16, u32, u64, s8, s16, s32, s64, f32, f64
    /// Fractions of two 32-bit numbers, and of two 16-bit numbers.
    case ur64, sr64, ur32, sr32
    /// Bytes of text up to the first NUL, and plain bytes.
    case text, bytes
    /// The type that a directory states.
    case undefined
  }

  enum Count: Sendable {
    case fixed(Int)
    /// As many as an earlier value says, divided by a number and rounded up: `u16[AFPoints/16]`.
    case value(String, dividedBy: Int)
    /// All bytes that are left.
    case rest
  }

  var kind: Kind
  var count: Count
  /// Whether the bytes are in the opposite order to the block's.
  var isReversed = false

  init(_ kind: Kind, count: Count = .fixed(1)) {
    self.kind = kind
    self.count = count
  }

  /// - Returns: nil for text in another form.
  init?(_ text: String) {
    let parts = text.utf8.split(separator: UInt8(ascii: "["), maxSplits: 1)
    guard var name = parts.first.map({ Substring($0) }) else { return nil }
    isReversed = name.hasSuffix("rev")
    if isReversed { name = name.dropLast(3) }
    guard let kind = Kind(rawValue: String(name)), kind != .undefined else { return nil }
    self.kind = kind
    count = kind == .text || kind == .bytes ? .rest : .fixed(1)
    guard parts.count == 2 else { return }
    guard parts[1].last == UInt8(ascii: "]") else { return nil }
    let inner = parts[1].dropLast().split(separator: UInt8(ascii: "/"), maxSplits: 1).map { String(Substring($0)) }
    let divisor = inner.count == 2 ? Int(inner[1]) ?? 0 : 1
    guard let first = inner.first, divisor > 0 else { return nil }
    count = Int(first).map { .fixed($0) } ?? .value(first, dividedBy: divisor)
  }

  /// The size of one value in bytes.
  var size: Int {
    switch kind {
    case .u8, .s8, .text, .bytes, .undefined: 1
    case .u16, .s16: 2
    case .u32, .s32, .f32, .ur32, .sr32: 4
    case .u64, .s64, .f64, .ur64, .sr64: 8
    }
  }

  /// The values of bytes, as many as are whole.
  func value(of bytes: ArraySlice<UInt8>, bigEndian: Bool) -> IFDValue {
    let isBig = bigEndian != isReversed
    func numbers<T>(_ make: (UInt64) -> T) -> [T] {
      stride(from: bytes.startIndex, through: bytes.endIndex - size, by: size).map {
        make(Self.number(bytes[$0..<$0 + size], isBig))
      }
    }
    /// Fractions: the numerator comes first in both byte orders.
    func fractions(_ make: (UInt64) -> Int64) -> [IFDValue.Rational] {
      let half = size / 2
      return stride(from: bytes.startIndex, through: bytes.endIndex - size, by: size).map {
        IFDValue.Rational(
          make(Self.number(bytes[$0..<$0 + half], isBig)), make(Self.number(bytes[$0 + half..<$0 + size], isBig)))
      }
    }
    switch kind {
    case .text: return .text(Array(bytes.prefix { $0 != 0 }))
    case .bytes, .undefined: return .bytes(Array(bytes))
    case .u8, .u16, .u32, .u64: return .unsigned(numbers { $0 })
    case .s8: return .signed(numbers { Int64(Int8(truncatingIfNeeded: $0)) })
    case .s16: return .signed(numbers { Int64(Int16(truncatingIfNeeded: $0)) })
    case .s32: return .signed(numbers { Int64(Int32(truncatingIfNeeded: $0)) })
    case .s64: return .signed(numbers { Int64(bitPattern: $0) })
    case .f32: return .floats(numbers { Double(Float(bitPattern: UInt32(truncatingIfNeeded: $0))) })
    case .f64: return .floats(numbers { Double(bitPattern: $0) })
    case .ur32, .ur64: return .rationals(fractions { Int64(clamping: $0) })
    case .sr32: return .rationals(fractions { Int64(Int16(truncatingIfNeeded: $0)) })
    case .sr64: return .rationals(fractions { Int64(Int32(truncatingIfNeeded: $0)) })
    }
  }

  private static func number(_ bytes: ArraySlice<UInt8>, _ bigEndian: Bool) -> UInt64 {
    bigEndian ? UInt64(bigEndianBytes: bytes) : UInt64(bigEndianBytes: bytes.reversed())
  }
}
