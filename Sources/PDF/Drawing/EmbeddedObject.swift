internal import CPangoShims
package import ImageModel

/// An image, or a page of another document, that the PDF writer embeds untouched.
///
/// On a page of a PDF, a stub is drawn, which the writer replaces. On an image, its pixels are drawn.
package struct EmbeddedObject {
  /// The ID of the object in the document. The same ID on several pages is one object.
  package var id: Int
  /// The natural size in points.
  package var size: Size
  /// Makes the pixels for an image. If it is nil, nothing is drawn on an image.
  package var rasterize: (() throws -> PixelBuffer)?

  package init(id: Int, size: Size, rasterize: (() throws -> PixelBuffer)? = nil) {
    self.id = id
    self.size = size
    self.rasterize = rasterize
  }
}

/// The JPEG that represents an embedded object in a PDF from cairo until the writer replaces it.
package enum EmbeddedObjectStub {
  /// The text of the comment segment: `cameo:` and the ID of the object in decimal digits.
  package static func comment(_ id: Int) -> String { "\(comment)\(id)" }

  private static let comment = "cameo:"

  /// A grey baseline JPEG of 2x2 pixels with the comment in a COM segment (ITU-T T.81, B.2).
  package static func jpeg(_ id: Int) -> [UInt8] {
    let text = Array(comment(id).utf8)
    return [0xff, 0xd8, 0xff, 0xfe, 0, UInt8(text.count + 2)] + text
      + [0xff, 0xdb, 0, 67, 0] + [UInt8](repeating: 1, count: 64)
      + [0xff, 0xc0, 0, 11, 8, 0, 2, 0, 2, 1, 1, 0x11, 0]
      + huffmanTable(0x00) + huffmanTable(0x10)
      + [0xff, 0xda, 0, 8, 1, 1, 0, 0, 63, 0, 0x3f, 0xff, 0xd9]
  }

  /// The maximum length of a stub.
  package static let maxBytes = 4_096

  /// The ID in the comment of a stub, which may have other segments before the comment; nil for any other bytes.
  package static func id(of jpeg: [UInt8]) -> Int? {
    guard jpeg.count <= maxBytes, jpeg.starts(with: [0xff, 0xd8]) else { return nil }
    var place = 2
    while place + 4 <= jpeg.count, jpeg[place] == 0xff, jpeg[place + 1] != 0xda {
      let length = Int(jpeg[place + 2]) << 8 | Int(jpeg[place + 3])
      guard length >= 2, place + 2 + length <= jpeg.count else { return nil }
      let content = jpeg[place + 4..<place + 2 + length]
      if jpeg[place + 1] == 0xfe, content.starts(with: comment.utf8) {
        let digits = String(decoding: content.dropFirst(comment.utf8.count), as: UTF8.self)
        guard let id = Int(digits), String(id) == digits else { return nil }
        return id
      }
      place += 2 + length
    }
    return nil
  }

  /// A Huffman table with one code, of one bit, for 0.
  private static func huffmanTable(_ kind: UInt8) -> [UInt8] {
    [0xff, 0xc4, 0, 20, kind, 1] + [UInt8](repeating: 0, count: 16)
  }
}

/// The stubs of a PDF, so that cairo writes each one once.
///
/// An object that is drawn several times on a page has a stub for each time. cairo 1.16 adds an image to the resources
/// of the page each time that it is drawn, and a dictionary with a duplicate key is invalid.
final class StubSurfaces {
  private struct Key: Hashable {
    var id: Int
    var use: Int
  }

  private var surfaces: [Key: OpaquePointer] = [:]

  deinit { for surface in surfaces.values { lib.cairo_surface_destroy(surface) } }

  /// - Parameter use: how many times the page has drawn the object before.
  func stub(for id: Int, use: Int) throws(ImageError) -> OpaquePointer {
    let key = Key(id: id, use: use)
    if let made = surfaces[key] { return made }
    guard let surface = lib.cairo_image_surface_create(CAIRO_FORMAT_RGB24, 2, 2) else {
      throw ImageError(.limitExceeded, "cannot place an image: out of memory")
    }
    let name = Array("\(EmbeddedObjectStub.comment(id))/\(use)".utf8)
    for (type, bytes) in [
      (CAIRO_MIME_TYPE_JPEG, EmbeddedObjectStub.jpeg(id)), (CAIRO_MIME_TYPE_UNIQUE_ID, name),
    ] {
      // cairo keeps the bytes and calls the function to free them.
      let copy = UnsafeMutablePointer<UInt8>.allocate(capacity: bytes.count)
      copy.initialize(from: bytes, count: bytes.count)
      let status = lib.cairo_surface_set_mime_data(
        surface, type, copy, UInt(bytes.count), { $0?.deallocate() }, copy)
      guard status == CAIRO_STATUS_SUCCESS else {
        copy.deallocate()
        lib.cairo_surface_destroy(surface)
        throw .cairo(status, "cannot place an image")
      }
    }
    surfaces[key] = surface
    return surface
  }
}
