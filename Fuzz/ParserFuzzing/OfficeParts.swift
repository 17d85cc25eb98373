internal import ByteStreams
internal import MetadataFuzzing
internal import ProviderSupport

/// Office documents whose parts are not compressed, so that a fuzzer can change them. An input is the kind in one byte,
/// and the parts of that kind with a zero byte between them.
enum OfficeParts {
  private struct Kind {
    /// The part that the relationships name; nil for OpenDocument, where names are fixed.
    var main: String?
    var parts: [String]
  }

  private static let kinds = [
    Kind(main: "word/document.xml", parts: ["word/document.xml"]),
    Kind(
      main: "ppt/presentation.xml",
      parts: ["ppt/presentation.xml", "ppt/_rels/presentation.xml.rels", "ppt/slides/slide1.xml"]),
    Kind(
      main: "xl/workbook.xml",
      parts: [
        "xl/workbook.xml", "xl/_rels/workbook.xml.rels", "xl/sharedStrings.xml", "xl/styles.xml",
        "xl/worksheets/sheet1.xml",
      ]),
    Kind(main: nil, parts: ["content.xml", "META-INF/manifest.xml"]),
  ]

  /// The document of an input.
  static func document(_ input: [UInt8]) -> [UInt8] {
    guard let first = input.first else { return [] }
    let kind = kinds[Int(first) % kinds.count]
    let contents = input.dropFirst().split(separator: 0, omittingEmptySubsequences: false)
    var files = zip(kind.parts, contents).map { (name: $0, content: Array($1)) }
    if let main = kind.main {
      let relationships = """
        <Relationships><Relationship Id="r" Type="x/officeDocument" Target="\(main)"/></Relationships>
        """
      files.insert(("_rels/.rels", Array(relationships.utf8)), at: 0)
    }
    return SmallZIP.file(files)
  }

  /// The parts of a document as an input.
  static func seeds(_ file: SeedFile) -> [[UInt8]] {
    file.whole(ifNamed: [".docx", ".xlsx", ".pptx", ".odt", ".ods", ".odg", ".odp"]).flatMap { bytes -> [[UInt8]] in
      guard let found = try? parts(bytes) else { return [] }
      return zip(0..., kinds).filter { found[$0.1.parts[0]] != nil }.map { number, kind in
        [UInt8(number)] + kind.parts.map { found[$0] ?? [] }.joined(separator: [0])
      }
    }
  }

  private static func parts(_ document: [UInt8]) throws -> [String: [UInt8]] {
    let file = try TemporaryFile(document)
    let reader = try ArchiveReader(path: "/proc/self/fd/\(file.descriptor)", byteLimit: 1 << 20)
    var parts: [String: [UInt8]] = [:]
    while case .entry(let entry) = reader.next() {
      parts[String(decoding: entry.name ?? [], as: UTF8.self)] = reader.content(atMost: 1 << 16)
    }
    return parts
  }

  static let made: [[UInt8]] = [
    [0]
      + Array(#"<w:document xmlns:w="w"><w:body><w:p><w:r><w:t>a</w:t><w:tab/></w:r></w:p></w:body></w:document>"#.utf8),
    [2]
      + Array(
        """
        <workbook xmlns:r="r"><sheets><sheet name="A" sheetId="1" r:id="s"/></sheets></workbook>\0\
        <Relationships><Relationship Id="s" Type="x/worksheet" Target="worksheets/sheet1.xml"/></Relationships>\0\
        <sst><si><t>a</t></si></sst>\0<styleSheet><cellXfs><xf numFmtId="14"/></cellXfs></styleSheet>\0\
        <worksheet><sheetData><row><c t="s"><v>0</v></c><c s="0"><v>45000.5</v></c></row></sheetData></worksheet>
        """.utf8),
    [3]
      + Array(
        """
        <office:document-content xmlns:office="o" xmlns:text="t" xmlns:table="b"><office:body><office:spreadsheet>\
        <table:table table:name="A"><table:table-row table:number-rows-repeated="2"><table:table-cell>\
        <text:p>a<text:s text:c="3"/></text:p></table:table-cell></table:table-row></table:table>\
        </office:spreadsheet></office:body></office:document-content>\0<manifest/>
        """.utf8),
  ]
}

/// ZIP archives whose entries are stored (APPNOTE.TXT 6.3, 4.3).
enum SmallZIP {
  static func file(_ entries: [(name: String, content: [UInt8])]) -> [UInt8] {
    var file: [UInt8] = []
    var directory: [UInt8] = []
    for entry in entries {
      let name = Array(entry.name.utf8)
      let size = number(entry.content.count, 4)
      // Version, flags, method, time, date, check value, both sizes, lengths of the name and of what follows it.
      let common =
        number(20, 2) + number(0, 4) + number(0, 2) + number(0x21, 2) + number(Int(CRC32.value(of: entry.content)), 4)
        + size + size + number(name.count, 2) + number(0, 2)
      directory += [0x50, 0x4B, 1, 2] + number(20, 2) + common + number(0, 10) + number(file.count, 4) + name
      file += [0x50, 0x4B, 3, 4] + common + name + entry.content
    }
    let count = number(entries.count, 2)
    return file + directory + [0x50, 0x4B, 5, 6] + number(0, 4) + count + count + number(directory.count, 4)
      + number(file.count, 4) + number(0, 2)
  }

  private static func number(_ value: Int, _ count: Int) -> [UInt8] {
    (0..<count).map { $0 < 8 ? UInt8(truncatingIfNeeded: value >> (8 * $0)) : 0 }
  }
}
