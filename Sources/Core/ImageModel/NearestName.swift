/// Finds the known name that is nearest to a misspelled one.
package enum NearestName {
  /// The name with the smallest edit distance, ignoring case; nil if that is more than a third of the letters.
  package static func of(_ name: String, in names: [String]) -> String? {
    let wanted = Array(name.lowercased().utf8.prefix(64))
    let most = wanted.count / 3
    var best: (name: String, distance: Int)?
    for candidate in names {
      let other = Array(candidate.lowercased().utf8.prefix(64))
      guard abs(other.count - wanted.count) <= most else { continue }
      let distance = distance(wanted, other)
      if distance <= most, distance < best?.distance ?? .max { best = (candidate, distance) }
    }
    return best?.name
  }

  /// `; did you mean Artist?`, or an empty text.
  package static func hint(_ name: String, in names: [String], prefix: String = "") -> String {
    of(name, in: names).map { "; did you mean \(prefix)\($0)?" } ?? ""
  }

  /// How many letters are changed, added, removed, or swapped with the next one (Damerau's distance, where no part is
  /// edited twice).
  private static func distance(_ first: [UInt8], _ second: [UInt8]) -> Int {
    // The rows of the letter before the last one, and of the last one.
    var (earlier, row) = ([Int](), Array(0...second.count))
    for (index, letter) in first.enumerated() {
      var next = [index + 1]
      for (place, other) in second.enumerated() {
        var least = min(row[place] + (letter == other ? 0 : 1), row[place + 1] + 1, next[place] + 1)
        if index > 0, place > 0, letter == second[place - 1], other == first[index - 1] {
          least = min(least, earlier[place - 1] + 1)
        }
        next.append(least)
      }
      (earlier, row) = (row, next)
    }
    return row[second.count]
  }
}
