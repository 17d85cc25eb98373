internal import ArgumentParser
package import CommandKit
package import ImageModel
package import Imaging
internal import Templates

/// A run of a command that writes images: the options that all such commands share, and a job for each input.
package struct ImagingRun {
  package var program: String
  package var input: InputSettings
  package var output: OutputSettings
  /// Names of the formats that may be read; nil allows all.
  package var allowedFormats: Set<String>?
  package var limits: Limits
  package var run: RunSettings

  package init(
    program: String, input: InputSettings, output: OutputSettings, allowedFormats: Set<String>?, limits: Limits,
    run: RunSettings
  ) {
    self.program = program
    self.input = input
    self.output = output
    self.allowedFormats = allowedFormats
    self.limits = limits
    self.run = run
  }

  /// Does a job for each input.
  ///
  /// - Throws: `ValidationError` and `ImageError` for what is wrong before any work.
  package func perform(
    naming: OutputNaming,
    _ job: @escaping @Sendable (JobInput, JobOutput, JobEnvironment) throws(ImageError) -> JobReport
  ) throws -> ExitStatus {
    if allowedFormats?.contains("xmp") ?? false {
      throw ValidationError("--allow: xmp is no format of images; expected \(OptionText.list(FormatOptions.names))")
    }
    let plan = try OutputPlan(
      try input.expand(limits: limits), input: input, output: output, json: run.json, naming: naming)
    var environment = environment
    // Names that are known before the work have been compared with the inputs already.
    if plan.leavesNamesOpen { environment.inputs = plan.inputIdentities }
    // One picture alone may use a second processor; a batch keeps all of them busy by itself.
    environment.decodesAhead = plan.inputs.count == 1 && run.jobs != 1
    let progress = FileProgress()
    let runner = BatchRunner(
      program: program, options: run, limits: limits, temporaryNames: environment.temporaryNames, progress: progress)
    return runner.run(plan.inputs) { [environment] number, input throws(ImageError) in
      var environment = environment
      environment.progress = { fraction in progress.set(fraction, of: number) }
      let jobInput: JobInput = if case .path(let path) = input { .path(path) } else { .standardInput }
      return BatchRecord(try job(jobInput, Self.output(plan.targets[number]), environment))
    }
  }

  private var environment: JobEnvironment {
    var files = JobEnvironment.FileOptions()
    files.noClobber = output.noClobber
    files.update = output.update
    files.sync = output.sync
    files.parents = output.parents
    files.inPlace = output.inPlace
    return JobEnvironment(limits: limits, allowedFormats: allowedFormats, files: files)
  }

  private static func output(_ target: OutputTarget) -> JobOutput {
    switch target {
    case .standardOutput: .standardOutput
    case .path(let path): .path(path)
    case .named(let template, let name): .named(OutputName(template, name))
    }
  }
}
