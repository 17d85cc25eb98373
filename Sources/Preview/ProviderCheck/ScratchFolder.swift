internal import ByteStreams
internal import Glibc
internal import ProviderProtocol

/// A temporary folder for the documents of checks. It is removed when its last owner releases it.
struct ScratchFolder: Sendable {
  private let folder: LockedFolder
  var path: String { folder.path }

  /// - Throws: `resourceExhausted` where the folder cannot be made; so do `write` and `makeFolder`.
  init(in base: String) throws(ProviderError) {
    guard let folder = LockedFolder(in: base, prefix: "cameo-check-") else {
      throw ProviderError(.resourceExhausted, "no temporary folder can be made: \(SystemCall.message(errno))")
    }
    self.folder = folder
  }

  /// Removes all files and folders in it.
  func clear() {
    for name in SystemCall.entries(of: path) ?? [] {
      if !SystemCall.remove("\(path)/\(name)") { FolderRemoval.remove("\(path)/\(name)") }
    }
  }

  /// Writes a file. Returns its path.
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
