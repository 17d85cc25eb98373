internal import ByteStreams
internal import Foundation
internal import ImageModel
internal import MetadataModel
internal import MetadataReading
internal import Synchronization
internal import TestKit
internal import Testing

/// A small file, extended to a size by repeating its last byte, that counts the bytes read.
private final class CountingSource: ByteSource {
  let size: UInt64
  private let beginning: [UInt8]
  private let count = Mutex(0)

  var bytesRead: Int { count.withLock { $0 } }

  init(_ beginning: [UInt8], size: UInt64) {
    self.beginning = beginning
    self.size = size
  }

  func read(into buffer: UnsafeMutableRawBufferPointer, at offset: UInt64) throws(ImageError) -> Int {
    let length = Int(min(UInt64(buffer.count), size - min(offset, size)))
    for index in 0..<length {
      let place = Int(offset) + index
      buffer[index] = place < beginning.count ? beginning[place] : 0x55
    }
    count.withLock { $0 += length }
    return length
  }
}

@Suite("Reading only the parts with metadata", .timed)
struct PartialReadingTests {
  private static let megabytes: UInt64 = 100_000_000

  private func bytes(_ name: String) throws -> [UInt8] {
    Array(try Data(contentsOf: URL(fileURLWithPath: Fixtures.path(name))))
  }

  @Test("Only the headers of a 100 MB JPEG are read")
  func jpeg() throws {
    let photo = try bytes("jpeg/valid/photo_phone.jpg")
    let source = CountingSource(Array(photo.dropLast(2)), size: Self.megabytes)
    let metadata = try MetadataReader.read(source, fileName: nil, limits: .standard, options: .init(.readable))
    #expect(metadata.images.first?.properties["Exif"]?["FNumber"] != nil)
    #expect(source.bytesRead < 200_000)
  }

  @Test("Neither the 100 MB picture of a PNG nor the data after its header is read")
  func png() throws {
    let header = try bytes("png/valid/exif.png")
    let data = try #require(header.firstRange(of: Array("IDAT".utf8))).lowerBound
    let length = UInt32(Self.megabytes) - UInt32(data) - 8
    let start = Array(header[..<(data - 4)]) + (0..<4).map { UInt8(truncatingIfNeeded: length >> (24 - 8 * $0)) }
    let source = CountingSource(start + Array("IDAT".utf8), size: Self.megabytes)
    let metadata = try MetadataReader.read(source, fileName: nil, limits: .standard, options: .init(.readable))
    #expect(metadata.images.first?.info?.size.width == 61)
    #expect(source.bytesRead < 200_000)
  }

  @Test("Only the directories of a 100 MB TIFF are read")
  func tiff() throws {
    let source = CountingSource(try bytes("tiff/valid/pages_three_kinds.tif"), size: Self.megabytes)
    let metadata = try MetadataReader.read(source, fileName: nil, limits: .standard, options: .init(.readable))
    #expect(metadata.images.count == 3)
    #expect(source.bytesRead < 200_000)
  }
}
