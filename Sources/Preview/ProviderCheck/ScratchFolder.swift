internal import ByteStreams
internal import Glibc
internal import ProviderProtocol

/// A folder for documents that are made on the way; it goes with its owner, with the files and empty folders in it.
final class ScratchFolder: Sendable {
  let path: String

  init(in base: String) throws(ProviderError) {
    guard let folder = SystemCall.makeTemporaryDirectory("\(base)/cameo-check-") else {
      throw ProviderError(.resourceExhausted, "no temporary folder can be made: \(SystemCall.message(errno))")
    }
    path = folder
  }

  deinit {
    Self.clear(path)
    rmdir(path)
  }

  /// Two levels: a package and its files.
  private static func clear(_ folder: String) {
    for name in SystemCall.entries(of: folder) ?? [] {
      let entry = "\(folder)/\(name)"
      if SystemCall.linkStatus(of: entry)?.isDirectory == true {
        for inner in SystemCall.entries(of: entry) ?? [] { SystemCall.remove("\(entry)/\(inner)") }
        rmdir(entry)
      } else {
        SystemCall.remove(entry)
      }
    }
  }

  func clear() { Self.clear(path) }

  /// Writes a file anew.
  func write(_ bytes: [UInt8], to name: String) throws(ProviderError) -> String {
    let target = "\(path)/\(name)"
    let file = SystemCall.open(target, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, mode: 0o600)
    guard file >= 0 else { throw ProviderError(.resourceExhausted, "a document cannot be written") }
    defer { close(file) }
    guard SystemCall.writeAll(bytes, to: file) else {
      throw ProviderError(.resourceExhausted, "a document cannot be written")
    }
    return target
  }

  func makeFolder(_ name: String) throws(ProviderError) -> String {
    let target = "\(path)/\(name)"
    guard SystemCall.makeDirectory(target, mode: 0o700) else {
      throw ProviderError(.resourceExhausted, "a folder cannot be made")
    }
    return target
  }
}
