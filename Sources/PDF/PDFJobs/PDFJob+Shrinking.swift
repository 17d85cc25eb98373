internal import ByteStreams
internal import ImageModel
internal import Imaging
internal import PDFDocuments
internal import PDFWriting

/// Documents that are made smaller are never larger than before.
extension PDFJob {
  /// Whether the job makes one PDF smaller and changes nothing else that a user asked for.
  var onlyShrinks: Bool {
    guard let shrinking, !shrinking.makesGray, inputs.count == 1, case .path = inputs[0].source else { return false }
    guard case .single = arrangement else { return false }
    let changesPages =
      inputs[0].pages != nil || inputs[0].rotation != 0 || inputs[0].crop != nil || padding > 1 || leavesOutBlankPages
      || decorations.hasCover || layout.background != nil || !removal.isEmpty
      || recognizedLanguages != nil
    let changesDocument =
      !attachments.isEmpty || !outline.isKept || pageLabels != nil || language != nil || writing.version != nil
      || writing.needsFinishing || attributes.title != nil || attributes.author != nil || attributes.subject != nil
      || !attributes.keywords.isEmpty || attributes.creator != nil
    return !changesPages && !changesDocument
  }

  /// The bytes of the only input, where they are not more than those of the new document.
  func original(ifNotLargerThan size: UInt64) throws(ImageError) -> (any ByteSource)? {
    guard inputs.count == 1, case .path(let path) = inputs[0].source else { return nil }
    let source = try InputOpening.open(path: path, limits: environment.limits)
    return source.size <= size ? source : nil
  }

  /// Writes the only input as it is, instead of a document that would be larger.
  ///
  /// - Parameter summary: of the document that is not kept.
  func copy(_ source: any ByteSource, _ summary: Summary) throws(ImageError) -> Summary {
    var result = summary
    guard let file = try openOutput(again: true) else { return summary }
    var place: UInt64 = 0
    while place < source.size {
      let piece = try source.bytes(at: place, count: 1 << 18)
      guard !piece.isEmpty else { throw ImageError(.io, "was changed while it was being read", path: inputs[0].name) }
      try piece.withRawBytes { bytes throws(ImageError) in try file.append(bytes) }
      place += UInt64(piece.count)
    }
    result.byteCount = file.size
    result.diagnostics.append(
      .note("it would have \(summary.byteCount) bytes; \(inputs[0].name) has \(source.size) and is copied unchanged"))
    try file.commit()
    return result
  }
}

extension PDFRun {
  /// Reports what became of the pictures of a PDF: each one in the report, and all together in a note.
  func report(shrunk pictures: [EmbeddedImage]) {
    guard !pictures.isEmpty else { return }
    current.pictures += pictures
    let before = pictures.reduce(0) { $0 + ($1.originalByteCount ?? 0) }
    let after = pictures.reduce(0) { $0 + $1.byteCount }
    let kept = pictures.filter { $0.handling == .passed }
    var counts: [String: Int] = [:]
    for picture in kept { counts[picture.reason, default: 0] += 1 }
    let reasons = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { "\($0.key) (\($0.value))" }
    var text =
      "\(pictures.count - kept.count) of \(pictures.count) picture\(pictures.count == 1 ? "" : "s") made smaller: "
      + "\(before) to \(after) bytes"
    if !reasons.isEmpty { text += "; kept because " + reasons.joined(separator: ", ") }
    current.diagnostics.append(.note(text))
  }
}
