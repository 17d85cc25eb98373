internal import Drawing
internal import Glibc
internal import ImageModel
internal import StructuredText

/// Parses the path data of SVG: `M 10 10 h 80 v 80 z` (SVG 1.1, 8.3). y points downwards; one unit is a point.
struct PathData {
  /// A fault in path data.
  struct Problem: Error {
    var message: String
  }

  private let bytes: [UInt8]
  private var position = 0
  private var path = Path()
  private var current = Point.zero
  private var start = Point.zero
  /// The control point of the last cubic or quadratic curve, which a smooth curve mirrors.
  private var cubicControl: Point?
  private var quadraticControl: Point?

  private init(_ text: String) { bytes = Array(text.utf8) }

  /// The path that a text describes.
  ///
  /// - Throws: `Problem`. SVG viewers would draw the part before the fault.
  static func path(_ text: String) throws(Problem) -> Path {
    var reader = PathData(text)
    try reader.read()
    return reader.path
  }

  private mutating func read() throws(Problem) {
    skipSeparators()
    guard position < bytes.count, bytes[position] | 0x20 == UInt8(ascii: "m") else {
      throw Problem(message: "path data must begin with 'M' or 'm'")
    }
    while position < bytes.count {
      let command = bytes[position]
      guard "MmLlHhVvCcSsQqTtAaZz".utf8.contains(command) else {
        throw Problem(message: "unknown path command at character \(position + 1)")
      }
      position += 1
      try draw(command, isFirst: true)
      // Further numbers repeat the command; after a move they are lines.
      skipSeparators()
      if command | 0x20 == UInt8(ascii: "z") { continue }
      while position < bytes.count, isNumberStart(bytes[position]) {
        switch command {
        case UInt8(ascii: "M"): try draw(UInt8(ascii: "L"), isFirst: false)
        case UInt8(ascii: "m"): try draw(UInt8(ascii: "l"), isFirst: false)
        default: try draw(command, isFirst: false)
        }
        skipSeparators()
      }
    }
  }

  private mutating func draw(_ command: UInt8, isFirst: Bool) throws(Problem) {
    let isRelative = command & 0x20 != 0
    let origin = isRelative ? current : .zero
    var (cubic, quadratic): (Point?, Point?) = (nil, nil)
    switch command | 0x20 {
    case UInt8(ascii: "m"):
      current = try point(origin)
      start = current
      path.move(to: current)
    case UInt8(ascii: "l"):
      current = try point(origin)
      path.line(to: current)
    case UInt8(ascii: "h"):
      current.x = try number() + origin.x
      path.line(to: current)
    case UInt8(ascii: "v"):
      current.y = try number() + origin.y
      path.line(to: current)
    case UInt8(ascii: "c"), UInt8(ascii: "s"):
      let first = command | 0x20 == UInt8(ascii: "c") ? try point(origin) : mirrored(cubicControl)
      let second = try point(origin)
      current = try point(origin)
      path.curve(to: current, first, second)
      cubic = second
    case UInt8(ascii: "q"), UInt8(ascii: "t"):
      let control = command | 0x20 == UInt8(ascii: "q") ? try point(origin) : mirrored(quadraticControl)
      let end = try point(origin)
      path.quadraticCurve(from: current, to: end, control)
      current = end
      quadratic = control
    case UInt8(ascii: "a"):
      let (radiusX, radiusY, degrees) = (try number(), try number(), try number())
      let (isLarge, isSweep) = (try flag(), try flag())
      let end = try point(origin)
      arc(to: end, abs(radiusX), abs(radiusY), degrees * .pi / 180, isLarge: isLarge, isSweep: isSweep)
      current = end
    default:
      path.close()
      current = start
    }
    (cubicControl, quadraticControl) = (cubic, quadratic)
  }

  private func mirrored(_ control: Point?) -> Point {
    control.map { Point(x: 2 * current.x - $0.x, y: 2 * current.y - $0.y) } ?? current
  }

  /// An arc as curves of at most 90 degrees (SVG 1.1, F.6.5: from end points to the centre).
  private mutating func arc(
    to end: Point, _ radiusX: Double, _ radiusY: Double, _ angle: Double, isLarge: Bool, isSweep: Bool
  ) {
    guard radiusX > 0, radiusY > 0 else { return path.line(to: end) }
    guard end != current else { return }
    let (sine, cosine) = (sin(angle), cos(angle))
    let (dx, dy) = ((current.x - end.x) / 2, (current.y - end.y) / 2)
    let (x, y) = (cosine * dx + sine * dy, -sine * dx + cosine * dy)
    // Radii that are too small are scaled up until the arc reaches its end.
    let excess = x * x / (radiusX * radiusX) + y * y / (radiusY * radiusY)
    let scale = max(1, excess.squareRoot())
    let (rx, ry) = (radiusX * scale, radiusY * scale)
    let numerator = max(0, rx * rx * ry * ry - rx * rx * y * y - ry * ry * x * x)
    let denominator = rx * rx * y * y + ry * ry * x * x
    guard denominator > 0, denominator.isFinite else { return path.line(to: end) }
    let factor = (numerator / denominator).squareRoot() * (isLarge == isSweep ? -1 : 1)
    let (centerX, centerY) = (factor * rx * y / ry, -factor * ry * x / rx)
    let center = Point(
      x: cosine * centerX - sine * centerY + (current.x + end.x) / 2,
      y: sine * centerX + cosine * centerY + (current.y + end.y) / 2)
    let first = atan2((y - centerY) / ry, (x - centerX) / rx)
    var sweep = atan2((-y - centerY) / ry, (-x - centerX) / rx) - first
    if isSweep, sweep < 0 { sweep += 2 * .pi }
    if !isSweep, sweep > 0 { sweep -= 2 * .pi }
    guard sweep.isFinite else { return path.line(to: end) }
    let pieces = max(1, Int((abs(sweep) / (.pi / 2) - 1e-9).rounded(.up)))
    let step = sweep / Double(pieces)
    let handle = 4 / 3 * tan(step / 4)
    func place(_ px: Double, _ py: Double) -> Point {
      Point(x: center.x + cosine * rx * px - sine * ry * py, y: center.y + sine * rx * px + cosine * ry * py)
    }
    for piece in 0..<pieces {
      let (from, to) = (first + Double(piece) * step, first + Double(piece + 1) * step)
      path.curve(
        to: piece == pieces - 1 ? end : place(cos(to), sin(to)),
        place(cos(from) - handle * sin(from), sin(from) + handle * cos(from)),
        place(cos(to) + handle * sin(to), sin(to) - handle * cos(to)))
    }
  }

  private mutating func point(_ origin: Point) throws(Problem) -> Point {
    let (x, y) = (try number(), try number())
    return Point(x: origin.x + x, y: origin.y + y)
  }

  /// A flag of an arc: a single digit, which need not be separated from the next number.
  private mutating func flag() throws(Problem) -> Bool {
    skipSeparators()
    guard position < bytes.count, bytes[position] == 0x30 || bytes[position] == 0x31 else {
      throw Problem(message: "expected a flag, 0 or 1, at character \(position + 1)")
    }
    position += 1
    return bytes[position - 1] == 0x31
  }

  /// A number. It ends where the next one begins: `1.5.5-3` are three numbers.
  private mutating func number() throws(Problem) -> Double {
    skipSeparators()
    let start = position
    func digits() { while position < bytes.count, (0x30...0x39).contains(bytes[position]) { position += 1 } }
    if position < bytes.count, bytes[position] == UInt8(ascii: "-") || bytes[position] == UInt8(ascii: "+") {
      position += 1
    }
    digits()
    if position < bytes.count, bytes[position] == UInt8(ascii: ".") {
      position += 1
      digits()
    }
    if position + 1 < bytes.count, bytes[position] | 0x20 == UInt8(ascii: "e"),
      (0x30...0x39).contains(bytes[position + 1]) || "+-".utf8.contains(bytes[position + 1])
    {
      position += 2
      digits()
    }
    guard let number = Double(String(decoding: bytes[start..<position], as: UTF8.self)), abs(number) <= Length.maximum
    else { throw Problem(message: "expected a number at character \(start + 1)") }
    return number
  }

  private func isNumberStart(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || "+-.".utf8.contains(byte)
  }

  private mutating func skipSeparators() {
    while position < bytes.count, JSONParser.isSpace(bytes[position]) || bytes[position] == UInt8(ascii: ",") {
      position += 1
    }
  }
}
