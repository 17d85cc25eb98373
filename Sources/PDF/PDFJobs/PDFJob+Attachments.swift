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
    for attachment in job.attachments {
      let path = attachment.path
      do throws(ImageError) {
        let source = try InputOpening.open(path: path, limits: job.environment.limits)
        let types = ContentTypeRegistry()
        let header = try source.bytes(at: 0, count: types.headerLength)
        var type = types.type(header: header, fileName: path)?.mimeTypes.first
        var time: Int?
        let name = PathText.readable(PathText.split(path).name)
        if try isInvoice(source, header, name: name, relationship: attachment.relationship) { type = InvoiceFile.type }
        if job.conformance.archive != nil {
          // PDF/A-3 asks for a type and a date (ISO 19005-3, 6.8 and annex E).
          type = type ?? "application/octet-stream"
          time = job.attributes.modificationTime ?? SystemCall.status(of: path)?.st_mtim.tv_sec
        }
        try writer.attach(
          source, name: name, type: type, relationship: attachment.relationship, modificationTime: time)
      } catch {
        throw error.at(path: path)
      }
    }
  }

  /// Whether a file is the invoice of the document (Factur-X). Keeps what XMP says about it.
  ///
  /// - Throws: `usage` for a second invoice; the errors of `InvoiceFile`.
  private func isInvoice(
    _ source: any ByteSource, _ header: [UInt8], name: String, relationship: String
  ) throws(ImageError) -> Bool {
    let isNamed = InvoiceFile.names.contains(name)
    guard isNamed || InvoiceFile.isInvoice(header: header) else { return false }
    guard isNamed, job.conformance.archive?.allowsAttachments ?? false else {
      let need = isNamed ? "--conform pdfa-3b" : "the name \(InvoiceFile.names[0])"
      current.diagnostics.append(.note("\(name): is attached like any file; Factur-X needs \(need)"))
      return false
    }
    guard invoice == nil else { throw ImageError(.usage, "is a second invoice, and a document has one") }
    let limit = job.environment.limits.maxMetadataBlockBytes
    guard source.size <= limit else { throw ImageError(.limitExceeded, "is an invoice of more than \(limit) bytes") }
    let bytes = try source.bytes(at: 0, count: limit)
    invoice = try InvoiceFile.description(of: bytes, name: name, relationship: relationship)
    return true
  }
}
