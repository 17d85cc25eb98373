@testable internal import ByteStreams
internal import Glibc
internal import TestKit
internal import Testing

/// What takes the place of a rename with flags on file systems without them, such as NFS.
@Suite("Renaming without flags", .timed) struct RenamingTests {
  @Test("A file, a link and a folder get a free name; what is in the folder stays in it")
  func freeName() throws {
    let directory = try TemporaryDirectory()
    try directory.write(Array("text".utf8), to: "file")
    symlink("nowhere", directory.file("link"))
    mkdir(directory.file("folder"), 0o700)
    try directory.write(Array("inner".utf8), to: "folder/inner")
    for name in ["file", "link", "folder"] {
      #expect(SystemCall.renameWithoutFlags(directory.file(name), to: directory.file("new-\(name)")), "\(name)")
    }
    #expect(directory.names == ["new-file", "new-folder", "new-link"])
    #expect(Fixtures.bytes(directory.file("new-folder/inner")) == Array("inner".utf8))
    #expect(SystemCall.linkTarget(directory.file("new-link")) == "nowhere")
  }

  @Test("A name that something has is refused", arguments: ["file", "folder"])
  func takenName(_ name: String) throws {
    let directory = try TemporaryDirectory()
    try directory.write(Array("text".utf8), to: "file")
    mkdir(directory.file("folder"), 0o700)
    try directory.write([], to: "other")
    mkdir(directory.file("empty"), 0o700)
    for target in ["other", "empty"] {
      let isDone = SystemCall.renameWithoutFlags(directory.file(name), to: directory.file(target))
      let number = errno
      #expect(!isDone && number == EEXIST, "\(name) \(target)")
    }
    #expect(directory.names == ["empty", "file", "folder", "other"])
  }
}
