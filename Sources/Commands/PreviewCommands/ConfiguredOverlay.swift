package import ImageModel
internal import Imaging

/// The picture of an overlay that a configuration names. It is trusted as the configuration is.
package enum ConfiguredOverlay {
  /// - Throws: `ImageError` with the path, also for a damaged picture.
  package static func read(_ path: String) throws(ImageError) -> OverlayPicture { try OverlayPicture(path: path) }
}
