internal import CodecKit
internal import ImageModel

/// A source that delivers the same 16 rows of noise again and again, at the cost of copying them.
final class PreparedRows: RowSource {
  /// Rows of noise.
  struct Block {
    static let rowCount = 16
    let bytes: [UInt8]

    init(bytesPerRow: Int) {
      var state: UInt64 = 1
      bytes = (0..<bytesPerRow * Self.rowCount).map { _ in
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return UInt8(truncatingIfNeeded: state >> 56)
      }
    }
  }

  let layout: RowLayout
  let diagnostics: [Diagnostic] = []
  private let block: Block
  private var nextRow = 0

  init(_ size: PixelSize, _ format: PixelFormat, _ profile: ColorProfile?, _ block: Block) {
    layout = RowLayout(size: size, format: format, profile: profile)
    self.block = block
  }

  func read(into buffer: UnsafeMutableRawBufferPointer, maxRows: Int) throws(ImageError) -> Int {
    let count = min(maxRows, layout.size.height - nextRow, Block.rowCount, buffer.count / layout.bytesPerRow)
    guard count > 0 else { return 0 }
    block.bytes.withUnsafeBytes {
      buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[..<(count * layout.bytesPerRow)]))
    }
    nextRow += count
    return count
  }
}
