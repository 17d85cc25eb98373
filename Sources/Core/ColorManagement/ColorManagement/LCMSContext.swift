internal import CLCMS2Shims
internal import ImageModel

/// A context of lcms2. What is made in it keeps it alive; it belongs to one thread at a time.
///
/// Most pictures need no conversion: the library is loaded and the context made when they are first asked for.
final class LCMSContext {
  private var made: OpaquePointer?

  deinit {
    if let made { lcms_shim_context_free(made) }
  }

  /// - Throws: `unsupported` where the library cannot be loaded, `limitExceeded` without memory.
  func raw() throws(ImageError) -> OpaquePointer {
    if let made { return made }
    if let problem = lcms_shim_load() {
      throw ImageError(.unsupported, "lcms2 cannot be loaded: \(String(cString: problem))")
    }
    guard let new = lcms_shim_context_create() else {
      throw ImageError(.limitExceeded, "no memory for colour management")
    }
    made = new
    return new
  }

  /// The library's last words, or a substitute where it had none.
  func message(else substitute: String) -> String {
    let text = made.map { String(cString: lcms_shim_message($0)) } ?? ""
    return text.isEmpty ? substitute : text
  }
}
