internal import ByteStreams
internal import CodecKit
internal import ImageModel

/// Writes one picture in the raw form of a format of netpbm, or in farbfeld. Samples of 8 bits have a largest value of
/// 255, those of 16 bits one of 65,535. Nothing is written between the header's numbers but what all readers expect:
/// there are no comments.
final class PNMEncoder: ImageEncoder {
  private let kind: PNMKind
  private let sink: any ByteSink
  private var image: EncodeImage?
  private var dither: BitmapDither?
  private var rowsWritten = 0

  init(_ kind: PNMKind, _ sink: any ByteSink) { (self.kind, self.sink) = (kind, sink) }

  func begin(_ image: EncodeImage) throws(ImageError) {
    guard self.image == nil else { throw usage("a \(kind.rawValue) file of ours holds one image only") }
    guard kind.accepted(for: image.format) == image.format else {
      throw ImageError(.unsupported, "cannot hold pixels of \(image.format)", format: kind.rawValue)
    }
    let size = image.size
    guard size.width > 0, size.height > 0, size.longSide <= Int(Int32.max) else {
      throw ImageError(.unsupported, "cannot hold a picture of \(size)", format: kind.rawValue)
    }
    self.image = image
    if kind == .bitmap { dither = BitmapDither(width: size.width) }
    try sink.append(header(image))
  }

  private func header(_ image: EncodeImage) -> [UInt8] {
    let (width, height) = (image.size.width, image.size.height)
    let maxValue = image.format.component == .uint16 ? 65_535 : 255
    switch kind {
    case .bitmap: return Array("P4\n\(width) \(height)\n".utf8)
    case .graymap: return Array("P5\n\(width) \(height)\n\(maxValue)\n".utf8)
    case .pixmap: return Array("P6\n\(width) \(height)\n\(maxValue)\n".utf8)
    case .arbitrary:
      let type = (image.format.colorModel == .gray ? "GRAYSCALE" : "RGB") + (image.format.hasAlpha ? "_ALPHA" : "")
      let text = """
        P7
        WIDTH \(width)
        HEIGHT \(height)
        DEPTH \(image.format.channelCount)
        MAXVAL \(maxValue)
        TUPLTYPE \(type)
        ENDHDR

        """
      return Array(text.utf8)
    case .farbfeld:
      return Array("farbfeld".utf8) + UInt32(width).bigEndianBytes + UInt32(height).bigEndianBytes
    }
  }

  func write(rows: UnsafeRawBufferPointer, count: Int) throws(ImageError) {
    guard let image else { throw usage("rows come before the image") }
    let length = image.size.width * image.format.bytesPerPixel
    guard count >= 0, rows.count >= count * length, rowsWritten + count <= image.size.height else {
      throw usage("\(count) rows are more than the picture has")
    }
    rowsWritten += count
    let bytes = UnsafeRawBufferPointer(rebasing: rows[..<(count * length)])
    if kind == .bitmap {
      var stored: [UInt8] = []
      for row in 0..<count { dither?.append(bytes[row * length..<(row + 1) * length], to: &stored) }
      return try sink.append(stored)
    }
    guard image.format.component == .uint16 else { return try sink.append(bytes) }
    var stored = [UInt8](repeating: 0, count: bytes.count)
    for at in stride(from: 0, to: bytes.count, by: 2) {
      let sample = bytes.loadUnaligned(fromByteOffset: at, as: UInt16.self)
      stored[at] = UInt8(sample >> 8)
      stored[at + 1] = UInt8(truncatingIfNeeded: sample)
    }
    try sink.append(stored)
  }

  func end() throws(ImageError) {
    guard let image, rowsWritten == image.size.height else { throw usage("the picture ends too early") }
  }

  func finish() throws(ImageError) -> [Diagnostic] {
    guard image != nil else { throw usage("there is no image to write") }
    return dither?.hasGrays == true ? [.note("greys became patterns of black and white pixels")] : []
  }

  private func usage(_ message: String) -> ImageError { ImageError(.usage, message, format: kind.rawValue) }
}

/// Makes black and white pixels of greys by Floyd and Steinberg's error diffusion, row by row. A picture in black and
/// white stays as it is.
struct BitmapDither {
  /// Whether a pixel was neither black nor white.
  private(set) var hasGrays = false
  /// Sixteenths of the errors for the pixels of the next row, with one more at each side.
  private var errors: [Int]

  init(width: Int) { errors = [Int](repeating: 0, count: width + 2) }

  /// Appends a row of bits: 1 is black, and the highest bit is the first pixel.
  mutating func append(_ greys: Slice<UnsafeRawBufferPointer>, to bits: inout [UInt8]) {
    var below = [Int](repeating: 0, count: errors.count)
    var ahead = 0
    var byte: UInt8 = 0
    for (x, grey) in greys.enumerated() {
      if grey != 0, grey != 255 { hasGrays = true }
      let value = Int(grey) + (errors[x + 1] + ahead) / 16
      let isBlack = value < 128
      let error = value - (isBlack ? 0 : 255)
      ahead = 7 * error
      below[x] += 3 * error
      below[x + 1] += 5 * error
      below[x + 2] += error
      if isBlack { byte |= 0x80 >> UInt8(x & 7) }
      if x & 7 == 7 || x == greys.count - 1 {
        bits.append(byte)
        byte = 0
      }
    }
    errors = below
  }
}
