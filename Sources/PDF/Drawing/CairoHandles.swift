internal import CCairo
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
    let status = cairo_surface_status(made)
    guard status == CAIRO_STATUS_SUCCESS else {
      cairo_surface_destroy(made)
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

  deinit { cairo_surface_destroy(pointer) }
}

/// A `cairo_t` that is released with its owner (`cairo_destroy`).
struct CairoContext: ~Copyable {
  let pointer: OpaquePointer

  init(on surface: borrowing CairoSurface) throws(ImageError) {
    guard let made = cairo_create(surface.pointer) else {
      throw ImageError(.limitExceeded, "cannot draw: out of memory")
    }
    let status = cairo_status(made)
    guard status == CAIRO_STATUS_SUCCESS else {
      cairo_destroy(made)
      throw .cairo(status, "cannot draw")
    }
    pointer = made
  }

  deinit { cairo_destroy(pointer) }
}

extension ImageError {
  /// Throws where cairo and pango cannot be loaded. To be asked before the first call of their functions.
  static func checkLibraries() throws(ImageError) {
    guard let problem = pango_shim_load() else { return }
    throw ImageError(.unsupported, "cannot draw: \(String(cString: problem))")
  }

  /// A failure of cairo in cairo's words (`cairo_status_to_string`).
  static func cairo(_ status: cairo_status_t, _ purpose: String) -> ImageError {
    let words = cairo_status_to_string(status).map { String(cString: $0) } ?? "status \(status.rawValue)"
    let kind: Kind =
      switch status {
      case CAIRO_STATUS_NO_MEMORY, CAIRO_STATUS_INVALID_SIZE: .limitExceeded
      case CAIRO_STATUS_WRITE_ERROR, CAIRO_STATUS_READ_ERROR: .io
      default: .usage
      }
    return ImageError(kind, "\(purpose): \(words)")
  }
}
