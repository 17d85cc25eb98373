internal import ArgumentParser
internal import CommandKit
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
      "Keep these kinds and properties although --strip names them, as in --strip all --keep icc,exif.Copyright. "
        + "Without --strip: keep these and nothing else.",
      valueName: "KINDS"),
    completion: .list(["icc", "orientation"]), transform: { Self.words($0) })
  var keepLists: [[String]] = []

  @OptionGroup var charset: CharsetOption

  /// The kinds of all `--strip`; all kinds if `--keep` alone names properties.
  var strip: [String] {
    let kinds = stripLists.flatMap { $0 }
    return kinds.isEmpty && keep.isEmpty && !keepNames.isEmpty ? ["all"] : kinds.map { $0.lowercased() }
  }
  /// The kinds of all `--keep`.
  var keep: [String] { kept.filter { !Self.isProperty($0) }.map { $0.lowercased() } }
  /// The single properties of all `--keep`: `exif.Copyright`.
  var keepNames: [String] { kept.filter { Self.isProperty($0) } }

  private var kept: [String] { keepLists.flatMap { $0 } }

  private static func isProperty(_ word: String) -> Bool { word.contains { $0 == "." || $0 == ":" } }

  private static func words(_ text: String) -> [String] {
    text.split(separator: ",").map(String.init)
  }

  func validate() throws {
    do throws(ImageError) {
      _ = try MetadataSelection.parse(strip: strip, keep: keep)
    } catch {
      throw ValidationError(error.reason)
    }
  }
}
