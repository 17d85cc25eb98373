internal import ImageModel
internal import MetadataModel
internal import StructuredText

extension Maker {
  /// Apple's phones and tablets.
  static let apple: Maker = Maker(
    name: "Apple",
    headers: [MakerNoteHeader("Apple iOS\0", at: .at(14), base: .note(0), order: .mark(at: 12))],
    tables: TagTables(
      """
      [Main]
      0x0001 MakerNoteVersion
      0x0003 RunTime @RunTime
      0x0004 AEStable = 0: No; 1: Yes
      0x0005 AETarget
      0x0006 AEAverage
      0x0007 AFStable = 0: No; 1: Yes
      0x0008 AccelerationVector
      0x000a HDRImageType = 3: HDR Image; 4: Original Image
      0x000b BurstUUID
      0x000c FocusDistanceRange
      0x000f OISMode
      0x0011 MediaGroupUUID
      0x0015 ImageUniqueID
      0x0017 LivePhotoVideoIndex
      0x001d LuminanceNoiseAmplitude
      0x0021 HDRHeadroom
      0x0027 SignalToNoiseRatio
      0x002b PhotoIdentifier
      0x002f FocusPosition
      0x0030 HDRGain
      0x0038 AFMeasuredDepth
      0x003d AFConfidence
      0x0040 SemanticStyle values
      0x0041 SemanticStyleRenderingVer values
      0x0042 SemanticStylePreset values
      0x0045 FrontFacingCamera = 0: No; 1: Yes

      # A time on the device's clock (CMTime of Core Media): a value, its parts of a second, flags, an epoch.
      [RunTime u64 big prepare:runTime]
      3 RunTimeFlags = bits 0: Valid; 1: Has been rounded; 2: Positive infinity; 3: Negative infinity; 4: Indefinite
      0 RunTimeValue
      1 RunTimeScale
      2 RunTimeEpoch
      """),
    conversions: [
      // A property list of one value, or of an object: `{_0=1,_1=-0.5}`.
      "values": { value, _ in
        guard case .bytes(let bytes) = value, bytes.starts(with: "bplist0".utf8) else { return value }
        return propertyList(bytes).flatMap { plain($0) }
      }
    ],
    preparations: [
      "runTime": { bytes, _ in
        guard let time = propertyList(bytes) else { return nil }
        return ["value", "timescale", "epoch", "flags"].flatMap { name -> [UInt8] in
          let number = time.member(name).flatMap { plain($0)?.number } ?? 0
          return (UInt64(exactly: number) ?? 0).bigEndianBytes
        }
      }
    ])

  private static let limits = StructuredLimits(maxBytes: 1 << 16, maxDepth: 4, maxValues: 256)

  private static func propertyList(_ bytes: [UInt8]) -> StructuredValue? {
    try? BinaryPropertyList.parse(bytes, limits: limits, allKinds: false)
  }

  /// A number or a text as it is, objects and lists as text.
  private static func plain(_ value: StructuredValue) -> PropertyValue? {
    switch value.content {
    case .number(let number, _): .plainNumber(number)
    case .string(let text): .text(text)
    case .bool(let value): .boolean(value)
    case .array(let values):
      .text("[" + values.compactMap { plain($0)?.exifToolText }.joined(separator: ",") + "]")
    case .object(let object):
      .text(
        "{"
          + object.members.sorted { $0.name < $1.name }.map { "\($0.name)=\(plain($0.value)?.exifToolText ?? "")" }
          .joined(separator: ",") + "}")
    default: nil
    }
  }
}
