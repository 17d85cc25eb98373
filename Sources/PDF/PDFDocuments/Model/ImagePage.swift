public import Drawing
public import ImageModel
public import Imaging

/// A page that shows a picture. The compressed data is embedded as it is, wherever PDF supports the format.
public final class ImagePage: PDFPage {
  /// The properties of the picture.
  public let info: ImageInfo
  /// The file, while it is open. It is opened as late and closed as early as possible, because a document may have
  /// many.
  private(set) var source: ImageSource?
  let name: String
  let index: Int
  let options: ImageSource.Options
  let placement: ImagePageLayout.Placement
  /// The upright size of the picture at its own resolution, in points.
  package let naturalSize: Size
  private let reserve: Double
  /// How the stored rows are turned: by the orientation in the file and the rotation of the layout.
  package let orientation: Orientation
  /// The background colour of the picture; nil for none.
  package var background: Color?
  /// The sample values that become black and white; nil embeds the picture as it is.
  package var range: SampleRange?
  /// The invisible text of the picture, which covers it.
  package var recognizedText: EmbeddedObject?
  /// The text that stands for the picture; empty for a decoration, nil for a page without tags.
  package var alternative: String? { didSet { isTagged = alternative != nil } }
  /// The picture in the document that is being written, once it is embedded. It is kept with the page and not in a
  /// table by the address of the page, because a later page may have the same address.
  var placed: Placed?

  /// A picture, and the registry of the document that it is in.
  struct Placed {
    let picture: ImageXObject
    private(set) weak var by: XObjectRegistry?

    init(_ picture: ImageXObject, by registry: XObjectRegistry) {
      self.picture = picture
      by = registry
    }
  }

  /// A page for an image of a file.
  ///
  /// - Parameters:
  ///   - index: the image, counted from 0.
  ///   - layout: the size of the page, and the place of the picture on it.
  /// - Throws: `ImageError` with the path; `usage` where the layout leaves no space.
  public convenience init(
    path: String, index: Int = 0, layout: ImagePageLayout = ImagePageLayout(),
    _ options: ImageSource.Options = .init()
  ) throws(ImageError) {
    let source = try ImageSource(path: path, options)
    try self.init(source, index: index, layout: layout, options)
    self.source = nil
  }

  /// A page for an image of a source, which stays open until the page is written.
  ///
  /// - Parameter natural: the natural size of the picture; nil computes it from the resolution.
  package init(
    _ source: ImageSource, index: Int, layout: ImagePageLayout, _ options: ImageSource.Options, reserve: Double = 0,
    natural: Size? = nil
  ) throws(ImageError) {
    self.source = source
    self.reserve = reserve
    self.options = options
    name = source.name
    self.index = index
    let info = try source.info(at: index)
    self.info = info
    orientation = info.orientation.turned(clockwise: layout.rotation)
    naturalSize = natural ?? layout.resolution.naturalSize(stored: info.size, orientation, info.resolution)
    do throws(ImageError) {
      placement = try layout.placement(of: naturalSize, reserve: reserve)
    } catch {
      throw error.at(path: source.name)
    }
    super.init(size: placement.page)
  }

  /// The size of the whole picture on the page, in points, including the parts that are clipped.
  package var pictureSize: Size { placement.picture.size }

  /// The place of a caption: directly below the picture.
  package var captionStrip: Rect { placement.captionStrip(reserve: reserve) }

  /// The maximum size of a caption, and the space below it, in points. Where the size of the page is given, a caption
  /// takes at most half of the picture's frame.
  package func captionArea(_ layout: ImagePageLayout) -> (size: Size, bottom: Double) {
    let (frame, inset) = (placement.frame, placement.captionInset)
    let height = layout.shape.medium == .content ? Double.infinity : frame.height / 2
    return (Size(width: frame.width - 2 * inset.side, height: height), inset.bottom)
  }

  /// The source, opened where necessary.
  func openSource() throws(ImageError) -> ImageSource {
    if let source { return source }
    return try ImageSource(path: name, options)
  }

  /// Closes the file.
  func close() { source = nil }

  public override func draw(with box: PageBox, to context: DrawingContext) throws {
    if let background {
      context.withArtifact { context.fill(.rect(Rect(placement.page)), .color(background)) }
    }
    let picture: ImageXObject
    if let registry {
      picture = try registry.picture(of: self)
    } else {
      // The target is an image: the pixels are drawn, already upright.
      let (source, index, turn, range) = (try openSource(), index, orientation, range)
      picture = ImageXObject(
        object: EmbeddedObject(id: 0, size: placement.picture.size) {
          var options = RenderOptions()
          options.range = range
          return try source.thumbnail(at: index, options).pixels
        }, pixels: info.size, orientation: turn, resolution: info.resolution)
    }
    let text = alternative.flatMap { $0.isEmpty ? nil : $0 }
    try context.withTag(text.map { StructureTag("Figure", alternative: $0) }) { () throws in
      try context.withState {
        if placement.isClipped { context.clip(to: .rect(placement.frame)) }
        try context.draw(picture, in: placement.picture)
        if let recognizedText, registry != nil { try context.draw(recognizedText, in: placement.picture) }
      }
    }
  }

  package override func prepare(_ registry: XObjectRegistry) throws(ImageError) {
    try registry.conformance.check(alternative: alternative)
    _ = try registry.picture(of: self)
    close()
  }
}
