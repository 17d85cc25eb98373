internal import ProviderKit
internal import ProviderProtocol
internal import ProviderTesting
internal import TestKit
internal import Testing

@Suite("Broken documents", .timed)
struct DamageTests {
  /// A provider, a document, and the code of its error.
  static let broken: [(String, String, ProviderError.Code)] = [
    ("peoplegroups", "cut.pplgrp", .corruptInput), ("peoplegroups", "no_name.pplgrp", .corruptInput),
    ("peoplegroups", "people_text.pplgrp", .corruptInput), ("peoplegroups", "nameless_person.pplgrp", .corruptInput),
    ("peoplegroups", "garbage.pplgrp", .corruptInput), ("peoplegroups", "no_list.people", .corruptInput),
    ("peoplegroups", "twins.people", .corruptInput), ("collection", "no_list.mystuff", .corruptInput),
    ("collection", "cut_list.mystuff", .corruptInput), ("text", "binary.txt", .unsupportedType),
    ("archive", "cut.zip", .corruptInput), ("archive", "garbage.zip", .corruptInput),
    ("office", "cut.docx", .corruptInput), ("office", "no_text.docx", .corruptInput),
    ("office", "entities.docx", .corruptInput), ("office", "locked.docx", .passwordRequired),
    ("office", "locked.odt", .passwordRequired), ("svg", "cut.svg", .corruptInput), ("pdf", "cut.pdf", .corruptInput),
    ("book", "cut.epub", .corruptInput), ("book", "no_container.epub", .corruptInput),
    ("book", "cut.mobi", .corruptInput), ("book", "no_header.mobi", .corruptInput),
    ("comic", "cut.cbz", .corruptInput), ("comic", "no_pages.cbz", .corruptInput),
    ("comic", "bad_pages.cbz", .corruptInput), ("mail", "no_header.eml", .corruptInput),
    ("mail", "binary.eml", .corruptInput), ("calendar", "no_calendar.ics", .corruptInput),
    ("contact", "no_card.vcf", .corruptInput), ("notebook", "no_cells.ipynb", .corruptInput),
    ("notebook", "cut.ipynb", .corruptInput), ("web", "binary.txt", .unsupportedType),
    ("audio", "noise.mp3", .corruptInput), ("audio", "cut.flac", .corruptInput),
    ("database", "cut.sqlite", .corruptInput), ("database", "bad_root.sqlite", .corruptInput),
    ("photoshop", "cut.psd", .corruptInput), ("photoshop", "no_picture.psd", .corruptInput),
    ("font", "cut.ttf", .corruptInput), ("font", "noise.ttf", .corruptInput),
    ("font", "cut.woff", .corruptInput), ("font", "cut.woff2", .corruptInput), ("font", "noise.woff2", .corruptInput),
    ("djvu", "cut.djvu", .corruptInput), ("djvu", "no_pages.djvu", .corruptInput),
    ("postscript", "error.ps", .corruptInput), ("postscript", "file.ps", .corruptInput),
    ("postscript", "program.ps", .corruptInput), ("postscript", "noise.ps", .corruptInput),
    ("video", "cut.mp4", .corruptInput), ("video", "list.mp4", .corruptInput),
    ("video", "sound_only.mp4", .corruptInput), ("track", "no_places.gpx", .corruptInput),
    ("track", "no_places.geojson", .corruptInput),
  ]

  @Test("A broken document gives its code, in the process and through a worker", arguments: broken)
  func codes(_ provider: String, _ name: String, _ code: ProviderError.Code) async throws {
    let path = Fixtures.path("preview/broken/\(name)")
    for trial in try [Shipped.named(provider).inProcess, Shipped.named(provider).asProgram] {
      await #expect { try await trial.thumbnail(of: path, contentType: "public.data") } throws: { error in
        let error = error as? ProviderError
        return error?.code == code && error?.message.contains(Fixtures.root) == false
      }
    }
  }

  @Test(
    "The message about a broken document says what is wrong in plain words",
    arguments: [
      ("text", "binary.txt", "the file is not text, although its type says so"),
      ("archive", "cut.zip", "the file is damaged, or is not an archive: Truncated ZIP file header"),
      ("archive", "garbage.zip", "the file is damaged, or is not an archive: no known format"),
      ("office", "cut.docx", "the document is damaged: Truncated input file (needed 298 bytes, only 229 available)"),
      ("office", "no_text.docx", "the document is damaged: the part word/document.xml is missing"),
      ("office", "entities.docx", "the document is damaged: word/document.xml, line 1: a document type declaration"),
      ("pdf", "cut.pdf", "the file is damaged, or is not a PDF: Couldn't read xref table"),
      ("book", "no_container.epub", "the document is damaged: the part meta-inf/container.xml is missing"),
      ("comic", "no_pages.cbz", "the archive contains no pictures"),
      ("comic", "bad_pages.cbz", "page 1 is damaged, or is not a picture"),
      ("mail", "no_header.eml", "the file is not a mail: it has no header of one"),
      ("calendar", "no_calendar.ics", "the file is not a calendar: it does not begin with BEGIN:VCALENDAR"),
      ("notebook", "no_cells.ipynb", "the file is not a notebook: it has no list 'cells'"),
      (
        "svg", "cut.svg",
        "the drawing is damaged: line 1 column 62: Premature end of data in tag svg line 1"
      ),
    ])
  func messages(_ provider: String, _ name: String, _ message: String) async throws {
    let path = Fixtures.path("preview/broken/\(name)")
    await #expect {
      try await Shipped.named(provider).inProcess.thumbnail(of: path, contentType: "public.data")
    } throws: {
      ($0 as? ProviderError)?.message == message
    }
  }

  @Test("An empty file is called empty", arguments: [("office", "a.odt"), ("office", "a.fodt"), ("svg", "a.svg")])
  func empty(_ provider: String, _ name: String) async throws {
    let folder = try TemporaryDirectory()
    let path = try folder.write([], to: name)
    await #expect {
      try await Shipped.named(provider).inProcess.thumbnail(of: path, contentType: "public.data")
    } throws: {
      ($0 as? ProviderError)?.message == "the file is empty"
    }
  }

  @Test("A missing document, a directory, and an empty file", arguments: Shipped.all)
  func nothing(_ shipped: Shipped) async throws {
    let folder = try TemporaryDirectory()
    let empty = try folder.write([], to: "empty")
    let allowed: Set<ProviderError.Code> = [.sourceUnavailable, .corruptInput, .unsupportedType]
    for path in [folder.file("missing"), folder.path, empty]
    where !["text", "web"].contains(shipped.name) || path != empty {
      await #expect { try await shipped.inProcess.thumbnail(of: path, contentType: "public.data") } throws: {
        allowed.contains(($0 as? ProviderError)?.code ?? .crashed)
      }
    }
  }

  /// Where documents are cut, in sixteenths. An empty file, and files that end in the header, in the content and near
  /// the end, are all ways to fail that a cut has; `scripts/test --all` and the fuzzers cut more finely. Of a provider
  /// that starts a program, fewer ones are cut.
  private static func cuts(startsProgram: Bool) -> [Int] {
    if startsProgram { return [0, 5, 10, 15] }
    return isThorough ? Array(0..<16) : [0, 1, 4, 8, 12, 15]
  }

  @Test(
    "Parts of a document give a reply or an error, the same for thumbnail and preview",
    arguments: Sample.files)
  func truncated(_ sample: Sample) async throws {
    let bytes = Fixtures.bytes(sample.file)
    let folder = try TemporaryDirectory()
    let shipped = try Shipped.named(sample.provider)
    let allowed: Set<ProviderError.Code> = [.corruptInput, .unsupportedType, .limitExceeded, .passwordRequired]
    let programs: Set = ["djvu", "postscript", "video"]
    for part in Self.cuts(startsProgram: programs.contains(sample.provider)) {
      let name = sample.path.split(separator: "/").last.map(String.init) ?? ""
      let path = try folder.write(Array(bytes.prefix(bytes.count * part / 16)), to: name)
      var codes: Set<ProviderError.Code?> = []
      for kind in ProviderCapability.allCases {
        do {
          if kind == .thumbnail {
            _ = try await shipped.inProcess.thumbnail(of: path, contentType: sample.contentType, side: 64)
          } else {
            _ = try await shipped.inProcess.preview(of: path, contentType: sample.contentType)
          }
          codes.insert(nil)
        } catch let error as ProviderError {
          #expect(allowed.contains(error.code), "\(part)/16: \(error)")
          codes.insert(error.code)
        }
      }
      #expect(codes.count == 1, "\(part)/16: \(codes)")
    }
  }

  @Test("Damaged binary property lists and JSON that are not text are errors, the same for thumbnail and preview")
  func structured() async throws {
    let folder = try TemporaryDirectory()
    let text = try Shipped.named("text").inProcess
    let list = Fixtures.bytes(Fixtures.path("preview/valid/blob.plist"))
    let (json, binary) = ("public.json", "com.apple.binary-property-list")
    // A list that is cut anywhere, or longer than what is parsed. Damaged JSON that is text is shown as text, in
    // UTF-16, too.
    let documents: [([UInt8], String, ProviderError.Code?)] =
      (1..<16).map { (Array(list.prefix(list.count * $0 / 16)), binary, .corruptInput) } + [
        (Array("{\"a\": \"\u{0}\"}".utf8), json, .corruptInput), ([0xFF, 0xFE, 0x7B, 0x00], json, nil),
        (list + [UInt8](repeating: 0x61, count: 5 << 20), binary, .limitExceeded), (Array("{]".utf8), json, nil),
      ]
    for (bytes, type, expected) in documents {
      let path = try folder.write(bytes, to: "document")
      for kind in ProviderCapability.allCases {
        #expect(try await Self.code(text, kind, of: path, type) == expected, "\(kind) of \(bytes.count) bytes")
      }
    }
  }

  /// The code that a request fails with; nil for success.
  private static func code(
    _ trial: ProviderTrial, _ kind: ProviderCapability, of path: String, _ type: String
  ) async throws -> ProviderError.Code? {
    do {
      if kind == .thumbnail {
        _ = try await trial.thumbnail(of: path, contentType: type, side: 64)
      } else {
        _ = try await trial.preview(of: path, contentType: type)
      }
      return nil
    } catch let error as ProviderError {
      return error.code
    }
  }

  @Test(
    "For a long document that is not text, or is damaged, thumbnail and preview give the same code",
    arguments: [40 << 10, 2 << 20, 5 << 20],
    ["public.plain-text", "net.daringfireball.markdown", "public.rtf", "public.json"])
  func long(_ count: Int, _ type: String) async throws {
    let folder = try TemporaryDirectory()
    let text = try Shipped.named("text").inProcess
    let line = Array("{ [a, 'b'] <c>\n".utf8)
    let whole = (0..<count / line.count).flatMap { _ in line }
    let isRead = type == "public.json" && count <= 4 << 20
    // A zero at the beginning means that this is not text; one at the end does not.
    for (place, expected) in [
      (100, isRead ? ProviderError.Code.corruptInput : .unsupportedType), (whole.count - 1, nil),
    ] {
      var bytes = whole
      bytes[place] = 0
      let path = try folder.write(bytes, to: "document")
      for kind in ProviderCapability.allCases {
        #expect(try await Self.code(text, kind, of: path, type) == expected, "\(kind), zero at \(place)")
      }
    }
  }

  @Test("Documents beyond a limit are refused or cut")
  func limits() async throws {
    let folder = try TemporaryDirectory()
    let person = "<dict><key>firstName</key><string>A</string></dict>"
    let list =
      "<plist><dict><key>name</key><string>x</string><key>people</key><array>"
      + String(repeating: person, count: 10_001) + "</array></dict></plist>"
    let crowd = try folder.write(Array(list.utf8), to: "crowd.pplgrp")
    await #expect {
      try await Shipped.named("peoplegroups").inProcess.thumbnail(of: crowd, contentType: "org.cameo.pplgrp")
    } throws: { ($0 as? ProviderError)?.code == .limitExceeded }
    // The preview of a long text is cut, and says so.
    let long = try folder.write([UInt8](repeating: 0x61, count: 3 << 20), to: "long.txt")
    let preview = try await Shipped.named("text").inProcess.preview(of: long, contentType: "public.plain-text")
    #expect(preview.bytes.count < 2 << 20)
    #expect(String(decoding: preview.bytes.suffix(200), as: UTF8.self).contains("this is its beginning"))
  }
}
