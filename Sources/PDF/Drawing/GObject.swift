internal import CPangoShims

/// An object of GObject that is released with its owner (`g_object_unref`).
final class GObject {
  let pointer: OpaquePointer

  init(_ pointer: OpaquePointer) { self.pointer = pointer }

  deinit { lib.g_object_unref(UnsafeMutableRawPointer(pointer)) }
}

/// Lengths of pango's are whole numbers of 1/1024 point.
enum PangoUnits {
  static let scale = Double(PANGO_SCALE)

  /// A length in pango's units, moved into the range of an `int`.
  static func from(_ points: Double) -> Int32 {
    guard points.isFinite else { return 0 }
    return Int32(min(max((points * scale).rounded(), -2_147_000_000), 2_147_000_000))
  }

  static func points(_ units: Int32) -> Double { Double(units) / scale }
}
