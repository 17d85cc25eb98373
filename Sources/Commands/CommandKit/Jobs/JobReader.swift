internal import ByteStreams
internal import Glibc
package import ImageModel

/// Reads lines of a bounded length from a file or stream that may stay open for days. Not safe for several threads.
package final class JobReader {
  package struct Line {
    /// Counted from 1.
    var number: Int
    /// Without the line feed; nil for a line that is too long.
    package var bytes: [UInt8]?
    /// The first bytes of a line that is too long.
    var head: [UInt8] = []
    /// Where the line begins in the file.
    var start: Int
    /// Whether a line feed ends the line.
    var isComplete: Bool
  }

  /// The most bytes of a line. Larger inputs go through files.
  static let longestLine = 64 << 20
  static let headLength = 4096

  /// Why reading ended before the end of the file.
  private(set) var failure: ImageError?
  private let path: String
  private let descriptor: Int32
  private var buffer: [UInt8] = []
  private var position = 0
  private var lineNumber: Int
  private var offset = 0
  private var isAtEnd = false

  /// - Parameters:
  ///   - path: `-` for standard input.
  ///   - firstLine: the number of the first line.
  /// - Throws: `io`.
  package init(_ path: String, firstLine: Int = 1) throws(ImageError) {
    self.path = path
    lineNumber = firstLine - 1
    descriptor = path == "-" ? STDIN_FILENO : SystemCall.open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY)
    guard descriptor >= 0 else { throw SystemCall.error("open", path: path) }
  }

  /// Reads an open file or stream, and closes it at the end of this object's life.
  package init(descriptor: Int32, name: String) {
    path = name
    lineNumber = 0
    self.descriptor = descriptor
  }

  deinit { if path != "-" { close(descriptor) } }

  /// The next line, as soon as all of it is there; nil at the end.
  package func next() -> Line? {
    lineNumber += 1
    let start = offset
    var isTooLong = false
    var head: [UInt8] = []
    var searched = position
    while true {
      if let end = buffer[searched...].firstIndex(of: UInt8(ascii: "\n")) {
        defer { position = end + 1 }
        offset += end + 1 - position
        let bytes = isTooLong ? nil : Array(buffer[position..<end])
        return Line(number: lineNumber, bytes: bytes, head: head, start: start, isComplete: true)
      }
      if buffer.count - position > Self.longestLine {
        if !isTooLong { head = Array(buffer[position..<position + Self.headLength]) }
        isTooLong = true
        offset += buffer.count - position
        position = buffer.count
      }
      buffer.removeSubrange(..<position)
      (position, searched) = (0, buffer.count)
      guard fill() else {
        guard isTooLong || !buffer.isEmpty else { return nil }
        defer { buffer = [] }
        offset += buffer.count
        return Line(
          number: lineNumber, bytes: isTooLong ? nil : buffer, head: head, start: start, isComplete: false)
      }
    }
  }

  /// Reads more bytes; false at the end.
  private func fill() -> Bool {
    let size = max(1 << 16, min(buffer.count, 1 << 22))
    while !isAtEnd {
      var count = 0
      let bytes = [UInt8](unsafeUninitializedCapacity: size) { space, filled in
        count = SystemCall.retrying { read(descriptor, space.baseAddress, size) }
        filled = max(0, count)
      }
      if count > 0 {
        buffer += bytes
        return true
      }
      if count < 0, errno == EAGAIN {
        var wait = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        poll(&wait, 1, -1)
        continue
      }
      if count < 0 { failure = SystemCall.error("read", path: path) }
      isAtEnd = true
    }
    return false
  }
}
