internal import Foundation
internal import FolderWatching
internal import TestKit
internal import Testing

/// Each test waits for what must come, however long that takes on a busy machine, and never for a time to pass.
@Suite("Folder watcher", .timed)
struct FolderWatcherTests {
  private let folder: String

  init() throws {
    folder = FileManager.default.temporaryDirectory.path + "/cameo-watch-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  }

  /// A watcher that takes no file for complete only because it has been left alone.
  private func watcher(quiet: Double = 3_600, _ folders: [String]? = nil) throws -> FolderWatcher {
    var options = FolderWatchOptions()
    options.quietSeconds = quiet
    options.folderCheckSeconds = 0.05
    options.includes = { name, _, isFolder in isFolder || name.hasSuffix(".jpg") }
    return try FolderWatcher(folders ?? [folder], options)
  }

  /// The changes up to and including the one that is waited for.
  private func changes(_ watcher: FolderWatcher, until last: FolderChange) throws -> [FolderChange] {
    var all: [FolderChange] = []
    while !all.contains(last) {
      let more = try watcher.next(withinSeconds: 60)
      try #require(!more.isEmpty, "only \(all)")
      all += more
    }
    return all
  }

  private func write(_ path: String, _ text: String = "x") throws {
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
  }

  private func path(_ name: String) -> String { folder + "/" + name }

  @Test("New, changed, renamed and deleted files are told once each")
  func files() throws {
    try write(path("old.jpg"))
    let watcher = try watcher()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try write(path("notes.txt"))
    try write(path("a.jpg"))
    #expect(try changes(watcher, until: .new(path("a.jpg"))) == [.new(path("a.jpg"))])
    for text in ["1", "22", "333"] { try write(path("old.jpg"), text) }
    #expect(try changes(watcher, until: .changed(path("old.jpg"))) == [.changed(path("old.jpg"))])
    try FileManager.default.moveItem(atPath: path("a.jpg"), toPath: path("b.jpg"))
    let renamed = FolderChange.renamed(from: path("a.jpg"), to: path("b.jpg"))
    #expect(try changes(watcher, until: renamed) == [renamed])
    try FileManager.default.removeItem(atPath: path("b.jpg"))
    #expect(try changes(watcher, until: .deleted(path("b.jpg"))) == [.deleted(path("b.jpg"))])
  }

  @Test("A file that was written just before the start waits, an older one does not")
  func youngAtTheStart() throws {
    for name in ["old.jpg", "asked.jpg", "other.jpg"] { try write(path(name)) }
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSince1970: 1_000_000_000)], ofItemAtPath: path("old.jpg"))
    let watcher = try watcher()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    #expect(watcher.files == ["asked.jpg", "old.jpg", "other.jpg"].map(path))
    #expect(watcher.postponeYoung(among: [path("asked.jpg"), path("old.jpg")]) == [path("old.jpg")])
    // Closing the file after writing says that it is complete.
    for name in ["asked.jpg", "other.jpg"] {
      let file = try FileHandle(forWritingTo: URL(fileURLWithPath: path(name)))
      try file.seekToEnd()
      try file.write(contentsOf: Data("more".utf8))
      try file.close()
    }
    let changed = FolderChange.changed(path("other.jpg"))
    var all = try changes(watcher, until: .new(path("asked.jpg")))
    if !all.contains(changed) { all += try changes(watcher, until: changed) }
    #expect(Set(all) == [.new(path("asked.jpg")), changed])
  }

  @Test("A file that is being written is told when it is closed")
  func slowWriter() throws {
    let watcher = try watcher()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    _ = FileManager.default.createFile(atPath: path("slow.jpg"), contents: nil)
    #expect(try changes(watcher, until: .new(path("slow.jpg"))) == [.new(path("slow.jpg"))])
    let file = try #require(FileHandle(forWritingAtPath: path("slow.jpg")))
    for _ in 0..<5 {
      try file.write(contentsOf: Data(count: 1_000))
      #expect(try watcher.next(withinSeconds: 0.15) == [])
    }
    try file.close()
    #expect(try changes(watcher, until: .changed(path("slow.jpg"))) == [.changed(path("slow.jpg"))])
  }

  @Test("An empty directory in the place of the watched one is what an unmount leaves: nothing is deleted")
  func unmounted() throws {
    try write(path("a.jpg"))
    let watcher = try watcher()
    defer { for each in [folder, folder + ".away"] { try? FileManager.default.removeItem(atPath: each) } }
    try FileManager.default.moveItem(atPath: folder, toPath: folder + ".away")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    #expect(try changes(watcher, until: .folderGone(folder)) == [.folderGone(folder)])
    try FileManager.default.removeItem(atPath: folder)
    try FileManager.default.moveItem(atPath: folder + ".away", toPath: folder)
    #expect(try changes(watcher, until: .folderBack(folder)) == [.folderBack(folder)])
  }

  @Test("A file that nobody closes is told after a quiet time")
  func leftOpen() throws {
    let watcher = try watcher(quiet: 0.3)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    _ = FileManager.default.createFile(atPath: path("open.jpg"), contents: nil)
    _ = try changes(watcher, until: .new(path("open.jpg")))
    let file = try #require(FileHandle(forWritingAtPath: path("open.jpg")))
    try file.write(contentsOf: Data(count: 1_000))
    #expect(try changes(watcher, until: .changed(path("open.jpg"))) == [.changed(path("open.jpg"))])
    try file.close()
  }

  @Test("A new folder is watched with what is in it, and a moved one takes its files along")
  func folders() throws {
    let watcher = try watcher(quiet: 0.3)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try FileManager.default.createDirectory(atPath: path("a/b"), withIntermediateDirectories: true)
    try write(path("a/b/1.jpg"))
    _ = try changes(watcher, until: .new(path("a/b/1.jpg")))
    try FileManager.default.moveItem(atPath: path("a"), toPath: path("z"))
    let renamed = FolderChange.renamed(from: path("a/b/1.jpg"), to: path("z/b/1.jpg"))
    #expect(try changes(watcher, until: renamed) == [renamed])
    // The moved folder is still watched, under its new name.
    try write(path("z/b/2.jpg"))
    _ = try changes(watcher, until: .new(path("z/b/2.jpg")))
    try FileManager.default.removeItem(atPath: path("z"))
    var all = try changes(watcher, until: .deleted(path("z/b/1.jpg")))
    if !all.contains(.deleted(path("z/b/2.jpg"))) { all += try changes(watcher, until: .deleted(path("z/b/2.jpg"))) }
    #expect(Set(all) == [.deleted(path("z/b/1.jpg")), .deleted(path("z/b/2.jpg"))])
  }

  @Test("More events than the system keeps are answered by a comparison of the whole tree")
  func overflow() throws {
    let limit = try String(contentsOfFile: "/proc/sys/fs/inotify/max_queued_events", encoding: .utf8)
    let events = try #require(Int(limit.split(separator: "\n")[0]))
    let watcher = try watcher(quiet: 0.3)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    // A file that is made, written and closed has three events.
    let count = min(events / 3 + 100, 30_000)
    for number in 0..<count { try Data("x".utf8).write(to: URL(fileURLWithPath: path("\(number).jpg"))) }
    var told: [FolderChange] = []
    while told.count < count {
      let more = try watcher.next(withinSeconds: 60)
      try #require(!more.isEmpty, "only \(told.count) of \(count)")
      told += more
    }
    let wrong = Set(told).symmetricDifference((0..<count).map { .new(path("\($0).jpg")) }).count
    #expect(wrong == 0)
  }

  @Test("Lost events delete nothing in a watched folder that is gone")
  func overflowWithoutFolder() throws {
    let limit = try String(contentsOfFile: "/proc/sys/fs/inotify/max_queued_events", encoding: .utf8)
    let events = try #require(Int(limit.split(separator: "\n")[0]))
    let (gone, other) = (path("gone"), path("other"))
    for folder in [gone, other] {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    }
    try write(gone + "/a.jpg")
    let watcher = try watcher(quiet: 0.3, [gone, other])
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try FileManager.default.moveItem(atPath: gone, toPath: path("away"))
    try FileManager.default.createDirectory(atPath: gone, withIntermediateDirectories: true)
    #expect(try changes(watcher, until: .folderGone(gone)) == [.folderGone(gone)])
    // A file that is made, written and closed has three events.
    for number in 0..<min(events / 3 + 100, 30_000) { try write(other + "/\(number).jpg") }
    var all = try changes(watcher, until: .new(other + "/0.jpg"))
    try write(other + "/last.jpg")
    all += try changes(watcher, until: .new(other + "/last.jpg"))
    #expect(!all.contains(.deleted(gone + "/a.jpg")))
  }

  @Test("Renames are told in an order in which they can be repeated, and an exchange as two changes")
  func chainsOfRenames() throws {
    for name in ["a", "b", "c", "x", "y"] { try write(path("\(name).jpg"), name) }
    let watcher = try watcher()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    func move(_ old: String, _ new: String) throws {
      try #require(rename(path("\(old).jpg"), path("\(new).jpg")) == 0)
    }
    func renamed(_ old: String, _ new: String) -> FolderChange {
      .renamed(from: path("\(old).jpg"), to: path("\(new).jpg"))
    }
    try move("c", "d")
    try move("b", "c")
    try move("a", "b")
    #expect(
      try changes(watcher, until: renamed("a", "b")) == [renamed("c", "d"), renamed("b", "c"), renamed("a", "b")])
    try move("x", "z")
    try move("y", "x")
    try move("z", "y")
    let all = try changes(watcher, until: .changed(path("y.jpg")))
    #expect(all == [.changed(path("x.jpg")), .changed(path("y.jpg"))])
  }

  @Test("A watched folder that is moved away and replaced is followed")
  func replaced() throws {
    try write(path("same.jpg"))
    try write(path("other.jpg"))
    let watcher = try watcher(quiet: 0.3)
    let away = folder + "-away"
    defer {
      for path in [folder, away] { try? FileManager.default.removeItem(atPath: path) }
    }
    try FileManager.default.moveItem(atPath: folder, toPath: away)
    #expect(try changes(watcher, until: .folderGone(folder)) == [.folderGone(folder)])
    try FileManager.default.removeItem(atPath: away + "/other.jpg")
    try FileManager.default.moveItem(atPath: away, toPath: folder)
    let back = try changes(watcher, until: .deleted(path("other.jpg")))
    #expect(back == [.folderBack(folder), .deleted(path("other.jpg"))])
    try write(path("new.jpg"))
    #expect(try changes(watcher, until: .new(path("new.jpg"))) == [.new(path("new.jpg"))])
  }

  /// The new directory often has the inode of the one before.
  @Test("A watched folder that is deleted and made again is followed")
  func madeAgain() throws {
    try write(path("old.jpg"))
    let watcher = try watcher(quiet: 0.3)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try FileManager.default.removeItem(atPath: folder)
    #expect(try changes(watcher, until: .folderGone(folder)).contains(.folderGone(folder)))
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    #expect(try changes(watcher, until: .folderBack(folder)).contains(.folderBack(folder)))
    #expect(watcher.files == [])
    try write(path("new.jpg"))
    #expect(try changes(watcher, until: .new(path("new.jpg"))).contains(.new(path("new.jpg"))))
    try write(path("next.jpg"))
    #expect(try changes(watcher, until: .new(path("next.jpg"))) == [.new(path("next.jpg"))])
  }

  @Test("A folder in the tree that is deleted and made again is followed, and each file is told once")
  func innerMadeAgain() throws {
    try FileManager.default.createDirectory(atPath: path("in"), withIntermediateDirectories: true)
    try write(path("in/1.jpg"))
    try write(path("in/2.jpg"))
    let watcher = try watcher(quiet: 0.3)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try FileManager.default.removeItem(atPath: path("in"))
    // Takes the inode of the old one.
    try FileManager.default.createDirectory(atPath: path("filler"), withIntermediateDirectories: true)
    try FileManager.default.createDirectory(atPath: path("in"), withIntermediateDirectories: true)
    try write(path("in/1.jpg"), "another")
    var all = try changes(watcher, until: .deleted(path("in/2.jpg")))
    let isTold = { (change: FolderChange) in change == .new(path("in/1.jpg")) || change == .changed(path("in/1.jpg")) }
    while !all.contains(where: isTold) {
      let more = try watcher.next(withinSeconds: 60)
      try #require(!more.isEmpty, "only \(all)")
      all += more
    }
    try write(path("in/3.jpg"))
    all += try changes(watcher, until: .new(path("in/3.jpg")))
    #expect(all.filter { isTold($0) }.count == 1)
    #expect(all.filter { $0 == .deleted(path("in/2.jpg")) }.count == 1)
  }

  @Test("Links to files in the tree are followed, others are not")
  func links() throws {
    let outside = folder + "-outside.jpg"
    try write(outside)
    try write(path("a.jpg"))
    try FileManager.default.createSymbolicLink(atPath: path("out.jpg"), withDestinationPath: outside)
    let watcher = try watcher(quiet: 0.3)
    defer { for path in [folder, outside] { try? FileManager.default.removeItem(atPath: path) } }
    try FileManager.default.createSymbolicLink(atPath: path("late.jpg"), withDestinationPath: outside)
    try FileManager.default.createSymbolicLink(atPath: path("link.jpg"), withDestinationPath: "a.jpg")
    #expect(watcher.files == [path("a.jpg")])
    #expect(try changes(watcher, until: .new(path("link.jpg"))) == [.new(path("link.jpg"))])
  }

  @Test("What happens to a file happens to the links to it")
  func linkTargets() throws {
    try write(path("a.jpg"))
    try FileManager.default.createSymbolicLink(atPath: path("link.jpg"), withDestinationPath: "a.jpg")
    try FileManager.default.createSymbolicLink(atPath: path("later.jpg"), withDestinationPath: "b.jpg")
    let watcher = try watcher(quiet: 0.3)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    func both(_ first: FolderChange, _ second: FolderChange) throws {
      var all = try changes(watcher, until: first)
      if !all.contains(second) { all += try changes(watcher, until: second) }
      #expect(Set(all) == [first, second])
      #expect(all.count == 2)
    }
    try write(path("data"))
    try FileManager.default.createSymbolicLink(atPath: path("data.jpg"), withDestinationPath: "data")
    #expect(try changes(watcher, until: .new(path("data.jpg"))) == [.new(path("data.jpg"))])
    try write(path("data"), "changed")
    #expect(try changes(watcher, until: .changed(path("data.jpg"))) == [.changed(path("data.jpg"))])
    try write(path("a.jpg"), "changed")
    try both(.changed(path("a.jpg")), .changed(path("link.jpg")))
    try write(path("b.jpg"))
    try both(.new(path("b.jpg")), .new(path("later.jpg")))
    try FileManager.default.removeItem(atPath: path("a.jpg"))
    try both(.deleted(path("a.jpg")), .deleted(path("link.jpg")))
    try FileManager.default.removeItem(atPath: path("later.jpg"))
    #expect(try changes(watcher, until: .deleted(path("later.jpg"))) == [.deleted(path("later.jpg"))])
  }

  @Test("Names that look alike and names of any bytes are different files")
  func names() throws {
    let watcher = try watcher()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let names = ["e\u{301}.jpg", "\u{E9}.jpg", "with\nline.jpg"]
    for name in names {
      let file = try #require(fopen(path(name), "w"))
      fclose(file)
    }
    var told = 0
    while told < names.count {
      let more = try watcher.next(withinSeconds: 60)
      try #require(!more.isEmpty)
      told += more.count
    }
    #expect(told == 3)
  }

  @Test("A folder that is not there is an error with its path")
  func missing() throws {
    try FileManager.default.removeItem(atPath: folder)
    #expect(throws: (any Error).self) { try watcher() }
  }
}
