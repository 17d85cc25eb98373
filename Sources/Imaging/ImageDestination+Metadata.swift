internal import CodecKit
internal import ImageModel
internal import ImageOps
internal import MetadataModel
internal import MetadataWriting

extension ImageDestination {
  /// The metadata of a source's image that travels, as far as the format holds it and the options ask for it.
  ///
  /// - Parameter orientation: how the written rows have to be turned.
  static func carried(
    _ source: ImageSource, index: Int, _ info: ImageInfo, _ options: ImageOptions, orientation: Orientation,
    resized: PixelSize?, _ descriptor: EncoderDescriptor, _ diagnostics: inout [Diagnostic], limits: Limits
  ) throws(ImageError) -> EncodeMetadata {
    var metadata = EncodeMetadata()
    let selection = options.metadata
    if selection.contains(.resolution) { metadata.resolution = info.resolution }
    if selection.contains(.orientation) { metadata.orientation = orientation }
    guard !selection.isDisjoint(with: [.exif, .gps, .xmp, .iptc, .comments, .orientation]) else { return metadata }
    let carried = MetadataCarrier.carry(
      metadata: try source.metadata(), imageIndex: index, selection: selection,
      orientationApplied: options.turnsRows, resized: resized, limits: limits)
    diagnostics += carried.diagnostics
    let holds = descriptor.holds
    func keep<Block>(_ block: Block?, _ kind: EncoderDescriptor.MetadataSupport, _ name: String) -> Block? {
      guard block != nil, !holds.contains(kind) else { return block }
      diagnostics.append(.note("\(descriptor.name) cannot hold \(name)"))
      return nil
    }
    metadata.exif = keep(carried.exif, .exif, "Exif")
    metadata.xmp = keep(carried.xmp, .xmp, "XMP")
    metadata.photoshop = keep(carried.photoshop, .photoshop, "IPTC")
    if !carried.comments.isEmpty { metadata.comments = keep(carried.comments, .comments, "comments") ?? [] }
    if !carried.texts.isEmpty { metadata.texts = keep(carried.texts, .texts, "texts with keywords") ?? [] }
    return metadata
  }

  /// How the small picture in Exif is made: at most 160 pixels, as cameras do.
  static func thumbnailRequest(_ request: RenderRequest) -> RenderRequest {
    var small = request
    small.size = .longSide(160)
    small.fit = .inside
    small.component = .uint8
    small.profile = .sRGB
    small.embedded = .never
    small.accepts = { _ in .rgb8 }
    return small
  }

  /// Puts a rendered small picture into the Exif metadata.
  func embed(_ small: Rendering, in metadata: inout EncodeMetadata) throws(ImageError) {
    guard descriptor.holds.contains(.exif) else { return }
    try Self.embed(small, in: &metadata, limits: limits)
  }

  static func embed(_ small: Rendering, in metadata: inout EncodeMetadata, limits: Limits) throws(ImageError) {
    let (pixels, _) = try small.rows.readAll(limits: limits)
    let inner = try ImageDestination(format: "jpeg", limits: limits)
    var options = ImageOptions()
    options.quality = 80
    options.metadata = []
    try inner.add(pixels, options)
    try inner.finish()
    if let block = try ExifBuilder.embedThumbnail(inner.finishedBytes, in: metadata.exif, limits: limits) {
      metadata.exif = block
    }
  }
}
