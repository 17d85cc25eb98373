/// An entry of a document's table of contents.
package struct ContentsEntry: Hashable {
  package var title: String
  /// How many entries contain it.
  package var depth: Int

  package init(title: String, depth: Int) { (self.title, self.depth) = (title, depth) }
}

extension HTMLPage {
  /// The rules of style for a table of contents, for depths up to 5.
  package static let contentsStyle = """
    .entry{margin:.15em 0}
    .d1{padding-left:1.5em}.d2{padding-left:3em}.d3{padding-left:4.5em}.d4{padding-left:6em}.d5{padding-left:7.5em}
    """

  /// Appends a table of contents with its heading; nothing without entries.
  package mutating func append(contents: [ContentsEntry]) {
    if contents.isEmpty { return }
    append("<h2>Contents</h2>\n")
    for entry in contents {
      append("p", entry.title, attributes: " class=\"entry d\(entry.depth)\"")
      append("\n")
    }
  }
}
