internal import ByteStreams
internal import ImageModel
internal import JPEG2000Structure
internal import TestKit
internal import Testing

/// Headers of JPEG 2000 that are cut off or say impossible things.
@Suite(.timed) struct JPEG2000StructureTests {
  private static func box(_ type: String, _ content: [UInt8]) -> [UInt8] {
    UInt32(8 + content.count).bigEndianBytes + Array(type.utf8) + content
  }

  /// SOC, SIZ of a picture of 7 x 5 pixels with an offset of 2 x 1, and EOC.
  private static func codestream(components: [[UInt8]] = [[7, 1, 1]]) -> [UInt8] {
    let numbers: [UInt32] = [9, 6, 2, 1, 9, 6, 0, 0]
    return [0xFF, 0x4F, 0xFF, 0x51, 0, 41, 0, 0] + numbers.flatMap(\.bigEndianBytes)
      + UInt16(components.count).bigEndianBytes + components.joined() + [0xFF, 0xD9]
  }

  private static func file(_ header: [UInt8], data: [UInt8] = codestream()) -> [UInt8] {
    box("jP  ", [0x0D, 0x0A, 0x87, 0x0A]) + box("jp2h", header) + box("jp2c", data)
  }

  private static func read(_ bytes: [UInt8]) throws(ImageError) -> JPEG2000Structure {
    try JPEG2000Structure.read(MemoryByteSource(bytes), limits: .standard)
  }

  @Test("The header is read")
  func theHeaderIsRead() throws {
    let plain = try Self.read(Self.codestream(components: [[0x8F, 1, 1], [7, 2, 2]]))
    #expect(plain.size == PixelSize(width: 7, height: 5) && plain.boxes == [] && plain.diagnostics == [])
    #expect(plain.components.map(\.bits) == [16, 8] && plain.components.map(\.isSigned) == [true, false])
    #expect(plain.isSubsampled)
    // A palette of three columns, an opacity channel, 300 dots per inch as 11811 / 10 * 10^1 points per metre.
    let density = Self.box("resd", [0x2E, 0x23, 0, 10, 0x2E, 0x23, 0, 10, 1, 1])
    let boxed = try Self.read(
      Self.file(
        Self.box("colr", [1, 0, 0, 0, 0, 0, 16]) + Self.box("pclr", [0, 1, 4, 7, 7, 7, 7, 1, 2, 3, 4])
          + Self.box("cmap", [0, 0, 1, 0, 0, 0, 1, 1, 0, 0, 1, 2, 0, 0, 1, 3]) + Self.box("res ", density)
          + Self.box("cdef", [0, 2, 0, 0, 0, 0, 0, 1, 0, 3, 0, 2, 0, 0])))
    #expect(boxed.colorSpace == .enumerated(16) && boxed.colorChannels == 3 && boxed.opacity == .premultiplied)
    #expect(boxed.resolution?.dotsPerInch.map { abs($0.x - 300) < 0.01 && abs($0.y - 300) < 0.01 } == true)
  }

  /// As OpenJPEG's programs, Pillow and ffmpeg read such files.
  @Test(
    "Without definitions one channel after grey or RGB is alpha",
    arguments: [(2, UInt8(17), true), (3, 17, false), (3, 16, false), (4, 16, true), (5, 16, false), (4, 12, false)])
  func undefinedAlpha(_ count: Int, _ space: UInt8, _ hasAlpha: Bool) throws {
    let stream = Self.codestream(components: (0..<count).map { _ in [7, 1, 1] })
    let color = Self.box("colr", [1, 0, 0, 0, 0, 0, space])
    let read = try Self.read(Self.file(color, data: stream))
    #expect(read.imageInfo.hasAlpha == hasAlpha && (read.alphaChannel?.component == count - 1) == hasAlpha)
    // The last channel is of an unspecified type.
    let last = UInt8(count - 1)
    let defined = try Self.read(
      Self.file(color + Self.box("cdef", [0, 1, 0, last, 0xFF, 0xFF, 0xFF, 0xFF]), data: stream))
    #expect(!defined.imageInfo.hasAlpha)
  }

  /// Boxes by their methods, with precedences, and which of them counts.
  private static let colorSpaces: [(boxes: [(method: UInt8, precedence: UInt8)], chosen: UInt8)] = [
    ([(1, 0), (3, 0)], 3), ([(3, 0), (1, 0)], 3), ([(1, 1), (3, 2)], 3), ([(1, 2), (3, 1)], 1), ([(1, 0), (2, 0)], 1),
    ([(2, 0), (1, 0)], 2), ([(3, 255), (1, 0)], 1), ([(4, 9), (1, 0)], 1),
  ]

  /// ISO/IEC 15444-2, M.11.7.3: the precedence is a signed byte, and the highest counts.
  @Test("Of several colour spaces the best one counts", arguments: colorSpaces)
  func severalColorSpaces(_ boxes: [(method: UInt8, precedence: UInt8)], _ chosen: UInt8) throws {
    let header = boxes.flatMap { box in
      let content: [UInt8] = box.method == 1 ? [0, 0, 0, 16] : [box.method, 1, 2, 3]
      return Self.box("colr", [box.method, box.precedence, 0] + content)
    }
    let read = try Self.read(
      Self.file(header, data: Self.codestream(components: [[7, 1, 1], [7, 1, 1], [7, 1, 1]])))
    #expect(read.colorSpace == (chosen == 1 ? .enumerated(16) : .icc([chosen, 1, 2, 3])))
    #expect(read.blocks.count == (chosen == 1 ? 0 : 1))
  }

  /// The method is the first byte, the precedence the second one, the approximation the third (I.5.3.3).
  @Test("A colour specification that is too short is not used", arguments: [UInt8(1), 2, 3, 4], [0, 1, 2])
  func shortColorSpace(_ method: UInt8, _ count: Int) throws {
    let header = Self.box("colr", Array([method, 0, 0].prefix(count)))
    #expect(try Self.read(Self.file(header)).colorSpace == nil)
    let both = header + Self.box("colr", [1, 0, 0, 0, 0, 0, 17])
    #expect(try Self.read(Self.file(both)).colorSpace == .enumerated(17))
  }

  @Test("Boxes beyond the limit are named")
  func boxesBeyondTheLimitAreNamed() throws {
    let file = Self.file(Self.box("colr", [1, 0, 0, 0, 0, 0, 17]))
    let filler = Self.box("free", [])
    let most = file + (0..<997).flatMap { _ in filler }
    #expect(try Self.read(most).diagnostics == [])
    let read = try Self.read(most + filler)
    #expect(read.boxes.count == 1_000)
    #expect(
      read.diagnostics == [
        .warning("there are more than 1000 boxes; those from \(most.count) on are not read")
      ])
  }

  @Test("Every cut is an error or a warning")
  func everyCutIsAnErrorOrAWarning() throws {
    let bytes = Self.file(Self.box("colr", [1, 0, 0, 0, 0, 0, 17]))
    #expect(try Self.read(bytes).diagnostics == [])
    for count in 0..<bytes.count {
      do throws(ImageError) {
        #expect(try !Self.read(Array(bytes[..<count])).diagnostics.isEmpty, "\(count)")
      } catch {
        #expect(error.kind == .invalidData, "\(count)")
      }
    }
  }

  /// Every byte of the headers takes the values that break sums of lengths.
  @Test("Changed bytes never crash")
  func changedBytesNeverCrash() throws {
    let bytes = Self.file(
      Self.box("colr", [1, 0, 0, 0, 0, 0, 17]) + Self.box("cdef", [0, 1, 0, 0, 0, 1, 0, 0])
        + Self.box("res ", Self.box("resc", [0, 1, 0, 0, 0, 1, 0, 0, 127, 128])))
    var results = 0
    for index in bytes.indices {
      for value: UInt8 in [0, 1, 7, 8, 127, 128, 255] {
        var changed = bytes
        changed[index] = value
        do throws(ImageError) {
          results += try Self.read(changed).components.count > 0 ? 1 : 0
        } catch {
          #expect([.invalidData, .limitExceeded].contains(error.kind))
          results += 1
        }
      }
    }
    #expect(results == bytes.count * 7)
    let huge =
      Self.box("jP  ", [0x0D, 0x0A, 0x87, 0x0A]) + [0, 0, 0, 1] + Array("jp2c".utf8) + [UInt8](repeating: 255, count: 8)
    #expect(throws: ImageError.self) { try Self.read(huge) }
  }
}
