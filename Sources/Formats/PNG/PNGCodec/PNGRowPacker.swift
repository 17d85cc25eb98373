internal import CodecKit
internal import ImageModel

/// Converts rows of a pixel format to a layout that a survey has chosen.
struct PNGRowPacker {
  private let format: PixelFormat
  private let layout: PNGPixelLayout
  private let numbers: ColorTable

  init(_ format: PixelFormat, to layout: PNGPixelLayout) {
    self.format = format
    self.layout = layout
    numbers = ColorTable(layout.palette)
  }

  /// Whether rows stay as they are.
  var isIdentity: Bool { layout == PNGPixelLayout(format) }

  /// Converts pixels; `target` has room for as many pixels of the layout.
  func pack(_ pixels: UnsafeRawBufferPointer, into target: UnsafeMutableRawBufferPointer) {
    let count = pixels.count / format.bytesPerPixel
    if layout.colorType == PNGPixelLayout.palette {
      packIndices(pixels, count, target)
    } else if layout.bitDepth < 8 {
      let step = UInt8(255 / (1 << layout.bitDepth - 1))
      for index in 0..<count { target[index] = pixels[index * format.channelCount] / step }
    } else {
      packSamples(pixels, count, target)
    }
  }

  private func packIndices(_ pixels: UnsafeRawBufferPointer, _ count: Int, _ target: UnsafeMutableRawBufferPointer) {
    let channels = format.channelCount
    var lastColor = layout.palette[0]
    var lastNumber: UInt8 = 0
    for index in 0..<count {
      let color = PNGPixelSurvey.color(pixels, index * channels, channels)
      if color != lastColor {
        lastColor = color
        lastNumber = UInt8(truncatingIfNeeded: numbers.number(of: color))
      }
      target[index] = lastNumber
    }
  }

  /// Leaves out alpha, or green and blue, or both.
  private func packSamples(_ pixels: UnsafeRawBufferPointer, _ count: Int, _ target: UnsafeMutableRawBufferPointer) {
    let width = format.component.byteCount
    let source = format.channelCount * width
    let keepsAlpha = layout.colorType == PNGPixelLayout.grayAlpha || layout.colorType == PNGPixelLayout.rgba
    let colorBytes = (layout.samplesPerPixel - (keepsAlpha ? 1 : 0)) * width
    let alphaStart = source - width
    var written = 0
    for index in 0..<count {
      let start = index * source
      for byte in 0..<colorBytes { target[written + byte] = pixels[start + byte] }
      written += colorBytes
      if keepsAlpha {
        for byte in 0..<width { target[written + byte] = pixels[start + alphaStart + byte] }
        written += width
      }
    }
  }
}
