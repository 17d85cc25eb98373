internal import ByteStreams
internal import Glibc
internal import ImageModel
internal import ProviderProtocol

/// Runs a provider without a host, for one document that the arguments name. Authors use it to try a provider by hand.
/// It sends a session the same messages as a host would.
enum SingleRun {
  static let help = """
    usage: PROVIDER [--type TYPE] [--page N] --thumbnail SIZE IN OUT.png
           PROVIDER [--type TYPE] [--page N] --preview IN OUT
    Without arguments the provider serves a host on standard input and output (docs/writing-providers.md).

    """

  /// The parsed arguments.
  struct Options {
    var capability = ProviderCapability.thumbnail
    var size = 256
    var type = "public.data"
    var page: Int?
    var input = ""
    var output = ""

    /// nil where they are invalid.
    init?(_ arguments: [String]) {
      var rest = arguments[...]
      var isKnown = false
      while let word = rest.first, word.hasPrefix("--") {
        rest.removeFirst()
        switch word {
        case "--thumbnail":
          guard let side = rest.popFirst().flatMap({ Int($0) }), (1...10_000).contains(side) else { return nil }
          (capability, size, isKnown) = (.thumbnail, side, true)
        case "--preview": (capability, size, isKnown) = (.preview, 1_024, true)
        case "--type":
          guard let value = rest.popFirst() else { return nil }
          type = value
        case "--page":
          guard let value = rest.popFirst().flatMap({ Int($0) }), value > 0 else { return nil }
          page = value
        default: return nil
        }
      }
      guard isKnown, rest.count == 2, let first = rest.first, let last = rest.last else { return nil }
      (input, output) = (first, last)
    }
  }

  static func run(_ definition: ProviderDefinition, _ arguments: [String]) -> Int32 {
    guard let options = Options(arguments) else {
      let isHelp = arguments == ["--help"]
      say(help, to: isHelp ? STDOUT_FILENO : STDERR_FILENO)
      return isHelp ? 0 : 64
    }
    do {
      try carryOut(options, definition)
      return 0
    } catch {
      say("\(definition.id): \(options.input): \(ProviderError(of: error))\n", to: STDERR_FILENO)
      return 1
    }
  }

  private static func carryOut(_ options: Options, _ definition: ProviderDefinition) throws {
    guard let input = SystemCall.resolved(options.input) else {
      throw ProviderError(.sourceUnavailable, SystemCall.message(errno))
    }
    let parent = getenv("TMPDIR").map { PathText.text($0) } ?? "/tmp"
    guard let folder = LockedFolder(in: parent, prefix: "cameo-provider-") else {
      throw ProviderError(.resourceExhausted, "cannot make a temporary directory: \(SystemCall.message(errno))")
    }
    defer { folder.remove() }
    let message = HostMessage.request(
      options.capability,
      input: HostMessage.Input(path: input, name: PathText.split(input).name, contentType: options.type),
      output: folder.path + "/output",
      maximumSize: Size(width: Double(options.size), height: Double(options.size)), page: options.page,
      seconds: 60)
    let reply = try answer(to: message, definition)
    SystemCall.remove(options.output)
    let output = OutputFile(path: options.output, limits: .init())
    switch reply.content {
    case .pixels(let pixels):
      try output.write(try PlainPNG.file(try DocumentFile.read(folder.path + "/output", atMost: 1 << 30), pixels))
    case .image, .pdf: try output.copy(from: folder.path + "/output")
    case .data(_, _, let attachments):
      try output.copy(from: folder.path + "/output")
      for attachment in attachments {
        let copy = output.beside(attachment.id)
        SystemCall.remove(copy.path)
        try copy.copy(from: folder.path + "/" + attachment.file)
      }
    }
  }

  /// Gives hello and the request to a session, and reads its answer from a pipe.
  private static func answer(
    to request: HostMessage, _ definition: ProviderDefinition
  ) throws -> ProviderMessage.Reply {
    guard let ends = SystemCall.pipe() else { throw ProviderError(.resourceExhausted, SystemCall.message(errno)) }
    let writer = LineWriter(descriptor: ends.output)
    let session = ProviderSession(definition) { writer.write($0) }
    let hello = HostMessage.hello(.init(limits: .init(), capabilities: ProviderCapability.allCases, locale: "en"))
    for message in [hello, request] { _ = session.take(line: Array(message.line.utf8)) }
    var lines = LineReader(descriptor: ends.input)
    while let line = lines.next() {
      switch try ProviderMessage(line: line) {
      case .reply(let reply): return reply
      case .error(_, let error): throw error
      case .log(_, let message): say(message + "\n", to: STDERR_FILENO)
      case .hello, .partial: continue
      }
    }
    throw ProviderError(.crashed, "no answer")
  }

  private static func say(_ text: String, to descriptor: Int32) {
    _ = SystemCall.writeAll(Array(text.utf8), to: descriptor)
  }
}
