internal import Foundation
internal import ImageModel
internal import MetadataModel
internal import MetadataReading
internal import TestKit
internal import Testing

@Suite("Multi-picture format", .timed)
struct MultiPictureReadingTests {
  @Test("The index is ExifTool's, and the preview is the picture that ExifTool extracts")
  func agreement() async throws {
    let path = Fixtures.path("jpeg/valid/mpf_two_images.jpg")
    let other = try #require(try await ExifTool.read([path])[path])
    let metadata = try BlockAgreement.read(path)
    let group = try #require(metadata.group("MPF"))
    #expect(group["MPFVersion"]?.text == ExifTool.text(other, "MPF0:MPFVersion"))
    #expect(group["NumberOfImages"]?.number == 2)
    guard case .array(let entries) = group["MPEntry"] else {
      Issue.record("no entries")
      return
    }
    #expect(entries.count == 2)
    for (index, entry) in entries.enumerated() {
      guard case .structure(let parts) = entry else { continue }
      #expect(parts.count == 7)
      for part in parts {
        #expect(
          part.value.number.map { "\(Int($0))" } == ExifTool.text(other, "MPImage\(index + 1):\(part.name)"),
          "\(part.name)")
      }
    }
    let preview = try #require(metadata.previews.first)
    #expect(metadata.previews.count == 1 && preview.origin == "MPF")
    let picture = try await Tool.run("exiftool", ["-b", "-PreviewImage", path]).output
    #expect(Array(Fixtures.bytes(path)[Int(preview.range.lowerBound)..<Int(preview.range.upperBound)]) == picture)
    #expect(picture.count == 909)
  }

  /// An index in big-endian order with a list of pictures of any declared length.
  private func index(count: UInt32, _ entries: [[UInt32]]) -> [UInt8] {
    let big = SegmentedJPEG.big
    let version: [UInt8] = [0xB0, 0x00, 0, 7] + big(4) + Array("0100".utf8)
    let list: [UInt8] = [0xB0, 0x02, 0, 7] + big(count) + big(38)
    var bytes: [UInt8] = Array("MPF\0MM\0*".utf8) + big(8) + [0, 2]
    bytes += version + list + big(0)
    for entry in entries {
      for word in entry { bytes += big(word) }
      bytes += [0, 0, 0, 0]
    }
    return bytes
  }

  @Test("Counts that overflow and pictures outside the file are warnings; the rest is delivered")
  func damage() throws {
    let first: [UInt32] = [0x2003_0000, 100, 0]
    let endless = try SegmentedJPEG.read([(0xE2, index(count: .max, [first]))])
    #expect(endless.group("MPF")?["MPFVersion"] == .text("0100"))
    #expect(endless.warnings.contains { $0.contains("16 of 4294967295 bytes") })
    guard case .array(let entries) = endless.group("MPF")?["MPEntry"] else {
      Issue.record("no entries")
      return
    }
    #expect(entries.count == 1)
    let outside = try SegmentedJPEG.read([
      (0xE2, index(count: 48, [first, [0x1_0001, .max, .max], [0x1_0001, 10, 4]]))
    ])
    #expect(outside.previews.isEmpty)
    #expect(outside.warnings.contains { $0.contains("outside the file") })
    #expect(outside.warnings.contains { $0.contains("no JPEG") })
    let cut = try SegmentedJPEG.read([(0xE2, Array("MPF\0MM\0*\0".utf8))])
    #expect(cut.warnings.contains { $0.hasPrefix("MPF") })
  }

  @Test("Lists that share their bytes, or occur thousands of times, are not all kept")
  func repeated() throws {
    let big = SegmentedJPEG.big
    var bytes: [UInt8] = Array("MPF\0MM\0*".utf8) + big(8) + [0x0F, 0xA0]
    for number in 0..<4_000 {
      // Values of type BYTE and lists of pictures, each over the whole block.
      bytes += number % 2 == 0 ? [0xB0, 0x02, 0, 7] : [0xB1, UInt8(number % 251), 0, 1]
      bytes += big(48_000) + big(8)
    }
    bytes += big(0)
    let metadata = try SegmentedJPEG.read([(0xE2, bytes)])
    let group = try #require(metadata.group("MPF"))
    #expect(group.properties.count < 10)
    guard case .array(let entries) = group["MPEntry"] else {
      Issue.record("no entries")
      return
    }
    #expect(entries.count == 1_000)
    #expect(metadata.warnings.contains { $0.contains("more than 1000 pictures") })
  }
}
