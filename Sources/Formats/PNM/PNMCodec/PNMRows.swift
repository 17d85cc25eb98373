internal import ByteStreams
internal import CodecKit
internal import ImageModel
internal import PNMStructure

/// The rows of a picture of netpbm or farbfeld. Samples of up to 8 bits become 8 bits, others 16, scaled to the full
/// range and rounded.
///
/// Rows that a short file lacks are left out, with a warning.
final class PNMRows: RowSource {
  let layout: RowLayout
  private(set) var diagnostics: [Diagnostic]
  private let header: PNMHeader
  private let source: any ByteSource
  private let request: DecodeRequest
  /// The sample of 8 bits for each stored byte.
  private let table: [UInt8]
  private var text: PNMText?
  private var nextRow = 0
  private var isEnded = false
  private var exceedsMaximum = false

  /// - Throws: `invalidData` where no row is whole.
  init(
    _ header: PNMHeader, _ source: any ByteSource, _ diagnostics: [Diagnostic], _ request: DecodeRequest
  ) throws(ImageError) {
    (self.header, self.source, self.diagnostics, self.request) = (header, source, diagnostics, request)
    let format = PixelFormat(
      header.bytesPerSample == 2 ? .uint16 : .uint8, header.colorModel, alpha: header.hasAlpha ? .straight : .none)
    layout = RowLayout(size: header.size, format: format, profile: nil)
    let most = min(header.maxValue, 255)
    table = (0..<256).map { UInt8((min($0, most) * 255 + most / 2) / most) }
    if header.isText {
      text = PNMText(source, at: header.dataOffset, isBitmap: header.isBitmap)
    } else {
      let stored = source.size > header.dataOffset ? source.size - header.dataOffset : 0
      guard stored >= UInt64(header.bytesPerRow) else { throw Self.missing(header) }
    }
  }

  private static func missing(_ header: PNMHeader) -> ImageError {
    ImageError(.invalidData, "the image data is missing", format: header.title)
  }

  func read(into buffer: UnsafeMutableRawBufferPointer, maxRows: Int) throws(ImageError) -> Int {
    try request.checkCancellation()
    let wanted = min(maxRows, buffer.count / layout.bytesPerRow, layout.size.height - nextRow)
    guard wanted > 0, !isEnded else { return 0 }
    let count = try header.isText ? readText(into: buffer, wanted) : readBytes(into: buffer, wanted)
    nextRow += count
    if count == 0 {
      guard nextRow > 0 else { throw Self.missing(header) }
      isEnded = true
      let warning = header.cutWarning(inRow: nextRow)
      // The structure of a file that is not text has told it.
      if !diagnostics.contains(warning) { diagnostics.append(warning) }
    }
    if exceedsMaximum {
      exceedsMaximum = false
      let message = "some samples are larger than \(header.maxValue), which the header gives as the largest"
      if !diagnostics.contains(where: { $0.message == message }) { diagnostics.append(.warning(message)) }
    }
    return count
  }

  /// - Returns: the number of whole rows.
  private func readBytes(into buffer: UnsafeMutableRawBufferPointer, _ wanted: Int) throws(ImageError) -> Int {
    let length = header.bytesPerRow
    let most = min(wanted, max(1, (256 << 10) / length))
    let stored = try source.bytes(at: header.dataOffset + UInt64(nextRow) * UInt64(length), count: most * length)
    let count = stored.count / length
    stored.withUnsafeBytes { stored in
      for row in 0..<count {
        let target = UnsafeMutableRawBufferPointer(
          rebasing: buffer[row * layout.bytesPerRow..<(row + 1) * layout.bytesPerRow])
        convert(UnsafeRawBufferPointer(rebasing: stored[row * length..<(row + 1) * length]), into: target)
      }
    }
    return count
  }

  private func convert(_ stored: UnsafeRawBufferPointer, into target: UnsafeMutableRawBufferPointer) {
    let width = layout.size.width
    if header.isBitmap {
      for x in 0..<width { target[x] = stored[x >> 3] & 0x80 >> UInt8(x & 7) == 0 ? 255 : 0 }
      return
    }
    let channels = header.channelCount
    var largest = 0
    for x in 0..<width {
      for channel in 0..<channels {
        let (from, to) = (x &* header.depth &+ channel, x &* channels &+ channel)
        if header.bytesPerSample == 1 {
          let value = stored[from]
          largest = max(largest, Int(value))
          target[to] = table[Int(value)]
        } else {
          let value = Int(stored[2 &* from]) << 8 | Int(stored[2 &* from &+ 1])
          largest = max(largest, value)
          target.storeBytes(of: wide(value), toByteOffset: 2 &* to, as: UInt16.self)
        }
      }
    }
    if largest > header.maxValue { exceedsMaximum = true }
  }

  private func wide(_ value: Int) -> UInt16 {
    let most = header.maxValue
    return UInt16((min(value, most) &* 65_535 &+ most / 2) / most)
  }

  /// - Returns: 1, or 0 where the samples end within the row.
  private func readText(into buffer: UnsafeMutableRawBufferPointer, _ wanted: Int) throws(ImageError) -> Int {
    guard wanted > 0 else { return 0 }
    // A depth of other than the channels is PAM's alone, which is never text.
    for index in 0..<layout.size.width * header.channelCount {
      guard let value = try text?.next() else { return 0 }
      if value > header.maxValue { exceedsMaximum = true }
      if header.isBitmap {
        buffer[index] = value == 0 ? 255 : 0
      } else if header.bytesPerSample == 1 {
        buffer[index] = table[min(value, 255)]
      } else {
        buffer.storeBytes(of: wide(value), toByteOffset: 2 * index, as: UInt16.self)
      }
    }
    return 1
  }
}

/// The samples of a picture in text: decimal numbers between white space and comments. A bitmap has single digits.
struct PNMText {
  private let source: any ByteSource
  private let isBitmap: Bool
  private var offset: UInt64
  private var window: [UInt8] = []
  private var index = 0

  init(_ source: any ByteSource, at offset: UInt64, isBitmap: Bool) {
    (self.source, self.offset, self.isBitmap) = (source, offset, isBitmap)
  }

  /// The next sample, at most 65,536; nil at the end, and where there is something else than a number.
  mutating func next() throws(ImageError) -> Int? {
    var value: Int?
    while let byte = try peek() {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        index += 1
        let digit = Int(byte - UInt8(ascii: "0"))
        if isBitmap { return digit < 2 ? digit : nil }
        value = min((value ?? 0) * 10 + digit, 65_536)
      case _ where value != nil: return value
      case UInt8(ascii: "#"):
        while let byte = try peek(), byte != UInt8(ascii: "\n"), byte != UInt8(ascii: "\r") { index += 1 }
      case 9...13, 32: index += 1
      default: return nil
      }
    }
    return value
  }

  private mutating func peek() throws(ImageError) -> UInt8? {
    if index == window.count {
      window = try source.bytes(at: offset, count: 64 << 10)
      offset += UInt64(window.count)
      index = 0
      guard !window.isEmpty else { return nil }
    }
    return window[index]
  }
}
