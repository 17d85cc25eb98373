internal import CCairo
internal import CPangoShims
internal import ImageModel

/// Owns a `cairo_surface_t` (`cairo_surface_destroy`).
struct CairoSurface: ~Copyable {
  let pointer: OpaquePointer

  /// Takes ownership of a reference.
  ///
  /// - Throws: cairo's message where the surface could not be created.
  init(_ made: OpaquePointer?, for purpose: String) throws(ImageError) {
    guard let made else { throw ImageError(.limitExceeded, "\(purpose): out of memory") }
    let status = cairo_surface_status(made)
    guard status == CAIRO_STATUS_SUCCESS else {
      cairo_surface_destroy(made)
      throw .cairo(status, purpose)
    }
    pointer = made
  }

  /// Transfers the reference to another owner.
  consuming func release() -> OpaquePointer {
    let pointer = pointer
    discard self
    return pointer
  }

  deinit { cairo_surface_destroy(pointer) }
}

/// Owns a `cairo_t` (`cairo_destroy`).
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
  /// Throws where cairo and pango cannot be loaded. Call it before the first call of their functions.
  static func checkLibraries() throws(ImageError) {
    guard let problem = pango_shim_load() else { return }
    throw ImageError(.unsupported, "cannot draw: \(String(cString: problem))")
  }

  /// An error of cairo, with cairo's message (`cairo_status_to_string`).
  static func cairo(_ status: cairo_status_t, _ purpose: String) -> ImageError {
    let message = cairo_status_to_string(status).map { String(cString: $0) } ?? "status \(status.rawValue)"
    let kind: Kind =
      switch status {
      case CAIRO_STATUS_NO_MEMORY, CAIRO_STATUS_INVALID_SIZE: .limitExceeded
      case CAIRO_STATUS_WRITE_ERROR, CAIRO_STATUS_READ_ERROR: .io
      default: .usage
      }
    return ImageError(kind, "\(purpose): \(message)")
  }
}
