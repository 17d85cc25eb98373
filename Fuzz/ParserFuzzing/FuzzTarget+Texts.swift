internal import ByteStreams
internal import ContentTypes
internal import DesktopCache
internal import Glibc
internal import ImageModel
internal import MetadataFuzzing
internal import StructuredText
internal import TextReading

extension FuzzTarget {
  /// Texts in any encoding, and what finds out which type a file has.
  static let texts = [
    FuzzTarget(
      "text", longest: 2_048, files: [".txt", ".csv", ".md"], texts: ["\u{1B}$B$3$l$O\u{1B}(B", "h\u{e4}ll\u{f6}"]
    ) {
      for isWhole in [true, false] {
        let text = DecodedText($0, isWhole: isWhole).text
        let controls = text.unicodeScalars.contains { $0.value < 0x20 && !"\t\n\u{C}".unicodeScalars.contains($0) }
        guard !controls else { throw BrokenPromise("control characters are left") }
      }
    },
    FuzzTarget("declared-text", longest: 2_048, files: [".txt"], texts: ["\u{3}+AOk-", "\u{8}\u{e4}"]) {
      let names = [
        "utf-8", "iso-8859-1", "iso-8859-2", "utf-7", "iso-2022-jp", "iso-2022-kr", "shift_jis", "gb18030", "big5",
        "euc-kr", "euc-jp", "utf-16le", "windows-1251", "koi8-r",
      ]
      guard let first = $0.first else { return }
      _ = DecodedText(Array($0.dropFirst()), declared: names[Int(first) % names.count], isWhole: first < 0x80)
    },
    FuzzTarget("content-type", longest: 2_048, files: [".txt", ".json", ".svg", ".zip", ".bmp", ".gif", ".html"]) {
      // The name comes first, and ends with a zero byte.
      let end = $0.prefix(64).firstIndex(of: 0) ?? 0
      let name = String(decoding: $0[..<end], as: UTF8.self)
      _ = types.identify(header: Array($0[end...].dropFirst()), fileName: name)
      _ = types.identify(header: $0, fileName: nil)
      _ = types.identifyDirectory(name: name)
    },
    FuzzTarget(
      "mime-database", "mime", longest: 2_048,
      texts: [
        "\u{0}50:text/x-a:*.a:cs\n10:text/x-b:__NOGLOBS__\n",
        "\u{1}MIME-Magic\0\n[50:a/b]\n>0=\0\u{2}ab&\0\0+8\n1>4=\0\u{1}c\n",
        "\u{2}a/b\nc/d\n", "\u{3}a/b c/d\n", "\u{4}x/y a/b\n", "\u{5}a/b:icon\n",
      ]
    ) { try readDatabase($0) },
    FuzzTarget("html", "html", files: [".md", ".html"], texts: [#"<img src="cid:a"><p style='x: url(CID:b)'>&amp;"#]) {
      var files = ContentIDs()
      files.add("a", "image/png", [1, 2, 3])
      files.add("b", "text/plain", [4])
      for excess in [ContentIDs.Excess.staysReference, .refuses] {
        guard files.inlined(in: $0, limit: 5_000, excess: excess)?.count ?? 0 <= 5_000 else {
          throw BrokenPromise("the result exceeds its limit")
        }
      }
      let text = String(decoding: $0, as: UTF8.self)
      guard !HTMLText.escaped(text).contains("<"), !XMLText.escaped(text).contains("<") else {
        throw BrokenPromise("a sign was not escaped")
      }
      _ = PrintableText.width(of: PrintableText.escaped(text))
    },
    FuzzTarget(text: "file-uri", texts: ["/home/me/a b%.jpg", "file:///a%20b", "/\u{FF}"]) {
      _ = FileURI.path($0)
      let path = "/" + $0
      let bytes = PathText.bytes(path)
      guard bytes.contains(0) || FileURI.path(FileURI.text(path: path)).map({ PathText.bytes($0) }) == bytes else {
        throw BrokenPromise("the URI names another file")
      }
    },
    FuzzTarget(text: "glob", texts: ["*.[a-c]x\nfile.bx", "a?b*\nacbd", "[!a]\\*\nb*"]) {
      let parts = $0.split(separator: "\n", maxSplits: 1).map { Array($0.utf8) }
      guard parts.count == 2 else { return }
      let found = Glob.matches(parts[0], parts[1], hasSets: false)
      guard Glob.matches([UInt8(ascii: "*")] + parts[0], parts[1], hasSets: false) || !found else {
        throw BrokenPromise("a star before the pattern makes it match less")
      }
      _ = Glob.matches(parts[0], parts[1], hasSets: true)
    },
    FuzzTarget(text: "amount", longest: 64, texts: ["64k", "20Mi", "1G", "500"]) { _ = Int(amount: $0) },
  ]

  private static let types = ContentTypeRegistry()

  /// Reads one of the files of a shared-mime-info database, which the first byte names.
  private static func readDatabase(_ input: [UInt8]) throws {
    let names = ["globs2", "magic", "types", "subclasses", "aliases", "generic-icons"]
    guard let first = input.first else { return }
    try FuzzFolder.with([(names[Int(first) % names.count], Array(input.dropFirst()))]) { folder in
      let types = ContentTypeRegistry.system(folders: [folder])
      _ = types.identify(header: Array("abc".utf8), fileName: "a.a")
    }
  }
}

/// A folder for one input, for parsers that read several files. scripts/fuzz keeps it in memory.
enum FuzzFolder {
  static func with(_ files: [(name: String, bytes: [UInt8])], _ body: (String) throws -> Void) throws {
    let parent = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    guard let folder = LockedFolder(in: parent, prefix: "cameo-fuzz-") else {
      throw BrokenPromise("there is no place for temporary files")
    }
    defer { folder.remove() }
    for file in files {
      let descriptor = SystemCall.open("\(folder.path)/\(file.name)", O_WRONLY | O_CREAT | O_CLOEXEC, mode: 0o600)
      defer { close(descriptor) }
      guard SystemCall.writeAll(file.bytes, to: descriptor) else {
        throw BrokenPromise("there is no space for temporary files")
      }
    }
    try body(folder.path)
  }
}
