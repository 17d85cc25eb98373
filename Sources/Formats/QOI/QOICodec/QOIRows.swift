internal import ByteStreams
internal import CodecKit
internal import ImageModel
internal import QOIStructure

/// The rows of a QOI file, decoded chunk by chunk. Rows that a short file lacks are left out, with a warning.
final class QOIRows: RowSource {
  let layout: RowLayout
  private(set) var diagnostics: [Diagnostic] = []
  private let source: any ByteSource
  private let request: DecodeRequest
  /// Where the chunks end.
  private let end: UInt64
  private var offset = QOIStructure.dataOffset
  private var window: [UInt8] = []
  private var index = 0
  private var state = QOIState()
  /// How often the last pixel is still repeated.
  private var run = 0
  private var nextRow = 0
  private var isEnded = false

  init(_ info: ImageInfo, _ source: any ByteSource, _ request: DecodeRequest) throws(ImageError) {
    layout = RowLayout(size: info.size, format: info.hasAlpha ? .rgba8 : .rgb8, profile: info.profile)
    self.source = source
    self.request = request
    // The bytes of the end marker could be chunks.
    let marker = QOIStructure.endMarker
    let length = UInt64(marker.count)
    let last = source.size >= offset + length ? try source.bytes(at: source.size - length, count: marker.count) : []
    end = source.size - (last == marker ? length : 0)
  }

  func read(into buffer: UnsafeMutableRawBufferPointer, maxRows: Int) throws(ImageError) -> Int {
    try request.checkCancellation()
    let length = layout.bytesPerRow
    let wanted = min(maxRows, buffer.count / length, layout.size.height - nextRow)
    var count = 0
    while count < wanted, !isEnded {
      try fill()
      if decodeRow(into: UnsafeMutableRawBufferPointer(rebasing: buffer[count * length..<(count + 1) * length])) {
        count += 1
        nextRow += 1
      } else {
        guard nextRow > 0 else { throw ImageError(.invalidData, "the image data is missing", format: "QOI") }
        isEnded = true
        diagnostics.append(.warning("the image data ends in row \(nextRow + 1) of \(layout.size.height)"))
      }
    }
    return count
  }

  /// Makes the window hold the chunks of a row, of which each pixel takes at most five bytes.
  private func fill() throws(ImageError) {
    let longest = 5 * layout.size.width
    guard window.count - index < longest, offset < end else { return }
    let rest = Array(window[index...])
    let wanted = Int(min(UInt64(max(256 << 10, 4 * longest)), end - offset))
    let bytes = try source.bytes(at: offset, count: wanted)
    offset = bytes.isEmpty ? end : offset + UInt64(bytes.count)
    (window, index) = (rest + bytes, 0)
  }

  /// - Returns: false where the chunks end within the row.
  private func decodeRow(into row: UnsafeMutableRawBufferPointer) -> Bool {
    var (state, run, at) = (state, run, index)
    let (width, channels) = (layout.size.width, layout.format.channelCount)
    let isWhole = window.withUnsafeBufferPointer { chunks in
      for x in 0..<width {
        if run > 0 {
          run -= 1
        } else {
          guard at < chunks.count else { return false }
          let tag = chunks[at]
          let length = tag == 0xFE ? 4 : tag == 0xFF ? 5 : tag >> 6 == 2 ? 2 : 1
          guard length <= chunks.count - at else { return false }
          var pixel = state.pixel
          switch tag {
          case 0xFE, 0xFF:
            (pixel.x, pixel.y, pixel.z) = (chunks[at + 1], chunks[at + 2], chunks[at + 3])
            if tag == 0xFF { pixel.w = chunks[at + 4] }
          case 0x00...0x3F: pixel = state.seen[Int(tag)]
          case 0x40...0x7F:
            pixel.x &+= (tag >> 4 & 3) &- 2
            pixel.y &+= (tag >> 2 & 3) &- 2
            pixel.z &+= (tag & 3) &- 2
          case 0x80...0xBF:
            let green = (tag & 63) &- 32
            let others = chunks[at + 1]
            pixel.x &+= green &+ (others >> 4) &- 8
            pixel.y &+= green
            pixel.z &+= green &+ (others & 15) &- 8
          default: run = Int(tag & 63)
          }
          at += length
          state.pixel = pixel
          state.seen[QOIState.place(of: pixel)] = pixel
        }
        for channel in 0..<channels { row[x &* channels &+ channel] = state.pixel[channel] }
      }
      return true
    }
    (self.state, self.run, index) = (state, run, at)
    return isWhole
  }
}
