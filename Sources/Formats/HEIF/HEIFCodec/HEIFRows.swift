internal import CodecKit
internal import HEIFStructure
internal import ImageModel

/// The rows of a picture that is decoded as a whole. They are not turned; the clean aperture is applied.
final class HEIFRows: RowSource {
  let layout: RowLayout
  let diagnostics: [Diagnostic] = []
  let heldMemory: Int
  private let converter: PlaneConverter
  private let crop: PixelRect
  private var nextRow = 0

  /// - Parameter picture: one that `HEIFStructure.check` accepts.
  /// - Throws: `invalidData`, `unsupported`, `limitExceeded`, `io`, `cancelled`.
  init(_ picture: HEIFPicture, _ decoder: PlaneDecoder) throws(ImageError) {
    let info = picture.info
    let component: PixelFormat.Component = info.bitsPerSample > 8 ? .uint16 : .uint8
    layout = RowLayout(
      size: info.size,
      format: PixelFormat(
        component, info.colorModel == .gray ? .gray : .rgb,
        alpha: !info.hasAlpha ? .none : info.isPremultiplied ? .premultiplied : .straight),
      profile: info.profile)
    crop = picture.crop
    let size = picture.codedSize
    heldMemory = picture.planeBytes(size.pixelCount)
    // The codec's planes of an image, or of a few tiles, and those of full size that libheif makes of them.
    let decoded = info.tileSize.map { min(size.pixelCount, $0.pixelCount * PlaneDecoder.maxThreads) } ?? size.pixelCount
    let memory = heldMemory + picture.planeBytes(decoded) + 3 * layout.format.component.byteCount * decoded
    try decoder.limits.check(memory: memory, for: "a picture of \(size)", format: "HEIF")
    let planes = try decoder.planes(of: picture.item)
    guard planes.size == size, component == .uint16 || planes.bits <= 8 else {
      throw ImageError(.invalidData, "declares \(size) pixels and has \(planes.size)", format: "HEIF")
    }
    var coding = picture.coding
    if decoder.target(of: picture.item).type == "iovl" { coding.points = CodePoints(primaries: 2, transfer: 2) }
    converter = try PlaneConverter(
      planes, coding, alpha: try Self.alpha(of: picture, decoder), to: layout.format)
  }

  private static func alpha(
    of picture: HEIFPicture, _ decoder: PlaneDecoder
  ) throws(ImageError) -> (planes: SamplePlanes, isFullRange: Bool)? {
    guard let item = picture.alpha else { return nil }
    let shown = decoder.structure.sources(of: picture.item.id).first.flatMap { decoder.structure.item($0) }
    if picture.item.type == "iden", let shown, decoder.structure.isTransformed(shown) {
      throw ImageError(.unsupported, "alpha of a picture that shows a cropped or turned one", format: "HEIF")
    }
    // 0 is transparent and the greatest value opaque (HEIF, 6.6.2.1.1), unless the image says that its range is
    // limited.
    let coding = try decoder.structure.coding(of: item, decoder.source)
    return (try decoder.planes(of: item, lumaOnly: true), coding.points.isFullRange || !coding.declaresRange)
  }

  func read(into buffer: UnsafeMutableRawBufferPointer, maxRows: Int) throws(ImageError) -> Int {
    let count = min(maxRows, buffer.count / layout.bytesPerRow, layout.size.height - nextRow)
    guard count > 0, let start = buffer.baseAddress else { return 0 }
    let columns = crop.x..<crop.x + layout.size.width
    for row in 0..<count {
      converter.convert(row: crop.y + nextRow + row, columns: columns, to: start + row * layout.bytesPerRow)
    }
    nextRow += count
    return count
  }
}

extension HEIFPicture {
  /// The number of bytes that the planes of this many pixels have.
  fileprivate func planeBytes(_ pixels: Int) -> Int {
    let chroma = info.colorModel == .gray ? 0 : ["4:2:0": 2, "4:2:2": 4][info.chromaSubsampling ?? ""] ?? 8
    let quarters = 4 + chroma + (info.hasAlpha ? 4 : 0)
    return quarters * pixels / 4 * (info.bitsPerSample > 8 ? 2 : 1)
  }
}
