internal import ProviderProtocol
internal import Subprocess
internal import SystemPackage

/// Holds a conversation with a provider that is a program.
enum ProcessTalk {
  /// The program's lines up to its answer to the last message. The program has to end, with status 0, when its input does.
  static func lines(
    _ program: String, _ arguments: [String], _ messages: [HostMessage]
  ) async throws -> [String] {
    let executable: Executable = program.contains("/") ? .path(FilePath(program)) : .name(program)
    let result = try await Subprocess.run(
      executable, arguments: Arguments(arguments), input: .inputWriter, output: .sequence, error: .discarded
    ) { execution in
      for message in messages { _ = try await execution.standardInputWriter.write(message.line + "\n") }
      var lines: [String] = []
      for try await line in execution.standardOutput.strings(
        separatedBy: .unicodeScalarSequence(["\n"]), bufferingPolicy: .maxLineLength(WireLimits.lineBytes))
      {
        lines.append(line)
        if case .reply? = try? ProviderMessage(line: line) { break }
        if case .error? = try? ProviderMessage(line: line) { break }
      }
      try await execution.standardInputWriter.finish()
      return lines
    }
    guard result.terminationStatus.isSuccess else {
      throw ProviderError(.crashed, "the provider ended with \(result.terminationStatus)")
    }
    return result.closureResult
  }
}
