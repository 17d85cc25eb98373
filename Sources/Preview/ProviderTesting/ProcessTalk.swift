internal import ProviderProtocol
internal import Subprocess
internal import SystemPackage

/// Holds a conversation with a provider that is a program.
enum ProcessTalk {
  /// The program's lines up to its answer to the last message. The program has to end, with status 0, when its input does.
  ///
  /// - Throws: `timeout`, `crashed`. The program is killed with its process group where it takes too long.
  static func lines(
    _ program: String, _ arguments: [String], _ messages: [HostMessage], seconds: Double
  ) async throws -> [String] {
    let executable: Executable = program.contains("/") ? .path(FilePath(program)) : .name(program)
    var options = PlatformOptions()
    options.processGroupID = 0
    let deadline = TrialDeadline()
    defer { deadline.cancel() }
    do {
      let result = try await Subprocess.run(
        executable, arguments: Arguments(arguments), platformOptions: options, input: .inputWriter, output: .sequence,
        error: .discarded
      ) { execution in
        deadline.start(seconds) { try? execution.send(signal: .kill, toProcessGroup: true) }
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
      if deadline.hasPassed { throw TrialDeadline.error(seconds) }
      guard result.terminationStatus.isSuccess else {
        throw ProviderError(.crashed, "the provider ended with \(result.terminationStatus)")
      }
      return result.closureResult
    } catch {
      // A program that was killed takes the other end of the pipes with it.
      throw deadline.hasPassed ? TrialDeadline.error(seconds) : error
    }
  }
}
