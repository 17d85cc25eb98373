internal import ByteStreams
package import ImageModel
internal import Imaging
package import PDFDocuments

/// Forms of documents.
extension PDFJob {
  /// The fields of the only input, and its diagnostics.
  package func formFields() throws(ImageError) -> (fields: [FieldDescription], diagnostics: [Diagnostic]) {
    let file = try onlyDocument([output])
    return (try file.fields(), file.diagnostics)
  }

  /// Writes the only input with its form filled in, one document for each row of values. The values of all rows are
  /// checked before the first document is written.
  ///
  /// - Parameters:
  ///   - rows: the values, and where the document goes. The job's own output is not used.
  ///   - report: gets the diagnostics of each document. Those of the input come again with each of them.
  /// - Throws: `usage` for a field that does not exist, and a value that a field cannot have; the errors of reading and
  ///   writing.
  package func fill(
    _ rows: [(values: FormData.Row, output: Output)], flattens: Bool, _ report: ([Diagnostic]) -> Void
  ) throws(ImageError) {
    let file = try onlyDocument(rows.map(\.output))
    if rows.count > 1 {
      file.servesSeveralDocuments = true
      try file.check(rows.map(\.values))
    }
    for (values, output) in rows {
      var job = self
      job.output = output
      guard let sink = try job.openOutput() else { continue }
      let diagnostics = try FormOutput.write(file, values: values, flattens: flattens, to: sink, writing)
      try sink.commit()
      report(diagnostics)
    }
  }
}
