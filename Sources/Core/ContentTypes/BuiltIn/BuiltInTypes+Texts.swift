extension ContentTypeRegistry {
  private static let text = ["public.text"]

  static let textTypes: [ContentType] = [
    .row("public.text", "text", ["public.data", "public.content"], icon: "text-x-generic"),
    .row("public.plain-text", "text", text, ["txt", "text", "asc"], ["text/plain"]),
    .row("com.apple.log", "log", ["public.plain-text"], ["log"], ["text/x-log"]),
    .row("public.rtf", "RTF", text, ["rtf"], ["application/rtf", "text/rtf"], [.init("{\\rtf")]),
    .row(
      "public.html", "HTML", text, ["html", "htm"], ["text/html"],
      openings: ["<!DOCTYPE html", "<html", "<head", "<body"], icon: "text-html"),
    // The XML declaration only shows that a document is XML. Types based on XML are more specific.
    .row(
      "public.xml", "XML", text, ["xml", "xsd"], ["application/xml", "text/xml"],
      openings: ["<?xml "], icon: "text-html"),
    .row("public.xhtml", "XHTML", ["public.xml"], ["xhtml", "xht"], ["application/xhtml+xml"]),
    .row(
      "com.adobe.xmp", "XMP", ["public.xml"], ["xmp"], ["application/rdf+xml"],
      openings: ["<?xpacket", "<x:xmpmeta", "<x:xapmeta", "<rdf:RDF"]),
    .row("com.apple.property-list", "property list", ["public.data"], ["plist"], ["application/x-plist"]),
    .row(
      "com.apple.xml-property-list", "property list", ["public.xml", "com.apple.property-list"], ["plist"], [],
      openings: ["<!DOCTYPE plist", "<plist"]),
    .row(
      "com.apple.binary-property-list", "property list", ["com.apple.property-list"], ["plist"], [], [.init("bplist")]),
    .row("public.json", "JSON", text, ["json"], ["application/json"], icon: "text-x-script"),
    .row(
      "org.jsonlines.json-lines", "JSON Lines", text, ["jsonl", "ndjson"],
      ["application/jsonl", "application/x-ndjson"]),
    .row("public.yaml", "YAML", text, ["yaml", "yml"], ["application/yaml", "application/x-yaml"]),
    .row("io.toml.toml", "TOML", text, ["toml"], ["application/toml"]),
    .row("public.delimited-values-text", "table", text),
    .row("public.comma-separated-values-text", "CSV", ["public.delimited-values-text"], ["csv"], ["text/csv"]),
    .row(
      "public.tab-separated-values-text", "TSV", ["public.delimited-values-text"], ["tsv", "tab"],
      ["text/tab-separated-values"]),
    .row(
      "net.daringfireball.markdown", "Markdown", ["public.plain-text"], ["md", "markdown", "mkd"],
      ["text/markdown", "text/x-markdown"]),
    .row("public.css", "CSS", text, ["css"], ["text/css"]),
    .row("org.tug.tex", "TeX", ["public.plain-text"], ["tex", "latex", "ltx"], ["text/x-tex"]),
    .row("public.patch-file", "patch", ["public.plain-text"], ["patch", "diff"], ["text/x-patch"]),
    .row(
      "public.vcard", "vCard", ["public.text", "public.contact"], ["vcf", "vcard"], ["text/vcard"],
      [.init("BEGIN:VCARD")]),
    .row(
      "com.apple.ical.ics", "iCalendar", ["public.text", "public.calendar-event"], ["ics"], ["text/calendar"],
      [.init("BEGIN:VCALENDAR")]),
    .row("com.apple.mail.email", "e-mail", ["public.data", "public.message"], ["eml"], ["message/rfc822"]),
  ]
}

extension ContentTypeRegistry {
  private static let source = ["public.source-code"]
  private static let script = ["public.script"]

  static let sourceCodeTypes: [ContentType] = [
    .row("public.source-code", "source code", ["public.plain-text"], icon: "text-x-script"),
    .row("public.script", "script", source, icon: "text-x-script"),
    .row("public.c-source", "C", source, ["c"], ["text/x-csrc"]),
    .row("public.c-header", "C header", source, ["h"], ["text/x-chdr"]),
    // The only extensions whose case matters: .C is C++, .c is C.
    .row(
      "public.c-plus-plus-source", "C++", source, ["cpp", "cc", "cxx", "c++"], ["text/x-c++src"],
      patterns: [NamePattern("*.C", isCaseSensitive: true)]),
    .row("public.c-plus-plus-header", "C++ header", source, ["hpp", "hh", "hxx", "h++"], ["text/x-c++hdr"]),
    .row("public.objective-c-source", "Objective-C", source, ["m"], ["text/x-objcsrc"]),
    .row("public.objective-c-plus-plus-source", "Objective-C++", source, ["mm"], ["text/x-objc++src"]),
    .row("public.swift-source", "Swift", source, ["swift"], ["text/x-swift"]),
    .row("com.sun.java-source", "Java", source, ["java"], ["text/x-java"]),
    .row("org.kotlinlang.source", "Kotlin", source, ["kt", "kts"], ["text/x-kotlin"]),
    .row("org.rust-lang.source", "Rust", source, ["rs"], ["text/rust"]),
    .row("dev.go.source", "Go", source, ["go"], ["text/x-go"]),
    .row("com.microsoft.csharp-source", "C#", source, ["cs"], ["text/x-csharp"]),
    .row("public.assembly-source", "assembly", source, ["s", "asm"], ["text/x-asm"]),
    .row("public.fortran-source", "Fortran", source, ["f", "f90", "f95", "for"], ["text/x-fortran"]),
    .row("org.lua.source", "Lua", script, ["lua"], ["text/x-lua"]),
    .row("org.iso.sql", "SQL", source, ["sql"], ["application/sql", "text/x-sql"]),
    .row(
      "com.netscape.javascript-source", "JavaScript", source, ["js", "mjs", "cjs", "jsm"],
      ["text/javascript", "application/javascript"]),
    .row("com.microsoft.typescript", "TypeScript", source, ["ts", "tsx"], ["text/x-typescript"]),
    .row(
      "public.python-script", "Python", script, ["py", "pyw"], ["text/x-python"], run(by: "python")),
    .row("public.ruby-script", "Ruby", script, ["rb"], ["application/x-ruby", "text/x-ruby"], run(by: "ruby")),
    .row("public.perl-script", "Perl", script, ["pl", "pm"], ["application/x-perl", "text/x-perl"], run(by: "perl")),
    .row("public.php-script", "PHP", script, ["php"], ["application/x-php"], [.init("<?php")]),
    .row(
      "public.shell-script", "shell script", script, ["sh"], ["application/x-shellscript"],
      run(by: "sh", "bash", "dash", "zsh", "ksh")),
    .row("public.bash-script", "bash script", ["public.shell-script"], ["bash"]),
    .row("public.zsh-script", "zsh script", ["public.shell-script"], ["zsh"]),
    .row(
      "public.make-source", "makefile", script, ["mk", "mak"], ["text/x-makefile"],
      patterns: [NamePattern("makefile"), NamePattern("gnumakefile")]),
  ]

  /// The first line of scripts: `#!/bin/sh`, `#!/usr/bin/env python3` and the like.
  private static func run(by interpreters: String...) -> [ContentType.Signature] {
    interpreters.flatMap { name in ["#!/bin/", "#!/usr/bin/", "#!/usr/bin/env "].map { .init($0 + name) } }
  }
}

extension ContentTypeRegistry {
  private static let composite = ["public.data", "public.composite-content"]
  private static let zipped = ["public.zip-archive", "public.composite-content"]
  private static let compound = composite + ["mime.application.x-ole-storage"]

  static let documentTypes: [ContentType] = [
    .row("com.adobe.pdf", "PDF", composite, ["pdf"], ["application/pdf"], [.init("%PDF-")]),
    .row(
      "com.adobe.postscript", "PostScript", ["public.data", "public.content"], ["ps"], ["application/postscript"],
      [.init("%!PS")]),
    .row(
      "com.adobe.encapsulated-postscript", "EPS", ["com.adobe.postscript"], ["eps", "epsf"], ["image/x-eps"],
      [.init("%!PS-Adobe-", anyOf: [.init("EPSF", at: 11, span: 16)], priority: 70), .init([0xC5, 0xD0, 0xD3, 0xC6])]),
    .row(
      "org.idpf.epub-container", "EPUB", zipped, ["epub"], ["application/epub+zip"],
      [zip(mimeType: "application/epub+zip")]),
    .row(
      "org.openxmlformats.wordprocessingml.document", "Word document", zipped, ["docx"],
      ["application/vnd.openxmlformats-officedocument.wordprocessingml.document"],
      [officeOpenXML("word/")], icon: "x-office-document"),
    .row(
      "org.openxmlformats.spreadsheetml.sheet", "Excel sheet", zipped, ["xlsx"],
      ["application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"],
      [officeOpenXML("xl/")], icon: "x-office-spreadsheet"),
    .row(
      "org.openxmlformats.presentationml.presentation", "PowerPoint presentation", zipped, ["pptx"],
      ["application/vnd.openxmlformats-officedocument.presentationml.presentation"],
      [officeOpenXML("ppt/")], icon: "x-office-presentation"),
    openDocument("text", "odt", icon: "x-office-document"),
    openDocument("spreadsheet", "ods", icon: "x-office-spreadsheet"),
    openDocument("presentation", "odp", icon: "x-office-presentation"),
    openDocument("graphics", "odg", icon: "x-office-drawing"),
    // A compound file whose directory, in one of the first sectors, has a stream "EncryptedPackage" ([MS-OFFCRYPTO],
    // 2.3): a document of Office Open XML with a password.
    .row(
      "com.microsoft.encrypted-office-document", "encrypted Office document", composite, [], [],
      [
        .init(
          [0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1],
          anyOf: [.init("EncryptedPackage".utf8.flatMap { [$0, 0] }, at: 512, span: 16_384)], priority: 70)
      ]),
    // Compound files whose type the name tells: the database recognises only the container, under this identifier.
    .row("mime.application.x-ole-storage", "compound file", ["public.data"], [], ["application/x-ole-storage"]),
    .row("com.microsoft.word.doc", "Word 97 document", compound, ["doc"], ["application/msword"]),
    .row("com.microsoft.excel.xls", "Excel 97 sheet", compound, ["xls"], ["application/vnd.ms-excel"]),
    .row(
      "com.microsoft.powerpoint.ppt", "PowerPoint 97 presentation", compound, ["ppt"],
      ["application/vnd.ms-powerpoint"]),
    .row("com.apple.rtfd", "RTF with attachments", ["com.apple.package", "public.composite-content"], ["rtfd"]),
  ]

  /// A ZIP archive whose first member is named `mimetype`, is stored, and holds a MIME type (OpenDocument 1.3, part 2,
  /// 3.3; EPUB 3.3, 4.2.6.1.1).
  private static func zip(mimeType: String) -> ContentType.Signature {
    .init([0x50, 0x4B, 0x03, 0x04], anyOf: [.init("mimetype" + mimeType, at: 30)], priority: 70)
  }

  /// A ZIP archive whose first member lists the types of the parts (ECMA-376, part 2, 6.2.3.3), and that has another
  /// one in a folder of this name among the first. If the members have another order, the file's name gives the type.
  private static func officeOpenXML(_ folder: String) -> ContentType.Signature {
    .init(
      [0x50, 0x4B, 0x03, 0x04],
      anyOf: [.init("[Content_Types].xml", at: 30, anyOf: [.init(folder, at: 49, span: 8_192)])], priority: 70)
  }

  private static func openDocument(_ kind: String, _ fileExtension: String, icon: String) -> ContentType {
    .row(
      "org.oasis-open.opendocument.\(kind)", "OpenDocument \(kind)", zipped, [fileExtension],
      ["application/vnd.oasis.opendocument.\(kind)"], [zip(mimeType: "application/vnd.oasis.opendocument.\(kind)")],
      icon: icon)
  }
}
