internal import ContentTypes
internal import ImageModel
internal import TestKit
internal import Testing

/// Every format, damaged in ways that do not depend on the format. The only valid results are a
/// picture, a picture with a warning, or an `ImageError`. A trap, a hang or a sanitizer's report fails the run itself.
@Suite(.timed) struct DamageTests {
  /// Cut at every sixteenth of the file.
  @Test("Truncation ends in rows and a warning or an error", arguments: Conformance.validFixtures)
  func truncationEndsInRowsAndAWarningOrAnError(_ name: String) throws {
    let bytes = Fixtures.bytes(Fixtures.path(name))
    try #require(!bytes.isEmpty)
    for sixteenth in 0..<16 {
      let cut = Array(bytes[..<(bytes.count * sixteenth / 16)])
      do throws(ImageError) {
        let decoded = try Conformance.decode(cut, fileName: name)
        if decoded.rowsDelivered < decoded.info.size.height {
          #expect(decoded.hasWarnings, "\(name) cut to \(cut.count) bytes lost rows without a word")
        }
      } catch {
        #expect(!error.reason.isEmpty)
        #expect([.invalidData, .unsupported, .limitExceeded].contains(error.kind), "\(name): \(error.kind): \(error)")
      }
    }
  }

  /// Bytes replaced at random places, from a fixed seed.
  @Test("Flipped bytes never do harm", arguments: Conformance.validFixtures)
  func flippedBytesNeverDoHarm(_ name: String) throws {
    let bytes = Fixtures.bytes(Fixtures.path(name))
    try #require(!bytes.isEmpty)
    var random = SeededRandom(seed: 0xCA3E0)
    // Half of the damage goes into the first kilobyte, where the structure is.
    for round in 0..<(bytes.count > 100_000 ? 6 : 24) {
      var damaged = bytes
      for _ in 0..<(1 + round / 4) {
        let range = round % 2 == 0 ? min(1024, bytes.count) : bytes.count
        damaged[Int.random(in: 0..<range, using: &random)] = UInt8.random(in: 0...255, using: &random)
      }
      do throws(ImageError) {
        let decoded = try Conformance.decode(damaged, fileName: name)
        #expect(decoded.picture.size.width > 0)
      } catch {
        #expect(!error.reason.isEmpty)
        #expect([.invalidData, .unsupported, .limitExceeded].contains(error.kind), "\(name): \(error.kind): \(error)")
      }
    }
  }

  @Test("An empty file is said to be empty", arguments: Conformance.formats)
  func anEmptyFileIsSaidToBeEmpty(_ format: String) {
    #expect(throws: ImageError(.invalidData, "the file is empty")) {
      _ = try Conformance.decode([], fileName: "x.\(format)")
    }
  }

  /// The content determines the format; the name counts only where the content does not.
  @Test("Text under an images name is not an image", arguments: Conformance.formats)
  func textUnderAnImagesNameIsNotAnImage(_ format: String) throws {
    let type = try #require(ContentTypeRegistry.format(named: format))
    // The kinds of raw files have suffixes, the format itself has none.
    let suffix = type.fileExtensions.first ?? "nef"
    #expect {
      _ = try Conformance.decode(Array("hello, this is no picture\n".utf8), fileName: "x.\(suffix)")
    } throws: {
      ($0 as? ImageError)?.kind == .invalidData
    }
  }
}
