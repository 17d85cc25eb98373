extension ContentType {
  /// Bytes near the beginning of a file that identify its type: a rule of shared-mime-info's magic files, of which most
  /// signatures use little: some bytes at a fixed place.
  package struct Signature: Hashable, Sendable {
    /// The first place where the bytes may stand.
    package var offset: Int
    package var bytes: [UInt8]
    /// Which bits count, a byte for each of `bytes`; empty where all do.
    package var mask: [UInt8]
    /// How many places in a row the bytes may stand at, at least 1.
    package var span: Int
    /// One of these must match as well; empty where nothing else must.
    package var anyOf: [Signature]
    /// From 0 to 100: of two types whose signatures match, the one with the higher priority counts.
    package var priority: Int
    /// Whether a name that says something else counts more.
    package var isWeak: Bool
    /// Whether it comes from the shared-mime-info database.
    package var isFromDatabase: Bool

    /// The priority of a signature that says nothing else: above that of containers, which many types are made of.
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

    /// The place where the signature stands in the first bytes of a file; nil where it does not, or the bytes end before.
    package func place(in header: [UInt8]) -> Int? {
      guard offset >= 0, !bytes.isEmpty, offset <= header.count - bytes.count else { return nil }
      // Places behind the header are not looked at: the span ends with it.
      let last = min(offset + max(span, 1) - 1, header.count - bytes.count)
      guard let place = (offset...last).first(where: { stands(at: $0, in: header) }) else { return nil }
      return anyOf.isEmpty || anyOf.contains { $0.place(in: header) != nil } ? place : nil
    }

    private func stands(at place: Int, in header: [UInt8]) -> Bool {
      for index in bytes.indices {
        let bits: UInt8 = index < mask.count ? mask[index] : 0xFF
        if (header[place + index] ^ bytes[index]) & bits != 0 { return false }
      }
      return true
    }

    /// The signature for people: `"%PDF-" at 0`, `89 50 4E 47 at 0`.
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

/// What of a signature tells most often that it does not stand in a file: its first byte. Looking at that alone spares copying a
/// thousand signatures for each file.
struct SignatureProbe: Sendable {
  /// The type's place among the types, and the signature's among those of the type.
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

  /// Whether the first byte stands in one of the signature's places; where it does not, the signature does not.
  func mayStand(in header: [UInt8]) -> Bool {
    guard offset >= 0, length > 0, offset <= header.count - length else { return false }
    let last = min(offset + span - 1, header.count - length)
    return header[offset...last].contains { $0 & mask == byte }
  }
}
