internal import ArgumentParser
internal import ByteStreams
internal import Glibc
internal import ImageModel
internal import Templates

/// Finds two inputs with the same output, and outputs that would replace another input, before any work.
///
/// If a name depends on the output's format, only the inputs in question are opened. Names with sizes or pages are
/// checked when they are written.
struct OutputCollisions {
  private let plan: OutputPlan
  private let template: OutputTemplate
  private let naming: OutputNaming
  private let output: OutputSettings
  private let recursive: Bool
  private var places = CanonicalPaths()
  /// The inputs that may write to a path, by the path with a NUL byte for an extension that is not known yet.
  private var writers: [[UInt8]: [Int]] = [:]

  init(
    _ plan: OutputPlan, _ template: OutputTemplate, _ naming: OutputNaming, _ output: OutputSettings, recursive: Bool
  ) {
    self.plan = plan
    self.template = template
    self.naming = naming
    self.output = output
    self.recursive = recursive
  }

  /// - Throws: `ValidationError` that names the two inputs.
  mutating func check() throws {
    if let path = template.literalPath {
      // All outputs may go to one device.
      if let status = SystemCall.status(of: path), !status.isRegularFile { return }
      throw ValidationError(
        "\(plan.inputs.count) inputs would all write '\(path)'; use a field such as {stem}"
          + (naming.hasDirectory ? ", or -d DIR" : ""))
    }
    for index in plan.targets.indices { collect(index) }
    try checkWriters()
    try checkInputs()
  }

  private mutating func collect(_ index: Int) {
    // An unusable input writes nothing.
    if case .unusable = plan.inputs[index] { return }
    switch plan.targets[index] {
    case .standardOutput: return
    case .path(let path): writers[places.place(path), default: []].append(index)
    case .named(let template, let name):
      if let path = template.path(for: name, { $0 == .ext ? "\u{0}" : nil }) {
        writers[places.place(path), default: []].append(index)
      } else if let path = template.path(for: name, { "\u{0}\($0.rawValue)" }),
        let input = plan.inputs[index].path
      {
        // One input that is given twice has the same output twice, whatever its size.
        writers[PathText.bytes(path) + [0] + places.place(input), default: []].append(index)
      }
    }
  }

  private mutating func checkWriters() throws {
    let groups = writers.values.filter { $0.count > 1 }.sorted { $0.lexicographicallyPrecedes($1) }
    for group in groups {
      var owners: [[UInt8]: Int] = [:]
      for writer in group {
        guard let path = finalPath(writer) else { continue }
        if let owner = owners.updateValue(writer, forKey: places.place(path)) {
          throw ValidationError(
            "'\(plan.inputs[owner].name)' and '\(plan.inputs[writer].name)' would both write '\(path)'"
              + hint(plan.inputs[owner], plan.inputs[writer]))
        }
      }
    }
  }

  /// What keeps the outputs of two inputs apart; empty where nothing does.
  private func hint(_ one: InputFile, _ other: InputFile) -> String {
    let (first, second) = (InputName(one, number: 1), InputName(other, number: 1))
    let nameDiffers = first.name != second.name
    guard let directory = output.directory else {
      return nameDiffers && !template.fields.contains(.name) ? "; {name} in -o keeps them apart" : ""
    }
    let folderDiffers = first.directory != second.directory
    guard nameDiffers || folderDiffers else { return "" }
    if recursive, !output.parents, case .path(_, let below) = one, case .path(_, let otherBelow) = other,
      below != otherBelow
    {
      return "; --parents keeps the directories of the tree"
    }
    // A path with both keeps apart whatever the tree has.
    let folder = folderDiffers || output.parents ? "{dir}/" : ""
    return
      "; -o '\(directory)/\(folder){name}.{ext}'\(folder.isEmpty ? "" : " --parents") in place of -d keeps them apart"
  }

  /// The path of an input's output; nil if it is not known before the work.
  private func finalPath(_ index: Int) -> String? {
    switch plan.targets[index] {
    case .standardOutput: return nil
    case .path(let path): return path
    case .named(let template, let name):
      guard template.fields.isDisjoint(with: [.page, .width, .height]) else {
        return template.path(for: name) { "{\($0.rawValue)}" }
      }
      guard let known = naming.extensionOfOutput(plan.inputs[index]) else { return nil }
      return template.path(for: name) { $0 == .ext ? known : nil }
    }
  }

  private func checkInputs() throws {
    var identities: [FileIdentity: Int]?
    for index in plan.targets.indices {
      for path in possiblePaths(index) {
        guard let identity = FileIdentity(path: path) else { continue }
        let readers = identities ?? inputIdentities()
        identities = readers
        // An output that replaces its own input is checked later, because --in-place allows it.
        guard let reader = readers[identity], FileIdentity(path: plan.inputs[index].name) != identity,
          finalPath(index) == path
        else { continue }
        throw ValidationError(
          "'\(plan.inputs[index].name)' would overwrite '\(plan.inputs[reader].name)', which is an input too"
            + (naming.hasDirectory ? "; -d DIR writes elsewhere" : ""))
      }
    }
  }

  private func possiblePaths(_ index: Int) -> [String] {
    switch plan.targets[index] {
    case .standardOutput: []
    case .path(let path): [path]
    case .named(let template, let name):
      naming.extensions.compactMap { candidate in template.path(for: name) { $0 == .ext ? candidate : nil } }
    }
  }

  private func inputIdentities() -> [FileIdentity: Int] {
    var identities: [FileIdentity: Int] = [:]
    for (index, input) in plan.inputs.enumerated() {
      if let path = input.path, let identity = FileIdentity(path: path) { identities[identity] = index }
    }
    return identities
  }
}
