internal import ImageModel
internal import MetadataModel

/// Areas of the picture with names of people and things in them: of the Metadata Working Group, Microsoft and IPTC.
extension XMPPictureRevision {
  /// Writers do not agree. The size to which the areas apply tells, where width and height are exchanged.
  func hasUprightRegions(_ change: PictureChange) -> Bool {
    guard change.stored.swapsAxes,
      let size = tree.elements.indices.first(where: { PictureDescription(tree.elements[$0].name) == .areaDimensions })
        .map({ tree.fields(of: $0) }),
      let width = number(size["w"]), let height = number(size["h"])
    else { return false }
    return (width > height) != (change.source.width > change.source.height)
  }

  /// Counts an area, and removes it with its name if nothing of it is left in the picture.
  mutating func count(_ index: Int, isLeft: Bool) {
    let property = tree.property(around: index)
    areas[property, default: (0, 0)].all += 1
    guard !isLeft else { return }
    areas[property, default: (0, 0)].removed += 1
    left.areas += 1
    remove(tree.item(around: index) ?? property)
  }

  mutating func reviseArea(_ index: Int, _ change: PictureChange) {
    guard change.moves else { return }
    let fields = tree.fields(of: index)
    guard let x = number(fields["x"]), let y = number(fields["y"]) else { return count(index, isLeft: false) }
    var (width, height) = (number(fields["w"]) ?? 0, number(fields["h"]) ?? 0)
    let diameter = number(fields["d"])
    if let diameter {
      // In parts of the shorter side.
      let side = Double(min(change.source.width, change.source.height)) * diameter
      (width, height) = (side / Double(change.source.width), side / Double(change.source.height))
      if regionsAreUpright { (width, height) = (height, width) }
    }
    let area = Rect(x: x - width / 2, y: y - height / 2, width: width, height: height)
    guard let moved = change.area(area, isUpright: regionsAreUpright) else { return count(index, isLeft: false) }
    count(index, isLeft: true)
    replace(fields["x"], moved.center.x)
    replace(fields["y"], moved.center.y)
    replace(fields["w"], moved.width)
    replace(fields["h"], moved.height)
    if diameter != nil {
      let side = min(moved.width * Double(change.size.width), moved.height * Double(change.size.height))
      replace(fields["d"], side / Double(min(change.size.width, change.size.height)))
    }
  }

  mutating func reviseDimensions(_ index: Int, _ change: PictureChange) {
    guard change.resizes else { return }
    let fields = tree.fields(of: index)
    let size = regionsAreUpright && !change.moves ? change.size.transposed : change.size
    replace(fields["w"], "\(size.width)")
    replace(fields["h"], "\(size.height)")
  }

  mutating func reviseRectangle(_ value: XMPTree.Value, _ change: PictureChange) {
    guard change.moves else { return }
    let texts: [Substring] = isText(value) ? text(value.content).split(separator: ",") : []
    let parts = texts.map { Double($0.filter { $0 != " " }) }
    let numbers = parts.compactMap { $0 }
    guard numbers.count == 4, parts.count == 4,
      let moved = change.area(
        Rect(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3]), isUpright: regionsAreUpright)
    else { return count(value.element, isLeft: false) }
    count(value.element, isLeft: true)
    let sides = [moved.minX, moved.minY, moved.width, moved.height].map { DecimalText.text($0, places: 6) }
    replace(value.content, sides.joined(separator: ", "))
  }

  mutating func reviseBoundary(_ index: Int, _ change: PictureChange) {
    let fields = tree.fields(of: index)
    let isPixels = fields["rbUnit"].map { text($0) } == "pixel"
    guard change.moves || isPixels && change.resizes else { return }
    let (from, to) =
      isPixels ? (change.source, change.size) : (PixelSize(width: 1, height: 1), PixelSize(width: 1, height: 1))
    let (width, height) = (Double(from.width), Double(from.height))
    func point(_ fields: [String: Range<Int>]) -> Point? {
      guard let x = number(fields["rbX"]), let y = number(fields["rbY"]) else { return nil }
      return Point(x: x / width, y: y / height)
    }
    let vertices = tree.descendants(of: index).map { tree.fields(of: $0) }.filter { $0["rbX"] != nil }
    var area: Rect?
    let shape = fields["rbShape"].map { text($0) }
    switch shape {
    case "rectangle":
      if let origin = point(fields), let w = number(fields["rbW"]), let h = number(fields["rbH"]) {
        area = Rect(x: origin.x, y: origin.y, width: w / width, height: h / height)
      }
    case "circle":
      // The radius is in parts of the width.
      if let center = point(fields), let radius = number(fields["rbRx"]).map({ $0 / width }) {
        let vertical = radius * Double(change.source.width) / Double(change.source.height)
        area = Rect(x: center.x - radius, y: center.y - vertical, width: 2 * radius, height: 2 * vertical)
      }
    default:
      let points = vertices.compactMap(point)
      if points.count == vertices.count, let left = points.map(\.x).min(), let right = points.map(\.x).max(),
        let top = points.map(\.y).min(), let bottom = points.map(\.y).max()
      {
        area = Rect(x: left, y: top, width: right - left, height: bottom - top)
      }
    }
    guard let area, let moved = change.area(area) else { return count(index, isLeft: false) }
    count(index, isLeft: true)
    let places = isPixels ? 0 : 6
    func put(_ range: Range<Int>?, _ value: Double, _ length: Int) {
      replace(range, value * Double(length), places: places)
    }
    switch shape {
    case "rectangle":
      put(fields["rbX"], moved.minX, to.width)
      put(fields["rbY"], moved.minY, to.height)
      put(fields["rbW"], moved.width, to.width)
      put(fields["rbH"], moved.height, to.height)
    case "circle":
      put(fields["rbX"], moved.center.x, to.width)
      put(fields["rbY"], moved.center.y, to.height)
      let radius = min(moved.width * Double(change.size.width), moved.height * Double(change.size.height)) / 2
      put(fields["rbRx"], radius / Double(change.size.width), to.width)
    default:
      let transform = change.transform(isUpright: false)
      for vertex in vertices {
        guard let moved = point(vertex).map(transform.apply(to:)) else { continue }
        put(vertex["rbX"], min(max(moved.x, 0), 1), to.width)
        put(vertex["rbY"], min(max(moved.y, 0), 1), to.height)
      }
    }
  }
}
