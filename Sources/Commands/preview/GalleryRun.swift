internal import ByteStreams
internal import CommandKit
internal import ImageModel
internal import Imaging
internal import PreviewCommands
internal import ProviderHost
internal import ProviderProtocol
internal import StructuredText
internal import Synchronization
internal import Templates

/// Puts all documents of a run into one HTML page, in their order. One that fails has its reason in its place.
struct GalleryRun {
  /// Where the page goes; `-` for standard output.
  let path: String
  let names: TemporaryNames

  /// - Throws: `ImageError` where the page cannot be written.
  func perform(
    _ inputs: [InputFile], _ runner: BatchRunner, _ renderer: DocumentRenderer, usesCache: Bool
  ) throws -> ExitStatus {
    let file: AtomicFile? = try open(inputs)
    let sections = Mutex<[HTMLSection?]>(Array(repeating: nil, count: inputs.count))
    let status = runner.run(inputs) { number, input throws(ImageError) in
      let name = InputName(input, number: number + 1).name
      let source: DocumentSource
      do throws(ImageError) {
        source = try DocumentSource(input, usesCache: usesCache)
      } catch {
        sections.withLock { $0[number] = .failure(name, error.reason) }
        throw error
      }
      let reference = source.reference
      let made = Blocking.wait { () -> Result<HTMLSection, ProviderError> in
        do throws(ProviderError) {
          return .success(try await HTMLSection.make(of: reference, by: renderer))
        } catch {
          return .failure(error)
        }
      }
      switch made {
      case .success(let section):
        sections.withLock { $0[number] = section }
        return Self.record(section)
      case .failure(let error):
        renderer.waitIfEnding()
        sections.withLock { $0[number] = .failure(name, error.message) }
        return PreviewRecord.failure(error, input.name)
      }
    }
    let all = sections.withLock { $0 }.enumerated().map { number, section in
      section ?? .failure(inputs[number].name, "not shown")
    }
    // Where nobody reads the report any more, nobody waits for the page.
    if status == .brokenPipe { return status }
    let page = HTMLGallery(title: all.count == 1 ? all[0].title : "\(all.count) documents", sections: all)
    let bytes = Array(page.text.utf8)
    if let file {
      try PreviewWriter.write(bytes, to: file)
      try file.commit()
    } else {
      try PreviewWriter.writeStandardOutput(bytes, names)
    }
    return status
  }

  /// Before any work: a page that cannot be written needs none.
  private func open(_ inputs: [InputFile]) throws(ImageError) -> AtomicFile? {
    if path == "-" { return nil }
    if let identity = FileIdentity(path: path), SystemCall.status(of: path)?.isRegularFile ?? false {
      for case .path(let input) in inputs where FileIdentity(path: input) == identity {
        throw ImageError(.usage, "the output is an input, too: \(input)", path: path)
      }
    }
    return try AtomicFile(path: path, names: names)
  }

  private static func record(_ section: HTMLSection) -> BatchRecord {
    var record = BatchRecord()
    record.diagnostics =
      section.warnings.map { Diagnostic(.warning, $0) } + section.notes.map { Diagnostic(.note, $0) }
    record.members = [
      JSONMember("provider", section.provider.map { .string($0.id) } ?? .null),
      JSONMember("title", .string(section.title)),
      JSONMember("pageCount", section.pageCount.map { .int(Int64($0)) } ?? .null),
    ]
    return record
  }
}
