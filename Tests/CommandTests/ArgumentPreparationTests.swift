internal import ArgumentParser
@testable internal import CommandKit
internal import ImageModel
internal import ImagingCommands
internal import TestKit
internal import Testing
@testable internal import imgconv
@testable internal import imgmeta
@testable internal import mkpdf
@testable internal import preview
@testable internal import thumb

@Suite("Short options", .timed)
struct ShortOptionTests {
  @Test(
    "Values and flags are split where the argument library would not split them",
    arguments: [
      (["-rs256", "a"], ["-r", "-s=256", "a"]), (["-oname=x"], ["-o=name=x"]), (["-rofile"], ["-r", "-o=file"]),
      (["-s256"], ["-s256"]), (["-o=x"], ["-o=x"]), (["-o", "-rs256"], ["-o", "-rs256"]),
      (["--output", "-rs256"], ["--output", "-rs256"]), (["--output=x", "-rs256"], ["--output=x", "-r", "-s=256"]),
      (["--", "-rs256"], ["--", "-rs256"]), (["-o", "--", "-rs256"], ["-o", "--", "-r", "-s=256"]),
      (["-x=1", "-", ""], ["-x=1", "-", ""]),
    ])
  func separated(_ arguments: [String], _ expected: [String]) {
    #expect(ShortOptions.separated(arguments) == expected)
  }

  @Test("The letters are those of the declared options")
  func letters() {
    var (withValue, flags): ([Character: String], Set<Character>) = ([:], [])
    for command in InProcess.commands.values {
      for (name, option) in DeclaredOption.all(of: command) where !name.hasPrefix("--") {
        guard let letter = name.last else { continue }
        if option.takesValue { withValue[letter] = String(option.name.dropFirst(2)) } else { flags.insert(letter) }
      }
    }
    #expect(withValue == ShortOptions.withValue)
    #expect(flags == ShortOptions.flags)
  }
}

@Suite("Options as other programs write them", .timed)
struct OneDashTests {
  @Test(
    "Our option is named",
    arguments: [
      ("imgconv -resize 50% a.jpg -o b.png", "unknown option '-resize'; did you mean '--resize'?"),
      ("imgconv -strip a.jpg -o b.png", "unknown option '-strip'; did you mean '--strip'?"),
      ("imgconv -quality 80 a.jpg -o b.jpg", "unknown option '-quality'; did you mean '--quality'?"),
      ("thumb -output b.jpg a.jpg", "unknown option '-output'; did you mean '--output'?"),
      ("thumb -resize=50 a.jpg", "unknown option '-resize'; did you mean '--size'?"),
      ("imgmeta -json a.jpg", "unknown option '-json'; did you mean '--json'?"),
      ("imgconv -thumbnail 100x100 a.jpg b.jpg", "unknown option '-thumbnail'; did you mean '--thumbnail'?"),
      ("thumb --width 50 a.jpg", "unknown option '--width'; did you mean '--size'?"),
      ("imgconv --output-dir b a.jpg", "unknown option '--output-dir'; did you mean '--directory'?"),
      ("mkpdf a.jpg -pages 2 -o b.pdf", "unknown option '-pages'; did you mean '--pages'?"),
      // -r -o tate, and -d epth.
      ("thumb -rotate 90 a.jpg", "unknown option '-rotate'; imgconv has '--rotate'"),
      ("thumb -depth 8 a.jpg", "unknown option '-depth'; imgconv has '--depth'"),
      ("imgconv -auto-orient a.jpg b.jpg", "unknown option '-auto-orient'; did you mean '--orient'?"),
      ("imgconv -overwrite_original a.jpg", "unknown option '-overwrite_original'; did you mean '--in-place'?"),
      // Tags of exiftool. Each has an h.
      ("imgmeta -Copyright a.jpg", "unknown option '-Copyright'; did you mean '--tag Copyright'?"),
      ("imgmeta a.jpg -IPTC:Headline", "unknown option '-IPTC:Headline'; did you mean '--tag IPTC:Headline'?"),
      ("imgmeta -whitebalance a.jpg", "unknown option '-whitebalance'; did you mean '--tag whitebalance'?"),
      ("imgmeta -Artist=Ann a.jpg", "unknown option '-Artist'; did you mean 'imgconv --set exif.Artist=Ann'?"),
      ("imgconv -Artist=Ann a.jpg", "unknown option '-Artist'; did you mean '--set exif.Artist=Ann'?"),
      ("imgconv -all= a.jpg", "unknown option '-all'; did you mean '--strip'?"),
      // It removes what is set to nothing.
      ("imgmeta -all= a.jpg", "unknown option '-all'; did you mean 'imgconv --strip all'?"),
      ("imgmeta -gps:all= a.jpg", "unknown option '-gps:all'; did you mean 'imgconv --strip gps'?"),
      ("imgconv -GPS:all= a.jpg", "unknown option '-GPS:all'; did you mean '--strip gps'?"),
      ("imgconv -Artist= a.jpg", "unknown option '-Artist'; did you mean '--delete exif.Artist'?"),
      // These are no tags.
      ("imgmeta -overwrite_original a.jpg", "unknown option '-overwrite_original'"),
      ("imgconv -geometry 9x9 a.jpg", "unknown option '-geometry'"),
      // Other words that are no bundle of flags.
      ("thumb -Hh a.jpg", "unknown option '-Hh'"), ("preview -rhx a.jpg", "unknown option '-rhx'"),
    ])
  func named(_ line: String, _ message: String) throws {
    let words = line.split(separator: " ").map(String.init)
    let result = try InProcess(words[0], Array(words.dropFirst()), outputs: try TemporaryDirectory())
    #expect(result.status == 64)
    #expect(result.errors == "\(words[0]): \(message) (see '\(words[0]) --help')\n")
  }

  @Test(
    "An option of another command is named, and a guess is near",
    arguments: [
      ("mkpdf --null a.jpg", "unknown option '--null'; imgindex query has '--null'"),
      ("mkpdf --sort date a.jpg", "unknown option '--sort'; imgindex query has '--sort'"),
      ("thumb --strip gps a.jpg", "unknown option '--strip'; imgconv has '--strip'"),
      ("mkpdf --sart a.jpg", "unknown option '--sart'"),
      ("thumb --qaulity 5 a.jpg", "unknown option '--qaulity'; did you mean '--quality'?"),
    ])
  func otherCommands(_ line: String, _ message: String) throws {
    let words = line.split(separator: " ").map(String.init)
    let result = try InProcess(words[0], Array(words.dropFirst()))
    #expect(result.status == 64)
    #expect(result.errors == "\(words[0]): \(message) (see '\(words[0]) --help')\n")
  }

  @Test("The options of other commands are declared there")
  func declared() async throws {
    for (name, options) in UnknownOption.commands {
      let words = name.split(separator: " ").map(String.init)
      let help = try await Tool.cameo(words[0], Array(words.dropFirst()) + ["--help"]).text
      for option in options.split(separator: " ") { #expect(help.contains("--\(option)"), "\(name): \(option)") }
    }
  }

  @Test(
    "For the name of a file that begins with a dash, the error says how to write it",
    arguments: ["-x.jpg", "-old.jpg", "-rotated.jpg", "--copy.jpg"], ["thumb", "imgmeta", "mkpdf"])
  func names(_ name: String, _ command: String) async throws {
    let folder = try TemporaryDirectory()
    try folder.write(Fixtures.bytes(Fixtures.path("jpeg/valid/gray.jpg")), to: name)
    let result = try await Tool.cameo(command, [name], directory: folder.path)
    let hint = "for the file of that name write './\(name)', or '--' before it (see '\(command) --help')\n"
    #expect(result.status == 64 && result.errors == "\(command): unknown option '\(name)'; \(hint)")
    #expect(folder.names == [name])
  }

  @Test(
    "Short options with joined values, values of options, and names after -- are none",
    arguments: [["-oout", "a"], ["-dfolder", "a"], ["-o", "-strip", "a"], ["-rs256", "a"], ["--", "-size"]])
  func others(_ words: [String]) throws {
    try WordsWithOneDash.check(words, of: Thumb.self)
  }

  /// Some end like an option, or are near one: --profile, --output, --resize, --image, --page.
  @Test(
    "A word that begins with a short option and its value is that option",
    arguments: ["-ofile", "-rofile", "-doutput", "-dresized", "-dimages", "-oimage", "-opages", "-soutput"])
  func joinedValues(_ word: String) throws {
    for command in [Thumb.self, Imgconv.self] as [any ParsableCommand.Type] {
      try WordsWithOneDash.check([word, "a"], of: command)
    }
    if word.hasPrefix("-o") { try WordsWithOneDash.check([word, "a"], of: Mkpdf.self) }
  }
}

/// Long command lines are folded before the argument library reads them, and keep their meaning.
@Suite("Folded arguments", .timed)
struct FoldedArgumentsTests {
  @Test("Ten thousand names are three words for the library, and are unfolded in order")
  func many() throws {
    let names = (1...10_000).map { "\($0).jpg" }
    let folded = FoldedArguments(["-d", "out"] + names)
    #expect(folded.arguments.count == 3)
    #expect(folded.unfolded(Array(folded.arguments.dropFirst(2))) == names)
    let command = try #require(try Thumb.parsed(["-d", "out"] + names + ["--json"] + names) as? Thumb)
    #expect(command.files == names + names)
    #expect(command.output.files.directory == "out")
  }

  @Test("Pages and passwords belong to the files before them, among thousands")
  func owned() throws {
    var words = ["--password", "p"]
    for number in 1...5_000 { words += ["\(number).pdf", "--pages", "\(number)"] }
    #expect(FoldedArguments(try Mkpdf.arranged(words)).arguments.count == 2)
    let command = try #require(try Mkpdf.parsed(words + ["-o", "x.pdf", "last.pdf"]) as? Mkpdf)
    #expect(command.output.output == "x.pdf")
    let inputs = try command.input.inputs(limits: .standard)
    #expect(inputs.map(\.name) == (1...5_000).map { "\($0).pdf" } + ["last.pdf"])
    // Each has its own pages.
    for (number, input) in inputs.dropLast().enumerated() {
      #expect(String(reflecting: input.options.pages).contains("\"\(number + 1)\""))
    }
    #expect(inputs.last?.options.pages == nil)
    #expect(inputs.allSatisfy { $0.options.password == "p" })
  }

  @Test("Random command lines mean the same, folded or not")
  func same() throws {
    let words = [
      "a", "b.jpg", "c d", "x=y", "", "-", "--", "7", "-r", "-j", "-j2", "--json", "-o", "-ox", "-o=x", "--output",
      "--output=x", "--ext", "jpg", "--exclude", "--exclude=*", "--max-pixels", "5k", "--quiet", "-q", "--bogus",
      "--pages", "--password", "1-3", "--margin", "5mm", "--paper", "A4", "-s", "20", "--help", "--files-from",
    ]
    // Options that all three commands accept, so that a single unusual word decides how a line is read.
    let accepted = [
      ["file"], ["file", "other"], ["-o", "x"], ["--no-clobber"], ["--max-pixels", "5k"], ["--exclude=*"],
    ]
    var random = SeededRandom(seed: 0xF01D)
    var lines = words.map { word in
      let around = (0..<4).flatMap { _ in accepted.randomElement(using: &random) ?? [] }
      let place = Int.random(in: 0...around.count, using: &random)
      return around[..<place] + [word] + around[place...]
    }
    for _ in 0..<12 {
      lines.append(
        (0..<Int.random(in: 1...14, using: &random)).map { _ in
          Bool.random(using: &random) ? "file" : words.randomElement(using: &random) ?? ""
        }[...])
    }
    for line in lines.map(Array.init) {
      try check(Thumb.self, line)
      try check(Imgconv.self, line)
      try check(Mkpdf.self, line)
    }
  }

  /// Both ways give the same values, or the same message.
  private func check<Command: CameoCommand>(_: Command.Type, _ line: [String]) throws {
    func outcome(_ parse: () throws -> any ParsableCommand) -> String {
      do {
        let command = try parse()
        return String(reflecting: command)
      } catch {
        return Command.fullMessage(for: error)
      }
    }
    let folded = outcome { try Command.parsed(line) }
    let whole = outcome {
      let words = ShortOptions.separated(try Command.arranged(line))
      let command = try Command.parseAsRoot(words)
      try RepeatedOptions.check(words, of: Command.self)
      return command
    }
    #expect(folded == whole, "\(line)")
  }
}

@Suite("Former names of options", .timed)
struct FormerNameTests {
  @Test("They mean today's options; a value, and a name after --, stay as they are")
  func replaced() {
    for (command, words, expected) in [
      (Mkpdf.self as any CameoCommand.Type, "--page A4 a.jpg --page=A5", "--paper A4 a.jpg --paper=A5"),
      (Mkpdf.self, "--title --page a.jpg --pages 1 -- --page", "--title --page a.jpg --pages 1 -- --page"),
      (Imgconv.self, "--gray --max-size 9 --frame 2", "--gray --size 9 --page 2"),
      (Thumb.self, "--frame=auto --jobs - --memory 5k", "--page=auto --jobs - --jobs-memory 5k"),
      (Preview.self, "--tier B --no-cache", "--sandbox B --no-cache"),
      (Check.self, "--tier none .", "--sandbox none ."),
      (Imgmeta.self, "--page 2", "--page 2"),
    ] {
      let result = FormerNames.replaced(words.split(separator: " ").map(String.init), of: command)
      #expect(result.joined(separator: " ") == expected)
    }
  }

  @Test("No text of help names them, and each leads to an option")
  func hidden() {
    for command in [Thumb.self, Imgconv.self, Mkpdf.self, Preview.self, Check.self] as [any CameoCommand.Type] {
      let options = DeclaredOption.all(of: command)
      for (former, name) in command.formerNames where command != Check.self || former == "--tier" {
        #expect(options[former] == nil && options[name] != nil, "\(command): \(former)")
      }
    }
  }

  @Test("Jobs may have them as fields, too")
  func jobs() async throws {
    let directory = try TemporaryDirectory()
    let names = #""input": "\#(Fixtures.path("gif/valid/anim_restore.gif"))", "output": "\#(directory.file("a.png"))""#
    let job = "{\(names), \"frame\": 2}"
    let jobs = try directory.write(Array(job.utf8), to: "jobs")
    let result = try await Tool.cameo("thumb", ["--jobs", jobs])
    #expect(result.status == 0 && directory.names.contains("a.png"), "\(result.text) \(result.errors)")
  }
}

/// The argument library uses the last value of an option that is given twice.
@Suite("Options that are given twice", .timed)
struct RepeatedOptionTests {
  @Test(
    "An option with one value may be given once, under any of its names",
    arguments: [
      ("thumb a.jpg -o b.jpg -o c.jpg", "-o"), ("thumb a.jpg -ob.jpg --output=c.jpg", "--output"),
      ("thumb a.jpg --output b.jpg -o c.jpg", "-o"), ("thumb -s 20 -rs30 .", "-s"),
      ("imgconv a.jpg -o b.jpg --max-pixels 5k --max-pixels 6k", "--max-pixels"),
      ("mkpdf a.jpg -o b.pdf --margin 5mm --margin 6mm", "--margin"),
      ("imgmeta --where exif.ISO --where exif.Make a.jpg", "--where"),
      ("preview can --kind preview a --kind=thumbnail", "--kind"),
    ])
  func refused(_ line: String, _ option: String) throws {
    let words = line.split(separator: " ").map(String.init)
    let result = try InProcess(words[0], Array(words.dropFirst()))
    #expect(result.status == 64)
    #expect(result.errors.contains("\(option) is given twice, and takes one value"), "\(result.errors)")
  }

  @Test("All names of an option with one value lead to its first long name")
  func names() {
    let commands = InProcess.commands.values.map { $0 as any ParsableCommand.Type }
    for command in commands + Preview.subcommandTypes {
      for (name, option) in DeclaredOption.all(of: command) where option.takesValue && !option.repeats {
        #expect(RepeatedOptions.longName(name) == option.name)
      }
    }
  }

  @Test(
    "Lists, flags, values that look like options, and names after -- may be repeated",
    arguments: [
      ["a.jpg", "--set", "dpi=72", "--set", "comment=b", "-r", "-r", "-d", "x"], ["-o", "-o", "a.jpg"],
      ["-o", "b.jpg", "--", "-o", "-o"], ["-s", "a.jpg", "--strip", "gps", "--strip", "xmp", "--sync", "-d", "x"],
    ])
  func accepted(_ words: [String]) throws {
    try RepeatedOptions.check(words, of: Imgconv.self)
  }
}

@Suite("Empty values after an equals sign", .timed)
struct EmptyValueTests {
  @Test(
    "The next word is not the value",
    arguments: [
      ("thumb --output= a.jpg b.jpg", "-o needs a path"), ("thumb -o= a.jpg b.jpg", "-o needs a path"),
      ("imgconv a.jpg --directory= b.jpg", "-d needs a directory"), ("mkpdf --output= a.jpg b.jpg", "-o needs a path"),
      ("thumb --size= 20 a.jpg", "the value '' is invalid for '--size <SIZE>'"),
      ("preview --kind= preview a.jpg", "the value '' is invalid for '--kind"),
    ])
  func refused(_ line: String, _ message: String) throws {
    let words = line.split(separator: " ").map(String.init)
    let result = try InProcess(words[0], Array(words.dropFirst()))
    #expect(result.status == 64 && result.errors.contains(message), "\(result.errors)")
  }

  @Test("A picture whose name follows an empty output stays as it is")
  func nothingIsWritten() async throws {
    let folder = try TemporaryDirectory()
    let picture = Fixtures.bytes(Fixtures.path("jpeg/valid/photo_landscape_420.jpg"))
    for name in ["a.jpg", "b.jpg"] { try folder.write(picture, to: name) }
    let result = try await Tool.cameo("thumb", ["--output=", "a.jpg", "b.jpg"], directory: folder.path)
    #expect(result.status == 64 && result.errors.hasPrefix("thumb: -o needs a path"), "\(result.errors)")
    #expect(Fixtures.bytes(folder.file("a.jpg")) == picture)
  }

  @Test("Names after --, flags and values that end in an equals sign stay as they are")
  func others() {
    for words in [["--", "--output="], ["--recursive="], ["--exclude=a="], ["a="], ["-"]] {
      #expect(EmptyValues.separated(words, of: Thumb.self) == words)
    }
  }
}

@Suite("Wrong values of options", .timed)
struct WrongValueTests {
  @Test(
    "thumb says which value is wrong and what it expects",
    arguments: [
      ("-s 0 a", "the value '0' is invalid for '-s <SIZE>': expected N, WxH, Wx or xH with numbers from 1 to 1000000"),
      ("-s 5y a", "the value '5y' is invalid for '-s <SIZE>': expected N, WxH, Wx or xH"),
      ("-q 101 a", "the value '101' is invalid for '-q <N>': expected a number from 1 to 100"),
      ("-q x a", "the value 'x' is invalid for '-q <N>': expected a number from 1 to 100"),
      (
        "-f tga a",
        "the value 'tga' is invalid for '-f <FORMAT>': expected "
          + OptionText.list(FormatOptions.writableNames + ["same"])
      ),
      ("-o {stem a", "'{stem' lacks its '}'"), ("-o x -d y a", "-o and -d cannot be used together"),
    ])
  func thumb(line: String, message: String) throws {
    let result = try InProcess("thumb", line.split(separator: " ").map(String.init))
    #expect(result.status == 64 && result.errors.hasPrefix("thumb: \(message)"), "\(result.errors)")
  }

  @Test(
    "A number below zero is a wrong value, not a missing one",
    arguments: [
      ("thumb --page -1 a", "'-1' is invalid for '--page <N|auto>': expected a number of at least 1"),
      ("imgconv --depth -8 a b.png", "'-8' is invalid for '--depth <BITS>'"),
      ("preview --scale -.5 a", "'-.5' is invalid for '--scale <X>'"),
      ("mkpdf --font-size -3 a", "'-3' is invalid for '--font-size <N>': expected points from 1 to 1000"),
    ])
  func negative(_ line: String, _ message: String) throws {
    let words = line.split(separator: " ").map(String.init)
    let result = try InProcess(words[0], Array(words.dropFirst()))
    #expect(result.status == 64 && result.errors.contains("the value \(message)"), "\(result.errors)")
  }

  @Test("The process prints what the tests of wrong lines compare, and returns their status")
  func process() async throws {
    for (command, words) in [
      ("thumb", ["-s", "0", "a"]), ("imgconv", ["a", "-o", "b", "-o", "c"]), ("mkpdf", ["a", "--bogus"]),
      ("imgmeta", ["--csv-guard", "a"]), ("preview", ["can", "a", "b"]), ("preview", ["-s", "0", "a"]),
      ("thumb", ["a", "--profile", "none\u{1B}.icc"]),
    ] {
      let result = try await Tool.cameo(command, words)
      let expected = try InProcess(command, words)
      #expect(result.status == 64 && expected.status == 64)
      #expect(result.errors == expected.errors)
      #expect(result.output.isEmpty)
    }
  }
}

/// imgmeta reads common command lines itself, as the argument library does.
@Suite("Common command lines", .timed)
struct CommonLineTests {
  @Test(
    "A common line of imgmeta means what the argument library says",
    arguments: [
      "a.jpg", "a.jpg b.jpg", "--json a.jpg", "a.jpg --json", "--jsonl a.jpg b.jpg", "--exiftool a.jpg",
      "--tag Model a.jpg --tag exif.FNumber b.jpg", "--json --tag Exif:*Date* a.jpg", "--maker-notes --quiet a.jpg",
      "--print {name} a.jpg", "--workers 2 a.jpg", "--quiet --jsonl --maker-notes --tag XMP:* dir/a.jpg",
    ])
  func common(line: String) throws {
    let words = line.split(separator: " ").map { String($0) }
    let command = try #require(try Imgmeta.parsed(words) as? Imgmeta)
    let own = try #require(CommonLine.work(words))
    #expect(String(reflecting: own) == String(reflecting: try command.work()))
  }

  @Test("The options of common lines are declared as they are read")
  func options() {
    let declared = DeclaredOption.all(of: Imgmeta.self)
    for (name, kind) in CommonLine.options {
      guard let option = declared[name] else {
        Issue.record("\(name)")
        continue
      }
      #expect((kind != .flag) == option.takesValue && (kind == .values) == option.repeats, "\(name)")
    }
  }

  @Test(
    "Other lines are left to the argument library",
    arguments: [
      "", "--json", "--json --jsonl a.jpg", "--tag a.jpg", "--tag --json a.jpg", "--print {nosuch a.jpg", "-r a.jpg",
      "--json -- a.jpg", "-", "--jobs -", "--json=1 a.jpg", "--csv a.jpg", "--help", "--workers 0 a.jpg",
      "--workers +2 a.jpg",
      "--workers 2 --workers 3 a.jpg", "a.jpg --tag",
    ])
  func others(line: String) {
    #expect(CommonLine.work(line.split(separator: " ").map { String($0) }) == nil)
  }
}
