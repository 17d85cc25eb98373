internal import ByteStreams
internal import Drawing
internal import ImageModel
internal import MetadataFuzzing
internal import PDFDocuments
internal import PDFWriting

extension FuzzTarget {
  /// Imports existing PDFs.
  static let existingFiles = [
    target("pdf-pages") { _ = try pages($0) }, target("pdf-whole") { try whole($0) },
    target("pdf-forms") { try forms($0) }, target("pdf-finishing") { try finishing($0) },
    target("pdf-filling") { try filling($0) },
  ]

  private static func target(_ name: String, run: @escaping @Sendable ([UInt8]) throws -> Void) -> FuzzTarget {
    FuzzTarget(name: name, dictionary: "pdf", run: run, seeds: { $0.pdf }, made: { SmallPDF.all })
  }

  /// Copies all pages unchanged, and everything that belongs to the document.
  private static func pages(_ bytes: [UInt8]) throws -> FuzzDocument {
    let file = try PDFFile(bytes: bytes, name: "input.pdf", limits: .standard)
    let document = try FuzzDocument()
    let writer = document.writer
    let imported = try writer.register(file, pages: Array(0..<file.pageCount))
    var frame = DocumentWriter.Properties()
    frame.attributes = DocumentAttributes(try file.information())
    frame.pageLabels = try file.pageLabels()
    try document.append(abandoning: file) { () throws(ImageError) in
      for index in 0..<file.pageCount { try writer.append(try ImportedPage(file, index: index)) }
    }
    frame.outline = try imported.outline()
    try document.finish(frame)
    return document
  }

  /// Fills in all fields, and makes them a part of their pages.
  private static func filling(_ bytes: [UInt8]) throws {
    let file = try PDFFile(bytes: bytes, name: "input.pdf", limits: .standard)
    var values: [(name: String, value: FieldValue)] = []
    for field in try file.fields().prefix(100) {
      switch field.kind {
      case .text: values.append((field.name, .text(String("Åé 漢 x".prefix(max(0, field.maxLength ?? 6))))))
      case .choice, .list, .checkbox, .radio: values.append((field.name, .text(field.options.first ?? "")))
      case .button, .signature, .unknown: continue
      }
    }
    let sink = MemoryByteSink()
    _ = try FormOutput.write(file, values: values, flattens: true, to: sink, WriteOptions())
    guard try PDFFile(bytes: sink.bytes, name: "output.pdf", limits: .standard).pageCount == file.pageCount else {
      throw BrokenPromise("pages are lost")
    }
  }

  /// Passes a file through whole, and then its first page alone, which prunes its tags. Faults in the catalog of a
  /// whole document stay.
  private static func whole(_ bytes: [UInt8]) throws {
    for isWhole in [true, false] {
      let file = try PDFFile(bytes: bytes, name: "input.pdf", limits: .standard)
      let count = isWhole ? file.pageCount : min(file.pageCount, 1)
      guard count > 0 else { return }
      let document = try FuzzDocument()
      let writer = document.writer
      let imported = isWhole ? try writer.register(whole: file) : try writer.register(file, pages: [0])
      try writer.keepDescription(of: imported, setsVersion: isWhole)
      for index in 0..<count { try writer.append(try ImportedPage(file, index: index)) }
      try writer.unregister(file)
      _ = (try file.attachments(), try writer.finish(.init()))
      guard try PDFFile(bytes: document.bytes, name: "output.pdf", limits: .standard).pageCount == count else {
        throw BrokenPromise("pages are lost")
      }
    }
  }

  /// Places all pages, with their links, on sheets, by two of their boxes, and draws over each page.
  private static func forms(_ bytes: [UInt8]) throws {
    let file = try PDFFile(bytes: bytes, name: "input.pdf", limits: .standard)
    let document = try FuzzDocument()
    let writer = document.writer
    let half = Size(width: 100, height: 100)
    let imported = try ImportedDocument(file, pages: Array(0..<file.pageCount))
    for index in 0..<file.pageCount { imported.setNewIndex(index, of: index) }
    try document.append(abandoning: file) { () throws(ImageError) in
      for index in 0..<file.pageCount {
        for box in [PageBox.media, .trim] {
          var object: EmbeddedObject?
          let page = DrawnPage(size: half) { (objects) throws(ImageError) in
            object = try objects.page(try ImportedPage(file, index: index), box: box)
          } _: { context, _ in
            if let object { try context.draw(object, in: Rect(half)) }
          }
          page.links = try imported.links(on: try ImportedPage(file, index: index), claim: { $0 })
          try writer.append(page)
        }
        let cover = PageCover(background: Color(gray: 0.9)) { context in
          context.fill(.rect(Rect(half)), .color(Color(gray: 0.5)))
        }
        try writer.append(try ImportedPage(file, index: index), cover: cover)
      }
    }
    try document.finish()
  }

  /// Writes the copied pages once more, by libqpdf: linearized, and then with a password.
  private static func finishing(_ bytes: [UInt8]) throws {
    let document = try pages(bytes)
    for (encryption, linearize) in [(nil, true), (PDFEncryption(userPassword: "open"), false)] {
      let sink = MemoryByteSink()
      do {
        try PDFFinishing.encryptAndLinearize(
          from: MemoryByteSource(document.bytes), to: sink, encryption: encryption, linearize: linearize,
          limits: .standard)
      } catch let error where error.kind == .limitExceeded {
        continue
      } catch {
        throw BrokenPromise("what we wrote cannot be written again: \(error)")
      }
      // libqpdf 11.3 writes a number sign as it is, where other readers could take it for an escape.
      try document.check(sink.bytes, password: encryption?.userPassword, allowing: "stray #")
    }
  }
}
