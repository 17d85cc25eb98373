internal import ByteStreams
internal import ImageModel

/// Buffers writes to a sink, so that small objects do not need a system call each, and hashes the content of the file.
final class OutputBuffer {
  private let sink: any ByteSink
  private var pending: [UInt8] = []
  /// The number of bytes so far, including those in the buffer.
  private(set) var position: UInt64 = 0
  /// The hash of the structure, and of samples of copied data.
  private(set) var hash = StructureHash()

  private static let capacity = 256 << 10
  /// The size of the samples of a long piece: enough to distinguish files, and fast.
  private static let sample = 1_024

  init(_ sink: any ByteSink) {
    self.sink = sink
    pending.reserveCapacity(Self.capacity)
  }

  func append(_ bytes: [UInt8]) throws(ImageError) {
    try bytes.withRawBytes { buffer throws(ImageError) in try append(buffer) }
  }

  func append(_ text: StaticString) throws(ImageError) {
    try append(UnsafeRawBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  func append(_ bytes: UnsafeRawBufferPointer) throws(ImageError) {
    if bytes.count <= 2 * Self.sample {
      hash.update(bytes)
    } else {
      hash.update(UInt64(bytes.count))
      hash.update(UnsafeRawBufferPointer(rebasing: bytes[..<Self.sample]))
      hash.update(UnsafeRawBufferPointer(rebasing: bytes[(bytes.count - Self.sample)...]))
    }
    position += UInt64(bytes.count)
    if pending.count + bytes.count > Self.capacity { try flush() }
    if bytes.count >= Self.capacity {
      try sink.append(bytes)
    } else {
      pending.append(contentsOf: bytes)
    }
  }

  /// Copies a range of a source.
  ///
  /// - Throws: `invalidData` where the source is too short.
  func append(_ source: any ByteSource, _ range: Range<UInt64>) throws(ImageError) {
    let count = range.upperBound - range.lowerBound
    if count <= 16_384 {
      guard let bytes = try source.exactBytes(at: range.lowerBound, count: Int(count)) else { throw Self.shrunk }
      return try append(bytes)
    }
    try flush()
    hash.update(count)
    // Images of the same kind begin with the same bytes. The middle distinguishes them.
    let middle = try source.bytes(at: range.lowerBound + count / 2, count: Self.sample)
    middle.withUnsafeBytes { hash.update($0) }
    guard try sink.append(source, range) else { throw Self.shrunk }
    position += count
  }

  func flush() throws(ImageError) {
    guard !pending.isEmpty else { return }
    try sink.append(pending)
    pending.removeAll(keepingCapacity: true)
  }

  /// Reads back bytes that were written.
  func read(into buffer: UnsafeMutableRawBufferPointer, at offset: UInt64) throws(ImageError) -> Int {
    try flush()
    return try sink.read(into: buffer, at: offset)
  }

  private static let shrunk = ImageError(.invalidData, "the file was truncated while it was being read")
}

/// A running hash of 128 bits for the file identifier (ISO 32000-1, 14.4). It distinguishes files. It is not
/// cryptographic:
/// collisions can be constructed.
struct StructureHash {
  private var one: UInt64 = 0x9E37_79B9_7F4A_7C15
  private var two: UInt64 = 0xC2B2_AE3D_27D4_EB4F
  private var count: UInt64 = 0

  mutating func update(_ bytes: UnsafeRawBufferPointer) {
    count &+= UInt64(bytes.count)
    var index = 0
    while index + 8 <= bytes.count {
      mix(UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self)))
      index += 8
    }
    var tail: UInt64 = 0
    while index < bytes.count {
      tail = tail << 8 | UInt64(bytes[index])
      index += 1
    }
    mix(tail ^ count)
  }

  mutating func update(_ number: UInt64) { mix(number) }

  private mutating func mix(_ word: UInt64) {
    // A full 128-bit product; each half goes to one lane (the idea of wyhash).
    let product = (one ^ word).multipliedFullWidth(by: 0xA076_1D64_78BD_642F)
    one = product.high ^ (two &+ word)
    two = product.low ^ (two << 23 | two >> 41)
  }

  /// The hash so far, in 64 bits.
  var value: UInt64 { words.0 }

  /// The hash so far, in 16 bytes.
  var bytes: [UInt8] {
    [words.0, words.1].flatMap { word in
      (0..<8).map { UInt8(truncatingIfNeeded: word >> UInt64(8 * $0)) }
    }
  }

  private var words: (UInt64, UInt64) {
    var copy = self
    copy.mix(count)
    copy.mix(0x1656_67B1_9E37_79F9)
    copy.mix(copy.two)
    return (copy.one, copy.two)
  }
}
