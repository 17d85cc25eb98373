internal import ContentTypes
internal import TestKit
internal import Testing

@Suite("The type of a file", .timed) struct IdentificationTests {
  private let registry = ContentTypeRegistry()

  private func identify(_ text: String, _ name: String?) -> TypeIdentification {
    registry.identify(header: Array(text.utf8), fileName: name)
  }

  @Test("Office documents are recognised without a name, and so are those with a password")
  func officeDocuments() throws {
    func type(_ name: String, as other: String? = nil) -> String {
      let bytes = Fixtures.bytes(Fixtures.path("preview/\(name)"))
      return ContentTypeRegistry().identify(header: bytes, fileName: other).type.identifier
    }
    #expect(type("valid/pictured_letter.docx") == "org.openxmlformats.wordprocessingml.document")
    #expect(type("valid/stock.xlsx") == "org.openxmlformats.spreadsheetml.sheet")
    #expect(type("valid/walk.pptx") == "org.openxmlformats.presentationml.presentation")
    #expect(type("valid/walk.odp") == "org.oasis-open.opendocument.presentation")
    #expect(type("valid/walk.odg") == "org.oasis-open.opendocument.graphics")
    // A flat file is XML that its name tells apart.
    let flat = ["fodt": "text", "fods": "spreadsheet", "fodp": "presentation", "fodg": "graphics"]
    for (suffix, kind) in flat {
      let found = identify("<?xml version=\"1.0\"?><office:document/>", "a.\(suffix)").type.identifier
      #expect(found == "org.oasis-open.opendocument.\(kind)-flat-xml")
    }
    #expect(type("broken/locked.docx") == "com.microsoft.encrypted-office-document")
    #expect(type("broken/locked.docx", as: "locked.docx") == "com.microsoft.encrypted-office-document")
    #expect(type("valid/project.zip") == "public.zip-archive")
  }

  @Test("A name may be more specific than the content, but may not contradict it")
  func nameAndContent() {
    let zip = "PK\u{3}\u{4}\u{14}\0\0\0"
    #expect(identify(zip, "letter.docx").type.identifier == "org.openxmlformats.wordprocessingml.document")
    #expect(identify(zip, "letter.docx").reason == .nameRefinesContent)
    #expect(identify(zip, "letter.txt").type.identifier == "public.zip-archive")
    #expect(identify(zip, "letter.txt").reason == .contentAgainstName)
    #expect(identify(zip, "letter.txt").contradicted == "public.plain-text")
    #expect(identify(zip, nil).type.identifier == "public.zip-archive")
    #expect(identify(zip, "a.zip").reason == .content)
    #expect(identify("<?xml version='1.0'?><a/>", "a.xhtml").type.identifier == "public.xhtml")
    #expect(identify("<?xml version='1.0'?><a/>", "a.plist").type.identifier == "com.apple.xml-property-list")
    #expect(
      identify("<?xml version='1.0'?><!DOCTYPE plist><plist/>", "x").type.identifier == "com.apple.xml-property-list")
    #expect(identify("bplist00", "x").type.identifier == "com.apple.binary-property-list")
    #expect(identify("<!doctype HTML><p>", nil).type.identifier == "public.html")
  }

  @Test(
    "A text that begins with one word of a mail is text; several headers, or the line of a mailbox, are a mail",
    arguments: [
      ("Subject: things I like\n\nShips.\n", "public.plain-text"),
      ("Subject: things I like\nShips: three\nTo: nobody\n", "com.apple.mail.email"),
      ("From: Ada\nShe writes to: nobody\n", "public.plain-text"),
      (
        "Received: from a.example\n by b.example;\n Tue, 14 May 2024 09:30:00 +0200\nFrom: ada@example.org\n\nx",
        "com.apple.mail.email"
      ),
      ("Subject: a\r\nDate: Tue, 14 May 2024 09:30:00 +0200\r\n\r\nx", "com.apple.mail.email"),
      ("From here on we walk.\nOn Tuesday at 9:30: the pier.\n", "public.plain-text"),
      ("From ada@example.org Tue May 14 09:30:00 2024\nx", "org.ietf.mbox"),
      ("From ada@example.org\nSubject: a\nTo: b@example.org\n\nx", "org.ietf.mbox"),
    ])
  func mails(_ text: String, _ type: String) {
    let system = ContentTypeRegistry.system(folders: ["/usr/share/mime"])
    for name in [nil, "note"] {
      #expect(system.identify(header: Array(text.utf8), fileName: name).type.identifier == type)
    }
    // The name decides where the content says little.
    let eml = system.identify(header: Array("Subject: a\n\nx".utf8), fileName: "a.eml")
    #expect(eml.type.identifier == "com.apple.mail.email")
  }

  @Test("Books of Mobipocket, DjVu documents and Speex are known by their content")
  func documents() {
    func type(_ name: String, as other: String? = nil) -> String {
      let bytes = Array(Fixtures.bytes(Fixtures.path("preview/valid/\(name)")).prefix(512))
      return registry.identify(header: bytes, fileName: other).type.identifier
    }
    #expect(type("lamp.mobi") == "com.mobipocket.ebook")
    #expect(type("lamp.azw3", as: "lamp.azw3") == "com.amazon.mobi8-ebook")
    #expect(type("squares.djvu") == "org.djvu.document" && type("square.djvu") == "org.djvu.document")
    #expect(type("lamp.spx") == "org.xiph.speex" && type("small_only.eps") == "com.adobe.encapsulated-postscript")
  }

  @Test("Comic books are archives by their content, and their name may be that of another kind of archive")
  func comicBooks() {
    let (zip, rar) = ("PK\u{3}\u{4}\u{14}\0\0\0", "Rar!\u{1A}\u{7}\0")
    #expect(identify(zip, "a.cbz").type.identifier == "public.cbz-archive")
    #expect(identify(rar, "a.cbr").type.identifier == "public.cbr-archive")
    #expect(identify(zip, "a.cbr").type.identifier == "public.cbr-archive")
    #expect(identify(rar, "a.cbz").type.identifier == "public.cbz-archive")
    #expect(identify("{\"cells\": []}", "a.ipynb").type.identifier == "org.jupyter.notebook")
    #expect(identify("From a Tue May 14 09:30:00 2024\n", "a.mbox").type.identifier == "org.ietf.mbox")
  }

  @Test("JSON with a word of notebooks is JSON if its name says so")
  func wordsOfNotebooks() throws {
    var types = ContentTypeRegistry.builtInTypes
    let index = try #require(types.firstIndex { $0.identifier == "org.jupyter.notebook" })
    // The rule of shared-mime-info.
    types[index].signatures = [
      .init(
        Array("{".utf8), anyOf: [.init(Array("\"cells\":".utf8), at: 1, span: 256)], priority: 50, isFromDatabase: true)
    ]
    let registry = ContentTypeRegistry(types)
    func type(_ name: String?) -> String {
      registry.identify(header: Array("{\"cells\": [1, 2]}".utf8), fileName: name).type.identifier
    }
    #expect(type("battery.json") == "public.json")
    #expect(type("a.ipynb") == "org.jupyter.notebook" && type(nil) == "org.jupyter.notebook")
  }

  @Test("Components of web programs are source code, although they may begin as HTML does")
  func components() {
    #expect(identify("<template>", "a.vue").type.identifier == "org.vuejs.component")
    #expect(identify("let a", "b.svelte").type.identifier == "dev.svelte.component")
  }

  @Test("A PDF may have bytes before its header, unless its name says that it is something else")
  func headerOfPDF() {
    for (count, type) in [
      (0, "com.adobe.pdf"), (3, "com.adobe.pdf"), (1_019, "com.adobe.pdf"), (1_020, "public.plain-text"),
    ] {
      let text = String(repeating: " ", count: count) + "%PDF-1.4\n"
      #expect(identify(text, nil).type.identifier == type, "\(count)")
    }
    #expect(identify("It begins with %PDF-1.4\n", "a.txt").type.identifier == "public.plain-text")
    #expect(identify("<html>%PDF-1.4\n", nil).type.identifier == "public.html")
  }

  @Test(
    "Extensions of several parts, of odd case, and names without extension",
    arguments: [
      ("a.tar.gz", "org.gnu.gnu-zip-tar-archive"), ("a.TAR.GZ", "org.gnu.gnu-zip-tar-archive"),
      ("a.gz", "org.gnu.gnu-zip-archive"), ("tar.gz", "org.gnu.gnu-zip-archive"),
      (".tar.gz", "org.gnu.gnu-zip-tar-archive"),
      ("v1.2.tar.zst", "com.facebook.tar-zstandard-archive"), ("x/y.d/Makefile", "public.make-source"),
      ("a.c", "public.c-source"), ("a.C", "public.c-plus-plus-source"), ("a.CPP", "public.c-plus-plus-source"),
      ("a.md", "net.daringfireball.markdown"), ("a.b.c.json", "public.json"), ("a.iso", "public.iso-image"),
    ])
  func names(name: String, expected: String) {
    #expect(registry.type(fileName: name)?.identifier == expected)
  }

  /// Of the raw formats based on TIFF, only Canon's can be recognized by content.
  @Test(
    "Camera raws are known by content or name, and those that are TIFF files conform to it",
    arguments: [
      ("II*\0\u{8}\0\0\0", "a.dng", "com.adobe.raw-image", true),
      ("MM\0*\0\0\0\u{8}", "a.NEF", "com.nikon.raw-image", true),
      ("II*\0\u{10}\0\0\0CR\u{2}\0", nil, "com.canon.cr2-raw-image", true),
      ("II*\0\u{10}\0\0\0CR\u{2}\0", "a.tif", "com.canon.cr2-raw-image", true),
      ("\0\0\0\u{18}ftypcrx \0\0\0\u{1}", nil, "com.canon.cr3-raw-image", false),
      ("FUJIFILMCCD-RAW 0201", nil, "com.fuji.raw-image", false),
      ("IIRO\u{8}\0\0\0", "a.orf", "com.olympus.raw-image", false),
      ("IIU\0\u{18}\0\0\0", nil, "com.panasonic.rw2-raw-image", false),
    ])
  func raws(content: String, name: String?, expected: String, isTIFF: Bool) {
    let type = ContentTypeRegistry(ContentTypeRegistry.builtInTypes).identify(
      header: Array(content.utf8), fileName: name
    ).type.identifier
    #expect(type == expected)
    #expect(registry.type(type, conformsTo: "public.camera-raw-image"))
    #expect(registry.type(type, conformsTo: "public.tiff") == isTIFF)
  }

  @Test("Archives and packages of systems are known by their content")
  func archives() {
    #expect(identify("!<arch>\ndebian-binary   ", nil).type.identifier == "org.debian.package")
    #expect(identify("!<arch>\nmain.o/         ", "x.deb").type.identifier == "org.debian.package")
    #expect(identify("!<arch>\nmain.o/         ", nil).type.identifier == "org.gnu.ar-archive")
    #expect(identify("070701000000", nil).type.identifier == "public.cpio-archive")
    for type in ["org.debian.package", "org.rpm.package", "org.lz4.tar-lz4-archive", "public.z-archive"] {
      #expect(registry.type(type, conformsTo: "public.archive"))
    }
    // ECMA-119, 6.2.1 and 8.1.1: 16 sectors of the system's, a byte of the descriptor's type, then its name.
    let disk = [UInt8](repeating: 0, count: 32_768) + [1] + Array("CD001".utf8) + [1]
    #expect(registry.identify(header: disk, fileName: "backup").type.identifier == "public.iso-image")
    #expect(registry.identify(header: Array(disk.dropLast(3)), fileName: nil).type.identifier == "public.data")
    // Bytes after the first pages of a text do not change its type.
    let text = Array(String(repeating: "line\n", count: 2_000).utf8) + [0]
    #expect(registry.identify(header: text, fileName: nil).type.identifier == "public.plain-text")
  }

  @Test("Without other evidence, text is distinguished from data")
  func text() {
    #expect(identify("hello", nil).type.identifier == "public.plain-text")
    #expect(identify("gr\u{FC}n", "a").reason == .text)
    #expect(identify("a\0b", nil).type.identifier == "public.data")
    #expect(registry.identify(header: [], fileName: nil).type.identifier == "public.data")
    // ISO 8859-1 is not UTF-8; a character that the header cuts in two is.
    #expect(registry.identify(header: [0x67, 0x72, 0xFC, 0x6E], fileName: nil).type.identifier == "public.data")
    #expect(
      registry.identify(header: Array("gr\u{FC}".utf8.dropLast()), fileName: nil).type.identifier == "public.plain-text"
    )
    #expect(registry.identify(header: [0x80], fileName: nil).type.identifier == "public.data")
    #expect(registry.identify(header: [0xFF, 0xFE, 0x61, 0], fileName: nil).type.identifier == "public.plain-text")
    // The commands do not guess, because they report that a type is unknown.
    #expect(registry.type(header: Array("hello".utf8), fileName: nil) == nil)
  }

  @Test(
    "Texts that begin with letters of a signature are texts",
    arguments: [
      "BMW builds cars", "OTTO", "ID3 tags are old", "RIFF raff", "P6 is a bus", "BZh", "icns", "true love",
      "<gpxfile>", "<svgs>", "<htmlarea>",
    ])
  func lookalikes(text: String) {
    #expect(identify(text, nil).type.identifier == "public.plain-text")
  }

  @Test("Directories are folders, or packages by their name")
  func directories() throws {
    let directory = try TemporaryDirectory()
    let (declared, problems) = registry.adding([
      ContentType(
        "org.example.stuff", name: "stuff", conformsTo: ["com.apple.package"], fileExtensions: ["mystuff"],
        origin: .exported(by: "p"))
    ])
    #expect(problems == [])
    #expect(registry.identifyDirectory(name: "a.rtfd").type.identifier == "com.apple.rtfd")
    #expect(declared.identifyDirectory(name: "x/b.mystuff/").type.identifier == "org.example.stuff")
    #expect(declared.identifyDirectory(name: "x/b.mystuff").reason == .package)
    #expect(declared.identifyDirectory(name: "photo.jpg").type.identifier == "public.folder")
    // A file with a package's name is not a package.
    #expect(declared.type(fileName: "b.mystuff") == nil)
    #expect(try declared.identify(path: directory.path).type.identifier == "public.folder")
    #expect(
      try declared.identify(path: directory.write([0xFF, 0xD8, 0xFF], to: "a.png")).type.identifier == "public.jpeg")
    #expect(throws: (any Error).self) { try declared.identify(path: directory.file("missing")) }
    #expect(throws: (any Error).self) { try declared.identify(path: "/dev/null") }
  }

  @Test("The steps of an identification are listed")
  func steps() {
    let lines = identify("%PDF-1.7", "scan.png").lines
    #expect(
      lines == [
        "content: com.adobe.pdf: the bytes \"%PDF-\" at 0 (priority 60)", "name: public.png: the name matches *.png",
        "type: com.adobe.pdf (PDF): the name says public.png, but the content counts more",
      ])
    #expect(identify("", nil).lines.last == "type: public.data (data): neither says anything")
  }

  @Test("Ancestors come level by level, each once")
  func ancestry() {
    #expect(
      registry.ancestry(of: "public.svg-image") == [
        ["public.svg-image"], ["public.image", "public.xml"], ["public.data", "public.content", "public.text"],
        ["public.item"],
      ])
    #expect(registry.ancestry(of: "org.example.unknown") == [["org.example.unknown"]])
  }

  /// The commands' registry knows the suite's own formats without the tables, and gives the same types.
  @Test("The small registry gives the same types")
  func theSmallRegistryGivesTheSameTypes() {
    let long = ContentTypeRegistry(ContentTypeRegistry.builtInTypes)
    let names = ContentTypeRegistry.builtInTypes.flatMap(\.fileExtensions).flatMap {
      ["a.\($0)", "b.jpg.\($0.uppercased())"]
    }
    for name in names + ["jpg", ".png", "a.b/tif", "tif/", ""] {
      #expect(registry.type(fileName: name) == long.type(fileName: name), "\(name)")
      for header: [UInt8] in [[0xFF, 0xD8, 0xFF], [0x4D, 0x4D, 0, 0x2A], [0x89, 0x50], [0x42, 0x4D]] {
        let (short, all) = (
          registry.type(header: header, fileName: name), long.type(header: header, fileName: name)
        )
        #expect(short == all, "\(name)")
      }
    }
    for type in ContentTypeRegistry.builtInTypes { #expect(registry.type(identifier: type.identifier) == type) }
  }

  /// The built-in table is valid: identifiers occur once, parents exist, no loops, everything conforms to an item or a
  /// content.
  @Test("The table is valid")
  func theTableIsValid() {
    let types = ContentTypeRegistry.builtInTypes
    #expect(Set(types.map(\.identifier)).count == types.count)
    for type in types {
      for parent in type.conformsTo {
        #expect(registry.type(identifier: parent) != nil, "\(type.identifier): \(parent)")
      }
      #expect(!type.conformsTo.contains { registry.type($0, conformsTo: type.identifier) }, "\(type.identifier)")
      #expect(type.fileExtensions.allSatisfy { $0 == $0.lowercased() && !$0.hasPrefix(".") })
      #expect(type.mimeTypes.allSatisfy { MIMEName.isValid($0) && $0 == MIMEName.normalized($0) })
    }
    let mimeTypes = types.flatMap(\.mimeTypes)
    #expect(Set(mimeTypes).count == mimeTypes.count)
    #expect(registry.type(mimeType: "Text/HTML; charset=UTF-8")?.identifier == "public.html")
    #expect(registry.identifier(mimeType: "image/x-Unheard-of") == "mime.image.x-unheard-of")
  }
}
