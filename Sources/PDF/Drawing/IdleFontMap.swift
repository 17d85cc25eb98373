internal import CPangoShims
internal import Synchronization

/// The font map that no catalog uses at the moment, with the fonts that it has loaded: loading them costs some milliseconds,
/// which a process that draws one document after another pays once.
enum IdleFontMap {
  /// A map is used by one thread at a time, but by any (`pango_cairo_font_map_new` ties it to none): it may go from one to another.
  private struct Slot: @unchecked Sendable {
    var map: UnsafeMutablePointer<PangoFontMap>?
  }

  private static let slot = Mutex(Slot())

  /// The map, which is the caller's from now on.
  static func take() -> UnsafeMutablePointer<PangoFontMap>? {
    slot.withLock { slot in
      defer { slot.map = nil }
      return slot.map
    }
  }

  /// Takes a map over; where one lies here already, it is released (`g_object_unref`).
  static func keep(_ map: UnsafeMutablePointer<PangoFontMap>) {
    let box = Slot(map: map)
    let surplus = slot.withLock { slot in
      guard slot.map == nil else { return box }
      slot = box
      return Slot()
    }
    if let map = surplus.map { lib.g_object_unref(map) }
  }
}
