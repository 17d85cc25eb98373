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

  /// The words that every job begins with: `--json`, so that options which belong to the report are valid.
  static var jobWords: [String] { get }
  /// The long names of options that are not a job's, besides those of all commands.
  static var optionsOfRun: Set<String> { get }
  /// The long names of options that cannot be used with `--jobs`, besides those of all commands.
  static var optionsWithoutJobs: Set<String> { get }
  /// Whether a job may have several inputs.
  static var takesSeveralInputs: Bool { get }
  /// Whether a job with these long names of options writes a file. Such a job needs an output.
  static func writesFile(_ options: Set<String>) -> Bool

  /// Calls a function with what the run of the command line's jobs needs, and returns its status.
  func withJobs(_ body: (JobPreparation<Self>) throws -> ExitStatus) throws -> ExitStatus
}

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
  package static var jobWords: [String] { ["--json"] }
  package static var optionsOfRun: Set<String> { [] }
  package static var optionsWithoutJobs: Set<String> { [] }
  package static var takesSeveralInputs: Bool { false }
  package static func writesFile(_ options: Set<String>) -> Bool { true }
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
        return try OutputPlan(
          [input], input: settings, output: output, json: false, naming: naming, firstNumber: number
        ).targets[0]
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
      let values = try Self.values(field, option)
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
      if hasOutput, writesFile(names), names.isDisjoint(with: ["--output", "--directory", "--in-place"]) {
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

  private static func values(_ field: Job.Field, _ option: DeclaredOption) throws(ImageError) -> [String] {
    func word(_ value: StructuredValue.Content) throws(ImageError) -> String {
      let text: String? =
        switch value {
        case .string(let text) where !text.utf8.contains(0): text
        case .number(_, let text): text
        default: nil
        }
      guard let text else { throw ImageError(.usage, "\(field.name): expected a text or a number") }
      return "\(option.name)=\(text)"
    }
    switch field.value {
    case .null: return []
    case .bool(let isSet) where !option.takesValue: return isSet ? [option.name] : []
    case _ where !option.takesValue: throw ImageError(.usage, "\(field.name): expected true or false")
    case .array(let values) where option.repeats:
      var words: [String] = []
      for value in values { words.append(try word(value.content)) }
      return words
    default: return [try word(field.value)]
    }
  }

  /// The suffix of a path with its dot, if it may be a format's; else nothing.
  private static func suffix(of path: String) -> String {
    let name = PathText.split(path).name
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return "" }
    let suffix = name[dot...]
    let isPlain = suffix.dropFirst().allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
    return isPlain && (2...8).contains(suffix.count) ? String(suffix) : ""
  }
}

/// The work of the options that jobs have had lately, so that the argument library does not read them again.
final class JobWorkCache<Command: JobCommand>: Sendable {
  private static var capacity: Int { 256 }
  private let works = Mutex<[[String]: Result<JobWork, ImageError>]>([:])
  private let prepare: @Sendable (Command) throws -> JobWork

  init(_ prepare: @escaping @Sendable (Command) throws -> JobWork) { self.prepare = prepare }

  /// - Throws: `usage` for options that the command does not accept, and what its preparation throws.
  func work(_ words: [String]) throws(ImageError) -> JobWork {
    try works.withLock { works in
      if let work = works[words] { return work }
      if works.count >= Self.capacity { works.removeAll() }
      let work = read(words)
      // A file that an option names may be readable later.
      if case .failure(let error) = work, error.path != nil { return work }
      works[words] = work
      return work
    }.get()
  }

  private func read(_ words: [String]) -> Result<JobWork, ImageError> {
    do {
      guard let command = try Command.parsed(words) as? Command else {
        return .failure(ImageError(.usage, "not the options of a job"))
      }
      return .success(try prepare(command))
    } catch let error as ImageError {
      return .failure(error)
    } catch {
      return .failure(ImageError(.usage, Command.usageLine(Command.message(for: error))))
    }
  }
}
