internal import ByteStreams
internal import CommandKit
internal import ImageModel
internal import Imaging
internal import PreviewCommands
internal import ProviderHost
internal import ProviderProtocol
internal import Synchronization
internal import Templates

/// Puts all documents of a run into one HTML page, in their order. For a document that fails, the page
/// shows the reason.
struct GalleryRun {
  /// Where the page goes; `-` for standard output.
  let path: String
  let names: TemporaryNames
  let viewer: EmbeddedViewer

  /// - Throws: `ImageError` where the page cannot be written.
  func perform(
    _ inputs: [InputFile], _ runner: BatchRunner, _ renderer: DocumentRenderer, usesCache: Bool
  ) throws -> ExitStatus {
    let file: AtomicFile? = try open(inputs)
    let sections = Mutex<[HTMLSection?]>(Array(repeating: nil, count: inputs.count))
    let status = runner.run(inputs) { number, input throws(ImageError) in
      let name = Self.name(input)
      let source: InputDocument
      do throws(ImageError) {
        source = try InputDocument(input, usesCache: usesCache)
      } catch {
        sections.withLock { $0[number] = .failure(name, error.reason) }
        throw error
      }
      let reference = source.reference
      let facts = HTMLFile(input, source, by: renderer.host.catalog.registry)
      let hasList = inputs.count > 1
      let made = Blocking.wait {
        await Result.awaiting { () async throws(ProviderError) in
          var section = try await HTMLSection.make(of: reference, by: renderer)
          if hasList { await section.addListPicture(of: reference, by: renderer) }
          section.file = facts
          return section
        }
      }
      switch made {
      case .success(let section):
        sections.withLock { $0[number] = section }
        return PreviewRecord.section(section)
      case .failure(let error):
        renderer.waitIfTerminating()
        var failure = HTMLSection.failure(name, error.imageError.message)
        failure.file = facts
        sections.withLock { [failure] in $0[number] = failure }
        return PreviewRecord.failure(error, input.name)
      }
    }
    let all = sections.withLock { $0 }.enumerated().map { number, section -> HTMLSection in
      if let section { return section }
      var reason = "not rendered: the run ended early"
      if case .unusable(_, let error) = inputs[number] { reason = error.reason }
      return HTMLSection.failure(Self.name(inputs[number]), reason)
    }
    // The reader of the report has gone, so the page is not written either.
    if status == .brokenPipe { return status }
    let title = all.count == 1 ? all[0].title : "\(all.count) documents"
    let bytes = Array(HTMLGallery(title: title, sections: all, viewer: viewer).text.utf8)
    if let file {
      try PreviewWriter.write(bytes, to: file)
      try file.commit()
    } else {
      try PreviewWriter.writeStandardOutput(bytes, names)
    }
    return status
  }

  /// What the page calls an input: the last name of its path, because readers of the page are not to see the others.
  private static func name(_ input: InputFile) -> String {
    switch input {
    case .standardInput: return "stdin"
    case .path(let path, _), .unusable(let path, _):
      let name = DocumentWalk.name(path)
      return name.isEmpty ? path : name
    }
  }

  /// Opens the output first, so that no work is done for a page that cannot be written.
  private func open(_ inputs: [InputFile]) throws(ImageError) -> AtomicFile? {
    if path == "-" { return nil }
    if let identity = FileIdentity(path: path), SystemCall.status(of: path)?.isRegularFile ?? false {
      for input in inputs.compactMap(\.path) where FileIdentity(path: input) == identity {
        throw ImageError(.usage, "the output is also an input: \(input)", path: path)
      }
    }
    return try AtomicFile(path: path, names: names)
  }
}
