internal import TestKit

/// Small JPEG and PNG files with segments and chunks that a test chooses.
enum HandMadeJPEG {
  static let exif = Array("Exif\0\0".utf8)

  static func segment(_ marker: UInt8, _ content: [UInt8]) -> [UInt8] {
    [0xFF, marker, UInt8((content.count + 2) >> 8), UInt8((content.count + 2) & 255)] + content
  }

  /// A small picture with segments at its beginning.
  static func with(_ segments: [(marker: UInt8, content: [UInt8])]) -> [UInt8] {
    let plain = Fixtures.bytes(Fixtures.path("jpeg/valid/size_1x1.jpg"))
    return Array(plain.prefix(2)) + segments.flatMap { segment($0.marker, $0.content) } + plain.dropFirst(2)
  }
}

enum HandMadePNG {
  /// A chunk with its CRC (PNG third edition, annex D).
  static func chunk(_ name: String, _ content: [UInt8], isWhole: Bool = true) -> [UInt8] {
    let body = Array(name.utf8) + content
    let check = checkValue(body) ^ (isWhole ? 0 : 1)
    return big(UInt32(content.count)) + body + big(check)
  }

  private static func big(_ number: UInt32) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> UInt32($0)) }
  }

  /// A small picture with chunks after its header.
  static func with(_ chunks: [[UInt8]]) -> [UInt8] {
    let plain = Fixtures.bytes(Fixtures.path("png/valid/rgb8.png"))
    return Array(plain.prefix(33)) + chunks.flatMap { $0 } + plain.dropFirst(33)
  }
}
