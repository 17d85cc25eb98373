package import ByteStreams
internal import ContentTypes
package import Drawing
package import ImageModel
package import Imaging
package import PDFWriting

/// The XObjects of a document that is being written: pictures and pages of other documents that are embedded untouched.
/// Each one is embedded once.
package final class XObjectRegistry {
  /// An image of a file.
  private struct ImageKey: Hashable {
    var path: [UInt8]
    var index: Int
  }

  private let writer: PDFWriter
  private let embedder: ImageEmbedder
  private let sourceOptions: ImageSource.Options
  /// The output file, which must not be used as a picture.
  package var output: FileIdentity?
  /// The standards that the document conforms to.
  var conformance = Conformance()
  private var pictures: [ImageKey: ImageXObject] = [:]
  /// The XObjects in the file, by the IDs that drawings use.
  private(set) var references: [Int: PDFReference] = [:]
  private var forms: [FormKey: EmbeddedObject] = [:]
  /// SVG drawings, by their paths; nil for other files.
  private var drawings: [[UInt8]: EmbeddedObject?] = [:]
  /// The pictures of glyphs with colours, by their bytes.
  private var glyphs: [[UInt8]: EmbeddedObject] = [:]
  /// Is called with each file that is used, to limit the number of open files.
  var didUse: ((PDFFile) -> Void)?
  /// Finds the importer of a file; set by the document writer.
  var importer: (PDFFile) -> PDFImporter?
  /// Releases a file whose pages are all drawn; set by the document writer.
  var release: (PDFFile) throws(ImageError) -> Void = { _ in }
  /// Reserves the name of a destination; set by the document writer.
  var nameClaim: (String) -> String = { $0 }

  /// A page of a file.
  private struct FormKey: Hashable {
    var file: ObjectIdentifier
    var index: Int
    var box: PageBox
  }

  /// The pictures that were embedded since the last call of `takeEmbedded`.
  private var embedded: [EmbeddedImage] = []

  init(_ writer: PDFWriter, _ embedder: ImageEmbedder, _ sourceOptions: ImageSource.Options) {
    self.writer = writer
    self.embedder = embedder
    self.sourceOptions = sourceOptions
    importer = { _ in nil }
  }

  /// An image of a file.
  ///
  /// - Parameter index: counted from 0.
  /// - Throws: `ImageError` with the path.
  package func picture(path: String, index: Int = 0) throws(ImageError) -> ImageXObject {
    let key = ImageKey(path: Array(path.utf8), index: index)
    if let known = pictures[key] { return known }
    try checkFile(path)
    let picture = try picture(try ImageSource(path: path, sourceOptions), index: index)
    pictures[key] = picture
    return picture
  }

  /// Checks a file that a page refers to. It must not be the output, and it must be a regular file, on which reading
  /// cannot block.
  ///
  /// - Throws: `ImageError` with the path.
  package func checkFile(_ path: String) throws(ImageError) {
    if let output, FileIdentity(path: path) == output {
      throw ImageError(.usage, "is the output, which would be overwritten", path: path)
    }
    // A page description may come from a stranger, and reading a pipe may block forever.
    if let status = SystemCall.status(of: path), !status.isRegularFile, !status.isDirectory {
      throw ImageError(.unsupported, "is a pipe or a device, not a file", path: path)
    }
  }

  /// An image of an open source.
  package func picture(
    _ source: ImageSource, index: Int, range: SampleRange? = nil
  ) throws(ImageError) -> ImageXObject {
    let image = try embedder.embed(source, page: index, range: range)
    embedded.append(image)
    let number = add(image.reference)
    return ImageXObject(
      object: EmbeddedObject(id: number, size: Size(width: 1, height: 1)), pixels: image.size,
      orientation: image.orientation, resolution: image.resolution)
  }

  /// Embeds the SVG drawing of a file as paths and text, once for each file; nil for a file that is no SVG.
  ///
  /// - Throws: `ImageError` with the path.
  package func drawing(path: String) throws(ImageError) -> EmbeddedObject? {
    let key = Array(path.utf8)
    if let known = drawings[key] { return known }
    try checkFile(path)
    let header = SystemCall.header(ofFile: path, count: ContentTypeRegistry.headerLength)
    guard let header, PlainText.isDrawing(header, name: path, ContentTypeRegistry()) else {
      drawings[key] = .some(nil)
      return nil
    }
    guard sourceOptions.allowedFormats?.contains("svg") ?? true else {
      throw ImageError(.unsupported, "SVG files are not allowed here (--allow)", path: path)
    }
    let object = try drawing(try FileByteSource(path: path), name: path)
    drawings[key] = object
    return object
  }

  /// Embeds an SVG drawing as paths and text, in a form XObject of its own size.
  ///
  /// - Parameter name: of the file, for errors.
  /// - Throws: `ImageError` with the name: as `SVGDrawing`; `unsupported` where the document conforms to a standard.
  package func drawing(_ source: any ByteSource, name: String) throws(ImageError) -> EmbeddedObject {
    guard conformance.isEmpty else {
      throw ImageError(.unsupported, conformance.refusal(of: "an SVG drawing"), path: name)
    }
    do throws(ImageError) {
      let drawing = try SVGDrawing(source)
      let file = try PDFFile(bytes: try drawing.pdf(), name: name, limits: sourceOptions.limits)
      let object = try page(try ImportedPage(file, index: 0), box: .media)
      // The form is in the document, which keeps no page of this file.
      try release(file)
      return EmbeddedObject(id: object.id, size: drawing.size)
    } catch {
      throw error.at(path: name)
    }
  }

  /// The picture of a glyph with colours; nil where it cannot be read.
  func glyph(_ png: [UInt8]) -> EmbeddedObject? {
    if let known = glyphs[png] { return known }
    guard let source = try? ImageSource(MemoryByteSource(png), name: "emoji", glyphOptions),
      let image = try? embedder.embed(source, page: 0)
    else { return nil }
    let object = EmbeddedObject(id: add(image.reference), size: Size(width: 1, height: 1))
    glyphs[png] = object
    return object
  }

  /// Formats that are not allowed as inputs may be in fonts.
  private var glyphOptions: ImageSource.Options {
    var options = sourceOptions
    options.allowedFormats = nil
    return options
  }

  /// A picture as an XObject that is upright, for drawings that do not support orientations.
  package func upright(_ picture: ImageXObject) throws(ImageError) -> EmbeddedObject {
    guard picture.orientation != .up, let reference = references[picture.object.id] else { return picture.object }
    let unit = Rect(x: 0, y: 0, width: 1, height: 1)
    let content = ImagePlacement.operators(
      ImagePlacement.matrix(orientation: picture.orientation, in: unit), name: "I")
    let form = try writer.addShared(
      [
        "Type": .name("XObject"), "Subtype": .name("Form"),
        "BBox": .array([.integer(0), .integer(0), .integer(1), .integer(1)]),
        "Resources": .dictionary(["XObject": .dictionary(["I": .reference(reference)])]),
      ], content: content)
    return EmbeddedObject(id: add(form), size: picture.object.size)
  }

  /// The picture of an image page, with the orientation of the page.
  func picture(of page: ImagePage) throws(ImageError) -> ImageXObject {
    if let known = page.placed, known.by === self { return known.picture }
    var picture = try picture(try page.openSource(), index: page.index, range: page.range)
    picture.orientation = page.orientation
    page.placed = ImagePage.Placed(picture, by: self)
    return picture
  }

  /// A page of another document, as a viewer shows it. The file must stay alive until the document is written.
  package func page(_ page: ImportedPage, box: PageBox) throws(ImageError) -> EmbeddedObject {
    let key = FormKey(file: ObjectIdentifier(page.file), index: page.index, box: box)
    if let known = forms[key] { return known }
    guard conformance.isEmpty else {
      throw ImageError(.unsupported, conformance.refusal(of: "a page of a PDF"), path: page.file.name)
    }
    guard let importer = importer(page.file) else { throw ImageError(.usage, "the document has already been written") }
    let (reference, size) = try importer.form(page.index, box: box)
    didUse?(page.file)
    let object = EmbeddedObject(id: add(reference), size: size)
    forms[key] = object
    return object
  }

  /// Reserves a name for a destination. Returns the name in this document, which differs where the name is taken.
  package func claimName(_ name: String) -> String { nameClaim(name) }

  /// Removes the pages of a file that is no longer needed.
  func forget(_ file: PDFFile) {
    let key = ObjectIdentifier(file)
    if forms.keys.contains(where: { $0.file == key }) { forms = forms.filter { $0.key.file != key } }
  }

  /// Assigns an ID for drawings to an XObject.
  func add(_ reference: PDFReference) -> Int {
    let number = references.count + 1
    references[number] = reference
    return number
  }

  /// The pictures that were embedded since the last call.
  package func takeEmbedded() -> [EmbeddedImage] {
    defer { embedded = [] }
    return embedded
  }
}

/// A picture that is embedded in a document, with the properties that are needed to place it.
package struct ImageXObject {
  package var object: EmbeddedObject
  /// The size of the stored rows.
  package var pixels: PixelSize
  /// How the stored rows must be turned.
  package var orientation: Orientation
  package var resolution: Resolution?

  package init(object: EmbeddedObject, pixels: PixelSize, orientation: Orientation, resolution: Resolution?) {
    self.object = object
    self.pixels = pixels
    self.orientation = orientation
    self.resolution = resolution
  }

  /// The upright size in points.
  package func naturalSize(_ rule: ResolutionRule = ResolutionRule()) -> Size {
    rule.naturalSize(stored: pixels, orientation, resolution)
  }
}

extension DrawingContext {
  /// Draws a picture upright into a rectangle.
  package func draw(_ picture: ImageXObject, in rect: Rect) throws {
    let (isMirrored, clockwise) = picture.orientation.steps
    if !isMirrored, clockwise == 0 { return try draw(picture.object, in: rect) }
    try withState {
      translate(x: rect.center.x, y: rect.center.y)
      rotate(degrees: Double(isFlipped ? clockwise : -clockwise))
      if isMirrored { scale(x: -1, y: 1) }
      let size = rect.size.turned(by: clockwise)
      try draw(
        picture.object,
        in: Rect(x: -size.width / 2, y: -size.height / 2, width: size.width, height: size.height))
    }
  }
}

extension Orientation {
  /// The steps to make the picture upright: first mirror it left to right, then rotate it clockwise.
  var steps: (isMirrored: Bool, clockwise: Int) {
    switch self {
    case .up: (false, 0)
    case .upMirrored: (true, 0)
    case .down: (false, 180)
    case .downMirrored: (true, 180)
    case .leftMirrored: (true, 270)
    case .right: (false, 90)
    case .rightMirrored: (true, 90)
    case .left: (false, 270)
    }
  }
}
