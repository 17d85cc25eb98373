internal import ByteStreams
internal import ContentTypes
package import ImageModel
internal import Imaging
package import PDFDocuments

/// The files that are attached to documents.
extension PDFJob {
  /// The files that are attached to the only input.
  ///
  /// - Throws: `unsupported` for an input that is not a PDF; the errors of reading it.
  package func listAttachments() throws(ImageError) -> [PDFAttachment] { try attachedFiles().list }

  /// Writes an attached file of the only input to the output, instead of a document.
  ///
  /// - Returns: the number of bytes; nil where the output exists already and is kept.
  /// - Throws: `usage` where no attached file has the name; the errors of reading and writing.
  package func extractAttachment(named name: String) throws(ImageError) -> UInt64? {
    let (file, list) = try attachedFiles()
    guard let attachment = list.first(where: { $0.name == name }) else {
      throw ImageError(.usage, "has no attached file '\(name)'", path: inputs[0].name)
    }
    guard let sink = try openOutput() else { return nil }
    try file.read(attachment) { piece throws(ImageError) in try sink.append(piece) }
    let count = sink.size
    try sink.commit()
    return count
  }

  private func attachedFiles() throws(ImageError) -> (file: PDFFile, list: [PDFAttachment]) {
    let opened = try OpenedInput(inputs[0], self)
    guard opened.kind == .pdf else { throw ImageError(.unsupported, "is not a PDF", path: inputs[0].name) }
    if case .path(let path) = output, let identity = opened.source.identity, identity == FileIdentity(path: path) {
      throw ImageError(.usage, "the output is also an input: \(inputs[0].name)", path: path)
    }
    let file = try opened.document(password: nil)
    return (file, try file.attachments())
  }
}

extension PDFRun {
  /// Attaches the files of the options.
  func attachFiles() throws(ImageError) {
    for path in job.attachments {
      do throws(ImageError) {
        let source = try InputOpening.open(path: path, limits: job.environment.limits)
        let types = ContentTypeRegistry()
        let header = try source.bytes(at: 0, count: types.headerLength)
        let type = types.type(header: header, fileName: path)?.mimeTypes.first
        try writer.attach(source, name: PathText.readable(PathText.split(path).name), type: type)
      } catch {
        throw error.at(path: path)
      }
    }
  }
}
