internal import MakerNotes
internal import MetadataModel

/// The properties of maker notes that users look for first, under one name for all makers.
///
/// A row has the name, what it is, and the makers' tags in the order in which they count. docs/metadata.md lists the
/// names.
struct DerivedMakerNote {
  private let note: MakerNote

  init(_ note: MakerNote) { self.note = note }

  private enum Kind {
    /// The maker's words.
    case words
    /// Text as it is: identifiers, versions.
    case text
    /// A number, in the unit that the title names.
    case number
    /// The number of elements that are not zero, or the number itself.
    case count
  }

  private struct Row {
    var name: String
    var title: String
    var kind: Kind
    var tags: [String]

    init(_ name: String, _ title: String, _ kind: Kind, _ tags: String) {
      self.name = name
      self.title = title
      self.kind = kind
      self.tags = tags.split(separator: " ").map { String($0) }
    }
  }

  private static let rows: [Row] = [
    Row("FocusMode", "Focus mode", .words, "FocusMode FocusMode2 FocusingMode AFMode"),
    Row("AFArea", "Autofocus area", .words, "AFAreaMode AFAreaModeSetting AFArea AFAreas AFPointMode FocusArea"),
    Row(
      "AFPoints", "Autofocus points in focus", .words,
      "AFPointsInFocus AFPointsUsed AFPointInFocus AFPoint AFPointSelected PrimaryAFPoint FocusPixel AFPointPosition"),
    Row(
      "FocusDistance", "Distance of the focus in metres", .number,
      "FocusDistance FocusDistanceUpper SubjectDistance ObjectDistance"),
    Row("DriveMode", "Drive mode", .words, "DriveMode ContinuousDrive ReleaseMode BurstMode ShootingMode DriveSetting"),
    Row("WhiteBalance", "White balance", .words, "WhiteBalance WhiteBalance2 WhiteBalanceSetting WhiteBalanceMode"),
    Row(
      "ImageStabilization", "Image stabilisation", .words,
      "ImageStabilization VibrationReduction ShakeReduction AntiShake OISMode"),
    Row(
      "PictureStyle", "Picture style", .words,
      "PictureStyle PictureControlName PictureControlBase CreativeStyle PhotoStyle FilmMode PictureProfile "
        + "ImageTone ColorMode"),
    Row("ISO", "Sensitivity that the note states", .number, "ISO SonyISO ISOSetting CameraISO BaseISO ISOSpeed"),
    Row("ShutterCount", "Pictures that the shutter has taken", .number, "ShutterCount ShutterCount2 ShutterCount3"),
    Row(
      "SerialNumber", "Serial number of the camera", .text,
      "SerialNumber InternalSerialNumber CameraSerialNumber"),
    Row("LensSerialNumber", "Serial number of the lens", .text, "LensSerialNumber InternalLensSerialNumber"),
    Row(
      "Firmware", "Version of the camera's firmware", .text,
      "FirmwareVersion CanonFirmwareVersion Firmware CameraFirmware FirmwareName SoftwareVersion Version"),
    Row("Flash", "Flash", .words, "FlashMode FlashSetting CanonFlashMode FlashFired FlashOptions FlashStatus"),
    Row(
      "Temperature", "Temperature in degrees Celsius", .number,
      "CameraTemperature SensorTemperature AmbientTemperature BatteryTemperature"),
    Row("BurstIdentifier", "Identifier of a burst", .text, "BurstUUID BurstGroupID"),
    Row("ContentIdentifier", "Identifier of a picture and its video", .text, "ContentIdentifier MediaGroupUUID"),
    Row("Faces", "Number of faces", .count, "FacesDetected NumFacePositions FaceDetect FacesRecognized"),
    Row("Roll", "Roll of the camera in degrees", .number, "RollAngle CameraRoll Roll"),
    Row("Pitch", "Pitch of the camera in degrees", .number, "PitchAngle CameraPitch Pitch"),
  ]

  /// The lens's name by its number in the note, or else its focal lengths and apertures; nil without them.
  var lens: String? {
    if note.maker == "Nikon", let key = NikonLens.key({ note.value($0)?.number }),
      let name = NikonLens.name(key)
    {
      return name
    }
    for tag in ["LensModel", "Lens", "LensType", "LensID", "LensType2"] {
      guard let field = note[tag] else { continue }
      // A number without a name is not worth showing here.
      if field.text == "n/a" { continue }
      if field.text != field.property.value.plainText || field.property.value.text?.contains(" ") == true {
        return field.text.trimmingTrailingSpaces
      }
      if case .array(let values) = field.property.value, let text = DerivedCamera.specification(values.map(\.number)) {
        return text
      }
    }
    return nil
  }

  /// Whether the picture is a part of a live photo of Apple's: it then has the identifier of its video.
  var belongsToLivePhoto: Bool { note.maker == "Apple" && note.value("MediaGroupUUID") != nil }

  /// The number by which the maker knows the lens.
  private var lensNumber: PropertyValue? {
    // Nikon's LensType says what the lens can do.
    let types = note.maker == "Nikon" ? [] : ["LensType", "LensType2"]
    for tag in ["LensID", "LensIDNumber"] + types {
      if let value = note.value(tag), value.number != 65_535 { return .text(value.exifToolText) }
    }
    return nil
  }

  /// - Parameter describes: whether properties get titles.
  func properties(describes: Bool) -> [Property] {
    var properties: [Property] = []
    if let lensNumber {
      properties.append(
        Property("LensNumber", lensNumber, title: describes ? "The maker's number of the lens" : nil))
    }
    for row in Self.rows {
      guard let value = value(of: row),
        // For these 0 means that the camera does not say.
        value.number != 0 || !["FocusDistance", "ISO"].contains(row.name)
      else { continue }
      let readable: String? =
        if describes, case .decimal(let number) = value { DecimalText.text(number, places: 2) } else { nil }
      properties.append(Property(row.name, value, title: describes ? row.title : nil, readable: readable))
    }
    return properties
  }

  /// The first value among the tags of a row.
  private func value(of row: Row) -> PropertyValue? {
    for tag in row.tags {
      if let field = note[tag], let value = Self.value(field, row.kind) { return value }
    }
    return nil
  }

  private static func value(_ field: MakerNote.Field, _ kind: Kind) -> PropertyValue? {
    let value = field.property.value
    switch kind {
    case .words:
      // A number that the maker has words for, but not this one, says nothing.
      if case .bytes = value { return nil }
      if field.hasWords, field.text == value.plainText, value.text == nil { return nil }
      let text = field.text.trimmingTrailingSpaces
      return text.isEmpty || text == "n/a" ? nil : .text(text)
    case .text:
      let text = value.exifToolText.trimmingTrailingSpaces
      // Zeros stand for "unknown", and control characters for other data in this place.
      let isText = !text.utf8.allSatisfy { $0 == UInt8(ascii: "0") } && text.utf8.allSatisfy { $0 >= 0x20 }
      return isText ? .text(text) : nil
    case .number:
      // A value with words is a code: 9 for ISO 200, 65535 for Auto.
      let words = field.text
      let number = words == value.plainText ? value.number : Double(words)
      // 65,535 stands for "unknown".
      guard let number, number.isFinite, number != 65_535 else { return nil }
      return .plainNumber(number)
    case .count:
      if let number = value.number { return number < 100 ? .plainNumber(number) : nil }
      guard case .array(let values) = value else { return nil }
      return .integer(Int64(values.count { $0.number != 0 }))
    }
  }
}
