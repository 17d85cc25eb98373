@testable internal import Documents
internal import Glibc
internal import TestDocuments
internal import TestKit
internal import Testing

@Suite("Packages", .timed) struct FileWrapperTests {
  private let desk: Desk

  init() throws { desk = try Desk() }

  private func children(_ path: String) throws -> [String: stat] {
    var found: [String: stat] = [:]
    for name in try FileWrapper(path: path)["items"]?.fileWrappers?.keys.sorted() ?? [] {
      found[name] = Desk.status("\(path)/items/\(name)")
    }
    return found
  }

  @Test("Of 1,000 children of 1 MB, saving one that changed writes one new file and takes 1 MB of the disk")
  func incremental() async throws {
    let path = desk("big.album")
    var options = DocumentOptions()
    (options.keepsVersions, options.syncs) = (false, false)
    // Files with a hole after their first line, which take no room.
    let script = """
      import os, sys
      os.makedirs(sys.argv[1] + '/items')
      names = ['item-%d' % i for i in range(1000)]
      open(sys.argv[1] + '/index', 'w').write(''.join('%s 0\\n' % n for n in names))
      for name in names:
        with open(sys.argv[1] + '/items/' + name, 'w') as file:
          file.write(name + ' 0\\n')
          file.truncate(1 << 20)
      """
    try #require(try await Tool.python(script, [path]).status == 0)
    let before = try children(path)
    let session = try await DocumentSession<Album>.open(at: path, options: options)
    await session.update { $0.setItem("item-500", number: 1, size: 1 << 20) }
    try await session.close()
    let after = try children(path)
    let changed = after.filter { $0.value.st_ino != before[$0.key]?.st_ino }
    #expect(changed.keys.sorted() == ["item-500"])
    #expect(after.values.allSatisfy { $0.st_nlink == 1 })
    // In units of 512 bytes (stat(3type)).
    func blocks(_ files: [String: stat]) -> Int { files.values.reduce(0) { $0 + Int($1.st_blocks) } }
    #expect(blocks(after) - blocks(before) <= 2 * 1_024 + 16)
    try Album(path: path).check()
    #expect(desk.directory.names == ["big.album"])
  }

  @Test("A document type that makes all its contents anew writes only what differs")
  func equalContents() async throws {
    let path = desk("some.album")
    let album = Album(count: 3, size: 100)
    try await DocumentSession.create(album, at: path).close()
    let before = try children(path)
    let session = try await DocumentSession<Album>.open(at: path)
    await session.update { $0 = Album(count: 3, size: 100) }
    await session.update { $0.setItem("item-1", number: 5, size: 100) }
    try await session.close()
    let after = try children(path)
    #expect(after.filter { $0.value.st_ino != before[$0.key]?.st_ino }.keys.sorted() == ["item-1"])
  }

  @Test("Opening reads no file that is not asked for")
  func lazy() async throws {
    let path = desk("lazy.album")
    try await DocumentSession.create(Album(count: 2, size: 100), at: path).close()
    let album = try Album(path: path)
    // A file that cannot be what the listing says is an error only when it is read.
    #expect(truncate("\(path)/items/item-0", 5) == 0)
    #expect(try album.items["item-1"]?.regularFileContents().count == 100)
    let error = await documentError { _ = try album.items["item-0"]?.regularFileContents() }
    #expect(error?.kind == .changed && error?.path == "\(path)/items/item-0")
    #expect(try album.items["item-1"]?.regularFileContents(in: 0..<8) == Array("item-1 0".utf8))
  }

  @Test("What a save has removed can still be read and saved by those who have it")
  func removedContents() async throws {
    let path = desk("undo.album")
    try await DocumentSession.create(Album(count: 3, size: 200_000), at: path).close()
    let session = try await DocumentSession<Album>.open(at: path)
    await session.update { $0.removeItem("item-1") }
    try await session.save()
    #expect(try FileWrapper(path: path)["items"]?.fileWrappers?.count == 2)
    await session.undo()
    try await session.close()
    let album = try Album(path: path)
    try album.check()
    #expect(album.items["item-1"]?.byteCount == 200_000)
  }

  @Test(
    "Permissions, owners, extended attributes and access control lists stay", arguments: ["one.ledger", "some.album"])
  func attributes(_ name: String) async throws {
    let path = desk(name)
    let isPackage = name.hasSuffix("album")
    if isPackage {
      try await DocumentSession.create(Album(count: 2, size: 10), at: path).close()
    } else {
      try await DocumentSession.create(Ledger(), at: path).close()
    }
    let files = isPackage ? [path, "\(path)/items", "\(path)/items/item-1"] : [path]
    // The list: owner rw- (rwx of a folder), user 1234 r--, group r--, mask r--, others nothing (acl(5), in the form of
    // the kernel).
    let script = """
      import os, struct, sys
      for path in sys.argv[1:]:
        own = 7 if os.path.isdir(path) else 6
        acl = struct.pack('<I', 2) + b''.join(struct.pack('<HHI', *e) for e in
          [(1, own, 0xffffffff), (2, 4, 1234), (4, 4, 0xffffffff), (16, 4, 0xffffffff), (32, 0, 0xffffffff)])
        if os.geteuid() == 0: os.chown(path, 1234, 2345)  # only root can give a file to others
        os.setxattr(path, 'user.colour', b'red')
        os.setxattr(path, 'system.posix_acl_access', acl)
      """
    let look = """
      import os, sys
      for path in sys.argv[1:]:
        s = os.lstat(path)
        print(oct(s.st_mode), s.st_uid, s.st_gid, os.getxattr(path, 'user.colour'),
          os.getxattr(path, 'system.posix_acl_access'))
      """
    let made = try await Tool.python(script, files)
    try #require(made.status == 0, "\(made.errors)")
    let before = try await Tool.python(look, files).text
    if isPackage {
      let session = try await DocumentSession<Album>.open(at: path)
      await session.update { $0.setItem("item-1", number: 9, size: 10) }
      try await session.close()
    } else {
      let session = try await DocumentSession<Ledger>.open(at: path)
      await session.update { $0.counts["a"] = 1 }
      try await session.close()
    }
    let after = try await Tool.python(look, files)
    #expect(after.status == 0 && after.text == before, "\(after.errors)")
  }

  @Test("Hostile packages are typed errors with the path of what is wrong")
  func hostile() async throws {
    struct Trick {
      var make: String
      var kind: DocumentError.Kind
      var path: String
    }
    let tricks = [
      Trick(make: "ln -s /etc/passwd p.album/a", kind: .unsafePackage, path: "a"),
      Trick(make: "ln -s ../../secret p.album/a", kind: .unsafePackage, path: "a"),
      Trick(make: "mkdir p.album/d; ln -s ../../x p.album/d/a", kind: .unsafePackage, path: "d/a"),
      Trick(make: "mkfifo p.album/a", kind: .unsafePackage, path: "a"),
      Trick(make: "\(Mount.asRoot.joined(separator: " ")) mknod p.album/a c 1 3", kind: .unsafePackage, path: "a"),
      Trick(
        make: #"touch "p.album/$(printf 'caf\303\251')" "p.album/$(printf 'cafe\314\201')""#, kind: .unsafePackage,
        path: "cafe\u{301}"),
      Trick(make: "mkdir -p p.album/$(printf 'd/%.0s' $(seq 40))", kind: .limitExceeded, path: ""),
      Trick(make: "cd p.album; touch $(seq 101)", kind: .limitExceeded, path: ""),
      Trick(make: "truncate -s 1G p.album/a", kind: .limitExceeded, path: ""),
    ]
    var limits = FileWrapper.Limits()
    (limits.maxCount, limits.maxBytes) = (100, 1 << 20)
    for trick in tricks {
      let folder = try TemporaryDirectory()
      let made = try await Tool.run("sh", ["-c", "mkdir p.album; \(trick.make)"], directory: folder.path)
      try #require(made.status == 0, "\(made.errors)")
      let path = folder.file("p.album")
      let error = await documentError { _ = try FileWrapper(path: path, limits: limits) }
      #expect(error?.kind == trick.kind, "\(trick.make): \(String(describing: error))")
      let place = error?.path ?? ""
      #expect(place == (trick.path.isEmpty ? path : "\(path)/\(trick.path)"), "\(trick.make)")
    }
    // Links within the package are read, and not followed.
    let folder = try TemporaryDirectory()
    _ = try await Tool.run("sh", ["-c", "mkdir -p p.album/d; ln -s ../d/x p.album/d/a"], directory: folder.path)
    #expect(try FileWrapper(path: folder.file("p.album"))["d"]?["a"]?.symbolicLinkDestination == "../d/x")
    // What is neither a file nor a folder is no document.
    #expect(await documentError { _ = try FileWrapper(path: "/dev/null") }?.kind == .unsafePackage)
  }

  @Test("Names that are none and links that lead out are not written; the old package stays")
  func hostileNames() async throws {
    let path = desk("a.album")
    try await DocumentSession.create(Album(count: 1, size: 10), at: path).close()
    let bad: [FileWrapper] = [
      FileWrapper(directoryWithFileWrappers: ["../x": FileWrapper(regularFileWithContents: [])]),
      FileWrapper(directoryWithFileWrappers: ["..": FileWrapper(directoryWithFileWrappers: [:])]),
      FileWrapper(directoryWithFileWrappers: ["": FileWrapper(regularFileWithContents: [])]),
      FileWrapper(directoryWithFileWrappers: ["a\u{0}b": FileWrapper(regularFileWithContents: [])]),
      FileWrapper(directoryWithFileWrappers: ["a": FileWrapper(symbolicLinkWithDestination: "../x")]),
      FileWrapper(directoryWithFileWrappers: ["a": FileWrapper(symbolicLinkWithDestination: "/etc/passwd")]),
    ]
    for wrapper in bad {
      #expect(await documentError { try await wrapper.write(to: path) }?.kind == .unsafePackage)
      try Album(path: path).check()
      #expect(desk.directory.names == ["a.album"])
    }
  }

  @Test("Without an exchange of names there is the old package, the new one, or one that the next open finds")
  func withoutExchange() async throws {
    let path = desk("old.album")
    try await DocumentSession.create(Album(count: 2, size: 10), at: path).close()
    func package(_ number: Int) throws -> FileWrapper {
      var album = try Album(path: path)
      album.setItem("item-0", number: number, size: 10)
      return try album.fileWrapper(configuration: .init(contentType: Album.readableContentTypes[0]))
    }
    let wrapper = try package(7)
    var writer = PackageWriter(location: DocumentLocation(path), expected: .anything, syncs: false)
    writer.canExchange = false
    _ = try writer.write(wrapper, wrapper.fileWrappers ?? [:])
    #expect(try Album(path: path).numbers["item-0"] == 7)
    #expect(desk.directory.names == ["old.album"])
    // The states in which a killed process may leave it: before, between and after the two renames.
    let stage = try PackageStage(for: path, isPrivate: true)
    let base = String(stage.path.dropLast(4))
    stage.remove()
    _ = try await Tool.run("cp", ["-a", path, base + ".ready"])
    try Album(path: path).check()
    #expect(rename(path, base + ".old") == 0)
    try Album(path: path).check()
    #expect(access(path, F_OK) == 0)
    // Undone where the new state is not there.
    #expect(rename(path, base + ".old-2") == 0)
    _ = try await Tool.run("rm", ["-r", base + ".old"])
    #expect(rename(base + ".old-2", base + ".old") == 0)
    try Album(path: path).check()
    // The next save removes what is left.
    _ = try await Tool.run("cp", ["-a", path, base + ".new"])
    try await package(8).write(to: path)
    #expect(desk.directory.names == ["old.album"])
  }

  @Test("What another program does at the last moment of a save is put back", arguments: [true, false])
  func changedAtExchange(canExchange: Bool) async throws {
    let path = desk("last.album")
    try await DocumentSession.create(Album(count: 2, size: 10), at: path).close()
    let before = try #require(try DiskState.read(path))
    let wrapper = FileWrapper(directoryWithFileWrappers: ["ours": FileWrapper(regularFileWithContents: [1])])
    var writer = PackageWriter(location: DocumentLocation(path), expected: .state(before), syncs: false)
    writer.canExchange = canExchange
    let file = desk("last.album/items/item-0")
    writer.beforeExchange = {
      let descriptor = open(file, O_WRONLY | O_TRUNC)
      _ = Glibc.write(descriptor, "theirs", 6)
      close(descriptor)
    }
    do {
      _ = try writer.write(wrapper, wrapper.fileWrappers ?? [:])
      Issue.record("saved")
    } catch {
      #expect(error.kind == .changed)
    }
    #expect(desk.text("last.album/items/item-0") == "theirs")
    #expect(desk.text("last.album/items/item-1").hasPrefix("item-1 0"))
    #expect(desk.directory.names == ["last.album"])
  }

  @Test("A package that another program has changed before it is saved stays as that left it")
  func changedMeanwhile() async throws {
    let path = desk("race.album")
    try await DocumentSession.create(Album(count: 2, size: 10), at: path).close()
    let before = try #require(try DiskState.read(path))
    _ = try await Tool.run("sh", ["-c", "echo theirs > items/item-9"], directory: path)
    let wrapper = try FileWrapper(path: path)
    let error = await documentError {
      _ = try DocumentStorage.write(wrapper, to: DocumentLocation(path), replacing: .state(before), syncs: false)
    }
    #expect(error?.kind == .changed)
    #expect(desk.text("race.album/items/item-9") == "theirs\n")
    #expect(desk.directory.names == ["race.album"])
  }
}
