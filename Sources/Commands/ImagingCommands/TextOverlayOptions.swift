package import ArgumentParser
internal import ByteStreams
package import CommandKit
internal import Drawing
package import ImageModel
package import Imaging
internal import MetadataModel
internal import MetadataReports

/// A text that is drawn over pictures, with fields of each picture. Pango is loaded for it alone.
package struct TextOverlayOptions: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Draw a text over the resized picture. Fields are those of imgmeta --print: '{exif.Artist|unknown}', "
        + "'{exif.DateTimeOriginal:%Y}', {stem}. Without a word to draw, nothing is drawn.", valueName: "TEXT"))
  package var text: String?

  @Option(
    help: ArgumentHelp("Its font family, such as \"DejaVu Serif\". (default: sans-serif)", valueName: "FAMILY"))
  package var textFont: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The size of its font in pixels, 4 to 2000. (default: 24)", valueName: "N"),
    transform: { try OptionText.decimal($0, in: 4...2_000) })
  package var textSize: Double?

  @Option(
    help: ArgumentHelp("Its colour: #rgb, #rrggbb, #rrggbbaa or a name. (default: white)", valueName: "C"),
    completion: .list(OptionText.colorNames), transform: { try OptionText.color($0) })
  package var textColor: BackgroundColor?

  @Option(
    help: ArgumentHelp(
      "Where it lies: center, top, bottom-left, ..., or X%,Y%. (default: bottom; tiled: top-left)", valueName: "P"),
    completion: .list(CropPosition.named.map(\.key)), transform: { try OptionText.place($0) })
  package var textPosition: CropPosition?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Pixels between it and the edges, and between repeated ones. (default: 8)", valueName: "N"),
    transform: { try OptionText.number($0, in: 0...100_000) })
  package var textMargin: Int?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Percent by which it covers the picture, 1 to 100. (default: 100)", valueName: "N"),
    transform: { try OptionText.number($0, in: 1...100) })
  package var textOpacity: Int?

  @Flag(help: "Repeat it over the whole picture.")
  package var textTile = false

  package init() {}

  /// The options by their names.
  package var all: NamedOptions {
    [
      "--text": text, "--text-font": textFont, "--text-size": textSize, "--text-color": textColor,
      "--text-position": textPosition, "--text-margin": textMargin, "--text-opacity": textOpacity,
      "--text-tile": textTile,
    ]
  }

  package func validate() throws {
    guard text == nil, let option = OptionRules.given(all).first else { return }
    throw ValidationError("\(option) needs --text")
  }

  /// What draws the text over a picture; nil without one.
  ///
  /// - Throws: `ValidationError` for a text with a fault or with a field that no picture can have, and for a name that
  ///   is not that of a family.
  package func drawing() throws -> OverlayDrawing? {
    guard let text else { return nil }
    let color = textColor ?? .white
    var style = TextStyle(size: textSize ?? 24)
    style.color = Color(
      red: Double(color.red) / 255, green: Double(color.green) / 255, blue: Double(color.blue) / 255,
      alpha: Double(color.alpha) / 255)
    let template: PrintTemplate
    do {
      template = try PrintTemplate(OptionText.unicode(text), isLine: false)
      let names = FieldNames(variables: ["name", "stem", "path", "dir", "n", "date", "camera"])
      if let fault = template.allQueries.lazy.compactMap({ names.fault($0) }).first {
        throw ImageError(.usage, fault)
      }
      if let textFont {
        try TextStyle.checkFamily(textFont)
        style.families = [textFont]
      }
    } catch let error as ImageError {
      throw ValidationError("--text: \(error.reason)")
    }
    let position = textPosition ?? (textTile ? CropPosition(x: 0, y: 0) : CropPosition(x: 0.5, y: 1))
    let (margin, opacity, isTiled) = (textMargin ?? 8, Double(textOpacity ?? 100) / 100, textTile)
    return { [style] source, index throws(ImageError) in
      var drawn = DrawnOverlays()
      let file = try Self.file(template, source, index)
      for query in template.queries where file.first(query) == nil {
        drawn.diagnostics.append(.note("the picture has no '\(query.text)' (--text)"))
      }
      let words = template.text(of: file, style: .readable)
      guard words.contains(where: { !$0.isWhitespace }) else { return drawn }
      var overlay: Overlay
      do throws(ImageError) {
        let layout = try TextLayout(
          AttributedText(words, style), options: TextLayoutOptions(alignment: Self.alignment(position)),
          fonts: FontCatalog())
        drawn.diagnostics += layout.diagnostics
        overlay = Overlay(try Self.picture(layout, limits: source.options.limits))
      } catch {
        throw error.at(path: source.name)
      }
      (overlay.position, overlay.margin, overlay.opacity, overlay.isTiled) = (position, margin, opacity, isTiled)
      drawn.overlays = [overlay]
      return drawn
    }
  }

  /// The alignment of several lines: that of the side at which they lie.
  private static func alignment(_ position: CropPosition) -> TextLayoutOptions.Alignment {
    switch position.x {
    case ..<0.25: .leading
    case ...0.75: .center
    default: .right
    }
  }

  /// What the fields of the text refer to.
  private static func file(
    _ template: PrintTemplate, _ source: ImageSource, _ index: Int
  ) throws(ImageError) -> FileMetadata {
    let properties = template.asksForProperties ? try source.readableProperties(at: index) : nil
    return FileMetadata(
      path: source.name == "-" ? nil : source.name, number: 0,
      metadata: ImageMetadata(format: source.format, contentType: source.contentType, byteCount: source.byteCount),
      container: properties?.container ?? PropertyTree(), images: properties.map { [$0.image] } ?? [])
  }

  /// The text as a picture with transparency, one pixel larger at each side.
  ///
  /// - Throws: `limitExceeded` for a text that is too large, as one of metadata may be.
  private static func picture(_ layout: TextLayout, limits: Limits) throws(ImageError) -> OverlayPicture {
    let size = PixelSize(
      width: Int(layout.size.width.rounded(.up)) + 2, height: Int(layout.size.height.rounded(.up)) + 2)
    let (memory, overflow) = size.pixelCount.multipliedReportingOverflow(by: 8)
    try limits.check(memory: overflow ? .max : memory, for: "drawing a text of \(size) pixels")
    let context = try DrawingContext.image(size: size)
    context.flip()
    context.draw(layout, at: Point(x: 1, y: 1))
    let pixels = try context.makeImage()
    return OverlayPicture(pixels, digest: StableHash.fnv1a(pixels.bytes))
  }
}
