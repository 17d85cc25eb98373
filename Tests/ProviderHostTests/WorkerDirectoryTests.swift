import ByteStreams
internal import DesktopCache
import Glibc
import ProviderHost
import ProviderProtocol
import TestKit
import Testing

@Suite("Directories of workers", .timed)
struct WorkerDirectoryTests {
  @Test("A document is copied under a number, with its extension if that is a plain one")
  func names() throws {
    let directory = try WorkerDirectory()
    let folder = try TemporaryDirectory()
    let plain = try directory.add(document: try folder.write(Array("a".utf8), to: "Holiday.JPEG")).path
    let odd = try directory.add(document: try folder.write(Array("b".utf8), to: "x.a\nb; rm")).path
    #expect(plain == "\(directory.inFolder)/1.JPEG")
    #expect(odd == "\(directory.inFolder)/2")
    #expect(Fixtures.bytes(plain) == Array("a".utf8))
    #expect(Fixtures.bytes(odd) == Array("b".utf8))
    #expect(directory.outputPath(id: "../../a-1") == "\(directory.outFolder)/result-a1")
  }

  @Test("A package is copied without the targets of its links")
  func package() throws {
    let folder = try TemporaryDirectory()
    let package = folder.file("things.mystuff")
    mkdir(package, 0o755)
    mkdir("\(package)/images", 0o755)
    try folder.write(Array("list".utf8), to: "things.mystuff/list")
    try folder.write(Array("image".utf8), to: "things.mystuff/images/1.png")
    try folder.write(Array("secret".utf8), to: "secret")
    symlink("../../secret", "\(package)/images/2.png")
    symlink("..", "\(package)/up")
    mkfifo("\(package)/pipe", 0o600)
    let directory = try WorkerDirectory()
    let copy = try directory.add(document: package).path
    #expect(copy == "\(directory.inFolder)/1.mystuff")
    #expect(Fixtures.bytes("\(copy)/list") == Array("list".utf8))
    #expect(Fixtures.bytes("\(copy)/images/1.png") == Array("image".utf8))
    for left in ["images/2.png", "up", "pipe"] { #expect(access("\(copy)/\(left)", F_OK) != 0, "\(left)") }
  }

  @Test("The next document contains nothing of a cleared directory, whether it is shorter, longer or a package")
  func clearing() throws {
    let directory = try WorkerDirectory()
    let folder = try TemporaryDirectory()
    mkdir(folder.file("p.mystuff"), 0o755)
    try folder.write(Array("list".utf8), to: "p.mystuff/list")
    let texts = [String(repeating: "long", count: 50_000), "short", String(repeating: "longer", count: 90_000), ""]
    for (number, text) in texts.enumerated() {
      let first = try directory.add(document: try folder.write(Array(text.utf8), to: "\(number).txt")).path
      let second = try directory.add(document: try folder.write(Array("other".utf8), to: "other")).path
      #expect(first == "\(directory.inFolder)/\(number * 3 + 1).txt")
      #expect(Fixtures.bytes(first) == Array(text.utf8))
      #expect(Fixtures.bytes(second) == Array("other".utf8))
      let package = try directory.add(document: folder.file("p.mystuff")).path
      directory.clear()
      for path in [second, package] { #expect(access(path, F_OK) != 0) }
    }
    // A file that is too long to be kept in an idle worker.
    let large = folder.file("large")
    let file = open(large, O_WRONLY | O_CREAT, 0o600)
    ftruncate(file, 65 << 20)
    close(file)
    let copy = try directory.add(document: large).path
    directory.clear()
    let next = try directory.add(document: large).path
    directory.clear()
    for path in [copy, next] { #expect(access(path, F_OK) != 0) }
  }

  @Test("Holes stay holes, and show nothing of the earlier document")
  func sparse() throws {
    let folder = try TemporaryDirectory()
    let directory = try WorkerDirectory(in: folder.path)
    defer { directory.remove() }
    let secret = try folder.write([UInt8](repeating: 0x53, count: 3 << 20), to: "secret")
    _ = try directory.add(document: secret)
    directory.clear()
    let sparse = folder.file("sparse")
    let file = open(sparse, O_WRONLY | O_CREAT, 0o600)
    #expect(pwrite(file, "middle", 6, 1 << 20) == 6)
    // The hole at the end would take 3 GiB.
    #expect(ftruncate(file, 3 << 30) == 0)
    close(file)
    let copy = try directory.add(document: sparse).path
    var status = stat()
    #expect(stat(copy, &status) == 0)
    #expect(status.st_size == 3 << 30)
    #expect(status.st_blocks * 512 < 1 << 20)
    let source = try FileByteSource(path: copy)
    #expect(try source.bytes(at: 0, count: 1 << 20).allSatisfy { $0 == 0 })
    #expect(try source.bytes(at: 1 << 20, count: 8) == Array("middle\0\0".utf8))
    #expect(try source.bytes(at: 2 << 20, count: 1 << 20).allSatisfy { $0 == 0 })
    directory.clear()
    // The next one over that.
    let next = try directory.add(document: secret).path
    #expect(try FileByteSource(path: next).bytes(at: 0, count: 3 << 20).allSatisfy { $0 == 0x53 })
  }

  @Test("A cancelled request does not wait for its copy")
  func cancelled() async throws {
    let folder = try TemporaryDirectory()
    let document = try folder.write([1, 2, 3], to: "a")
    let directory = try WorkerDirectory(in: folder.path)
    defer { directory.remove() }
    #expect(throws: ProviderError(.cancelled, "cancelled")) { try directory.add(document: document) { true } }
    // One that is copied on a thread of its own.
    let large = folder.file("large")
    let file = open(large, O_WRONLY | O_CREAT, 0o600)
    #expect(ftruncate(file, 20 << 20) == 0)
    close(file)
    #expect(try await directory.copy(document: large, name: nil).omissions == [])
    let task = Task {
      while !Task.isCancelled { await Task.yield() }
      return await code { _ = try await directory.copy(document: large, name: nil) }
    }
    task.cancel()
    #expect(await task.value == .cancelled)
  }

  @Test("A package that has too many files or bytes or is too deep is refused, and so are a fifo and a missing file")
  func bounds() throws {
    let folder = try TemporaryDirectory()
    mkdir(folder.file("p"), 0o755)
    for number in 0..<3 { try folder.write([1, 2, 3], to: "p/\(number)") }
    mkdir(folder.file("p/d"), 0o755)
    mkdir(folder.file("p/d/d"), 0o755)
    for limits in [DocumentLimits(entries: 2), DocumentLimits(bytes: 8), DocumentLimits(depth: 2)] {
      #expect { try WorkerDirectory(limits: limits).add(document: folder.file("p")) } throws: {
        ($0 as? ProviderError)?.code == .limitExceeded
      }
    }
    mkfifo(folder.file("fifo"), 0o600)
    for name in ["fifo", "missing"] {
      #expect { try WorkerDirectory().add(document: folder.file(name)) } throws: {
        ($0 as? ProviderError)?.code == .sourceUnavailable
      }
    }
  }

  @Test("Everything that a host copies of a package belongs to the package's state")
  func state() throws {
    let folder = try TemporaryDirectory()
    let package = folder.file("p")
    let depth = DocumentLimits().depth
    let deepest = "p" + String(repeating: "/d", count: depth - 1)
    for count in 0..<depth { mkdir(package + String(repeating: "/d", count: count), 0o755) }
    // As many as fit. The deepest one comes last in the order of names.
    for number in depth..<DocumentLimits().entries { try folder.write([1], to: "p/\(number)") }
    try folder.write([1], to: "\(deepest)/last")
    let directory = try WorkerDirectory()
    let copy = try directory.add(document: package).path
    #expect(Fixtures.bytes(copy + deepest.dropFirst() + "/last") == [1])
    let before = FileState.text(ofFolder: package)
    #expect(FileState.text(ofFolder: package) == before)
    try folder.write([1, 2], to: "\(deepest)/last")
    #expect(FileState.text(ofFolder: package) != before)
  }

  @Test("A directory is removed with everything that a worker put into it", arguments: TestedSandbox.allCases)
  func removal(_ tested: TestedSandbox) async throws {
    let worker = try Worker(try await tested.sandbox())
    _ = try await worker.behave("odd-tree")
    #expect(access("\(worker.directory.outFolder)/d/d/d/d/d/d/d/d/f", F_OK) == 0)
    #expect(access("\(worker.directory.outFolder)/closed", F_OK) == 0)
    worker.directory.remove()
    var status = stat()
    #expect(lstat(worker.directory.root, &status) != 0)
  }

  @Test("The removal follows no link, and works at any depth")
  func removalOfLinks() throws {
    let outside = try TemporaryDirectory()
    try outside.write([1], to: "kept")
    var root: String
    do {
      let directory = try WorkerDirectory()
      root = directory.root
      symlink(outside.path, "\(directory.outFolder)/link")
      var folder = open(directory.outFolder, O_RDONLY | O_DIRECTORY)
      for _ in 0..<1000 {
        mkdirat(folder, "deeper", 0o700)
        let inner = openat(folder, "deeper", O_RDONLY | O_DIRECTORY)
        close(folder)
        folder = inner
      }
      close(folder)
    }
    #expect(access(root, F_OK) != 0)
    #expect(outside.names == ["kept"])
  }

  @Test("The next host removes what killed hosts left, and nothing that is in use")
  func sweep() throws {
    let base = try TemporaryDirectory()
    let prefix = "cameo-worker-\(geteuid())-"
    let others = ["\(prefix)held00", "\(prefix)longer0", "cameo-worker-999-someon", "something-else"]
    for name in others + ["\(prefix)left00"] {
      mkdir(base.file(name), 0o700)
      try base.write(Array("a document".utf8), to: "\(name)/1.txt")
    }
    let held = open(base.file("\(prefix)held00"), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    defer { close(held) }
    #expect(flock(held, LOCK_EX | LOCK_NB) == 0)
    let directory = try WorkerDirectory(in: base.path)
    let own = String(directory.root.dropFirst(base.path.count + 1))
    #expect(Set(base.names) == Set(others + [own]))
    // A lock that is never released.
    let other = open(directory.root, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    defer { close(other) }
    #expect(flock(other, LOCK_EX | LOCK_NB) != 0)
  }

  @Test("Only the worker's group can enter a directory")
  func permissions() throws {
    let directory = try WorkerDirectory()
    var status = stat()
    #expect(stat(directory.root, &status) == 0 && status.st_mode & 0o777 == 0o710)
    #expect(stat(directory.outFolder, &status) == 0 && status.st_mode & 0o777 == 0o700)
    #expect(directory.identity?.user == (geteuid() == 0 ? status.st_uid : nil))
  }
}
