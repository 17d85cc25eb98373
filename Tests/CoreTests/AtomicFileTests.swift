@testable internal import ByteStreams
internal import Foundation
internal import Glibc
internal import ImageModel
internal import TestKit
internal import Testing

@Suite(.timed) struct AtomicFileTests {
  private func error<T>(_ body: () throws(ImageError) -> T) -> ImageError? {
    do throws(ImageError) {
      _ = try body()
      return nil
    } catch {
      return error
    }
  }

  private func write(
    _ text: String, to path: String, options: AtomicFile.Options = .init(), names: TemporaryNames = TemporaryNames()
  ) throws(ImageError) {
    let file = try AtomicFile(path: path, options: options, names: names)
    try file.append(Array(text.utf8))
    try file.commit()
  }

  private func text(_ path: String) -> String { String(decoding: Fixtures.bytes(path), as: UTF8.self) }

  private func mode(_ path: String) -> UInt32? { SystemCall.status(of: path).map { $0.st_mode & 0o777 } }

  @Test("The target exists after the commit and not before", arguments: [false, true])
  func targetIsThereAfterCommitAndNotBefore(sync: Bool) throws {
    let directory = try TemporaryDirectory()
    let path = directory.file("new")
    let file = try AtomicFile(path: path, options: .init(sync: sync), names: TemporaryNames())
    try file.append(Array("hello".utf8))
    #expect(directory.names == [])
    try file.commit()
    #expect(directory.names == ["new"])
    #expect(text(path) == "hello")
    try write("second", to: path, options: .init(sync: sync))
    #expect(text(path) == "second")
    #expect(directory.names == ["new"])
  }

  @Test("An empty file is filled, so that who has it open reads what was written")
  func emptyFileIsFilled() throws {
    let directory = try TemporaryDirectory()
    let path = try directory.write([], to: "f")
    let reader = open(path, O_RDONLY)
    defer { close(reader) }
    do {
      let file = try AtomicFile(path: path, names: TemporaryNames())
      try file.append(Array("given up".utf8))
    }
    #expect(text(path) == "")
    try write("hello", to: path)
    var buffer = [UInt8](repeating: 0, count: 16)
    #expect(read(reader, &buffer, buffer.count) == 5)
    #expect(String(decoding: buffer.prefix(5), as: UTF8.self) == "hello")
    // A file with content is replaced: its reader keeps what it had.
    try write("second", to: path)
    #expect(pread(reader, &buffer, buffer.count, 0) == 5)
    #expect(text(path) == "second")
    #expect(directory.names == ["f"])
    _ = try directory.write([], to: "kept")
    #expect(
      error { () throws(ImageError) in
        try write("x", to: directory.file("kept"), options: .init(noClobber: true))
      }?.kind == .io)
    #expect(text(directory.file("kept")) == "")
  }

  @Test(
    "An empty file that something else fills or replaces is replaced",
    arguments: ["longer than the other one", ""], [false, true])
  func emptyFileIsFilledByAnother(_ other: String, isRenamed: Bool) throws {
    let directory = try TemporaryDirectory()
    let path = try directory.write([], to: "f")
    let file = try AtomicFile(path: path, names: TemporaryNames())
    try file.append(Array("hello".utf8))
    try directory.write(Array(other.utf8), to: isRenamed ? "other" : "f")
    if isRenamed { rename(directory.file("other"), path) }
    try file.commit()
    #expect(text(path) == "hello")
    #expect(directory.names == ["f"])
  }

  @Test("Without a commit nothing is left")
  func nothingIsLeftWithoutCommit() throws {
    let directory = try TemporaryDirectory()
    let path = try directory.write(Array("old".utf8), to: "f")
    do {
      let file = try AtomicFile(path: path, names: TemporaryNames())
      try file.append(Array("new".utf8))
    }
    #expect(directory.names == ["f"])
    #expect(text(path) == "old")
  }

  @Test("Bytes may be written again and read back")
  func placesMayBeWrittenAgainAndReadBack() throws {
    let directory = try TemporaryDirectory()
    let file = try AtomicFile(path: directory.file("f"), names: TemporaryNames())
    try Array("abc".utf8).withRawBytes { bytes throws(ImageError) in
      try file.write(bytes, at: 4)
      try file.write(bytes, at: 0)
    }
    #expect(file.size == 7)
    var back = [UInt8](repeating: 9, count: 10)
    #expect(try back.withUnsafeMutableBytes { try file.read(into: $0, at: 2) } == 5)
    #expect(Array(back[..<5]) == Array("c\0abc".utf8))
    try file.commit()
    #expect(text(directory.file("f")) == "abc\0abc")
    let tooFar = error { () throws(ImageError) in
      try [1].withRawBytes { bytes throws(ImageError) in try file.write(bytes, at: .max) }
    }
    #expect(tooFar?.systemError == EFBIG)
  }

  @Test("Impossible targets are refused at once")
  func impossibleTargetsAreRefusedAtOnce() throws {
    let directory = try TemporaryDirectory()
    let names = TemporaryNames()
    let missing = error { () throws(ImageError) in try AtomicFile(path: directory.file("no/f"), names: names) }
    #expect(missing?.systemError == ENOENT && missing?.path == directory.file("no/f"))
    #expect(
      error { () throws(ImageError) in try AtomicFile(path: directory.path, names: names) }?.systemError == EISDIR)
    #expect(error { () throws(ImageError) in try AtomicFile(path: "", names: names) }?.systemError == ENOENT)
    let slash = error { () throws(ImageError) in try AtomicFile(path: directory.file("new/"), names: names) }
    #expect(slash?.systemError == EISDIR)
    try directory.write([], to: "file")
    let below = error { () throws(ImageError) in try AtomicFile(path: directory.file("file/f"), names: names) }
    #expect(below?.systemError == ENOTDIR)
  }

  @Test("A symbolic link stays, and its target is replaced")
  func linkStaysAndItsTargetIsReplaced() throws {
    let directory = try TemporaryDirectory()
    let real = try directory.write(Array("old".utf8), to: "real")
    try #require(symlink("real", directory.file("link")) == 0)
    try #require(symlink(directory.file("link"), directory.file("chain")) == 0)
    try write("new", to: directory.file("chain"))
    #expect(text(real) == "new")
    var buffer = [CChar](repeating: 0, count: 100)
    #expect(readlink(directory.file("link"), &buffer, 100) == 4)
    #expect(directory.names == ["chain", "link", "real"])
    try #require(symlink("not-yet", directory.file("dangling")) == 0)
    try write("made", to: directory.file("dangling"))
    #expect(text(directory.file("not-yet")) == "made")
    try #require(symlink("loop", directory.file("loop")) == 0)
    let loop = error { () throws(ImageError) in try write("x", to: directory.file("loop")) }
    #expect(loop?.systemError == ELOOP)
  }

  /// On file systems with and without `O_TMPFILE`.
  @Test("With `noClobber` an existing file is never replaced", arguments: [true, false])
  func noClobberNeverReplaces(unnamed: Bool) throws {
    let directory = try TemporaryDirectory()
    let path = directory.file("f")
    var options = AtomicFile.Options(noClobber: true)
    options.usesUnnamedFile = unnamed
    let file = try AtomicFile(path: path, options: options, names: TemporaryNames())
    try file.append(Array("late".utf8))
    try write("first", to: path, options: options)
    #expect(error { () throws(ImageError) in try file.commit() }?.systemError == EEXIST)
    #expect(error { () throws(ImageError) in try write("again", to: path, options: options) }?.systemError == EEXIST)
    #expect(text(path) == "first")
  }

  @Test("Without unnamed files a hidden file is used")
  func withoutUnnamedFilesAHiddenFileIsUsed() throws {
    let directory = try TemporaryDirectory()
    let path = directory.file("f")
    var options = AtomicFile.Options()
    options.usesUnnamedFile = false
    for word in ["first", "second"] {
      let file = try AtomicFile(path: path, options: options, names: TemporaryNames())
      try file.append(Array(word.utf8))
      #expect(directory.names.first?.hasPrefix(".cameo-") == true)
      try file.commit()
      #expect(text(path) == word)
    }
    do { _ = try AtomicFile(path: path, options: options, names: TemporaryNames()) }
    #expect(directory.names == ["f"])
  }

  /// The status of a process that writes a file and ends in the middle: `AtomicWriting` of document-worker.
  ///
  /// Exit tests of Testing would do it, too. From the first one on, a thread of theirs waits for all children of this
  /// process. It runs without a pause while another test's child has ended and is not collected yet.
  private func statusOfWriting(_ kind: String, _ path: String) async throws -> Int {
    try await Tool.run("\(Tool.products)/document-worker", ["atomic", kind, path]).status
  }

  /// A process that is killed at any moment leaves the old file or the new one, and nothing else.
  @Test("A killed process leaves the old file or the new one", arguments: [false, true])
  func killLeavesTheOldFileOrTheNewOne(committed: Bool) async throws {
    let directory = try TemporaryDirectory()
    let path = try directory.write(Array("old".utf8), to: "f")
    #expect(try await statusOfWriting(committed ? "committed" : "begun", path) == 128 + Int(SIGKILL))
    #expect(text(path) == (committed ? "new" : "old"))
    #expect(directory.names == ["f"])
  }

  /// On file systems with and without `O_TMPFILE`.
  @Test("Files that killed processes left are removed by the next one", arguments: [true, false])
  func whatKilledProcessesLeftIsRemovedByTheNextOne(unnamed: Bool) async throws {
    let directory = try TemporaryDirectory()
    let path = try directory.write(Array("old".utf8), to: "f")
    try #require(chmod(path, 0o444) == 0)
    #expect(try await statusOfWriting("hidden", path) == 128 + Int(SIGKILL))
    let left = directory.names.filter { $0 != "f" }
    #expect(left.count == 3)
    // A process that is not root can lock them.
    #expect(left.allSatisfy { mode(directory.file($0)).map { $0 & 0o600 } == 0o600 })
    var options = AtomicFile.Options()
    options.usesUnnamedFile = unnamed
    try write("new", to: path, options: options)
    #expect(directory.names == ["f"])
    #expect(text(path) == "new")
    #expect(mode(path) == 0o444)
  }

  @Test("Two writers of one file do not disturb each other")
  func twoThatWriteTheSameFileDoNotDisturbEachOther() throws {
    let directory = try TemporaryDirectory()
    let path = directory.file("f")
    var options = AtomicFile.Options()
    options.usesUnnamedFile = false
    let first = try AtomicFile(path: path, options: options, names: TemporaryNames())
    let second = try AtomicFile(path: path, options: options, names: TemporaryNames())
    try first.append(Array("first".utf8))
    try second.append(Array("second".utf8))
    try first.commit()
    #expect(text(path) == "first")
    try write("third", to: path)
    try second.commit()
    #expect(text(path) == "second")
    #expect(directory.names == ["f"])
  }

  @Test("With a mode, a link or a FIFO is replaced")
  func withAModeALinkOrAFifoIsReplaced() throws {
    let directory = try TemporaryDirectory()
    let real = try directory.write(Array("old".utf8), to: "real")
    try #require(symlink("real", directory.file("link")) == 0)
    try #require(mkfifo(directory.file("fifo"), 0o666) == 0)
    for name in ["link", "fifo", "real"] {
      try #require(chmod(real, 0o644) == 0)
      try write("new", to: directory.file(name), options: .init(mode: 0o600))
      let status = try #require(SystemCall.linkStatus(of: directory.file(name)))
      #expect(status.isRegularFile && status.st_mode & 0o777 == 0o600)
      #expect(name == "real" || text(real) == "old")
    }
  }

  /// Every temporary file that was made is found when they are removed.
  @Test("Temporary names are removed with their files")
  func namesAreRemovedWithTheirFiles() async throws {
    let directory = try TemporaryDirectory()
    let path = try directory.write(Array("old".utf8), to: "f")
    #expect(try await statusOfWriting("removed", path) == 7)
    #expect(directory.names == ["f", "f1"])
    #expect(text(path) == "old")
  }

  /// Only root may change the owner of a file.
  @Test("Owner and group are kept where permitted")
  func ownerAndGroupAreKeptWherePermitted() throws {
    let directory = try TemporaryDirectory()
    let path = try directory.write([], to: "f")
    let (user, group): (uid_t, gid_t) = geteuid() == 0 ? (12_345, 54_321) : (getuid(), getgid())
    try #require(chown(path, user, group) == 0)
    try #require(chmod(path, 0o640) == 0)
    try write("x", to: path)
    let status = try #require(SystemCall.status(of: path))
    #expect(status.st_uid == user && status.st_gid == group && status.st_mode & 0o7777 == 0o640)
  }

  @Test("Commit that fails leaves no temporary file")
  func commitThatFailsLeavesNoTemporaryFile() throws {
    let directory = try TemporaryDirectory()
    let path = directory.file("f")
    do {
      let file = try AtomicFile(path: path, names: TemporaryNames())
      try file.append([1])
      // A directory of that name appears: the rename fails after the temporary file got its name.
      try #require(mkdir(path, 0o755) == 0)
      #expect(error { () throws(ImageError) in try file.commit() }?.kind == .io)
    }
    #expect(directory.names == ["f"])
  }

  @Test("A directory that vanishes is an error")
  func directoryThatVanishesIsAnError() throws {
    let directory = try TemporaryDirectory()
    try #require(mkdir(directory.file("d"), 0o755) == 0)
    let file = try AtomicFile(path: directory.file("d/f"), names: TemporaryNames())
    try file.append([1])
    try #require(rmdir(directory.file("d")) == 0)
    #expect(error { () throws(ImageError) in try file.commit() }?.systemError == ENOENT)
  }

  @Test("Mode of the old file is kept")
  func modeOfTheOldFileIsKept() throws {
    let directory = try TemporaryDirectory()
    let path = try directory.write([], to: "f")
    for wanted in [0o600, 0o640, 0o755, 0o666] as [mode_t] {
      try #require(chmod(path, wanted) == 0)
      try write("x", to: path)
      #expect(mode(path) == wanted)
    }
    try write("x", to: directory.file("new"))
    let reference = try directory.write([], to: "reference")
    #expect(mode(directory.file("new")) == mode(reference))
  }

  @Test("Devices and FIFOs are written to directly")
  func deviceAndFifoAreWrittenThrough() throws {
    try write("nothing", to: "/dev/null")
    #expect(SystemCall.status(of: "/dev/null")?.isRegularFile == false)
    let full = error { () throws(ImageError) in try write("x", to: "/dev/full") }
    #expect(full?.systemError == ENOSPC)
    let directory = try TemporaryDirectory()
    let path = directory.file("fifo")
    try #require(mkfifo(path, 0o600) == 0)
    let reader = open(path, O_RDONLY | O_NONBLOCK)
    defer { close(reader) }
    try write("through", to: path)
    var buffer = [UInt8](repeating: 0, count: 20)
    #expect(read(reader, &buffer, 20) == 7)
    #expect(buffer[..<7].elementsEqual("through".utf8))
    #expect(directory.names == ["fifo"])
  }

  @Test("Fifo without a reader is an error")
  func fifoWithoutAReaderIsAnError() throws {
    let directory = try TemporaryDirectory()
    let path = directory.file("fifo")
    try #require(mkfifo(path, 0o600) == 0)
    var options = AtomicFile.Options()
    options.patience = 100
    let refused = error { () throws(ImageError) in
      _ = try AtomicFile(path: path, options: options, names: TemporaryNames())
    }
    #expect(refused?.reason == "is a fifo without a reader")
    #expect(refused?.path == path)
  }

  /// The target of /dev/stdout when it is a pipe: a link to something that has no path.
  @Test("Descriptor of a pipe is written through")
  func descriptorOfAPipeIsWrittenThrough() throws {
    var ends: [Int32] = [0, 0]
    try #require(pipe(&ends) == 0)
    defer { ends.forEach { close($0) } }
    try write("through", to: "/proc/self/fd/\(ends[1])")
    var buffer = [UInt8](repeating: 0, count: 20)
    #expect(read(ends[0], &buffer, 20) == 7)
  }

  /// Until it is committed the file has no name: whatever kills the process, the kernel removes it.
  @Test("Uncommitted file has no name")
  func uncommittedFileHasNoName() throws {
    let directory = try TemporaryDirectory()
    let file = try AtomicFile(path: directory.file("f"), names: TemporaryNames())
    try file.append([1, 2, 3])
    var links: [String] = []
    for descriptor in try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd") {
      var buffer = [CChar](repeating: 0, count: 4_096)
      let count = readlink("/proc/self/fd/\(descriptor)", &buffer, buffer.count)
      if count > 0 { links.append(String(decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)) }
    }
    #expect(links.contains { $0.hasPrefix(directory.path + "/") && $0.hasSuffix("(deleted)") })
    #expect(file.size == 3)
  }

  /// A full disk is noticed while writing, not at the end; the old file stays.
  @Test("Full disk leaves the old file")
  func fullDiskLeavesTheOldFile() async throws {
    let directory = try TemporaryDirectory()
    try await Mount.tmpfs(at: directory.path, size: "64k")
    defer { Mount.unmount(directory.path) }
    let path = try directory.write(Array("old".utf8), to: "f")
    let file = try AtomicFile(path: path, names: TemporaryNames())
    let full = error { () throws(ImageError) in try file.append([UInt8](repeating: 1, count: 200_000)) }
    #expect(full?.kind == .io && full?.systemError == ENOSPC && full?.path == path)
    #expect(text(path) == "old")
    #expect(directory.names == ["f"])
    // An empty file is empty again.
    let empty = try directory.write([], to: "empty")
    let filling = try AtomicFile(path: empty, names: TemporaryNames())
    try filling.append([UInt8](repeating: 1, count: 200_000))
    #expect(error { () throws(ImageError) in try filling.commit() }?.systemError == ENOSPC)
    #expect(text(empty) == "")
  }

  @Test("A target that another program has changed is not replaced")
  func unexpectedTarget() throws {
    let directory = try TemporaryDirectory()
    let path = try directory.write(Array("old".utf8), to: "f")
    var options = AtomicFile.Options()
    options.expected = SystemCall.status(of: path).map { FileStamp($0) }
    do {
      let file = try AtomicFile(path: path, options: options, names: TemporaryNames())
      try file.append(Array("new".utf8))
      try directory.write(Array("theirs".utf8), to: "f")
      #expect(error { () throws(ImageError) in try file.commit() }?.systemError == ESTALE)
      #expect(text(path) == "theirs")
    }
    #expect(directory.names == ["f"])
    options.expected = SystemCall.status(of: path).map { FileStamp($0) }
    let again = try AtomicFile(path: path, options: options, names: TemporaryNames())
    try again.append(Array("new".utf8))
    try again.commit()
    #expect(text(path) == "new")
    #expect(again.stamp == SystemCall.status(of: path).map { FileStamp($0) })
    #expect(directory.names == ["f"])
  }

  @Test("On request an empty target is replaced like any other")
  func emptyTargetIsReplaced() throws {
    let directory = try TemporaryDirectory()
    let path = try directory.write([], to: "f")
    var options = AtomicFile.Options()
    options.fillsEmpty = false
    let file = try AtomicFile(path: path, options: options, names: TemporaryNames())
    try file.append(Array("new".utf8))
    #expect(text(path) == "")
    let before = FileIdentity(path: path)
    try file.commit()
    #expect(text(path) == "new" && FileIdentity(path: path) != before)
  }

  /// A name of the maximum length leaves no space for a suffix.
  @Test("A name of the maximum length is possible")
  func longestNameIsPossible() throws {
    let directory = try TemporaryDirectory()
    let name = String(repeating: "n", count: 255)
    try write("x", to: directory.file(name))
    #expect(directory.names == [name])
    let tooLong = error { () throws(ImageError) in try write("x", to: directory.file(name + "n")) }
    #expect(tooLong?.systemError == ENAMETOOLONG)
  }
}
