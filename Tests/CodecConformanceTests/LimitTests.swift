internal import ByteStreams
internal import CodecKit
internal import ImageModel
internal import TestKit
internal import Testing

/// The limits hold for every format.
@Suite(.timed) struct LimitTests {
  /// A picture with more pixels than allowed is refused by its header, with the option's name.
  @Test("Too many pixels are refused, and the option is named", arguments: Conformance.validFixtures)
  func tooManyPixelsAreRefusedByName(_ name: String) throws {
    let bytes = Fixtures.bytes(Fixtures.path(name))
    let pixels = try Conformance.decode(bytes, fileName: name).info.size.pixelCount
    guard pixels > 1 else { return }
    var limits = Conformance.tightLimits
    limits.maxPixels = pixels - 1
    do throws(ImageError) {
      _ = try Conformance.decode(bytes, fileName: name, limits: limits)
      Issue.record("\(name) was decoded over the limit")
    } catch {
      #expect(error.kind == .limitExceeded)
      #expect(error.limit?.name == "max-pixels")
      #expect(error.reason.contains("--max-pixels"))
    }
  }

  /// The list of allowed formats is checked before a decoder sees a byte.
  @Test("A format that is not allowed is not opened", arguments: Conformance.formats)
  func aFormatThatIsNotAllowedIsNotOpened(_ format: String) throws {
    var registry = DecoderRegistry(
      [
        DecoderDescriptor(name: format) {
          _, _ throws(ImageError) in
          Issue.record("the decoder was opened")
          throw ImageError(.unsupported, "never reached")
        }
      ], contentTypes: Conformance.contentTypes)
    registry.allowed = Set(Conformance.formats).subtracting([format])
    let name = try #require(Fixtures.names(under: "\(format)/valid").first)
    let bytes = Fixtures.bytes(Fixtures.path(name))
    do throws(ImageError) {
      _ = try registry.open(MemoryByteSource(bytes), fileName: name, limits: Conformance.tightLimits)
      Issue.record("\(name) was opened although \(format) is not allowed")
    } catch {
      #expect(error.kind == .unsupported)
      #expect(error.reason.contains("--allow"))
    }
  }
}
