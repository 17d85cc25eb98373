internal import ByteStreams
internal import CodecKit
internal import Compression
internal import ImageModel
internal import PNGStructure

/// A PNG file whose header has been read.
final class PNGDecoder: ImageDecoder {
  let imageCount: Int
  let primaryIndex = 0
  let animation: Animation?
  let diagnostics: [Diagnostic]
  private let source: any ByteSource
  private let limits: Limits
  private let header: PNGHeader
  /// The first IDAT chunk.
  private let firstData: PNGChunk?
  private let isAppleVariant: Bool
  private let info: ImageInfo
  private let structure: PNGStructure
  /// The canvas, from the first frame that was drawn on it.
  private var canvas: PNGAnimation?

  /// - Throws: `invalidData`, `unsupported`, `limitExceeded` for the declared size, `io`.
  init(_ source: any ByteSource, limits: Limits) throws(ImageError) {
    var structure = try PNGStructure.read(source, limits: limits, scope: .untilImageData)
    // A single frame follows the still picture, unless it is that.
    if let count = structure.declaredAnimation?.frameCount, count > 1 || structure.frames.isEmpty {
      structure = try PNGStructure.read(source, limits: limits)
    }
    if let defect = structure.headerDefect { throw ImageError(.invalidData, defect, format: "PNG") }
    try limits.check(structure.header.size, streamed: !structure.header.isInterlaced, format: "PNG")
    self.source = source
    self.limits = limits
    header = structure.header
    isAppleVariant = structure.isAppleVariant
    self.structure = structure
    animation = structure.animation
    imageCount = animation == nil ? 1 : min(structure.frames.count, limits.maxImages)
    firstData = structure.chunks.first { $0.isImageData }
    var diagnostics = structure.diagnostics + limits.leftOut(frames: structure.frames.count)
    let profile = Self.profile(of: structure, limits: limits, &diagnostics)
    info = structure.imageInfo(iccProfile: profile)
    self.diagnostics = diagnostics
  }

  func info(at index: Int) throws(ImageError) -> ImageInfo {
    try check(index: index, format: "PNG")
    return info
  }

  func rows(at index: Int, _ request: DecodeRequest) throws(ImageError) -> any RowSource {
    let info = try info(at: index)
    // If the first frame is the still picture, too, it is decoded like one.
    if index > 0 || structure.hidesStill { return try frame(index, request) }
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

  private func frame(_ index: Int, _ request: DecodeRequest) throws(ImageError) -> any RowSource {
    let canvas: PNGAnimation
    if let open = self.canvas, open.nextFrame <= index {
      canvas = open
    } else {
      canvas = try PNGAnimation(structure, source, limits: limits)
    }
    // After an error, the canvas is not in the state that the next frame needs.
    self.canvas = nil
    let rows = try canvas.rows(at: index, info, request)
    self.canvas = canvas
    return rows
  }

  /// Rows that are decoded without libpng; nil if samples are delivered in another form than they are stored in.
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
