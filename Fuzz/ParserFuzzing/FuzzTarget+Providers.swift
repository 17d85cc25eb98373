internal import ByteStreams
internal import CollectionProvider
internal import ImageModel
internal import MetadataFuzzing
internal import PeopleGroups
internal import PeopleGroupsProvider
internal import ProviderHost
internal import ProviderKit
internal import ProviderProtocol
internal import ShippedProviders

extension FuzzTarget {
  /// The providers that read documents themselves, in this process and without a sandbox: those of images are targets
  /// of their own, and those of PDF and SVG start programs.
  static let providers =
    documents.flatMap { row in
      ProviderCapability.allCases.map { capability in
        FuzzTarget(
          "\(capability.rawValue)-\(row.name)", row.dictionary, longest: row.longest, files: row.files, texts: row.texts
        ) { try show($0, row, capability) }
      }
    } + [
      FuzzTarget(
        name: "office-parts", maxLength: 16_384, dictionary: "office",
        run: { try show(OfficeParts.document($0), office, .preview) }, seeds: { OfficeParts.seeds($0) },
        made: { OfficeParts.made }),
      FuzzTarget(
        "people-import", "document", files: [".vcf"],
        texts: [
          "BEGIN:VCARD\r\nVERSION:4.0\r\nN:Lovelace;Ada;;;\r\nFN;CHARSET=utf-8:Ada\r\n L\r\nPHOTO:data:image/png;base64,AAEC\r\nEND:VCARD",
          #"[{"firstName": "Ada", "lastName": "Lovelace", "portrait": "ada.jpg"}]"#,
        ]
      ) { try FuzzFolder.with([("a", $0)]) { _ = try PeopleImport(path: "\($0)/a") } },
    ]

  /// A kind of document: its provider, a file name that selects its reader, and initial inputs.
  private struct Document: Sendable {
    var name: String
    var provider: ProviderDefinition
    var fileName: String
    var dictionary: String?
    var longest = 4_096
    var files: [String] = []
    var texts: [String] = []
    /// Whether the document is a folder with this file in it.
    var isFolder = false
  }

  private static let documents = [
    Document(
      name: "table", provider: .text, fileName: "a.csv", dictionary: "text", longest: 1_024, files: [".csv"],
      texts: ["sep=;\n\"a\"\"b\";1,5\n\n\t|\r\nc", "a\tb\n1\t2\n"]),
    Document(
      name: "markdown", provider: .text, fileName: "a.md", dictionary: "text", longest: 2_048, files: [".md"],
      texts: [
        "---\na: [b, c]\nd: >\n  e\n---\n# h\n\n|a|b|\n|:-|-:|\n|c|~~d~~|\n\n- [x] e\n\n```swift\nlet f\n```\n![g](h)\n"
      ]),
    Document(
      name: "rich-text", provider: .text, fileName: "a.rtf", dictionary: "text", files: [".rtf"],
      texts: [#"{\rtf1\ansi\ansicpg1252{\fonttbl{\f0 A;}}\f0 a\'e9\u8364?\par\b b\b0{\*\x y}\tab\bin3 abc}"#]),
    Document(
      name: "source", provider: .text, fileName: "a.swift", dictionary: "text", files: [".swift", ".py", ".svg"],
      texts: ["// a\nlet b = \"c\\\"\" /* d */ 'e' # f\n"]),
    Document(
      name: "values", provider: .text, fileName: "a.plist", dictionary: "description", files: [".json", ".plist"]),
    Document(
      name: "plain-text", provider: .text, fileName: "a.txt", longest: 2_048, files: [".txt"],
      texts: ["a\u{C}b\r\nc\u{8}"]),
    Document(
      name: "archive", provider: .archive, fileName: "a.zip", longest: 16_384,
      files: [".zip", ".tar", ".gz", ".7z", ".cpio", ".iso", ".xz", ".zst", ".docx"]),
    office,
    Document(
      name: "calendar", provider: .calendar, fileName: "a.ics", dictionary: "document", files: [".ics"],
      texts: [
        "BEGIN:VCALENDAR\nBEGIN:VTIMEZONE\nTZID:A\nBEGIN:STANDARD\nDTSTART:19701025T030000\nTZOFFSETFROM:+0200\n"
          + "TZOFFSETTO:+0100\nEND:STANDARD\nEND:VTIMEZONE\nBEGIN:VEVENT\nDTSTART;TZID=A:20240506T123000\n"
          + "DURATION:PT1H30M\nRRULE:FREQ=WEEKLY;BYDAY=MO;COUNT=5\nSUMMARY:a\\, b\nEND:VEVENT\nEND:VCALENDAR\n"
      ]),
    Document(name: "contact", provider: .contact, fileName: "a.vcf", dictionary: "document", files: [".vcf"]),
    Document(
      name: "mail", provider: .mail, fileName: "a.eml", dictionary: "document", files: [".eml", ".mbox"],
      texts: [
        "From: =?utf-8?q?=C3=A9?= <a@b>\nSubject: =?iso-2022-jp?B?GyRCJCI=?=\nContent-Type: multipart/mixed; boundary=x\n\n"
          + "--x\nContent-Type: text/html; charset=utf-7\nContent-Transfer-Encoding: quoted-printable\n\n=3Cb>=\n\n--x\n"
          + "Content-Type: application/a; name*0*=utf-8''a%20; name*1=b\nContent-Transfer-Encoding: base64\n\nAAEC\n--x--\n"
      ]),
    Document(name: "notebook", provider: .notebook, fileName: "a.ipynb", dictionary: "document", files: [".ipynb"]),
    Document(
      name: "web", provider: .web, fileName: "a.html", dictionary: "html", files: [".html"],
      texts: [
        "<!DOCTYPE html><title>a</title><script>b</script><p onclick=c>d<table><tr><td>e<a href='javascript:f'>g&eacute;"
      ]),
    Document(name: "track", provider: .track, fileName: "a.gpx", dictionary: "document", files: [".gpx"]),
    Document(name: "map", provider: .track, fileName: "a.geojson", dictionary: "document", files: [".geojson"]),
    Document(
      name: "font", provider: .font, fileName: "a.ttf", longest: 32_768, files: [".ttf", ".otf", ".woff", ".woff2"]),
    Document(
      name: "audio", provider: .audio, fileName: "a.mp3", longest: 16_384, files: [".mp3", ".flac", ".m4a", ".opus"]),
    Document(name: "photoshop", provider: .photoshop, fileName: "a.psd", longest: 32_768, files: [".psd"]),
    Document(name: "book", provider: .book, fileName: "a.epub", longest: 32_768, files: [".epub"]),
    Document(name: "mobi", provider: .book, fileName: "a.mobi", longest: 16_384, files: [".mobi", ".azw3"]),
    Document(name: "comic", provider: .comic, fileName: "a.cbz", longest: 32_768, files: [".cbz", ".cbr", ".cbt"]),
    Document(name: "database", provider: .database, fileName: "a.sqlite", longest: 32_768, files: [".sqlite"]),
    Document(
      name: "people", provider: .peopleGroups, fileName: "a.pplgrp", dictionary: "description", longest: 8_192,
      files: [".pplgrp"]),
    Document(
      name: "collection", provider: .collection, fileName: "things.plist", dictionary: "description", longest: 8_192,
      files: ["things.plist"], isFolder: true),
  ]

  private static let office = Document(
    name: "office", provider: .office, fileName: "a.docx", longest: 32_768,
    files: [".docx", ".xlsx", ".pptx", ".odt", ".ods", ".odg", ".odp"])

  /// Has a document shown, and checks that the host accepts the answer.
  private static func show(_ bytes: [UInt8], _ document: Document, _ capability: ProviderCapability) throws {
    try FuzzFolder.with([(document.fileName, bytes)]) { folder in
      let output = "\(folder)/output"
      let request = HostMessage.request(
        capability,
        input: HostMessage.Input(
          path: document.isFolder ? folder : "\(folder)/\(document.fileName)", name: document.fileName,
          contentType: "public.data"),
        output: output, maximumSize: Size(width: 64, height: 64), page: nil, seconds: 60)
      guard case .reply(let reply) = answer(to: request, document.provider) else { return }
      let content: RenderedContent
      do {
        let limits = ProviderLimits()
        content = try ReplyChecker(
          limits: limits, maximumSize: capability == .thumbnail ? PixelSize(width: 64, height: 64) : nil
        )
        .content(of: reply, at: output, for: capability)
      } catch {
        throw BrokenPromise("the host refuses the answer: \(error)")
      }
      guard content.reply.kind == .html else { return }
      let html = String(decoding: content.reply.bytes, as: UTF8.self).lowercased()
      for word in ["<script", "<iframe", "<object"] where html.contains(word) {
        throw BrokenPromise("the HTML has \(word)")
      }
    }
  }

  /// A provider's reply or error. It answers on another thread.
  private static func answer(to request: HostMessage, _ provider: ProviderDefinition) -> ProviderMessage {
    let answers = Monitor<ProviderMessage?>(nil)
    let session = ProviderSession(provider) { message in
      switch message {
      case .reply, .error:
        answers.withLock { $0 = message }
        answers.notify()
      case .hello, .partial, .log: break
      }
    }
    let hello = HostMessage.hello(.init(limits: .init(), capabilities: ProviderCapability.allCases, locale: "en"))
    for message in [hello, request] { _ = session.take(line: Array(message.line.utf8)) }
    return answers.wait { $0 }
  }
}
