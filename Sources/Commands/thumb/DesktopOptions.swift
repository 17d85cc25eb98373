internal import ArgumentParser
internal import ByteStreams
internal import CommandKit
internal import Confinement
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
    try OptionRules.need("--freedesktop", freedesktop, for: ["--shared": shared, "--clean": clean])
    if shared, clean { throw ValidationError("--clean is for the cache of the desktop, without --shared") }
  }
}

extension Thumb {
  /// The options that `--freedesktop` excludes: the specification fixes the files' names, their format and what they
  /// show.
  var optionsWithoutFreedesktop: NamedOptions {
    [
      "-o": output.files.output, "-d": output.files.directory, "--in-place": output.inPlace,
      "--no-clobber": output.files.noClobber, "--update": output.files.update, "--max-bytes": output.maxBytes,
      "-f": thumbnail.format, "-q": thumbnail.quality, "--keep": thumbnail.keep, "--fit": scaling.fit,
      "--position": scaling.position, "--enlarge": thumbnail.enlarge, "--no-rotate": thumbnail.noRotate,
      "--square-pixels": thumbnail.squarePixels,
      "--page": thumbnail.page, "--animated": thumbnail.animated, "--srcset": thumbnail.srcset,
      "--placeholder": thumbnail.placeholder, "--dominant-colors": thumbnail.dominantColors,
      "--background": color.background, "--range": color.range,
      "--profile": color.profile, "--parents": output.files.parents, "--sync": output.files.sync,
      "--allow": formats.allow, "--raw": raw.raw, "--border": frame.border, "--extend": frame.extend,
      "--pad": frame.pad, "--overlay": overlay.overlay, "--text": text.text,
    ]
  }

  /// Writes into the cache of the desktop.
  func prepareFreedesktop(limits: Limits) throws -> PreparedWork {
    try OptionRules.clash("--freedesktop", desktop.freedesktop, with: optionsWithoutFreedesktop)
    try OptionRules.clash("--freedesktop", desktop.freedesktop, with: tone.all)
    guard let ofUser = ThumbnailCache.ofUser(version: Version.number) else {
      throw ImageError(.io, "no cache of thumbnails: neither XDG_CACHE_HOME nor HOME is an absolute path")
    }
    let run = try desktopRun(ofUser, limits)
    let isWanted: @Sendable (InputFile) -> Bool = { $0.path.map { !ofUser.holds($0) } ?? true }
    let cleans = { [output, runOptions = self.run.settings] in
      let count = ofUser.removeStale(dryRun: output.dryRun)
      let action = output.dryRun ? "would remove" : "removed"
      Console(program: "thumb", quiet: runOptions.quiet).note("\(action) \(count) files from \(ofUser.folder)")
    }
    var work: PreparedWork
    if desktop.clean, input.files.isEmpty, input.list.filesFrom == nil {
      var access = FileAccess()
      access.write(folder: ofUser.folder)
      var options = self.run.settings
      options.quiet = true
      let runner = BatchRunner(program: "thumb", options: options, limits: limits, temporaryNames: nil)
      work = PreparedWork(access) { runner.run([]) { _, _ in BatchRecord() } }
    } else if watching.watch {
      var access = try FileAccess(watching: input.files, desktop.shared ? OutputSettings() : nil, run.naming)
      access.write(folder: ofUser.folder)
      work = try prepareWatch(run, access, isWanted)
    } else {
      work = try run.prepareWithoutNames(where: isWanted) { access, inputs in
        access.write(folder: ofUser.folder)
        if desktop.shared { try access.write(OutputSettings(), run.naming, for: inputs) }
      }
    }
    return desktop.clean ? work.preceded(by: cleans) : work
  }

  private func desktopRun(_ ofUser: ThumbnailCache, _ limits: Limits) throws -> ImagingRun {
    let sizes = try cacheSizes()
    var prototype = ThumbnailJob(input: .standardInput, output: .standardOutput)
    try applyPictureOptions(to: &prototype)
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
