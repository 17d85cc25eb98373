internal import ArgumentParser
internal import CommandKit
internal import ImageModel
internal import Imaging
internal import ImagingCommands
internal import Templates

extension Imgconv {
  /// Rewrites metadata, without a pixel being decoded.
  ///
  /// - Throws: `ValidationError` for options of pictures; `ImageError` of kind `usage` for changes that make no sense.
  func rewriteMetadata() throws -> ExitStatus {
    if let option = pixelOption {
      throw ValidationError("--metadata-only leaves the picture as it is: without \(option)")
    }
    var prototype = MetadataRewriteJob(input: .standardInput, output: .standardOutput)
    try rewriting.apply(to: &prototype)
    prototype.strip = metadata.strip
    prototype.keep = metadata.keep
    if case .one(let page)? = picture.page { prototype.page = page }
    do throws(ImageError) {
      try prototype.check()
    } catch {
      throw ValidationError(error.reason)
    }
    let limits = limits.limits
    let environment = JobEnvironment(limits: limits, allowedFormats: formats.allow)
    try OptionFile.read("--copy-from") { [prototype] () throws(ImageError) in
      try prototype.checkCopied(in: environment)
    }
    var naming = try ConversionNaming.standard
    // A file keeps its format, and so its name, whatever that looks like; standard input has none.
    if !input.settings.files.contains("-") { naming.fileName = try OutputTemplate("{name}") }
    ConversionNaming.setExtensions(of: &naming, format: nil, allowed: formats.allow, limits)
    let run = ImagingRun(
      program: "imgconv", input: input.settings, output: output.settings, allowedFormats: formats.allow, limits: limits,
      run: run.settings)
    return try run.perform(naming: naming) { [prototype] input, output, environment throws(ImageError) in
      var job = prototype
      (job.input, job.output) = (input, output)
      return try job.run(in: environment)
    }
  }

  /// The first option that was given and changes pixels or how they are stored.
  private var pixelOption: String? {
    let options: [(String, Bool)] = [
      ("-f", encoding.format != nil), ("--quality", encoding.quality != nil),
      ("--subsampling", encoding.subsampling != nil), ("--compression", encoding.compression != nil),
      ("--interlace", encoding.interlace), ("--progressive", encoding.progressive), ("--tile", encoding.tile != nil),
      ("--bigtiff", encoding.bigTIFF), ("--max-size", picture.maxSize != nil), ("--depth", picture.depth != nil),
      ("--orient", picture.orient != nil), ("--background", color.background != nil),
      ("--profile", color.profile != nil),
    ]
    return options.first { $0.1 }?.0
  }
}
