internal import CPangoShims
internal import ImageModel

/// A `cairo_surface_t` that is released with its owner (`cairo_surface_destroy`).
struct CairoSurface: ~Copyable {
  let pointer: OpaquePointer

  /// Takes over a reference.
  ///
  /// - Throws: cairo's words where the surface could not be made.
  init(_ made: OpaquePointer?, for purpose: String) throws(ImageError) {
    guard let made else { throw ImageError(.limitExceeded, "\(purpose): out of memory") }
    let status = lib.cairo_surface_status(made)
    guard status == CAIRO_STATUS_SUCCESS else {
      lib.cairo_surface_destroy(made)
      throw .cairo(status, purpose)
    }
    pointer = made
  }

  /// Gives up the reference to an owner that releases it in another way.
  consuming func release() -> OpaquePointer {
    let pointer = pointer
    discard self
    return pointer
  }

  deinit { lib.cairo_surface_destroy(pointer) }
}

/// A `cairo_t` that is released with its owner (`cairo_destroy`).
struct CairoContext: ~Copyable {
  let pointer: OpaquePointer

  init(on surface: borrowing CairoSurface) throws(ImageError) {
    guard let made = lib.cairo_create(surface.pointer) else {
      throw ImageError(.limitExceeded, "cannot draw: out of memory")
    }
    let status = lib.cairo_status(made)
    guard status == CAIRO_STATUS_SUCCESS else {
      lib.cairo_destroy(made)
      throw .cairo(status, "cannot draw")
    }
    pointer = made
  }

  deinit { lib.cairo_destroy(pointer) }
}

/// The functions of pango, cairo, fontconfig and GObject under their own names: `lib.cairo_save(context)`.
///
/// The libraries are loaded when this is first used. `ImageError.checkLibraries` has to succeed before.
let lib: pango_shim_functions = {
  var problem: UnsafePointer<CChar>?
  return pango_shim_load(&problem)?.pointee ?? pango_shim_functions()
}()

extension ImageError {
  /// Throws `unsupported` where pango and cairo cannot be loaded.
  static func checkLibraries() throws(ImageError) {
    var problem: UnsafePointer<CChar>?
    guard pango_shim_load(&problem) == nil else { return }
    throw ImageError(.unsupported, "cannot draw: \(problem.map { String(cString: $0) } ?? "pango is missing")")
  }

  /// A failure of cairo in cairo's words (`cairo_status_to_string`).
  static func cairo(_ status: cairo_status_t, _ purpose: String) -> ImageError {
    let words = lib.cairo_status_to_string(status).map { String(cString: $0) } ?? "status \(status.rawValue)"
    let kind: Kind =
      switch status {
      case CAIRO_STATUS_NO_MEMORY, CAIRO_STATUS_INVALID_SIZE: .limitExceeded
      case CAIRO_STATUS_WRITE_ERROR, CAIRO_STATUS_READ_ERROR: .io
      default: .usage
      }
    return ImageError(kind, "\(purpose): \(words)")
  }
}
