internal import ArgumentParser
internal import CommandKit
internal import ImageModel
internal import Imaging
internal import ImagingCommands
internal import Templates

/// Several outputs of each input, for web pages.
struct VariantOptions: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Make a file of each width, such as 320,640,1280, in pixels; the picture is decoded once and upright. No file is "
        + "larger than the picture: its own width replaces those above it.", valueName: "N,N..."),
    transform: { try Widths($0) })
  var widths: Widths?

  @Option(
    help: ArgumentHelp(
      "Make a file in each format, such as avif,webp,jpeg. The last one is that for programs that know no other.",
      valueName: "F,F..."),
    completion: .list(FormatOptions.writableNames), transform: { try Formats($0) })
  var formats: Formats?

  @Option(
    help: ArgumentHelp(
      "With --widths or --formats: write the list of all outputs into FILE, in JSON: path, format, width, height, "
        + "bytes and SHA-256 of each, and a placeholder for each input (BlurHash).", valueName: "FILE"),
    completion: .file())
  var manifest: String?

  @Option(
    help: ArgumentHelp(
      "With --widths or --formats: print the list of each input's files for a web page: as a line of json, or as an "
        + "element of html, picture or img.", valueName: "FORM"),
    completion: .list(Srcset.allCases.map(\.rawValue)), transform: { try OptionText.choice($0) })
  var srcset: Srcset?

  struct Widths {
    var all: [Int]

    init(_ text: String) throws {
      all = try text.split(separator: ",", omittingEmptySubsequences: false).map {
        try OptionText.number(String($0), in: 1...1_000_000)
      }
    }
  }

  struct Formats {
    var all: [String]

    init(_ text: String) throws {
      all = []
      for word in text.split(separator: ",", omittingEmptySubsequences: false) {
        let format = try FormatOptions.writableFormat(String(word))
        if !all.contains(format) { all.append(format) }
      }
    }
  }

  /// Whether each input may get several files.
  var isGiven: Bool { widths != nil || formats != nil }

  var hasSeveralFormats: Bool { formats.map { $0.all.count > 1 } ?? false }

  /// The options that make several files, by their names.
  var named: NamedOptions { ["--widths": widths, "--formats": formats] }

  func validate() throws {
    try OptionRules.need("--widths or --formats", isGiven, for: ["--manifest": manifest, "--srcset": srcset])
    if manifest == "" || manifest == "-" { throw ValidationError("--manifest needs the path of a file") }
  }

  /// The names of files in a directory: `photo_640.webp`.
  func setNames(of naming: inout OutputNaming) throws {
    if widths != nil { naming.fileName = try OutputTemplate("{stem}_{width}.{ext}") }
  }

  /// Checks that the names of all files of an input differ, and sets their extensions.
  ///
  /// - Parameter template: nil for standard output.
  /// - Throws: `ValidationError`.
  func check(_ template: OutputTemplate?, _ naming: inout OutputNaming) throws {
    guard let template else { throw ValidationError("standard output (-o -) takes one picture and nothing else") }
    if let widths, widths.all.count > 1, template.fields.isDisjoint(with: OutputTemplate.Field.sizes) {
      throw ValidationError(
        "several widths need -o or -d with {width}, {size} or {box} in the names; the output of a job is one file")
    }
    guard let formats else { return }
    if hasSeveralFormats, !template.fields.contains(.ext) {
      throw ValidationError("several formats need -o or -d with {ext} in the names; the output of a job is one file")
    }
    let extensions = formats.all.map(FormatOptions.fileExtension(ofFormat:))
    naming.extensions = extensions
    // All inputs get the same ones.
    naming.extensionOfOutput = { _ in extensions.first }
  }

  func apply(to job: inout ConversionJob) {
    job.widths = widths?.all ?? []
    job.formats = formats?.all ?? []
    job.makesPlaceholder = manifest != nil
  }
}

extension Imgconv {
  /// - Throws: `ValidationError` for options that mean nothing for several outputs of an input.
  func checkVariants() throws {
    guard variants.isGiven else { return }
    for (name, value) in variants.named {
      try OptionRules.clash(
        name, value,
        with: [
          "--in-place": output.inPlace, "--sizes": joining.sizes, "--montage": joining.montage,
          "--sprites": joining.sprites, "--delay": joining.delay, "--loop": joining.loop,
        ])
    }
    try OptionRules.clash("--formats", variants.formats, with: ["-f": encoding.format])
    try OptionRules.clash(
      "--widths", variants.widths,
      with: [
        "--size": picture.size, "--resize": picture.resize, "--border": frame.border, "--extend": frame.extend,
        "--pad": frame.pad,
      ])
    if picture.page == .all { throw ValidationError("--page all cannot be used with several widths or formats") }
    if picture.orient == .keep {
      throw ValidationError("--orient keep cannot be used with several widths or formats, which are upright")
    }
    try OptionRules.clash("--srcset", variants.srcset, with: ["--json": run.reporting.json])
  }
}
