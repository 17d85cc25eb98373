internal import MetadataModel
internal import TIFFStructure
internal import TestKit
internal import Testing

@Suite("Olympus's, OM System's and Epson's maker notes", .timed)
struct OlympusTests {
  /// How a note begins, and where its offsets count from.
  enum Layout: String, CaseIterable, Sendable {
    case olympus = "OLYMPUS", system = "OM SYSTEM", old = "OLYMP", epson = "EPSON", minolta = "MINOL", camera = "CAMER",
      sony = "PREMI"

    var make: String {
      switch self {
      case .epson: "SEIKO EPSON CORP."
      case .minolta: "Minolta Co., Ltd."
      case .camera: "Vivitar"
      case .sony: "SONY"
      case .system: "OM Digital Solutions"
      case .olympus, .old: "OLYMPUS CORPORATION"
      }
    }

    func sample(_ model: String, _ fields: [IFDField], bigEndian: Bool) -> MakerNoteSample {
      MakerNoteSample(make, model, bigEndian: bigEndian) { place in
        let mark = Array((bigEndian ? "MM" : "II").utf8)
        let header: [UInt8] =
          switch self {
          case .olympus: Array("OLYMPUS\0".utf8) + mark + [3, 0]
          case .system: Array("OM SYSTEM\0\0\0".utf8) + mark + [4, 0]
          case .old, .epson, .minolta, .camera, .sony: Array(rawValue.utf8) + [0] + (bigEndian ? [0, 1] : [1, 0])
          }
        let isOwnBase = self == .olympus || self == .system
        let start = UInt64(header.count + (isOwnBase ? 0 : place))
        return try header + IFDWriter(bigEndian: bigEndian).directory(IFDTree(fields), at: start).bytes
      }
    }
  }

  private static func shorts(_ tag: UInt16, _ values: [UInt64]) -> IFDField {
    IFDField(tag, .values(.short, .unsigned(values)))
  }

  private static let equipment = IFDTree([
    ExifSamples.undefined(0x0000, Array("0100".utf8)), .text(0x0100, "S0092"),
    IFDField(0x0201, .raw(type: .byte, bytes: [0, 0, 0x11, 0x10, 0, 0])),
    IFDField(0x0204, .values(.long, .unsigned([0x100F]))), shorts(0x0205, [435]), shorts(0x0206, [0]),
    IFDField(0x0301, .raw(type: .byte, bytes: [0, 0, 4, 0, 0, 0])),
  ])

  private static let settings = IFDTree([
    ExifSamples.undefined(0x0000, Array("0100".utf8)), shorts(0x0301, [4, 32]),
    IFDField(0x0304, .values(.long, .unsigned([0x766C_8992, 0]))),
    IFDField(
      0x0305,
      .values(.signedRational, .rationals([.init(0, 0), .init(35, 100), .init(1, 2), .init(35, 100), .init(1, 2)]))),
    shorts(0x0309, [0x0203]), IFDField(0x050F, .values(.signedShort, .signed([-1, -1, 1, 1]))),
    shorts(0x0529, [20, 1280, 0, 0]), shorts(0x0600, [5, 2, 3]),
    IFDField(0x0900, .values(.signedShort, .signed([10132]))),
    IFDField(0x0903, .values(.signedShort, .signed([-125, 1]))),
    IFDField(0x0904, .values(.signedShort, .signed([31, 0]))),
  ])

  private static func focus(temperatures: [UInt64]) -> IFDTree {
    IFDTree([
      ExifSamples.undefined(0x0000, Array("0100".utf8)),
      IFDField(0x0305, .values(.rational, .rationals([.init(1450, 1)]))),
      shorts(0x0308, [0x41]), shorts(0x1500, temperatures),
    ])
  }

  private static func fields(temperatures: [UInt64] = [390]) -> [IFDField] {
    [
      .text(0x0207, "NORMAL"), ExifSamples.undefined(0x0208, text),
      ExifSamples.undefined(0x0209, Array("OLYMPUS DIGITAL CAMERA".utf8) + [UInt8](repeating: 0, count: 10)),
      IFDField(0x1000, .values(.signedRational, .rationals([.init(8, 1)]))),
      IFDField(0x1001, .values(.signedRational, .rationals([.init(6, 1)]))),
      shorts(0x1017, [512, 64]), .directory(0x2010, equipment), .directory(0x2020, settings),
      .directory(0x2050, focus(temperatures: temperatures)),
      .directory(0x2300, IFDTree([.text(0x0100, "1.234 of an FE camera")])),
    ]
  }

  private static let text = Array("[pictureInfo] Resolution=2 [Camera Info] Type=SX552 II\0".utf8)

  @Test(
    "All layouts agree with ExifTool in both byte orders", arguments: Layout.allCases, [false, true])
  func layouts(layout: Layout, bigEndian: Bool) async throws {
    let sample = layout.sample("C-5060WZ", Self.fields(), bigEndian: bigEndian)
    #expect(try await sample.agreements() >= 20)
  }

  /// 435 / 256 steps of the square root of two; ISO 100 * 2 ^ (6 - 5); 1/256 s; 84 - 3 * 390 / 26 degrees.
  @Test("Numbers are computed, and settings of several numbers have words")
  func values() throws {
    let group = try Layout.olympus.sample("E-M1", Self.fields(), bigEndian: false).group()
    #expect(group["MaxApertureAtMinFocal"]?.number.map { abs($0 - 1.8020) < 1e-4 } == true)
    #expect(group["MaxApertureAtMaxFocal"] == .integer(0))
    #expect(group["ISOValue"] == .integer(200))
    #expect(group["ShutterSpeedValue"] == .decimal(1 / 256))
    #expect(group["SensorTemperature"] == .integer(39))
    #expect(group["FocusDistance"] == .decimal(1.45))
    #expect(group["RollAngle"] == .decimal(12.5))
    #expect(group["PitchAngle"] == .text("n/a"))
    #expect(group["LensType"] == .text("0 11 10"))
    #expect(group["Resolution"] == .text("2"))
    #expect(group["CameraType"] == .text("SX552 II"))
    let words = Dictionary(group.properties.map { ($0.name, $0.displayText) }) { first, _ in first }
    #expect(words["LensType"] == "Olympus M.Zuiko Digital 45mm F1.8")
    #expect(words["FocusMode"] == "Face Detect")
    #expect(words["Gradation"] == "Low Key; Auto-Override")
    #expect(words["ArtFilter"] == "Dramatic Tone")
    #expect(words["DriveMode"] == "Bracketing")
    #expect(words["LensFirmwareVersion"] == "1.00f")
    #expect(words["AFAreas"] == "(118,108)-(137,146)")
    #expect(words["AFPointSelected"] == "(35%,50%) (35%,50%)")
  }

  @Test(
    "The temperature and the focus point depend on the model",
    arguments: ["E-1", "E-3", "E-620", "E-M5", "E-M5MarkII", "E-P1", "E-PL3"], [[390], [38, 0], [0]] as [[UInt64]])
  func models(model: String, temperatures: [UInt64]) async throws {
    let sample = Layout.olympus.sample(model, Self.fields(temperatures: temperatures), bigEndian: false)
    #expect(try await sample.agreements() >= 20)
  }

  @Test("Values of RAW files of the R-D1 are not read from other cameras' notes")
  func sensorArea() throws {
    let fields = [Self.shorts(0x0400, [1, 2, 3, 4]), Self.shorts(0x0401, [7, 7, 7, 7])]
    #expect(try Layout.old.sample("C-5060WZ", fields, bigEndian: true).group()["SensorArea"] == nil)
    let values = [1, 2, 3, 4].map { PropertyValue.integer($0) }
    #expect(try Layout.epson.sample("R-D1", fields, bigEndian: true).group()["SensorArea"] == .array(values))
  }

  @Test("Numbers that no integer can hold do not trap", arguments: [1e300, -1e300, .infinity, .nan])
  func hugeNumbers(number: Double) throws {
    func field(_ tag: UInt16) -> IFDField {
      IFDField(tag, .values(.double, .floats([number, number, number, number])))
    }
    let inner = IFDTree([0x0205, 0x0304, 0x0305, 0x0308, 0x0309, 0x0903, 0x1500].map { field($0) })
    let fields =
      [field(0x1000), field(0x1001), field(0x1017)] + [0x2010, 0x2020, 0x2050].map { .directory($0, inner) }
    #expect(try Layout.olympus.sample("E-3", fields, bigEndian: true).group()["Maker"] == .text("Olympus"))
  }

  @Test("Damaged notes do not trap")
  func damage() throws {
    var random = SeededRandom(seed: 7)
    for _ in 0..<500 {
      let sample = MakerNoteSample("OLYMPUS CORPORATION", "E-3", bigEndian: false) { place in
        var note = try Layout.olympus.sample("E-3", Self.fields(), bigEndian: false).note(place)
        for _ in 0..<6 {
          note[12 + Int(random.next() % UInt64(note.count - 12))] = UInt8(truncatingIfNeeded: random.next())
        }
        return note
      }
      let block = try sample.block()
      let group = try ExifSamples.read(block, makerNotes: true).images.first?.properties["MakerNotes"]
      #expect(group?.properties.count ?? 0 < 1_000)
    }
  }
}
