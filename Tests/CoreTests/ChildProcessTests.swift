internal import ByteStreams
internal import Glibc
internal import TestKit
internal import Testing

@Suite("Programs that are started", .timed)
struct ChildProcessTests {
  @Test("Standard streams lead where they should; an existing file is not replaced")
  func streams() async throws {
    let folder = try TemporaryDirectory()
    let path = folder.file("out")
    var child = ChildProcess(["/bin/sh", "-c", "cat; echo $VALUE; echo lost >&2"], environment: ["VALUE=a b"])
    child.output = .newFile(path)
    child.errors = .nothing
    #expect(try await Self.status(of: child) == 0)
    #expect(Fixtures.bytes(path) == Array("a b\n".utf8))
    #expect(child.start() == nil)
    #expect(errno == EEXIST)
  }

  @Test("No signal is blocked, the group may be a new one, and pipes are not inherited")
  func surroundings() async throws {
    let (input, output) = try #require(SystemCall.pipe())
    defer { for end in [input, output] { close(end) } }
    let script = """
      grep -q '^SigBlk:.0*$' /proc/self/status || exit 1
      [ "$(cut -d' ' -f5 /proc/$$/stat)" = $$ ] || exit 2
      [ -e /proc/$$/fd/\(input) ] && [ "$(readlink /proc/$$/fd/\(input))" = "$PIPE" ] && exit 3
      kill -9 $$
      """
    let name = try #require(SystemCall.linkTarget("/proc/self/fd/\(input)"))
    var child = ChildProcess(["/bin/sh", "-c", script], environment: ["PATH=/usr/bin:/bin", "PIPE=\(name)"])
    child.hasOwnGroup = true
    #expect(try await Self.status(of: child) == 128 + SIGKILL)
  }

  @Test("A program that is missing is not started")
  func missing() {
    #expect(ChildProcess(["/no/such/program"], environment: []).start() == nil)
    #expect(errno == ENOENT)
    #expect(ChildProcess([], environment: []).start() == nil)
  }

  private static func status(of child: ChildProcess) async throws -> Int32 {
    let process = try #require(child.start())
    var status: Int32 = 0
    var ended: pid_t = 0
    while ended == 0 {
      ended = waitpid(process, &status, WNOHANG)
      if ended == 0 { try await Task.sleep(for: .milliseconds(5)) }
    }
    try #require(ended == process)
    return ChildProcess.exitStatus(status)
  }
}
