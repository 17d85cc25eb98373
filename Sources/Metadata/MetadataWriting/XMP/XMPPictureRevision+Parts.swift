/// What describes parts of the file: videos, gain maps, and Google's directory of them.
extension XMPPictureRevision {
  /// Removes what describes lost parts: properties, and items of Google's directory. A directory that lists only the
  /// picture itself goes, too.
  mutating func removeParts() {
    for index in tree.elements.indices {
      for value in tree.values(of: index) {
        guard case .part(let part)? = PictureDescription(value.name) else { continue }
        if part == .other {
          if searches(value), tree.property(around: index) == index { removeDirectory(value) }
        } else if lost.contains(part) {
          remove(value)
          let isNone = !value.isAttribute && !tree.children[index].isEmpty ? false : text(value.content) == "0"
          if part == .gainMap || ["MotionPhoto", "MicroVideo"].contains(value.name.name) && !isNone {
            left.parts.insert(part)
          }
        }
      }
    }
  }

  /// What the part of a file is for, by an item of the directory; empty if it does not say. The item is a structure, or
  /// has one, perhaps in a node.
  func purpose(of item: Int) -> String {
    let parts = tree.children[item]
    for part in [item] + parts + parts.flatMap({ tree.children[$0] }) {
      if let range = tree.fields(of: part)["Semantic"] { return text(range) }
    }
    return ""
  }

  /// - Parameter value: a property of Google's namespaces of parts.
  mutating func removeDirectory(_ value: XMPTree.Value) {
    let kinds: [String: LostParts] = ["MotionPhoto": .video, "GainMap": .gainMap, "Primary": []]
    var keepsItem = false
    for item in tree.descendants(of: value.element) where tree.elements[item].name == XMPName(XMPSchema.rdf, "li") {
      let name = purpose(of: item)
      let kind = kinds[name] ?? .other
      if !lost.isSuperset(of: kind) {
        keepsItem = true
      } else if !kind.isEmpty {
        remove(item)
        left.parts.formUnion(kind)
        if kind == .other, !name.isEmpty, left.partNames.count < 16 { left.partNames.append(name) }
      }
    }
    if !keepsItem, lost.contains(.other) || value.name.name == "Directory" { remove(value) }
  }
}
