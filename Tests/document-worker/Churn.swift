internal import Documents
internal import Glibc
internal import TestDocuments

/// Makes, changes, saves, moves and restores a document until the process is killed. Before, it looks whether the
/// processes before have left one whole document.
struct Churn {
  let folder: String
  let kind: String
  var random: SplitMix
  private var options = DocumentOptions()

  init(_ folder: String, kind: String, seed: UInt64) {
    (self.folder, self.kind, random) = (folder, kind, SplitMix(state: seed))
    // A killed process needs no fsync: what it has written is there.
    (options.syncs, options.watches) = (false, false)
  }

  private var names: [String] { ["one.\(kind)", "two.\(kind)"].map { "\(folder)/\($0)" } }
  private var present: [String] { names.filter { access($0, F_OK) == 0 } }

  /// - Throws: if there is not exactly one document, or it is not whole.
  func check() async throws {
    var paths = present
    if paths.isEmpty {
      // A package that lost its name on a file system without exchange is found when it is opened.
      for name in names where (try? FileWrapper(path: name)) != nil { paths.append(name) }
    }
    guard paths.count == 1, let path = paths.first else { Worker.fail("the documents are \(paths)") }
    try Self.readWhole(path, kind)
  }

  static func readWhole(_ path: String, _ kind: String) throws {
    if kind == "album" { try Album(path: path).check() } else { _ = try Ledger(path: path) }
  }

  mutating func run(_ microseconds: Int) async throws {
    if present.isEmpty, try FileWrapper(path: folder).fileWrappers?.isEmpty ?? true {
      if kind == "album" {
        try await make(Album(count: 1_000, size: 64))
      } else {
        try await make(Ledger(size: 50_000))
      }
    }
    try await check()
    Worker.die(after: microseconds)
    if kind == "album" {
      try await work { (album: inout Album, number: Int) in
        for _ in 0..<3 { album.setItem("item-\(number % 1_000)", number: number, size: 64) }
        if number % 3 == 0 { album.removeItem("item-\(number % 1_000)") }
      }
    } else {
      try await work { (ledger: inout Ledger, number: Int) in ledger.counts["n"] = number }
    }
  }

  private func make<Document: FileDocument>(_ document: Document) async throws {
    try await DocumentSession.create(document, at: names[0], options: options).close()
  }

  private mutating func work<Document: FileDocument>(
    _ change: @escaping @Sendable (inout Document, Int) -> Void
  ) async throws {
    while true {
      guard let path = present.first, let other = names.first(where: { $0 != path }) else { Worker.fail("no document") }
      let session = try await DocumentSession<Document>.open(at: path, options: options)
      for _ in 0..<3 {
        let number = Int.random(in: 1...1_000_000, using: &random)
        await session.update { change(&$0, number) }
        switch Int.random(in: 0..<5, using: &random) {
        case 0: try await session.move(to: session.path == path ? other : path)
        case 1:
          await session.undo()
          try await session.save()
        case 2: try await session.autosave()
        default: try await session.save()
        }
      }
      try await session.close()
      let versions = try FileVersion.versions(of: await session.path)
      if let version = versions.randomElement(using: &random) { try await version.restore() }
    }
  }
}

/// Makes a document and removes it again until the process is killed.
enum Creation {
  private static func path(_ folder: String, _ kind: String) -> String { "\(folder)/new.\(kind)" }

  /// - Throws: if the processes before have left a document that is not whole.
  static func run(_ folder: String, kind: String, dyingAfter microseconds: Int) async throws {
    let path = path(folder, kind)
    if access(path, F_OK) == 0 { try Churn.readWhole(path, kind) }
    Worker.die(after: microseconds)
    while true {
      if access(path, F_OK) == 0 { try await FileCoordinator().remove(path) }
      try await make(path, kind)
    }
  }

  /// Makes the document once more, after which nothing else is in the folder.
  static func check(_ folder: String, kind: String) async throws {
    let path = path(folder, kind)
    if access(path, F_OK) == 0 { try await FileCoordinator().remove(path) }
    try await make(path, kind)
    try Churn.readWhole(path, kind)
    let names = try FileWrapper(path: folder).fileWrappers?.keys.sorted() ?? []
    guard names == ["new.\(kind)"] else { Worker.fail("in the folder are \(names)") }
  }

  private static func make(_ path: String, _ kind: String) async throws {
    var options = DocumentOptions()
    (options.syncs, options.watches) = (false, false)
    if kind == "album" {
      try await DocumentSession.create(Album(count: 1_000, size: 64), at: path, options: options).close()
    } else {
      try await DocumentSession.create(Ledger(size: 50_000), at: path, options: options).close()
    }
  }
}

/// Changes that are not saved but autosaved beside the document.
enum Recovery {
  /// Before the process is killed, `FOLDER/autosaved` has the number of the last change that was autosaved.
  static func run(_ folder: String, dyingAfter microseconds: Int) async throws {
    var options = DocumentOptions()
    (options.autosavesInPlace, options.watches, options.syncs) = (false, false, false)
    let path = "\(folder)/draft.ledger"
    if access(path, F_OK) != 0 { try await DocumentSession.create(Ledger(), at: path, options: options).close() }
    let session = try await DocumentSession<Ledger>.open(at: path, options: options)
    var number = 0
    if let known = try? FileWrapper(path: "\(folder)/autosaved").regularFileContents() {
      number = Int(String(decoding: known, as: UTF8.self)) ?? 0
      guard await session.recovery != nil else { Worker.fail("nothing to recover; \(number) was autosaved") }
      try await session.restoreRecovery()
      let recovered = await session.document.counts["n"] ?? 0
      guard recovered >= number else { Worker.fail("recovered \(recovered), autosaved \(number)") }
      number = recovered
    }
    Worker.die(after: microseconds)
    while true {
      number += 1
      let next = number
      await session.update { $0.counts["n"] = next }
      try await session.autosave()
      try await FileWrapper(regularFileWithContents: Array("\(number)".utf8)).write(to: "\(folder)/autosaved")
    }
  }
}

/// A sequence of numbers that is the same for the same seed.
struct SplitMix: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}
