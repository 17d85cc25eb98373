internal import ImageModel
internal import Preferences
internal import TestKit
internal import Testing

@Suite("Preferences", .timed)
struct PreferencesTests {
  private enum Theme: String, PreferenceValue { case light, dark }

  private let size = PreferenceKey("thumbnail-size", default: 256)
  private let theme = PreferenceKey("theme", default: Theme.light)
  private let zoom = PreferenceKey("zoomFactor", default: 1.5)
  private let folders = PreferenceKey("folders", default: ["/a"])
  private let folder: TemporaryDirectory
  private var file: String { folder.file("settings.json") }
  private var keys: [any RegisteredPreference] { [size, theme, zoom, folders] }

  init() throws { folder = try TemporaryDirectory() }

  private func failure(_ body: () throws -> Void) -> ImageError? {
    do { try body() } catch { return error as? ImageError }
    return nil
  }

  @Test("A flag overrides a variable, which overrides the file, which overrides the default")
  func precedence() throws {
    try folder.write(
      Array(#"{"thumbnail-size": 1, "theme": "dark", "folders": ["/f"], "other": 1}"#.utf8), to: "settings.json")
    let preferences = try Preferences(
      keys, file: file, prefix: "MYAPP_",
      environment: [
        "MYAPP_THUMBNAIL_SIZE": "2", "MYAPP_FOLDERS": "/x,/y", "MYAPP_ZOOM_FACTOR": "2.5", "THEME": "light",
      ],
      flags: ["thumbnail-size": 3])
    #expect(preferences[size] == 3 && preferences.origin(of: size) == .flag)
    #expect(preferences[theme] == .dark && preferences.origin(of: theme) == .file)
    #expect(preferences[zoom] == 2.5 && preferences.origin(of: zoom) == .environment)
    #expect(preferences[folders] == ["/x", "/y"])
    let lines = preferences.listing.split(separator: "\n").map { $0.split(separator: " ").joined(separator: " ") }
    #expect(
      lines == [
        "thumbnail-size 3 (flag)", "theme dark (file)", "zoomFactor 2.5 (environment)", "folders /x, /y (environment)",
      ])
    let plain = try Preferences(keys)
    #expect(plain[size] == 256 && plain.origin(of: size) == .standard && plain[folders] == ["/a"])
  }

  @Test("A change is in the file, beside what was there; nil brings the default back")
  func changes() async throws {
    try folder.write(Array(#"{"theme": "dark", "other": {"b": [1, 2.5, null]}}"#.utf8), to: "settings.json")
    let preferences = try Preferences(keys, file: file)
    try preferences.set(512, for: size)
    try preferences.set(nil, for: theme)
    #expect(preferences[size] == 512 && preferences[theme] == .light)
    let jq = try await Tool.run("jq", ["-c", "-S", ".", file])
    #expect(jq.text == "{\"other\":{\"b\":[1,2.5,null]},\"thumbnail-size\":512}\n")
    #expect(try Preferences(keys, file: file)[size] == 512)
    #expect(folder.names == ["settings.json"])
    #expect(failure { try preferences.set(.infinity, for: zoom) }?.kind == .usage)
  }

  @Test("A null is no value, and stays; a property list cannot hold one")
  func null() async throws {
    let anything = PreferenceKey("anything", default: PropertyListValue.dictionary([:]))
    let keys: [any RegisteredPreference] = keys + [anything]
    try folder.write(Array(#"{"theme": null, "anything": {"a": [null, 1]}}"#.utf8), to: "settings.json")
    let preferences = try Preferences(keys, file: file)
    #expect(preferences[theme] == .light && preferences.origin(of: theme) == .standard)
    #expect(preferences[anything] == ["a": .list([.null, 1])])
    try preferences.set(["b": .null], for: anything)
    let jq = try await Tool.run("jq", ["-c", "-S", ".", file])
    #expect(jq.text == "{\"anything\":{\"b\":null},\"theme\":null}\n")
    let list = folder.file("settings.plist")
    let error = failure { try Preferences(keys, file: list).set(.list([.null]), for: anything) }
    #expect(error?.kind == .usage && error?.path == list, "\(error.map { "\($0)" } ?? "no error")")
    #expect(folder.names == ["settings.json"])
  }

  @Test("The first change makes the folder and the file")
  func first() throws {
    let path = folder.file("a/b/settings.json")
    try Preferences(keys, file: path).set(.dark, for: theme)
    #expect(Fixtures.bytes(path) == Array("{\n  \"theme\": \"dark\"\n}\n".utf8))
  }

  @Test("Property lists are read in XML and binary, and written in XML with their bytes", arguments: ["XML", "BINARY"])
  func propertyLists(_ format: String) async throws {
    let path = folder.file("settings.plist")
    let made = try await Tool.python(
      """
      import datetime, plistlib, sys
      value = {'theme': 'dark', 'thumbnail-size': 7, 'bytes': b'\\x00\\xff', 'zoomFactor': 2.5,
               'due': [{'on': datetime.datetime(2024, 5, 6, 7, 8, 9)}]}
      plistlib.dump(value, open(sys.argv[1], 'wb'), fmt=getattr(plistlib, 'FMT_' + sys.argv[2]))
      """, [path, format])
    #expect(made.status == 0, "\(made.errors)")
    let preferences = try Preferences(keys, file: path)
    #expect(preferences[theme] == .dark && preferences[size] == 7 && preferences[zoom] == 2.5)
    try preferences.set(["<&>", "é"], for: folders)
    let read = try await Tool.python(
      "import plistlib, sys; print(sorted(plistlib.load(open(sys.argv[1], 'rb')).items()))", [path])
    #expect(
      read.text
        == "[('bytes', b'\\x00\\xff'), ('due', [{'on': datetime.datetime(2024, 5, 6, 7, 8, 9)}]), "
        + "('folders', ['<&>', 'é']), ('theme', 'dark'), ('thumbnail-size', 7), ('zoomFactor', 2.5)]\n",
      "\(read.errors)")
  }

  @Test(
    "A mistake in the file is told with path, line, name and reason",
    arguments: [
      ("{\n\"thumbnail-size\": \"x\"}", "line 2: thumbnail-size: expected a number, not a text"),
      (#"{"theme": "blue"}"#, "line 1: theme: does not take blue"), ("[]", "expected an object, not a list"),
      ("{", "line 1"), (#"{"theme": "dark", "theme": "dark"}"#, "appears twice"),
      ("<plist><dict><key>a</key></dict></plist>", "has no value"), ("bplist00", "is truncated"), ("", "ends where"),
      (String(repeating: "[", count: 100_000), "nested more than"),
    ])
  func wrongFiles(_ text: String, _ reason: String) throws {
    try folder.write(Array(text.utf8), to: "settings.json")
    let error = try #require(failure { _ = try Preferences(keys, file: file) })
    #expect(error.path == file && error.reason.contains(reason), "\(error)")
  }

  @Test("A fifo, a folder and a file that is too large are errors, and nothing waits")
  func hostileFiles() async throws {
    let fifo = folder.file("fifo")
    #expect(try await Tool.run("mkfifo", [fifo]).status == 0)
    let large = try folder.write([UInt8](repeating: 0x20, count: 2 << 20), to: "large")
    for (path, reason) in [(fifo, "regular"), (folder.path, "directory"), (large, "larger"), ("/dev/zero", "regular")] {
      let error = try #require(failure { _ = try Preferences(keys, file: path) })
      #expect(error.path == path && error.reason.contains(reason), "\(error)")
    }
  }

  @Test("Unknown names are kept, or refused with the nearest name; wrong variables and flags are refused")
  func unknownNames() throws {
    try folder.write(Array(#"{"tehme": "dark"}"#.utf8), to: "settings.json")
    #expect(throws: Never.self) { _ = try Preferences(keys, file: file) }
    let refused = failure { _ = try Preferences(keys, file: file, unknownNames: .refused) }
    #expect(refused?.reason == "line 1: tehme: there is no such preference; did you mean theme?")
    let variable = failure { _ = try Preferences(keys, prefix: "A_", environment: ["A_THUMBNAIL_SIZE": "big"]) }
    #expect(variable?.reason == "A_THUMBNAIL_SIZE: 'big' is not a value of thumbnail-size")
    let flag = failure { _ = try Preferences(keys, flags: ["theem": "dark"]) }
    #expect(flag?.reason == "--theem: there is no such preference; did you mean theme?")
    #expect(failure { _ = try Preferences(keys, flags: ["theme": 1]) }?.reason == "--theme: does not take a number")
  }

  @Test("Observers get the value now, changes of their own program, and those of another one")
  func observers() async throws {
    let preferences = try Preferences(keys, file: file)
    let other = try Preferences(keys, file: file)
    var sizes = preferences.values(of: size).makeAsyncIterator()
    var names = preferences.changes().makeAsyncIterator()
    #expect(await sizes.next() == 256)
    try preferences.set(1, for: size)
    #expect(await sizes.next() == 1)
    #expect(await names.next() == ["thumbnail-size"])
    try other.set(.dark, for: theme)
    #expect(await names.next() == ["theme"])
    #expect(preferences[theme] == .dark)
    // While the file is damaged the values stay.
    try folder.write(Array("{".utf8), to: "settings.json")
    #expect(failure { try preferences.reload() }?.kind == .invalidData)
    #expect(preferences[theme] == .dark)
    try folder.write(Array(#"{"thumbnail-size": 9}"#.utf8), to: "settings.json")
    #expect(await sizes.next() == 9)
  }

  @Test("Programs that change one file at once lose nothing of each other")
  func concurrentWriters() async throws {
    let keys = (0..<40).map { PreferenceKey("key\($0)", default: 0) }
    let file = file
    try await withThrowingTaskGroup(of: Void.self) { group in
      for (number, key) in keys.enumerated() {
        group.addTask {
          // Each has read the file before the others wrote.
          try Preferences(keys, file: file).set(number + 1, for: key)
        }
      }
      try await group.waitForAll()
    }
    let preferences = try Preferences(keys, file: file)
    #expect(keys.map { preferences[$0] } == (1...40).map { $0 })
  }

  @Test("What several threads set at once is there afterwards, without reading the file again")
  func concurrentThreads() async throws {
    let keys = (0..<40).map { PreferenceKey("key\($0)", default: 0) }
    let preferences = try Preferences(keys, file: file)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for (number, key) in keys.enumerated() {
        group.addTask {
          try preferences.set(number + 1, for: key)
          try preferences.reload()
        }
      }
      try await group.waitForAll()
    }
    #expect(keys.map { preferences[$0] } == (1...40).map { $0 })
  }

  @Test("Standard directories follow the XDG variables, and ignore paths that are not absolute")
  func directories() throws {
    let home = StandardDirectories("app", environment: ["HOME": "/home/ada", "XDG_DATA_HOME": "relative"])
    #expect(home.configuration == "/home/ada/.config/app" && home.data == "/home/ada/.local/share/app")
    #expect(home.state == "/home/ada/.local/state/app" && home.cache == "/home/ada/.cache/app" && home.runtime == nil)
    #expect(home.inbox == "/home/ada/.local/share/app/inbox" && home.file("a.json") == "/home/ada/.config/app/a.json")
    let named = StandardDirectories(
      "app", environment: ["XDG_CONFIG_HOME": "/c", "XDG_RUNTIME_DIR": "/run/user/1", "HOME": "x"])
    #expect(named.configuration == "/c/app" && named.runtime == "/run/user/1/app" && named.data == nil)
    let made = folder.file("x/y")
    try StandardDirectories.make(made)
    try StandardDirectories.make(made)
    #expect(folder.names == ["x"])
  }

  @Test("The example of docs/preferences.md")
  func example() throws {
    let directories = StandardDirectories("viewer", environment: ["HOME": folder.path])
    do {
      enum Theme: String, PreferenceValue { case light, dark }

      let size = PreferenceKey("thumbnail-size", default: 256)
      let theme = PreferenceKey("theme", default: Theme.light)

      let preferences = try Preferences(
        [size, theme], file: directories.file("settings.json"), prefix: "VIEWER_")
      print(preferences[size], preferences.origin(of: size))
      try preferences.set(.dark, for: theme)
      #expect(preferences[size] == 256 && preferences[theme] == .dark)
      print(preferences.listing)
    }
    let here = Fixtures.bytes("\(Fixtures.root)/Tests/PreferencesTests/PreferencesTests.swift")
    let guide = String(decoding: Fixtures.bytes("\(Fixtures.root)/docs/preferences.md"), as: UTF8.self)
    let code = try #require(guide.split(separator: "```swift\n").dropFirst().first).split(separator: "```")[0]
    let lines = String(decoding: here, as: UTF8.self).split(separator: "\n").map { $0.drop { $0 == " " } }
    for line in code.split(separator: "\n").map({ $0.drop { $0 == " " } }) where !line.hasPrefix("import ") {
      #expect(lines.contains(line), "\(line)")
    }
  }
}
