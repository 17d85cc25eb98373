package import ImageModel

/// An image that has become an object of the file.
package struct EmbeddedImage: Hashable, Sendable {
  /// What was done to the image's data on its way.
  package enum Handling: String, Hashable, Sendable {
    /// The compressed data is in the PDF as it was in the file.
    case passed
    /// The same samples in another wrapping.
    case repacked
    /// The data was decoded because PDF cannot carry its compression; the samples are those of the decoder.
    case transcoded
  }

  /// The Image XObject.
  package var reference: PDFReference
  /// The size of the stored rows, before orientation.
  package var size: PixelSize
  package var orientation: Orientation
  package var resolution: Resolution?
  package var handling: Handling
  /// Why it was handled so, in words for a user.
  package var reason: String
  /// Bytes that the image and its mask take in the file; 0 where an equal image was there before.
  package var byteCount: UInt64
  package var diagnostics: [Diagnostic]
}
