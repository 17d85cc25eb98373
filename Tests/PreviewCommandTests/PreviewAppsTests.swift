internal import Glibc
internal import TestKit
internal import Testing

/// Programs of the desktop: in folders of a test's own, which GLib's `gio` reads as well.
@Suite("preview: programs that open documents", .timed) struct PreviewAppsTests {
  private let run: PreviewRun
  private let environment: [String: String]

  /// Files below the home of the run: programs of the user, programs of the system, and what the user has chosen.
  init() throws {
    run = try PreviewRun()
    for folder in [
      "home", "home/applications", "home/applications/kde", "system", "system/applications", "config", "none",
    ] {
      try #require(mkdir(run.folder.file(folder), 0o755) == 0)
    }
    try #require(symlink("/usr/share/mime", run.folder.file("system/mime")) == 0)
    environment = [
      "XDG_DATA_HOME": run.folder.file("home"), "XDG_DATA_DIRS": run.folder.file("system"),
      "XDG_CONFIG_HOME": run.folder.file("config"), "XDG_CONFIG_DIRS": run.folder.file("none"),
      "XDG_CURRENT_DESKTOP": "Test",
    ]
    let script = "#!/bin/sh\nprintf '%s\\n' \"$PWD\" \"$@\" > '\(run.folder.file("seen"))'\nexit 0\n"
    try run.folder.write(Array(script.utf8), to: "my program")
    try #require(chmod(run.folder.file("my program"), 0o755) == 0)
    func add(_ path: String, _ exec: String, _ types: String, more: String = "") throws {
      let name = path.split(separator: "/").last.map(String.init) ?? path
      let text = "[Desktop Entry]\nType=Application\nName=The \(name)\nExec=\(exec)\nMimeType=\(types)\n\(more)"
      try run.folder.write(Array(text.utf8), to: "\(path).desktop")
    }
    try add("home/applications/alpha", "/bin/echo %f", "text/plain;application/pdf;")
    try add("home/applications/beta", "/bin/echo %U", "text/x-python;")
    // Not installed; deleted by the user; of the system, under another file of the user.
    try add("home/applications/gone", "/bin/no-such-program %f", "text/plain;")
    try add("home/applications/deleted", "/bin/echo", "text/plain;", more: "Hidden=true\n")
    try add("home/applications/kde/delta", "/bin/echo", "text/plain;")
    try add("system/applications/deleted", "/bin/echo %f", "text/plain;")
    try add("system/applications/epsilon", "/bin/echo %f", "text/plain;application/pdf;text/x-c++src;")
    try add("system/applications/removed", "/bin/echo %f", "text/plain;")
    try add(
      "system/applications/words",
      #""\#(run.folder.file("my program"))" --name=%c "a \\$b \\"c\\"" %% %i %m --at=%k %u"#, "application/x-none;",
      more: "Icon=lamp\nPath=/usr\n")
    let lists = """
      [Default Applications]
      text/plain=none.desktop;epsilon.desktop;
      [Added Associations]
      text/x-python=kde-delta.desktop;
      [Removed Associations]
      text/plain=removed.desktop;

      """
    try run.folder.write(Array(lists.utf8), to: "config/mimeapps.list")
    let own = "[Default Applications]\napplication/pdf=epsilon.desktop\n"
    try run.folder.write(Array(own.utf8), to: "config/test-mimeapps.list")
    // The index that GLib reads (update-desktop-database).
    let home = """
      [MIME Cache]
      text/plain=alpha.desktop;gone.desktop;kde-delta.desktop;
      application/pdf=alpha.desktop;
      text/x-python=beta.desktop;

      """
    try run.folder.write(Array(home.utf8), to: "home/applications/mimeinfo.cache")
    let system = """
      [MIME Cache]
      text/plain=deleted.desktop;epsilon.desktop;removed.desktop;
      application/pdf=epsilon.desktop;
      text/x-c++src=epsilon.desktop;
      application/x-none=words.desktop;

      """
    try run.folder.write(Array(system.utf8), to: "system/applications/mimeinfo.cache")
  }

  private func preview(_ arguments: String...) async throws -> Tool.Result {
    try await run.run(arguments, environment: environment)
  }

  @Test(
    "The programs, and which of them is the standard, are those of 'gio mime'",
    arguments: [
      ("a.txt", "text/plain"), ("a.py", "text/x-python"), ("a.cpp", "text/x-c++src"), ("a.pdf", "application/pdf"),
    ])
  func sameAsGio(_ name: String, _ type: String) async throws {
    try run.folder.write(Array(name == "a.pdf" ? "%PDF-1.4\n".utf8 : "a = 1\n".utf8), to: name)
    let gio = try await Tool.run("gio", ["mime", type], environment: try await run.environment(environment)).text
    let lines = gio.split(separator: "\n")
    let first = try #require(lines.first?.split(separator: ": ").last.map(String.init))
    let registered = lines.dropFirst().prefix { $0 != "Recommended applications:" }.dropFirst().map {
      String($0.dropFirst())
    }
    #expect(!registered.isEmpty, "\(gio)")
    let result = try await preview("apps", "--json", name)
    #expect(result.status == 0, "\(result.errors)")
    #expect(
      try await run.json(".files[0] | .mimeType, .standard, .applications[0].id", result.output)
        == "\(type)\n\(first)\n\(first)")
    let found = try await run.json("[.files[0].applications[].id] | sort | join(\" \")", result.output)
    #expect(found == registered.sorted().joined(separator: " "), "\(gio)")
  }

  @Test("The list is for people: the standard first, and a word where there is no program")
  func lines() async throws {
    try run.folder.write(Array("a = 1\n".utf8), to: "a.txt")
    try run.folder.write([0, 1, 2], to: "a.zzz")
    let result = try await preview("apps", "a.txt", "a.zzz")
    #expect(result.status == 1)
    #expect(
      result.text == """
        a.txt: text (text/plain)
          epsilon.desktop  The epsilon  (standard)
          alpha.desktop  The alpha
          kde-delta.desktop  The delta
        a.zzz: data (application/octet-stream)
          no program is installed for it

        """, "\(result.text)")
    let missing = try await preview("apps", "missing.txt")
    #expect(missing.status == 1 && missing.errors.hasPrefix("preview: missing.txt: "), "\(missing.errors)")
  }

  @Test("The command line follows the rules of Exec, without a shell")
  func exec() async throws {
    let name = "it's $HOME ü.txt"
    try run.folder.write(Array("a".utf8), to: name)
    let path = run.folder.file(name)
    let expected = [
      run.folder.file("my program"), "--name=The words", "a $b \"c\"", "%", "--icon", "lamp",
      "--at=\(run.folder.file("system/applications/words.desktop"))",
      "file://\(run.folder.path)/it's%20$HOME%20%C3%BC.txt",
    ]
    let dry = try await preview("open", "--dry-run", "--with", "words", name)
    #expect(dry.status == 0, "\(dry.errors)")
    #expect(dry.text == expected.joined(separator: "\n") + "\n")
    let opened = try await preview("open", "--wait", "--with", "words.desktop", name)
    #expect(opened.status == 0, "\(opened.errors)")
    let seen = String(decoding: Fixtures.bytes(run.folder.file("seen")), as: UTF8.self)
    #expect(seen == (["/usr"] + expected.dropFirst()).joined(separator: "\n") + "\n")
    // Without a field code for documents, the path is the last argument.
    let plain = try await preview("open", "--dry-run", "--with", "kde-delta", name)
    #expect(plain.text == "/bin/echo\n\(path)\n")
    // The standard program.
    let standard = try await preview("open", "--dry-run", name)
    #expect(standard.text == "/bin/echo\n\(path)\n")
  }

  @Test("In a program's command for a shell, the name of a document is no command")
  func shells() async throws {
    for (name, exec) in [("shell", "/bin/sh -c \"cat %f\""), ("quoted", "/bin/sh -c \"cat '%f'\"")] {
      let text = "[Desktop Entry]\nType=Application\nName=T\nExec=\(exec)\n"
      try run.folder.write(Array(text.utf8), to: "home/applications/\(name).desktop")
    }
    let hostile = "a'; touch made; '.txt"
    for name in [hostile, "a.txt"] { try run.folder.write(Array("a".utf8), to: name) }
    let opened = try await preview("open", "--wait", "--with", "shell", hostile)
    #expect(opened.status == 0, "\(opened.errors)")
    let dry = try await preview("open", "--dry-run", "--with", "shell", hostile)
    let path = run.folder.file(hostile).replacing("'", with: "'\\''")
    #expect(dry.text.hasSuffix("\n-c\ncat '\(path)'\n"), "\(dry.text)")
    let refused = try await preview("open", "--with", "quoted", hostile)
    #expect(refused.status == 1 && refused.errors.contains("cannot take the name"), "\(refused.errors)")
    let plain = try await preview("open", "--dry-run", "--with", "quoted", "a.txt")
    #expect(plain.text.hasSuffix("\n-c\ncat '\(run.folder.file("a.txt"))'\n"), "\(plain.text)")
    #expect(access(run.folder.file("made"), F_OK) != 0)
  }

  @Test("A program that goes on is started, and what cannot be started is an error")
  func start() async throws {
    try run.folder.write(Array("a".utf8), to: "a.txt")
    let opened = try await preview("open", "--with", "words", "a.txt")
    #expect(opened.status == 0 && opened.text == "" && opened.errors == "", "\(opened.errors)")
    let end = "/a.txt\n"
    for _ in 0..<2_000 where !String(decoding: Fixtures.bytes(run.folder.file("seen")), as: UTF8.self).hasSuffix(end) {
      try await Task.sleep(for: .milliseconds(10))
    }
    #expect(String(decoding: Fixtures.bytes(run.folder.file("seen")), as: UTF8.self).hasSuffix(end))
    for (arguments, message) in [
      (["--with", "no-such", "a.txt"], "preview: a.txt: there is no program 'no-such'\n"),
      (["--with", "gone", "a.txt"], "preview: a.txt: there is no program 'gone'\n"),
      (["--with", "deleted", "a.txt"], "preview: a.txt: there is no program 'deleted'\n"),
    ] {
      let result = try await run.run(["open"] + arguments, environment: environment)
      #expect(result.status == 1 && result.errors == message, "\(result.errors)")
    }
    // One that needs a terminal.
    let text = "[Desktop Entry]\nType=Application\nName=T\nExec=/bin/echo %f\nTerminal=true\n"
    try run.folder.write(Array(text.utf8), to: "home/applications/term.desktop")
    let terminal = try await preview("open", "--with", "term", "a.txt")
    #expect(terminal.status == 1 && terminal.errors.contains("there is none"), "\(terminal.errors)")
  }

  @Test("Files that are damaged, too large or no files are left out")
  func hostile() async throws {
    try run.folder.write(Array("a".utf8), to: "a.txt")
    try run.folder.write([UInt8](repeating: 0x5B, count: 1 << 20), to: "home/applications/aa-large.desktop")
    try run.folder.write([0xFF, 0xFE, 0], to: "home/applications/aa-binary.desktop")
    try run.folder.write(
      Array("[Desktop Entry]\nType=Application\nExec=\"/bin/echo\nMimeType=text/plain;\n".utf8),
      to: "home/applications/aa-quote.desktop")
    try #require(mkfifo(run.folder.file("home/applications/aa-pipe.desktop"), 0o600) == 0)
    try #require(symlink(".", run.folder.file("home/applications/loop")) == 0)
    let result = try await preview("apps", "a.txt")
    #expect(result.status == 0 && result.text.contains("alpha.desktop") && !result.text.contains("aa-"))
  }
}
