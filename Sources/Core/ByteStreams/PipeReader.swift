internal import Glibc
package import ImageModel

/// Reads a pipe or device as it comes, whether or not its descriptor blocks.
package struct PipeReader {
  private let descriptor: Int32
  private let name: String
  /// How much longer, in milliseconds, a fifo may have nobody who writes to it.
  private var patience: Int
  /// Whether the end is an end: somebody has written, or it is no fifo.
  private var hasBegun: Bool

  package init(_ descriptor: Int32, name: String, patience: Int) {
    self.descriptor = descriptor
    self.name = name
    self.patience = patience
    var status = stat()
    let isFifo = fstat(descriptor, &status) == 0 && status.isFifo
    hasBegun = !isFifo || fcntl(descriptor, F_GETFL) & O_NONBLOCK == 0
  }

  /// Waits for bytes; 0 at the end.
  ///
  /// - Throws: `io`.
  package mutating func read(into buffer: UnsafeMutableRawBufferPointer) throws(ImageError) -> Int {
    while true {
      let count = SystemCall.retrying { Glibc.read(descriptor, buffer.baseAddress, buffer.count) }
      if count > 0 || (count == 0 && hasBegun) {
        hasBegun = true
        return count
      }
      if count == 0 {
        if try waitForWriter() { return 0 }
      } else if errno == EAGAIN {
        // Somebody has the other end open and has not written yet.
        hasBegun = true
        _ = wait(milliseconds: -1)
      } else {
        throw SystemCall.error("read", path: name)
      }
    }
  }

  /// Waits a little for somebody to open the other end; true when somebody has come and gone without a byte.
  private mutating func waitForWriter() throws(ImageError) -> Bool {
    guard patience > 0 else { throw ImageError(.io, "is a fifo that nobody writes to", path: name) }
    let events = wait(milliseconds: 50)
    patience -= 50
    return events & Int16(POLLHUP) != 0 && events & Int16(POLLIN) == 0
  }

  /// What `poll` says of the descriptor.
  private func wait(milliseconds: Int32) -> Int16 {
    var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&request, 1, milliseconds) > 0 ? request.revents : 0
  }
}
