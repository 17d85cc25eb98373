internal import ByteStreams
internal import CommandKit
internal import ImageModel
internal import MetadataCommands
internal import MetadataModel

/// Reads a file and writes down what was asked for of it.
struct MetadataReport: Sendable {
  /// Only these properties are shown; all where empty.
  var queries: [PropertyQuery]
  /// Only files for which this holds.
  var condition: FileCondition?
  /// The job of each input, but for its input.
  var job: MetadataJob
  var writer: any MetadataWriter = TextWriter()
  /// What the lines of `--print` ask for.
  var printed: [PropertyQuery] = []
  /// The places of the questions that had an answer so far, among all.
  let answered = AnsweredQuestions()

  /// All questions of the run.
  var questions: [PropertyQuery] { queries + (condition?.queries ?? []) + printed }

  /// The form in which the run writes its records.
  var form: RecordForm {
    var form = RecordForm(
      opening: writer.opening, separator: writer.separator, closing: { [writer] in writer.closing() }
    ) { [writer] record, input in
      record.error.map { writer.text(of: $0, input: input) } ?? record.text
    }
    form.writesNameBytes = writer.writesNameBytes
    return form
  }

  @Sendable func record(_ number: Int, _ input: InputFile) throws(ImageError) -> BatchRecord {
    guard var (record, file, _) = try read(number, input) else { return Self.omitted }
    if !queries.isEmpty {
      file.container = selected(file.container)
      file.images = file.images.map(selected)
    }
    record.text = writer.text(of: file)
    return record
  }

  /// Writes a block of a file.
  func extract(
    _ extraction: BlockExtraction, _ number: Int, _ input: InputFile, to target: OutputTarget
  ) throws(ImageError) -> BatchRecord {
    guard let (record, file, source) = try read(number, input) else { return Self.omitted }
    try extraction.write(file.metadata, of: source, input: input, to: target)
    return record
  }

  private static var omitted: BatchRecord {
    var record = BatchRecord()
    record.isOmitted = true
    return record
  }

  /// nil for a file that the condition leaves out.
  private func read(
    _ number: Int, _ input: InputFile
  ) throws(ImageError) -> (BatchRecord, FileMetadata, any ByteSource)? {
    var job = job
    job.input = input
    let (metadata, source) = try job.run()
    let file = FileMetadata(
      input: input, number: number, metadata: metadata, container: metadata.properties,
      images: metadata.images.map(\.properties))
    noteAnswers(file)
    if let condition, !condition.holds(for: file) { return nil }
    var record = BatchRecord()
    record.diagnostics = metadata.diagnostics
    return (record, file, source)
  }

  /// Notes which fields of the condition and of the lines the file has. Each is looked for until one file has it.
  private func noteAnswers(_ file: FileMetadata) {
    for (index, query) in ((condition?.queries ?? []) + printed).enumerated() {
      let place = queries.count + index
      if !answered.contains(place), file.first(query) != nil { answered.add(place) }
    }
  }

  /// A property of a group, or a part of one.
  private struct Place: Hashable {
    var index: Int
    var name: String
  }

  /// The properties that were asked for, in the order of the file; a path gives the value that it leads to.
  private func selected(_ tree: PropertyTree) -> PropertyTree {
    PropertyTree(
      tree.groups.compactMap { group in
        var found: [(index: Int, property: Property)] = []
        var seen: Set<Place> = []
        for (place, query) in queries.enumerated() {
          for match in query.matches(in: PropertyTree([group]))
          where seen.insert(Place(index: match.index, name: match.property.name)).inserted {
            found.append((match.index, match.property))
            answered.add(place)
          }
        }
        let sorted = found.enumerated().sorted { ($0.element.index, $0.offset) < ($1.element.index, $1.offset) }
        return found.isEmpty ? nil : PropertyGroup(group.name, sorted.map(\.element.property))
      })
  }
}
