internal import StructuredText

/// Composite tags that put together what is in several tags of a maker note.
extension CompositeTags {
  mutating func addNotes() {
    addBalance()
    let isNikon = text("EXIF", "Make")?.uppercased().hasPrefix("NIKON") == true
    if !isNikon, let lens = record["MakerNotes", "LensType"] { record.add("Composite", "LensID", lens) }
    guard text("EXIF", "Make") == "Canon" else { return }
    addCanonLens()
    if let drive = note("ContinuousDrive"), let timer = note("SelfTimer") {
      add("DriveMode", drive != 0 ? 0 : timer != 0 ? 1 : 2)
    }
    if let mode = note("CanonExposureMode"), let easy = note("EasyMode") {
      let isBulb = mode == 4 && (note("BulbDuration") ?? 0) != 0
      add("ShootingMode", isBulb ? 7 : mode != 0 ? mode : easy + 10)
    }
    guard let flash = note("FlashBits"), flash != 0, let bits = Int(exactly: flash) else { return }
    add("FlashType", bits & 1 << 14 != 0 ? 1 : 0)
    if let mode = note("CanonFlashMode") { add("RedEyeReduction", [3, 4, 6].contains(mode) ? 1 : 0) }
    if let compensation = note("FlashExposureComp") { add("ConditionalFEC", compensation) }
    add("ShutterCurtainHack", note("ShutterCurtainSync") ?? 0)
  }

  private mutating func addCanonLens() {
    guard let shortest = note("MinFocalLength"), note("MaxFocalLength") != nil else { return }
    add("Lens", shortest)
    add("Lens35efl", shortest * (TagValue.double(record["Composite", "ScaleFactor35efl"]) ?? 1))
  }

  /// Red and blue in relation to green, from the levels in the order that their name says.
  private mutating func addBalance() {
    for order in ["RGGB", "RGBG", "RBGG", "GRBG", "GRGB", "GBRG", "RGB", "GRB"] {
      let levels = notes("WB_\(order)Levels")
      guard levels.count >= order.count else { continue }
      func mean(_ letter: Character) -> Double {
        let values = zip(order, levels).filter { $0.0 == letter }.map(\.1)
        return values.reduce(0, +) / Double(values.count)
      }
      guard mean("G") > 0 else { return }
      add("RedBalance", mean("R") / mean("G"))
      return add("BlueBalance", mean("B") / mean("G"))
    }
    let levels = notes("WB_RBLevels")
    if levels.count >= 2 {
      add("RedBalance", levels[0] / 256)
      return add("BlueBalance", levels[1] / 256)
    }
    guard let red = note("WBRedLevel"), let green = note("WBGreenLevel"), let blue = note("WBBlueLevel"), green > 0
    else { return }
    add("RedBalance", red / green)
    add("BlueBalance", blue / green)
  }
}
