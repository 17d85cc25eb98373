/// Where a value stands in a description: `pages[3].elements[2].x`, counted from 0 as in JSON.
indirect enum ValuePath: Sendable {
  case root
  case member(ValuePath, String)
  case element(ValuePath, Int)
  /// The same place, for one of the things that it is repeated for; counted from 0.
  case repetition(ValuePath, of: String, Int)

  /// The place without what it is repeated for.
  var unrepeated: String { text(withRepetitions: false) }

  var description: String { text(withRepetitions: true) }

  private func text(withRepetitions: Bool) -> String {
    var text = ""
    var repetitions: [String] = []
    var path = self
    // Built from the end, since a path knows what it lies in.
    while true {
      switch path {
      case .root:
        let place = text.isEmpty ? "the description" : text
        return repetitions.isEmpty ? place : place + " (for " + repetitions.joined(separator: ", ") + ")"
      case .member(let outer, let name):
        let isPlain = !name.isEmpty && name.utf8.allSatisfy { $0 != UInt8(ascii: ".") && $0 != UInt8(ascii: "[") }
        var step = isPlain ? name : "[\"\(name)\"]"
        if isPlain, case .root = outer {} else if isPlain { step = "." + step }
        text = step + text
        path = outer
      case .element(let outer, let index):
        text = "[\(index)]" + text
        path = outer
      case .repetition(let outer, let list, let index):
        if withRepetitions { repetitions.insert("\(list)[\(index)]", at: 0) }
        path = outer
      }
    }
  }
}
