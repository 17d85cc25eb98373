internal import ImageModel
internal import StructuredText

/// Reads the elements of a page or group, and repeats those with `for`.
enum ElementList {
  /// - Parameters:
  ///   - indices: of the elements that may be wanted; nil for all. To look at each of many for each page takes long.
  ///   - isWanted: which elements are read, by the pages that they are on.
  /// - Returns: the elements in the order in which they are painted.
  static func read(
    _ reader: ValueReader?, in home: ElementHome, _ environment: PageEnvironment,
    at indices: [Int]? = nil, where isWanted: (Element.PageChoice) -> Bool = { _ in true }
  ) throws(ImageError) -> [OrderedElement] {
    guard let reader else { return [] }
    var elements: [OrderedElement] = []
    // A repeated element has the same ID several times. The same ID for another element is a mistake.
    var ids: [String: (place: Int, reader: ValueReader)] = [:]
    for (place, item) in try reader.list("a list of elements", at: indices) {
      // This is checked first, so that the time for a page depends only on the elements that it shows.
      let choice = item.peek("on").flatMap { Element.PageChoice(rawValue: (try? $0.literal()) ?? "") } ?? .first
      guard isWanted(choice) else { continue }
      let repeated = try item.repeated()
      let step = try item.peek("step").map { (value) throws(ImageError) in try RepetitionStep(value) }
      if let step = item.peek("step"), item.peek("for") == nil {
        throw step.error("'step' needs 'for'")
      }
      let isBelowLast = item.peek("below")?.value.content == .bool(true)
      for (index, one) in repeated.enumerated() {
        var element = try Element(one, shift: step?.shift(index) ?? .zero, in: home, environment)
        if let id = element.id {
          if let other = ids[id], other.place != place {
            throw one.error("the id '\(id.prefix(80))' is already used at \(other.reader.place)")
          }
          ids[id] = (place, one)
        }
        if isBelowLast {
          guard let last = elements.indices.last else {
            throw (one.peek("below") ?? one).error("there is no element before this one")
          }
          // An ID has no NUL.
          if elements[last].element.key == nil { elements[last].element.key = "\0\(elements[last].order)" }
          element.below = elements[last].element.key
        }
        elements.append(OrderedElement(order: place << 32 | index, element: element))
      }
    }
    return elements
  }
}

/// An element and its position in the list of its page, which determines the painting order.
struct OrderedElement {
  /// Ascending within a list. Repetitions of an element are consecutive.
  var order: Int
  var element: Element
}

/// The distance between repetitions of an element: `{"x": "70mm", "y": "37mm", "columns": 3}`.
struct RepetitionStep {
  private var x: Double
  private var y: Double
  private var columns: Int?

  init(_ reader: ValueReader) throws(ImageError) {
    let object = try reader.object("a step", ["x", "y", "columns"])
    x = try object["x"]?.length() ?? 0
    y = try object["y"]?.length() ?? 0
    columns = try object["columns"]?.integer("a number of columns, from 1", in: 1...100_000)
  }

  /// The offset of a repetition. With columns, x applies within a row and y to each row; without, both apply to each
  /// repetition.
  func shift(_ index: Int) -> Point {
    guard let columns else { return Point(x: Double(index) * x, y: Double(index) * y) }
    return Point(x: Double(index % columns) * x, y: Double(index / columns) * y)
  }
}
