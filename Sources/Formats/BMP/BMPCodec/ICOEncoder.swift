internal import ByteStreams
internal import CodecKit
internal import ImageModel

/// Writes an icon or a cursor with any number of pictures. All pictures are held until the end, because the directory,
/// which comes first, has their lengths; none has more than 256 x 256 pixels.
///
/// A picture is a bitmap of 32 bits a pixel with a mask, which all readers know. If a side has 256 pixels, it is a PNG
/// file, as in the icons of Windows. That has 32 bits a pixel, too: Windows reads no other PNG files in icons.
final class ICOEncoder: ImageEncoder {
  /// The longest side: 256, which the directory stores as 0.
  private static let maxSide = 256

  private let sink: any ByteSink
  private let png: EncoderDescriptor
  private let limits: Limits
  private var image: EncodeImage?
  private var pixels: [UInt8] = []
  /// The pictures as they are stored.
  private var pictures: [(size: PixelSize, bytes: [UInt8])] = []
  private var heldBytes = 0
  private var isCursor = false

  init(_ sink: any ByteSink, png: EncoderDescriptor, limits: Limits) {
    (self.sink, self.png, self.limits) = (sink, png, limits)
  }

  func begin(_ image: EncodeImage) throws(ImageError) {
    guard image.format == .rgba8 else {
      throw ImageError(.unsupported, "cannot hold pixels of \(image.format)", format: "ICO")
    }
    let sides = 1...Self.maxSide
    guard sides.contains(image.size.width), sides.contains(image.size.height) else {
      throw ImageError(
        .unsupported,
        "cannot hold a picture of \(image.size): a side has at most 256 pixels (--sizes with sides up to 256 helps)",
        format: "ICO")
    }
    // The directory counts them with 16 bits.
    let most = min(limits.maxImages, Int(UInt16.max))
    guard pictures.count < most else {
      throw limits.exceeded("would have more than \(most) pictures", name: "max-images", value: most, format: "ICO")
    }
    try limits.encoding.check(memory: heldBytes + 2 * image.pixelBytes, for: "the pictures of an icon", format: "ICO")
    pixels = []
    pixels.reserveCapacity(image.pixelBytes)
    self.image = image
    isCursor = image.options.isCursor
  }

  func write(rows: UnsafeRawBufferPointer, count: Int) throws(ImageError) {
    guard let image else { throw ImageError(.usage, "rows come before the image", format: "ICO") }
    try image.append(rows, count: count, to: &pixels, "ICO")
  }

  func end() throws(ImageError) {
    guard let image, pixels.count == image.pixelBytes else {
      throw ImageError(.usage, "the picture ends too early", format: "ICO")
    }
    let bytes = image.size.longSide == Self.maxSide ? try pngFile(image) : bitmap(image.size)
    heldBytes += bytes.count
    pictures.append((image.size, bytes))
    self.image = nil
  }

  private func pngFile(_ image: EncodeImage) throws(ImageError) -> [UInt8] {
    let memory = MemoryByteSink()
    let encoder = try png.open(memory, limits)
    var plain = EncodeImage(size: image.size, format: image.format)
    plain.options.keepsPixelFormat = true
    try encoder.begin(plain)
    try pixels.withRawBytes { rows throws(ImageError) in try encoder.write(rows: rows, count: image.size.height) }
    try encoder.end()
    _ = try encoder.finish()
    return memory.bytes
  }

  /// A header, rows of blue, green, red and alpha from the bottom, and a mask with a bit for each pixel, which is set
  /// where programs without alpha show nothing. The header declares the height of pixels and mask together.
  private func bitmap(_ size: PixelSize) -> [UInt8] {
    let maskStride = (size.width + 31) / 32 * 4
    let dataLength = pixels.count + maskStride * size.height
    var bytes: [UInt8] = []
    bytes.reserveCapacity(40 + dataLength)
    // One plane of 32 bits, without compression.
    bytes.append(words: 40, size.width, 2 * size.height, 32 << 16 | 1, 0, dataLength, 0, 0, 0, 0)
    var mask = [UInt8](repeating: 0, count: maskStride * size.height)
    for y in 0..<size.height {
      let start = (size.height - 1 - y) * size.width * 4
      for x in 0..<size.width {
        let pixel = start + 4 * x
        bytes += [pixels[pixel + 2], pixels[pixel + 1], pixels[pixel], pixels[pixel + 3]]
        if pixels[pixel + 3] < 128 { mask[y * maskStride + x / 8] |= 0x80 >> UInt8(x % 8) }
      }
    }
    return bytes + mask
  }

  func finish() throws(ImageError) -> [Diagnostic] {
    guard !pictures.isEmpty else { throw ImageError(.usage, "there is no image to write", format: "ICO") }
    let counts = [UInt8(pictures.count & 0xFF), UInt8(pictures.count >> 8 & 0xFF)]
    var directory: [UInt8] = [0, 0, isCursor ? 2 : 1, 0] + counts
    var offset = directory.count + 16 * pictures.count
    for picture in pictures {
      let sides = [picture.size.width, picture.size.height].map { UInt8($0 & 0xFF) }
      // No palette. Then one plane of 32 bits; of a cursor the hot spot, from the left and from the top.
      directory += sides + [0, 0] + (isCursor ? [0, 0, 0, 0] : [1, 0, 32, 0])
      directory.append(words: picture.bytes.count, offset)
      offset += picture.bytes.count
    }
    try sink.append(directory)
    for picture in pictures { try sink.append(picture.bytes) }
    return isCursor ? [.note("the hot spot of the cursor is its top left corner")] : []
  }
}

extension [UInt8] {
  /// Appends numbers of 32 bits, little-endian.
  fileprivate mutating func append(words: Int...) {
    for word in words { Swift.withUnsafeBytes(of: UInt32(truncatingIfNeeded: word).littleEndian) { self += $0 } }
  }
}
