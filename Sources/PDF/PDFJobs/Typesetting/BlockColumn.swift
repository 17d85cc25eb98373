internal import StructuredText

/// The elements of a described page that follow one another from top to bottom.
struct BlockColumn {
  private(set) var elements: [StructuredValue] = []
  var isEmpty: Bool { elements.isEmpty }
  /// The left margin, from which elements are indented.
  let left: Double
  /// The space that the last element wants below it.
  private var space = 0.0
  /// The number of the last element's group.
  private var group: Int?

  init(left: Double) { self.left = left }

  /// Adds an element below the last one.
  ///
  /// - Parameters:
  ///   - indent: from the left margin.
  ///   - spaces: above and below it. Between two elements is the larger one.
  ///   - group: elements of one group that follow each other have no space between them.
  mutating func add(
    _ type: String, indent: Double, spaces: (above: Double, below: Double), group: Int? = nil,
    _ members: [(String, StructuredValue?)]
  ) {
    let gap = group != nil && group == self.group ? 0 : max(space, spaces.above)
    let place: [(String, StructuredValue?)] =
      elements.isEmpty ? [] : [("below", .flag(true)), ("y", .number(gap))]
    let own: [(String, StructuredValue?)] = [("type", .word(type)), ("x", .number(left + indent))]
    elements.append(.record(own + place + members))
    (space, self.group) = (spaces.below, group)
  }

  /// Asks for space below the last element.
  mutating func add(space: Double) { self.space = max(self.space, space) }
}
