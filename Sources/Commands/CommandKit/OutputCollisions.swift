internal import ArgumentParser
internal import ByteStreams
internal import Glibc
internal import ImageModel
internal import Templates

/// Finds inputs with the same output, and outputs that would replace another input, before any work.
///
/// If a name depends on the output's format, only the inputs in question are opened. Names with sizes or pages count as
/// equal if all else in them is equal and an input gets several files: some of one input and some of another would be
/// written. A name of a single file is checked when it is written.
struct OutputCollisions {
  private let inputs: [InputFile]
  private let template: OutputTemplate
  private let naming: OutputNaming
  private let output: OutputSettings
  private let recursive: Bool
  private var places = CanonicalPaths()
  /// The extensions of outputs, as far as inputs were opened to find them.
  private var extensions: [Int: String?] = [:]

  init(
    _ inputs: [InputFile], _ template: OutputTemplate, _ naming: OutputNaming, _ output: OutputSettings,
    recursive: Bool
  ) {
    self.inputs = inputs
    self.template = template
    self.naming = naming
    self.output = output
    self.recursive = recursive
  }

  /// The inputs whose output might also be written by another input with another file name. All extensions, sizes and
  /// pages that are not known before the work count as equal.
  mutating func withDifferentNames(_ targets: [OutputTarget]) -> [Int] {
    collisions(targets, unknownExtension: "\u{0}", comparesOpen: true).flatMap { group in
      let names = Set(group.map { PathText.bytes(InputName(inputs[$0], number: 1).name) })
      return names.count > 1 ? group : []
    }
  }

  /// - Throws: `ValidationError` that names two inputs.
  mutating func check(_ targets: [OutputTarget]) throws {
    if let path = template.literalPath {
      // All outputs may go to one device.
      if let status = SystemCall.status(of: path), !status.isRegularFile { return }
      throw ValidationError(
        "\(inputs.count) inputs would all write '\(path)'; use a field such as {stem}"
          + (naming.hasDirectory ? ", or -d DIR" : ""))
    }
    let comparesOpen = naming.makesSeveral
    let collisions = collisions(targets, unknownExtension: nil, comparesOpen: comparesOpen)
    if let group = collisions.first, let path = finalPath(group[0], targets, comparesOpen: comparesOpen) {
      let others = collisions.reduce(-2) { $0 + $1.count }
      throw ValidationError(
        "'\(inputs[group[0]].name)' and '\(inputs[group[1]].name)' would both write '\(path)'"
          + (others > 0 ? ", and \(others) more of the inputs collide" : "") + hint(inputs[group[0]], inputs[group[1]]))
    }
    try checkInputs(targets)
  }

  /// The inputs that would write the same path, for each such path, in the order of the inputs.
  ///
  /// - Parameters:
  ///   - unknownExtension: stands for an extension that is not known before the work; nil to leave out inputs with such
  ///     an extension.
  ///   - comparesOpen: whether all sizes, and all pages, count as equal; false to leave out names that have them.
  private mutating func collisions(
    _ targets: [OutputTarget], unknownExtension: String?, comparesOpen: Bool
  ) -> [[Int]] {
    // The inputs by their output's path, in which a NUL byte replaces an extension that depends on the input's content.
    var writers: [[UInt8]: [Int]] = [:]
    for index in targets.indices {
      // An unusable input writes nothing.
      if case .unusable = inputs[index] { continue }
      let path: String? =
        switch targets[index] {
        case .standardOutput: nil
        case .path(let path): path
        case .named(let template, let name):
          template.path(for: name) { $0 == .ext ? "\u{0}" : Self.stand(for: $0, comparesOpen) }
        }
      if let path { writers[places.place(path), default: []].append(index) }
    }
    var collisions: [[Int]] = []
    for group in writers.values where group.count > 1 {
      var owners: [[UInt8]: [Int]] = [:]
      for writer in group {
        guard
          let path = finalPath(
            writer, targets, unknownExtension: unknownExtension, comparesOpen: comparesOpen)
        else { continue }
        owners[places.place(path), default: []].append(writer)
      }
      collisions += owners.values.filter { $0.count > 1 }
    }
    return collisions.sorted { $0.lexicographicallyPrecedes($1) }
  }

  /// Advice on how to keep the outputs of two inputs apart.
  private func hint(_ one: InputFile, _ other: InputFile) -> String {
    guard output.directory != nil else {
      let differs = InputName(one, number: 1).name != InputName(other, number: 1).name
      return "; {\(differs && !template.fields.contains(.name) ? "name" : "n")} in -o keeps them apart"
    }
    if recursive, !output.files.parents, case .path(_, let below) = one, case .path(_, let otherBelow) = other,
      below != otherBelow
    {
      return "; --parents keeps the directories of the tree"
    }
    return "; a -d of its own for each directory keeps them apart"
  }

  /// The path of an input's output; nil if it is not known before the work.
  ///
  /// - Parameters: as those of `collisions`.
  private mutating func finalPath(
    _ index: Int, _ targets: [OutputTarget], unknownExtension: String? = nil, comparesOpen: Bool = false
  ) -> String? {
    switch targets[index] {
    case .standardOutput: return nil
    case .path(let path): return path
    case .named(let template, let name):
      guard comparesOpen || !template.isOpen else { return nil }
      let known: String?
      if let found = extensions[index] {
        known = found
      } else {
        known = naming.extensionOfOutput(inputs[index])
        extensions[index] = .some(known)
      }
      guard let known = known ?? unknownExtension else { return nil }
      return template.path(for: name) { $0 == .ext ? known : Self.stand(for: $0, comparesOpen) }
    }
  }

  /// What stands in a path for the value of a field that is known after the work: the field itself. Nothing stands for
  /// the hash: it differs with the content.
  private static func stand(for field: OutputTemplate.Field, _ comparesOpen: Bool) -> String? {
    let isEqual = field == .page || OutputTemplate.Field.sizes.contains(field)
    return comparesOpen && isEqual ? "{\(field.rawValue)}" : nil
  }

  private mutating func checkInputs(_ targets: [OutputTarget]) throws {
    var identities: [FileIdentity: Int]?
    for index in targets.indices {
      for path in possiblePaths(targets[index]) {
        guard let identity = FileIdentity(path: path) else { continue }
        let readers = identities ?? inputIdentities()
        identities = readers
        // An output that replaces its own input is checked later, because --in-place allows it.
        guard let reader = readers[identity], FileIdentity(path: inputs[index].name) != identity,
          finalPath(index, targets) == path
        else { continue }
        throw ValidationError(
          "'\(inputs[index].name)' would overwrite '\(inputs[reader].name)', which is an input too"
            + (naming.hasDirectory ? "; -d DIR writes elsewhere" : ""))
      }
    }
  }

  private func possiblePaths(_ target: OutputTarget) -> [String] {
    switch target {
    case .standardOutput: []
    case .path(let path): [path]
    case .named(let template, let name):
      naming.extensions.compactMap { candidate in template.path(for: name) { $0 == .ext ? candidate : nil } }
    }
  }

  private func inputIdentities() -> [FileIdentity: Int] {
    var identities: [FileIdentity: Int] = [:]
    for (index, input) in inputs.enumerated() {
      if let path = input.path, let identity = FileIdentity(path: path) { identities[identity] = index }
    }
    return identities
  }
}
