internal import ArgumentParser
internal import CommandKit
internal import Confinement
internal import Drawing
internal import ImageModel
internal import Imaging
internal import MetadataReports
internal import PDFDocuments
internal import PDFJobs

@main
struct Mkpdf: JobCommand, ConfinedCommand {
  static let formerNames = ["--page": "--paper"]

  static let configuration = CommandConfiguration(
    commandName: "mkpdf", abstract: "Make PDF pages from images, text, Markdown, page descriptions and existing PDFs.",
    discussion: MkpdfHelp.discussion, version: Version.line("mkpdf"))

  static let shortHelp = (
    options: ["output", "pages", "paper", "fit", "margin", "rotate", "contact-sheet", "caption", "title", "encrypt"],
    arguments: "FILE... -o OUTPUT"
  )

  @OptionGroup var input: PageInputOptions
  @OptionGroup(title: "Page options") var page: PageOptions
  @OptionGroup(title: "Text and stamp options") var decoration: DecorationOptions
  @OptionGroup(title: "Sheet options") var sheet: SheetOptions
  @OptionGroup(title: "Arrangement options") var arrangement: ArrangementOptions
  @OptionGroup(title: "Reduction options") var reduction: ReductionOptions
  @OptionGroup(title: "Document options") var document: DocumentOptions
  @OptionGroup(title: "Attached files") var attachment: AttachmentOptions
  @OptionGroup(title: "Form options") var form: FormOptions
  @OptionGroup(title: "Parts of a PDF") var extraction: ExtractionOptions
  @OptionGroup(title: "Encryption options") var encryption: EncryptionOptions
  @OptionGroup(title: "Output options") var output: PDFOutputOptions
  @OptionGroup(title: "Job options") var jobOptions: TimedJobOptions
  @OptionGroup(title: "Job options") var count: WorkerOption
  @OptionGroup(title: "Limits") var limits: LimitOptions

  var files: [String] {
    get { input.files }
    set { input.files = newValue }
  }

  /// Options of inputs apply to the input before them.
  static func arranged(_ arguments: [String]) throws -> [String] { try PageInputList.marked(arguments) }

  var confinement: ConfinementOption { limits.confinement }
  var jobs: JobOptions { jobOptions.jobs }
  var jobTimeout: Double? { jobOptions.timeout }
  var isolatedMemory: Int? { jobOptions.isolatedMemory(limits) }
  var startsPrograms: Bool { isolatedMemory != nil || decoration.ocr != nil }
  var workerCount: Int? { count.workers }

  static var jobWords: [String] { [] }
  static var optionsWithoutJobs: Set<String> {
    [
      "--list-attachments", "--extract-attachment", "--extract", "--list-fields", "--fill", "--flatten", "--split",
      "--dry-run",
    ]
  }
  static var takesSeveralInputs: Bool { true }
  static var readsBesideInputs: Bool { true }

  func withJobs(_ body: (JobPreparation<Mkpdf>) throws -> ExitStatus) throws -> ExitStatus {
    // A process that is confined by the launcher cannot start another one.
    let mayRecognize = decoration.ocr != nil
    if mayRecognize, jobOptions.isolate { throw ValidationError("--isolate and --ocr cannot be used together") }
    return try body(
      JobPreparation { command in
        // This process has given up programs otherwise.
        if command.decoration.ocr != nil, !mayRecognize {
          throw ImageError(.usage, "ocr: needs --ocr on the command line, too")
        }
        return { task throws(ImageError) in try command.record(of: task) }
      })
  }

  private func record(of task: JobTask) throws(ImageError) -> BatchRecord {
    var command = self
    command.files += task.inputs.map(\.name)
    if case .path(let path) = task.output {
      command.output.output = path.replacing("{", with: "{{").replacing("}", with: "}}")
    }
    do {
      return PDFReporter.record(of: try command.job(task).job)
    } catch {
      throw ImageError(ofOptions: error)
    }
  }

  func prepare() throws -> PreparedWork {
    try OptionRules.need("--jobs", jobs.jobs, for: ["--workers": count.workers])
    try checkExtraction()
    if form.isGiven { return try formWork() }
    if let part = extraction.extract {
      var target = output
      // A directory for other parts, in which files are named by the document.
      if part != .text { target.output = nil }
      let (job, passwordFiles) = try plainJob(to: target)
      return try ExtractionOptions.work(part, of: job, output, passwordFiles: passwordFiles)
    }
    if !attachment.listAttachments { try output.checkTarget() }
    if attachment.isQuery {
      let (job, passwordFiles) = try plainJob(to: output)
      let access = FileAccess(job, passwordFiles: passwordFiles)
      return PreparedWork(access) { try attachment.answer(job, output.reporting) }
    }
    let made = try job()
    if let rule = arrangement.split {
      return try splitting(made.job, at: rule, FileAccess(made.job, passwordFiles: made.passwordFiles))
    }
    var access = FileAccess(made.job, passwordFiles: made.passwordFiles)
    try output.addFolders(to: &access, made.job.inputs)
    return PreparedWork(access) {
      var job = made.job
      job.output = try output.target(of: job.inputs, filling: properties)
      try PDFOutputOptions.checkSuffix(job.output)
      return try PDFReporter(output).run(job)
    }
  }

  /// Fills what an input's metadata says into the name of the document.
  private var properties: PDFOutputOptions.NameFilling {
    let properties = NameProperties(limits: limits.limits, allowed: input.allow.map { Set($0.map(\.name)) })
    return { path, template in
      do throws(ImageError) {
        return try properties.filled(template, path: path)
      } catch {
        throw error.at(path: path ?? "-")
      }
    }
  }

  /// A job for documents that are taken as they are, and the files of their passwords.
  ///
  /// - Parameter target: where something is written; nil for standard output.
  /// - Throws: `ValidationError`; `ImageError` of kind `usage`.
  func plainJob(to target: PDFOutputOptions?) throws -> (job: PDFJob, passwordFiles: [String]) {
    let limits = limits.limits
    let named = try input.inputs(limits: limits)
    let inputs = named.map { $0.jobInput(SecretReader(limits: limits)) }
    var job = PDFJob(
      inputs: inputs, output: try target?.target(of: inputs) ?? .standardOutput,
      environment: output.environment(limits))
    job.allowed = input.allow
    return (job, Self.files(ofPasswords: named.map(\.options.password)))
  }

  /// What the options ask for, and the files of the passwords that are read when their PDFs are opened.
  ///
  /// - Parameter task: the files and streams of a job from a line of JSON.
  /// - Throws: `ValidationError`; `ImageError` of kind `usage`.
  private func job(_ task: JobTask? = nil) throws -> (job: PDFJob, passwordFiles: [String]) {
    let limits = limits.limits
    let secrets = SecretReader(limits: limits)
    let inputs = try input.inputs(limits: limits)
    let jobInputs = inputs.map { $0.jobInput(secrets) }
    // The documents of --split have names of their own.
    let target =
      arrangement.split == nil
      ? try output.target(of: jobInputs, filling: task == nil ? PDFOutputOptions.placeholder : properties)
      : .nowhere(nil)
    try PDFOutputOptions.checkSuffix(target)
    var job = PDFJob(inputs: jobInputs, output: target, environment: output.environment(limits))
    if let task {
      job.environment.streams = task.streams
      job.environment.temporaryNames = task.temporaryNames
      job.environment.isCancelled = task.begin()
    }
    job.allowed = input.allow
    job.attachments = try attachment.files()
    job.data = try input.data.map { try DataFile.read($0, limits: limits) }
    page.apply(to: &job)
    job.decorations = try decoration.decorations()
    (job.textDesign, job.hasContents) = (decoration.style, decoration.contents)
    job.recognizedLanguages = decoration.ocr
    if let path = job.decorations.stamp { try OptionFile.checkReadable(path, "--stamp") }
    if let path = job.decorations.underlay { try OptionFile.checkReadable(path, "--underlay") }
    let stampPassword = try input.commonPassword()
    job.decorations.stampPassword = secrets.reading(stampPassword)
    if decoration.textColor == nil, page.background?.isDark ?? false { job.decorations.textColor = .white }
    job.arrangement = sheet.arrangement
    arrangement.apply(to: &job)
    reduction.apply(to: &job, resolution: page.downsample)
    if sheet.contactSheet != nil, decoration.caption == nil { job.decorations.caption = try PageTemplate("{name}") }
    try document.apply(to: &job, limits)
    job.writing.encryption = try encryption.encryption(secrets)
    job.writing.limits = limits
    job.skipsBad = input.skipBad
    let passwordFiles = Self.files(ofPasswords: inputs.map(\.options.password) + [stampPassword])
    job.optionFiles = optionFiles(job) + passwordFiles
    try job.checkOptions()
    return (job, passwordFiles)
  }

  /// The files that were read for options: data, lists of file names, outlines, passwords of the output.
  private func optionFiles(_ job: PDFJob) -> [String] {
    var files = [input.data, input.list.filesFrom.flatMap { $0 == "-" ? nil : $0 }].compactMap { $0 }
    if case .entries = job.outline, let outline = document.outline { files.append(outline) }
    return files + Self.files(ofPasswords: [encryption.userPassword, encryption.ownerPassword])
  }

  static func files(ofPasswords passwords: [String?]) -> [String] {
    Set(passwords.compactMap { $0.flatMap(SecretReader.path) }).sorted()
  }
}

extension FileAccess {
  /// The files of a document, without those that have been read for options. Page descriptions name others, wherever
  /// they are.
  fileprivate init(_ job: PDFJob, passwordFiles: [String]) {
    self.init()
    readsFonts = true
    for input in job.inputs { if case .path(let path) = input.source { read([path]) } }
    read(job.attachments.map(\.path) + job.decorations.files + passwordFiles)
    read(job.pictureFolders)
    if job.mayNameFiles { read(["/"]) }
    // poppler's programs and tesseract are confined by themselves.
    startsPrograms = job.recognizedLanguages != nil
    if case .path(let path) = job.output { write(file: path) }
  }
}
