internal import ByteStreams

/// The files among the inputs of a walk that an earlier run of the same command has written.
///
/// A file is one of them when it lies where this run, or a run that names its outputs by default, would write the output of
/// another input, whatever the format and whatever number stands for a page or size. The place has to show that it is an
/// output's: the template takes the name from the input's, has no `{n}`, and changes more of the path than the suffix. So
/// `a_thumb.jpg` is left out where `a.png` is an input, and `a.jpg` is not, though `{stem}.jpg` would overwrite it.
struct EarlierOutputs {
  private var places = PlaceNames()
  /// Places without numbers in their names.
  private var plain: Set<[UInt8]> = []
  /// Places with `digits` where numbers stand, by themselves with every number replaced by `digits`.
  private var numbered: [[UInt8]: [[UInt8]]] = [:]

  /// Stands for digits. No name that is typed holds it.
  private static let digits: UInt8 = 1
  private static let digitsText = String(repeating: "\u{1}", count: 20)

  /// - Parameter templates: the ways in which outputs are or have been named.
  init(of inputs: [InputFile], _ templates: [OutputTemplate], extensions: [String]) {
    for template in templates where Self.isRecognisable(template) {
      for case .path(let path) in inputs { add(path, template, extensions) }
    }
  }

  /// Whether a file is an output of an earlier run.
  mutating func contains(_ path: String) -> Bool {
    let place = places.name(path)
    if plain.contains(place) { return true }
    guard !numbered.isEmpty, let candidates = numbered[Self.withoutNumbers(place)] else { return false }
    return candidates.contains { Self.matches(place[...], $0[...]) }
  }

  private static func isRecognisable(_ template: OutputTemplate) -> Bool {
    !template.fields.contains(.n) && !template.fields.isDisjoint(with: [.stem, .name])
  }

  private mutating func add(_ path: String, _ template: OutputTemplate, _ extensions: [String]) {
    let input = InputFile.path(path)
    let name = InputName(input, number: 1)
    let own = Self.withoutSuffix(places.name(path))
    for candidate in template.fields.contains(.ext) ? extensions : [""] {
      let output = template.path(for: name) { $0 == .ext ? candidate : Self.digitsText }
      guard let output else { continue }
      let place = Self.collapsed(places.name(output))
      if Self.withoutSuffix(place) == own { continue }
      if place.contains(Self.digits) {
        numbered[Self.withoutNumbers(place), default: []].append(place)
      } else {
        plain.insert(place)
      }
    }
  }

  /// A path without the suffix of its name.
  private static func withoutSuffix(_ place: [UInt8]) -> ArraySlice<UInt8> {
    guard let dot = place.lastIndex(of: UInt8(ascii: ".")), !place[dot...].contains(UInt8(ascii: "/")) else {
      return place[...]
    }
    return place[..<dot]
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

  /// A path with one `digits` for each row of them.
  private static func collapsed(_ place: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    for byte in place where byte != digits || result.last != digits { result.append(byte) }
    return result
  }

  /// A path with `digits` for each number in it.
  private static func withoutNumbers(_ place: [UInt8]) -> [UInt8] {
    collapsed(place.map { isDigit($0) ? digits : $0 })
  }

  /// Whether a path is that of a pattern, in which each `digits` stands for at least one digit.
  private static func matches(_ place: ArraySlice<UInt8>, _ pattern: ArraySlice<UInt8>) -> Bool {
    guard let first = pattern.first else { return place.isEmpty }
    guard let byte = place.first else { return false }
    if first != digits { return byte == first && matches(place.dropFirst(), pattern.dropFirst()) }
    guard isDigit(byte) else { return false }
    return matches(place.dropFirst(), pattern.dropFirst()) || matches(place.dropFirst(), pattern)
  }
}
