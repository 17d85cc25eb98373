internal import ArgumentParser
internal import ImageModel
internal import MetadataModel

/// Which metadata is copied.
struct CopiedMetadataOptions: ParsableArguments {
  @Option(
    name: .customLong("strip"),
    help: ArgumentHelp(
      "Leave metadata out: all, exif, gps, makernotes, serials, xmp, iptc, icc, comments, thumbnail, orientation, "
        + "resolution, mpf (further pictures), trailers (data after the picture), separated by commas.",
      valueName: "KINDS"),
    completion: .list(MetadataSelection.names.map(\.key)),
    transform: { Self.words($0) })
  var stripLists: [[String]] = []

  @Option(
    name: .customLong("keep"),
    help: ArgumentHelp(
      "Keep these kinds although --strip names them, as in --strip all --keep icc,orientation. Without --strip: keep "
        + "these and nothing else.",
      valueName: "KINDS"),
    completion: .list(["icc", "orientation"]), transform: { Self.words($0) })
  var keepLists: [[String]] = []

  /// The kinds of all `--strip`.
  var strip: [String] { stripLists.flatMap { $0 } }
  /// The kinds of all `--keep`.
  var keep: [String] { keepLists.flatMap { $0 } }

  private static func words(_ text: String) -> [String] {
    text.split(separator: ",").map { $0.lowercased() }
  }

  func validate() throws {
    do throws(ImageError) {
      _ = try MetadataSelection.parse(strip: strip, keep: keep)
    } catch {
      throw ValidationError(error.reason)
    }
  }
}
