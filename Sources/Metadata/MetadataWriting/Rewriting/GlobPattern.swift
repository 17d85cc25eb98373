/// A name with `*` for any letters and `?` for one; case does not count.
struct GlobPattern: Hashable {
  let text: String
  private let letters: [UInt8]

  init(_ text: String) {
    self.text = text
    letters = Array(text.lowercased().utf8)
  }

  var isPlain: Bool { !letters.contains(UInt8(ascii: "*")) && !letters.contains(UInt8(ascii: "?")) }

  func matches(_ name: String) -> Bool {
    let name = Array(name.lowercased().utf8)
    var (position, place) = (0, 0)
    // Where the last star was, and what it has taken so far: going back to it alone is enough.
    var star: (position: Int, place: Int)?
    while place < name.count {
      if position < letters.count, letters[position] == UInt8(ascii: "*") {
        star = (position, place)
        position += 1
      } else if position < letters.count, letters[position] == name[place] || letters[position] == UInt8(ascii: "?") {
        position += 1
        place += 1
      } else if let last = star {
        star = (last.position, last.place + 1)
        position = last.position + 1
        place = last.place + 1
      } else {
        return false
      }
    }
    return letters[position...].allSatisfy { $0 == UInt8(ascii: "*") }
  }
}
