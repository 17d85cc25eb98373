internal import Glibc
internal import ProviderProtocol
internal import ProviderSupport
internal import TestKit
internal import Testing

@Suite("Programs that providers run", .timed)
struct ProgramRunTests {
  @Test("Status, signal and what was printed")
  func results() async throws {
    let run = try await ProgramRun.run("sh", ["-c", "echo out; echo err >&2; exit 3"])
    #expect(run.status == 3)
    #expect(run.text == "out\nerr\n")
    #expect(try await ProgramRun.run("sh", ["-c", "kill -9 $$"]).status == 137)
    await #expect { try await ProgramRun.run("no-such-program", []) } throws: {
      ($0 as? ProviderError)?.code == .providerUnavailable
    }
  }

  @Test("The output goes into a new file; an existing one is not replaced")
  func output() async throws {
    let folder = try TemporaryDirectory()
    let path = folder.file("out")
    #expect(try await ProgramRun.run("echo", ["hello"], outputPath: path).status == 0)
    #expect(Fixtures.bytes(path) == Array("hello\n".utf8))
    #expect((try? await ProgramRun.run("echo", ["again"], outputPath: path))?.status != 0)
    #expect(Fixtures.bytes(path) == Array("hello\n".utf8))
  }

  @Test("A program whose task is cancelled is killed, also when it has closed its output")
  func cancel() async throws {
    let folder = try TemporaryDirectory()
    for redirection in ["", " >&- 2>&-"] {
      let mark = folder.file("pid")
      let task = Task { try await ProgramRun.run("sh", ["-c", "echo $$ >'\(mark)'; exec sleep 1000\(redirection)"]) }
      while Fixtures.bytes(mark).last != 0x0A { await Task.yield() }
      let process = try #require(pid_t(String(decoding: Fixtures.bytes(mark).dropLast(), as: UTF8.self)))
      task.cancel()
      #expect(try await task.value.status == 137)
      #expect(kill(process, 0) == -1)
      unlink(mark)
    }
  }
}
