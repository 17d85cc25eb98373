internal import ByteStreams
package import ImageModel
internal import Imaging
internal import PDFDocuments

/// A kind of parts of a document that are written as files of their own.
package enum ExtractedPart: String, CaseIterable, Sendable {
  case text, images, fonts, attachments
}

extension PDFJob {
  /// Writes parts of the only input: its text to the output, others as files into a folder.
  ///
  /// - Parameter folder: for all parts but text.
  /// - Returns: the number of files, and the diagnostics of the input.
  /// - Throws: `unsupported` for an input that is not a PDF, and where a program of poppler is missing; `usage` for a
  ///   name that the folder has already, as the document chooses the names; `limitExceeded` for attachments of more
  ///   than `maxInputBytes`; the errors of reading and writing.
  package func extract(
    _ part: ExtractedPart, to folder: String
  ) throws(ImageError) -> (count: Int, diagnostics: [Diagnostic]) {
    let opened = try openedPDF()
    let file = try opened.document(password: nil)
    var files = ExtractedFiles(folder: folder, identity: opened.source.identity, job: self)
    switch part {
    case .text:
      guard let sink = try openOutput() else { return (0, []) }
      var hasText = false
      for pages in try Self.runs(opened.indices(of: file.pageCount)) {
        let text = try file.plainText(ofPages: pages, keepsLayout: false)
        // White space and form feeds are no text.
        if !hasText { hasText = text.contains { $0 > 0x20 } }
        try text.withRawBytes { bytes throws(ImageError) in try sink.append(bytes) }
      }
      try sink.commit()
      guard hasText else { return (1, file.diagnostics + [.note("has no text; the pages may be pictures")]) }
      files.count = 1
    case .images:
      let stem = PathText.readable(inputs[0].stem)
      for pages in try Self.runs(opened.indices(of: file.pageCount)) {
        try file.pictures(onPages: pages) { name, bytes throws(ImageError) in
          // `picture-001-000.jpg`: the page, and the number of the picture.
          let rest = name.firstIndex(of: "-").map { String(name[$0...]) } ?? "-" + name
          try files.write(bytes, as: stem + rest)
        }
      }
    case .fonts:
      for font in try file.fontFiles() {
        try files.write(try file.bytes(of: font), as: "\(font.name).\(font.suffix)")
      }
    case .attachments:
      let limits = environment.limits
      var bytesLeft = limits.maxInputBytes
      for attachment in try file.attachments() {
        try files.write(as: attachment.name) { sink throws(ImageError) in
          try file.read(attachment) { piece throws(ImageError) in
            bytesLeft -= piece.count
            guard bytesLeft >= 0 else {
              throw limits.exceeded(
                "its attachments are too large", name: "max-input-bytes", value: limits.maxInputBytes)
            }
            try sink.append(piece)
          }
        }
      }
    }
    return (files.count, file.diagnostics)
  }

  /// Runs of consecutive pages, each page once.
  private static func runs(_ indices: [Int]) -> [ClosedRange<Int>] {
    var runs: [ClosedRange<Int>] = []
    for index in Set(indices).sorted() {
      if let last = runs.last, last.upperBound + 1 == index {
        runs[runs.count - 1] = last.lowerBound...index
      } else {
        runs.append(index...index)
      }
    }
    return runs
  }
}

/// Files with the names that a document gives, in one folder.
private struct ExtractedFiles {
  let folder: String
  /// The input, which must not be overwritten.
  let identity: FileIdentity?
  let job: PDFJob
  var count = 0
  private var names = UniqueNames()

  init(folder: String, identity: FileIdentity?, job: PDFJob) {
    (self.folder, self.identity, self.job) = (folder, identity, job)
  }

  mutating func write(_ bytes: [UInt8], as name: String) throws(ImageError) {
    try write(as: name) { sink throws(ImageError) in
      try bytes.withRawBytes { bytes throws(ImageError) in try sink.append(bytes) }
    }
  }

  /// - Parameter body: writes the content into the sink that it gets.
  mutating func write(as name: String, _ body: (any ByteSink) throws(ImageError) -> Void) throws(ImageError) {
    let path = folder + "/" + names.add(file: Self.safe(name))
    if !job.environment.files.noClobber, SystemCall.linkStatus(of: path) != nil {
      throw ImageError(.usage, "exists already, and the document chose this name: it is not overwritten", path: path)
    }
    let placement = OutputPlacement(
      environment: job.environment, inputName: job.inputs[0].name, inputIdentity: identity)
    guard case .write(let file) = try placement.open(path) else { return }
    try body(file)
    try file.commit()
    count += 1
  }

  /// The last part of a path that a document may contain, without characters that lead elsewhere, cannot be seen, or
  /// hide the file. Of a long name the end remains.
  static func safe(_ name: String) -> String {
    let last = name.unicodeScalars.split { $0 == "/" || $0 == "\\" }.last ?? Substring().unicodeScalars
    let seen = last.filter { scalar in
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator: false
      default: true
      }
    }
    var text = String(String.UnicodeScalarView(seen.suffix(200)))
    while text.utf8.count > 200 { text.removeFirst() }
    if text.isEmpty || text == "." || text == ".." { return "file" }
    return text.hasPrefix(".") ? "_" + text : text
  }
}
