internal import ArgumentParser
internal import ByteStreams
internal import CommandKit
internal import Glibc
internal import ImageModel
internal import Templates
internal import TestKit
internal import Testing

@Suite("Plans of outputs", .timed)
struct OutputPlanTests {
  private let folder: TemporaryDirectory

  init() throws { folder = try TemporaryDirectory() }

  private func plan(
    _ arguments: [String], extensions: [String] = ["jpg", "png"], recognisable: Bool = true
  ) throws -> OutputPlan {
    let options = try PlanOptions.parse(arguments)
    let naming = OutputNaming(
      fileName: try OutputTemplate("{stem}_thumb.{ext}"), goesBesideInput: true, isRecognisable: recognisable,
      extensions: extensions, extensionOfOutput: { $0.name.contains("clear") ? "png" : "jpg" })
    return try OutputPlan(
      try options.input.settings.expand(limits: .standard, once: true), input: options.input.settings,
      output: options.output.settings, json: false,
      naming: naming)
  }

  private func file(_ name: String) throws -> String { try folder.write([1], to: name) }

  private func reason(_ arguments: [String], extensions: [String] = ["jpg", "png"]) -> String {
    do {
      _ = try plan(arguments, extensions: extensions)
      return ""
    } catch let error as ValidationError {
      return error.message
    } catch {
      return "\(error)"
    }
  }

  @Test("An output goes beside its input, into a directory, or where a template says")
  func places() throws {
    let a = try file("a.png")
    #expect(try plan([a], extensions: ["jpg"]).targets == [.path(folder.file("a_thumb.jpg"))])
    #expect(try plan([a, "-d", "x"], extensions: ["jpg"]).targets == [.path("x/a_thumb.jpg")])
    #expect(try plan([a, "-o", "x/"], extensions: ["jpg"]).targets == [.path("x/a_thumb.jpg")])
    #expect(try plan([a, "-o", folder.path], extensions: ["jpg"]).targets == [.path(folder.file("a_thumb.jpg"))])
    #expect(try plan([a, "-o", "{n}.png"], extensions: ["jpg"]).targets == [.path("1.png")])
    #expect(try plan(["-"], extensions: ["jpg"]).targets == [.path("stdin_thumb.jpg")])
  }

  @Test("Two inputs that would write one output of a template are refused")
  func collisions() throws {
    let (a, b) = (try file("a.jpg"), try file("a.jpeg"))
    let clear = try file("a.clear.png")
    #expect(
      reason([a, b, "-o", "x/{stem}.{ext}"])
        == "'\(a)' and '\(b)' would both write 'x/a.jpg'; {name} in -o keeps them apart")
    #expect(
      reason([a, b, try file("c.jpg"), try file("c.png"), try file("a.png"), "-o", "x/{stem}.png"])
        .contains("would both write 'x/a.png', and 3 more of the inputs collide; {name} in -o"))
    #expect(reason([a, folder.file("x/a.jpg"), "-o", "{name}.x"]).hasSuffix("; {n} in -o keeps them apart"))
    #expect(reason([a, b, "-o", "one.jpg"]).contains("2 inputs would all write 'one.jpg'"))
    #expect(reason([a, clear, "-o", "one.{ext}"]) == "")
    #expect(reason([a, b, "-o", "/dev/null"]) == "")
    #expect(reason([a, b, "-o", "{n}.jpg"]) == "")
  }

  @Test("Several files of two inputs never mix: their names differ, or they are refused")
  func severalFiles() throws {
    let options = try PlanOptions.parse([])
    let inputs = try ["a.jpg", "a.png"].map { InputFile.path(try file($0)) }
    func plan(_ inputs: [InputFile], _ template: String, directory: String? = nil) throws -> OutputPlan {
      var naming = OutputNaming(
        fileName: try OutputTemplate("{stem}_{width}.{ext}"), goesBesideInput: false, isRecognisable: false,
        extensions: ["webp", "jpg"], extensionOfOutput: { _ in "webp" })
      naming.makesSeveral = true
      var output = options.output.settings
      (output.output, output.directory) = (directory == nil ? template : nil, directory)
      return try OutputPlan(inputs, input: options.input.settings, output: output, json: false, naming: naming)
    }
    let names = try plan(inputs, "", directory: "w").targets.map { target in
      guard case .named(let template, let name) = target else { return "known" }
      return template.path(for: name) { $0 == .ext ? "webp" : "50" } ?? "no path"
    }
    #expect(names == ["w/a.jpg_50.webp", "w/a.png_50.webp"])
    #expect {
      try plan(inputs, "w/{stem}_{width}.{ext}")
    } throws: {
      ($0 as? ValidationError)?.message.contains("would both write 'w/a_{width}.webp'; {name} in -o") == true
    }
    _ = try plan(inputs, "w/{stem}_{hash}_{width}.{ext}")
    #expect(mkdir(folder.file("q"), 0o755) == 0)
    let other = InputFile.path(try file("q/a.png"))
    #expect(throws: ValidationError.self) { try plan([inputs[1], other], "", directory: "w") }
  }

  @Test("Files in the folder of -d are not inputs of a walk that comes by, where names do not tell the outputs")
  func outputFolderInTree() throws {
    for directory in ["w", "w/x", "wide"] { #expect(mkdir(folder.file(directory), 0o755) == 0) }
    for name in ["a.jpg", "w/b.jpg", "w/x/c.jpg", "wide/d.jpg"] { _ = try file(name) }
    func inputs(_ arguments: [String]) throws -> [String] {
      try plan(arguments, extensions: ["png"], recognisable: false).inputs.map(\.name)
    }
    let (w, a, d) = (folder.file("w"), folder.file("a.jpg"), folder.file("wide/d.jpg"))
    let both = [folder.file("w/b.jpg"), folder.file("w/x/c.jpg")]
    #expect(try inputs(["-r", folder.path, "-d", w, "--parents"]) == [a, d])
    #expect(try inputs(["-r", w, "-d", w, "--parents"]) == both)
    #expect(Set(try inputs(["-r", folder.path, w, "-d", w, "--parents"])) == Set([a, d] + both))
    #expect(try inputs(["-r", folder.path, "-d", folder.path, "--parents"]).count == 4)
    let note = try plan(["-r", folder.path, "-d", w], extensions: ["png"], recognisable: false).note
    #expect(note?.hasPrefix("left out 2 files in \(w), ") == true, "\(note ?? "")")
  }

  @Test("Inputs of one directory that would get the same default name keep their extensions, in any order")
  func longerNames() throws {
    let files = try ["a.jpg", "a.jpeg", "b.jpg", "a"].map(file)
    func outputs(_ inputs: [String], _ arguments: [String] = []) throws -> Set<String> {
      Set(
        try plan(inputs + arguments, extensions: ["jpg"]).targets.map { target in
          if case .path(let path) = target { path } else { "unknown" }
        })
    }
    let names = ["a.jpg_thumb.jpg", "a.jpeg_thumb.jpg", "b_thumb.jpg", "a_thumb.jpg"]
    for inputs in [files, files.reversed()] {
      #expect(try outputs(inputs) == Set(names.map { folder.file($0) }))
      #expect(try outputs(inputs, ["-d", "x"]) == Set(names.map { "x/" + $0 }))
      #expect(try outputs(inputs, ["-o", "x/"]) == Set(names.map { "x/" + $0 }))
    }
    // The longer name of one input may be the name of another one.
    let more = try ["a.jpg.png", "a.jpeg.png"].map(file)
    #expect(
      try outputs(files + more)
        == Set((names + ["a.jpg.png_thumb.jpg", "a.jpeg.png_thumb.jpg"]).map { folder.file($0) }))
    // Two directories may have the same names, so -d refuses them.
    #expect(mkdir(folder.file("y"), 0o755) == 0)
    #expect(
      reason(["-d", "out", files[2], try file("y/b.jpg")], extensions: ["jpg"])
        .hasSuffix("would both write 'out/b_thumb.jpg'; a -d of its own for each directory keeps them apart"))
  }

  @Test("Inputs whose outputs have other formats keep the short name")
  func longerNamesByContent() throws {
    let inputs = try ["a.jpg", "a_clear.jpg", "b.jpg", "b.png"].map(file)
    func names(_ inputs: [String]) throws -> [String] {
      try plan(inputs).targets.map { target in
        guard case .named(let template, let name) = target else { return "known" }
        return PathText.split(template.path(for: name) { $0 == .ext ? "x" : nil } ?? "").name
      }
    }
    #expect(try names(inputs) == ["a_thumb.x", "a_clear_thumb.x", "b.jpg_thumb.x", "b.png_thumb.x"])
    #expect(mkdir(folder.file("clear"), 0o755) == 0)
    // The plan of these tests makes a PNG of a file that has "clear" in its path.
    #expect(try names([inputs[0], folder.file("clear/../a.png")]) == ["a_thumb.x", "a_thumb.x"])
  }

  @Test("Outputs with longer names are not inputs of the next run")
  func longerNamesOfAnEarlierRun() throws {
    for name in ["a.png", "a.jpg", "a.png_thumb.jpg", "a.jpg_thumb.png", "b.png_thumb.jpg"] { _ = try file(name) }
    #expect(
      try plan(["-r", folder.path]).inputs.map(\.name)
        == ["a.jpg", "a.png", "b.png_thumb.jpg"].map { folder.file($0) })
  }

  @Test("Outputs of a run into another directory are known by their names, and a note says that they are left out")
  func earlierOutputsElsewhere() throws {
    for directory in ["other", "other/x"] { #expect(mkdir(folder.file(directory), 0o755) == 0) }
    let outputs = try ["other/a_thumb.png", "other/b.png_thumb.jpg", "other/x/b_thumb.jpg"].map(file)
    for name in ["a.jpg", "b.png", "other/_thumb.jpg", "other/c_thumb.jpg", "other/x/own.jpg"] { _ = try file(name) }
    let plan = try plan(["-r", folder.path, "-d", folder.file("new")])
    #expect(
      plan.inputs.map(\.name)
        == ["a.jpg", "b.png", "other/_thumb.jpg", "other/c_thumb.jpg", "other/x/own.jpg"].map { folder.file($0) })
    #expect(plan.note?.hasPrefix("left out \(outputs[0]) and 2 more, ") == true, "\(plan.note ?? "")")
    // Arguments are inputs, and nothing is said about files that this run would write itself.
    #expect(try self.plan(["-r", folder.path, outputs[0], "-d", folder.file("new")]).inputs.count == 6)
    #expect(try self.plan(["-r", folder.path, "-d", folder.file("other"), "--exclude", "x"]).note == nil)
  }

  @Test("A file that is named twice is one input, and the order of the arguments does not change its output")
  func repeats() throws {
    for directory in ["t", "t/x"] { #expect(mkdir(folder.file(directory), 0o755) == 0) }
    let (a, b) = (try file("t/a.jpg"), try file("t/x/b.jpg"))
    let detour = folder.file("t/../t/x")
    #expect(try plan([a, a]).inputs == [.path(a)])
    #expect(try plan([b, folder.file("t/x/./b.jpg"), detour + "/b.jpg"]).inputs == [.path(b)])
    let tree = Set([OutputTarget.path("out/a_thumb.jpg"), .path("out/x/b_thumb.jpg")])
    for arguments in [
      [folder.file("t"), detour], [detour, folder.file("t")], [b, folder.file("t")], [folder.file("t"), b],
      [folder.file("t/x"), a, detour + "/..", folder.file("t")],
    ] {
      let plan = try plan(["-r", "-d", "out", "--parents"] + arguments, extensions: ["jpg"])
      #expect(Set(plan.targets) == tree && plan.targets.count == 2, "\(arguments)")
      #expect(Set(plan.inputs.map(\.name)) == [a, b], "\(arguments)")
    }
    // A link is another name.
    #expect(symlink("a.jpg", folder.file("t/link.jpg")) == 0)
    #expect(try plan([a, folder.file("t/link.jpg")]).inputs.count == 2)
  }

  @Test("Two paths to one output are one output")
  func collisionThroughLinks() throws {
    let a = try file("a.jpg")
    #expect(mkdir(folder.file("x"), 0o755) == 0)
    #expect(symlink("x", folder.file("y")) == 0)
    #expect(symlink("../a.jpg", folder.file("x/b.jpg")) == 0)
    #expect(reason([a, folder.file("x/b.jpg"), "-o", folder.path + "/x/{n}.jpg"]) == "")
    #expect(symlink("../a.jpg", folder.file("x/c.jpg")) == 0)
    #expect(
      reason([folder.file("x/b.jpg"), folder.file("y/c.jpg"), "-o", "{dir}/same.jpg"]).contains("would both write"))
  }

  @Test("An output that is another input is refused; its own input is checked later")
  func outputIsInput() throws {
    let (a, b) = (try file("a.jpg"), try file("b.jpg"))
    #expect(symlink("b.jpg", folder.file("a_thumb.jpg")) == 0)
    #expect(reason([a, b]).contains("would overwrite '\(b)', which is an input too"))
    #expect(reason([a, b, "-o", "{dir}/{name}"]) == "")
  }

  @Test("Standard output takes one input and no report")
  func standardOutput() throws {
    let (a, b) = (try file("a.jpg"), try file("b.jpg"))
    #expect(reason([a, b, "-o", "-"]).contains("takes one input, not 2"))
    #expect(reason(["-", "-"]).contains("only once"))
    #expect(reason(["-", "--files-from", "-"]).contains("only once"))
    #expect(reason([]).contains("no input files"))
  }

  @Test("Directories are read in order, links to directories are not followed, other files are left out")
  func recursion() throws {
    #expect(mkdir(folder.file("b"), 0o755) == 0)
    for name in ["b/z.PNG", "b/a.txt", "c.tiff", "a.jpeg", "B.svg", "noextension"] { _ = try file(name) }
    #expect(symlink("..", folder.file("b/loop")) == 0)
    #expect(symlink("c.tiff", folder.file("d.tif")) == 0)
    #expect(symlink("nowhere", folder.file("e.jpg")) == 0)
    let inputs = try plan(["-r", folder.path]).inputs
    #expect(inputs.map(\.name) == ["a.jpeg", "b/z.PNG", "c.tiff", "d.tif"].map { folder.file($0) })
    guard case .unusable(_, let error)? = try plan([folder.path]).inputs.first else {
      Issue.record("a directory without -r is an input")
      return
    }
    #expect(error.kind == .io)
  }

  @Test("With -r, thumbnails of an earlier run are not inputs, unless they are named")
  func earlierThumbnails() throws {
    for name in ["a.jpg", "a_thumb.jpg", "b_thumb.jpg", "a_thumb_thumb.jpg"] { _ = try file(name) }
    #expect(try plan(["-r", folder.path]).inputs == ["a.jpg", "b_thumb.jpg"].map { .path(folder.file($0)) })
    #expect(try plan(["-r", folder.path], extensions: ["x"], recognisable: false).inputs.count == 4)
    #expect(
      reason(["-r", folder.path, folder.file("a_thumb.jpg")]).contains("would overwrite"), "a named input stays one")
  }

  @Test("A list that a program made twice has the outputs of the first run; they are left out with a note")
  func earlierThumbnailsInList() throws {
    let names = try ["a.jpg", "a_thumb.jpg", "b.png", "b_thumb.jpg", "c_thumb.jpg"].map { try file($0) }
    let list = folder.file("list")
    try folder.write(Array(names.joined(separator: "\n").utf8), to: "list")
    let plan = try plan(["--files-from", list])
    #expect(plan.inputs == [names[0], names[2], names[4]].map { .path($0) })
    #expect(plan.note?.hasPrefix("left out \(names[1]) and 1 more, ") == true, "\(plan.note ?? "")")
    // An argument is never left out.
    #expect(reason(["--files-from", list, names[1]]).contains("would overwrite"))
  }

  @Test("With -r, -d and --parents the directories of the tree are kept below -d")
  func mirrored() throws {
    for directory in ["tree", "tree/x", "tree/x/deep", "other", "other/x"] {
      #expect(mkdir(folder.file(directory), 0o755) == 0)
    }
    for name in ["tree/a.png", "tree/x/a.png", "tree/x/deep/a.png", "b.png"] { _ = try file(name) }
    let (tree, other) = (folder.file("tree"), folder.file("other"))
    func targets(_ arguments: String...) throws -> [OutputTarget] {
      try plan(["-r", "-d", "out"] + arguments, extensions: ["jpg"]).targets
    }
    let mirrored = ["out/a_thumb.jpg", "out/x/a_thumb.jpg", "out/x/deep/a_thumb.jpg"].map { OutputTarget.path($0) }
    #expect(try targets("--parents", tree) == mirrored)
    #expect(try targets("--parents", tree + "/", folder.file("b.png")) == mirrored + [.path("out/b_thumb.jpg")])
    #expect(try targets("--parents", tree + "/x") == [.path("out/a_thumb.jpg"), .path("out/deep/a_thumb.jpg")])
    // Without --parents all outputs go into one directory.
    #expect(
      reason(["-r", "-d", "out", tree]).hasSuffix(
        "'out/a_thumb.jpg', and 1 more of the inputs collide; --parents keeps the directories of the tree"))
    #expect(try targets("--exclude", "x", tree) == [.path("out/a_thumb.jpg")])
    // Each tree begins at -d.
    _ = try file("other/a.png")
    #expect(
      reason(["-r", "-d", "out", "--parents", tree, other], extensions: ["jpg"])
        .hasSuffix("'out/a_thumb.jpg'; a -d of its own for each directory keeps them apart"))
  }

  @Test("Outputs of an earlier run below -d are not inputs", arguments: [["--parents"], []])
  func earlierOutputsBelowDirectory(_ options: [String]) throws {
    for directory in ["x", "small", "small/x"] { #expect(mkdir(folder.file(directory), 0o755) == 0) }
    for name in [
      "a.png", "x/b.png", "small/a_thumb.png", "small/x/b_thumb.jpg", "small/b_thumb.png", "small/own.png",
    ] {
      _ = try file(name)
    }
    let found = try plan(["-r", "-d", folder.file("small")] + options + [folder.path], extensions: ["jpg"]).inputs
    #expect(found.map(\.name) == ["a.png", "small/own.png", "x/b.png"].map { folder.file($0) })
  }

  @Test("Names of outputs in other directories are not inputs, unless no run writes such a file or a list names it")
  func earlierNamesThatStay() throws {
    for directory in ["x", "y"] { #expect(mkdir(folder.file(directory), 0o755) == 0) }
    for name in ["x/a.png", "y/a_thumb.jpg", "y/a_thumb.jpeg"] { _ = try file(name) }
    let found = try plan(["-r", folder.path], extensions: ["jpg"]).inputs
    #expect(found.map(\.name) == ["x/a.png", "y/a_thumb.jpeg"].map { folder.file($0) })
    let list = ["x/a.png", "y/a_thumb.jpg"].map { folder.file($0) }
    try folder.write(Array(list.joined(separator: "\n").utf8), to: "list")
    let listed = try plan(["-r", "--files-from", folder.file("list")], extensions: ["jpg"]).inputs
    #expect(listed.map(\.name) == list)
  }

  @Test(
    "Outputs of the same template are not inputs, with any sizes",
    arguments: [
      ("{dir}/{stem}-small.{ext}", "a-small.png"), ("{dir}/small_{name}.jpg", "small_a.jpg.jpg"),
      ("{dir}/{stem}_{width}x{height:4}.jpg", "a_12x0034.jpg"), ("{dir}/{stem}{width}{height}.jpg", "a12.jpg"),
    ])
  func earlierOutputsOfATemplate(_ template: String, _ output: String) throws {
    for name in ["a.jpg", output, "b-small.png", "a_x34.jpg", "a_12x.jpg"] { _ = try file(name) }
    let inputs = try plan(["-r", folder.path, "-o", template]).inputs.map(\.name)
    #expect(inputs == ["a.jpg", "a_12x.jpg", "a_x34.jpg", "b-small.png"].map { folder.file($0) })
  }

  @Test("Originals with numeric names stay, if they are not outputs of another")
  func earlierOutputsOfNumberedOriginals() throws {
    let originals = (1...40).map { "IMG_\($0 + 1_000).jpg" } + ["IMG_100.jpg", "IMG_1001_.jpg", "IMG_1050_160.jpg"]
    let outputs = ["IMG_1001_160.jpg", "IMG_1040_1.jpg", "IMG_100_2000.jpg", "IMG_1007_0160.jpg"]
    for name in originals + outputs { _ = try file(name) }
    let inputs = try plan(["-r", folder.path, "-o", "{dir}/{stem}_{width}.jpg"]).inputs.map(\.name)
    #expect(inputs.sorted() == originals.map { folder.file($0) }.sorted())
    // Digits of the number and of the name touch: 10011 is 1001 and a width of 1.
    _ = try file("IMG_10011.jpg")
    let touching = try plan(["-r", folder.path, "-o", "{dir}/{stem}{width}.jpg"]).inputs.map(\.name)
    #expect(!touching.contains(folder.file("IMG_10011.jpg")))
    #expect(!touching.contains(folder.file("IMG_1001.jpg")), "100 and a width of 1")
    #expect(touching.contains(folder.file("IMG_100.jpg")))
  }

  @Test("An original that an output would replace does not count as an earlier output")
  func originalsStayInputs() throws {
    for name in ["a.png", "a.jpg", "2.jpg"] { _ = try file(name) }
    #expect(reason(["-r", folder.path, "-o", "{dir}/{stem}.jpg"]).contains("would both write"))
    #expect(try plan(["-r", folder.path, "-o", folder.path + "/x{n}.jpg"]).inputs.count == 3)
    #expect(reason(["-r", folder.path, "-o", folder.path + "/{n}.jpg"]).contains("which is an input too"))
  }

  @Test("A walk chooses by suffix and leaves out what is excluded")
  func filters() throws {
    for directory in ["x", "x/cache", "y"] { #expect(mkdir(folder.file(directory), 0o755) == 0) }
    for name in ["a.jpg", "b.PNG", "c.dat", "x/d.jpg", "x/cache/e.jpg", "y/f.tif", "jpg"] { _ = try file(name) }
    func found(_ arguments: [String]) throws -> [String] {
      try plan(["-r", folder.path] + arguments).inputs.map { String($0.name.dropFirst(folder.path.count + 1)) }
    }
    #expect(try found([]) == ["a.jpg", "b.PNG", "x/cache/e.jpg", "x/d.jpg", "y/f.tif"])
    #expect(try found(["--ext", "png,.dat"]) == ["b.PNG", "c.dat"])
    #expect(try found(["--exclude", "cache", "--exclude", "*.PNG"]) == ["a.jpg", "x/d.jpg", "y/f.tif"])
    #expect(try found(["--exclude", "x/*.jpg"]) == ["a.jpg", "b.PNG", "y/f.tif"])
    #expect(try found(["--exclude", "[ab].*", "--exclude", "?"]) == [])
    #expect(throws: (any Error).self) { try plan(["-r", folder.path, "--ext", "jpg,,png"]) }
    #expect(reason(["--ext", "jpg", folder.file("a.jpg")]).contains("-r"))
    #expect(reason(["--exclude", "x", folder.file("a.jpg")]).contains("-r"))
  }

  @Test("A walk does not leave its tree by a link, and skips everything that is not a file")
  func links() throws {
    for directory in ["tree", "tree/x", "other"] { #expect(mkdir(folder.file(directory), 0o755) == 0) }
    for name in ["tree/a.jpg", "tree/x/b.jpg", "other/c.jpg"] { _ = try file(name) }
    for (target, link) in [
      ("a.jpg", "inside.jpg"), ("../other/c.jpg", "outside.jpg"), ("../other", "folder"), ("x", "x2"), ("..", "up"),
      ("gone.jpg", "broken.jpg"), ("../tree-2", "near.jpg"),
    ] {
      #expect(symlink(target, folder.file("tree/" + link)) == 0)
    }
    _ = try file("tree-2")
    #expect(mkfifo(folder.file("tree/fifo.jpg"), 0o600) == 0)
    #expect(symlink("tree", folder.file("start")) == 0)
    let expected = ["a.jpg", "inside.jpg", "x/b.jpg"]
    for start in ["tree", "start"] {
      let found = try plan(["-r", folder.file(start)], recognisable: false).inputs
      #expect(found.map(\.name) == expected.map { folder.file("\(start)/\($0)") })
    }
  }

  @Test("Names that are canonically equivalent in Unicode are two files")
  func equivalentNames() throws {
    for name in ["\u{E9}.jpg", "e\u{301}.jpg"] { _ = try file(name) }
    let plan = try plan(["-r", folder.path])
    #expect(plan.inputs.count == 2)
  }

  @Test("Lists have lines, or names that end with NUL bytes")
  func lists() throws {
    #expect(FileList.names(in: Array("a b\n\nc\n".utf8)) == ["a b", "c"].map { Array($0.utf8) })
    #expect(FileList.names(in: Array("a\nb\0c\0".utf8)) == ["a\nb", "c"].map { Array($0.utf8) })
    #expect(FileList.names(in: Array("a b\r\n\r\nc".utf8)) == ["a b", "c"].map { Array($0.utf8) })
    #expect(FileList.names(in: Array("a\r\0b".utf8)) == ["a\r", "b"].map { Array($0.utf8) })
    let list = try folder.write(Array("x.jpg\ny\u{301}.png".utf8), to: "list")
    #expect(
      try plan(["z.jpg", "--files-from", list]).inputs == [.path("z.jpg"), .path("x.jpg"), .path("y\u{301}.png")])
    let invalid = try folder.write([0x61, 0xFF, 0x2E], to: "invalid")
    #expect(try plan(["--files-from", invalid]).inputs == [.path(PathText.text([0x61, 0xFF, 0x2E]))])
  }
}

/// The two groups of options that a plan is made from.
struct PlanOptions: ParsableArguments {
  @OptionGroup var input: InputOptions
  @OptionGroup var output: OutputOptions
}
