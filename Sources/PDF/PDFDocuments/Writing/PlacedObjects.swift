package import ByteStreams
package import Drawing
package import ImageModel
package import Imaging
package import PDFWriting

/// Hands out the objects that pages of one document show and that are embedded untouched: pictures, and pages of other
/// documents. What is asked for twice is embedded once.
package final class PlacedObjects {
  /// An image of a file.
  private struct Place: Hashable {
    var path: [UInt8]
    var index: Int
  }

  private let writer: PDFWriter
  private let embedder: ImageEmbedder
  private let sourceOptions: ImageSource.Options
  /// The file that the document will take the place of: it is no picture of the document.
  package var output: FileIdentity?
  private var pictures: [Place: PlacedPicture] = [:]
  /// Where the objects are in the file, by their numbers.
  private(set) var references: [Int: PDFReference] = [:]
  private var forms: [Form: EmbeddedObject] = [:]
  /// Is told of each file that a page was asked of, so that not too many are open.
  var didUse: ((PDFFile) -> Void)?
  /// Finds what copies pages of a file; set by the document's writer.
  var importer: (PDFFile) -> PDFImporter?
  /// Takes a name for a destination; set by the document's writer.
  var nameClaim: (String) -> String = { $0 }

  /// A page of a file as a form.
  private struct Form: Hashable {
    var file: ObjectIdentifier
    var index: Int
    var box: PageBox
  }

  /// What became of pictures that were embedded since somebody last asked.
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
  package func picture(path: String, index: Int = 0) throws(ImageError) -> PlacedPicture {
    let place = Place(path: Array(path.utf8), index: index)
    if let known = pictures[place] { return known }
    try checkFile(path)
    let picture = try picture(try ImageSource(path: path, sourceOptions), index: index)
    pictures[place] = picture
    return picture
  }

  /// Checks a file that a page names: it must not be the output, and nothing that could be waited for.
  ///
  /// - Throws: `ImageError` with the path.
  package func checkFile(_ path: String) throws(ImageError) {
    if let output, FileIdentity(path: path) == output {
      throw ImageError(.usage, "is the output, which would be overwritten", path: path)
    }
    // A page may come from a stranger, and a pipe may never end.
    if let status = SystemCall.status(of: path), !status.isRegularFile, !status.isDirectory {
      throw ImageError(.unsupported, "is a pipe or a device; pages show files", path: path)
    }
  }

  /// An image of an open source.
  package func picture(_ source: ImageSource, index: Int) throws(ImageError) -> PlacedPicture {
    let image = try embedder.embed(source, page: index)
    embedded.append(image)
    let number = add(image.reference)
    return PlacedPicture(
      object: EmbeddedObject(id: number, size: Size(width: 1, height: 1)), pixels: image.size,
      orientation: image.orientation, resolution: image.resolution)
  }

  /// A picture as an object that stands upright by itself, for drawings that know nothing of orientations.
  package func upright(_ picture: PlacedPicture) throws(ImageError) -> EmbeddedObject {
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

  /// The picture of an image page, with the orientation that the page gives it.
  func picture(of page: ImagePage) throws(ImageError) -> PlacedPicture {
    if let known = page.placed, known.by === self { return known.picture }
    var picture = try picture(try page.openSource(), index: page.index)
    picture.orientation = page.orientation
    page.placed = ImagePage.Placed(picture, by: self)
    return picture
  }

  /// A page of another document, as a viewer shows it. The file must live as long as the document is written.
  package func page(_ page: ImportedPage, box: PageBox) throws(ImageError) -> EmbeddedObject {
    let key = Form(file: ObjectIdentifier(page.file), index: page.index, box: box)
    if let known = forms[key] { return known }
    guard let importer = importer(page.file) else { throw ImageError(.usage, "the document is written already") }
    let (reference, size) = try importer.form(page.index, box: box)
    didUse?(page.file)
    let object = EmbeddedObject(id: add(reference), size: size)
    forms[key] = object
    return object
  }

  /// Takes a name of a document for a destination in the one that is written, where it may have to be another.
  package func claimName(_ name: String) -> String { nameClaim(name) }

  /// Forgets the pages of a file that is not needed any more.
  func forget(_ file: PDFFile) {
    let key = ObjectIdentifier(file)
    if forms.keys.contains(where: { $0.file == key }) { forms = forms.filter { $0.key.file != key } }
  }

  /// Gives an object in the file a number for drawings.
  func add(_ reference: PDFReference) -> Int {
    let number = references.count + 1
    references[number] = reference
    return number
  }

  /// What became of the pictures that were embedded since the last call.
  package func takeEmbedded() -> [EmbeddedImage] {
    defer { embedded = [] }
    return embedded
  }
}
