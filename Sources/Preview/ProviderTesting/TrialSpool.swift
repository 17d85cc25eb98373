internal import ByteStreams
internal import Glibc
internal import ProviderProtocol

/// The directory that one order writes to; it goes with the last reference.
final class TrialSpool: Sendable {
  let folder: String
  var output: String { folder + "/output" }

  init() throws {
    guard let made = SystemCall.makeTemporaryDirectory("/tmp/cameo-trial-") else {
      throw ProviderError(.resourceExhausted, "cannot make a temporary directory")
    }
    folder = made
  }

  deinit {
    for name in SystemCall.entries(of: folder) ?? [] { SystemCall.remove(folder + "/" + name) }
    rmdir(folder)
  }

  /// The bytes of a file of the answer, which has to be a regular one.
  func bytes(_ name: String) throws -> [UInt8] {
    guard !name.contains("/"), let status = SystemCall.linkStatus(of: folder + "/" + name),
      status.st_mode & S_IFMT == S_IFREG
    else { throw ProviderError(.protocolViolation, "\(name) is no regular file of the answer") }
    let file = try FileByteSource(path: folder + "/" + name)
    return try file.bytes(at: 0, count: Int(file.size))
  }

  var names: Set<String> { Set(SystemCall.entries(of: folder) ?? []) }
}
