internal import Glibc
internal import TestKit
internal import Testing

/// `preview -r`.
@Suite("preview: directories", .timed) struct PreviewWalkTests {
  private let run: PreviewRun

  init() throws { run = try PreviewRun() }

  private func makeTree() throws {
    for name in ["tree", "tree/sub", "tree/sub/deep", "tree/shelf.mystuff", "tree/no"] {
      #expect(mkdir(run.folder.file(name), 0o755) == 0)
    }
    try run.add("preview/valid/plain.txt", as: "tree/plain.txt")
    try run.add("preview/valid/coast.md", as: "tree/sub/coast.md")
    try run.add("preview/valid/house.svg", as: "tree/sub/deep/house.svg")
    try run.add("preview/valid/plain.txt", as: "tree/no/left-out.txt")
    for name in ["things.plist", "lamp.png"] {
      try run.add("preview/valid/single.mystuff/\(name)", as: "tree/shelf.mystuff/\(name)")
    }
    // Its name has a type without a provider.
    try run.folder.write([1, 2, 3], to: "tree/data.unheard-of")
    symlink("..", run.folder.file("tree/sub/up"))
  }

  private func inputs(_ arguments: String...) async throws -> String {
    let result = try await run.run(
      PreviewRun.providers + ["--timeout", "120", "--json"] + arguments)
    return try await run.json("[.files[].input] | sort | join(\" \")", result.output)
  }

  @Test("Files with a provider are read, by their names; a package is one document; links cannot make loops")
  func tree() async throws {
    try makeTree()
    #expect(
      try await inputs("-r", "--exclude", "no", "tree")
        == "tree/plain.txt tree/shelf.mystuff tree/sub/coast.md tree/sub/deep/house.svg")
    #expect(try await inputs("-r", "--ext", "md,.SVG", "tree") == "tree/sub/coast.md tree/sub/deep/house.svg")
    // Outputs of the first run are not inputs of the second, whatever it writes.
    #expect(access(run.folder.file("tree/plain_thumb.png"), F_OK) == 0)
    #expect(
      try await inputs("-r", "--exclude", "no", "--kind", "preview", "tree")
        == "tree/plain.txt tree/shelf.mystuff tree/sub/coast.md tree/sub/deep/house.svg")
    #expect(
      try await inputs("-r", "--exclude", "no", "--no-clobber", "tree")
        == "tree/plain.txt tree/shelf.mystuff tree/sub/coast.md tree/sub/deep/house.svg")
  }

  @Test("A note says how many files of a folder no provider knows")
  func unknown() async throws {
    try makeTree()
    for name in ["tree/b.UNHEARD-OF", "tree/sub/plain", "tree/x.odd"] { try run.folder.write([1, 2, 3], to: name) }
    let result = try await run.run(PreviewRun.providers + ["-r", "-d", "out", "--parents", "tree"])
    #expect(result.status == 0)
    let note = "preview: note: left out 4 files that no provider knows (.unheard-of, .odd)\n"
    #expect(result.errors == note, "\(result.errors)")
  }

  @Test("The page of an earlier run is not an input, nor are outputs beside the documents")
  func page() async throws {
    try makeTree()
    for _ in 0..<2 {
      #expect(
        try await inputs("-r", "--exclude", "sub", "--exclude", "*.mystuff", "--html", "tree/all.html", "tree")
          == "tree/no/left-out.txt tree/plain.txt")
    }
  }

  @Test("With -d and --parents the tree is kept, though two folders have the same names; outputs are not read again")
  func mirrored() async throws {
    for name in ["tree", "tree/sub"] { #expect(mkdir(run.folder.file(name), 0o755) == 0) }
    try run.add("preview/valid/plain.txt", as: "tree/a.txt")
    try run.add("preview/valid/plain.txt", as: "tree/sub/a.txt")
    let refused = try await run.shipped("-r", "-d", "tree/thumbs", "tree")
    #expect(refused.status == 64)
    #expect(
      refused.errors.contains(
        "would both write 'tree/thumbs/a_thumb.png'; --parents keeps the directories of the tree"),
      "\(refused.errors)")
    for _ in 0..<2 {
      #expect(
        try await inputs("-r", "-d", "tree/thumbs", "--parents", "--no-cache", "tree") == "tree/a.txt tree/sub/a.txt")
    }
    #expect(access(run.folder.file("tree/thumbs/a_thumb.png"), F_OK) == 0)
    #expect(access(run.folder.file("tree/thumbs/sub/a_thumb.png"), F_OK) == 0)
  }

  @Test("Documents with one stem in a directory keep their extensions; a second run does not read the outputs")
  func oneStem() async throws {
    for name in ["tree", "tree/sub"] { #expect(mkdir(run.folder.file(name), 0o755) == 0) }
    try run.add("preview/valid/plain.txt", as: "tree/sub/a.txt")
    try run.add("preview/valid/coast.md", as: "tree/sub/a.md")
    try run.add("preview/valid/coast.md", as: "tree/sub/b.md")
    for arguments in [["tree"], ["tree/../tree/sub/b.md", "tree", "tree/sub/a.txt"]] {
      let result = try await run.run(
        PreviewRun.providers + ["--timeout", "120", "-r", "-d", "tree/thumbs", "--parents"] + arguments)
      #expect(result.status == 0 && result.errors == "", "\(result.errors)")
      let made = try await Tool.run("find", [run.folder.file("tree/thumbs"), "-type", "f", "-printf", "%P\n"]).text
      #expect(
        made.split(separator: "\n").sorted()
          == ["sub/a.md_thumb.png", "sub/a.txt_thumb.png", "sub/b_thumb.png"])
    }
    // The format of a preview is not known before the work, so the names do not depend on it.
    let result = try await run.shipped(
      "--kind", "preview", "-d", "previews", "--parents", "tree/sub/a.md", "tree/sub/a.txt")
    #expect(result.status == 0, "\(result.errors)")
    for name in ["a.md_preview.html", "a.txt_preview.html"] {
      #expect(access(run.folder.file("previews/\(name)"), F_OK) == 0, "\(name)")
    }
  }

  @Test("A tree without documents is told")
  func nothing() async throws {
    #expect(mkdir(run.folder.file("empty"), 0o755) == 0)
    let result = try await run.shipped("-r", "empty")
    #expect(result.status == 0 && result.errors == "preview: note: no files to read were found\n", "\(result.errors)")
    #expect(try await run.shipped("-r", "--quiet", "empty").errors == "")
  }

  @Test("Without -r directories are refused, and so are --ext and --exclude")
  func usage() async throws {
    try makeTree()
    let result = try await run.shipped("tree")
    #expect(result.status == 1 && result.errors.contains("tree: is a directory (-r reads what is in it)"))
    #expect(try await run.shipped("--ext", "md", "tree/plain.txt").status == 64)
  }
}
