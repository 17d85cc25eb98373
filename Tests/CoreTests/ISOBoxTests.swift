import ByteStreams
import ImageModel
import TestKit
import Testing

/// The boxes of ISO/IEC 14496-12, 4.2.
@Suite(.timed) struct ISOBoxTests {
  private func box(_ type: String, _ content: [UInt8] = []) -> [UInt8] {
    UInt32(8 + content.count).bigEndianBytes + Array(type.utf8) + content
  }

  private func boxes(_ bytes: [UInt8], maxBoxes: Int = 10) throws -> (boxes: [ISOBox], warnings: [String]) {
    var reader = ISOBoxReader(MemoryByteSource(bytes), maxBoxes: maxBoxes)
    let boxes = try reader.boxes(in: 0..<UInt64(bytes.count))
    return (boxes, reader.diagnostics.map(\.message))
  }

  @Test("All kinds of sizes are read")
  func allKindsOfSizesAreRead() throws {
    let long = UInt32(1).bigEndianBytes + Array("mdat".utf8) + UInt64(18).bigEndianBytes + [7, 7]
    let open = UInt32(0).bigEndianBytes + Array("free".utf8) + [1, 2, 3]
    let (found, warnings) = try boxes(box("ftyp", [1, 2, 3, 4]) + long + open)
    #expect(found.map(\.type) == ["ftyp", "mdat", "free"])
    #expect(found.map(\.content) == [8..<12, 28..<30, 38..<41])
    #expect(!found.contains(where: \.isCut) && warnings == [])
  }

  @Test("A UUID is a part of the header")
  func aUUIDIsAPartOfTheHeader() throws {
    let id = (0..<16).map { UInt8($0) }
    let (found, _) = try boxes(box("uuid", id + [9]) + box("uuid", [1]))
    #expect(found.map(\.uuid) == [id, []] && found.map(\.content) == [24..<25, 33..<34])
  }

  @Test("A box ends with the file", arguments: [UInt32(0xFFFF_FFFF), 13])
  func aBoxEndsWithTheFile(_ size: UInt32) throws {
    let (found, _) = try boxes(size.bigEndianBytes + Array("mdat".utf8) + [1, 2])
    #expect(found.map(\.content) == [8..<10] && found[0].isCut)
  }

  /// Sizes that are smaller than the header; of 64 bits, too, and one that is larger than any file.
  @Test("Sizes that are wrong end the list")
  func sizesThatAreWrongEndTheList() throws {
    for size in [UInt32(2), 7] {
      let (found, warnings) = try boxes(box("ftyp") + size.bigEndianBytes + Array("mdat".utf8) + [0, 0, 0, 0])
      #expect(found.map(\.type) == ["ftyp"])
      #expect(warnings == ["the box at 8 is not valid; what follows is not read"])
    }
    let short = UInt32(1).bigEndianBytes + Array("mdat".utf8) + UInt64(15).bigEndianBytes
    #expect(try boxes(short).boxes.isEmpty)
    let huge = UInt32(1).bigEndianBytes + Array("mdat".utf8) + UInt64.max.bigEndianBytes
    #expect(try boxes(huge).boxes.map(\.content) == [16..<16])
    #expect(try boxes(Array(huge.prefix(12))).boxes.isEmpty)
  }

  @Test("The number of boxes is bounded")
  func theNumberOfBoxesIsBounded() throws {
    let (found, warnings) = try boxes(Array(repeating: box("free"), count: 12).flatMap { $0 })
    #expect(found.count == 10 && warnings == ["there are more than 10 boxes; those from 80 on are not read"])
  }
}
