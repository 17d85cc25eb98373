internal import Glibc
internal import MakerNotes
internal import StructuredText

/// Composite tags that put together what is in several tags of a maker note.
extension CompositeTags {
  mutating func addNotes() {
    addCanonLevels()
    addBalance()
    addLensID()
    if let year = note("YearCreated"), let day = text("MakerNotes", "MonthDayCreated") {
      add("DateCreated", "\(Int(exactly: year) ?? 0):\(day)")
    }
    if let time = note("RunTimeValue"), let scale = note("RunTimeScale"), scale > 0 {
      add("RunTimeSincePowerUp", time / scale)
    }
    if let scene = note("SceneMode"), let advanced = note("AdvancedSceneType"), let model = text("EXIF", "Model") {
      add("AdvancedSceneMode", "\(model) \(Int(exactly: scene) ?? 0) \(Int(exactly: advanced) ?? 0)")
    }
    if let directory = note("DirectoryIndex"), let file = note("FileIndex") {
      add("FileNumber", directory * 10_000 + file)
    }
    if let phase = note("PhaseDetectAF"), let contrast = note("ContrastDetectAF") {
      add("AutoFocus", phase != 0 || contrast != 0 ? 1 : 0)
    }
    addSonyDistance()
    guard isCanon else { return }
    if let width = note("PreviewImageWidth"), let height = note("PreviewImageHeight") {
      add("PreviewImageSize", [width, height].map { TagValue.text($0, digits: 15) }.joined(separator: "x"))
    }
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

  private var isNikon: Bool { text("EXIF", "Make")?.uppercased().hasPrefix("NIKON") == true }

  /// Canon's digital zoom, computed from the widths if its code says so.
  mutating func addZoom() {
    guard isCanon, note("DigitalZoom") == 3, let source = note("ZoomSourceWidth"), let target = note("ZoomTargetWidth"),
      source > 0
    else { return }
    add("DigitalZoom", target / source)
  }

  /// The lens, from the note, or else from XMP or Exif. Nikon's consists of eight tags as they are stored.
  private mutating func addLensID() {
    if isNikon {
      if let lens = text("MakerNotes", "Lens"), let type = record["MakerNotes", "LensType"] {
        add("LensSpec", lens + " " + TagValue.plain(type))
      }
      if record["MakerNotes", "LensIDNumber"] != nil {
        if let key = NikonLens.key(note) { add("LensID", key) }
        return
      }
    } else if let lens = record["MakerNotes", "LensType"] {
      return record.add("Composite", "LensID", lens)
    }
    // XMP has the number only; what it means depends on the maker.
    if let lens = record["XMP", "LensID"], (record["EXIF", "Make"] ?? record["XMP", "Make"]) != nil {
      return record.add("Composite", "LensID", lens)
    }
    let names = [record["EXIF", "LensModel"] ?? record["XMP", "LensModel"], record["XMP", "Lens"]].compactMap { $0 }
    if let lens = names.first(where: { Self.namesFocalLength(TagValue.plain($0)) }) {
      record.add("Composite", "LensID", lens)
    }
  }

  /// Whether the name of a lens has a focal length in millimetres, or an aperture as in `50/F2`.
  private static func namesFocalLength(_ name: String) -> Bool {
    let bytes = Array(name.utf8)
    return zip(bytes, bytes.dropFirst()).contains { $0 == UInt8(ascii: "m") && $1 == UInt8(ascii: "m") }
      || bytes.indices.dropLast(2).contains {
        (0x30...0x39).contains(bytes[$0]) && bytes[$0 + 1] == UInt8(ascii: "/") && bytes[$0 + 2] == UInt8(ascii: "F")
      }
  }

  /// The distance in metres that follows from Sony's position of the focus, whose steps are sixteenths of a power of 2.
  private mutating func addSonyDistance() {
    guard let position = note("FocusPosition2"), position > 0,
      let focal = TagValue.double(record["EXIF", "FocalLengthIn35mmFormat"])
    else { return }
    if position == 255 { return add("FocusDistance2", "inf") }
    add("FocusDistance2", (exp2(position / 16 - 5) + 1) * focal / 1000)
  }

  private mutating func addCanonLens() {
    guard let shortest = note("MinFocalLength"), note("MaxFocalLength") != nil else { return }
    add("Lens", shortest)
    add("Lens35efl", shortest * (TagValue.double(record["Composite", "ScaleFactor35efl"]) ?? 1))
  }

  /// Canon's levels of the white balance that was used.
  private mutating func addCanonLevels() {
    let names = ["Auto", "Daylight", "Cloudy", "Tungsten", "Fluorescent", "Flash", "Custom"]
    guard isCanon else { return }
    let used = note("WhiteBalance").flatMap { Int(exactly: $0) } ?? -1
    let name = "WB_RGGBLevels" + (names.indices.contains(used) ? names[used] : "")
    let levels = record["MakerNotes", "WB_RGGBLevelsAsShot"] ?? record["MakerNotes", name]
    if let levels { record.add("Composite", "WB_RGGBLevels", levels) }
  }

  /// Red and blue in relation to green, from the levels in the order that their name says.
  private mutating func addBalance() {
    let levels = notes("WB_RBLevels")
    if isNikon, levels.count >= 2 {
      add("RedBalance", levels[0])
      return add("BlueBalance", levels[1])
    }
    for order in ["RGGB", "RGBG", "RBGG", "GRBG", "GRGB", "GBRG", "RGB", "GRB"] {
      let name = "WB_\(order)Levels"
      let levels = Self.numbers(record["Composite", name] ?? record["MakerNotes", name])
      guard levels.count >= order.count else { continue }
      func mean(_ letter: Character) -> Double {
        let values = zip(order, levels).filter { $0.0 == letter }.map(\.1)
        return values.reduce(0, +) / Double(values.count)
      }
      guard mean("G") > 0 else { return }
      add("RedBalance", mean("R") / mean("G"))
      return add("BlueBalance", mean("B") / mean("G"))
    }
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
