internal import ByteStreams
internal import ImageModel

/// The streams that are in the file, so that an equal one is not written again.
///
/// The content is not kept in memory. Streams of the same length are compared by a hash of three samples. If the hashes
/// are equal, all bytes in the file are compared. The number is limited: streams after the limit are not recorded.
struct WrittenStreams {
  private struct Record {
    var reference: PDFReference
    /// The offset of the stream's dictionary in the file.
    var offset: UInt64
  }

  private struct Group {
    /// Streams whose hash was not computed yet.
    var unsampled: [Record] = []
    var sampled: [UInt64: [Record]] = [:]
  }

  private var groups: [UInt64: Group] = [:]
  private var count = 0
  private static let maxCount = 200_000
  /// The maximum number of streams with equal hashes that are compared. It limits the time for crafted files.
  private static let maxCandidates = 4
  private static let sampleSize = 1_024
  private static let smallLength: UInt64 = 64 << 10

  /// Writes a stream, unless there is an equal one.
  ///
  /// - Returns: its reference, and whether it is new.
  mutating func add(
    _ dictionary: PDFDictionary, _ content: [PDFStreamPiece], to writer: PDFWriter
  ) throws(ImageError) -> (PDFReference, isNew: Bool) {
    var whole = dictionary
    let contentLength = content.reduce(0) { $0 + $1.count }
    whole["Length"] = .integer(Int(clamping: contentLength))
    let head = PDFSyntax.bytes(of: .dictionary(whole)) + Array("stream\n".utf8)
    let length = UInt64(head.count) + contentLength
    let pieces = PieceSource([.bytes(head)] + content)

    var sample: UInt64?
    // For small streams, hashing now is faster than reading back later.
    if length <= Self.smallLength || groups[length] != nil {
      let own = try Self.sample(length) { buffer, offset throws(ImageError) in
        try pieces.read(into: buffer, at: offset)
      }
      sample = own
      try sampleAll(length, in: writer)
      for record in groups[length]?.sampled[own] ?? [] {
        if try Self.isEqual(pieces, length, record, in: writer) { return (record.reference, false) }
      }
    }
    let reference = writer.reserve()
    let prefix = UInt64("\(reference.number) 0 obj\n".utf8.count)
    let record = Record(reference: reference, offset: writer.byteCount + prefix)
    try writer.writeStream(dictionary, content, as: reference)
    guard count < Self.maxCount else { return (reference, true) }
    count += 1
    if let sample {
      if groups[length, default: Group()].sampled[sample, default: []].count < Self.maxCandidates {
        groups[length, default: Group()].sampled[sample, default: []].append(record)
      }
    } else {
      groups[length, default: Group()].unsampled.append(record)
    }
    return (reference, true)
  }

  private mutating func sampleAll(_ length: UInt64, in writer: PDFWriter) throws(ImageError) {
    guard let unsampled = groups[length]?.unsampled, !unsampled.isEmpty else { return }
    groups[length]?.unsampled = []
    for record in unsampled {
      let sample = try Self.sample(length) { buffer, offset throws(ImageError) in
        try writer.output.read(into: buffer, at: record.offset + offset)
      }
      groups[length]?.sampled[sample, default: []].append(record)
    }
  }

  /// The hash of the beginning, the middle and the end.
  private static func sample(
    _ length: UInt64, _ read: (UnsafeMutableRawBufferPointer, UInt64) throws(ImageError) -> Int
  ) throws(ImageError) -> UInt64 {
    var hash = StructureHash()
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: sampleSize, alignment: 16)
    defer { buffer.deallocate() }
    let last = length > UInt64(sampleSize) ? length - UInt64(sampleSize) : 0
    for offset in [0, last / 2, last] {
      let count = try read(buffer, offset)
      hash.update(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
    }
    return hash.value
  }

  private static func isEqual(
    _ pieces: PieceSource, _ length: UInt64, _ record: Record, in writer: PDFWriter
  ) throws(ImageError) -> Bool {
    let size = 128 << 10
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 2 * size, alignment: 16)
    defer { buffer.deallocate() }
    var offset: UInt64 = 0
    while offset < length {
      let wanted = Int(min(UInt64(size), length - offset))
      let new = UnsafeMutableRawBufferPointer(rebasing: buffer[..<wanted])
      let old = UnsafeMutableRawBufferPointer(rebasing: buffer[size..<size + wanted])
      guard try pieces.read(into: new, at: offset) == wanted,
        try writer.output.read(into: old, at: record.offset + offset) == wanted,
        new.elementsEqual(old)
      else { return false }
      offset += UInt64(wanted)
    }
    return true
  }
}
