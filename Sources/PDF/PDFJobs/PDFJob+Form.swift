internal import ByteStreams
package import ImageModel
internal import Imaging
package import PDFDocuments

/// Forms of documents.
extension PDFJob {
  /// The only input as a PDF.
  private func form() throws(ImageError) -> PDFFile {
    let opened = try OpenedInput(inputs[0], self)
    guard opened.kind == .pdf else { throw ImageError(.unsupported, "is not a PDF", path: inputs[0].name) }
    if case .path(let path) = output, let identity = opened.source.identity, identity == FileIdentity(path: path) {
      throw ImageError(.usage, "the output is also an input: \(inputs[0].name)", path: path)
    }
    return try opened.document(password: nil)
  }

  /// The fields of the only input, and its diagnostics.
  package func formFields() throws(ImageError) -> (fields: [FieldDescription], diagnostics: [Diagnostic]) {
    let file = try form()
    return (try file.fields(), file.diagnostics)
  }

  /// Checks the values of all documents, before the first one is written.
  ///
  /// - Throws: as `fill`, with the number of the document.
  package func check(_ rows: [FormData.Row]) throws(ImageError) { try form().check(rows) }

  /// Writes the only input with its form filled in.
  ///
  /// - Throws: `usage` for a field that does not exist, and a value that a field cannot have; the errors of reading and
  ///   writing.
  package func fill(_ values: FormData.Row, flattens: Bool) throws(ImageError) -> [Diagnostic] {
    let file = try form()
    guard let sink = try openOutput() else { return [] }
    let diagnostics = try FormOutput.write(file, values: values, flattens: flattens, to: sink, writing)
    try sink.commit()
    return diagnostics
  }
}
