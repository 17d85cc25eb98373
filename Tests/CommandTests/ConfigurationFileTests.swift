@testable internal import CommandKit
internal import TestKit
internal import Testing

/// Defaults from the file that `CAMEO_CONFIG` names.
@Suite("Defaults of options from a file", .timed)
struct ConfigurationFileTests {
  private let folder: TemporaryDirectory

  init() throws {
    folder = try TemporaryDirectory()
    try folder.write(Fixtures.bytes(Fixtures.path("jpeg/valid/photo_landscape_420.jpg")), to: "a.jpg")
  }

  /// Runs a command in the folder with a file of this text.
  private func run(
    _ command: String, _ arguments: [String], _ text: String, input: String = ""
  ) async throws -> Tool.Result {
    try folder.write(Array(text.utf8), to: "c.json")
    return try await Tool.cameo(
      command, arguments, input: Array(input.utf8), directory: folder.path, environment: ["CAMEO_CONFIG": "c.json"])
  }

  private func lines(_ result: Tool.Result) -> [String] {
    result.text.split(separator: "\n").map { $0.split(separator: " ").joined(separator: " ") }
  }

  @Test("The commands that a file can name are the programs")
  func programs() {
    // imgindex has no single command that runs in the tests' process.
    #expect(ConfigurationFile.programs == (InProcess.commands.keys + ["imgindex"]).sorted())
  }

  @Test("The names of the options of all commands are those of their groups")
  func sharedNames() {
    let declared = DeclaredOption.list(of: SharedOptions.self).filter { $0.name.hasPrefix("--") && !$0.isAction }
    #expect(SharedOptions.names == Set(declared.map { String($0.name.dropFirst(2)) }))
  }

  @Test(
    "Defaults that imgmeta reads without the argument library mean what they mean on the command line",
    arguments: [
      (#"{"imgmeta": {"json": true}}"#, "a.jpg", "--json a.jpg"),
      (#"{"imgmeta": {"tag": "Model"}}"#, "a.jpg", "--tag Model a.jpg"),
      (#"{"imgmeta": {"tag": ["Model", "Make"], "jsonl": true}}"#, "a.jpg", "--tag Model --tag Make --jsonl a.jpg"),
      (#"{"imgmeta": {"tag": ["Model", "Make"]}}"#, "a.jpg --tag ISO", "--tag ISO a.jpg"),
      (#"{"all": {"quiet": true, "workers": 2, "json": true}}"#, "a.jpg", "--json a.jpg"),
      (#"{"all": {"json": true}, "imgmeta": {"json": false}}"#, "a.jpg", "--json a.jpg"),
      (#"{"all": {"sync": true}, "imgmeta": {"print": "{name}"}}"#, "a.jpg", "--print {name} a.jpg"),
      (#"{"imgmeta": {"print": "{name}"}}"#, "--json a.jpg", "--json a.jpg"),
      (#"{"thumb": {"size": true}}"#, "a.jpg", "a.jpg"), (#"{"imgmeta": {}, "all": {}}"#, "a.jpg", "a.jpg"),
    ])
  func common(_ text: String, _ line: String, _ meaning: String) async throws {
    let with = try await run("imgmeta", line.split(separator: " ").map(String.init), text)
    let without = try await Tool.cameo(
      "imgmeta", meaning.split(separator: " ").map(String.init), directory: folder.path)
    #expect(with.status == 0 && with.text == without.text && with.errors == without.errors, "\(with)")
  }

  @Test(
    "Mistakes in the section of imgmeta are told, also where the command line is a common one",
    arguments: [
      (#"{"imgmeta": {"tag": true}}"#, "imgmeta.tag: expected a text or a number"),
      (#"{"imgmeta": {"json": "yes"}}"#, "imgmeta.json: expected true or false"),
      (#"{"imgmeta": {"print": ["{name}"]}}"#, "imgmeta.print: expected a text or a number"),
      (#"{"imgmeta": {"workers": 0}}"#, "imgmeta.workers: the value '0' is invalid for '--workers"),
      (#"{"imgmeta": {"help": true}}"#, "imgmeta.help: there is no such option"),
      (#"{"imgmeta": {"json": true, "jsno": true}}"#, "imgmeta.jsno: there is no such option; did you mean json?"),
      (#"{"all": {"tag": "Model"}}"#, "all.tag: there is no such option of all commands"),
      (#"{"all": {"size": 1}}"#, "all.size: there is no such option of all commands"),
      (#"{"all": 1}"#, "all: expected an object with options, not a number"),
    ])
  func commonMistakes(_ text: String, _ message: String) async throws {
    let result = try await run("imgmeta", ["a.jpg", "a.jpg"], text)
    #expect(result.status == 64 && result.errors.contains(message), "\(result.errors)")
  }

  @Test("The command line wins over the file, which wins over the default; --print-config shows each origin")
  func precedence() async throws {
    let text = #"""
      {"all": {"workers": 2, "quiet": true, "max-pixels": "1M"}, "mkpdf": {"margin": 3},
       "thumb": {"size": 64, "format": "png", "workers": 3, "exclude": ["a", "b"], "enlarge": false}}
      """#
    let result = try await run("thumb", ["--print-config", "-s", "32"], text)
    #expect(result.status == 0, "\(result.errors)")
    let shown = lines(result)
    for line in [
      "size 32 (flag)", "format png (file)", "workers 3 (file)", "quiet true (file)", "max-pixels 1M (file)",
      "exclude a, b (file)", "enlarge false (default)", "fit inside (default)", "output - (default)",
    ] { #expect(shown.contains(line), "\(line)") }
    let json = try await run("thumb", ["--print-config", "--json", "--exclude", "c"], text)
    let jq = try await Tool.run(
      "jq", ["-c", "[.size, .exclude, .quiet, .json, .output]"], input: json.output)
    #expect(
      jq.text == """
        [{"value":"64","origin":"file"},{"value":["c"],"origin":"flag"},{"value":true,"origin":"file"},\
        {"value":true,"origin":"flag"},{"value":null,"origin":"default"}]

        """)
    let without = try await Tool.cameo("thumb", ["--print-config"])
    #expect(without.status == 0 && lines(without).allSatisfy { $0.hasSuffix("(default)") })
  }

  @Test("Every command has --print-config, and needs no input for it")
  func everyCommand() async throws {
    for line in [
      "thumb", "imgconv", "imgmeta", "mkpdf", "preview", "imgindex update", "imgindex query", "imgindex watch",
      "imgindex duplicates", "preview explain", "preview check", "preview new", "preview doctor", "preview can",
      "preview types", "preview providers", "preview export",
    ] {
      let words = line.split(separator: " ").map(String.init)
      let result = try await run(words[0], words.dropFirst() + ["--print-config"], "{}")
      #expect(result.status == 0 && result.text.contains("(default)"), "\(line): \(result.errors)")
    }
  }

  @Test("Defaults have their effect, also where a common command line needs no argument library")
  func effect() async throws {
    let made = try await run("thumb", ["a.jpg", "-o", "out"], #"{"thumb": {"size": "40x20", "format": "png"}}"#)
    #expect(made.status == 0, "\(made.errors)")
    let picture = try await Tool.python(
      "import sys; from PIL import Image; i = Image.open(sys.argv[1]); print(i.format, max(i.size) <= 40)",
      [folder.file("out")])
    #expect(picture.text == "PNG True\n", "\(picture.errors)")
    let metadata = try await run("imgmeta", ["a.jpg"], #"{"imgmeta": {"json": true}}"#)
    #expect(metadata.text.hasPrefix("[\n{\n"), "\(metadata.text.prefix(100))")
    let list = try await run("preview", ["types"], #"{"preview": {"size": 9, "types": {"json": true}}}"#)
    #expect(list.status == 0 && list.text.hasPrefix("{"), "\(list.errors)")
    let empty = try await Tool.cameo("imgmeta", ["a.jpg"], directory: folder.path, environment: ["CAMEO_CONFIG": ""])
    #expect(empty.text.hasPrefix("a.jpg\n"))
  }

  @Test(
    "A default that does not go with the command line is left out",
    arguments: [
      ("thumb a.jpg -d . --update", #"{"thumb": {"output": "x.png", "no-clobber": true}}"#),
      ("thumb a.jpg -f png", #"{"thumb": {"quality": 90}}"#),
      ("thumb a.jpg -s 32", #"{"thumb": {"fit": "cover", "size": "64x64"}}"#),
      ("thumb a.jpg -o x.png", #"{"thumb": {"format": "webp"}}"#),
      ("thumb a.jpg -o -", #"{"all": {"json": true}}"#),
      ("thumb a.jpg", #"{"thumb": {"isolate": true, "jobs-memory": "1M", "unordered": true, "retries": 2}}"#),
      ("thumb a.jpg", #"{"all": {"ext": "jpg", "exclude": ["x"]}}"#),
      ("imgmeta a.jpg --csv", #"{"imgmeta": {"json": true}}"#),
      ("imgmeta a.jpg --jsonl", #"{"imgmeta": {"text": true, "print": "{path}"}}"#),
      ("imgconv a.jpg -o x.png", #"{"imgconv": {"progressive": true, "subsampling": "420"}}"#),
      ("imgconv a.jpg -o y.jpg --set exif.Artist=x", #"{"imgconv": {"quality": 80, "rotate": 90}}"#),
      ("mkpdf a.jpg -o x.pdf --rotate 90", #"{"mkpdf": {"rotate": 180, "output": "y.pdf"}}"#),
      ("preview types", #"{"all": {"workers": 2}, "preview": {"html": "x.html", "show": "kitty"}}"#),
      // Two defaults that exclude each other.
      ("thumb a.jpg", #"{"thumb": {"directory": ".", "output": "z.jpg"}}"#),
    ])
  func clashes(_ line: String, _ text: String) async throws {
    let words = line.split(separator: " ").map(String.init)
    let result = try await run(words[0], Array(words.dropFirst()), text)
    #expect(result.status == 0, "\(result.errors)")
    if line.contains("--csv") { #expect(result.text.hasPrefix("SourceFile") || result.text.contains(",")) }
    if line.contains("--update") { #expect(folder.names.contains("a_thumb.jpg")) }
  }

  @Test("An error of the command line alone reads as without the file")
  func ownErrors() async throws {
    for line in ["thumb", "thumb --sise 3 a.jpg", "thumb -s x a.jpg", "imgmeta --csv --json a.jpg"] {
      let words = line.split(separator: " ").map(String.init)
      let with = try await run(
        words[0], Array(words.dropFirst()), #"{"thumb": {"size": 5, "fit": "inside"}, "imgmeta": {"text": true}}"#)
      let without = try await Tool.cameo(words[0], Array(words.dropFirst()), directory: folder.path)
      #expect(with.status == 64 && with.errors == without.errors, "\(with.errors)")
    }
  }

  @Test(
    "Mistakes in the file are told with path, line, key and reason",
    arguments: [
      ("{\n\"thumb\": {\n\"sise\": 1}}", "c.json: line 3: thumb.sise: there is no such option; did you mean size?"),
      (#"{"thum": {}}"#, "c.json: line 1: thum: there is no such command; did you mean thumb?"),
      (#"{"previewd": {}}"#, "previewd has a file of its own (--config)"),
      (#"{"all": {"size": 1}}"#, "all.size: there is no such option of all commands"),
      (#"{"all": {"qiuet": true}}"#, "all.qiuet: there is no such option of all commands; did you mean quiet?"),
      (#"{"thumb": 3}"#, "thumb: expected an object with options, not a number"),
      (#"{"thumb": {"size": true}}"#, "thumb.size: expected a text or a number"),
      (#"{"thumb": {"size": [1, 2]}}"#, "thumb.size: expected a text or a number"),
      (#"{"thumb": {"enlarge": "yes"}}"#, "thumb.enlarge: expected true or false"),
      (#"{"thumb": {"print-config": true}}"#, "thumb.print-config: there is no such option"),
      ("{\n\"thumb\": {\"size\": \"abc\"}}", "c.json: line 2: thumb.size: the value 'abc' is invalid for '--size"),
      (#"{"thumb": {"fit": "round"}}"#, "line 1: thumb.fit: the value 'round' is invalid for '--fit"),
      (#"{"thumb": {"output": ""}}"#, "thumb.output: -o needs a path"),
      (#"{"thumb": {"output": "{name"}}"#, "c.json: line 1: thumb.output: "),
      (#"{"thumb": {"output": "jpg"}}"#, "c.json: line 1: thumb.output: -o jpg: that is a format"),
      (#"{"thumb": {"size": ""}}"#, "c.json: line 1: thumb.size: the value '' is invalid for '--size"),
      (#"{"thumb": {"profile": "missing.icc"}}"#, "c.json: line 1: thumb.profile: missing.icc: "),
      ("[]", "c.json: expected an object, not a list"), ("{", "c.json: "),
      (#"{"thumb": {}, "thumb": {}}"#, "appears twice"), ("<plist><dict><key>a</key></dict></plist>", "has no value"),
      ("bplist00", "c.json: "), (String(repeating: "[", count: 100_000), "nested more than"),
    ])
  func mistakes(_ text: String, _ message: String) async throws {
    let result = try await run("thumb", ["a.jpg"], text)
    #expect(result.status == 64 && result.errors.contains(message), "\(result.errors)")
    #expect(result.errors.hasPrefix("thumb: c.json: ") && result.errors.utf8.count { $0 == 0x0A } == 1)
    #expect(folder.names == ["a.jpg", "c.json"])
    let help = try await run("thumb", ["--help"], text)
    #expect(help.status == 0 && help.text.contains("--print-config"))
  }

  @Test("A mistake in a section of a subcommand, or beside it, is told")
  func subcommands() async throws {
    for (text, message) in [
      (#"{"imgindex": {"qurey": {"limit": 1}}}"#, "imgindex.qurey: there is no such option; did you mean query?"),
      (#"{"imgindex": {"query": 1}}"#, "imgindex.query: expected an object with options, not a number"),
      (#"{"imgindex": {"query": {"limt": 1}}}"#, "imgindex.query.limt: there is no such option; did you mean limit?"),
      (#"{"imgindex": {"query": {"limit": "x"}}}"#, "imgindex.query.limit: the value 'x' is invalid for '--limit"),
    ] {
      let result = try await run("imgindex", ["query", "none.db"], text)
      #expect(result.status == 64 && result.errors.contains(message), "\(result.errors)")
    }
  }

  @Test("A fifo, a directory, a missing and a large file are errors at once")
  func hostileFiles() async throws {
    #expect(try await Tool.run("mkfifo", [folder.file("fifo")]).status == 0)
    #expect(try await Tool.run("truncate", ["-s", "100M", folder.file("large")]).status == 0)
    for (name, reason) in [
      ("fifo", "is not a regular file"), (".", "is a directory"), ("large", "larger than"), ("missing", "No such file"),
      ("/dev/zero", "is not a regular file"),
    ] {
      let result = try await Tool.cameo(
        "thumb", ["a.jpg"], directory: folder.path, environment: ["CAMEO_CONFIG": name])
      #expect(result.status == 64, "\(result.errors)")
      #expect(result.errors.hasPrefix("thumb: \(name): ") && result.errors.contains(reason), "\(result.errors)")
      #expect(result.errors.contains("(CAMEO_CONFIG)"), "\(result.errors)")
    }
  }

  @Test("A property list works as well")
  func propertyList() async throws {
    let text = """
      <?xml version="1.0"?><!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "x">
      <plist><dict><key>thumb</key><dict><key>size</key><integer>40</integer><key>enlarge</key><true/></dict></dict></plist>
      """
    let shown = lines(try await run("thumb", ["--print-config"], text))
    #expect(shown.contains("size 40 (file)") && shown.contains("enlarge true (file)"))
  }

  @Test("Jobs have the defaults, and their own options win", arguments: ["", "--isolate"])
  func jobs(_ mode: String) async throws {
    let jobs = """
      {"id": 1, "input": "a.jpg", "output": "1.jpg"}
      {"id": 2, "input": "a.jpg", "output": "2", "format": "png"}
      {"id": 3, "input": "a.jpg", "output": "3.jpg", "size": 20, "quality": 50}

      """
    let text = #"""
      {"all": {"recursive": true, "workers": 1}, "thumb": {"size": 30, "quality": 90, "output": "x.jpg"}}
      """#
    let result = try await run(
      "thumb", ["--jobs", "-"] + (mode.isEmpty ? [] : [mode]), text, input: jobs)
    #expect(result.status == 0, "\(result.errors)")
    let states = try await Tool.run("jq", ["-c", "[.id, .status]"], input: result.output)
    #expect(states.text == "[1,\"ok\"]\n[2,\"ok\"]\n[3,\"ok\"]\n", "\(result.text)")
    let sizes = try await Tool.python(
      """
      import sys; from PIL import Image
      print([(i.format, max(i.size)) for i in (Image.open(sys.argv[1] + '/' + n) for n in ('1.jpg', '2', '3.jpg'))])
      """, [folder.path])
    #expect(sizes.text == "[('JPEG', 30), ('PNG', 30), ('JPEG', 20)]\n", "\(sizes.errors)")
  }

  @Test("The file of docs/configuration.md is valid for all commands")
  func documentation() async throws {
    let guide = String(decoding: Fixtures.bytes("\(Fixtures.root)/docs/configuration.md"), as: UTF8.self)
    let text = String(try #require(guide.split(separator: "```json\n").dropFirst().first).split(separator: "```")[0])
    for line in ["thumb", "imgmeta", "imgconv", "mkpdf", "preview", "preview providers", "imgindex query"] {
      let words = line.split(separator: " ").map(String.init)
      let result = try await run(words[0], words.dropFirst() + ["--print-config"], text)
      #expect(result.status == 0 && result.text.contains("(file)"), "\(line): \(result.errors)")
    }
  }
}
