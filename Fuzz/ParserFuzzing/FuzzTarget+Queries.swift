internal import ExifToolOutput
internal import ImageModel
internal import MetadataFuzzing
internal import MetadataModel
internal import MetadataReports
internal import MetadataWriting
internal import StructuredFiles
internal import StructuredText
internal import Templates

extension FuzzTarget {
  /// What asks for metadata, changes it, and reports it.
  static let queries = [
    FuzzTarget(
      text: "condition", "query",
      texts: [
        "Make = Canon and (ISO >= 400 or not date < 2024-05)", #"Model ~ "*5D*" and gps"#, "near 48.2,16.4,10km",
        "Keywords = sea or dc:subject[1] = x", "FNumber != 2.8",
      ]
    ) { _ = try FileCondition($0).holds(for: sample()) },
    FuzzTarget(
      text: "property-query", "query",
      texts: ["Exif:FNumber", "xmp.dc:subject[1]", "*:Date*", "Derived.Camera", "a/b[*]"]
    ) { text in
      let query = PropertyQuery(text)
      for tree in [sample().container] + sample().images {
        let matches = query.matches(in: tree)
        guard !matches.isEmpty || query.first(in: tree) == nil else {
          throw BrokenPromise("the first match is no match")
        }
      }
    },
    FuzzTarget(
      text: "print-template", "query",
      texts: [#"{name} {exif.DateTimeOriginal:%Y-%m-%d} {gps.latitude|-}\n"#, #"{n:%03d}\t{dir}/{stem}\0{{x}}"#]
    ) { _ = try PrintTemplate($0).text(of: sample(), style: .both) },
    FuzzTarget(text: "output-template", "query", texts: ["{dir}/{stem}_{width}.{ext}", "{n:3}-{hash}{{", "x/{page:2}"])
    {
      let template = try OutputTemplate($0, fields: OutputTemplate.Field.allCases, hasProperties: true)
      for input in [InputName(path: "a/b.c.jpg", number: 12), InputName(path: nil, number: 1)] {
        _ = template.path(for: input) { _ in "7" }
        _ = template.path(for: input) { _ in nil }
      }
    },
    FuzzTarget(
      text: "date", "query",
      texts: [
        "2024:05:06 12:34:56.78+02:00", "Mon, 6 May 2024 12:34:56 +0200", "2024-05-06T12:34Z", "2024", "0000:00:00",
        "2024:05:06 11:59:59 PM",
      ]
    ) { text in
      _ = MailDate.exifText(text)
      guard let date = MetadataDate(exif: text, subSeconds: "5", zone: "+01:00") else { return }
      guard MetadataDate(exif: date.text)?.text == date.text else {
        throw BrokenPromise("'\(date.text)' is another date")
      }
    },
    FuzzTarget(
      text: "edit-options", "query", longest: 1_024,
      texts: [
        "exif.Artist=Ann\nxmp.dc:subject+=sea\ngps.position=48.2,16.4", "iptc.Keywords=a;b\ncomment=x\ndpi=300",
        "-gps,exif.Software\n-xmp.xmp:*", "exif.ExposureTime=1/125\nexif.DateTimeOriginal=2024-05-06 12:34:56",
        "xmp.exif:GPSLatitude=48,12.5N\npng.Title=x", "<+1y2mo3d4h5m6s", "alldates=2024-05-06T12:34:56+02:00",
      ]
    ) { text in
      let lines = text.split(separator: "\n").map(String.init)
      _ = try MetadataEdits(
        set: lines.filter { !$0.hasPrefix("-") && !$0.hasPrefix("<") }, delete: words(lines, after: "-"), strip: [],
        keep: [], orientation: nil, shiftDates: words(lines, after: "<").first)
    },
    FuzzTarget(
      name: "report", maxLength: 16_384, run: { try report($0) },
      seeds: { $0.blocks(.exif).map { [0] + $0 } + $0.blocks(.xmp).map { [1] + $0 } + $0.iptc.map { [2] + $0 } }),
  ]

  /// The lines that begin with a sign, without it.
  private static func words(_ lines: [String], after sign: String) -> [String] {
    lines.filter { $0.hasPrefix(sign) }.map { String($0.dropFirst()) }
  }

  /// What is known of a file, with values of all kinds.
  private static func sample() -> FileMetadata {
    let group = PropertyGroup(
      "Exif",
      [
        Property("Make", .text("Canon"), tag: 271), Property("ISO", .integer(400)),
        Property("FNumber", .rational(.init(28, 10))), Property("DateTimeOriginal", .text("2024:05:06 12:34:56")),
        Property("Unknown", .rational(.init(0, 0))), Property("Data", .bytes([1, 2])),
        Property("GPSLatitude", .decimal(48.2)),
      ])
    let xmp = PropertyGroup(
      "XMP",
      [
        Property("dc:subject", .array([.text("sea"), .text("sky")])),
        Property("dc:title", .structure([Property("x-default", .text("é"))])),
      ])
    let derived = PropertyGroup(
      "Derived", [Property("DateCreated", .text("2024-05-06")), Property("Camera", .text("C"))])
    return FileMetadata(
      path: "a/b.jpg", number: 0, metadata: ImageMetadata(format: "jpeg", contentType: "public.jpeg", byteCount: 9),
      container: PropertyTree([xmp]), images: [PropertyTree([group, derived])])
  }

  /// Writes the metadata of a block in all formats of `imgmeta`. What they write as JSON and as a property list can be
  /// read. The first byte says which block it is.
  private static func report(_ input: [UInt8]) throws {
    guard let first = input.first else { return }
    let block = Array(input.dropFirst())
    let metadata =
      switch first % 3 {
      case 0: try read(SmallJPEG.around(exif: block))
      case 1: try read(SmallJPEG.around(xmp: block))
      default: try read(SmallJPEG.around(iptc: block))
      }
    let file = FileMetadata(
      path: "a.jpg", number: 0, metadata: metadata, container: metadata.properties,
      images: metadata.images.map(\.properties))
    for style in ValueStyle.allCases {
      _ = TextFormatter(style: style, hasColor: false).text(of: file)
      _ = CSVFormatter(style: style, columns: [], guardsFormulas: true).text(of: file)
      try check(JSONFormatter(style: style, isLines: true).text(of: file), "JSON")
      let list = PropertyListFormatter(style: style)
      try check(list.opening + list.text(of: file) + list.closing(), "a property list")
      _ = XMLFormatter(style: style).text(of: file)
    }
    let tags = ExifToolFormatter(isSelection: false)
    try check(tags.opening + tags.text(of: file) + tags.closing(), "JSON as exiftool writes it")
  }

  private static func check(_ text: String, _ what: String) throws {
    do {
      _ = try StructuredSyntax.parse(Array(text.utf8), limits: StructuredLimits(), allKinds: true)
    } catch {
      throw BrokenPromise("\(what) cannot be read: \(error)")
    }
  }
}
