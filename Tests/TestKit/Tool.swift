internal import Glibc
internal import Subprocess
internal import SystemPackage

/// Runs other programs: the tools that results are compared with, and our own commands.
///
/// Nothing here blocks a thread of the test runner's pool.
package enum Tool {
  private static let turnstile = Turnstile(16)

  /// The result of a program.
  package struct Result: Sendable {
    package var output: [UInt8]
    package var errors: String
    /// The exit status, or 128 plus the signal that ended the program.
    package var status: Int

    /// The output as text.
    package var text: String { String(decoding: output, as: UTF8.self) }
  }

  /// Runs a program that is found in `$PATH` or given by its path. exiftool is run by a `ForkServer`.
  ///
  /// - Throws: if the program is missing: a test that needs a tool fails without it.
  package static func run(
    _ program: String, _ arguments: [String], input: [UInt8] = [], directory: String? = nil,
    environment: [String: String] = [:]
  ) async throws -> Result {
    if program == "exiftool", directory == nil, environment.isEmpty {
      return try await ForkServer.exiftool.run(arguments, input: input)
    }
    let executable: Executable = program.contains("/") ? .path(.init(program)) : .name(program)
    var overrides: [Environment.Key: String?] = [:]
    for (key, value) in environment { overrides[Environment.Key(rawValue: key) ?? "_"] = value }
    await turnstile.enter()
    let outcome: Swift.Result<Result, any Error>
    do {
      let variables = Environment.inherit.updating(overrides)
      let result = try await bounded {
        try await Subprocess.run(
          executable, arguments: Arguments(arguments), environment: variables,
          workingDirectory: directory.map { .init($0) },
          input: .fileDescriptor(try descriptor(of: input), closeAfterSpawningProcess: true),
          output: .bytes(limit: 256 << 20),
          error: .string(limit: 16 << 20))
      }
      let status: Int
      switch result.terminationStatus {
      case .exited(let code): status = Int(code)
      case .signaled(let signal): status = 128 + Int(signal)
      }
      outcome = .success(Result(output: result.standardOutput, errors: result.standardError, status: status))
    } catch {
      outcome = .failure(error)
    }
    await turnstile.leave()
    return try outcome.get()
  }

  /// How long a program may run. A test's own limit would count the time that it waits for others, too.
  private static let longestRun = Duration.seconds(300)

  /// Returns the body's result. After `longestRun` the body is cancelled, which kills the program.
  private static func bounded<Value: Sendable>(
    _ body: @escaping @Sendable () async throws -> Value
  ) async throws -> Value {
    try await withThrowingTaskGroup(of: Value?.self) { group in
      group.addTask { try await body() }
      group.addTask {
        try await Task.sleep(for: longestRun)
        return nil
      }
      defer { group.cancelAll() }
      guard let first = try await group.next(), let value = first else {
        throw TestFailure("no end within \(longestRun)")
      }
      return value
    }
  }

  /// A descriptor from which the bytes can be read. It is a file, because a program that does not read its input would
  /// close a pipe, and SIGPIPE would end the tests.
  private static func descriptor(of input: [UInt8]) throws -> FileDescriptor {
    if input.isEmpty { return try FileDescriptor.open("/dev/null", .readOnly) }
    var template = Array("/tmp/cameo-input-XXXXXX".utf8CString)
    let number = mkstemp(&template)
    guard number >= 0 else { throw TestFailure("cannot make a temporary file") }
    unlink(template)
    _ = fcntl(number, F_SETFD, FD_CLOEXEC)
    let file = FileDescriptor(rawValue: number)
    try file.writeAll(input)
    try file.seek(offset: 0, from: .start)
    return file
  }

  /// The folder of the built products, with our commands.
  package static let products: String = {
    var buffer = [CChar](repeating: 0, count: 4096)
    let count = max(0, readlink("/proc/self/exe", &buffer, buffer.count))
    let path = String(decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
    return path.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
  }()

  /// Where the Go compiler keeps what it has made, its standard library above all: seventeen seconds of processor time.
  package static let goCache = "\(products)/go-cache"

  /// Runs one of our commands.
  package static func cameo(
    _ command: String, _ arguments: [String], input: [UInt8] = [], directory: String? = nil,
    environment: [String: String] = [:]
  ) async throws -> Result {
    try await run(
      "\(products)/\(command)", arguments, input: input, directory: directory, environment: environment)
  }

  /// What `qpdf --check` says about a PDF that is not valid; nil for a valid one.
  package static func complaint(ofPDF path: String, password: String = "") async throws -> String? {
    let check = try await run("qpdf", ["--password=\(password)", "--check", path])
    return check.status == 0 ? nil : check.text + check.errors
  }

  /// Runs a piece of Python with Pillow and NumPy (Debian's interpreter) and returns what it prints.
  package static func python(_ program: String, _ arguments: [String] = []) async throws -> Result {
    try await ForkServer.python.run([program] + arguments, input: [])
  }
}
