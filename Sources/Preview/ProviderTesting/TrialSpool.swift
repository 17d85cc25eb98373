internal import ByteStreams
internal import Glibc
internal import ProviderHost
internal import ProviderProtocol

/// The directory that one order writes to; it goes with the last reference.
final class TrialSpool: Sendable {
  let folder: String
  /// The name of the file that the answer goes to.
  let name: String
  var output: String { folder + "/" + name }
  /// What a sandboxed worker shares with this process; its folder of results is this one.
  private let shared: Spool?

  init() throws {
    guard let made = SystemCall.makeTemporaryDirectory("/tmp/cameo-trial-") else {
      throw ProviderError(.resourceExhausted, "cannot make a temporary directory")
    }
    folder = made
    name = "output"
    shared = nil
  }

  /// The folder of results of a worker's spool.
  init(_ spool: Spool) { (folder, name, shared) = (spool.outFolder, "result", spool) }

  deinit {
    // A worker's spool removes itself.
    guard shared == nil else { return }
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

  /// All files but hidden ones, where libraries remember things: the folder is a worker's home.
  var names: Set<String> {
    Set((SystemCall.entries(of: folder) ?? []).filter { shared == nil || !$0.hasPrefix(".") })
  }
}
