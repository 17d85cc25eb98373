internal import ArgumentParser
internal import CommandKit
internal import Confinement
internal import ImageModel
internal import ImagingCommands

/// Thumbnails that are kept up to date.
struct WatchOption: ParsableArguments {
  @Flag(
    help: ArgumentHelp(
      "Follow the directories FILE ... until a signal comes: make the thumbnails of all pictures in them, then those "
        + "of new and changed pictures; remove those of deleted ones. Names keep the picture's suffix "
        + "(a.png_thumb.jpg). Prints each event; as a line of JSON with --json."))
  var watch = false
}

extension Thumb {
  /// The options that `--watch` excludes: those for single files, those that keep old thumbnails, and those that write
  /// none.
  var optionsWithoutWatch: NamedOptions {
    [
      "-o -": output.files.output == "-", "--files-from": input.list.filesFrom, "--in-place": output.inPlace,
      "--no-clobber": output.files.noClobber, "--srcset": thumbnail.srcset, "--dry-run": output.dryRun,
    ]
  }

  /// Makes the thumbnails of directories, and keeps them up to date until a signal ends the process.
  ///
  /// - Parameters:
  ///   - own: the files of a run whose outputs have places of their own; nil: they are where the options say.
  ///   - isWanted: whether a file is not left out.
  /// - Throws: `ValidationError` for options that do not fit; `ImageError` if a directory cannot be watched.
  func prepareWatch(
    _ run: ImagingRun, _ own: FileAccess? = nil, _ isWanted: @escaping (InputFile) -> Bool = { _ in true }
  ) throws -> PreparedWork {
    try OptionRules.clash("--watch", watching.watch, with: optionsWithoutWatch)
    guard !input.files.isEmpty else { throw ValidationError("--watch needs a directory") }
    var access = try own ?? FileAccess(watching: run.input.files, run.output, run.naming)
    access.readsFonts = run.drawsText
    return PreparedWork(access) { try run.watch(where: isWanted) }
  }
}
