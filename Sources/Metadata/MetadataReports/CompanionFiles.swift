internal import ByteStreams

/// The files that belong to a picture by their names: its sidecar files, and the video of a Live Photo.
package enum CompanionFiles {
  /// A file beside a picture.
  package struct Companion: Hashable, Sendable {
    package var path: String
    /// What follows the picture's name: `.xmp`.
    var suffix: String
    /// Whether the suffix follows the whole name (`a.jpg.xmp`), or the name without its own suffix (`a.xmp`).
    var followsSuffix: Bool

    /// The path that the file gets when its picture gets another one.
    package func path(besides picture: String) -> String {
      (followsSuffix ? picture : PathText.withoutSuffix(picture)) + suffix
    }
  }

  /// The files that exist.
  package static func all(of path: String) -> [Companion] {
    let stem = PathText.withoutSuffix(path)
    var possible = SidecarPath.candidates(of: path).map { sidecar in
      let followsSuffix = sidecar.hasPrefix(path)
      return Companion(
        path: sidecar, suffix: String(sidecar.dropFirst(followsSuffix ? path.count : stem.count)),
        followsSuffix: followsSuffix)
    }
    // A Live Photo is IMG_1.HEIC (or JPG) and IMG_1.MOV.
    if ["heic", "heif", "jpg", "jpeg"].contains(PathText.suffix(of: path).dropFirst().lowercased()) {
      possible += [".MOV", ".mov", ".MP4", ".mp4"].map { Companion(path: stem + $0, suffix: $0, followsSuffix: false) }
    }
    // On file systems that ignore case, two names may be one file.
    var seen: Set<FileIdentity> = []
    return possible.filter { companion in
      guard SystemCall.linkStatus(of: companion.path)?.isRegularFile ?? false,
        let identity = FileIdentity(path: companion.path)
      else { return false }
      return seen.insert(identity).inserted
    }
  }
}
