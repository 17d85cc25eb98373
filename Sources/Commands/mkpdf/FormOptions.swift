internal import ArgumentParser
internal import ByteStreams
internal import CommandKit
internal import Confinement
internal import ImageModel
internal import PDFDocuments
internal import PDFJobs
internal import PageDescriptions
internal import StructuredFiles
internal import StructuredText

/// Forms of a PDF.
struct FormOptions: ParsableArguments {
  @Flag(help: "List the form fields of the only input, and make no document.")
  var listFields = false

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Fill in the form of the only input with the values of a file in JSON, FDF, XFDF or CSV. A list in JSON, and CSV "
        + "with several rows, make a document for each: -o has the field {n} or names of form fields then. - is "
        + "standard input.",
      valueName: "FILE"), completion: .file(extensions: ["json", "fdf", "xfdf", "csv"]))
  var fill: String?

  @Flag(help: "Make the form fields of the only input a part of its pages, after --fill.")
  var flatten = false

  var isGiven: Bool { listFields || fill != nil || flatten }

  func validate() throws {
    try OptionRules.exclude(["--list-fields": listFields, "--fill": fill])
    try OptionRules.exclude(["--list-fields": listFields, "--flatten": flatten])
  }

  // MARK: Listing

  /// Lists the fields.
  func list(_ job: PDFJob, _ reporting: ReportingOptions) throws -> ExitStatus {
    let input = job.inputs[0].name
    let (fields, diagnostics) = try job.formFields()
    let console = Console(program: "mkpdf", quiet: reporting.quiet)
    if reporting.json {
      try console.printReport(JSONMember("fields", .array(fields.map(Self.json))), diagnostics, of: input)
    } else {
      for field in fields {
        var facts = [field.kind.rawValue]
        if !field.values.isEmpty { facts.append("'\(field.values.joined(separator: "', '"))'") }
        if !field.options.isEmpty { facts.append("of \(field.options.joined(separator: ", "))") }
        if let most = field.maxLength { facts.append("at most \(most) characters") }
        if field.isRequired { facts.append("required") }
        if field.isReadOnly { facts.append("read only") }
        try console.print(PrintableText.escaped("\(field.name): \(facts.joined(separator: ", "))") + "\n")
      }
    }
    if fields.isEmpty, !reporting.json { console.report(.note("has no form fields"), of: input) }
    for diagnostic in diagnostics { console.report(diagnostic, of: input) }
    try console.flush()
    return reporting.status(diagnostics)
  }

  private static func json(_ field: FieldDescription) -> JSONValue {
    .object([
      "name": .string(field.name), "type": .string(field.kind.rawValue),
      "values": .array(field.values.map { .string($0) }), "options": .array(field.options.map { .string($0) }),
      "maxLength": field.maxLength.map { .int(Int64($0)) } ?? .null, "readOnly": .bool(field.isReadOnly),
      "required": .bool(field.isRequired),
    ])
  }

  // MARK: Filling

  /// The values of `--fill`; one row without values for `--flatten` alone.
  ///
  /// - Throws: `usage` with the file's path.
  func data(_ limits: Limits) throws -> FormData {
    guard let fill else { return FormData(rows: [[]]) }
    return try OptionFile.read("--fill") { () throws(ImageError) in
      do throws(ImageError) {
        // A pipe can be read only once.
        let source =
          try fill == "-"
          ? InputOpening.openStandardInput(name: fill, limits: limits)
          : InputOpening.open(path: fill, limits: limits)
        guard source.size <= UInt64(limits.maxMetadataBytes) else {
          throw limits.exceeded(
            "has \(source.size) bytes", name: "max-metadata-bytes", value: limits.maxMetadataBytes)
        }
        let bytes = try source.bytes(at: 0, count: Int(source.size))
        // A pipe has no suffix.
        let suffix = PathText.suffix(of: fill).lowercased()
        let isCSV = suffix.isEmpty ? nil : [".csv", ".tsv"].contains(suffix)
        if let data = try FormData(bytes, isCSV: isCSV) { return data }
        return try FormData(
          try StructuredSyntax.parse(bytes, limits: DescriptionLimits(files: limits).structure))
      } catch {
        throw error.at(path: fill)
      }
    }
  }

  /// The path of a document: `-o` with the fields `{n}`, `{stem}` and those of the form replaced.
  ///
  /// - Throws: `ValidationError` for another field.
  static func path(
    _ output: String, stem: String, number: Int, of count: Int, _ row: FormData.Row
  ) throws -> String {
    let output = PDFOutputOptions.template(output, inFolder: count > 1 ? "{stem}-{n}.pdf" : "{stem}.pdf")
    let digits = String(count).count
    var values = ["stem": stem, "n": String(repeating: "0", count: digits - String(number).count) + String(number)]
    for (name, value) in row {
      if case .text(let text) = value, values[name] == nil {
        let safe = String(text.map { $0 == "/" || $0.unicodeScalars.contains { $0.value < 0x20 } ? "_" : $0 })
        values[name] = safe.isEmpty || safe.hasPrefix(".") ? "_" + safe : safe
      }
    }
    var path = ""
    var rest = output[...]
    while let character = rest.popFirst() {
      if (character == "{" || character == "}"), rest.first == character {
        path.append(character)
        rest = rest.dropFirst()
      } else if character == "{", let end = rest.firstIndex(of: "}") {
        let name = String(rest[..<end])
        guard let value = values[name] else {
          throw ValidationError("-o: no value for {\(name)}; it may have {n}, {stem} and names of fields with values")
        }
        path += value
        rest = rest[rest.index(after: end)...]
      } else {
        path.append(character)
      }
    }
    return path
  }

  /// Makes the documents, one after the other.
  func make(
    _ job: PDFJob, _ rows: [(values: FormData.Row, output: PDFJob.Output)], _ reporting: ReportingOptions
  ) throws -> ExitStatus {
    let console = Console(program: "mkpdf", quiet: reporting.quiet)
    var all: [Diagnostic] = []
    try job.fill(rows, flattens: flatten) { diagnostics in
      for diagnostic in diagnostics where !all.contains(diagnostic) {
        console.report(diagnostic, of: job.inputs[0].name)
        all.append(diagnostic)
      }
    }
    return reporting.status(all)
  }
}

extension Mkpdf {
  /// The work of the options for forms.
  ///
  /// - Throws: `ValidationError`; `ImageError` of kind `usage`.
  func formWork() throws -> PreparedWork {
    let (plain, passwordFiles) = try plainJob(to: nil)
    var job = plain
    let inputs = job.inputs
    let option = form.listFields ? "--list-fields" : form.fill == nil ? "--flatten" : "--fill"
    guard inputs.count == 1, inputs[0].pages == nil, inputs[0].rotation == 0 else {
      throw ValidationError("\(option) needs one PDF, whole and not rotated")
    }
    var access = FileAccess()
    access.readsFonts = true
    if case .path(let path) = inputs[0].source { access.read([path]) }
    access.read(passwordFiles)
    if form.listFields { return PreparedWork(access) { [job] in try form.list(job, output.reporting) } }
    guard !output.reporting.json else { throw ValidationError("--json does not apply to \(option)") }
    try output.checkTarget()
    job.writing.encryption = try encryption.encryption(SecretReader(limits: limits.limits))
    job.writing.limits = limits.limits
    job.writing.isLinearized = document.linearize
    if let version = document.pdfVersion { job.writing.version = version }
    if form.fill == "-", inputs[0].source == .standardInput || input.list.filesFrom == "-" {
      throw ValidationError("standard input (-) can be read only once")
    }
    job.optionFiles = [form.fill].compactMap { $0 == "-" ? nil : $0 }
    let rows = try form.data(limits.limits).rows
    let target = output.output ?? "-"
    guard target != "-" || rows.count == 1 else {
      throw ValidationError("--fill has \(rows.count) rows: -o needs {n} or the name of a form field")
    }
    guard rows.count == 1 || inputs[0].source != .standardInput else {
      throw ValidationError("standard input (-) can be read only once, and --fill has \(rows.count) rows")
    }
    var documents: [(values: FormData.Row, output: PDFJob.Output)] = []
    var paths: Set<String> = []
    for (index, row) in rows.enumerated() {
      var place = job.output
      if target != "-" {
        let path = try FormOptions.path(
          target, stem: PathText.readable(inputs[0].stem), number: index + 1, of: rows.count, row)
        guard paths.insert(path).inserted else {
          throw ValidationError("-o gives two rows of --fill the same name, '\(path)'; {n} is the number of the row")
        }
        place = .path(path)
        try PDFOutputOptions.checkSuffix(place)
        access.write(file: path)
      }
      documents.append((row, place))
    }
    return PreparedWork(access) { [job, documents] in try form.make(job, documents, output.reporting) }
  }
}
