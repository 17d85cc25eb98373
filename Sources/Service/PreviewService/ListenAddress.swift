internal import ByteStreams
internal import Glibc
internal import ImageModel

/// An address that the service listens at.
package enum ListenAddress: Hashable, Sendable, CustomStringConvertible {
  case tcp(host: String, port: Int)
  case unix(path: String)

  /// `HOST:PORT`, `[V6]:PORT`; nil for other text.
  package init?(_ text: String) {
    guard let colon = text.lastIndex(of: ":"), let port = Int(text[text.index(after: colon)...]),
      (0...65_535).contains(port)
    else { return nil }
    var host = text[..<colon]
    if host.hasPrefix("["), host.hasSuffix("]") {
      host = host.dropFirst().dropLast()
    } else if host.contains(":") {
      return nil
    }
    guard !host.isEmpty else { return nil }
    self = .tcp(host: String(host), port: port)
  }

  /// Whether only this machine can reach it.
  package var isLocal: Bool {
    switch self {
    case .unix: return true
    case .tcp(let host, _):
      if host == "localhost" || host == "::1" { return true }
      let parts = host.split(separator: ".", omittingEmptySubsequences: false)
      return parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0) != nil }
    }
  }

  package var description: String {
    switch self {
    case .unix(let path): path
    case .tcp(let host, let port): host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
    }
  }
}

/// The file of a Unix socket.
struct SocketFile {
  let path: String

  /// Makes the path free for a new socket. Removes the socket of an earlier process, but not one that is in use.
  ///
  /// - Throws: `io`; `usage` where the path is a file of another kind.
  func prepare() throws(ImageError) {
    guard PathText.bytes(path).count < 108 else {
      throw ImageError(.usage, "the name of a Unix socket has at most 107 bytes", path: path)
    }
    guard let status = SystemCall.linkStatus(of: path) else { return }
    guard status.st_mode & S_IFMT == S_IFSOCK else {
      throw ImageError(.usage, "a file that is not a socket lies there", path: path)
    }
    guard !isServed() else { throw ImageError(.io, "another process listens there", path: path) }
    SystemCall.remove(path)
  }

  /// Lets only the owner connect.
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
