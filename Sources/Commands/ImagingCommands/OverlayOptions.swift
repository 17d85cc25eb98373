package import ArgumentParser
package import CommandKit
internal import Glibc
package import ImageModel
internal import Imaging

/// A picture that is drawn over others: a logo, a watermark.
package struct OverlayOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Draw the picture FILE over the resized picture; with --overlay-size also an SVG drawing or the first page of a "
        + "PDF file.", valueName: "FILE"),
    completion: .file())
  package var overlay: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Its size: as large as fits into a box N, WxH, Wx or xH in pixels, or N% of the picture's width. (default: its "
        + "own)", valueName: "SIZE"), transform: { try Self.size($0) })
  package var overlaySize: Overlay.Size?

  @Option(
    help: ArgumentHelp(
      "Where it lies: center, top, bottom-left, ..., or X%,Y%. (default: bottom-right; tiled: top-left)",
      valueName: "P"),
    completion: .list(CropPosition.named.map(\.key)), transform: { try OptionText.place($0) })
  package var overlayPosition: CropPosition?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Pixels between it and the edges, and between repeated ones. (default: 0)", valueName: "N"),
    transform: { try OptionText.number($0, in: 0...100_000) })
  package var overlayMargin: Int?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Percent by which it covers the picture, 1 to 100. (default: 100)", valueName: "N"),
    transform: { try OptionText.number($0, in: 1...100) })
  package var overlayOpacity: Int?

  @Flag(help: "Repeat it over the whole picture.")
  package var overlayTile = false

  package init() {}

  /// The options by their names.
  package var all: NamedOptions {
    [
      "--overlay": overlay, "--overlay-size": overlaySize, "--overlay-position": overlayPosition,
      "--overlay-margin": overlayMargin, "--overlay-opacity": overlayOpacity, "--overlay-tile": overlayTile,
    ]
  }

  private static func size(_ text: String) throws -> Overlay.Size {
    guard text.hasSuffix("%") else { return .inside(try OptionText.size(text)) }
    return .widthFraction(try OptionText.decimal(String(text.dropLast()), in: 0.1...100) / 100)
  }

  package func validate() throws {
    try OptionRules.need(
      "--overlay", overlay,
      for: [
        "--overlay-size": overlaySize, "--overlay-position": overlayPosition, "--overlay-margin": overlayMargin,
        "--overlay-opacity": overlayOpacity, "--overlay-tile": overlayTile,
      ])
  }

  /// The overlays. A picture is read from its file; `preview` draws a document.
  ///
  /// - Throws: `usage` with the path for a picture that cannot be read.
  package func overlays(limits: Limits, allowed: Set<String>?) throws(ImageError) -> [Overlay] {
    guard let path = overlay else { return [] }
    let picture = try OptionFile.read("--overlay") { () throws(ImageError) -> OverlayPicture in
      guard allowed == nil, let document = try documentPicture(path) else {
        return try OverlayPicture(path: path, limits: limits, allowedFormats: allowed)
      }
      return try OverlayPicture(bytes: document, name: path, limits: limits)
    }
    var one = Overlay(picture)
    one.size = overlaySize
    one.position = overlayPosition ?? (overlayTile ? CropPosition(x: 0, y: 0) : CropPosition(x: 1, y: 1))
    one.margin = overlayMargin ?? 0
    one.opacity = Double(overlayOpacity ?? 100) / 100
    one.isTiled = overlayTile
    return [one]
  }

  /// The picture of an SVG drawing or of the first page of a PDF file, as PNG; nil for other files. A size in pixels
  /// is that of the picture.
  ///
  /// - Throws: why it cannot be drawn, with the path; `usage` without a size.
  private func documentPicture(_ path: String) throws(ImageError) -> [UInt8]? {
    var boxes: [SizeRequest] = []
    if case .inside(let box)? = overlaySize { boxes.append(box) }
    let request = DocumentRequest(boxes: boxes, isWhole: true, page: nil)
    let documents = DocumentPictures(among: [.path(path)], request, keeps: { _ in false })
    guard let documents else { return nil }
    defer { documents.finish() }
    guard overlaySize != nil else {
      throw ImageError(
        .usage, "a drawing or page has no size in pixels: --overlay-size says how large it is", path: path)
    }
    do throws(ImageError) {
      return try documents.picture(of: path)
    } catch {
      guard error.kind == .io else { throw error }
      // A job may start no program.
      let isForbidden = error.reason.hasSuffix(String(cString: strerror(EPERM)))
      let reason = isForbidden ? "a job takes no drawing or page as its overlay" : error.reason
      throw ImageError(error.kind, "\(reason); 'imgconv FILE -o logo.png' makes a picture of it", path: path)
    }
  }
}
