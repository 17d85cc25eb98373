package import ImageModel

/// Stands in for the reading of pictures that presets draw over others: one pixel for each path, whose digest is the
/// path's length. A path with `missing` cannot be read.
package enum FakeOverlay {
  package static func read(_ path: String) throws(ImageError) -> OverlayPicture {
    if path.contains("missing") { throw ImageError(.io, "cannot open: No such file or directory", path: path) }
    let pixel = try PixelBuffer(size: PixelSize(width: 1, height: 1), format: .rgba8, bytes: [0, 0, 0, 255])
    return OverlayPicture(pixel, digest: UInt64(path.utf8.count))
  }
}
