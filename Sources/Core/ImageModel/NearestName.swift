/// Finds the known name that is nearest to a misspelled one.
package enum NearestName {
  /// The name with the smallest edit distance, ignoring case; nil if none is close.
  package static func of(_ name: String, in names: [String]) -> String? {
    let wanted = Array(name.lowercased().utf8.prefix(64))
    let most = wanted.count < 4 ? 1 : max(2, wanted.count / 3)
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

  /// Levenshtein's distance.
  private static func distance(_ first: [UInt8], _ second: [UInt8]) -> Int {
    var row = Array(0...second.count)
    for (index, letter) in first.enumerated() {
      var diagonal = row[0]
      row[0] = index + 1
      for (place, other) in second.enumerated() {
        let changed = diagonal + (letter == other ? 0 : 1)
        diagonal = row[place + 1]
        row[place + 1] = min(changed, row[place] + 1, row[place + 1] + 1)
      }
    }
    return row[second.count]
  }
}
