internal import Drawing
internal import Glibc
internal import ImageModel

/// The places of a file on a plane, without a map below them.
struct TrackMap {
  let file: TrackFile
  private let west: Double
  private let south: Double
  private let width: Double
  private let height: Double
  /// Whether places west of Greenwich are east of all others: a track over the line of the date.
  private let isShifted: Bool
  /// How much shorter a degree of longitude is than one of latitude.
  private let shortening: Double

  init(_ file: TrackFile) {
    self.file = file
    var (west, east, south, north) = (Double.infinity, -Double.infinity, Double.infinity, -Double.infinity)
    // The same with the longitudes of the west behind those of the east.
    var (otherWest, otherEast) = (west, east)
    func add(_ place: TrackFile.Place) {
      (west, east) = (min(west, place.longitude), max(east, place.longitude))
      let other = Self.shifted(place.longitude)
      (otherWest, otherEast) = (min(otherWest, other), max(otherEast, other))
      (south, north) = (min(south, place.latitude), max(north, place.latitude))
    }
    for line in file.lines { line.forEach(add) }
    for point in file.points { add(point.place) }
    isShifted = east - west > 180 && otherEast - otherWest < 180
    if isShifted { (west, east) = (otherWest, otherEast) }
    shortening = max(0.05, cos((south + north) / 2 * .pi / 180))
    (self.west, self.south) = (west, south)
    (width, height) = ((east - west) * shortening, north - south)
  }

  private static func shifted(_ longitude: Double) -> Double { longitude < 0 ? longitude + 360 : longitude }

  /// Width by height, within bounds: a road along a parallel is no line of one pixel.
  var aspect: Double { min(max(width / max(height, 1e-9), 0.6), 1.8) }

  /// The length of all lines in metres on a sphere with the earth's mean radius.
  var length: Double {
    file.lines.reduce(0) { sum, line in
      sum + zip(line, line.dropFirst()).reduce(0) { $0 + Self.distance($1.0, $1.1) }
    }
  }

  /// The distance by the haversine formula.
  private static func distance(_ one: TrackFile.Place, _ other: TrackFile.Place) -> Double {
    func radians(_ degrees: Double) -> Double { degrees * .pi / 180 }
    let latitude = sin(radians(other.latitude - one.latitude) / 2)
    let longitude = sin(radians(other.longitude - one.longitude) / 2)
    let part =
      latitude * latitude + cos(radians(one.latitude)) * cos(radians(other.latitude)) * longitude * longitude
    return 2 * 6_371_008.8 * asin(min(1, part.squareRoot()))
  }

  /// Draws the lines and the places on a sheet as large as the context, whose origin is at the upper left.
  func draw(_ context: DrawingContext) {
    let page = context.size
    let sheet = Path.roundedRect(Rect(page), radius: min(page.width, page.height) * 0.05)
    context.fill(sheet, .color(Color(red: 0.93, green: 0.95, blue: 0.91)))
    context.clip(to: sheet)
    let unit = min(page.width, page.height)
    let grid = StrokeStyle(width: max(0.3, unit / 400))
    for step in 1..<6 {
      let (x, y) = (page.width * Double(step) / 6, page.height * Double(step) / 6)
      for line in [
        Path.line(from: Point(x: x, y: 0), to: Point(x: x, y: page.height)),
        Path.line(from: Point(x: 0, y: y), to: Point(x: page.width, y: y)),
      ] {
        context.stroke(line, .color(Color(gray: 0.82)), grid)
      }
    }
    let margin = unit * 0.1
    let factor = min(
      (page.width - 2 * margin) / max(width, 1e-9), (page.height - 2 * margin) / max(height, 1e-9))
    let left = (page.width - width * factor) / 2
    let bottom = page.height - (page.height - height * factor) / 2
    func point(_ place: TrackFile.Place) -> Point {
      let longitude = isShifted ? Self.shifted(place.longitude) : place.longitude
      return Point(x: left + (longitude - west) * shortening * factor, y: bottom - (place.latitude - south) * factor)
    }
    let wide = StrokeStyle(width: unit / 28, cap: .round, join: .round)
    let narrow = StrokeStyle(width: unit / 48, cap: .round, join: .round)
    let paths = pieces(point, unit / 300)
    for path in paths { context.stroke(path, .white, wide) }
    for path in paths { context.stroke(path, .color(Color(red: 0.1, green: 0.4, blue: 0.85)), narrow) }
    func dot(_ place: TrackFile.Place, _ color: Color) {
      let (center, radius) = (point(place), unit / 32)
      let box = Rect(x: center.x - radius, y: center.y - radius, width: 2 * radius, height: 2 * radius)
      context.fill(.ellipse(in: box), .color(color))
      context.stroke(.ellipse(in: box), .white, StrokeStyle(width: unit / 120))
    }
    for point in file.points.prefix(2_000) { dot(point.place, Color(red: 0.85, green: 0.45, blue: 0.1)) }
    if let first = file.lines.first?.first { dot(first, Color(red: 0.15, green: 0.6, blue: 0.25)) }
    if let last = file.lines.last?.last { dot(last, Color(red: 0.8, green: 0.15, blue: 0.15)) }
  }

  /// The most points of all lines together that are drawn.
  private static let maxPoints = 8_000
  /// The most lines that are drawn. Of the buildings of a city every tenth one shows where they are.
  private static let maxLines = 2_000
  /// About how many points a line keeps if others have very many.
  private static let keptPoints = 6
  /// The points of one path. cairo takes time for each crossing of a path with itself, of which there may be as many as
  /// the square of its points.
  private static let pathPoints = 100

  /// The lines as short paths.
  ///
  /// - Parameter distance: points that are nearer to the one before are left out. A track has one for each second.
  private func pieces(_ point: (TrackFile.Place) -> Point, _ distance: Double) -> [Path] {
    let lineStep = (file.lines.count + Self.maxLines - 1) / Self.maxLines
    let lines = stride(from: 0, to: file.lines.count, by: max(1, lineStep)).map { file.lines[$0] }
    let usualStep = lines.reduce(0) { $0 + $1.count } / Self.maxPoints
    var paths: [Path] = []
    for line in lines {
      var points: [Point] = []
      let step = max(1, min(usualStep, line.count / Self.keptPoints))
      for index in stride(from: 0, to: line.count + step - 1, by: step) {
        // The last point is kept.
        let point = point(line[min(index, line.count - 1)])
        if let last = points.last, abs(last.x - point.x) < distance, abs(last.y - point.y) < distance { continue }
        points.append(point)
      }
      // What is smaller than a point is a dot.
      if points.count == 1 { points.append(points[0]) }
      for start in stride(from: 0, to: points.count, by: Self.pathPoints) {
        // A path goes on to the first point of the next one.
        let end = min(start + Self.pathPoints + 1, points.count)
        if end - start > 1 { paths.append(Path.polygon(Array(points[start..<end]), isClosed: false)) }
      }
    }
    return paths
  }
}
