internal import ByteStreams
internal import CodecKit
internal import Deflate
internal import ImageModel
internal import PNGStructure

/// A PNG file whose header has been read.
final class PNGDecoder: ImageDecoder {
  let imageCount = 1
  let primaryIndex = 0
  let diagnostics: [Diagnostic]
  private let source: any ByteSource
  private let limits: Limits
  private let header: PNGHeader
  /// The first IDAT chunk.
  private let firstData: PNGChunk?
  private let isAppleVariant: Bool
  private let info: ImageInfo

  /// - Throws: `invalidData`, `unsupported`, `limitExceeded` for the declared size, `io`.
  init(_ source: any ByteSource, limits: Limits) throws(ImageError) {
    let structure = try PNGStructure.read(source, limits: limits, scope: .untilImageData)
    if let defect = structure.headerDefect { throw ImageError(.invalidData, defect, format: "PNG") }
    try limits.check(structure.header.size, streamed: !structure.header.isInterlaced, format: "PNG")
    self.source = source
    self.limits = limits
    header = structure.header
    isAppleVariant = structure.isAppleVariant
    firstData = structure.chunks.last { $0.isImageData }
    var diagnostics = structure.diagnostics
    let profile = Self.profile(of: structure, limits: limits, &diagnostics)
    info = structure.imageInfo(iccProfile: profile)
    self.diagnostics = diagnostics
  }

  func info(at index: Int) throws(ImageError) -> ImageInfo {
    guard index == 0 else { throw ImageError(.usage, "a PNG file has one image, there is no image \(index)") }
    return info
  }

  func rows(at index: Int, _ request: DecodeRequest) throws(ImageError) -> any RowSource {
    let info = try info(at: index)
    let readable = isAppleVariant ? try AppleVariant.standardised(source, limits: limits) : source
    let reader = try PNGReader(readable, limits: limits)
    let picture = try reader.open(isAppleVariant: isAppleVariant)
    var format = picture.format
    if info.isPremultiplied { format.alpha = .premultiplied }
    let layout = RowLayout(size: picture.size, format: format, profile: info.profile)
    guard layout.size == info.size, layout.bytesPerRow == picture.bytesPerRow else {
      throw ImageError(.invalidData, "libpng reads another header", format: "PNG")
    }
    if picture.isInterlaced {
      return try PNGInterlacedRowSource(reader, layout: layout, limits: limits, request: request)
    }
    let rows = PNGRowSource(reader, layout: layout, request: request)
    guard let fast = try? fastRows(layout, request) else { return rows }
    return FallbackRows(fast, thorough: rows)
  }

  /// Rows that are decoded without libpng; nil for pictures whose samples are not stored as they are delivered.
  private func fastRows(_ layout: RowLayout, _ request: DecodeRequest) throws(ImageError) -> (any RowSource)? {
    guard !isAppleVariant, header.bitDepth == 8, header.colorType != .palette,
      layout.format.channelCount == header.colorType.samplesPerPixel, let firstData
    else { return nil }
    let data = try PNGImageData(
      source, from: firstData, bytesPerRow: layout.bytesPerRow, height: layout.size.height, request: request)
    let filtered: any RowSource = request.usesThreads ? try PrefetchingRows(data, limits: limits) : data
    return try PNGUnfilteredRows(filtered, layout: layout, limits: limits)
  }

  /// The inflated ICC profile; nil with a warning for a damaged one.
  private static func profile(
    of structure: PNGStructure, limits: Limits, _ diagnostics: inout [Diagnostic]
  ) -> [UInt8]? {
    guard let block = structure.compressedProfile else { return nil }
    do throws(ImageError) {
      let bytes = try Zlib.inflate(block.bytes, limit: limits.maxMetadataBlockBytes, name: "iCCP")
      if let header = ICCHeader(bytes), header.declaredSize <= bytes.count { return bytes }
      diagnostics.append(.warning("iCCP: the profile is damaged and is not used"))
    } catch {
      diagnostics.append(.warning("the profile is not used: \(error.reason)"))
    }
    return nil
  }
}
