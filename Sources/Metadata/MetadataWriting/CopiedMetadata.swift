package import ImageModel
package import MetadataModel

/// Metadata of another file that replaces that of the edited file.
package struct CopiedMetadata: Sendable {
  var exif: [UInt8]?
  var xmp: [UInt8]?
  var iptc: [UInt8]?
  var comments: [String] = []
  var texts: [MetadataEdits.Text] = []
  var profile: [UInt8]?
  var resolution: Resolution?
  var orientation: Orientation?
  /// The kinds that are copied.
  var kinds: MetadataSelection
  /// Whether properties of XMP that the other file does not have stay: a sidecar file need not have all that its
  /// picture has.
  let mergesXMP: Bool
  package private(set) var diagnostics: [Diagnostic] = []

  /// The name of the format of profiles.
  package static let profileFormat = "icc"

  /// Takes the selected kinds.
  ///
  /// Fields that describe the other file's pixels are not copied. Its orientation, resolution and profile are copied
  /// only if `keep` names them.
  ///
  /// - Parameter edits: the deletions that are made as well.
  /// - Throws: `usage` for an unknown kind.
  package init(
    _ metadata: ImageMetadata, strip: [String], keep: [String], deleting edits: MetadataEdits, limits: Limits
  ) throws(ImageError) {
    var selection = try MetadataSelection.parse(strip: strip, keep: keep)
    let named = keep.isEmpty ? [] : try MetadataSelection.parse(strip: [], keep: keep)
    for kind in [MetadataSelection.orientation, .resolution, .icc, .thumbnail] where !named.contains(kind) {
      selection.remove(kind)
    }
    // The thumbnail shows other pixels.
    selection.remove(.thumbnail)
    // The other file must not bring back what is deleted.
    selection.formIntersection(edits.selection)
    // An ICC profile as a file of its own has nothing else.
    if metadata.format == Self.profileFormat { selection = .icc }
    kinds = selection
    mergesXMP = metadata.format == "xmp"
    if mergesXMP { kinds.formIntersection(.xmp) }
    let info = metadata.images.first?.info
    let carried = MetadataCarrier.carry(
      metadata: metadata, imageIndex: 0, selection: selection.union(.orientation), orientationApplied: false,
      change: nil, limits: limits)
    exif = carried.exif
    xmp = carried.xmp
    iptc = carried.photoshop.flatMap { PhotoshopResources($0) }?.iptc
    comments = carried.comments
    texts = carried.texts.map { MetadataEdits.Text(keyword: $0.keyword, value: $0.text) }
    if selection.contains(.icc) { profile = metadata.blocks(ofImage: 0).first { $0.kind == .icc }?.bytes }
    if selection.contains(.resolution) { resolution = info?.resolution }
    if selection.contains(.orientation) { orientation = info?.orientation }
    // Notes about the maker note are dropped, because the target decides whether it is copied.
    diagnostics = carried.diagnostics.filter { !$0.message.contains("maker note") }
  }
}
