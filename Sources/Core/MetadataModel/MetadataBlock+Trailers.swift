package import ImageModel

extension MetadataBlock {
  /// The programs whose data after the picture of a JPEG file is read. Such a block has the kind `other`.
  package static var trailerPrograms: [String] { ["AFCP", "FotoStation", "Samsung"] }
}

extension MetadataBlock.Kind {
  /// The video of a motion photo. Its bytes are not read.
  package static var video: MetadataBlock.Kind { .other("MotionPhoto") }
}
