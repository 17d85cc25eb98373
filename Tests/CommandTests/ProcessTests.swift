internal import Glibc
internal import TestKit
internal import Testing

/// How the commands behave as processes: signals, pipes, devices, descriptors.
@Suite("Processes", .timed)
struct ProcessTests {
  private let folder: TemporaryDirectory

  init() throws { folder = try TemporaryDirectory() }

  private func bash(_ script: String) async throws -> Tool.Result {
    try await Tool.run(
      "bash", ["-c", script], directory: folder.path,
      environment: ["thumb": "\(Tool.products)/thumb", "imgconv": "\(Tool.products)/imgconv"])
  }

  private func photo(_ name: String = "a.jpg") throws {
    try folder.write(Fixtures.bytes(Fixtures.path("jpeg/valid/photo_landscape_420.jpg")), to: name)
  }

  @Test(
    "A signal ends the command with its status and leaves nothing",
    arguments: [("INT", 130), ("TERM", 143), ("HUP", 129)])
  func signals(_ name: String, _ status: Int) async throws {
    // Opening the fifo for writing waits until the command reads it. The signal comes after that.
    let result = try await bash(
      """
      mkfifo in
      env --default-signal=INT "$thumb" -o out.jpg in & command=$!
      exec 3>in
      printf x >&3
      kill -\(name) $command
      wait $command
      echo $?
      """)
    #expect(result.text == "\(status)\n")
    #expect(result.errors == "")
    #expect(folder.names == ["in"])
  }

  /// dav1d complains about the AVIF file, and libjxl about a JPEG file that it cannot pack.
  @Test("What C libraries print does not reach stderr")
  func libraries() async throws {
    try folder.write(Fixtures.bytes(Fixtures.path("avif/broken/data_damaged.avif")), to: "a.avif")
    try folder.write(Fixtures.bytes(Fixtures.path("jpeg/valid/arithmetic.jpg")), to: "b.jpg")
    let result = try await bash(#"LC_ALL=C "$imgconv" a.avif -o a.png; "$imgconv" b.jpg -o b.jxl"#)
    let lines = result.errors.split(separator: "\n")
    #expect(lines.count == 2 && lines.allSatisfy { $0.hasPrefix("imgconv: ") }, "\(result.errors)")
    #expect(folder.names == ["a.avif", "b.jpg", "b.jxl"])
  }

  @Test("A signal that was ignored stays ignored")
  func ignoredSignal() async throws {
    try photo()
    let result = try await bash(
      """
      mkfifo in
      env --ignore-signal=INT "$thumb" -o out.jpg in & command=$!
      exec 3>in
      kill -INT $command
      cat a.jpg >&3
      exec 3>&-
      wait $command
      echo $?
      """)
    #expect(result.text == "0\n")
    #expect(folder.names == ["a.jpg", "in", "out.jpg"])
  }

  @Test(
    "A closed pipe ends the command quietly",
    arguments: ["\"$thumb\" --json a.jpg", "\"$thumb\" a.jpg -o -", "\"$thumb\" a.jpg -o /dev/stdout"])
  func brokenPipe(_ command: String) async throws {
    try photo()
    let result = try await bash(
      """
      exec 3> >(:)
      wait $!
      \(command) >&3
      echo $?
      """)
    #expect(result.text == "141\n")
    #expect(result.errors == "")
  }

  @Test("A full device is an error with its name")
  func fullDevice() async throws {
    try photo()
    let report = try await bash("\"$thumb\" --json a.jpg > /dev/full")
    #expect(report.status == 1)
    #expect(report.errors == "thumb: standard output: cannot write: No space left on device\n")
    let output = try await bash("\"$thumb\" a.jpg -o /dev/full -f png")
    #expect(output.status == 1)
    #expect(output.errors == "thumb: /dev/full: cannot write: No space left on device\n")
  }

  @Test("Devices are written to, not replaced")
  func devices() async throws {
    try photo()
    try photo("b.jpg")
    let result = try await bash(
      "\"$thumb\" a.jpg b.jpg -o /dev/null && \"$imgconv\" a.jpg -o /dev/null && test -c /dev/null")
    #expect(result.status == 0, "\(result.errors)")
    #expect(folder.names == ["a.jpg", "b.jpg"])
  }

  @Test("Standard input to standard output")
  func streams() async throws {
    let photo = Fixtures.bytes(Fixtures.path("jpeg/valid/photo_landscape_420.jpg"))
    let result = try await Tool.cameo("thumb", ["-", "-o", "-", "-fpng", "-s64"], input: photo, directory: folder.path)
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.output.starts(with: [0x89, 0x50, 0x4E, 0x47]))
    #expect(folder.names == [])
  }

  @Test("An empty list or folder is no mistake; a document of nothing cannot be made")
  func emptyList() async throws {
    mkdir(folder.file("empty"), 0o755)
    for inputs in [["--files-from", "-"], ["-r", "empty"]] {
      for command in ["thumb", "imgmeta", "imgconv"] {
        let output = command == "imgconv" ? ["-f", "png", "-d", "."] : []
        let result = try await Tool.cameo(command, inputs + output, directory: folder.path)
        #expect(result.status == 0 && result.errors == "\(command): note: no files to read were found\n")
      }
      let document = try await Tool.cameo("mkpdf", inputs + ["-o", "out.pdf"], directory: folder.path)
      #expect(
        document.status == 1 && document.errors.hasPrefix("mkpdf: there are no pages to make: no files were found"))
      #expect(folder.names == ["empty"])
    }
  }

  @Test("A file without permission is an error, and the next file is processed")
  func noPermission() async throws {
    try photo()
    try photo("b.jpg")
    #expect(chmod(folder.file("a.jpg"), 0) == 0)
    // Root may read every file, unless it drops that capability.
    let result = try await bash(
      """
      drop=(); if [ "$(id -u)" = 0 ]; then drop=(setpriv --bounding-set=-dac_override,-dac_read_search); fi
      "${drop[@]}" "$thumb" a.jpg b.jpg
      """)
    #expect(result.status == 1)
    #expect(result.errors == "thumb: a.jpg: cannot open: Permission denied\n")
    #expect(folder.names == ["a.jpg", "b.jpg", "b_thumb.jpg"])
  }

  @Test("Reports come in the order of the inputs, whichever is finished first", arguments: [1, 4])
  func order(_ jobs: Int) async throws {
    try photo()
    let small = Fixtures.bytes(Fixtures.path("jpeg/valid/size_1x1.jpg"))
    var names: [String] = []
    for number in 0..<40 {
      let name = "\(number).jpg"
      if number % 3 == 0 { try photo(name) } else if number % 3 == 1 { try folder.write(small, to: name) }
      names.append(name)
    }
    let result = try await Tool.cameo("thumb", ["--json", "-j\(jobs)"] + names, directory: folder.path)
    #expect(result.status == 1)
    let inputs = result.text.split(separator: "\n").compactMap { line in
      line.hasPrefix("{\"input\": ") ? String(line.dropFirst(11).prefix { $0 != "\"" }) : nil
    }
    #expect(inputs == names)
    let missing = names.enumerated().filter { $0.offset % 3 == 2 }.map(\.element)
    #expect(
      result.errors == missing.map { "thumb: \($0): cannot open: No such file or directory\n" }.joined())
  }

  @Test("Of two inputs with one output in a folder that is made for it, the second is an error")
  func sharedOutput() async throws {
    for name in ["a.jpg", "a.jpeg"] { try photo(name) }
    // The name is known only when the output is written, so the plan cannot refuse it.
    let arguments = ["-j1", "-o", "new/folder/{stem}-{width}.{ext}", "--parents", "a.jpg", "a.jpeg"]
    let result = try await Tool.cameo("thumb", arguments, directory: folder.path)
    #expect(result.status == 1)
    #expect(result.errors == "thumb: a.jpeg: new/folder/a-256.jpg is already the output of a.jpg\n")
  }

  @Test("Names that are not UTF-8 work everywhere: arguments, walks, lists, templates")
  func invalidNames() async throws {
    try photo()
    let result = try await bash(
      """
      mkdir $'d\\xfe' && cp a.jpg $'d\\xfe/b\\xff.jpg' && rm a.jpg
      "$thumb" $'d\\xfe/b\\xff.jpg' && "$thumb" -r . --json -o $'{dir}/{stem}\\xfd.png'
      printf 'd\\xfe/b\\xff.jpg\\n' | "$imgconv" --files-from - -d $'new\\xfc/e' --parents -f png
      find . -type f | LC_ALL=C sort | od -An -c | tr -d ' \\n'
      """)
    #expect(result.errors == "")
    #expect(result.text.contains(#""input": "./d\\xFE/b\\xFF.jpg""#))
    #expect(result.text.contains(#""path": "./d\\xFE/b\\xFF\\xFD.png""#))
    #expect(
      result.text.hasSuffix(
        #"./d376/b377.jpg\n./d376/b377_thumb.jpg\n./d376/b377375.png\n./new374/e/b377.png\n"#))
    let missing = try await bash("\"$thumb\" $'\\xff'")
    #expect(missing.errors == "thumb: \\xFF: cannot open: No such file or directory\n")
  }

  @Test("The fifo of a shell's process substitution is read", arguments: ["thumb", "imgconv", "imgmeta"])
  func processSubstitution(_ command: String) async throws {
    try photo()
    let output = command == "imgmeta" ? "" : "-o out.png"
    let result = try await bash("\(Tool.products)/\(command) <(cat a.jpg) \(output)")
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.errors == "")
  }

  @Test(
    "An endless pipe of the wrong kind is refused at its beginning", arguments: ["thumb", "imgconv", "imgmeta"])
  func wrongPipe(_ command: String) async throws {
    let output = command == "imgmeta" ? "" : "-o out.png"
    // 64 bytes of a TIFF, then endless zeros: at most one pipe buffer is read.
    let script = "(printf 'II*\\0'; cat /dev/zero) | \(Tool.products)/\(command) --allow jpeg - \(output)"
    let refused = try await bash(script)
    #expect(refused.status == 1)
    #expect(refused.errors == "\(command): standard input: TIFF files are not allowed here (--allow)\n")
    let zero = try await bash("\(Tool.products)/\(command) /dev/zero \(output)")
    #expect(zero.status == 1)
    #expect(zero.errors.hasPrefix("\(command): /dev/zero: ") && zero.errors.contains("known"))
  }

  @Test("A directory that cannot be entered is reported, and the others are processed", arguments: ["000", "444"])
  func noEntry(_ mode: String) async throws {
    try photo()
    let result = try await bash(
      """
      mkdir shut open && cp a.jpg shut && cp a.jpg open && chmod \(mode) shut
      drop=(); if [ "$(id -u)" = 0 ]; then drop=(setpriv --bounding-set=-dac_override,-dac_read_search); fi
      "${drop[@]}" "$thumb" -r .; echo $?; chmod 755 shut
      """)
    #expect(result.text == "1\n")
    let call = mode == "000" ? "read" : "enter"
    #expect(result.errors == "thumb: ./shut: cannot \(call) the directory: Permission denied\n")
    let left = try await bash("find . -name '*_thumb*' | sort")
    #expect(left.text == "./a_thumb.jpg\n./open/a_thumb.jpg\n")
  }

  @Test("If a file must not grow, the old one stays", arguments: ["thumb", "imgconv"])
  func noRoom(_ command: String) async throws {
    try photo()
    let result = try await bash(
      "echo old > out.png; prlimit --fsize=4096 \(Tool.products)/\(command) a.jpg -o out.png; echo $?; cat out.png")
    #expect(result.text == "1\nold\n")
    #expect(result.errors == "\(command): out.png: cannot write: File too large\n")
    #expect(folder.names == ["a.jpg", "out.png"])
  }

  @Test("Completions are made for three shells", arguments: ["thumb", "imgconv"], ["bash", "zsh", "fish"])
  func completions(_ command: String, _ shell: String) async throws {
    let result = try await Tool.cameo(command, ["--generate-completion-script", shell])
    #expect(result.status == 0)
    #expect(result.text.contains("files-from"))
    if shell == "bash" {
      let checked = try await Tool.run("bash", ["-n"], input: result.output)
      #expect(checked.status == 0, "\(checked.errors)")
    }
  }

  @Test("The version is one line", arguments: ["thumb", "imgconv"])
  func version(_ command: String) async throws {
    let result = try await Tool.cameo(command, ["--version"])
    #expect(result.text == "\(command) (Cameo) 0.1.0\n")
    #expect(result.status == 0)
  }
}
