internal import ByteStreams
internal import Templates

/// Gives outputs free names by `{_n}`: the first gets nothing, the next `_2`, then `_3`.
///
/// A name is free if no earlier input of the run has it and nothing exists there, and if the same is true for the files
/// that go along. A file that is moved may keep its own name.
struct NumberedNames {
  private let naming: OutputNaming
  private var places = CanonicalPaths()
  private var taken: Set<[UInt8]> = []
  /// The files that go along with an earlier input, and so with no other one.
  private var carried: Set<[UInt8]> = []
  /// The next number for a name, so that thousands of pictures of one second do not try all numbers again.
  private var next: [[UInt8]: Int] = [:]

  init(_ naming: OutputNaming) { self.naming = naming }

  /// The output of the next input, which has `{_n}` in its template.
  mutating func target(_ template: OutputTemplate, _ name: InputName, _ input: InputFile) -> OutputTarget {
    // An input that cannot be read fails later, with the reason.
    if case .unusable = input { return .named(template.filling(.clash, with: ""), name) }
    let known = naming.extensions.count == 1 ? naming.extensions.first : nil
    let suffix = template.fields.contains(.ext) ? known ?? naming.extensionOfOutput(input) : ""
    func path(_ number: Int) -> String? {
      template.filling(.clash, with: number == 1 ? "" : "_\(number)").path(for: name) { $0 == .ext ? suffix : nil }
    }
    guard let first = path(1) else { return .named(template.filling(.clash, with: ""), name) }
    let key = places.place(first)
    var number = next[key] ?? 1
    var chosen = first
    while let candidate = path(number) {
      chosen = candidate
      if isFree(candidate, input) { break }
      number += 1
    }
    next[key] = number + 1
    taken.insert(places.place(chosen))
    for companion in naming.companions(input, chosen) where carried.insert(places.place(companion.path)).inserted {
      taken.insert(places.place(companion.target))
    }
    return .path(chosen)
  }

  private mutating func isFree(_ path: String, _ input: InputFile) -> Bool {
    var all = [path]
    for companion in naming.companions(input, path) where !carried.contains(places.place(companion.path)) {
      all.append(companion.target)
    }
    for other in all where taken.contains(places.place(other)) { return false }
    if naming.movesInputs, let own = input.path, places.name(own) == places.name(path) { return true }
    return all.allSatisfy { SystemCall.linkStatus(of: $0) == nil }
  }
}
