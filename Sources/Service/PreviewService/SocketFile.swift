internal import ByteStreams
internal import Glibc
internal import ImageModel

/// The file of a Unix socket.
struct SocketFile {
  let path: String

  /// Makes way for a new socket: a file that an earlier process left is removed, one that somebody listens at is not.
  ///
  /// - Throws: `io`; `usage` where something else lies there.
  func prepare() throws(ImageError) {
    guard PathText.bytes(path).count < 108 else {
      throw ImageError(.usage, "the name of a Unix socket has at most 107 bytes", path: path)
    }
    guard let status = SystemCall.linkStatus(of: path) else { return }
    guard status.st_mode & S_IFMT == S_IFSOCK else {
      throw ImageError(.usage, "something that is no socket lies there", path: path)
    }
    guard !isServed() else { throw ImageError(.io, "another process listens there", path: path) }
    SystemCall.remove(path)
  }

  /// Lets only the owner in.
  func protect() { _ = PathText.withCString(path) { chmod($0, 0o600) } }

  func remove() {
    if let status = SystemCall.linkStatus(of: path), status.st_mode & S_IFMT == S_IFSOCK { SystemCall.remove(path) }
  }

  private func isServed() -> Bool {
    let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: PathText.bytes(path).prefix($0.count - 1)) }
    return withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
      }
    }
  }
}
