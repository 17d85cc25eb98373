/// A growing buffer for text that is built from very many small pieces. An array would check for each piece whether it
/// is shared, which takes longer than copying the piece.
final class ByteBuffer {
  private var start: UnsafeMutablePointer<UInt8>
  private var capacity: Int
  private var count = 0

  init(capacity: Int) {
    self.capacity = max(64, capacity)
    start = .allocate(capacity: self.capacity)
  }

  deinit { start.deallocate() }

  /// The bytes as text.
  var text: String { String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self) }

  func append(_ byte: UInt8) {
    reserve(1)
    start[count] = byte
    count += 1
  }

  func append(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard let first = bytes.baseAddress else { return }
    reserve(bytes.count)
    (start + count).initialize(from: first, count: bytes.count)
    count += bytes.count
  }

  /// Appends bytes between quotation marks.
  func append(quoted bytes: UnsafeBufferPointer<UInt8>) {
    reserve(bytes.count + 2)
    start[count] = UInt8(ascii: "\"")
    if let first = bytes.baseAddress { (start + count + 1).initialize(from: first, count: bytes.count) }
    start[count + 1 + bytes.count] = UInt8(ascii: "\"")
    count += bytes.count + 2
  }

  /// Appends the name of a JSON member with the separators before and after it.
  func append(comma: Bool, member bytes: UnsafeBufferPointer<UInt8>) {
    reserve(bytes.count + 6)
    var end = start + count
    if comma {
      end[0] = UInt8(ascii: ",")
      end[1] = UInt8(ascii: " ")
      end += 2
    }
    end[0] = UInt8(ascii: "\"")
    if let first = bytes.baseAddress { (end + 1).initialize(from: first, count: bytes.count) }
    end += bytes.count + 1
    end[0] = UInt8(ascii: "\"")
    end[1] = UInt8(ascii: ":")
    end[2] = UInt8(ascii: " ")
    count = end + 3 - start
  }

  func append(_ text: StaticString) {
    append(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  func append(_ text: String) {
    var text = text
    text.withUTF8 { append($0) }
  }

  // Inlined, because a record has a thousand pieces.
  @inline(__always)
  private func reserve(_ more: Int) {
    if more > capacity - count { grow(more) }
  }

  private func grow(_ more: Int) {
    capacity = max(2 * capacity, count + more)
    let grown = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
    grown.initialize(from: start, count: count)
    start.deallocate()
    start = grown
  }
}
