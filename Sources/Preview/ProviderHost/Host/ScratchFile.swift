internal import ByteStreams
internal import Glibc
internal import ProviderProtocol

/// A file for bytes on their way from one worker to another, in a folder that no worker sees.
final class ScratchFile: Sendable {
  let path: String
  private let folder: String

  /// - Throws: `sandboxUnavailable` where no file can be written.
  init(_ bytes: [UInt8], name: String) throws(ProviderError) {
    let base = getenv("TMPDIR").map { PathText.text($0) }.flatMap { $0.hasPrefix("/") ? $0 : nil } ?? "/tmp"
    var template = PathText.bytes("\(base)/cameo-scratch-XXXXXX").map { CChar(bitPattern: $0) } + [0]
    guard let made = mkdtemp(&template) else {
      throw ProviderError(.sandboxUnavailable, "no temporary folder can be made")
    }
    folder = PathText.text(UnsafePointer(made))
    path = "\(folder)/\(name)"
    guard CacheFile.write(bytes, to: path) else {
      rmdir(template)
      throw ProviderError(.sandboxUnavailable, "no temporary file can be written")
    }
  }

  deinit {
    SystemCall.remove(path)
    PathText.withCString(folder) { _ = rmdir($0) }
  }
}
