internal import ArgumentParser
internal import ByteStreams
internal import Catalogue
internal import CatalogueJobs
internal import CommandKit
internal import Confinement
internal import ImageModel

/// `imgindex update`: brings a catalogue up to date.
struct Update: Subcommand {
  static let configuration = CommandConfiguration.subcommand(
    "update", "Bring a catalogue up to date.", arguments: "<catalogue> <path> ...",
    discussion: """
      Reads the image files at each path, a file or a directory with all directories in it, that are new or were \
      changed since the last time: whose device, inode, size or time of change differ. Files that are not there any \
      more are removed from the catalogue; those that were moved or renamed are not read again. Two processes may \
      update one catalogue at once, and one that is killed loses nothing but its last moments.

      A file that cannot be read as an image is an error once, and is in the catalogue with its error until it changes.
      """)

  @OptionGroup var source: SourceOptions

  var confinement: ConfinementOption { source.limits.confinement }

  func prepare() throws -> PreparedWork {
    let work = try source.work()
    var access = FileAccess(catalogue: source.catalogue)
    access.read(source.paths)
    // Sidecar files are beside the files that are named.
    let files = source.paths.filter { SystemCall.status(of: $0)?.isRegularFile ?? false }
    if try work.readsSidecars { access.readBeside(files.map { .path($0) }) }
    return PreparedWork(access) { try work.perform() }
  }
}

/// What goes into a catalogue, and how it is read.
struct SourceOptions: ParsableArguments {
  @Argument(help: "The catalogue. It is made if it is not there.", completion: .file())
  var catalogue: String

  @Argument(help: "Directories and image files.", completion: .file())
  var paths: [String]

  @Flag(help: "Store a thumbnail of each picture, a JPEG file with 256 pixels on the long side.")
  var thumbnails = false

  @Flag(help: "Store a hash of what each picture looks like, for 'imgindex duplicates --similar'.")
  var looks = false

  @Flag(help: "Read the sidecar file of each picture as well: photo.jpg.xmp or photo.xmp beside photo.jpg.")
  var sidecar = false

  @OptionGroup var charset: CharsetOption
  @OptionGroup var walk: WalkOptions
  @OptionGroup(title: "Run options") var run: RunOptions
  @OptionGroup(title: "Format options") var formats: FormatOptions
  @OptionGroup(title: "Limits") var limits: LimitOptions

  func validate() throws {
    guard !catalogue.isEmpty, !paths.contains("") else { throw ValidationError("a name is empty") }
  }

  func work() throws -> UpdateRun {
    var work = UpdateRun(catalogue: try Catalogue(path: catalogue, forWriting: true))
    work.name = catalogue
    work.paths = paths
    work.filter = walk.filter
    work.run = run.settings
    work.limits = limits.limits
    work.allowedFormats = formats.allow
    work.encoding = charset.encoding
    if thumbnails { work.parts.insert(.thumbnail) }
    if looks { work.parts.insert(.looks) }
    if sidecar { work.parts.insert(.sidecar) }
    return work
  }
}
