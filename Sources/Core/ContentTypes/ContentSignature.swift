extension ContentType {
  /// Bytes near the beginning of a file that identify its type: a rule of shared-mime-info's magic files. Most
  /// signatures are simple: some bytes at a fixed offset.
  package struct Signature: Hashable, Sendable {
    /// The first offset at which the bytes may occur.
    package var offset: Int
    package var bytes: [UInt8]
    /// A mask, one byte for each of `bytes`; empty where all bits count.
    package var mask: [UInt8]
    /// How many consecutive offsets are tried, at least 1.
    package var span: Int
    /// If not empty, at least one of these must match as well.
    package var anyOf: [Signature]
    /// From 0 to 100. Among types whose signatures match, the highest priority wins.
    package var priority: Int
    /// Whether a name that implies another type takes precedence.
    package var isWeak: Bool
    /// Whether it comes from the shared-mime-info database.
    package var isFromDatabase: Bool

    /// The default priority. It is above that of containers, on which many types are based.
    package static let usualPriority = 60
    /// The priority of the signatures of containers.
    package static let containerPriority = 40

    package init(
      _ bytes: [UInt8], at offset: Int = 0, mask: [UInt8] = [], span: Int = 1, anyOf: [Signature] = [],
      priority: Int = usualPriority, isWeak: Bool = false, isFromDatabase: Bool = false
    ) {
      self.offset = offset
      self.bytes = bytes
      self.mask = mask
      self.span = span
      self.anyOf = anyOf
      self.priority = priority
      self.isWeak = isWeak
      self.isFromDatabase = isFromDatabase
    }

    package init(
      _ text: String, at offset: Int = 0, span: Int = 1, anyOf: [Signature] = [], priority: Int = usualPriority
    ) {
      self.init(Array(text.utf8), at: offset, span: span, anyOf: anyOf, priority: priority)
    }

    /// The offset at which the signature matches in the first bytes of a file; nil where it does not match, or the
    /// bytes end too early.
    package func place(in header: [UInt8]) -> Int? {
      guard offset >= 0, !bytes.isEmpty, offset <= header.count - bytes.count else { return nil }
      // The search ends with the header.
      let last = min(offset + max(span, 1) - 1, header.count - bytes.count)
      guard let place = (offset...last).first(where: { matches(at: $0, in: header) }) else { return nil }
      return anyOf.isEmpty || anyOf.contains { $0.place(in: header) != nil } ? place : nil
    }

    private func matches(at place: Int, in header: [UInt8]) -> Bool {
      for index in bytes.indices {
        let bits: UInt8 = index < mask.count ? mask[index] : 0xFF
        if (header[place + index] ^ bytes[index]) & bits != 0 { return false }
      }
      return true
    }

    /// The signature as text for users: `"%PDF-" at 0`, `89 50 4E 47 at 0`.
    package var summary: String {
      let shown = bytes.prefix(24)
      let text =
        shown.allSatisfy { (0x20..<0x7F).contains($0) && $0 != 0x22 }
        ? "\"" + String(decoding: shown, as: UTF8.self) + "\""
        : shown.map { byte in
          (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
        }.joined(separator: " ")
      let place = span > 1 ? "\(offset)...\(offset + span - 1)" : "\(offset)"
      return text + (bytes.count > shown.count ? "..." : "") + " at \(place)" + (anyOf.isEmpty ? "" : ", and more")
    }
  }
}

/// The first byte of a signature, which rules out most files. Testing it first avoids copying a thousand signatures for
/// each file.
struct SignatureProbe: Sendable {
  /// The index of the type, and the index of the signature within the type.
  let type: Int
  let index: Int
  private let offset: Int
  private let length: Int
  private let span: Int
  private let byte: UInt8
  private let mask: UInt8

  init(_ signature: ContentType.Signature, of type: Int, at index: Int) {
    self.type = type
    self.index = index
    offset = signature.offset
    length = signature.bytes.count
    span = max(signature.span, 1)
    mask = signature.mask.first ?? 0xFF
    byte = (signature.bytes.first ?? 0) & mask
  }

  /// Whether the first byte occurs at one of the signature's offsets. Where it does not, the signature cannot match.
  func mayMatch(in header: [UInt8]) -> Bool {
    guard offset >= 0, length > 0, offset <= header.count - length else { return false }
    let last = min(offset + span - 1, header.count - length)
    return header[offset...last].contains { $0 & mask == byte }
  }
}
