/// The distinct colours of a picture, numbered in the order of their first appearance.
package struct ColorTable {
  package private(set) var colors: [UInt32] = []
  /// Open addressing: each place holds the number of a colour plus 1, or 0 if it is empty. There are four times as many
  /// places as colours.
  private var places = [UInt16](repeating: 0, count: 1_024)

  package init() {}

  package init(_ colors: [UInt32]) {
    for color in colors { _ = insert(color) }
  }

  /// The number of a colour, which is added when it is new and there are fewer than 257.
  ///
  /// - Returns: 256 or more when the table is full.
  package mutating func insert(_ color: UInt32) -> Int {
    var place = Self.hash(color)
    while places[place] != 0 {
      let number = Int(places[place]) - 1
      if colors[number] == color { return number }
      place = (place + 1) & 1_023
    }
    if colors.count <= 256 {
      colors.append(color)
      places[place] = UInt16(colors.count)
    }
    return colors.count - 1
  }

  /// The number of a colour; 0 for an unknown one.
  package func number(of color: UInt32) -> Int {
    var place = Self.hash(color)
    while places[place] != 0 {
      let number = Int(places[place]) - 1
      if colors[number] == color { return number }
      place = (place + 1) & 1_023
    }
    return 0
  }

  @inline(__always)
  private static func hash(_ color: UInt32) -> Int { Int((color &* 0x9E37_79B1) >> 22) }
}
