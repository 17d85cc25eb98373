package import ImageModel
internal import StructuredFiles
package import StructuredText

/// Splits the bytes of a pipe or file into lines, and parses each line as one JSON value.
///
/// Only one line and one buffer are in memory.
package final class DescriptionLines {
  /// Reads the next bytes into a buffer and returns their number; 0 at the end.
  package typealias Reading = (UnsafeMutableRawBufferPointer) throws(ImageError) -> Int

  private let reading: Reading
  private let limits: DescriptionLimits
  private var buffer: [UInt8] = []
  /// The number of bytes of the buffer that were consumed.
  private var start = 0
  private var hasEnded = false
  private var line = 0
  /// Whether the last line ended with a line feed; the last line of a file may lack it.
  private var lastHadLineFeed = false
  /// Whether the last line was read completely, so that the next one can be read, even if parsing failed.
  private(set) var isReadable = true
  /// Lines that were read ahead to detect the syntax.
  private var ahead: [(bytes: [UInt8], number: Int)] = []

  package init(limits: DescriptionLimits, _ reading: @escaping Reading) {
    self.limits = limits
    self.reading = reading
  }

  /// Whether the lines are separate values and not the lines of one description. They are if the first line that is not
  /// empty is a complete JSON object but not a complete description.
  ///
  /// The bytes that were read are kept for `next()` or `rest()`.
  package func isJSONLines() throws(ImageError) -> Bool {
    guard let first = try nextBytes() else { return false }
    ahead.append(first)
    guard StructuredSyntax.of(first.bytes) == .json,
      let value = try? StructuredSyntax.parse(first.bytes, limits: limits.structure), case .object = value.content
    else { return false }
    if case .array? = value.member("pages")?.content { return false }
    return true
  }

  /// The value of the next line that is not empty; nil at the end.
  ///
  /// - Throws: `invalidData` with the number of the line.
  package func next() throws(ImageError) -> StructuredValue? {
    isReadable = false
    let line = try nextBytes()
    isReadable = true
    guard let (bytes, number) = line else { return nil }
    return try StructuredSyntax.parse(bytes, limits: limits.structure, firstLine: number)
  }

  /// All remaining bytes, for a description that is not JSON Lines.
  package func rest() throws(ImageError) -> [UInt8] {
    var bytes: [UInt8] = []
    // Empty lines replace the lines before, so that line numbers in messages are correct.
    for (line, number) in ahead {
      bytes += [UInt8](repeating: 0x0A, count: max(0, number - 1)) + line + (lastHadLineFeed ? [0x0A] : [])
    }
    ahead = []
    bytes += buffer[start...]
    (buffer, start) = ([], 0)
    while !hasEnded {
      try fill()
      bytes += buffer
      buffer = []
      guard bytes.count <= limits.maxBytes else {
        throw DescriptionLimits.exceeded("is larger than the \(limits.maxBytes) bytes that are allowed")
      }
    }
    return bytes
  }

  private func nextBytes() throws(ImageError) -> (bytes: [UInt8], number: Int)? {
    if !ahead.isEmpty { return ahead.removeFirst() }
    while let bytes = try readLine() {
      line += 1
      if bytes.contains(where: { !JSONParser.isSpace($0) }) { return (bytes, line) }
    }
    return nil
  }

  private func readLine() throws(ImageError) -> [UInt8]? {
    var searched = start
    while true {
      if let end = buffer[searched...].firstIndex(of: 0x0A) {
        defer { (start, lastHadLineFeed) = (end + 1, true) }
        return Array(buffer[start..<end])
      }
      searched = buffer.count
      guard searched - start <= limits.maxBytes else {
        throw DescriptionLimits.exceeded("line \(line + 1) has more than the \(limits.maxBytes) bytes that are allowed")
      }
      if hasEnded {
        defer { (buffer, start, lastHadLineFeed) = ([], 0, false) }
        return start < buffer.count ? Array(buffer[start...]) : nil
      }
      // Consumed bytes are removed before the buffer grows.
      searched -= start
      buffer.removeFirst(start)
      start = 0
      try fill()
    }
  }

  private func fill() throws(ImageError) {
    let old = buffer.count
    // The capacity of a pipe. The array doubles its capacity, so that a long line is not copied again and again.
    let size = 65_536
    buffer.append(contentsOf: repeatElement(0, count: size))
    var failure: ImageError?
    let count = buffer.withUnsafeMutableBytes { bytes in
      do throws(ImageError) {
        return try reading(UnsafeMutableRawBufferPointer(rebasing: bytes[old...]))
      } catch {
        failure = error
        return 0
      }
    }
    buffer.removeLast(size - count)
    if let failure { throw failure }
    if count == 0 { hasEnded = true }
  }
}
