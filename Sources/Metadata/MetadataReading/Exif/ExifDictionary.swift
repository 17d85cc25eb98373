internal import CExifShims
internal import ImageModel
internal import MetadataModel
internal import TIFFStructure

/// The names of tags, from the standards, and their titles and readable values, from libexif. Where libexif has none,
/// or a wrong one, `ExifDescriptions` has its own.
struct ExifDictionary: ~Copyable {
  private let describer: OpaquePointer?

  /// - Parameter bigEndian: the byte order of the values to describe.
  init(bigEndian: Bool) {
    describer = exif_shim_describer_new(bigEndian ? 1 : 0)
  }

  deinit {
    exif_shim_describer_free(describer)
  }

  /// The name of a tag; `0x9999` for an unknown one.
  static func name(of tag: UInt16, in kind: ExifDirectory.Kind) -> String {
    ExifTagNames.name(of: tag, in: kind) ?? Hexadecimal.number(tag)
  }

  /// A short description of a tag.
  static func title(of tag: UInt16, in kind: ExifDirectory.Kind) -> String? {
    exif_shim_title(tag, kind.libexifNumber).map { String(cString: $0) }
  }

  /// Longer values are not described.
  private static let longestDescribed = 4_096

  /// Whether libexif's text says more than the value. It also has texts for unknown values, and prints numbers without
  /// a description with trailing zeros.
  private static func isDescription(_ words: String) -> Bool {
    !words.hasPrefix("Internal error") && !words.hasPrefix("Unknown value")
      && words.utf8.contains { (0x41...0x5A).contains($0 & 0xDF) }
  }

  /// The readable text of a value; nil if libexif has none.
  func description(of field: ExifDirectory.Field, in kind: ExifDirectory.Kind, bytes: [UInt8]) -> String? {
    guard let describer, field.entry.rawType <= 12, bytes.count <= Self.longestDescribed,
      let count = UInt32(exactly: field.entry.count)
    else { return nil }
    return withUnsafeTemporaryAllocation(of: CChar.self, capacity: 1_024) { text in
      let found = bytes.withUnsafeBufferPointer { buffer in
        exif_shim_describe(
          describer, kind.libexifNumber, field.entry.tag, field.entry.rawType, count, buffer.baseAddress, buffer.count,
          text.baseAddress, text.count)
      }
      guard found == 1, let start = text.baseAddress else { return nil }
      let words = String(cString: start).trimmingTrailingSpaces
      return Self.isDescription(words) ? words : nil
    }
  }
}

extension ExifDirectory.Kind {
  /// libexif's number of the directory.
  fileprivate var libexifNumber: Int32 {
    switch self {
    case .chain(0): Int32(exif_shim_ifd_0)
    case .chain: Int32(exif_shim_ifd_1)
    case .exif: Int32(exif_shim_ifd_exif)
    case .gps: Int32(exif_shim_ifd_gps)
    case .interoperability: Int32(exif_shim_ifd_interoperability)
    }
  }
}
