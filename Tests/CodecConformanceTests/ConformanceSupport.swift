internal import BuiltInCodecs
internal import ByteStreams
internal import CodecKit
internal import ContentTypes
internal import Glibc
internal import ImageModel
internal import TestKit

/// What the conformance tests share: the registry of all formats, and a full decode of any of them.
enum Conformance {
  static let contentTypes = ContentTypeRegistry()
  static let decoders = DecoderRegistry(BuiltInCodecs.decoders, contentTypes: contentTypes)
  static let encoders = EncoderRegistry(BuiltInCodecs.encoders, contentTypes: contentTypes)

  /// The formats by name.
  static let formats = BuiltInCodecs.decoders.map(\.name)

  /// The valid fixtures of all formats.
  static let validFixtures = formats.flatMap { Fixtures.names(under: "\($0)/valid") }
  static let brokenFixtures = formats.flatMap { Fixtures.names(under: "\($0)/broken") }

  /// Limits under which no test needs much memory or time.
  static var tightLimits: Limits {
    var limits = Limits()
    limits.maxPixels = 40_000_000
    limits.maxMemory = 256 << 20
    return limits
  }

  /// A picture and the diagnostics about it.
  struct Decoded {
    var picture: PixelBuffer
    var rowsDelivered: Int
    var diagnostics: [Diagnostic]
    var info: ImageInfo
    var imageCount: Int
    var hasWarnings: Bool { diagnostics.contains { $0.severity == .warning } }
  }

  static func decode(
    _ bytes: [UInt8], fileName: String? = nil, limits: Limits = tightLimits, index: Int? = nil
  ) throws(ImageError) -> Decoded {
    try decode(MemoryByteSource(bytes), fileName: fileName, limits: limits, index: index)
  }

  static func decode(
    _ source: any ByteSource, fileName: String?, limits: Limits = tightLimits, index: Int? = nil
  ) throws(ImageError) -> Decoded {
    let (_, decoder) = try decoders.open(source, fileName: fileName, limits: limits)
    let index = index ?? decoder.primaryIndex
    let info = try decoder.info(at: index)
    let counting = CountingRows(try decoder.rows(at: index, DecodeRequest()))
    let (picture, diagnostics) = try counting.readAll(limits: limits)
    return Decoded(
      picture: picture, rowsDelivered: counting.delivered, diagnostics: decoder.diagnostics + diagnostics, info: info,
      imageCount: decoder.imageCount)
  }
}

/// Counts the rows that pass.
private final class CountingRows: RowSource {
  let upstream: any RowSource
  private(set) var delivered = 0

  init(_ upstream: any RowSource) { self.upstream = upstream }

  var layout: RowLayout { upstream.layout }
  var diagnostics: [Diagnostic] { upstream.diagnostics }

  func read(into buffer: UnsafeMutableRawBufferPointer, maxRows: Int) throws(ImageError) -> Int {
    let count = try upstream.read(into: buffer, maxRows: maxRows)
    delivered += count
    return count
  }
}
