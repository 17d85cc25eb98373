internal import ByteStreams
internal import Glibc
internal import ImageModel
internal import TestKit
internal import Testing

@Suite(.timed) struct ByteSourceTests {
  private let bytes = (0..<100_000).map { UInt8(truncatingIfNeeded: $0 * 7) }

  private func error<T>(_ body: () throws(ImageError) -> T) -> ImageError? {
    do throws(ImageError) {
      _ = try body()
      return nil
    } catch {
      return error
    }
  }

  @Test("File and memory agree")
  func fileAndMemoryAgree() throws {
    let directory = try TemporaryDirectory()
    let path = try directory.write(bytes, to: "f")
    for source in [try FileByteSource(path: path), MemoryByteSource(bytes)] as [any ByteSource] {
      #expect(source.size == 100_000)
      #expect(try source.bytes(at: 0, count: .max) == bytes)
      #expect(try source.bytes(at: 99_990, count: 100) == Array(bytes[99_990...]))
      #expect(try source.bytes(at: 100_000, count: 1) == [])
      #expect(try source.bytes(at: .max, count: .max) == [])
      #expect(try source.bytes(at: 5, count: -1) == [])
      #expect(try source.exactBytes(at: 99_999, count: 1) == [bytes[99_999]])
      #expect(try source.exactBytes(at: 99_999, count: 2) == nil)
      #expect(try source.exactBytes(at: .max, count: 1) == nil)
      #expect(try source.exactBytes(at: .max, count: 0) == nil)
      #expect(try source.exactBytes(at: 1, count: .max) == nil)
      #expect(try source.exactBytes(at: 100_000, count: 0) == [])
    }
  }

  @Test("A file is identified by device and inode, not by its name")
  func identityIsThatOfTheFileAndNotOfTheName() throws {
    let directory = try TemporaryDirectory()
    let path = try directory.write(bytes, to: "f")
    let other = try directory.write(bytes, to: "g")
    try #require(symlink(path, directory.file("link")) == 0)
    let identity = try FileByteSource(path: path).identity
    #expect(identity != nil)
    #expect(try FileByteSource(path: directory.file("link")).identity == identity)
    #expect(FileIdentity(path: directory.file("link")) == identity)
    #expect(try FileByteSource(path: other).identity != identity)
    #expect(FileIdentity(path: directory.file("none")) == nil)
    #expect(MemoryByteSource([]).identity == nil)
  }

  /// A file that shrinks after it was opened ends early, without an error.
  @Test("A file that shrinks ends early")
  func shrinkingFileEndsEarly() throws {
    let directory = try TemporaryDirectory()
    let path = try directory.write(bytes, to: "f")
    let source = try FileByteSource(path: path)
    try #require(truncate(path, 10) == 0)
    #expect(source.size == 100_000)
    #expect(try source.bytes(at: 0, count: 1_000) == Array(bytes[..<10]))
    #expect(try source.bytes(at: 50, count: 1_000) == [])
    #expect(try source.exactBytes(at: 0, count: 1_000) == nil)
    var reader = WindowedReader(source)
    #expect(try reader.bytes(at: 0, count: 20) == nil)
    #expect(try reader.uint8(at: 9) == bytes[9])
    #expect(try reader.uint8(at: 10) == nil)
  }

  @Test("Paths that are not files are refused")
  func pathsThatAreNotFilesAreRefused() throws {
    let directory = try TemporaryDirectory()
    #expect(error { () throws(ImageError) in try FileByteSource(path: directory.path) }?.systemError == EISDIR)
    let missing = error { () throws(ImageError) in try FileByteSource(path: directory.file("none")) }
    #expect(missing?.kind == .io && missing?.systemError == ENOENT && missing?.path == directory.file("none"))
    #expect(error { () throws(ImageError) in try FileByteSource(path: "/dev/null") }?.kind == .io)
    #expect(error { () throws(ImageError) in try FileByteSource(path: "") }?.kind == .io)
    let opened = error { () throws(ImageError) in
      try InputOpening.open(path: directory.file("none"), limits: .standard)
    }
    #expect(opened?.systemError == ENOENT)
    #expect(try InputOpening.open(path: "/dev/null", limits: .standard).size == 0)
  }

  /// Writes into a pipe from a thread of its own, so that nothing blocks.
  private func pipe(_ content: [UInt8], repeated: Int = 1) throws -> Int32 {
    var ends: [Int32] = [0, 0]
    guard Glibc.pipe(&ends) == 0 else { throw TestFailure("cannot make a pipe") }
    let (input, output) = (ends[0], ends[1])
    let job = Unmanaged.passRetained(PipeJob(output, content, repeated)).toOpaque()
    var thread = pthread_t()
    guard
      pthread_create(
        &thread, nil,
        { job in
          guard let job else { return nil }
          Unmanaged<PipeJob>.fromOpaque(job).takeRetainedValue().run()
          return nil
        }, job) == 0
    else { throw TestFailure("cannot make a thread") }
    pthread_detach(thread)
    return input
  }

  private final class PipeJob {
    let output: Int32
    let content: [UInt8]
    let repeated: Int
    init(_ output: Int32, _ content: [UInt8], _ repeated: Int) {
      self.output = output
      self.content = content
      self.repeated = repeated
    }
    func run() {
      // When the reader stops early, SIGPIPE would end the tests.
      signal(SIGPIPE, SIG_IGN)
      for _ in 0..<repeated {
        var done = 0
        while done < content.count {
          let count = content.withUnsafeBytes { write(output, $0.baseAddress.map { $0 + done }, $0.count - done) }
          if count <= 0 {
            close(output)
            return
          }
          done += count
        }
      }
      close(output)
    }
  }

  @Test("Pipe is taken in whole", arguments: [0, 1, 83, 84, 200])
  func pipeIsTakenInWhole(_ repeated: Int) throws {
    // 84 times 100,000 bytes exceed the 8 MiB that are kept in memory.
    let input = try pipe(bytes, repeated: repeated)
    defer { close(input) }
    let source = try PipeByteSource.spool(descriptor: input, name: "stdin", limits: .standard)
    #expect(source.size == UInt64(repeated * 100_000))
    guard repeated > 0 else { return }
    for offset in [0, 1, repeated / 2, repeated - 1] {
      #expect(try source.bytes(at: UInt64(min(offset, repeated - 1) * 100_000), count: 100_000) == bytes)
    }
    #expect(try source.bytes(at: source.size - 3, count: 10) == Array(bytes[99_997...]))
  }

  @Test("Pipe without end is refused at the limit")
  func pipeWithoutEndIsRefusedAtTheLimit() throws {
    let input = try pipe(bytes, repeated: 1_000)
    defer { close(input) }
    var limits = Limits.standard
    limits.maxInputBytes = 1_000_000
    let refused = error { () throws(ImageError) in
      try PipeByteSource.spool(descriptor: input, name: "stdin", limits: limits)
    }
    #expect(refused?.limit?.name == "max-input-bytes")
    #expect(refused?.path == "stdin")
  }

  @Test("Fifo without a writer is an error")
  func fifoWithoutAWriterIsAnError() throws {
    let directory = try TemporaryDirectory()
    let path = directory.file("fifo")
    try #require(mkfifo(path, 0o600) == 0)
    let input = SystemCall.open(path, O_RDONLY | O_NONBLOCK)
    defer { close(input) }
    let refused = error { () throws(ImageError) in
      try PipeByteSource.spool(descriptor: input, name: path, limits: .standard, patience: 100)
    }
    #expect(refused?.reason == "is a fifo without a writer")
    #expect(refused?.path == path)
  }

  /// A writer that has opened the fifo may take any time. Here it has written and closed the fifo before the first
  /// read.
  @Test("Fifo is read to its end")
  func fifoIsReadToItsEnd() throws {
    let directory = try TemporaryDirectory()
    let path = directory.file("fifo")
    try #require(mkfifo(path, 0o600) == 0)
    let input = SystemCall.open(path, O_RDONLY | O_NONBLOCK)
    defer { close(input) }
    let output = SystemCall.open(path, O_WRONLY)
    #expect(bytes.withUnsafeBytes { write(output, $0.baseAddress, 1_000) } == 1_000)
    close(output)
    let source = try PipeByteSource.spool(descriptor: input, name: path, limits: .standard, patience: 0)
    #expect(try source.bytes(at: 0, count: 2_000) == Array(bytes[..<1_000]))
  }

  @Test("First bytes of a pipe are checked before the rest")
  func firstBytesOfAPipeAreCheckedBeforeTheRest() throws {
    // More than the limit: the check comes before it.
    let input = try pipe(bytes, repeated: 1_000)
    defer { close(input) }
    var limits = Limits.standard
    limits.maxInputBytes = 1_000_000
    let expected = Array(bytes[..<64])
    let check = HeaderCheck(byteCount: 64) { header throws(ImageError) in
      throw ImageError(.unsupported, header == expected ? "seen" : "something else")
    }
    let refused = error { () throws(ImageError) in
      try PipeByteSource.spool(descriptor: input, name: "stdin", limits: limits, check: check)
    }
    #expect(refused?.message == "seen" && refused?.path == "stdin")
  }

  @Test("A descriptor that cannot be read is an I/O error")
  func descriptorThatCannotBeReadIsAnInputOutputError() {
    let refused = error { () throws(ImageError) in
      try PipeByteSource.spool(descriptor: -1, name: "stdin", limits: .standard)
    }
    #expect(refused?.kind == .io && refused?.systemError == EBADF)
  }
}
