package import ByteStreams
package import ImageModel
internal import Imaging
internal import PDFReading
internal import PDFWriting

/// Writes a document with its form filled in.
package enum FormOutput {
  /// Writes a copy of a document, which keeps all its other parts. The file is then as before.
  ///
  /// - Parameters:
  ///   - values: of fields by their full names.
  ///   - flattens: whether the fields become a part of the pages.
  /// - Returns: notes and warnings, also those of the file.
  /// - Throws: as `PDFFile.fill`; the errors of reading and writing.
  package static func write(
    _ file: PDFFile, values: [(name: String, value: FieldValue)], flattens: Bool, to sink: any ByteSink,
    _ options: WriteOptions
  ) throws(ImageError) -> [Diagnostic] {
    let edits = file.edits
    defer { file.edits = edits }
    do throws(ImageError) {
      try file.fill(values)
    } catch {
      throw error.at(path: file.name)
    }
    try file.redrawFields()
    guard flattens else {
      try file.removeNeedForAppearances()
      return try copy(file, to: sink, options)
    }
    // Appearances that are drawn for the values exist only in the filled document.
    var filled = file
    var diagnostics: [Diagnostic] = []
    if !file.edits.isEmpty {
      let bytes = MemoryByteSink()
      var plain = WriteOptions()
      plain.limits = options.limits
      diagnostics = try copy(file, to: bytes, plain)
      filled = try PDFFile(bytes: bytes.bytes, name: file.name, limits: options.limits)
    }
    _ = try filled.flattenFields()
    return try diagnostics + copy(filled, to: sink, options)
  }

  private static func copy(
    _ file: PDFFile, to sink: any ByteSink, _ options: WriteOptions
  ) throws(ImageError) -> [Diagnostic] {
    try DocumentOutput.write(to: sink, options) { sink throws(ImageError) in
      let writer = DocumentWriter(
        to: sink, PDFWriter.Options(version: options.version ?? .v1_7), .init(limits: options.limits),
        sources: .init(limits: options.limits))
      let document = try writer.register(whole: file)
      try writer.keepDescription(of: document, setsVersion: options.version == nil)
      var diagnostics: [Diagnostic] = []
      for index in 0..<file.pageCount {
        diagnostics += try writer.append(try ImportedPage(file, index: index)).diagnostics
      }
      try writer.unregister(file)
      var properties = DocumentWriter.Properties()
      properties.isEncrypted = options.encryption != nil
      diagnostics += try writer.finish(properties)
      return diagnostics + file.diagnostics
    }
  }
}
