internal import ByteStreams
internal import Glibc
internal import ImageModel
internal import ProviderHost
internal import ProviderProtocol
internal import Synchronization

/// The files of one trial: reads what the provider wrote, and refuses what the host would refuse.
final class TrialFiles: Sendable {
  let directory: WorkerDirectory
  private let limits: HostMessage.RenderLimits
  /// Whether the output folder is the provider's home, where libraries make hidden files.
  private let isHome: Bool
  private let partials = Mutex<[(reply: ProviderMessage.Reply, bytes: [UInt8])]>([])
  private static let name = "result"

  init(_ directory: WorkerDirectory, _ limits: HostMessage.RenderLimits, isHome: Bool = false) {
    self.directory = directory
    self.limits = limits
    self.isHome = isHome
  }

  /// The path of the answer's file.
  var output: String { directory.outFolder + "/" + Self.name }

  func take(partial reply: ProviderMessage.Reply) throws(ProviderError) {
    let bytes = try content(reply, Self.name + ".partial")
    partials.withLock { $0.append((reply, bytes)) }
  }

  /// - Throws: `protocolViolation`, `limitExceeded`.
  func outcome(_ reply: ProviderMessage.Reply, log: String) throws(ProviderError) -> ProviderTrial.Outcome {
    var attachments: [String: [UInt8]] = [:]
    var expected: Set<String> = [Self.name, Self.name + ".partial"]
    if case .data(_, _, let listed) = reply.content {
      for attachment in listed {
        attachments[attachment.id] = try bytes(attachment.file)
        expected.insert(attachment.file)
      }
    }
    let names = (SystemCall.entries(of: directory.outFolder) ?? []).filter { !isHome || !$0.hasPrefix(".") }
    let stray = Set(names).subtracting(expected)
    guard stray.isEmpty else {
      throw ProviderError(.protocolViolation, "left behind: \(stray.sorted().joined(separator: ", "))")
    }
    return ProviderTrial.Outcome(
      reply: reply, bytes: try content(reply, Self.name), attachments: attachments,
      partials: partials.withLock { $0 }, log: log.split(separator: "\n").map(String.init))
  }

  private func content(_ reply: ProviderMessage.Reply, _ name: String) throws(ProviderError) -> [UInt8] {
    let bytes = try bytes(name)
    guard bytes.count <= limits.outputMiB << 20 else { throw ProviderError(.limitExceeded, "the answer is too large") }
    if case .pixels(let pixels) = reply.content, bytes.count != pixels.stride * pixels.height {
      throw ProviderError(
        .protocolViolation, "\(bytes.count) bytes of pixels; \(pixels.stride * pixels.height) were announced")
    }
    return bytes
  }

  private func bytes(_ name: String) throws(ProviderError) -> [UInt8] {
    let path = directory.outFolder + "/" + name
    guard !name.contains("/"), SystemCall.linkStatus(of: path)?.isRegularFile == true else {
      throw ProviderError(.protocolViolation, "\(name) is not a regular file of the answer")
    }
    do {
      let file = try FileByteSource(path: path)
      return try file.bytes(at: 0, count: Int(file.size))
    } catch {
      throw ProviderError(.protocolViolation, error.message)
    }
  }
}
