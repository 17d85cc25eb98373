package import ImageModel

/// Rows of pixels from top to bottom, pulled by the consumer: a decoder's output, or a stage of the row pipeline that
/// reads from another source.
///
/// Order of calls: `layout`, then `read` until it returns 0. Damage that leaves some rows is not an error. Missing rows
/// are left out (`read` returns 0 early) or delivered as the library fills them, and `diagnostics` has a warning.
package protocol RowSource: AnyObject {
  /// The shape of the rows. It does not change.
  var layout: RowLayout { get }

  /// Delivers up to `maxRows` rows, packed without padding.
  ///
  /// - Parameter buffer: at least `maxRows * layout.bytesPerRow` bytes, owned by the caller, aligned for the samples.
  /// - Returns: the number of rows delivered; 0 after the last one.
  /// - Throws: an error after which no further rows can be read.
  func read(into buffer: UnsafeMutableRawBufferPointer, maxRows: Int) throws(ImageError) -> Int

  /// Problems found so far; complete after the last row.
  var diagnostics: [Diagnostic] { get }

  /// Bytes of working memory that grow with the area of the picture: coefficients, or the picture as a whole.
  var heldMemory: Int { get }
}

extension RowSource {
  /// A source holds rows only.
  package var heldMemory: Int { 0 }
}

/// The shape and the meaning of the rows of a source.
package struct RowLayout: Sendable {
  /// The size of the delivered picture.
  package var size: PixelSize
  package var format: PixelFormat
  /// What the samples mean; nil where the file did not say.
  package var profile: ColorProfile?
  /// The part of the delivered pixels that the picture covers.
  package var sourceBox: SourceBox
  /// The layout of the samples in rows that are delivered as the file stores them. `format` then says what they would
  /// be otherwise. Only copies request it.
  package var stored: StoredSamples?

  package init(size: PixelSize, format: PixelFormat, profile: ColorProfile?, sourceBox: SourceBox? = nil) {
    self.size = size
    self.format = format
    self.profile = profile
    self.sourceBox = sourceBox ?? SourceBox(size)
  }

  package var bytesPerRow: Int {
    stored.map { (size.width * $0.bitsPerPixel + 7) / 8 } ?? size.width * format.bytesPerPixel
  }
}

/// The rows of a picture in memory.
package final class BufferRowSource: RowSource {
  package let layout: RowLayout
  package let diagnostics: [Diagnostic]
  package let heldMemory: Int
  private let buffer: PixelBuffer
  private var nextRow = 0

  package init(
    _ buffer: PixelBuffer, sourceBox: SourceBox? = nil, diagnostics: [Diagnostic] = [], heldMemory: Int = 0
  ) {
    self.buffer = buffer
    self.diagnostics = diagnostics
    self.heldMemory = heldMemory
    layout = RowLayout(size: buffer.size, format: buffer.format, profile: buffer.profile, sourceBox: sourceBox)
  }

  package func read(into destination: UnsafeMutableRawBufferPointer, maxRows: Int) throws(ImageError) -> Int {
    let count = min(maxRows, layout.size.height - nextRow, destination.count / layout.bytesPerRow)
    guard count > 0 else { return 0 }
    let start = nextRow * layout.bytesPerRow
    buffer.bytes.withUnsafeBytes {
      destination.copyMemory(
        from: UnsafeRawBufferPointer(rebasing: $0[start..<start + count * layout.bytesPerRow]))
    }
    nextRow += count
    return count
  }
}

/// The rows of a canvas of RGBA with straight alpha, on which the frames of an animation are drawn. Alpha is left out
/// where the layout has none.
package final class CanvasRows: RowSource {
  package let layout: RowLayout
  package let diagnostics: [Diagnostic]
  package let heldMemory: Int
  private let canvas: UnsafeRawBufferPointer
  /// Owns the canvas.
  private let owner: AnyObject
  private var nextRow = 0

  /// - Parameters:
  ///   - canvas: `layout.size` pixels, valid as long as `owner` lives and draws nothing more.
  ///   - layout: `rgba8` or `rgb8`.
  package init(
    _ canvas: UnsafeRawBufferPointer, owner: AnyObject, layout: RowLayout, diagnostics: [Diagnostic], heldMemory: Int
  ) {
    self.canvas = canvas
    self.owner = owner
    self.layout = layout
    self.diagnostics = diagnostics
    self.heldMemory = heldMemory
  }

  package func read(into buffer: UnsafeMutableRawBufferPointer, maxRows: Int) throws(ImageError) -> Int {
    let count = min(maxRows, buffer.count / layout.bytesPerRow, layout.size.height - nextRow)
    guard count > 0 else { return 0 }
    let pixels = count * layout.size.width
    let rows = UnsafeRawBufferPointer(rebasing: canvas[(4 * nextRow * layout.size.width)...].prefix(4 * pixels))
    nextRow += count
    guard !layout.format.hasAlpha else {
      buffer.copyMemory(from: rows)
      return count
    }
    for index in 0..<pixels {
      for channel in 0..<3 { buffer[3 * index + channel] = rows[4 * index + channel] }
    }
    return count
  }
}

extension RowSource {
  /// Reads all rows into memory.
  ///
  /// Rows missing from a damaged file are zero, and a warning gives their number.
  ///
  /// - Returns: the picture and its diagnostics.
  /// - Throws: what `read` throws, or `limitExceeded` when the picture is larger than `limits.maxMemory`.
  package func readAll(limits: Limits) throws(ImageError) -> (PixelBuffer, [Diagnostic]) {
    let (count, overflow) = layout.bytesPerRow.multipliedReportingOverflow(by: layout.size.height)
    try limits.holding(heldMemory).check(memory: overflow ? .max : count, for: "a picture of \(layout.size)")
    var failure: ImageError?
    var delivered = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
      let raw = UnsafeMutableRawBufferPointer(buffer)
      do throws(ImageError) {
        while delivered < layout.size.height {
          let rest = UnsafeMutableRawBufferPointer(rebasing: raw[(delivered * layout.bytesPerRow)...])
          let rows = try read(into: rest, maxRows: layout.size.height - delivered)
          if rows == 0 { break }
          delivered += rows
        }
        raw[(delivered * layout.bytesPerRow)...].initializeMemory(as: UInt8.self, repeating: 0)
        initialized = count
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
    var notes = diagnostics
    if delivered < layout.size.height {
      notes.append(.warning("\(layout.size.height - delivered) of \(layout.size.height) rows are missing"))
    }
    return (try PixelBuffer(size: layout.size, format: layout.format, profile: layout.profile, bytes: bytes), notes)
  }
}
