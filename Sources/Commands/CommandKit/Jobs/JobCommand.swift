internal import ArgumentParser
package import ByteStreams
package import ImageModel
internal import StructuredText
internal import Synchronization

/// A command that does jobs from lines of JSON. A job's options are words of a command line, which the command reads
/// itself: a job takes what the command line takes, with the same messages.
package protocol JobCommand: InputCommand {
  var jobs: JobOptions { get }
  /// The time for one job, in seconds.
  var jobTimeout: Double? { get }
  var workerCount: Int? { get }
  /// The bytes that jobs which run at once may use; nil: any.
  var jobMemory: Int? { get }

  /// The bytes of memory for the process of one job (`--isolate`); nil: all jobs are done in this process.
  var isolatedMemory: Int? { get }
  /// Whether jobs start confined programs.
  var startsPrograms: Bool { get }

  /// The words that every job begins with: `--json`, so that options which belong to the report are valid.
  static var jobWords: [String] { get }
  /// The long names of options that are not a job's, besides those of all commands.
  static var optionsOfRun: Set<String> { get }
  /// The long names of options that cannot be used with `--jobs`, besides those of all commands.
  static var optionsWithoutJobs: Set<String> { get }
  /// Whether a job may have several inputs.
  static var takesSeveralInputs: Bool { get }
  /// Whether a job may read the files beside its inputs.
  static var readsBesideInputs: Bool { get }
  /// Whether a job with these long names of options writes a file. Such a job needs an output.
  static func writesFile(_ options: Set<String>) -> Bool

  /// Calls a function with what the run of the command line's jobs needs, and returns its status.
  func withJobs(_ body: (JobPreparation<Self>) throws -> ExitStatus) throws -> ExitStatus

  /// Starts what serves the jobs and must be started before the command confines itself.
  ///
  /// - Returns: what is called in place of `withJobs` afterwards.
  func preparedJobs() -> PreparedJobs<Self>
}

/// `JobCommand.withJobs` of a command.
package typealias PreparedJobs<Command: JobCommand> = (
  (JobPreparation<Command>) throws -> ExitStatus
) throws -> ExitStatus

/// What a run of jobs needs of its command.
package struct JobPreparation<Command: JobCommand>: Sendable {
  /// Turns the options of jobs into their work.
  let work: @Sendable (Command) throws -> JobWork
  /// Called before a signal ends the process.
  let atTermination: @Sendable () -> Void

  package init(
    atTermination: @escaping @Sendable () -> Void = {}, work: @escaping @Sendable (Command) throws -> JobWork
  ) {
    self.work = work
    self.atTermination = atTermination
  }
}

extension JobCommand {
  package var jobMemory: Int? { nil }
  package var isolatedMemory: Int? { nil }
  package var startsPrograms: Bool { isolatedMemory != nil }
  package static var jobWords: [String] { ["--json"] }
  package static var optionsOfRun: Set<String> { [] }
  package static var optionsWithoutJobs: Set<String> { [] }
  package static var takesSeveralInputs: Bool { false }
  package static var readsBesideInputs: Bool { false }
  package static func writesFile(_ options: Set<String>) -> Bool { true }
  package func preparedJobs() -> PreparedJobs<Self> { { try self.withJobs($0) } }
}

/// The work of all jobs with the same options. It is called on several threads at once.
package typealias JobWork = @Sendable (JobTask) throws(ImageError) -> BatchRecord

/// One job, apart from its options.
package struct JobTask: Sendable {
  /// Where the result goes.
  package enum Output: Hashable, Sendable {
    /// Exactly this path.
    case path(String)
    /// At the path that the command's options give.
    case byOptions
    /// `streams.output`: the result holds the bytes.
    case bytes
  }

  /// The line of the job, counted from 1.
  package var number: Int
  /// Standard input stands for `streams.input`.
  package var inputs: [InputFile]
  package var output: Output
  package var streams = StandardStreams()
  package var temporaryNames: TemporaryNames
  package var memory: MemoryBudget?
  /// In seconds; nil: any.
  package var timeout: Double?

  /// Begins the time of the job.
  ///
  /// - Returns: whether the time is over.
  package func begin() -> @Sendable () -> Bool {
    guard let timeout else { return { false } }
    let end = SystemCall.monotonicSeconds + timeout
    return { SystemCall.monotonicSeconds > end }
  }

  /// The first input: for most commands the only one.
  package var input: InputFile { inputs.first ?? .standardInput }

  /// The target of the output, for a command that writes one file for each input.
  ///
  /// - Throws: `usage` for a template that does not fit.
  package func target(_ output: OutputSettings, _ naming: OutputNaming) throws(ImageError) -> OutputTarget {
    switch self.output {
    case .path(let path): return .path(path)
    case .bytes: return .standardOutput
    case .byOptions:
      var settings = InputSettings()
      // Files that `-r` found keep their folders below the directory of `-d`.
      if case .path(_, let below) = input { settings.recursive = !below.isEmpty }
      do {
        let plan = try OutputPlan([input], input: settings, output: output, json: false, naming: naming, job: number)
        if case .unusable(_, let error)? = plan.inputs.first { throw error }
        return plan.targets[0]
      } catch {
        throw ImageError(ofOptions: error)
      }
    }
  }
}

extension JobTask {
  /// A job whose output goes where the command's options say.
  package init(_ input: InputFile, temporaryNames: TemporaryNames) {
    self.init(number: 1, inputs: [input], output: .byOptions, temporaryNames: temporaryNames)
  }
}

extension ImageError {
  /// A mistake in the options of a job.
  package init(ofOptions error: any Error) {
    self = error as? ImageError ?? ImageError(.usage, "\(error)")
  }
}

/// Turns the options of jobs into words of a command line.
struct JobWords: Sendable {
  private typealias Option = (name: String, words: [String])

  private let declared: [String: DeclaredOption]
  private let formerNames: [String: String]
  private let refused: Set<String>
  private let writesFile: @Sendable (Set<String>) -> Bool
  private let first: [String]
  /// What the command line says.
  private let defaults: [Option]
  /// The words of the command line that are options of jobs.
  var ofCommandLine: [String] { defaults.flatMap(\.words) }
  private let hasOutput: Bool
  /// Whether a job that writes a file has `--no-clobber`.
  private let skipsExisting: Bool

  /// - Parameter arguments: the command line.
  /// - Throws: `ImageError` of kind `usage` if it names files.
  init<Command: JobCommand>(_ command: Command.Type, _ arguments: [String], skipExisting: Bool) throws(ImageError) {
    let all = DeclaredOption.all(of: command)
    let refused = JobOptions.optionsWithoutJobs.union(command.optionsWithoutJobs)
    self.refused = refused
    formerNames = command.formerNames
    let declared = all.filter { _, option in
      !command.optionsOfRun.contains(option.name) && !refused.contains(option.name)
        && (!JobOptions.optionsOfRun.contains(option.name) || option.name == "--output")
    }
    var defaults: [Option] = []
    var rest = ShortOptions.separated(arguments)[...]
    while let word = rest.popFirst() {
      guard DeclaredOption.isOption(word), let option = all[DeclaredOption.name(in: word)] else {
        throw ImageError(.usage, "--jobs: jobs name their inputs, so '\(word)' has no meaning")
      }
      var words = [word]
      if option.takesValue, word == DeclaredOption.name(in: word), let value = rest.popFirst() {
        words = ["\(option.name)=\(value)"]
      }
      guard !refused.contains(option.name) else {
        throw ImageError(.usage, "\(option.name) and --jobs cannot be used together")
      }
      if declared[option.name] != nil { defaults.append((option.name, words)) }
    }
    skipsExisting = skipExisting && declared["--no-clobber"] != nil
    self.declared = declared
    self.defaults = defaults
    first = command.jobWords
    writesFile = { command.writesFile($0) }
    hasOutput = declared["--output"] != nil
  }

  /// The job's options as words of a command line, and where its result goes. Jobs with the same options get the same
  /// words: each path of a job is replaced by one with the same suffix, which decides the format.
  ///
  /// - Throws: `usage` for a field that is no option of a job, and for a value of the wrong type.
  func words(for job: Job) throws(ImageError) -> (words: [String], output: JobTask.Output) {
    var options = defaults
    for field in job.fields {
      let name = "--" + field.name
      guard let option = declared[formerNames[name] ?? name], option.name != "--output" else {
        throw unknown(field.name)
      }
      options.removeAll { $0.name == option.name }
      let values: [String]
      do throws(ImageError) {
        values = try option.words(for: field.value)
      } catch {
        throw ImageError(.usage, "\(field.name): \(error.reason)")
      }
      if !values.isEmpty { options.append((option.name, values)) }
    }
    var output = JobTask.Output.byOptions
    if skipsExisting, writesFile(Set(options.map(\.name))), !options.contains(where: { $0.name == "--no-clobber" }) {
      options.append(("--no-clobber", ["--no-clobber"]))
    }
    if let path = job.output {
      guard hasOutput else { throw unknown("output") }
      if job.fields.contains(where: { $0.name == "directory" }) {
        throw ImageError(.usage, "a job has either output or directory")
      }
      options.removeAll { $0.name == "--output" || $0.name == "--directory" }
      options.append(("--output", ["--output=/dev/null/output\(Self.suffix(of: path))"]))
      output = .path(path)
    } else {
      let names = Set(options.map(\.name))
      let places: Set<String> = ["--output", "--directory", "--in-place", "--sidecar"]
      if hasOutput, writesFile(names), names.isDisjoint(with: places) {
        options.append(("--output", ["--output=-"]))
        output = .bytes
      }
    }
    return (first + options.flatMap(\.words), output)
  }

  private func unknown(_ name: String) -> ImageError {
    if refused.contains("--" + name) { return ImageError(.usage, "the field '\(name)': jobs have no such option") }
    let isOfRun = JobOptions.optionsOfRun.contains("--" + name) && name != "output"
    let near = NearestName.of(name, in: declared.keys.filter { $0.hasPrefix("--") }.map { String($0.dropFirst(2)) })
    let rest = isOfRun ? " belongs on the command line" : near.map { " is not known; did you mean '\($0)'?" }
    return ImageError(.usage, "the field '\(name)'" + (rest ?? " is not known"))
  }

  /// The suffix of a path with its dot, if it may be a format's; else nothing.
  private static func suffix(of path: String) -> String {
    let suffix = PathText.suffix(of: path)
    let isPlain = suffix.dropFirst().allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
    return isPlain && (2...8).contains(suffix.count) ? String(suffix) : ""
  }
}

/// The work of the options that jobs have had lately, so that the argument library does not read them again.
final class JobWorkCache<Command: JobCommand>: Sendable {
  private static var capacity: Int { 256 }
  private typealias Entry = (work: Result<JobWork, ImageError>, dropped: Set<String>)

  private let works = Mutex<[[String]: Entry]>([:])
  private let prepare: @Sendable (Command) throws -> JobWork
  private let defaults: OptionDefaults?

  /// - Parameter defaults: those of the command line, which give way to options of a job.
  init(_ prepare: @escaping @Sendable (Command) throws -> JobWork, _ defaults: OptionDefaults?) {
    self.prepare = prepare
    self.defaults = defaults
  }

  /// - Throws: `usage` for options that the command does not accept, and what its preparation throws.
  func work(_ words: [String]) throws(ImageError) -> JobWork { try entry(words).work.get() }

  /// The words of defaults that do not go with the other words.
  func dropped(_ words: [String]) -> Set<String> { defaults == nil ? [] : entry(words).dropped }

  private func entry(_ words: [String]) -> Entry {
    works.withLock { works in
      if let entry = works[words] { return entry }
      if works.count >= Self.capacity { works.removeAll() }
      let entry = read(words)
      // A file that an option names may be readable later.
      if case .failure(let error) = entry.work, error.path != nil { return entry }
      works[words] = entry
      return entry
    }
  }

  private func read(_ words: [String]) -> Entry {
    do {
      guard var defaults = defaults?.among(words) else { return (.success(try work(of: words)), []) }
      let all = Set(defaults.words)
      return try defaults.apply(of: Command.self) { defaults -> Entry in
        let dropped = all.subtracting(defaults.words)
        return (.success(try work(of: words.filter { !dropped.contains($0) })), dropped)
      }
    } catch let error as ImageError {
      return (.failure(error), [])
    } catch {
      return (.failure(ImageError(.usage, Command.usageLine(Command.message(for: error)))), [])
    }
  }

  private func work(of words: [String]) throws -> JobWork {
    guard let command = try Command.parsed(words) as? Command else {
      throw ImageError(.usage, "not the options of a job")
    }
    return try prepare(command)
  }
}
