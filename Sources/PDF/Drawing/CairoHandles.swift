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
    let status = lib.cairo_surface_status(made)
    guard status == CAIRO_STATUS_SUCCESS else {
      lib.cairo_surface_destroy(made)
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

  deinit { lib.cairo_surface_destroy(pointer) }
}

/// Owns a `cairo_t` (`cairo_destroy`).
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
/// The first use loads the libraries. Call `ImageError.checkLibraries` before.
let lib: pango_shim_functions = {
  var problem: UnsafePointer<CChar>?
  return pango_shim_load(&problem)?.pointee ?? pango_shim_functions()
}()

/// Runs calls that use fonts while no other thread does. Calls may be nested.
///
/// cairo 1.16 keeps at most ten font files open. To open another one, a thread may close a file that a second thread
/// has just begun to use, and the process crashes.
func withFonts<Value: ~Copyable, Failure: Error>(_ body: () throws(Failure) -> Value) throws(Failure) -> Value {
  pango_shim_lock_fonts()
  defer { pango_shim_unlock_fonts() }
  return try body()
}

extension ImageError {
  /// Throws `unsupported` where cairo and pango cannot be loaded. Call it before the first call of their functions.
  static func checkLibraries() throws(ImageError) {
    var problem: UnsafePointer<CChar>?
    guard pango_shim_load(&problem) == nil else { return }
    throw ImageError(.unsupported, "cannot draw: \(problem.map { String(cString: $0) } ?? "pango is missing")")
  }

  /// An error of cairo, with cairo's message (`cairo_status_to_string`).
  static func cairo(_ status: cairo_status_t, _ purpose: String) -> ImageError {
    let message = lib.cairo_status_to_string(status).map { String(cString: $0) } ?? "status \(status.rawValue)"
    let kind: Kind =
      switch status {
      case CAIRO_STATUS_NO_MEMORY, CAIRO_STATUS_INVALID_SIZE: .limitExceeded
      case CAIRO_STATUS_WRITE_ERROR, CAIRO_STATUS_READ_ERROR: .io
      default: .usage
      }
    return ImageError(kind, "\(purpose): \(message)")
  }
}
