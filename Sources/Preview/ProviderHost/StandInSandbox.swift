internal import ByteStreams
internal import Glibc
package import ProviderProtocol

// A stand-in for the sandbox until that is merged: no isolation at all.

package enum SandboxTier: String, Sendable {
  case a = "A"
  case b = "B"
  case none
}

package struct SandboxCommand: Sendable {
  package var executable: String
  package var arguments: [String]
  package var environment: [String: String]
}

package struct Sandbox: Sendable {
  package var tier = SandboxTier.none
  package init() {}
  package func command(
    _ argv: [String], spool: Spool, readable: [String], limits: ProviderLimits, environment: [String: String]
  ) -> SandboxCommand {
    SandboxCommand(executable: argv[0], arguments: Array(argv.dropFirst()), environment: environment)
  }
}

package final class Spool: Sendable {
  package let root: String
  package var inFolder: String { "\(root)/in" }
  package var outFolder: String { "\(root)/out" }

  package init() throws(ProviderError) {
    var template = Array("/tmp/cameo-spool-XXXXXX".utf8CString)
    guard let made = mkdtemp(&template) else { throw ProviderError(.sandboxUnavailable, "no spool") }
    root = String(cString: made)
    _ = SystemCall.makeDirectory(inFolder, mode: 0o700)
    _ = SystemCall.makeDirectory(outFolder, mode: 0o700)
  }

  package func add(document: String) throws(ProviderError) -> String {
    let path = "\(inFolder)/\(PathText.split(document).name)"
    guard copy(document, to: path, depth: 0) else { throw ProviderError(.sourceUnavailable, "cannot be read") }
    return path
  }

  package func makeOutput(id: Int) throws(ProviderError) -> (hostPath: String, workerPath: String) {
    let folder = "\(outFolder)/\(id)"
    guard SystemCall.makeDirectory(folder, mode: 0o700) else { throw ProviderError(.sandboxUnavailable, "no output") }
    return ("\(folder)/output", "\(folder)/output")
  }

  package func clear() {
    for folder in [inFolder, outFolder] {
      for name in SystemCall.entries(of: folder) ?? [] { Self.remove("\(folder)/\(name)", depth: 0) }
    }
  }

  deinit { Self.remove(root, depth: 0) }

  private static func remove(_ path: String, depth: Int) {
    guard depth < 32 else { return }
    if SystemCall.linkStatus(of: path)?.isDirectory == true {
      for name in SystemCall.entries(of: path) ?? [] { remove("\(path)/\(name)", depth: depth + 1) }
      rmdir(path)
    } else {
      SystemCall.remove(path)
    }
  }

  private func copy(_ from: String, to: String, depth: Int) -> Bool {
    guard depth < 16, let status = SystemCall.status(of: from) else { return false }
    if status.isDirectory {
      guard SystemCall.makeDirectory(to, mode: 0o700) else { return false }
      return (SystemCall.entries(of: from) ?? []).allSatisfy {
        copy("\(from)/\($0)", to: "\(to)/\($0)", depth: depth + 1)
      }
    }
    let input = SystemCall.open(from, O_RDONLY | O_CLOEXEC)
    let output = SystemCall.open(to, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode: 0o600)
    defer {
      if input >= 0 { close(input) }
      if output >= 0 { close(output) }
    }
    guard input >= 0, output >= 0 else { return false }
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = read(input, &buffer, buffer.count)
      if count <= 0 { return count == 0 }
      guard write(output, buffer, count) == count else { return false }
    }
  }
}
