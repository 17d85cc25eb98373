package import ByteStreams
internal import Glibc
package import ImageModel
internal import Synchronization

/// Works on the inputs of a command, several at a time, and reports them in their order.
package struct BatchRunner {
  private let program: String
  private let options: RunSettings
  private let workerCount: Int
  private let temporaryNames: TemporaryNames?
  private let console: Console
  private let progress: FileProgress?
  private let format: RecordFormat

  /// - Parameters:
  ///   - limits: without `-j`, the number of threads is bounded so that the machine's memory suffices if each file
  ///     takes `maxMemory`.
  ///   - temporaryNames: the temporary files that SIGINT and SIGTERM remove; nil for a command that writes no files.
  ///   - progress: the progress within single files; nil if each takes little time.
  ///   - format: what is written to standard output; nil: the report for `--json`, else the text of each record.
  package init(
    program: String, options: RunSettings, limits: Limits, temporaryNames: TemporaryNames?,
    progress: FileProgress? = nil, format: RecordFormat? = nil
  ) {
    self.format = format ?? (options.json ? .report(of: program) : .plain)
    self.progress = progress
    self.program = program
    self.options = options
    self.temporaryNames = temporaryNames
    workerCount = options.workers ?? Self.defaultWorkerCount(memoryPerFile: limits.maxMemory)
    console = Console(program: program, quiet: options.quiet)
  }

  /// Does the work for all inputs. One that fails does not stop the others. Without inputs, a note says so: a named
  /// directory may contain none.
  ///
  /// - Parameter work: gets the input's position, from 0.
  package func run(
    _ inputs: [InputFile],
    _ work: @escaping @Sendable (_ number: Int, _ input: InputFile) throws(ImageError) -> BatchRecord
  ) -> ExitStatus {
    // A write to a closed pipe, or beyond the largest file that is allowed, fails with an error that is reported. The
    // signals would end the process first.
    signal(SIGPIPE, SIG_IGN)
    signal(SIGXFSZ, SIG_IGN)
    if let temporaryNames { TerminationWaiter.start(removing: temporaryNames) }
    var tally = Tally(total: inputs.count)
    if inputs.isEmpty, !options.quiet { console.line("note: no files to read were found") }
    do throws(ImageError) {
      try console.print(format.opening)
      let perform: @Sendable (Int) -> BatchRecord = { [format] number in
        Self.perform(work, format, number, inputs[number])
      }
      // A line of progress needs a second thread: this one shows it while the other works.
      let needsNoProgressLine = progress == nil || !console.showsProgress || inputs.isEmpty
      if needsNoProgressLine, min(workerCount, inputs.count) <= 1 {
        for number in inputs.indices { try deliver(perform(number), of: inputs[number], to: &tally) }
      } else {
        let pool = OrderedPool(count: inputs.count, work: perform)
        pool.start(workers: min(workerCount, inputs.count))
        for number in inputs.indices {
          guard let record = next(from: pool, inputs[number], &tally) else { break }
          try deliver(record, of: inputs[number], to: &tally)
          progress?.remove(number)
        }
      }
      try end()
    } catch {
      return outputFailed(error)
    }
    if !options.quiet { for line in tally.notesOfMore { console.line(line) } }
    return tally.status(warningExitZero: options.warningExitZero)
  }

  /// Does the work for one input and makes the text of its record.
  private static func perform(
    _ work: (Int, InputFile) throws(ImageError) -> BatchRecord, _ format: RecordFormat, _ number: Int,
    _ input: InputFile
  ) -> BatchRecord {
    var record: BatchRecord
    do throws(ImageError) {
      if case .unusable(let name, let error) = input { throw error.at(path: name) }
      record = try work(number, input)
    } catch {
      record = BatchRecord(error: error.at(path: input.name))
    }
    record.text = record.isOmitted ? "" : format.text(record, input)
    record.members = []
    return record
  }

  /// Waits for the next record and shows the progress meanwhile.
  private func next(
    from pool: OrderedPool<Int, BatchRecord>, _ input: InputFile, _ tally: inout Tally
  ) -> BatchRecord? {
    guard console.showsProgress else { return pool.next() }
    while true {
      if let record = pool.next(withinMilliseconds: 250) { return record }
      show(&tally, input)
    }
  }

  /// - Parameter input: the one whose record comes next.
  private func show(_ tally: inout Tally, _ input: InputFile? = nil) {
    guard tally.isTimeToShow() else { return }
    var parts = tally.total > 1 || input == nil ? ["\(tally.done) of \(tally.total) files"] : []
    if let input, let percent = progress?.percent(of: tally.done) { parts.append("\(input.name): \(percent)%") }
    if !parts.isEmpty { console.progress(parts.joined(separator: "; ")) }
  }

  // MARK: Reporting

  private func deliver(_ record: BatchRecord, of input: InputFile, to tally: inout Tally) throws(ImageError) {
    if let error = record.error, Self.hasLostReader(error) { throw error }
    if !record.text.isEmpty {
      console.clearProgress()
      let text = (tally.hasText ? format.separator : "") + record.text
      try console.print(text, asNameBytes: format.writesNameBytes)
      if format.isFlushed { try console.flush() }
      tally.hasText = true
    }
    if !record.isOmitted {
      for diagnostic in record.diagnostics where tally.shows(diagnostic) {
        console.report(diagnostic, of: input.name)
      }
    }
    if let error = record.error { console.report(error) }
    tally.add(record)
    if console.showsProgress, tally.done < tally.total { show(&tally) }
  }

  private func end() throws(ImageError) {
    console.clearProgress()
    try console.print(format.closing())
    try console.flush()
  }

  /// Ends the run when standard output cannot be written. If its reader has gone, no message is printed.
  private func outputFailed(_ error: ImageError) -> ExitStatus {
    console.clearProgress()
    let isBrokenPipe = error.systemError == EPIPE
    if !isBrokenPipe { console.report(error) }
    let status = isBrokenPipe ? ExitStatus.brokenPipe : .failure
    // Threads may be writing files: unfinished files must not remain.
    temporaryNames?.removeAllAndExit(status.rawValue)
    return status
  }

  /// The name of standard output in errors.
  package static let standardOutputName = "standard output"

  /// Whether an error says that the reader of standard output has gone, also of `-o /dev/stdout`.
  package static func hasLostReader(_ error: ImageError) -> Bool {
    error.systemError == EPIPE
      && [standardOutputName, "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"].contains(error.path)
  }

  /// One thread for each processor, fewer if the memory is not sufficient.
  static func defaultWorkerCount(memoryPerFile: Int) -> Int {
    let memory = sysconf(Int32(_SC_PHYS_PAGES)) * sysconf(Int32(_SC_PAGESIZE))
    return max(1, min(sysconf(Int32(_SC_NPROCESSORS_ONLN)), memory / max(1, memoryPerFile)))
  }
}

/// The progress and the outcome of a run.
private struct Tally {
  let total: Int
  private(set) var done = 0
  /// Whether a record has been written.
  var hasText = false
  private var failed = false
  /// How many inputs failed because the command line does not fit them.
  private var misused = 0
  private var warned = false
  private let start = SystemCall.monotonicSeconds
  private var shown = 0.0
  /// How often each note came, in the order of their first files.
  private var notes: [(message: String, count: Int)] = []
  private var positions: [String: Int] = [:]

  init(total: Int) { self.total = total }

  mutating func add(_ record: BatchRecord) {
    done += 1
    if let error = record.error {
      failed = true
      if error.kind == .usage { misused += 1 }
    }
    if !record.isOmitted, record.diagnostics.contains(where: { $0.severity == .warning }) { warned = true }
  }

  /// The files for which a note is shown. A summary counts further ones with the same note.
  private static let filesOfNote = 3
  /// Notes that differ from file to file are all shown.
  private static let mostNotes = 1_000

  mutating func shows(_ diagnostic: Diagnostic) -> Bool {
    guard diagnostic.severity == .note else { return true }
    if let position = positions[diagnostic.message] {
      notes[position].count += 1
      return notes[position].count <= Self.filesOfNote
    }
    if notes.count < Self.mostNotes {
      positions[diagnostic.message] = notes.count
      notes.append((diagnostic.message, 1))
    }
    return true
  }

  /// Lines for the notes of further files.
  var notesOfMore: [String] {
    notes.filter { $0.count > Self.filesOfNote }.map { message, count in
      let more = count - Self.filesOfNote
      return "note: \(more) more file\(more == 1 ? "" : "s"): \(message)"
    }
  }

  /// True after the first second, at most ten times a second.
  mutating func isTimeToShow() -> Bool {
    let now = SystemCall.monotonicSeconds
    guard now - start >= 1, now - shown >= 0.1 else { return false }
    shown = now
    return true
  }

  func status(warningExitZero: Bool) -> ExitStatus {
    if failed { return misused == total ? .usage : .failure }
    return warned && !warningExitZero ? .warnings : .success
  }
}

/// The progress within single files, for a line of progress.
package final class FileProgress: Sendable {
  private let fractions = Mutex<[Int: Double]>([:])

  package init() {}

  /// Sets the part of an input that is done, from 0 to 1.
  ///
  /// - Parameter number: the input's position, from 0.
  package func set(_ fraction: Double, of number: Int) { fractions.withLock { $0[number] = fraction } }

  /// Forgets an input that is done.
  package func remove(_ number: Int) { fractions.withLock { _ = $0.removeValue(forKey: number) } }

  /// The part of an input that is done, in percent; nil if it is not known.
  func percent(of number: Int) -> Int? { fractions.withLock { $0[number] }.map { Int($0 * 100) } }
}
