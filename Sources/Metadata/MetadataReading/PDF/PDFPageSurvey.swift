internal import ImageModel
internal import MetadataModel
internal import PDFReading

/// Looks at all pages: their boxes, and which fonts and pictures they use.
struct PDFPageSurvey {
  let pages: PageTree
  private let document: PDFObjects
  private(set) var resources: ResourceSurvey
  private(set) var warnings: [String] = []
  private var runs: [(first: Int, last: Int, geometry: Geometry)] = []
  private var firstSize: (width: Double, height: Double)?

  private static let boxes = ["MediaBox", "CropBox", "BleedBox", "TrimBox", "ArtBox"]
  private static let maxRuns = 1_000

  private struct Geometry: Equatable {
    var boxes: [[Double]?]
    var rotation: Int
    var userUnit: Double
  }

  init(_ pages: PageTree, _ document: PDFObjects) {
    (self.pages, self.document) = (pages, document)
    resources = ResourceSurvey()
    warnings = Array(pages.warnings.prefix(16))
  }

  /// - Throws: `io`; `limitExceeded` for pages. Resources that cannot be read are a warning.
  mutating func read() throws(ImageError) {
    var readsResources = true
    for index in pages.pages.indices {
      guard let page = try pages.dictionary(ofPage: index, document) else { continue }
      try addGeometry(page, index)
      guard readsResources else { continue }
      do throws(ImageError) {
        try resources.add(page["Resources"], page: index + 1, document)
      } catch {
        guard error.kind != .io else { throw error }
        readsResources = false
        warnings.append("fonts and pictures from page \(index + 1) on: \(error.reason)")
      }
    }
  }

  // MARK: Geometry

  private mutating func addGeometry(_ page: FileDictionary, _ index: Int) throws(ImageError) {
    var geometry = Geometry(boxes: [], rotation: 0, userUnit: 1)
    for key in Self.boxes { geometry.boxes.append(try rectangle(page[key])) }
    let rotation = try document.resolve(page["Rotate"]).integer ?? 0
    geometry.rotation = rotation % 90 == 0 ? (rotation % 360 + 360) % 360 : 0
    if let unit = try document.resolve(page["UserUnit"]).number, unit > 0, unit <= 75_000 { geometry.userUnit = unit }
    if index == 0 { firstSize = Self.size(geometry) }
    if let last = runs.last, last.last == index - 1, last.geometry == geometry {
      runs[runs.count - 1].last = index
    } else if runs.count < Self.maxRuns {
      runs.append((index, index, geometry))
    }
  }

  /// Left, bottom, right and top.
  private func rectangle(_ object: FileObject?) throws(ImageError) -> [Double]? {
    guard let elements = try document.resolve(object).array, elements.count >= 4 else { return nil }
    var numbers: [Double] = []
    for element in elements.prefix(4) {
      guard let number = try document.resolve(element).number, abs(number) < 1e7 else { return nil }
      numbers.append(number)
    }
    return [
      min(numbers[0], numbers[2]), min(numbers[1], numbers[3]), max(numbers[0], numbers[2]),
      max(numbers[1], numbers[3]),
    ]
  }

  /// The size in points as a viewer shows the page: the rotated crop box within the media box.
  private static func size(_ geometry: Geometry) -> (width: Double, height: Double) {
    let media = geometry.boxes[0] ?? [0, 0, 612, 792]
    var box = media
    if let crop = geometry.boxes[1] {
      box = [max(crop[0], media[0]), max(crop[1], media[1]), min(crop[2], media[2]), min(crop[3], media[3])]
      if box[2] <= box[0] || box[3] <= box[1] { box = media }
    }
    let (width, height) = ((box[2] - box[0]) * geometry.userUnit, (box[3] - box[1]) * geometry.userUnit)
    return geometry.rotation % 180 == 0 ? (width, height) : (height, width)
  }

  /// The number of pages, the size of the first one, and the boxes of runs of equal pages.
  var properties: [Property] {
    var properties = [Property("PageCount", .integer(Int64(pages.pages.count)))]
    if let (width, height) = firstSize {
      properties.append(Property("PageWidth", .decimal(Self.rounded(width)), readable: Self.length(width)))
      properties.append(Property("PageHeight", .decimal(Self.rounded(height)), readable: Self.length(height)))
      if let name = Self.paper(width, height) { properties.append(Property("PageSize", .text(name))) }
    }
    let boxes = runs.map { run in
      let name = run.first == run.last ? "\(run.first + 1)" : "\(run.first + 1)-\(run.last + 1)"
      var fields = [Property("Pages", .text(name))]
      for (key, box) in zip(Self.boxes, run.geometry.boxes) {
        if let box { fields.append(Property(key, .array(box.map { .decimal(Self.rounded($0)) }))) }
      }
      fields.append(Property("Rotation", .integer(Int64(run.geometry.rotation))))
      if run.geometry.userUnit != 1 { fields.append(Property("UserUnit", .decimal(run.geometry.userUnit))) }
      return PropertyValue.structure(fields)
    }
    if !boxes.isEmpty { properties.append(Property("Boxes", .array(boxes))) }
    return properties
  }

  private static func rounded(_ value: Double) -> Double { (value * 1_000).rounded() / 1_000 }

  private static func length(_ points: Double) -> String {
    "\(DecimalText.text(points, places: 2)) pt (\(DecimalText.text(points / 72 * 25.4, places: 1)) mm)"
  }

  /// Papers in points, upright.
  private static let papers: [(name: String, width: Double, height: Double)] = [
    ("A3", 841.89, 1190.55), ("A4", 595.276, 841.89), ("A5", 419.528, 595.276), ("A6", 297.638, 419.528),
    ("Letter", 612, 792), ("Legal", 612, 1008), ("Tabloid", 792, 1224),
  ]

  private static func paper(_ width: Double, _ height: Double) -> String? {
    let (short, long) = (min(width, height), max(width, height))
    let paper = papers.first { abs($0.width - short) < 3 && abs($0.height - long) < 3 }
    return paper.map { width > height ? "\($0.name), landscape" : $0.name }
  }
}
