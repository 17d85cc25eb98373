/// Where the sidecar file of a picture is: an XMP file beside it, which programs write that leave the picture as it is.
///
/// darktable, digiKam and Immich write `photo.jpg.xmp`, Lightroom and Capture One `photo.xmp`. If both exist, the
/// longer name counts, as in Immich: it belongs to this picture alone, whereas `photo.xmp` may belong to `photo.cr2`.
package enum SidecarPath {
  /// The paths at which the sidecar of a picture may be. The first one that exists counts.
  package static func candidates(of picture: String) -> [String] {
    let stem = PathText.withoutSuffix(picture)
    let suffixes = [".xmp", ".XMP", ".Xmp"]
    return suffixes.map { picture + $0 } + suffixes.map { stem + $0 }.filter { $0 != picture }
  }

  /// The sidecar of a picture; nil if there is none.
  package static func existing(of picture: String) -> String? {
    candidates(of: picture).first { SystemCall.status(of: $0)?.isRegularFile ?? false }
  }

  /// The path of a new sidecar: `photo.jpg.xmp`.
  package static func new(of picture: String) -> String { picture + ".xmp" }
}
