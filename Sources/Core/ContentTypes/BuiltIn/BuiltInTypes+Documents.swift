extension ContentTypeRegistry {
  private static let composite = ["public.data", "public.composite-content"]
  private static let zipped = ["public.zip-archive", "public.composite-content"]

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
      ["application/vnd.openxmlformats-officedocument.wordprocessingml.document"], icon: "x-office-document"),
    .row(
      "org.openxmlformats.spreadsheetml.sheet", "Excel sheet", zipped, ["xlsx"],
      ["application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"], icon: "x-office-spreadsheet"),
    .row(
      "org.openxmlformats.presentationml.presentation", "PowerPoint presentation", zipped, ["pptx"],
      ["application/vnd.openxmlformats-officedocument.presentationml.presentation"], icon: "x-office-presentation"),
    openDocument("text", "odt", icon: "x-office-document"),
    openDocument("spreadsheet", "ods", icon: "x-office-spreadsheet"),
    openDocument("presentation", "odp", icon: "x-office-presentation"),
    .row("com.microsoft.word.doc", "Word 97 document", composite, ["doc"], ["application/msword"]),
    .row("com.microsoft.excel.xls", "Excel 97 sheet", composite, ["xls"], ["application/vnd.ms-excel"]),
    .row(
      "com.microsoft.powerpoint.ppt", "PowerPoint 97 presentation", composite, ["ppt"],
      ["application/vnd.ms-powerpoint"]),
    .row("com.apple.rtfd", "RTF with attachments", ["com.apple.package", "public.composite-content"], ["rtfd"]),
  ]

  /// A ZIP archive whose first member is named `mimetype`, is stored, and holds a MIME type (OpenDocument 1.3, part 2, 3.3; EPUB
  /// 3.3, 4.2.6.1.1).
  private static func zip(mimeType: String) -> ContentType.Signature {
    .init([0x50, 0x4B, 0x03, 0x04], anyOf: [.init("mimetype" + mimeType, at: 30)], priority: 70)
  }

  private static func openDocument(_ kind: String, _ fileExtension: String, icon: String) -> ContentType {
    .row(
      "org.oasis-open.opendocument.\(kind)", "OpenDocument \(kind)", zipped, [fileExtension],
      ["application/vnd.oasis.opendocument.\(kind)"], [zip(mimeType: "application/vnd.oasis.opendocument.\(kind)")],
      icon: icon)
  }
}
