internal import ArgumentParser
internal import CommandKit
internal import ImageModel
internal import Imaging
internal import ImagingCommands

/// A comparison of pictures, instead of a conversion.
struct CompareOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Convert nothing: compare each picture with the picture FILE, upright and in sRGB, and print whether they are "
        + "equal, their PSNR and their SSIM. -o writes a picture of the differences. The status is 1 if a picture is "
        + "not equal, or not as similar as the following options say. --page chooses one of several pages.",
      valueName: "FILE"),
    completion: .file())
  var compare: String?

  @Option(
    name: .customLong("min-psnr"), parsing: .unconditional,
    help: ArgumentHelp("Let pictures with at least N decibels pass, 0 to 200.", valueName: "N"),
    transform: { try OptionText.decimal($0, in: 0...200) })
  var minimumPSNR: Double?

  @Option(
    name: .customLong("min-ssim"), parsing: .unconditional,
    help: ArgumentHelp("Let pictures with a similarity of at least N pass, 0 to 1.", valueName: "N"),
    transform: { try OptionText.decimal($0, in: 0...1) })
  var minimumSSIM: Double?

  func validate() throws {
    try OptionRules.need("--compare", compare, for: ["--min-psnr": minimumPSNR, "--min-ssim": minimumSSIM])
  }
}

extension Imgconv {
  /// A run that compares pictures.
  ///
  /// - Throws: `ValidationError` for options that convert.
  func comparingRun(_ reference: String) throws -> ImagingRun {
    if let other = OptionRules.given(tone.all).first ?? overlayNames.first {
      throw ValidationError("--compare and \(other) cannot be used together")
    }
    for (name, value) in pixelOptions where name != "-f" && name != "--raw" {
      try OptionRules.clash("--compare", compare.compare, with: [name: value])
    }
    if let option = rewriting.firstOption { throw ValidationError("--compare and \(option) cannot be used together") }
    try OptionRules.clash(
      "--compare", compare.compare,
      with: ["--strip": metadata.strip, "--keep": metadata.keep, "--in-place": output.inPlace])
    if picture.page == .all { throw ValidationError("--compare compares one page: --page N says which") }
    if output.files.output == "-" {
      throw ValidationError("--compare prints to standard output, so -o - cannot be used")
    }
    if reference == "-" { throw ValidationError("--compare needs a file: standard input is read once") }
    try OptionFile.checkReadable(reference, "--compare")
    var prototype = ComparisonJob(reference: reference, input: .standardInput)
    (prototype.minimumPSNR, prototype.minimumSSIM) = (compare.minimumPSNR, compare.minimumSSIM)
    if case .one(let page)? = picture.page { prototype.page = page }
    let output = output.settings
    let writes = output.output != nil || output.directory != nil
    let template = writes && output.output != "-" ? try ConversionNaming.standard.template(output) : nil
    prototype.format = try OutputFormat.chosen(format: encoding.format, template: template)
    var naming = try ConversionNaming.standard
    if writes {
      // Without a suffix that says otherwise it is a PNG.
      ConversionNaming.setExtensions(
        of: &naming, format: prototype.format ?? "png", allowed: formats.allow, limits.limits)
    }
    var run = ImagingRun(
      program: "imgconv", input: input.settings, output: output, allowedFormats: formats.allow, limits: limits.limits,
      run: run.settings, naming: naming
    ) { [prototype] input, output, environment throws(ImageError) in
      var job = prototype
      job.input = input
      if writes { job.output = output }
      return try job.run(in: environment)
    }
    run.raw = raw.raw ?? .preview
    run.optionFiles = [reference]
    run.reference = reference
    run.documents = documentRequest
    run.text = { report in report.comparison.map { "\(report.input): \($0)\n" } ?? "" }
    return run
  }

  /// Prepares a comparison.
  func prepareComparison(_ reference: String) throws -> PreparedWork {
    let run = try comparingRun(reference)
    guard output.files.output == nil, output.files.directory == nil else { return try run.prepare() }
    return try run.prepareWithoutNames(where: { _ in true })
  }
}
