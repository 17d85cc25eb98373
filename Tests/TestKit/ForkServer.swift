internal import Glibc
internal import Subprocess
internal import SystemPackage

/// Runs a program many times, in processes that are forked from one that has loaded all that takes long to load.
///
/// Each run has a process of its own, so that no run affects another one. The server ends with this process, which
/// closes its standard input.
actor ForkServer {
  /// ExifTool, which needs a tenth of a second to start.
  static let exiftool = ForkServer(
    "perl",
    ["-w", "\(programs)/exiftool.pl"]
      + ["jpeg/valid/everything.jpg", "png/valid/colour_srgb.png", "preview/valid/bars.pdf"].map(Fixtures.path))
  /// Debian's Python with Pillow and NumPy.
  static let python = ForkServer("/usr/bin/python3", ["\(programs)/python.py"])

  private static let programs = "\(Fixtures.root)/Tests/TestKit/Programs"

  private let program: Executable
  private let arguments: [String]
  /// Our end of the socket that is the server's standard input. A pipe would end the tests by SIGPIPE if the server
  /// ended.
  private var socket: Int32?
  /// The tests that wait for a run, by its folder.
  private var callers: [String: CheckedContinuation<Int, any Error>] = [:]

  private init(_ program: String, _ arguments: [String]) {
    self.program = program.contains("/") ? .path(.init(program)) : .name(program)
    self.arguments = arguments
  }

  func run(_ arguments: [String], input: [UInt8]) async throws -> Tool.Result {
    let folder = try TemporaryDirectory()
    try folder.write(arguments.flatMap { Array($0.utf8) + [0] }, to: "arguments")
    try folder.write(input, to: "input")
    let status = try await withCheckedThrowingContinuation { caller in
      callers[folder.path] = caller
      let request = Array("\(folder.path)\n".utf8)
      guard let socket = socket ?? start(), send(socket, request, request.count, Int32(MSG_NOSIGNAL)) >= 0
      else { return fail() }
    }
    return Tool.Result(
      output: Fixtures.bytes(folder.file("output")),
      errors: String(decoding: Fixtures.bytes(folder.file("errors")), as: UTF8.self), status: status)
  }

  private func start() -> Int32? {
    var ends: [Int32] = [-1, -1]
    guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends) == 0 else { return nil }
    socket = ends[0]
    let input = FileDescriptor(rawValue: ends[1])
    Task {
      _ = try? await Subprocess.run(
        program, arguments: Arguments(arguments), input: .fileDescriptor(input, closeAfterSpawningProcess: true),
        output: .sequence, error: .fileDescriptor(.standardError, closeAfterSpawningProcess: false)
      ) { server in
        for try await reply in server.standardOutput.strings() {
          let words = reply.split(separator: " ")
          guard words.count == 2 else { break }
          callers.removeValue(forKey: String(words[0]))?.resume(returning: Int(words[1]) ?? -1)
        }
      }
      fail()
    }
    return socket
  }

  /// The server has ended. The next run starts another one.
  private func fail() {
    if let socket { close(socket) }
    socket = nil
    for caller in callers.values { caller.resume(throwing: TestFailure("\(program) ended")) }
    callers = [:]
  }
}
