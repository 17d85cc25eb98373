internal import Glibc
package import ImageModel

/// The canvas on which a decoder draws the frames of an animation, one after the other: RGBA with straight alpha,
/// transparent at first.
package final class FrameCanvas {
  package let size: PixelSize
  /// The pixels; red is in the lowest byte.
  package let pixels: UnsafeMutableBufferPointer<UInt32>
  /// The pixels that the last frame covered, if they are to be restored.
  private var saved: [UInt32] = []

  /// - Parameter restores: whether a frame has the disposal `.restore`, which takes memory for another canvas.
  /// - Throws: `limitExceeded` for a canvas that is larger than `limits.maxMemory`.
  package init(_ size: PixelSize, restores: Bool, limits: Limits, format: String) throws(ImageError) {
    self.size = size
    let (bytes, overflow) = size.pixelCount.multipliedReportingOverflow(by: restores ? 8 : 4)
    try limits.check(memory: overflow ? .max : bytes, for: "a canvas of \(size)", format: format)
    guard let memory = calloc(size.pixelCount, 4) else {
      throw ImageError(.limitExceeded, "no memory for a canvas of \(size)", format: format)
    }
    pixels = UnsafeMutableBufferPointer(
      start: memory.bindMemory(to: UInt32.self, capacity: size.pixelCount), count: size.pixelCount)
  }

  deinit { free(pixels.baseAddress) }

  /// The part of a rectangle that lies on the canvas.
  package func visible(_ rect: PixelRect) -> PixelRect {
    let (left, top) = (min(rect.x, size.width), min(rect.y, size.height))
    return PixelRect(
      columns: left..<min(size.width, rect.columns.upperBound), rows: top..<min(size.height, rect.rows.upperBound))
  }

  /// Saves the pixels that a frame covers, if its disposal needs them. Call it before the frame is drawn.
  package func prepare(_ rect: PixelRect, _ disposal: FrameDisposal) {
    saved = []
    guard disposal == .restore else { return }
    let rect = visible(rect)
    for row in rect.rows { saved += pixels[row * size.width + rect.x..<row * size.width + rect.columns.upperBound] }
  }

  /// Disposes of the last frame that was drawn.
  package func dispose(_ rect: PixelRect, _ disposal: FrameDisposal) {
    let rect = visible(rect)
    guard disposal == .clear || disposal == .restore && saved.count == rect.size.pixelCount else { return }
    var index = 0
    for row in rect.rows {
      for place in row * size.width + rect.x..<row * size.width + rect.columns.upperBound {
        pixels[place] = disposal == .clear ? 0 : saved[index]
        index += 1
      }
    }
  }

  /// The rows of the canvas, until the next frame is drawn.
  package func rows(_ info: ImageInfo, _ diagnostics: [Diagnostic]) -> any RowSource {
    let layout = RowLayout(size: info.size, format: info.hasAlpha ? .rgba8 : .rgb8, profile: info.profile)
    return CanvasRows(
      UnsafeRawBufferPointer(pixels), owner: self, layout: layout, diagnostics: diagnostics,
      heldMemory: 4 * size.pixelCount)
  }
}

/// The pixels of a frame that an encoder has been given: RGBA with straight alpha, red in the lowest byte.
package struct FramePixels {
  package let size: PixelSize
  package private(set) var pixels: [UInt32] = []

  /// A frame without rows.
  package init(_ size: PixelSize) { self.size = size }

  /// A transparent frame.
  package init(clear size: PixelSize) {
    self.size = size
    pixels = [UInt32](repeating: 0, count: size.pixelCount)
  }

  package var isWhole: Bool { pixels.count == size.pixelCount }

  /// Appends rows of `rgb8` or `rgba8`.
  package mutating func append(_ rows: UnsafeRawBufferPointer, count: Int, hasAlpha: Bool) {
    if pixels.isEmpty { pixels.reserveCapacity(size.pixelCount) }
    let channels = hasAlpha ? 4 : 3
    for start in stride(from: 0, to: count * size.width * channels, by: channels) {
      let color = UInt32(rows[start]) | UInt32(rows[start + 1]) << 8 | UInt32(rows[start + 2]) << 16
      pixels.append(color | (hasAlpha ? UInt32(rows[start + 3]) << 24 : 0xFF00_0000))
    }
  }

  /// Makes the pixels of a rectangle transparent.
  package mutating func clear(_ rect: PixelRect) {
    for row in rect.rows {
      for place in row * size.width + rect.x..<row * size.width + rect.columns.upperBound { pixels[place] = 0 }
    }
  }

  package mutating func update(_ change: (UInt32) -> UInt32) {
    for index in pixels.indices { pixels[index] = change(pixels[index]) }
  }

  /// The smallest rectangle around all positions where a condition holds for this frame's pixel and the other frame's;
  /// nil if there is none.
  package func rectangle(from other: FramePixels, where isMeant: (UInt32, UInt32) -> Bool) -> PixelRect? {
    var (left, right, top, bottom) = (size.width, 0, size.height, 0)
    pixels.withUnsafeBufferPointer { pixels in
      other.pixels.withUnsafeBufferPointer { other in
        for row in 0..<size.height {
          let start = row * size.width
          guard let first = (0..<size.width).first(where: { isMeant(pixels[start + $0], other[start + $0]) }),
            let last = (0..<size.width).last(where: { isMeant(pixels[start + $0], other[start + $0]) })
          else { continue }
          (left, right) = (min(left, first), max(right, last + 1))
          (top, bottom) = (min(top, row), row + 1)
        }
      }
    }
    return top < bottom ? PixelRect(columns: left..<right, rows: top..<bottom) : nil
  }
}
