internal import ByteStreams
internal import ContentTypes
internal import Glibc
package import ImageModel
internal import Imaging
package import PDFDocuments
internal import PDFWriting

/// The files that are attached to documents.
extension PDFJob {
  /// A file to attach.
  package struct Attachment: Hashable, Sendable {
    package var path: String
    /// What the file is to the document (ISO 32000-2, table 43).
    package var relationship: String

    package init(path: String, relationship: String = "Unspecified") {
      (self.path, self.relationship) = (path, relationship)
    }
  }

  /// The only input, and the files that are attached to it. The input's diagnostics are complete after the last read.
  ///
  /// - Throws: `unsupported` for an input that is not a PDF; `usage` where it is also the output; the errors of reading
  ///   it.
  package func attachedFiles() throws(ImageError) -> (file: PDFFile, list: [PDFAttachment]) {
    let file = try onlyDocument()
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
    for attachment in job.attachments {
      let path = attachment.path
      do throws(ImageError) {
        let source = try InputOpening.open(path: path, limits: job.environment.limits)
        let types = ContentTypeRegistry()
        let header = try source.bytes(at: 0, count: types.headerLength)
        var type = types.type(header: header, fileName: path)?.mimeTypes.first
        var time: Int?
        if job.conformance.archive != nil {
          // PDF/A-3 asks for a type and a date (ISO 19005-3, 6.8 and annex E).
          type = type ?? "application/octet-stream"
          time = job.attributes.modificationTime ?? SystemCall.status(of: path)?.st_mtim.tv_sec
        }
        try writer.attach(
          source, name: PathText.readable(PathText.split(path).name), type: type,
          relationship: attachment.relationship, modificationTime: time)
      } catch {
        throw error.at(path: path)
      }
    }
  }
}
