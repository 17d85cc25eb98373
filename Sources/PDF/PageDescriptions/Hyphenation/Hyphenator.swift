internal import ByteStreams
internal import CHyphenShims
internal import ImageModel

/// Finds where the words of a language may be broken, by libhyphen and a dictionary of the system.
final class Hyphenator {
  private static let folder = "/usr/share/hyphen"
  /// The fewest letters of a word that is broken.
  private static let minLetters = 5
  private static let softHyphen: Unicode.Scalar = "\u{AD}"
  /// Hyphens, dashes and apostrophes, between parts of a word.
  private static let separators: Set<Unicode.Scalar> = ["-", "\u{2010}", "\u{2013}", "\u{2014}", "'", "\u{2019}"]

  private let dictionary: OpaquePointer

  /// - Parameter language: as in BCP 47. With a region its dictionary is used if there is one, otherwise that of the
  ///   language.
  /// - Throws: `unsupported` where libhyphen or the dictionary is not installed.
  init(language: String) throws(ImageError) {
    let code = language.prefix { $0 != "-" }.lowercased()
    if let problem = hyphen_shim_load() {
      throw ImageError(.unsupported, "hyphenation needs libhyphen0; install it: \(String(cString: problem))")
    }
    let names = Self.names(for: language, code: code)
    for name in names {
      if let dictionary = hyphen_shim_open("\(Self.folder)/\(name)") {
        self.dictionary = dictionary
        return
      }
    }
    throw ImageError(
      .unsupported,
      names.isEmpty
        ? "there is no hyphenation dictionary for '\(language)'; install a package such as"
          + " hyphen-\(code == "en" ? "en-us" : code)"
        : "the hyphenation dictionary \(Self.folder)/\(names[0]) cannot be read")
  }

  deinit { hyphen_shim_close(dictionary) }

  /// The names of dictionaries that fit a language, the best first: of its region, of the language, of the region that
  /// has its name, of any region.
  private static func names(for language: String, code: String) -> [String] {
    let region = language.split(separator: "-").dropFirst().first { $0.utf8.count == 2 }?.uppercased()
    let known = Set(SystemCall.entries(of: folder) ?? [])
    let wanted = [region, nil, code == "en" ? "US" : code.uppercased()].map { region in
      region.map { "hyph_\(code)_\($0).dic" } ?? "hyph_\(code).dic"
    }
    let others = known.filter { $0.hasPrefix("hyph_\(code)_") && $0.hasSuffix(".dic") }.sorted()
    return (wanted + others).filter(known.contains)
  }

  /// The places in a text where a soft hyphen may be inserted, as offsets in bytes of UTF-8, ascending.
  ///
  /// Only words of letters alone are broken, between hyphens, too: no addresses, no numbers, and no words in which the
  /// author has put soft hyphens.
  func places(in text: String) -> [Int] {
    var places: [Int] = []
    /// The letters of the current part of a word, and the offset of its beginning.
    var part: [Unicode.Scalar] = []
    var parts: [(letters: [Unicode.Scalar], start: Int)] = []
    var (start, isWord, hasEnded) = (0, true, false)
    func endPart() {
      if !part.isEmpty { parts.append((part, start)) }
      part = []
    }
    func endWord() {
      endPart()
      if isWord { for part in parts { places += self.places(in: part.letters, at: part.start) } }
      (parts, isWord, hasEnded) = ([], true, false)
    }
    var offset = 0
    for scalar in text.unicodeScalars {
      let properties = scalar.properties
      if properties.isWhitespace {
        endWord()
      } else if properties.isAlphabetic {
        // A letter after a sign within a word, as in `example.org`.
        if hasEnded { isWord = false }
        if part.isEmpty { start = offset }
        part.append(scalar)
      } else if Self.separators.contains(scalar) {
        endPart()
      } else if scalar == Self.softHyphen || properties.numericType != nil || scalar == "@" || scalar == "/" {
        isWord = false
      } else {
        endPart()
        // Signs before a word do not matter.
        hasEnded = !parts.isEmpty
      }
      offset += UTF8.width(scalar)
    }
    endWord()
    return places
  }

  private func places(in letters: [Unicode.Scalar], at start: Int) -> [Int] {
    guard letters.count >= Self.minLetters, letters.count <= 100 else { return [] }
    var lowercase = ""
    for letter in letters {
      let lower = letter.properties.lowercaseMapping.unicodeScalars
      // Offsets are those of the original letters.
      guard lower.count == 1 else { return [] }
      lowercase.unicodeScalars.append(contentsOf: lower)
    }
    var breaks = [UInt8](repeating: 0, count: letters.count)
    let size = lowercase.utf8.count
    guard hyphen_shim_breaks(dictionary, lowercase, size, letters.count, &breaks) == 0 else { return [] }
    var places: [Int] = []
    var offset = start
    for (letter, isBreak) in zip(letters, breaks) {
      offset += UTF8.width(letter)
      if isBreak == 1 { places.append(offset) }
    }
    if places.last == offset { places.removeLast() }
    return places
  }
}
