internal import ArgumentParser
package import ByteStreams
internal import Glibc
package import ImageModel
package import Templates

/// The output of each input, checked as a whole before any work.
package struct OutputPlan: Sendable {
  /// The inputs that are worked on, and for each the target of its output.
  package private(set) var inputs: [InputFile]
  package private(set) var targets: [OutputTarget]
  /// A note about files that were left out although this run writes nothing where they are; nil if there are none.
  package private(set) var note: String?

  /// Plans the outputs.
  ///
  /// - Parameter job: the number of the job whose only output this is, which is its `{n}`; nil: inputs are counted.
  /// - Throws: `ValidationError` if two inputs have the same output, an output is another input, or standard output
  ///   cannot be used; `ImageError` of kind `usage` for a job with `{_n}`.
  package init(
    _ all: [InputFile], input: InputSettings, output: OutputSettings, json: Bool, naming: OutputNaming,
    job: Int? = nil
  ) throws {
    inputs = all
    if output.output == "-" {
      try Self.checkStandardOutput(inputs, json: json)
      targets = inputs.map { _ in .standardOutput }
      return
    }
    let template = try naming.template(output)
    if template.literalPath == nil, template.fields == [.dir, .name], inputs.contains(.standardInput) {
      throw ValidationError(
        "standard input cannot be replaced in place; give -o TEMPLATE\(naming.hasDirectory ? " or -d DIR" : "")")
    }
    (inputs, note) = try Self.withoutEarlierOutputs(all, input: input, output: output, naming: naming)
    let mirrorsTree = input.recursive && output.files.parents && output.directory != nil
    let isNumbered = template.fields.contains(.clash)
    if isNumbered, job != nil {
      throw ImageError(.usage, "{_n} numbers the outputs of one run; a job has one output")
    }
    if isNumbered, output.files.update {
      throw ValidationError("{_n} gives an input a new name in each run, so --update cannot be used with it")
    }
    let templates = Self.filledTemplates(template, naming, &inputs)
    let inputs = inputs
    let own = template
    func target(_ index: Int, _ naming: OutputNaming, _ template: OutputTemplate) throws -> OutputTarget {
      let name = InputName(inputs[index], number: index + (job ?? 1))
      var template = templates[index].map { template == own ? $0 : $0.keepingExtension } ?? template
      if mirrorsTree, case .path(_, let below) = inputs[index], !below.isEmpty {
        template = try naming.template(output, below: below)
      }
      let known = naming.extensions.count == 1 ? naming.extensions.first : nil
      let path = template.path(for: name) { $0 == .ext ? known : nil }
      return path.map { .path($0) } ?? .named(template, name)
    }
    targets = try inputs.indices.map { try target($0, naming, template) }
    if isNumbered {
      var names = NumberedNames(naming)
      for (index, input) in inputs.enumerated() {
        if case .named(let template, let name) = targets[index] {
          targets[index] = names.target(template, name, input)
        }
      }
    }
    guard targets.count > 1 else { return }
    var collisions = OutputCollisions(inputs, template, naming, output, recursive: input.recursive)
    let longer = naming.keepingExtension
    let longerTemplate = try longer.template(output)
    // A longer name may be the one that another input has got: a, a.png and a.png.jpg.
    while template.literalPath == nil {
      let colliding = collisions.withDifferentNames(targets)
      let changed = try colliding.filter { index in
        let old = targets[index]
        targets[index] = try target(index, longer, longerTemplate)
        return targets[index] != old
      }
      if changed.isEmpty { break }
    }
    try collisions.check(targets)
  }

  /// The templates of the inputs, with their properties; empty where no template depends on the input. An input without
  /// a property that its name needs becomes unusable, and the others are done.
  private static func filledTemplates(
    _ template: OutputTemplate, _ naming: OutputNaming, _ inputs: inout [InputFile]
  ) -> [Int: OutputTemplate] {
    guard let fill = naming.fill else { return [:] }
    var templates: [Int: OutputTemplate] = [:]
    for (index, input) in inputs.enumerated() {
      if case .unusable = input { continue }
      do {
        templates[index] = try fill(input, template)
      } catch {
        inputs[index] = .unusable(name: input.name, ImageError(ofOptions: error))
      }
    }
    return templates
  }

  /// One line about a folder of `-d` that does not exist, instead of one for each input.
  ///
  /// - Throws: `io`.
  package func checkFolder(_ output: OutputSettings) throws(ImageError) {
    guard let folder = output.directory, inputs.count > 1, !output.files.parents, !output.files.dryRun else { return }
    if SystemCall.status(of: folder) == nil, errno == ENOENT {
      throw ImageError(.io, "the folder does not exist (--parents makes it)", path: folder)
    }
  }

  /// The inputs without the files that `-r` found, or that a list names, and that an earlier run wrote. A note names
  /// those of a list, and those of a run that may have written into another directory, which only their names tell.
  ///
  /// - Parameter output: where this run's outputs go; nil if it writes none.
  package static func withoutEarlierOutputs(
    _ inputs: [InputFile], input: InputSettings, output: OutputSettings?, naming: OutputNaming
  ) throws -> (inputs: [InputFile], note: String?) {
    guard naming.isRecognisable else { return withoutOutputFolder(inputs, input: input, output, naming) }
    guard input.recursive || input.filesFrom != nil else { return (inputs, nil) }
    let directory = try OutputTemplate("{dir}")
    let names = naming.allNames
    var templates = names.map { directory.appending($0) }
    if let output, output.directory == nil {
      templates += try [naming, naming.keepingExtension].map { try $0.template(output) }
    }
    var earlier = EarlierOutputs(of: inputs, extensions: naming.earlierExtensions) { below in
      guard let directory = output?.directory else { return templates }
      // An earlier run may have kept the folders of the tree, or not.
      let folders = [directory] + (below.isEmpty ? [] : [OutputNaming.folder(directory, below: below)])
      return templates + folders.flatMap { folder in names.map { OutputTemplate(literal: folder).appending($0) } }
    }
    var places = CanonicalPaths()
    let named = Set(input.files.map { places.name($0) })
    let outputNames = EarlierNames(of: inputs, naming)
    var elsewhere: [String] = []
    let kept = inputs.filter { file in
      guard let path = file.path, !named.contains(places.name(path)) else { return true }
      let isEarlier = earlier.contains(path)
      // A list such as that of `find` is made by a program: it has all outputs of the run before.
      if isEarlier, input.filesFrom == nil { return false }
      guard isEarlier || input.filesFrom == nil && outputNames.contains(path) else { return true }
      elsewhere.append(path)
      return false
    }
    let others = elsewhere.count > 1 ? " and \(elsewhere.count - 1) more" : ""
    let note = elsewhere.first.map { path in
      "left out \(path)\(others), named like outputs for other inputs (arguments are never left out)"
    }
    return (kept, note)
  }

  /// The inputs without the files that `-r` found in the folder of `-d`, if that is in the tree: they are the outputs
  /// of an earlier run, whose names do not tell it. A file, or a folder, that is an argument itself stays.
  private static func withoutOutputFolder(
    _ inputs: [InputFile], input: InputSettings, _ output: OutputSettings?, _ naming: OutputNaming
  ) -> (inputs: [InputFile], note: String?) {
    guard input.recursive, !naming.movesInputs, let directory = output?.directory,
      let real = SystemCall.resolved(directory)
    else { return (inputs, nil) }
    var places = CanonicalPaths()
    let folder = PathText.bytes(real == "/" ? real : real + "/")
    let named = input.files.map { PathText.bytes((SystemCall.resolved($0) ?? $0) + "/") }
      .filter { $0.starts(with: folder) }
    let slash = UInt8(ascii: "/")
    let kept = inputs.filter { file in
      guard case .path(let path, let below) = file else { return true }
      let place = places.name(path)
      guard place.starts(with: folder), !named.contains(where: { (place + [slash]).starts(with: $0) }) else {
        return true
      }
      // The walk started above the folder if it went through more folders than there are in it.
      return PathText.bytes(below).count { $0 == slash } <= place.dropFirst(folder.count).count { $0 == slash }
    }
    let count = inputs.count - kept.count
    if count == 0 { return (inputs, nil) }
    let files = count == 1 ? "a file" : "\(count) files"
    return (kept, "left out \(files) in \(directory), where the outputs go (give it as an argument to convert them)")
  }

  /// Whether there are outputs whose names depend on sizes or pages.
  package var leavesNamesOpen: Bool {
    targets.contains { target in
      guard case .named(let template, _) = target else { return false }
      return template.isOpen
    }
  }

  /// The identities (device and inode) of the inputs.
  package var inputIdentities: Set<FileIdentity> {
    Set(
      inputs.compactMap { input in
        guard let path = input.path else { return nil }
        return FileIdentity(path: path)
      })
  }

  private static func checkStandardOutput(_ inputs: [InputFile], json: Bool) throws {
    if json { throw ValidationError("-o - and --json both write to standard output") }
    if inputs.count > 1 { throw ValidationError("standard output (-o -) takes one input, not \(inputs.count)") }
    if isatty(STDOUT_FILENO) == 1 { throw ValidationError("standard output is a terminal; it cannot show an image") }
  }
}

/// Where the output of one input goes.
package enum OutputTarget: Hashable, Sendable {
  case standardOutput
  /// A path that is known before the work.
  case path(String)
  /// A path that depends on the result of the work.
  case named(OutputTemplate, InputName)
}

/// Canonical paths: two paths to one file give equal bytes, whether or not the file exists.
///
/// Symbolic links are resolved; a directory is looked up only once. Paths are bytes, because é can be written as one
/// code point or two, and these are two files.
struct CanonicalPaths {
  private var folders: [[UInt8]: String] = [:]

  /// The path with all symbolic links resolved, including a link that the path itself names.
  mutating func place(_ path: String) -> [UInt8] {
    if let status = SystemCall.linkStatus(of: path), status.isLink, let real = SystemCall.resolved(path) {
      return PathText.bytes(real)
    }
    return name(path)
  }

  /// The path with the symbolic links in its directory resolved.
  mutating func name(_ path: String) -> [UInt8] {
    let (folder, name) = PathText.split(path)
    return PathText.bytes(["", ".", ".."].contains(name) ? real(path) : real(folder) + "/" + name)
  }

  /// A directory with its symbolic links resolved, as far as it exists.
  private mutating func real(_ folder: String) -> String {
    let key = PathText.bytes(folder)
    if let known = folders[key] { return known }
    let (parent, name) = PathText.split(folder)
    let real = SystemCall.resolved(folder) ?? (parent == folder ? folder : real(parent) + "/" + name)
    folders[key] = real
    return real
  }
}
