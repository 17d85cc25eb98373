internal import BMPStructure
internal import ByteStreams
internal import CodecKit
internal import ImageModel

/// An icon or a cursor whose directory has been read. The largest picture is the first.
final class ICODecoder: ImageDecoder {
  var imageCount: Int { structure.pictures.count }
  let primaryIndex = 0
  var diagnostics: [Diagnostic] { structure.diagnostics }
  private let source: any ByteSource
  private let limits: Limits
  private let structure: ICOStructure
  private let png: DecoderDescriptor

  /// - Throws: `invalidData`, `io`.
  init(_ source: any ByteSource, png: DecoderDescriptor, limits: Limits) throws(ImageError) {
    structure = try ICOStructure.read(source, limits: limits)
    self.source = source
    self.png = png
    self.limits = limits
  }

  func info(at index: Int) throws(ImageError) -> ImageInfo {
    try check(index: index, format: "ICO")
    var info: ImageInfo
    switch structure.pictures[index].content {
    case .bitmap(let header):
      try header.check(limits)
      info = header.imageInfo
      info.hasAlpha = true
    case .png: info = try pngDecoder(index).info(at: 0)
    }
    if index > 0 { info.role = .reduced }
    return info
  }

  func rows(at index: Int, _ request: DecodeRequest) throws(ImageError) -> any RowSource {
    try check(index: index, format: "ICO")
    switch structure.pictures[index].content {
    case .bitmap(let header):
      try header.check(limits)
      return try ICORows(header, source, limits: limits, request)
    case .png: return try pngDecoder(index).rows(at: 0, request)
    }
  }

  private func pngDecoder(_ index: Int) throws(ImageError) -> any ImageDecoder {
    try png.open(PatchedByteSource(structure.pictures[index].range, of: source), limits)
  }
}

/// The rows of a bitmap with alpha. If the pixels themselves have none, a mask after the pixels says with one bit for
/// each which are transparent.
private final class ICORows: RowSource {
  var layout: RowLayout { pixels.layout }
  var diagnostics: [Diagnostic] { pixels.diagnostics }
  var heldMemory: Int { pixels.heldMemory }
  private let pixels: BMPRows
  private let source: any ByteSource
  /// The offset of the mask; nil if it is not used.
  private var maskOffset: UInt64?
  private let isTopDown: Bool
  private var nextRow = 0

  init(_ header: BMPHeader, _ source: any ByteSource, limits: Limits, _ request: DecodeRequest) throws(ImageError) {
    func open() throws(ImageError) -> BMPRows {
      try BMPRows(header, source, .rgba8, profile: nil, limits: limits, request)
    }
    self.source = source
    isTopDown = header.isTopDown
    pixels = try open()
    // Old programs wrote 32 bits and left the fourth byte empty.
    if header.hasAlpha, try open().hasVisiblePixel() { return }
    maskOffset = header.dataOffset + UInt64(header.bytesPerRow) * UInt64(header.size.height)
  }

  func read(into buffer: UnsafeMutableRawBufferPointer, maxRows: Int) throws(ImageError) -> Int {
    let count = try pixels.read(into: buffer, maxRows: maxRows)
    guard let maskOffset else { return count }
    let (width, height) = (layout.size.width, layout.size.height)
    let stride = (width + 31) / 32 * 4
    for row in nextRow..<nextRow + count {
      let stored = isTopDown ? row : height - 1 - row
      let mask = try source.bytes(at: maskOffset + UInt64(stored) * UInt64(stride), count: stride)
      let start = (row - nextRow) * layout.bytesPerRow
      for x in 0..<width {
        // A mask that the file lacks hides nothing.
        let isHidden = x / 8 < mask.count && mask[x / 8] >> UInt8(7 - x % 8) & 1 == 1
        buffer[start + 4 * x + 3] = isHidden ? 0 : 255
      }
    }
    nextRow += count
    return count
  }
}
