internal import ByteStreams
internal import Glibc
internal import ImageModel
internal import Imaging
internal import PDFDocuments
internal import ProviderProtocol
internal import ProviderSupport
internal import StructuredText

/// A collection (`.mystuff`): a directory that acts as one document. It contains a property list of things,
/// `things.plist`, and a picture of each. The list may be a keyed archive.
///
///     ( { name = "Lamp"; image = "lamp.jpg"; note = "from the flea market"; }, ... )
struct ThingCollection {
  struct Thing {
    var name: String
    var note: String?
    /// The path of the picture; nil where there is none.
    var imagePath: String?
  }

  static let listName = "things.plist"
  static let maxThings = 2_000

  var things: [Thing]

  /// - Throws: `corruptInput` for a path that does not lead to a collection, `limitExceeded`.
  init(path: String) throws {
    guard SystemCall.status(of: path).map({ $0.st_mode & S_IFMT == S_IFDIR }) == true else {
      throw ProviderError(.corruptInput, "a collection is a directory")
    }
    let list = path + "/" + Self.listName
    guard SystemCall.linkStatus(of: list).map({ $0.st_mode & S_IFMT == S_IFREG }) == true else {
      throw ProviderError(.corruptInput, "the collection has no list of things (\(Self.listName))")
    }
    guard let elements = try ValueFile.readArchived(list).elements else {
      throw ProviderError(.corruptInput, "\(Self.listName) is not a list")
    }
    guard elements.count <= Self.maxThings else {
      throw ProviderError(
        .limitExceeded, "the collection has \(elements.count) things; the limit is \(Self.maxThings)")
    }
    things = try elements.enumerated().map { index, element in
      guard let name = element.member("name")?.text else {
        throw ProviderError(.corruptInput, "thing \(index + 1) has no name")
      }
      return Thing(
        name: name, note: element.member("note")?.text,
        imagePath: element.member("image")?.text.flatMap { Self.picture($0, in: path) })
    }
  }

  /// The path of a picture. It must be a regular file in the collection's own directory; nil for anything else.
  private static func picture(_ name: String, in folder: String) -> String? {
    guard !name.isEmpty, !name.hasPrefix("."), !name.utf8.contains(UInt8(ascii: "/")), !name.utf8.contains(0) else {
      return nil
    }
    let path = folder + "/" + name
    return SystemCall.linkStatus(of: path).map { $0.st_mode & S_IFMT == S_IFREG } == true ? path : nil
  }
}

extension ThingCollection.Thing {
  /// The picture as a page whose compressed data are copied into the document, and the size of its file. nil for a file
  /// that is not JPEG: other formats take less space as small pixels.
  func page(memoryMiB: Int) throws -> (page: ImagePage, byteCount: UInt64)? {
    guard let imagePath else { return nil }
    try Task.checkCancellation()
    var options = ImageSource.Options(limits: Self.limits(memoryMiB), isCancelled: { Task.isCancelled })
    options.allowedFormats = ["jpeg"]
    do throws(ImageError) {
      let size = try FileByteSource(path: imagePath).size
      return (try ImagePage(path: imagePath, options), size)
    } catch {
      if error.kind == .cancelled { throw error }
      return nil
    }
  }

  private static func limits(_ memoryMiB: Int) -> Limits {
    var limits = Limits.standard
    limits.maxMemory = min(limits.maxMemory, memoryMiB << 19)
    return limits
  }

  /// The picture, scaled down; nil if there is none or it cannot be read. The other things are still shown.
  func picture(longSide: Int, memoryMiB: Int) throws -> PixelBuffer? {
    guard let imagePath else { return nil }
    try Task.checkCancellation()
    do throws(ImageError) {
      let options = ImageSource.Options(limits: Self.limits(memoryMiB), isCancelled: { Task.isCancelled })
      let source = try ImageSource(path: imagePath, options)
      return try source.thumbnail(at: source.primaryIndex, .init(size: .longSide(longSide))).pixels
    } catch {
      if error.kind == .cancelled { throw error }
      return nil
    }
  }
}
