internal import ByteStreams
internal import ImageModel

/// Appends to a sink through a buffer, so that small objects cost no system call each, and hashes what a file consists of.
final class OutputBuffer {
  private let sink: any ByteSink
  private var pending: [UInt8] = []
  /// The number of bytes so far, those that wait in the buffer included.
  private(set) var position: UInt64 = 0
  /// Over all that is structure, and samples of what is copied.
  private(set) var hash = StructureHash()

  private static let capacity = 256 << 10
  /// How much of a long piece goes into the hash: enough to tell two files apart, too little to cost time.
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

  /// Copies a part of a source.
  ///
  /// - Throws: `invalidData` where the source ends before.
  func append(_ source: any ByteSource, _ range: Range<UInt64>) throws(ImageError) {
    let count = range.upperBound - range.lowerBound
    if count <= 16_384 {
      guard let bytes = try source.exactBytes(at: range.lowerBound, count: Int(count)) else { throw Self.shrunk }
      return try append(bytes)
    }
    try flush()
    hash.update(count)
    // Images of one kind begin alike: their middles tell them apart.
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

  /// Reads back what has been written.
  func read(into buffer: UnsafeMutableRawBufferPointer, at offset: UInt64) throws(ImageError) -> Int {
    try flush()
    return try sink.read(into: buffer, at: offset)
  }

  private static let shrunk = ImageError(.invalidData, "the file became shorter while it was read")
}
