internal import ArgumentParser
package import ByteStreams
internal import Glibc
internal import ImageModel
package import Templates

/// Which input is written where, checked as a whole before any work.
package struct OutputPlan: Sendable {
  /// The inputs that are worked on, and the place of each one's output.
  package private(set) var inputs: [InputFile]
  package private(set) var targets: [OutputTarget]

  /// Plans the outputs.
  ///
  /// - Throws: `ValidationError` where two inputs would write one output, an output is another input, or standard output
  ///   does not fit.
  package init(
    _ all: [InputFile], input: InputSettings, output: OutputSettings, json: Bool, naming: OutputNaming
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
    inputs = try Self.withoutEarlierOutputs(all, input: input, template: template, naming: naming)
    targets = inputs.enumerated().map { index, input in
      let name = InputName(input, number: index + 1)
      let known = naming.extensions.count == 1 ? naming.extensions.first : nil
      let path = template.path(for: name) { $0 == .ext ? known : nil }
      return path.map { .path($0) } ?? .named(template, name)
    }
    guard targets.count > 1 else { return }
    var collisions = OutputCollisions(self, template, naming)
    try collisions.check()
  }

  /// The inputs without those that `-r` found and that an earlier run has written.
  ///
  /// - Parameter template: how this run names its outputs; nil where it writes none by the side of its inputs.
  package static func withoutEarlierOutputs(
    _ inputs: [InputFile], input: InputSettings, template: OutputTemplate?, naming: OutputNaming
  ) throws -> [InputFile] {
    guard input.recursive, naming.isRecognisable else { return inputs }
    let directory = try OutputTemplate("{dir}")
    var templates = ([naming.fileName] + naming.otherNames).map { directory.appending($0) }
    if let template, !templates.contains(template) { templates.append(template) }
    var earlier = EarlierOutputs(of: inputs, templates, extensions: naming.earlierExtensions)
    let named = Set(input.files.map(PathText.bytes))
    return inputs.filter { input in
      guard case .path(let path) = input, !named.contains(PathText.bytes(path)) else { return true }
      return !earlier.contains(path)
    }
  }

  /// Whether there are outputs whose names depend on sizes or pages.
  package var leavesNamesOpen: Bool {
    targets.contains { target in
      guard case .named(let template, _) = target else { return false }
      return !template.fields.isDisjoint(with: [.page, .width, .height])
    }
  }

  /// Which files the inputs are.
  package var inputIdentities: Set<FileIdentity> {
    Set(
      inputs.compactMap { input in
        guard case .path(let path) = input else { return nil }
        return FileIdentity(path: path)
      })
  }

  private static func checkStandardOutput(_ inputs: [InputFile], json: Bool) throws {
    if json { throw ValidationError("-o - and --json both write to standard output") }
    if inputs.count > 1 { throw ValidationError("standard output (-o -) takes one input, not \(inputs.count)") }
    if isatty(STDOUT_FILENO) == 1 { throw ValidationError("standard output is a terminal; it cannot show an image") }
  }
}
