internal import Drawing
internal import ImageModel

/// An element of type `code`: a QR code or a bar code, with the empty edge that readers need.
struct CodeContent: ElementContent {
  private enum Format: String, CaseIterable { case qr, code128, ean13 }

  static let names = ["format", "text", "correction", "color"]

  /// The empty modules around a QR code (ISO/IEC 18004, 6.3.8), and at both ends of a bar code.
  private static let (edge, ends) = (4, 11)

  private enum Code {
    case qr(QRCode)
    case bars(BarCode)
  }

  private let code: Code
  private let color: Color

  init(_ object: MemberReader) throws(ImageError) {
    let text = try object.required("text")
    let format = try object["format"]?.word(Format.self) ?? .qr
    let content = try text.text()
    guard !content.isEmpty else { throw text.error("a code needs a text") }
    if format != .qr, let correction = object["correction"] {
      throw correction.error("only a QR code has a 'correction'")
    }
    switch format {
    case .qr:
      let correction = try object["correction"]?.word(QRCode.Correction.self) ?? .medium
      guard let made = try QRCode(content, correction) else {
        throw text.error(
          "\(content.utf8.count) bytes do not fit into a QR code with the correction \(correction.rawValue);"
            + " \(QRCode.maxBytes) do with L")
      }
      code = .qr(made)
    case .code128, .ean13:
      let kind: BarCode.Format = format == .ean13 ? .ean13 : .code128
      guard let made = BarCode(content, kind) else {
        throw text.error("expected \(BarCode.expected(kind)), not '\(content.prefix(60))'")
      }
      code = .bars(made)
    }
    color = try object["color"]?.color() ?? .black
  }

  var allowedBelowPage: PartBelowPage { .nothing }

  /// A QR code is a square of an inch, a bar code has modules of a point, where there is space, and half an inch of
  /// height.
  func size(width: Double?, height: Double?, available: Double?) -> Size {
    switch code {
    case .qr:
      let side = width ?? height ?? min(72, available ?? 72)
      return Size(width: side, height: height ?? side)
    case .bars(let bars):
      let natural = Double(bars.count + 2 * Self.ends)
      return Size(width: width ?? min(natural, available ?? natural), height: height ?? 36)
    }
  }

  func draw(in size: Size, on context: DrawingContext) {
    var path = Path()
    switch code {
    case .qr(let qr):
      let side = min(size.width, size.height)
      let module = side / Double(qr.size + 2 * Self.edge)
      let (left, top) = ((size.width - side) / 2, (size.height - side) / 2)
      for y in 0..<qr.size {
        var x = 0
        while x < qr.size {
          let start = x
          while x < qr.size, qr.isDark(x: x, y: y) { x += 1 }
          if x > start {
            path.append(
              .rect(
                Rect(
                  x: left + Double(start + Self.edge) * module, y: top + Double(y + Self.edge) * module,
                  width: Double(x - start) * module, height: module)))
          } else {
            x += 1
          }
        }
      }
    case .bars(let bars):
      let module = size.width / Double(bars.count + 2 * Self.ends)
      var x = Self.ends
      for (index, width) in bars.widths.enumerated() {
        if index % 2 == 0 {
          path.append(.rect(Rect(x: Double(x) * module, y: 0, width: Double(width) * module, height: size.height)))
        }
        x += width
      }
    }
    context.fill(path, .color(color))
  }
}
