package import ByteStreams
package import ImageModel

/// What the walker of a format finds in a file without decoding a pixel. A decoder that has walked a file lends the
/// structure to those who read the metadata.
package protocol ImageStructure: Sendable {
  /// Walks a file.
  ///
  /// - Throws: `invalidData` for a file without a header that can be read; `io`. All other damage is in `diagnostics`.
  static func read(_ source: any ByteSource, limits: Limits) throws(ImageError) -> Self

  var diagnostics: [Diagnostic] { get }
}

/// The structure of a format that holds one picture or an animation, with blocks of metadata that are complete and not
/// compressed. One reader of metadata serves all of these formats.
package protocol PictureStructure: ImageStructure {
  /// What the header says about the picture.
  var imageInfo: ImageInfo { get }

  var blocks: [MetadataBlock] { get }

  /// The timing; nil for a still picture.
  var animation: Animation? { get }

  /// The properties of the header that only this format has; nil without any.
  ///
  /// - Throws: `io`.
  func properties(in source: any ByteSource) throws(ImageError) -> PropertyGroup?
}

extension PictureStructure {
  package var animation: Animation? { nil }

  package func properties(in source: any ByteSource) throws(ImageError) -> PropertyGroup? { nil }
}
