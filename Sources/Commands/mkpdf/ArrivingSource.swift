internal import ByteStreams
internal import Glibc
internal import ImageModel

/// Standard input that is read on while pages are made of it: JSON Lines need not have ended.
///
/// Its bytes can be read once, in their order; the beginning, by which it is told what they are, again and again. It belongs
/// to the one thread that makes the pages.
final class ArrivingSource: ByteSource, @unchecked Sendable {
  private let name: String
  private let limits: Limits
  private let beginning: [UInt8]
  private var reader: PipeReader
  /// The number of bytes that have come so far.
  private(set) var size: UInt64

  private init(_ reader: PipeReader, beginning: [UInt8], name: String, limits: Limits) {
    (self.reader, self.beginning, self.name, self.limits) = (reader, beginning, name, limits)
    size = UInt64(beginning.count)
  }

  /// Opens standard input: as it comes where it begins as JSON does, else taken in whole.
  ///
  /// - Throws: as `PipeByteSource.spool`.
  static func open(name: String, limits: Limits) throws(ImageError) -> any ByteSource {
    var reader = PipeReader(STDIN_FILENO, name: name, patience: 0)
    var beginning: [UInt8] = []
    let chunk = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
    defer { chunk.deallocate() }
    var first: UInt8?
    // White space and a byte order mark may stand before the brace.
    while first == nil, beginning.count < 1 << 16 {
      let count = try reader.read(into: chunk)
      if count == 0 { break }
      beginning += chunk[..<count]
      first = InputText.visible(beginning).first
    }
    if first == UInt8(ascii: "{") {
      return ArrivingSource(reader, beginning: beginning, name: name, limits: limits)
    }
    return try PipeByteSource.spool(descriptor: STDIN_FILENO, name: name, limits: limits, beginning: beginning)
  }

  func read(into buffer: UnsafeMutableRawBufferPointer, at offset: UInt64) throws(ImageError) -> Int {
    if offset < UInt64(beginning.count) {
      let piece = beginning[Int(offset)...].prefix(buffer.count)
      buffer.copyBytes(from: piece)
      return piece.count
    }
    guard offset == size else {
      throw ImageError(.io, "cannot be read twice", path: name)
    }
    let count = try reader.read(into: buffer)
    size += UInt64(count)
    guard size <= UInt64(limits.maxInputBytes) else {
      throw limits.exceeded(
        "sends more than \(limits.maxInputBytes) bytes", name: "max-input-bytes", value: limits.maxInputBytes
      ).at(path: name)
    }
    return count
  }
}
