internal import ByteStreams
internal import ContentTypes
package import ImageModel
internal import Imaging
package import PDFDocuments

/// The files that are attached to documents.
extension PDFJob {
  /// The only input, and the files that are attached to it. The input's diagnostics are complete after the last read.
  ///
  /// - Throws: `unsupported` for an input that is not a PDF; `usage` where it is also the output; the errors of reading
  ///   it.
  package func attachedFiles() throws(ImageError) -> (file: PDFFile, list: [PDFAttachment]) {
    let file = try onlyDocument([output])
    return (file, try file.attachments())
  }

  /// Writes an attached file to the output, instead of a document, unless the output exists already and is kept.
  ///
  /// - Throws: the errors of reading and writing.
  package func extract(_ attachment: PDFAttachment, from file: PDFFile) throws(ImageError) {
    guard let sink = try openOutput() else { return }
    try file.read(attachment) { piece throws(ImageError) in try sink.append(piece) }
    try sink.commit()
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
        try writer.attach(
          source, name: PathText.readable(PathText.split(path).name), type: type, relationship: job.relationship)
      } catch {
        throw error.at(path: path)
      }
    }
  }
}
