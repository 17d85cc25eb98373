internal import ProviderKit
internal import ProviderProtocol
internal import ProviderTesting
internal import TestKit
internal import Testing

@Suite("Mails", .timed)
struct MailTests {
  @Test("Headers and text are decoded: encoded words, quoted-printable, Latin-1")
  func plain() async throws {
    let outcome = try await FolderDocument("mail", "valid/plain.eml").preview()
    #expect(outcome.reply.title == "Grüße aus Zürich")
    let page = String(decoding: outcome.bytes, as: UTF8.self)
    #expect(page.contains("<h1>Grüße aus Zürich</h1>"))
    #expect(page.contains("<th>From</th><td>Zoë Müller &lt;zoe@example.org&gt;</td>"))
    #expect(page.contains("<th>Date</th><td>Tue, 14 May 2024 09:30:00 +0200</td>"))
    #expect(page.contains("the café opens at nine, and this line is joined. &lt;b&gt;Not bold.&lt;/b&gt;"))
    #expect(page.contains("<q>&gt; What did you</q>\n<q>&gt; write before?</q>"))
  }

  @Test("HTML is preferred, with the pictures of the mail alone, and without anything that could run")
  func html() async throws {
    let outcome = try await FolderDocument("mail", "valid/news.eml").preview()
    let page = String(decoding: outcome.bytes, as: UTF8.self)
    #expect(page.contains("<h1>The week in the harbour</h1>"))
    #expect(page.contains("<p>Three came in on <b>Monday</b>.</p>"))
    #expect(page.contains("<img alt=\"A boat\" src=\"cid:picture-0\">"))
    // A picture on the web would tell its owner that the mail was read.
    #expect(page.contains("<em>news</em>"))
    #expect(page.contains("<a href=\"https://example.org/more\" rel=\"noreferrer\">More</a>"))
    #expect(page.contains("<a>Never</a>"))
    for part in ["tracker", "alert", "preheader", "evil", "color:red", "Three came in.<"] {
      #expect(!page.contains(part), "\(part)")
    }
  }

  @Test("Attachments are listed by the names that parts of a parameter give")
  func attachments() async throws {
    let page = try await FolderDocument("mail", "valid/news.eml").html()
    #expect(page.contains("<td>Schiffe im März.csv</td><td>text/csv</td>"))
    // The picture that the text shows is none.
    #expect(page.ranges(of: "<td>text/csv</td>").count == 1 && !page.contains("image/png"))
  }

  @Test("Of a mailbox the first mail is shown, and the others are counted")
  func mailbox() async throws {
    let page = try await FolderDocument("mail", "valid/two.mbox").html()
    #expect(page.contains("<h1>Grüße aus Zürich</h1>"))
    #expect(page.contains("The mailbox has 1 other mail."))
    #expect(!page.contains("Not shown"))
  }

  @Test(
    "Values of headers in all encodings",
    arguments: [
      ("=?UTF-8?B?w6Q=?= =?UTF-8?B?w7Y=?= b", "äö b"), ("=?utf-8?q?a_=E2=82?= =?utf-8?q?=AC?=", "a €"),
      ("a =?iso-2022-jp?B?GyRCRnxLXBsoQg==?= c", "a 日本 c"), ("=?windows-1251?Q?=CF=F0?=", "Пр"),
      ("=?unknown-8bit?Q?a?=", "a"), ("=?utf-8?Q?open", "=?utf-8?Q?open"), ("=?utf-8*en?Q?a=62?=", "ab"),
    ])
  func subjects(_ header: String, _ expected: String) async throws {
    let folder = try TemporaryDirectory()
    let mail = try FolderDocument("mail", text: "Subject: \(header)\n\nText\n", in: folder)
    #expect(try await mail.preview().reply.title == expected)
  }

  @Test("Equals signs that encode nothing stay, and so does the text behind them")
  func signs() async throws {
    let folder = try TemporaryDirectory()
    let text = "1 =+2 =-0 =" + String(repeating: " ", count: 300) + "x\njoined =  \nline"
    let mail = try FolderDocument(
      "mail", text: "From: a@example.org\nContent-Transfer-Encoding: quoted-printable\n\n\(text)", in: folder)
    let page = try await mail.html()
    #expect(page.contains("1 =+2 =-0 = ") && page.contains(" x\njoined line"))
  }

  @Test("Names of attachments cannot hide their extension, and a letter may have a million accents")
  func names() async throws {
    let folder = try TemporaryDirectory()
    let mail = try FolderDocument(
      "mail",
      text: """
        Subject: e\(String(repeating: "\u{301}", count: 30_000))
        Content-Type: multipart/mixed; boundary=b

        --b
        Content-Disposition: attachment; filename="bill\u{202E}fdp.exe"

        x
        --b--
        """, in: folder)
    let outcome = try await mail.preview()
    #expect(outcome.reply.title.map { $0.utf8.count < 4_000 } == true)
    let page = String(decoding: outcome.bytes, as: UTF8.self)
    #expect(page.contains("<td>bill\\u{202E}fdp.exe</td>") && !page.contains("\u{202E}"))
  }

  @Test("Lines that a mailbox marks are as they were sent")
  func marked() async throws {
    let folder = try TemporaryDirectory()
    let mail = try FolderDocument(
      "mail", text: "From a Tue May 14 09:30:00 2024\nSubject: a\n\n>From here it goes on.\n> Quoted\n", in: folder)
    let page = try await mail.html()
    #expect(page.contains("<pre>From here it goes on.\n<q>&gt; Quoted</q>"))
  }

  @Test("Many pictures of very many pixels are not all decoded")
  func largePictures() async throws {
    let folder = try TemporaryDirectory()
    let made = try await Tool.python(
      """
      import base64, struct, sys, zlib
      def chunk(name, data): return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
      packer = zlib.compressobj()
      rows = b"".join(packer.compress(bytes(1_501)) for _ in range(12_000)) + packer.flush()
      picture = (b"\\x89PNG\\r\\n\\x1a\\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", 12_000, 12_000, 1, 0, 0, 0, 0))
                 + chunk(b"IDAT", rows) + chunk(b"IEND", b""))
      part = "--b\\nContent-Type: image/png\\nContent-Transfer-Encoding: base64\\nContent-Disposition: attachment\\n\\n"
      part += base64.encodebytes(picture).decode()
      open(sys.argv[1], "w").write("From: a@b\\nContent-Type: multipart/mixed; boundary=b\\n\\n" + part * 50)
      """, [folder.file("a.eml")])
    try #require(made.status == 0, "\(made.errors)")
    let page = try await FolderDocument("mail", path: folder.file("a.eml")).html()
    #expect((1..<10).contains(page.ranges(of: "<img").count), "\(page.ranges(of: "<img").count)")
    #expect(page.ranges(of: "<td>image/png</td><td>image/png</td>").count == 50)
  }

  @Test("HTML that says its own encoding")
  func ownEncoding() async throws {
    let folder = try TemporaryDirectory()
    let start = "From: a@example.org\nContent-Type: text/html\n\n<meta charset=windows-1251><p>"
    // A word of four letters is too short for a guess.
    let path = try folder.write(Array(start.utf8) + [0xCF, 0xEE, 0xF0, 0xF2], to: "a.eml")
    #expect(try await FolderDocument("mail", path: path).html().contains("<p>Порт"))
  }

  @Test("A mail of parts without a boundary is shown as it is")
  func withoutBoundary() async throws {
    let folder = try TemporaryDirectory()
    let mail = try FolderDocument(
      "mail", text: "From: a@example.org\nContent-Type: multipart/mixed\n\nThe whole text\n", in: folder)
    #expect(try await mail.html().contains("The whole text"))
  }

  @Test("The thumbnail has the sender's disc, and letters below it")
  func thumbnail() async throws {
    let pixels = try await FolderDocument("mail", "valid/news.eml").thumbnail(side: 256)
    #expect((pixels.width, pixels.height) == (181, 256))
    let disc = pixels.color(0.1, 0.1)
    #expect(disc.contains { $0 < 200 })
    #expect(pixels.count(rows: 0.3...0.9) { $0.allSatisfy { $0 < 120 } } > 40)
    // The picture of the mail is blue.
    #expect(pixels.count(rows: 0.3...0.95) { $0[2] > 150 && $0[0] < 100 } > 100)
  }

  @Test(
    "Mails with many parts, deep parts, endless headers and boundaries that end nothing",
    arguments: ["deep", "many", "headers", "folded", "words", "base64", "markup"])
  func hostile(_ kind: String) async throws {
    let start = "From: a@example.org\n"
    func part(_ depth: Int) -> String {
      "Content-Type: multipart/mixed; boundary=b\(depth)\n\n--b\(depth)\n"
    }
    let text: String =
      switch kind {
      case "deep": start + (0..<20_000).map(part).joined() + "text"
      case "many":
        start + "Content-Type: multipart/mixed; boundary=b\n\n"
          + String(repeating: "--b\nContent-Disposition: attachment; filename=a\n\nx\n", count: 100_000)
      case "headers": String(repeating: "Subject: a\n", count: 300_000) + "\ntext"
      case "folded": "Subject: a\n" + repeated(" b\n", 1_000_000) + "\ntext"
      case "words": "Subject: " + String(repeating: "=?utf-8?Q?", count: 200_000) + "\n\ntext"
      case "base64":
        start + "Content-Type: text/html\nContent-Transfer-Encoding: base64\n\n"
          + repeated("=", 4 << 20)
      default:
        start + "Content-Type: text/html\n\n" + String(repeating: "<div><table><tr><td><b>", count: 200_000)
      }
    let folder = try TemporaryDirectory()
    let mail = try FolderDocument("mail", text: text, in: folder)
    #expect(try await mail.html().utf8.count < 8 << 20)
    #expect(try await mail.thumbnail().height == 128)
  }
}
