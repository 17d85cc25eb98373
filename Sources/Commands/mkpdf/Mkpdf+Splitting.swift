internal import ArgumentParser
internal import ByteStreams
internal import CommandKit
internal import Confinement
internal import ImageModel
internal import PDFJobs
internal import Templates

/// `--split`: several documents of one PDF.
extension Mkpdf {
  /// The work of writing the parts of a document.
  ///
  /// - Parameters:
  ///   - job: of the whole document.
  ///   - access: the files that it may use.
  /// - Throws: `ValidationError` for an output that cannot be several files.
  func splitting(_ job: PDFJob, at rule: SplitRule, _ access: FileAccess) throws -> PreparedWork {
    let names = try SplitNaming(output.output, input: job.inputs.first)
    try PDFOutputOptions.checkSuffix(.path(try names.path(number: 1, of: 1)))
    var access = access
    if case .barCode = rule { access.startsPrograms = true }
    if !output.dryRun { access.write(folder: try names.folder()) }
    return PreparedWork(access) {
      let (parts, file) = try job.parts(rule)
      let paths = try parts.indices.map { try names.path(number: $0 + 1, of: parts.count) }
      if Set(paths).count < paths.count {
        throw ImageError(.usage, "the documents of --split would have the same name", path: paths[0])
      }
      // Before the first one is written.
      if case .path(let input)? = job.inputs.first?.source, let identity = FileIdentity(path: input),
        let path = paths.first(where: { FileIdentity(path: $0) == identity })
      {
        throw ImageError(.usage, "the output is also an input: \(input)", path: path)
      }
      let jobs = zip(parts, paths).map { part, path in
        job.making(part, to: output.dryRun ? .nowhere(path) : .path(path))
      }
      return try PDFReporter(output).run(jobs, notes: parts.map(\.diagnostics), isSplit: true, sharing: file)
    }
  }
}

/// The names of the documents of `--split`.
struct SplitNaming {
  /// The template; without a number where the user gave none.
  private let text: String
  private let input: String?

  /// - Throws: `ValidationError` for standard output, and for other fields than those of the input and {n}.
  init(_ output: String?, input: PDFInput?) throws {
    guard let output, output != "-" else { throw ValidationError("--split writes several files: -o needs a name") }
    self.input = if case .path(let path)? = input?.source { path } else { nil }
    text = PDFOutputOptions.template(output, inFolder: "{stem}.pdf")
    let folder = try OutputTemplate(PathText.split(text).directory, fields: Self.fields)
    guard !folder.fields.contains(.n) else { throw ValidationError("-o can have {n} only in the name of the file") }
    _ = try template(digits: 1)
  }

  private static let fields: [OutputTemplate.Field] = [.dir, .name, .stem, .ext, .n]

  /// - Parameter digits: of a number that is added to the name.
  private func template(digits: Int) throws(ImageError) -> OutputTemplate {
    try OutputTemplate(text, numberedBy: .n, digits: digits, fields: Self.fields)
  }

  /// The folder of all documents.
  func folder() throws(ImageError) -> String { PathText.split(try path(number: 1, of: 1)).directory }

  /// The name of a document, counted from 1. Numbers that are added have as many digits as the last one.
  func path(number: Int, of count: Int) throws(ImageError) -> String {
    try template(digits: String(count).utf8.count).path(for: InputName(path: input, number: number)) {
      $0 == .ext ? "pdf" : nil
    } ?? text
  }
}
