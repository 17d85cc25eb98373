internal import ByteStreams
internal import Glibc

/// Sockets with a name in a folder (unix(7)).
enum UnixSocket {
  /// A socket that waits for connections; -1 with `errno` set.
  static func listen(folder: String, name: String) -> Int32 {
    open(folder: folder, name: name) { socket, address, length in
      bind(socket, address, length) == 0 && Glibc.listen(socket, 64) == 0
    }
  }

  /// A connection; -1 with `errno` set. It never waits: `EAGAIN` if the other side has too many connections.
  static func connect(folder: String, name: String) -> Int32 {
    open(folder: folder, name: name) { socket, address, length in Glibc.connect(socket, address, length) == 0 }
  }

  /// The next connection, which does not wait; -1 with `errno` set.
  static func accept(_ socket: Int32) -> Int32 {
    let descriptor = Glibc.accept(socket, nil, nil)
    if descriptor >= 0 { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
    return descriptor
  }

  private static func open(
    folder: String, name: String, _ body: (Int32, UnsafePointer<sockaddr>, socklen_t) -> Bool
  ) -> Int32 {
    // An address has 107 bytes, which a path may exceed. The path of an open folder is short.
    let place = SystemCall.open(folder, SystemCall.pathOnly | O_DIRECTORY | O_CLOEXEC)
    guard place >= 0 else { return -1 }
    defer { close(place) }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let path = Array("/proc/self/fd/\(place)/\(name)".utf8)
    guard path.count < MemoryLayout.size(ofValue: address.sun_path) else {
      errno = ENAMETOOLONG
      return -1
    }
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path) }
    let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue) | Int32(SOCK_NONBLOCK.rawValue)
    let socket = Glibc.socket(AF_UNIX, kind, 0)
    guard socket >= 0 else { return -1 }
    let isDone = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        body(socket, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    if isDone { return socket }
    let number = errno
    close(socket)
    errno = number
    return -1
  }
}
