internal import ArgumentParser
package import ByteStreams
internal import Glibc
internal import ImageModel

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
      throw ValidationError("standard input cannot be replaced in place; give -o TEMPLATE or -d DIR")
    }
    if input.recursive, naming.isRecognisable, output.output == nil {
      inputs = Self.withoutOutputs(inputs, named: Set(input.files), template, naming)
    }
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

  /// The inputs without those that this run writes from another input: thumbnails of an earlier run.
  private static func withoutOutputs(
    _ inputs: [InputFile], named: Set<String>, _ template: OutputTemplate, _ naming: OutputNaming
  ) -> [InputFile] {
    var places = PlaceNames()
    var written: Set<String> = []
    for (index, input) in inputs.enumerated() {
      for candidate in naming.extensions {
        let name = InputName(input, number: index + 1)
        if let path = template.path(for: name, { $0 == .ext ? candidate : nil }) { written.insert(places.place(path)) }
      }
    }
    return inputs.filter { input in
      guard case .path(let path) = input, !named.contains(path) else { return true }
      return !written.contains(places.place(path))
    }
  }
}
