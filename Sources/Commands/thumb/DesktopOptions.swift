internal import ArgumentParser
internal import ByteStreams
internal import CommandKit
internal import DesktopCache
internal import ImageModel
internal import Imaging
internal import ImagingCommands

/// Thumbnails where file managers look for them.
struct DesktopOptions: ParsableArguments {
  @Flag(
    help: ArgumentHelp(
      "Write the thumbnails that file managers show, into the cache of the desktop (~/.cache/thumbnails): of 128, 256, "
        + "512 and 1024 pixels, or those of -s. What is up to date is skipped."))
  var freedesktop = false

  @Flag(
    help: ArgumentHelp(
      "With --freedesktop: write into the folder .sh_thumbnails beside each file, which can be moved with it."))
  var shared = false

  @Flag(
    help: ArgumentHelp(
      "With --freedesktop: first remove the cache's thumbnails of files that no longer exist or have changed. Needs "
        + "no FILE."))
  var clean = false

  func validate() throws {
    if shared || clean, !freedesktop {
      throw ValidationError("\(shared ? "--shared" : "--clean") needs --freedesktop")
    }
    if shared, clean { throw ValidationError("--clean is for the cache of the desktop, without --shared") }
  }
}

extension Thumb {
  /// Writes into the cache of the desktop.
  func performFreedesktop(limits: Limits) throws -> ExitStatus {
    try checkFreedesktop()
    guard let ofUser = ThumbnailCache.ofUser(version: Version.number) else {
      throw ImageError(.io, "no cache of thumbnails: neither XDG_CACHE_HOME nor HOME is an absolute path")
    }
    if desktop.clean {
      let count = ofUser.removeStale(dryRun: output.settings.dryRun)
      let action = output.settings.dryRun ? "would remove" : "removed"
      Console(program: "thumb", quiet: run.settings.quiet).note("\(action) \(count) files from \(ofUser.folder)")
      if input.files.isEmpty, input.list.filesFrom == nil {
        var options = run.settings
        options.quiet = true
        let runner = BatchRunner(program: "thumb", options: options, limits: limits, temporaryNames: nil)
        return runner.run([]) { _, _ in BatchRecord() }
      }
    }
    let run = try desktopRun(ofUser, limits)
    let isWanted: @Sendable (InputFile) -> Bool = { $0.path.map { !ofUser.holds($0) } ?? true }
    return try watching.watch ? performWatch(run, isWanted) : run.performWithoutNames(where: isWanted)
  }

  private func desktopRun(_ ofUser: ThumbnailCache, _ limits: Limits) throws -> ImagingRun {
    let sizes = try cacheSizes()
    var prototype = ThumbnailJob(input: .standardInput, output: .standardOutput)
    thumbnail.apply(to: &prototype)
    return try ImagingRun(
      program: "thumb", input: input.settings, output: output.settings, allowedFormats: formats.allow, limits: limits,
      run: run.settings, naming: ThumbnailNaming.standard(sized: false)
    ) { [prototype, desktop] input, _, environment throws(ImageError) in
      guard case .path(let path) = input else {
        throw ImageError(.usage, "standard input has no name, which the cache needs")
      }
      var cache = desktop.shared ? .shared(folder: PathText.split(path).directory, version: Version.number) : ofUser
      cache.temporaryNames = environment.temporaryNames
      var job = DesktopThumbnailJob(path: path, cache: cache, sizes: sizes)
      job.thumbnail = prototype.thumbnail
      return try job.run(in: environment)
    }
  }

  /// The specification fixes the files' names, their format and what they show.
  private func checkFreedesktop() throws {
    let settings = output.settings
    let given = [
      ("-o", settings.output != nil), ("-d", settings.directory != nil), ("--in-place", settings.inPlace),
      ("--no-clobber", settings.noClobber), ("--update", settings.update), ("--max-bytes", output.maxBytes != nil),
      ("-f", thumbnail.format != nil), ("-q", thumbnail.quality != nil), ("--keep", thumbnail.keep != nil),
      ("--fit", thumbnail.fit != nil), ("--position", thumbnail.position != nil), ("--enlarge", thumbnail.enlarge),
      ("--no-rotate", thumbnail.noRotate), ("--page", thumbnail.page != nil), ("--animated", thumbnail.animated),
      ("--srcset", thumbnail.srcset != nil), ("--placeholder", thumbnail.placeholder),
      ("--background", color.background != nil), ("--range", color.range != nil),
      ("--profile", color.profile != nil), ("--parents", settings.parents), ("--sync", settings.sync),
      ("--allow", formats.allow != nil), ("--raw", raw.raw != nil),
    ]
    if let (name, _) = given.first(where: \.1) {
      throw ValidationError("--freedesktop and \(name) cannot be used together")
    }
  }

  private func cacheSizes() throws -> [Int] {
    let all = ThumbnailCache.sizes.map(\.pixels)
    guard let asked = thumbnail.size?.all else { return all }
    let sizes = asked.compactMap { $0.width == $0.height ? $0.width : nil }
    guard sizes.count == asked.count, sizes.allSatisfy(all.contains) else {
      throw ValidationError("--freedesktop: expected sizes of \(OptionText.list(all.map(String.init)))")
    }
    return all.filter(sizes.contains)
  }
}
