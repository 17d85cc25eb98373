package import CodecKit
package import ImageModel

/// Rotates and mirrors a picture so that it is upright.
///
/// `.up` passes rows through and `.upMirrored` mirrors them one by one. The other six need the whole picture in memory,
/// so the orientation is applied after the reduction. Missing rows of the source are 0.
package final class Orienter: RowSource {
  package let layout: RowLayout
  private let source: any RowSource
  private let orientation: Orientation
  private let bytesPerPixel: Int
  /// The whole picture, once it is needed.
  private var picture: RowBuffer?
  private var nextRow = 0

  /// - Throws: `limitExceeded` when the picture is larger than `limits.maxMemory`.
  package init(_ source: any RowSource, _ orientation: Orientation, limits: Limits) throws(ImageError) {
    let input = source.layout
    self.source = source
    self.orientation = orientation
    bytesPerPixel = input.format.bytesPerPixel
    layout = RowLayout(size: orientation.upright(input.size), format: input.format, profile: input.profile)
    guard Self.buffers(orientation) else { return }
    let (count, overflow) = input.bytesPerRow.multipliedReportingOverflow(by: input.size.height)
    try limits.check(memory: overflow ? .max : count, for: "rotating a picture of \(input.size)")
  }

  /// Whether an orientation needs the whole picture in memory.
  package static func buffers(_ orientation: Orientation) -> Bool {
    orientation != .up && orientation != .upMirrored
  }

  package var heldMemory: Int {
    Self.buffers(orientation) ? source.layout.bytesPerRow * source.layout.size.height : 0
  }

  package var diagnostics: [Diagnostic] { source.diagnostics }

  package func read(into buffer: UnsafeMutableRawBufferPointer, maxRows: Int) throws(ImageError) -> Int {
    switch orientation {
    case .up: return try source.read(into: buffer, maxRows: maxRows)
    case .upMirrored:
      let count = try source.read(into: buffer, maxRows: maxRows)
      mirror(buffer, rows: count)
      return count
    default:
      guard let target = buffer.baseAddress else { return 0 }
      if picture == nil { picture = try RowBuffer(reading: source) }
      let count = min(maxRows, layout.size.height - nextRow, buffer.count / layout.bytesPerRow)
      guard count > 0, let start = picture?.start else { return 0 }
      turn(start, to: target, rows: count)
      nextRow += count
      return count
    }
  }

  /// Copies the next upright rows.
  ///
  /// Pixel (x, y) of the upright picture lies at `origin + x * stepX + y * stepY`. Several rows are made at once: for
  /// the orientations that swap the axes they are adjacent in the stored rows.
  private func turn(_ picture: UnsafeMutableRawPointer, to target: UnsafeMutableRawPointer, rows: Int) {
    let input = source.layout
    let (pixel, row) = (bytesPerPixel, input.bytesPerRow)
    let (right, bottom) = ((input.size.width - 1) * pixel, (input.size.height - 1) * row)
    let (origin, stepX, stepY) =
      switch orientation {
      case .up: (0, pixel, row)
      case .upMirrored: (right, -pixel, row)
      case .down: (right + bottom, -pixel, -row)
      case .downMirrored: (bottom, pixel, -row)
      case .leftMirrored: (0, row, pixel)
      case .right: (bottom, -row, pixel)
      case .rightMirrored: (right + bottom, -row, -pixel)
      case .left: (right, row, -pixel)
      }
    let width = layout.size.width
    let outputRow = layout.bytesPerRow
    var done = 0
    while done < rows {
      let batch = min(16, rows - done)
      let first = picture + origin + (nextRow + done) * stepY
      let place = target + done * outputRow
      for x in 0..<width {
        for y in 0..<batch {
          Self.copyPixel(
            first + (x &* stepX &+ y &* stepY), to: place + (y &* outputRow &+ x &* pixel), bytes: pixel)
        }
      }
      done += batch
    }
  }

  private func mirror(_ buffer: UnsafeMutableRawBufferPointer, rows: Int) {
    guard let start = buffer.baseAddress else { return }
    let pixel = bytesPerPixel
    let width = layout.size.width
    for y in 0..<rows {
      let row = start + y * layout.bytesPerRow
      for x in 0..<width / 2 {
        let left = row + x &* pixel
        let right = row + (width &- 1 &- x) &* pixel
        for byte in 0..<pixel {
          let value = left.load(fromByteOffset: byte, as: UInt8.self)
          left.storeBytes(of: right.load(fromByteOffset: byte, as: UInt8.self), toByteOffset: byte, as: UInt8.self)
          right.storeBytes(of: value, toByteOffset: byte, as: UInt8.self)
        }
      }
    }
  }

  @inline(__always)
  private static func copyPixel(_ source: UnsafeRawPointer, to target: UnsafeMutableRawPointer, bytes: Int) {
    switch bytes {
    case 1: target.storeBytes(of: source.load(as: UInt8.self), as: UInt8.self)
    case 3:
      target.storeBytes(of: source.loadUnaligned(as: UInt16.self), as: UInt16.self)
      target.storeBytes(of: source.load(fromByteOffset: 2, as: UInt8.self), toByteOffset: 2, as: UInt8.self)
    case 4: target.storeBytes(of: source.loadUnaligned(as: UInt32.self), as: UInt32.self)
    default: target.copyMemory(from: source, byteCount: bytes)
    }
  }
}
