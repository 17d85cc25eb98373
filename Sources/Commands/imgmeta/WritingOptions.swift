internal import ArgumentParser
internal import CommandKit
internal import MetadataReports

/// Options that write files: a block of each input, or the inputs themselves under other names.
struct WritingOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Write a block as it is to -o: thumbnail, preview, icc, xmp, exif or video.", valueName: "BLOCK"),
    completion: .list(ExtractableBlock.allCases.map(\.rawValue)), transform: { try OptionText.choice($0) })
  var extract: ExtractableBlock?

  @Flag(help: "Rename each file to -o, or move it there. Its content stays as it is, and no file is replaced.")
  var move = false

  @Flag(help: "Copy each file to -o. Its content stays as it is, and no file is replaced.")
  var copy = false

  @Option(
    name: [.customShort("o", allowingJoined: true), .long], parsing: .unconditional,
    help: ArgumentHelp(
      "Where --extract, --move and --copy write, or else the report of each file: a path with the fields {dir} {name} "
        + "{stem} {ext} {n}; with --move and --copy also {_n}, which is nothing or _2, _3 ... where the name is taken, "
        + "and properties such as {DateCreated:%Y-%m-%d} and {camera|unknown}. - is standard output.",
      valueName: "TEMPLATE"), completion: .file())
  var output: String?

  @Flag(help: "Make missing directories of outputs.")
  var parents = false

  @Flag(help: "Leave existing files alone. With --move the file then stays where it is.")
  var noClobber = false

  @Flag(help: "With --move and --copy: do nothing; print the old and the new names.")
  var dryRun = false

  @Flag(
    help: ArgumentHelp(
      "With --move and --copy: take along the sidecar files (photo.jpg.xmp, photo.xmp) and the video of a Live Photo "
        + "(IMG_1.MOV beside IMG_1.HEIC)."))
  var companions = false

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "With --move: append to FILE how each move is undone; 'imgmeta --jobs FILE' does that.", valueName: "FILE"),
    completion: .file())
  var undoList: String?

  /// What `--move` and `--copy` do; nil without them.
  var moving: FileMoveJob? {
    guard move || copy else { return nil }
    var job = FileMoveJob()
    job.copies = copy
    job.parents = parents
    job.noClobber = noClobber
    job.dryRun = dryRun
    job.takesCompanions = companions
    return job
  }

  func validate() throws {
    let verbs: NamedOptions = ["--extract": extract, "--move": move, "--copy": copy]
    try OptionRules.exclude(verbs)
    let verb = OptionRules.given(verbs).first
    if let verb, output == nil { throw ValidationError("\(verb) needs -o") }
    if verb == nil {
      try OptionRules.need("-o", output, for: ["--parents": parents, "--no-clobber": noClobber])
    }
    let moves = move || copy
    try OptionRules.need("--move or --copy", moves, for: ["--dry-run": dryRun, "--companions": companions])
    try OptionRules.need("--move", move, for: ["--undo-list": undoList])
    if moves, output == "-" { throw ValidationError("-o -: --move and --copy write files") }
  }
}
