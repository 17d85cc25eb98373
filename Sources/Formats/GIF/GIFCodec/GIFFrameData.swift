internal import ByteStreams
internal import GIFStructure
internal import ImageModel

/// The indices of a frame, row by row: LZW with codes that become longer (GIF89a specification, appendix F).
///
/// The code size is that of the literal values, and at most 8 in the specification. Some programs write up to 12.
struct GIFFrameData: ~Copyable {
  /// The largest number of codes in the table, which have 12 bits.
  private static let maxCodes = 4_096

  private let codeSize: Int
  private var input: SubBlocks
  /// Bits that have been read and not used. The first one is the lowest.
  private var bits: UInt64 = 0
  private var bitCount = 0
  /// The bits of a code.
  private var width: Int
  /// The code that the table gets next.
  private var next: Int
  /// The last code; nil after the table was cleared.
  private var previous: Int?
  /// A code stands for a row of values: those of another code, its prefix, and one more, its suffix.
  private let prefixes = UnsafeMutablePointer<UInt16>.allocate(capacity: maxCodes)
  private let suffixes = UnsafeMutablePointer<UInt8>.allocate(capacity: maxCodes)
  /// The values of the last code that are left, in reverse order.
  private let values = UnsafeMutablePointer<UInt8>.allocate(capacity: maxCodes + 1)
  private var valueCount = 0

  /// - Throws: `io`.
  init(_ frame: GIFStructure.Frame, in source: any ByteSource) throws(ImageError) {
    codeSize = Int(try source.bytes(at: frame.dataStart - 1, count: 1).first ?? .max)
    width = codeSize + 1
    next = 1 << codeSize + 2
    input = SubBlocks(source, min(frame.dataStart, frame.data.upperBound)..<frame.data.upperBound)
  }

  deinit {
    prefixes.deallocate()
    suffixes.deallocate()
    values.deallocate()
  }

  /// Fills a row.
  ///
  /// - Returns: false where the data ends or is damaged before the row is complete, and for a code size that is not
  ///   possible.
  /// - Throws: `io`.
  mutating func read(into row: UnsafeMutableBufferPointer<UInt8>) throws(ImageError) -> Bool {
    guard codeSize <= 12 else { return false }
    var done = 0
    while done < row.count {
      if valueCount == 0 {
        guard try readCode() else { return false }
      }
      let count = min(valueCount, row.count - done)
      for index in 0..<count { row[done + index] = values[valueCount - 1 - index] }
      valueCount -= count
      done += count
    }
    return true
  }

  /// Reads a code that stands for values, and puts them into `values`.
  ///
  /// - Returns: false at the end of the data, and for a code that is not in the table.
  private mutating func readCode() throws(ImageError) -> Bool {
    let clear = 1 << codeSize
    while true {
      while bitCount < width {
        guard let byte = try input.next() else { return false }
        bits |= UInt64(byte) << UInt64(bitCount)
        bitCount += 8
      }
      let code = Int(bits & (1 << UInt64(width) - 1))
      bits >>= UInt64(width)
      bitCount -= width
      if code == clear {
        (width, next, previous) = (codeSize + 1, clear + 2, nil)
        continue
      }
      if code == clear + 1 { return false }
      guard let previous else {
        guard code < clear else { return false }
        values[0] = UInt8(truncatingIfNeeded: code)
        valueCount = 1
        self.previous = code
        widen()
        return true
      }
      // A code that the table gets with this one: the last values, and the first of them again.
      let isNew = code == next && next < Self.maxCodes
      guard code < next || isNew else { return false }
      var count = isNew ? 1 : 0
      var rest = isNew ? previous : code
      while rest > clear {
        values[count] = suffixes[rest]
        rest = Int(prefixes[rest])
        count += 1
      }
      let first = UInt8(truncatingIfNeeded: rest)
      values[count] = first
      if isNew { values[0] = first }
      valueCount = count + 1
      if next < Self.maxCodes {
        prefixes[next] = UInt16(previous)
        suffixes[next] = first
        next += 1
        widen()
      }
      self.previous = code
      return true
    }
  }

  private mutating func widen() {
    if next >= 1 << width, width < 12 { width += 1 }
  }

  /// The contents of sub-blocks (clause 15), joined. What a file lacks at its end is missing.
  private struct SubBlocks {
    private let source: any ByteSource
    private var range: Range<UInt64>
    /// Some contents, and the next byte in them.
    private var contents: [UInt8] = []
    private var index = 0
    /// The bytes of the current block that are left.
    private var left = 0

    init(_ source: any ByteSource, _ range: Range<UInt64>) { (self.source, self.range) = (source, range) }

    @inline(__always)
    mutating func next() throws(ImageError) -> UInt8? {
      if index == contents.count {
        try fill()
        guard !contents.isEmpty else { return nil }
      }
      index += 1
      return contents[index - 1]
    }

    /// Reads the next contents, none at the end.
    private mutating func fill() throws(ImageError) {
      (contents, index) = ([], 0)
      while contents.isEmpty, !range.isEmpty {
        let bytes = try source.bytes(at: range.lowerBound, count: Int(min(UInt64(range.count), 1 << 16)))
        range = bytes.isEmpty ? 0..<0 : range.lowerBound + UInt64(bytes.count)..<range.upperBound
        var offset = 0
        while offset < bytes.count {
          if left > 0 {
            let count = min(left, bytes.count - offset)
            contents += bytes[offset..<offset + count]
            offset += count
            left -= count
          } else {
            left = Int(bytes[offset])
            offset += 1
            if left == 0 {
              range = 0..<0
              break
            }
          }
        }
      }
    }
  }
}
