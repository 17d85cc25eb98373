internal import ImageModel
internal import MakerNotes
internal import MetadataModel

/// The group `Derived`: values computed from an image's other properties, or from those of a sidecar file.
struct DerivedProperties {
  private let metadata: ImageMetadata
  private let image: ImageMetadata.Image
  private let note: DerivedMakerNote?

  /// - Parameter metadata: of a file without an image.
  init(_ metadata: ImageMetadata) {
    self.metadata = metadata
    image = ImageMetadata.Image(info: nil, metadata.properties)
    note = nil
  }

  /// - Parameters:
  ///   - index: the index of an image of the metadata.
  ///   - makerNote: the maker note of this image.
  init(_ metadata: ImageMetadata, image index: Int, makerNote: MakerNote?) {
    self.metadata = metadata
    image = metadata.images[index]
    note = makerNote.map { DerivedMakerNote($0) }
  }

  /// - Parameter describes: whether properties get titles and readable texts.
  func group(describes: Bool) -> PropertyGroup {
    var group = PropertyGroup("Derived")
    func add(_ name: String, _ value: PropertyValue, _ title: String, _ words: @autoclosure () -> String? = nil) {
      group.properties.append(
        Property(name, value, title: describes ? title : nil, readable: describes ? words() : nil))
    }
    if let size = image.info?.size {
      let megapixels = Double(size.pixelCount) / 1e6
      add(
        "Megapixels", .decimal(megapixels), "Millions of pixels",
        DecimalText.text(megapixels, places: megapixels < 0.01 ? 6 : megapixels < 1 ? 3 : 1))
    }
    if let (date, source) = DerivedDates(metadata, image).best {
      add("DateCreated", .text(date.text), "When the picture was taken or made")
      add("DateCreatedSource", .text(source), "The tag with that date")
    }
    if let (latitude, longitude) = position {
      add("Latitude", .decimal(latitude), "Latitude in degrees")
      add("Longitude", .decimal(longitude), "Longitude in degrees")
    }
    if let rating = DerivedRating(image.properties).stars {
      add("Rating", .plainNumber(rating), "Stars from 0 to 5; -1 is rejected")
    }
    let keywords = DerivedKeywords(image.properties).keywords
    if !keywords.isEmpty { add("Keywords", .array(keywords.map { .text($0) }), "Keywords") }
    let exif = DerivedCamera(image.properties)
    if let camera = exif.camera { add("Camera", .text(camera), "Camera") }
    if let lens = exif.lensModel ?? note?.lens ?? exif.lensSpecification { add("Lens", .text(lens), "Lens") }
    if let exposure = exif.exposure { add("Exposure", .text(exposure), "Time, aperture, sensitivity, focal length") }
    if let note { group.properties += note.properties(describes: describes) }
    let parts = parts
    if parts.hasVideo {
      add("MotionPhoto", .boolean(true), "There is a short video of the moment, here or in another file")
    }
    if parts.hasDepth { add("DepthMap", .boolean(true), "There is a map of distances in the file") }
    return group
  }

  /// Whether a video belongs to the picture: it is in the file (Android's and Samsung's motion photos), XMP says so, or
  /// Apple's note (live photos). And whether XMP names a depth map (Android's depth map and dynamic depth formats).
  private var parts: (hasVideo: Bool, hasDepth: Bool) {
    let hasVideo = note?.belongsToLivePhoto == true || metadata.blocks.contains { $0.kind == .video }
    guard let xmp = image.properties["XMP"] else { return (hasVideo, false) }
    let items = Self.items(xmp["Container:Directory"])
    let isMotion = ["GCamera:MotionPhoto", "GCamera:MicroVideo"].contains { xmp[$0]?.plainText == "1" }
    let isDepth = xmp["GDepth:Format"] != nil || xmp["GDepth:Mime"] != nil
    return (hasVideo || isMotion || items.contains("MotionPhoto"), isDepth || items.contains { $0.hasPrefix("Depth") })
  }

  /// What the parts of the file are for, by XMP's directory of them: `Primary`, `Depth`, `MotionPhoto`, `GainMap`.
  private static func items(_ directory: PropertyValue?) -> [String] {
    MotionVideo.items(directory).compactMap { $0["Item:Semantic"]?.text }
  }

  /// Latitude and longitude in degrees, from the GPS directory or else from XMP.
  private var position: (Double, Double)? {
    let gps = image.properties["GPS"]
    if let latitude = gps?["Latitude"]?.number, let longitude = gps?["Longitude"]?.number {
      return (latitude, longitude)
    }
    guard let xmp = image.properties["XMP"],
      let latitude = Self.degrees(xmp, "exif:GPSLatitude", ["N", "NORTH"], ["S", "SOUTH"], limit: 90),
      let longitude = Self.degrees(xmp, "exif:GPSLongitude", ["E", "EAST"], ["W", "WEST"], limit: 180)
    else { return nil }
    return (latitude, longitude)
  }

  /// A coordinate of XMP: `52,30,12N` or `52,30.2N` (ISO 16684-2, GPSCoordinate), or what programs write instead: a
  /// decimal number with a sign or a letter, or with a reference of its own, as in Exif.
  private static func degrees(
    _ xmp: PropertyGroup, _ name: String, _ positive: [String], _ negative: [String], limit: Double
  ) -> Double? {
    guard let text = xmp[name]?.plainText.trimmed, text.utf8.count <= 64 else { return nil }
    let number = text.prefix { $0.isNumber || ",.+-".contains($0) }
    let own = String(text[number.endIndex...]).trimmed
    let reference = own.isEmpty ? xmp[name + "Ref"]?.plainText.trimmed : own
    let parts = number.split(separator: ",", omittingEmptySubsequences: false).map { Double($0) }
    guard (1...3).contains(parts.count) else { return nil }
    var sum = 0.0
    for (part, unit) in zip(parts, [1.0, 60, 3_600]) {
      guard let part, part >= 0 || parts.count == 1 else { return nil }
      sum += part / unit
    }
    guard abs(sum) <= limit else { return nil }
    // A sign alone says enough; parts without a letter have no direction.
    guard let reference, !reference.isEmpty else { return parts.count == 1 ? sum : nil }
    if negative.contains(reference.uppercased()) { return -abs(sum) }
    return positive.contains(reference.uppercased()) && sum >= 0 ? sum : nil
  }
}

/// Camera, lens and exposure, each on one line.
struct DerivedCamera {
  private let tree: PropertyTree
  private let exif: PropertyGroup?

  init(_ tree: PropertyTree) {
    self.tree = tree
    exif = tree["Exif"]
  }

  /// Maker and model. The maker is left out if the model begins with a word of it.
  var camera: String? {
    // A movie has no Exif.
    let main = tree["IFD0"] ?? tree["QuickTime"]
    return Self.joined(maker: main?["Make"]?.text, model: main?["Model"]?.text)
  }

  var lensModel: String? {
    if let model = Self.joined(maker: exif?["LensMake"]?.text, model: exif?["LensModel"]?.text),
      exif?["LensModel"]?.text?.trimmed.isEmpty == false
    {
      return model
    }
    if let name = tree["XMP"]?["aux:Lens"]?.text?.trimmed, !name.isEmpty { return name }
    return nil
  }

  /// `24-70 mm f/2.8-4`, where the lens has no name.
  var lensSpecification: String? { exif?["LensSpecification"].flatMap { Self.specification($0) } }

  /// `1/250 s, f/2.8, ISO 200, 35 mm`, without the parts that are unknown.
  var exposure: String? {
    guard let exif else { return nil }
    var parts: [String] = []
    if let words = exif["ExposureTime"]?.number.flatMap({ DecimalText.exposureTime($0) }) { parts.append(words) }
    if let number = exif["FNumber"]?.number, number > 0 { parts.append("f/" + DecimalText.text(number, places: 1)) }
    if let number = sensitivity(exif), number > 0 { parts.append("ISO " + DecimalText.text(number, places: 0)) }
    if let number = exif["FocalLength"]?.number, number > 0 {
      parts.append(DecimalText.text(number, places: 1) + " mm")
    }
    return parts.isEmpty ? nil : parts.joined(separator: ", ")
  }

  /// ISOSpeedRatings of 65,535 stands for any larger number (Exif 2.32, 4.6.5 PhotographicSensitivity).
  private func sensitivity(_ exif: PropertyGroup) -> Double? {
    func number(_ name: String) -> Double? {
      if case .array(let values)? = exif[name] { return values.first?.number }
      return exif[name]?.number
    }
    if let rating = number("ISOSpeedRatings"), rating != 65_535 { return rating }
    return number("StandardOutputSensitivity") ?? number("RecommendedExposureIndex") ?? number("ISOSpeed")
  }

  /// `24-70 mm f/2.8-4`. Parts of 0 or 0/0 are unknown.
  private static func specification(_ value: PropertyValue) -> String? {
    guard case .array(let values) = value else { return nil }
    return specification(values.map(\.number))
  }

  /// LensSpecification as text: the shortest and the longest focal length, and the smallest f-number at each.
  static func specification(_ values: [Double?]) -> String? {
    guard values.count == 4 else { return nil }
    let numbers = values.map { $0.flatMap { $0 > 0 ? DecimalText.text($0, places: 1) : nil } }
    func range(_ first: String?, _ last: String?) -> String? {
      guard let first else { return last }
      return last == nil || first == last ? first : "\(first)-\(last ?? "")"
    }
    guard let lengths = range(numbers[0], numbers[1]) else { return nil }
    return "\(lengths) mm" + (range(numbers[2], numbers[3]).map { " f/\($0)" } ?? "")
  }

  /// Maker and model as one name; nil if there is neither.
  static func joined(maker: String?, model: String?) -> String? {
    let maker = maker?.trimmed ?? ""
    let model = model?.trimmed ?? ""
    if model.isEmpty { return maker.isEmpty ? nil : maker }
    let lowerModel = Array(model.lowercased().utf8)
    let words = maker.lowercased().utf8.split { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: ",") }
    let first = lowerModel.split(separator: UInt8(ascii: " "), maxSplits: 1).first ?? []
    let isNamed =
      words.contains { $0.elementsEqual(first) } || words.first.map { lowerModel.starts(with: $0) } ?? true
    return isNamed ? model : "\(maker) \(model)"
  }
}

extension String {
  fileprivate var trimmed: String {
    let text = trimmingTrailingSpaces
    return text.utf8.first == UInt8(ascii: " ") ? String(text.drop { $0 == " " }) : text
  }
}
