internal import ByteStreams
internal import Templates

/// Names that the outputs of the inputs of a walk get by default, in any directory.
struct EarlierNames {
  private let extensions: Set<[UInt8]>
  /// What is between the input's name and the extension: `_thumb.`.
  private let endings: Set<[UInt8]>
  /// The names of the inputs, with and without their extensions.
  private var names: Set<[UInt8]> = []

  init(of inputs: [InputFile], _ naming: OutputNaming) {
    extensions = Set(naming.earlierExtensions.map(PathText.bytes))
    let mark = InputName(path: "/\u{1}", number: 1)
    endings = Set(
      naming.allNames.compactMap { name in
        let bytes = name.path(for: mark) { $0 == .ext ? "" : nil }.map(PathText.bytes) ?? []
        return bytes.first == 1 && bytes.count > 2 ? Array(bytes.dropFirst()) : nil
      })
    for case .path(let path, _) in inputs {
      let name = InputName(path: path, number: 1)
      names.formUnion([PathText.bytes(name.stem), PathText.bytes(name.name)])
    }
  }

  /// Whether a file has the name of an output for one of the inputs.
  func contains(_ path: String) -> Bool {
    let name = PathText.bytes(PathText.split(path).name)
    guard let dot = name.lastIndex(of: UInt8(ascii: ".")), extensions.contains(Array(name[(dot + 1)...])) else {
      return false
    }
    let stem = name[...dot]
    return endings.contains {
      stem.count > $0.count && stem.suffix($0.count).elementsEqual($0)
        && names.contains(Array(stem.dropLast($0.count)))
    }
  }
}

/// The inputs of a walk that an earlier run of the same command has written.
///
/// A file is an earlier output if this run, or a run with the default names, would write the output of another input
/// to its path. The format, and numbers for a page or size, may be different. The path has to look like an output's:
/// the template contains the input's name, has no `{n}`, and changes more of the path than the suffix. So `a_thumb.jpg`
/// is left out if `a.png` is an input. `a.jpg` is not left out, although `{stem}.jpg` would overwrite it.
struct EarlierOutputs {
  private var places = CanonicalPaths()
  /// Paths of outputs whose template has no number.
  private var plain: Set<[UInt8]> = []
  /// Paths of outputs with `digits` for each number of the template. The key is the same path with `digits` for every
  /// number in it. The paths are sorted: names from cameras differ only in their numbers, and there may be thousands.
  private var numbered: [[UInt8]: [[UInt8]]] = [:]

  /// Stands for a number. File names do not normally contain this byte.
  private static let digits: UInt8 = 1
  private static let digitsText = String(repeating: "\u{1}", count: 20)

  /// The forms of two numbers, of `{size}`, and of a box, of `{box}`.
  private static let sides = "\(digitsText)x\(digitsText)"
  private static let boxes = [digitsText, sides, "\(digitsText)x", "x\(digitsText)"]

  /// Whether a template has `{hash}`: sequences of as many hexadecimal digits then count as numbers.
  private var hasHashes = false

  /// - Parameter templates: the templates of the outputs that this run, or an earlier one, makes of a file in a folder
  ///   below the directory that was named.
  init(of inputs: [InputFile], extensions: [String], templates: (_ below: String) -> [OutputTemplate]) {
    var known: [[UInt8]: [OutputTemplate]] = [:]
    for case .path(let path, let below) in inputs {
      let key = PathText.bytes(below)
      let found = known[key] ?? templates(below).filter(Self.isRecognisable)
      known[key] = found
      if found.contains(where: { $0.fields.contains(.hash) }) { hasHashes = true }
      for template in found { add(path, template, extensions) }
    }
    for key in numbered.keys { numbered[key]?.sort { $0.lexicographicallyPrecedes($1) } }
  }

  /// Whether a file is an output of an earlier run.
  mutating func contains(_ path: String) -> Bool {
    let name = places.name(path)
    let place = withoutHashes(name)
    if plain.contains(place) { return true }
    guard !numbered.isEmpty, let patterns = numbered[Self.withoutNumbers(place)] else { return false }
    return Self.matches(place[...], patterns[...], from: 0)
  }

  private static func isRecognisable(_ template: OutputTemplate) -> Bool {
    !template.fields.contains(.n) && !template.fields.isDisjoint(with: [.stem, .name])
  }

  private mutating func add(_ path: String, _ template: OutputTemplate, _ extensions: [String]) {
    let input = InputFile.path(path)
    let name = InputName(input, number: 1)
    let ownPlace = places.name(path)
    let own = Self.withoutSuffix(withoutHashes(ownPlace))
    for candidate in template.fields.contains(.ext) ? extensions : [""] {
      for box in template.fields.contains(.box) ? Self.boxes : [""] {
        let output = template.path(for: name) { field in
          switch field {
          case .ext: candidate
          case .box: box
          case .size: Self.sides
          default: Self.digitsText
          }
        }
        guard let output else { continue }
        let outputPlace = places.name(output)
        let place = withoutHashes(Self.collapsed(outputPlace))
        if Self.withoutSuffix(place) == own { continue }
        if place.contains(Self.digits) {
          numbered[Self.withoutNumbers(place), default: []].append(place)
        } else {
          plain.insert(place)
        }
      }
    }
  }

  /// A path in which each hash is replaced by a digit.
  private func withoutHashes(_ place: [UInt8]) -> [UInt8] {
    guard hasHashes else { return place }
    var result: [UInt8] = []
    var rest = place[...]
    while let byte = rest.first {
      let run = rest.prefix { Self.isDigit($0) || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains($0) }
      if run.isEmpty {
        result.append(byte)
        rest = rest.dropFirst()
      } else {
        result += run.count == OutputTemplate.Field.hashDigits ? [UInt8(ascii: "0")] : run
        rest = rest[run.endIndex...]
      }
    }
    return result
  }

  /// A path without the suffix of its name.
  private static func withoutSuffix(_ place: [UInt8]) -> ArraySlice<UInt8> {
    guard let dot = place.lastIndex(of: UInt8(ascii: ".")), !place[dot...].contains(UInt8(ascii: "/")) else {
      return place[...]
    }
    return place[..<dot]
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

  /// A path in which each sequence of `digits` is replaced by one.
  private static func collapsed(_ place: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    for byte in place where byte != digits || result.last != digits { result.append(byte) }
    return result
  }

  /// A path with `digits` for each number in it.
  private static func withoutNumbers(_ place: [UInt8]) -> [UInt8] {
    collapsed(place.map { isDigit($0) ? digits : $0 })
  }

  /// Whether the rest of a path matches the rest of a pattern, in which each `digits` stands for at least one digit.
  ///
  /// - Parameters:
  ///   - patterns: sorted, and equal in their first `depth` bytes.
  ///   - depth: the number of bytes of the patterns that have been compared.
  private static func matches(_ place: ArraySlice<UInt8>, _ patterns: ArraySlice<[UInt8]>, from depth: Int) -> Bool {
    var (place, patterns, depth) = (place, patterns, depth)
    while let byte = place.popFirst() {
      if isDigit(byte) {
        let open = narrowed(patterns, to: digits, at: depth)
        var rest = place
        while !open.isEmpty {
          if matches(rest, open, from: depth + 1) { return true }
          guard let next = rest.popFirst(), isDigit(next) else { break }
        }
      }
      patterns = narrowed(patterns, to: byte, at: depth)
      if patterns.isEmpty { return false }
      depth += 1
    }
    // The shortest pattern is the first.
    return patterns.first?.count == depth
  }

  /// The patterns that have a byte at an offset, found by binary search.
  private static func narrowed(
    _ patterns: ArraySlice<[UInt8]>, to byte: UInt8, at depth: Int
  ) -> ArraySlice<[UInt8]> {
    func first(_ matches: (UInt8) -> Bool) -> Int {
      var (low, high) = (patterns.startIndex, patterns.endIndex)
      while low < high {
        let middle = low + (high - low) / 2
        if depth < patterns[middle].count, matches(patterns[middle][depth]) { high = middle } else { low = middle + 1 }
      }
      return low
    }
    let start = first { $0 >= byte }
    let end = first { $0 > byte }
    return patterns[start..<end]
  }
}
