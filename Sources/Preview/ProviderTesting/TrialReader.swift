internal import ProviderProtocol

/// Reads a provider's lines as the host does, and refuses what the host would refuse.
struct TrialReader {
  let limits: HostMessage.RenderLimits
  let spool: TrialSpool
  private var isGreeted = false
  private var reply: ProviderMessage.Reply?
  private var partials: [(reply: ProviderMessage.Reply, bytes: [UInt8])] = []
  private var log: [String] = []

  init(limits: HostMessage.RenderLimits, spool: TrialSpool) {
    self.limits = limits
    self.spool = spool
  }

  private func violation(_ message: String) -> ProviderError { ProviderError(.protocolViolation, message) }

  mutating func take(_ line: String) throws {
    let message = try ProviderMessage(line: line)
    if case .hello(let hello) = message {
      guard !isGreeted, WireLimits.protocols.contains(hello.protocol) else { throw violation("a second hello") }
      isGreeted = true
      return
    }
    guard isGreeted else { throw violation("the first line is not hello") }
    switch message {
    case .hello: break
    case .ready, .pong: throw violation("an answer to what nobody asked")
    case .log(_, let message): log.append(message)
    case .error(_, let error): throw error
    case .partial(let partial): partials.append((partial, try content(partial, spool.name + ".partial")))
    case .reply(let answer):
      guard reply == nil else { throw violation("two answers to one order") }
      reply = answer
    }
  }

  func outcome() throws -> ProviderTrial.Outcome {
    guard let reply else { throw ProviderError(.crashed, "the provider ended without an answer") }
    var attachments: [String: [UInt8]] = [:]
    var expected: Set<String> = [spool.name, spool.name + ".partial"]
    if case .data(_, _, let listed) = reply.content {
      for attachment in listed {
        attachments[attachment.id] = try spool.bytes(attachment.file)
        expected.insert(attachment.file)
      }
    }
    let stray = spool.names.subtracting(expected)
    guard stray.isEmpty else { throw violation("left behind: \(stray.sorted().joined(separator: ", "))") }
    return ProviderTrial.Outcome(
      reply: reply, bytes: try content(reply, spool.name), attachments: attachments, partials: partials, log: log)
  }

  private func content(_ reply: ProviderMessage.Reply, _ name: String) throws -> [UInt8] {
    let bytes = try spool.bytes(name)
    guard bytes.count <= limits.outputMiB << 20 else { throw ProviderError(.limitExceeded, "the answer is too large") }
    if case .pixels(let pixels) = reply.content, bytes.count != pixels.stride * pixels.height {
      throw violation("\(bytes.count) bytes of pixels; \(pixels.stride * pixels.height) were announced")
    }
    return bytes
  }
}
