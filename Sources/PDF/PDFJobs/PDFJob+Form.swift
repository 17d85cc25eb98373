internal import ByteStreams
package import ImageModel
internal import Imaging
package import PDFDocuments

/// Forms of documents.
extension PDFJob {
  /// The fields of the only input, and its diagnostics.
  package func formFields() throws(ImageError) -> (fields: [FieldDescription], diagnostics: [Diagnostic]) {
    let file = try onlyDocument()
    return (try file.fields(), file.diagnostics)
  }

  /// Checks the values of all documents, before the first one is written.
  ///
  /// - Throws: as `fill`, with the number of the document.
  package func check(_ rows: [FormData.Row]) throws(ImageError) { try onlyDocument().check(rows) }

  /// Writes the only input with its form filled in.
  ///
  /// - Throws: `usage` for a field that does not exist, and a value that a field cannot have; the errors of reading and
  ///   writing.
  package func fill(_ values: FormData.Row, flattens: Bool) throws(ImageError) -> [Diagnostic] {
    let file = try onlyDocument()
    guard let sink = try openOutput() else { return [] }
    let diagnostics = try FormOutput.write(file, values: values, flattens: flattens, to: sink, writing)
    try sink.commit()
    return diagnostics
  }
}
