internal import ByteStreams
internal import CodecKit
internal import ImageModel
internal import StructuredText
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

  /// 8064 x 6048 are the 48 megapixels of telephones. A machine of 8 GiB has twice as much memory as is allowed.
  @Test("48 megapixels are written in every format by default", arguments: Conformance.encoders.descriptors)
  func manyPixelsAreWrittenByDefault(_ descriptor: EncoderDescriptor) throws {
    #expect(Limits.standard.maxEncodingMemory <= 4 << 30)
    for compression in [nil] + descriptor.compressions.map(Optional.some) {
      var image = EncodeImage(size: PixelSize(width: 8_064, height: 6_048), format: descriptor.accepts(.rgb8))
      image.options.compression = compression
      #expect(throws: Never.self) { try descriptor.memory(for: image, .standard) }
    }
  }

  @Test("An encoder that needs too much memory says how much would do", arguments: ["avif", "heic", "jpegxl", "webp"])
  func anEncoderSaysHowMuchWouldDo(_ format: String) throws {
    let descriptor = try #require(Conformance.encoders.descriptor(named: format))
    let image = EncodeImage(size: PixelSize(width: 4_000, height: 3_000), format: .rgb8)
    var limits = Limits.standard
    limits.maxMemory = 10 << 20
    let error = #expect(throws: ImageError.self) { try descriptor.memory(for: image, limits) }
    let needed = try #require(error?.limit?.neededBytes)
    limits.maxMemory = Int(needed)
    #expect(throws: Never.self) { try descriptor.memory(for: image, limits) }
    // The option's parser reads the value as people type it.
    let reason = try #require(error?.reason)
    #expect(reason.contains("raise it with --max-memory "))
    let value = try #require(reason.split(separator: " ").last?.dropLast())
    limits.maxMemory = try #require(Int(amount: String(value)))
    #expect(limits.maxMemory - Int(needed) < 1 << 20)
    #expect(throws: Never.self) { try descriptor.memory(for: image, limits) }
  }
}
