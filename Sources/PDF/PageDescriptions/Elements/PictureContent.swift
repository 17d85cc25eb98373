internal import Drawing
internal import ImageModel
internal import PDFDocuments

/// An element of type `image` or `importedPage`: a picture or page of another file, fitted into a box.
final class PictureContent: ElementContent {
  static let imageNames = ["path", "page", "fit", "align"]
  static let importedNames = imageNames + ["box"]

  private let path: String
  private let page: Int
  /// nil for an image.
  private let box: PageBox?
  private let fit: PageFit
  private let anchor: BoxAnchor
  private let reader: ValueReader
  private let environment: PageEnvironment
  private var loaded: DescriptionResource?

  convenience init(image object: MemberReader, _ environment: PageEnvironment) throws(ImageError) {
    try self.init(object, box: nil, environment)
  }

  convenience init(imported object: MemberReader, _ environment: PageEnvironment) throws(ImageError) {
    try self.init(object, box: try object["box"]?.word(PageBox.self) ?? .crop, environment)
  }

  private init(_ object: MemberReader, box: PageBox?, _ environment: PageEnvironment) throws(ImageError) {
    path = try environment.path(try object.required("path"))
    page = (try object["page"]?.integer("a page, counted from 1", in: 1...10_000_000) ?? 1) - 1
    fit = try object["fit"]?.word(PageFit.self) ?? .inside
    anchor = try object["align"]?.word(BoxAnchor.self) ?? .center
    self.box = box
    reader = object.reader
    self.environment = environment
  }

  private func resource() throws(ImageError) -> DescriptionResource {
    if let loaded { return loaded }
    let resource: DescriptionResource
    do throws(ImageError) {
      if let box {
        resource = try environment.resources.importedPage(path: path, page: page, box: box)
      } else {
        resource = try environment.resources.picture(path: path, page: page)
      }
    } catch {
      throw (reader.peek("path") ?? reader).error(
        error.at(path: path).description, error.kind == .invalidData ? .unsupported : error.kind)
    }
    guard resource.size.width > 0, resource.size.height > 0 else { throw reader.error("'\(path)' has no size") }
    loaded = resource
    return resource
  }

  var allowedBelowPage: PartBelowPage { .aPart }

  func prepare() throws(ImageError) { _ = try resource() }

  /// A side that is not given follows from the aspect ratio. If neither is given, the picture has its natural size,
  /// limited by the available width.
  func size(width: Double?, height: Double?, available: Double?) throws(ImageError) -> Size {
    if let width, let height { return Size(width: width, height: height) }
    let natural = try resource().size
    let aspect = natural.height / natural.width
    if let width { return Size(width: width, height: width * aspect) }
    if let height { return Size(width: height / aspect, height: height) }
    let width = min(natural.width, available ?? natural.width)
    return Size(width: width, height: width * aspect)
  }

  func draw(in size: Size, on context: DrawingContext) throws(ImageError) {
    let resource = try resource()
    let frame = Rect(size)
    var place = fit.place(resource.size, in: frame)
    // y grows downwards here, upwards for the anchor.
    let (x, y) = anchor.direction
    place.origin = Point(
      x: (frame.width - place.width) * (1 + x) / 2, y: (frame.height - place.height) * (1 - y) / 2)
    do {
      try context.withState {
        if place.width > frame.width + 0.001 || place.height > frame.height + 0.001 { context.clip(to: .rect(frame)) }
        switch resource.content {
        case .object(let object): try context.draw(object, in: place)
        case .pixels(let pixels): try context.draw(pixels, in: place)
        }
      }
    } catch let error as ImageError {
      throw reader.error(error.description, error.kind)
    } catch {
      throw reader.error("\(error)", .unsupported)
    }
  }
}
