internal import ByteStreams

/// A growing buffer for text that is built from very many small pieces. An array would check for each piece whether it
/// is shared, which takes longer than copying the piece.
package final class ByteBuffer {
  private var start: UnsafeMutablePointer<UInt8>
  private var capacity: Int
  private var end = 0

  /// The number of bytes. (A property that other modules see would be checked for overlapping accesses each time.)
  package var count: Int { end }

  package init(capacity: Int = 64) {
    self.capacity = max(64, capacity)
    start = .allocate(capacity: self.capacity)
  }

  deinit { start.deallocate() }

  /// The bytes as text.
  package var text: String { text(from: 0) }

  /// The bytes from an index on, as text.
  package func text(from index: Int) -> String { String(decoding: bytes(from: index), as: UTF8.self) }

  /// The bytes from an index on. Valid until the next change.
  package func bytes(from index: Int) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(start: start + index, count: end - index)
  }

  /// Removes the bytes from an index on.
  package func remove(from index: Int) { end = index }

  package func append(_ byte: UInt8) {
    reserve(1)
    start[end] = byte
    end += 1
  }

  package func append(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard let first = bytes.baseAddress else { return }
    reserve(bytes.count)
    (start + end).initialize(from: first, count: bytes.count)
    end += bytes.count
  }

  /// Appends bytes between quotation marks.
  func append(quoted text: String) {
    text.withUTF8Bytes { append(quoted: $0) }
  }

  private func append(quoted bytes: UnsafeBufferPointer<UInt8>) {
    reserve(bytes.count + 2)
    start[end] = UInt8(ascii: "\"")
    if let first = bytes.baseAddress { (start + end + 1).initialize(from: first, count: bytes.count) }
    start[end + 1 + bytes.count] = UInt8(ascii: "\"")
    end += bytes.count + 2
  }

  /// Appends the name of a JSON member with the separators before and after it.
  func append(comma: Bool, member name: String) {
    name.withUTF8Bytes { append(comma: comma, member: $0) }
  }

  private func append(comma: Bool, member bytes: UnsafeBufferPointer<UInt8>) {
    reserve(bytes.count + 6)
    var place = start + end
    if comma {
      place[0] = UInt8(ascii: ",")
      place[1] = UInt8(ascii: " ")
      place += 2
    }
    place[0] = UInt8(ascii: "\"")
    if let first = bytes.baseAddress { (place + 1).initialize(from: first, count: bytes.count) }
    place += bytes.count + 1
    place[0] = UInt8(ascii: "\"")
    place[1] = UInt8(ascii: ":")
    place[2] = UInt8(ascii: " ")
    end = place + 3 - start
  }

  package func append(_ text: StaticString) {
    append(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  package func append(_ text: String) { text.withUTF8Bytes { append($0) } }

  package func append(_ byte: UInt8, count repeated: Int) {
    reserve(repeated)
    (start + end).initialize(repeating: byte, count: repeated)
    end += repeated
  }

  package func append(_ number: Int64) {
    if number < 0 { append(UInt8(ascii: "-")) }
    append(number.magnitude)
  }

  package func append(_ number: UInt64) {
    // Digits from the last to the first; 2^64 has twenty.
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 20) { digits in
      var first = 20
      var rest = number
      repeat {
        first -= 1
        digits[first] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
        rest /= 10
      } while rest > 0
      append(UnsafeBufferPointer(rebasing: digits[first...]))
    }
  }

  /// The shortest decimal number that reads back as the same value. Whole numbers have no fraction.
  package func append(_ number: Double) {
    // A fast path for small whole numbers. It excludes -0 and numbers of more than 15 digits, whose shortest form has
    // an exponent.
    if let whole = Int64(exactly: number), whole.magnitude < 1_000_000_000_000_000, whole != 0 { return append(whole) }
    let first = end
    append(number.description)
    if end >= first + 2, start[end - 2] == UInt8(ascii: "."), start[end - 1] == UInt8(ascii: "0") { end -= 2 }
  }

  // Inlined, because a record has a thousand pieces.
  @inline(__always)
  private func reserve(_ more: Int) {
    if more > capacity - end { grow(more) }
  }

  private func grow(_ more: Int) {
    capacity = max(2 * capacity, end + more)
    let grown = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
    grown.initialize(from: start, count: end)
    start.deallocate()
    start = grown
  }
}
