internal import CPangoShims
internal import ImageModel

/// The stubs of a PDF, so that cairo writes each once.
///
/// An object that stands on a page several times has a stub for each place: cairo 1.16 names an image in the page's
/// resources each time that it is drawn, and a dictionary with the same key twice is damaged.
final class StubSurfaces: DrawingContext.StubSource {
  private struct Key: Hashable {
    var id: Int
    var use: Int
  }

  private var surfaces: [Key: OpaquePointer] = [:]

  deinit { for surface in surfaces.values { lib.cairo_surface_destroy(surface) } }

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
      // cairo keeps the bytes and frees them with the function that it is given.
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
