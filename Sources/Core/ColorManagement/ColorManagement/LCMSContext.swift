internal import CLCMS2Shims
internal import ImageModel

/// A context of lcms2. Profiles and transforms that are made in it keep it alive. One thread at a time may use it.
///
/// Most pictures need no conversion, so the context is made when it is first asked for.
final class LCMSContext {
  private var made: OpaquePointer?

  deinit {
    if let made { lcms_shim_context_free(made) }
  }

  /// - Throws: `limitExceeded` without memory.
  func raw() throws(ImageError) -> OpaquePointer {
    if let made { return made }
    guard let new = lcms_shim_context_create() else {
      throw ImageError(.limitExceeded, "no memory for colour management")
    }
    made = new
    return new
  }

  /// The library's last message, or a substitute where it gave none.
  func message(else substitute: String) -> String {
    let text = made.map { String(cString: lcms_shim_message($0)) } ?? ""
    return text.isEmpty ? substitute : text
  }
}
