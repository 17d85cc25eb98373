internal import ByteStreams
internal import ImageModel
internal import MetadataModel
internal import MetadataReading
internal import TestKit

/// A small JPEG with given segments, for blocks that no writer would produce.
enum SegmentedJPEG {
  static func bytes(_ segments: [(marker: UInt8, content: [UInt8])]) -> [UInt8] {
    let plain = Fixtures.bytes(Fixtures.path("jpeg/valid/size_1x1.jpg"))
    var bytes = Array(plain.prefix(2))
    for segment in segments {
      let length = segment.content.count + 2
      bytes += [0xFF, segment.marker, UInt8(length >> 8), UInt8(length & 0xFF)] + segment.content
    }
    return bytes + plain.dropFirst(2)
  }

  static func read(
    _ segments: [(marker: UInt8, content: [UInt8])], profileTags: Bool = false
  ) throws -> ImageMetadata {
    var options = MetadataReader.Options(.readable)
    options.profileTags = profileTags
    return try MetadataReader.read(
      MemoryByteSource(bytes(segments)), fileName: nil, limits: .standard, options: options)
  }

  static let photoshop = Array("Photoshop 3.0\0".utf8)

  /// A file with Photoshop resources.
  static func read(photoshop resources: [UInt8]) throws -> ImageMetadata {
    try read([(0xED, photoshop + resources)])
  }

  /// A file with IPTC datasets.
  static func read(iptc datasets: [UInt8]) throws -> ImageMetadata {
    try read(photoshop: resource(0x0404, datasets))
  }

  static func resource(_ number: UInt16, _ content: [UInt8]) -> [UInt8] {
    let head = Array("8BIM".utf8) + [UInt8(number >> 8), UInt8(number & 0xFF), 0, 0]
    return head + big(UInt32(content.count)) + content + (content.count % 2 == 1 ? [0] : [])
  }

  static func dataset(_ record: UInt8, _ number: UInt8, _ content: [UInt8]) -> [UInt8] {
    [0x1C, record, number, UInt8(content.count >> 8), UInt8(content.count & 0xFF)] + content
  }

  static func big(_ number: UInt32) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: number >> UInt32(24 - 8 * $0)) }
  }
}

extension ImageMetadata {
  /// A group of the first image.
  func group(_ name: String) -> PropertyGroup? { images.first?.properties[name] }

  /// The texts of the warnings.
  var warnings: [String] { diagnostics.filter { $0.severity == .warning }.map(\.message) }
}
