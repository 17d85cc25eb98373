package import ImageModel

extension MetadataBlock {
  /// The programs whose data after the picture of a JPEG file is read. Such a block has the kind `other`.
  package static var trailerPrograms: [String] { ["AFCP", "FotoStation"] }
}
