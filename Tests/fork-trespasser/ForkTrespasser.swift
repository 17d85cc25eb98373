internal import CForkServer
internal import CTrespass
internal import Glibc
internal import ImageModel
internal import ProviderKit
internal import ProviderProtocol
internal import Synchronization

/// A provider that forks for each document; a preview is the list of what its process could do to the one that forked it.
///
/// With the argument `control` nothing is given up after the fork, and the list goes to standard output.
@main
enum ForkTrespasser {
  static let definition = ProviderDefinition(
    id: "org.example.misbehave", version: "1.0", thumbnail: { Thumbnails() }, preview: { Previews() },
    // So long that orders come before it is ready, where a host gives them to processes that have only just started.
    prepare: { usleep(100_000) })

  static func main() {
    let arguments = Array(CommandLine.arguments.dropFirst())
    if arguments == ["control"] { _exit(control()) }
    _exit(ProviderMain.run(definition, arguments: arguments))
  }

  private static func control() -> Int32 {
    guard trespass_forgo_privileges() == 0, fork_server_is_possible() != 0 else { return 1 }
    let child = fork_server_fork()
    if child == 0 {
      let bytes = Array(attempts(on: getppid()).utf8)
      _exit(write(STDOUT_FILENO, bytes, bytes.count) == bytes.count ? 0 : 1)
    }
    var status: Int32 = 0
    return child > 0 && waitpid(child, &status, 0) == child ? status : 1
  }

  /// One line for each attempt.
  static func attempts(on server: pid_t) -> String {
    var lines = ""
    var number: Int32 = 0
    while let name = trespass_name(number) {
      lines += "\(String(cString: name)) \(trespass(number, server) == 0 ? "denied" : "ALLOWED")\n"
      number += 1
    }
    return lines
  }

  /// Documents that this process has seen.
  static let documents = Atomic<Int>(0)
}

/// A grey picture, as dark as the process has seen documents. What the document says happens first.
final class Thumbnails: ThumbnailProvider {
  override func provideThumbnail(for request: FileThumbnailRequest) async throws -> ThumbnailReply {
    let count = ForkTrespasser.documents.add(1, ordering: .relaxed).newValue
    switch String(decoding: try DocumentFile.read(request.filePath, atMost: 64), as: UTF8.self) {
    case "crash": fatalError("as the document says")
    case "hang": while true { pause() }
    case "exit": _exit(0)
    case "slow":
      while !Task.isCancelled { try? await Task.sleep(for: .milliseconds(20)) }
      throw ProviderError(.cancelled, "cancelled")
    case "corrupt": throw ProviderError(.corruptInput, "as the document says")
    // Lines for the server, by the pipe that both read.
    case "speak-to-server":
      let input = open("/proc/self/fd/0", O_WRONLY | O_NONBLOCK)
      let lines = Array(String(repeating: "{\"type\": \"fork\"}\n{\"type\": \"ping\", \"nonce\": 1}\n", count: 20).utf8)
      // It may be refused, where the pipe is another user's.
      _ = write(input, lines, lines.count)
    // A folder that only its maker can see into, in the way of the next document's result.
    case "stay-in-the-way":
      let number = request.filePath.split(separator: "/").last.flatMap { Int($0.prefix { $0.isNumber }) } ?? 0
      for next in number...number + 3 {
        let folder = "\(request.workFolder)/result-\(next + 1)"
        guard mkdir(folder, 0o300) == 0, close(open("\(folder)/file", O_WRONLY | O_CREAT, 0o600)) == 0 else {
          throw ProviderError(.corruptInput, "the folder cannot be made")
        }
      }
    case "stop-waiting": _ = fcntl(STDIN_FILENO, F_SETFL, fcntl(STDIN_FILENO, F_GETFL) | O_NONBLOCK)
    default: break
    }
    let bytes = [UInt8](repeating: UInt8(count), count: 16)
    return ThumbnailReply(
      pixels: try PixelBuffer(size: PixelSize(width: 4, height: 4), format: .gray8, bytes: bytes))
  }
}

final class Previews: PreviewProvider {
  override func providePreview(for request: FilePreviewRequest) async throws -> PreviewReply {
    .data(of: "text/plain") { Array(ForkTrespasser.attempts(on: getppid()).utf8) }
  }
}
