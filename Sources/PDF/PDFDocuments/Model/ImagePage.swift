public import Drawing
public import ImageModel
public import Imaging

/// A page that shows a picture. Its compressed data go into the file as they are, wherever PDF can carry them.
public final class ImagePage: PDFPage {
  /// What the picture's file says about it.
  public let info: ImageInfo
  /// The file, while it is open: pages of many files open late and close early.
  private(set) var source: ImageSource?
  let name: String
  let index: Int
  let options: ImageSource.Options
  let placement: ImagePageLayout.Placement
  /// The size of the picture at its own resolution, in points, as it is seen.
  package let naturalSize: Size
  private let reserve: Double
  /// How the stored rows are turned: by the file's word and the layout's.
  package let orientation: Orientation
  /// Behind the picture; nil leaves the page as it is.
  package var background: Color?
  /// The picture in the document that is being written, once it is there. It is kept with the page: the page's address
  /// may become another page's.
  var placed: Placed?

  /// A picture, and the document that it is in.
  struct Placed {
    let picture: PlacedPicture
    private(set) weak var by: PlacedObjects?

    init(_ picture: PlacedPicture, by objects: PlacedObjects) {
      self.picture = picture
      by = objects
    }
  }

  /// A page for an image of a file.
  ///
  /// - Parameters:
  ///   - index: the image, counted from 0.
  ///   - layout: the page's size, and the place of the picture on it.
  /// - Throws: `ImageError` with the path; `usage` where the layout leaves no room.
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
  /// - Parameter natural: what counts as the picture's own size; nil for what its resolution says.
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

  /// The size of the whole picture on the page, in points, also of what is cut off.
  package var pictureSize: Size { placement.picture.size }

  /// Where a caption stands: directly below the picture.
  package var captionStrip: Rect { placement.captionStrip(reserve: reserve) }

  /// The room that a caption may take, and the height to keep free below it, in points. A caption takes no more than half of the
  /// picture's frame, where the page's size is given.
  package func captionRoom(_ layout: ImagePageLayout) -> (size: Size, bottom: Double) {
    let (frame, inset) = (placement.frame, placement.captionInset)
    let height = layout.shape.medium == .content ? Double.infinity : frame.height / 2
    return (Size(width: frame.width - 2 * inset.side, height: height), inset.bottom)
  }

  /// The source, opened if need be.
  func openSource() throws(ImageError) -> ImageSource {
    if let source { return source }
    return try ImageSource(path: name, options)
  }

  /// Lets the file go.
  func close() { source = nil }

  public override func draw(with box: PageBox, to context: DrawingContext) throws {
    if let background {
      context.fill(.rect(Rect(placement.page)), .color(background))
    }
    let picture: PlacedPicture
    if let objects {
      picture = try objects.picture(of: self)
    } else {
      // An image, not a document: the pixels are drawn, upright already.
      let (source, index, turn) = (try openSource(), index, orientation)
      picture = PlacedPicture(
        object: EmbeddedObject(id: 0, size: placement.picture.size) {
          var options = ImageSource.ImageOptions()
          options.applyOrientation = false
          return try source.image(at: index, options).pixels
        }, pixels: info.size, orientation: turn, resolution: info.resolution)
    }
    try context.withState {
      if placement.isClipped { context.clip(to: .rect(placement.frame)) }
      try context.draw(picture, in: placement.picture)
    }
  }

  package override func prepare(_ objects: PlacedObjects) throws(ImageError) {
    _ = try objects.picture(of: self)
    close()
  }
}
