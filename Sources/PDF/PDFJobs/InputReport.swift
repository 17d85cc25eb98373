package import ImageModel
package import PDFWriting

/// The result of one input.
package struct InputReport: Sendable {
  /// A page of the document that shows a part of the input.
  package struct Page: Hashable, Sendable {
    /// Counted from 0.
    package var index: Int
    package var size: Size
  }

  package var kind: InputKind?
  package var byteCount: UInt64?
  package var pages: [Page] = []
  package var pictures: [EmbeddedImage] = []
  package var diagnostics: [Diagnostic] = []
  /// The error that ended the work on this input.
  package var error: ImageError?
}
