internal import CLCMS2Shims
internal import ImageModel

/// A context of lcms2. What is made in it keeps it alive; it belongs to one thread at a time.
final class LCMSContext {
  let raw: OpaquePointer

  init() throws(ImageError) {
    guard let raw = lcms_shim_context_create() else {
      throw ImageError(.limitExceeded, "no memory for colour management")
    }
    self.raw = raw
  }

  deinit { lcms_shim_context_free(raw) }

  /// The library's last words, or a substitute where it had none.
  func message(else substitute: String) -> String {
    let text = String(cString: lcms_shim_message(raw))
    return text.isEmpty ? substitute : text
  }
}
