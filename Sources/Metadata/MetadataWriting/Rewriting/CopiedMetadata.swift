package import ImageModel
package import MetadataModel

/// Metadata of another file that is to take the place of what a file has.
package struct CopiedMetadata: Sendable {
  var exif: [UInt8]?
  var xmp: [UInt8]?
  var iptc: [UInt8]?
  var comments: [String] = []
  var texts: [MetadataEdits.Text] = []
  var profile: [UInt8]?
  var resolution: Resolution?
  var orientation: Orientation?
  /// The kinds that travel.
  var kinds: MetadataSelection
  package private(set) var diagnostics: [Diagnostic] = []

  /// Takes what is selected.
  ///
  /// What describes the pixels of the other file does not travel; its orientation, resolution, thumbnail and profile do where
  /// `keep` names them.
  ///
  /// - Parameter edits: what is deleted besides.
  /// - Throws: `usage` for a kind that is not known.
  package init(
    _ metadata: ImageMetadata, strip: [String], keep: [String], deleting edits: MetadataEdits, limits: Limits
  ) throws(ImageError) {
    var selection = try MetadataSelection.parse(strip: strip, keep: keep)
    let named = keep.isEmpty ? [] : try MetadataSelection.parse(strip: [], keep: keep)
    for kind in [MetadataSelection.orientation, .resolution, .icc, .thumbnail] where !named.contains(kind) {
      selection.remove(kind)
    }
    // The small picture is one of other pixels.
    selection.remove(.thumbnail)
    // What is to be deleted does not come in by the other file.
    selection.formIntersection(edits.selection)
    kinds = selection
    let info = metadata.images.first?.info
    let carried = MetadataCarrier.carry(
      metadata: metadata, imageIndex: 0, selection: selection.union(.orientation), orientationApplied: false,
      resized: info?.size, limits: limits)
    exif = carried.exif
    xmp = carried.xmp
    iptc = carried.photoshop.flatMap { PhotoshopResources($0) }?.iptc
    comments = carried.comments
    texts = carried.texts.map { MetadataEdits.Text(keyword: $0.keyword, value: $0.text) }
    if selection.contains(.icc) { profile = metadata.blocks(ofImage: 0).first { $0.kind == .icc }?.bytes }
    if selection.contains(.resolution) { resolution = info?.resolution }
    if selection.contains(.orientation) { orientation = info?.orientation }
    // What becomes of the maker note depends on where it goes.
    diagnostics = carried.diagnostics.filter { !$0.message.contains("maker note") }
  }
}
