internal import ImageModel
internal import MetadataModel

/// What follows from what a file says about an image: the group `Derived`.
struct DerivedProperties {
  private let metadata: ImageMetadata
  private let image: ImageMetadata.Image

  /// - Parameter index: the image; it must exist.
  init(_ metadata: ImageMetadata, image index: Int) {
    self.metadata = metadata
    image = metadata.images[index]
  }

  /// - Parameter describes: whether titles and readable texts are wanted.
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
        DecimalWords.text(megapixels, places: megapixels < 0.01 ? 6 : megapixels < 1 ? 3 : 1))
    }
    if let (date, source) = DerivedDates(metadata, image).best {
      add("DateCreated", .text(date.text), "When the picture was taken or made")
      add("DateCreatedSource", .text(source), "The tag with that date")
    }
    if let (latitude, longitude) = position {
      add("Latitude", .decimal(latitude), "Latitude in degrees")
      add("Longitude", .decimal(longitude), "Longitude in degrees")
    }
    let exif = DerivedCamera(image.properties)
    if let camera = exif.camera { add("Camera", .text(camera), "Camera") }
    if let lens = exif.lens { add("Lens", .text(lens), "Lens") }
    if let exposure = exif.exposure { add("Exposure", .text(exposure), "Time, aperture, sensitivity, focal length") }
    return group
  }

  /// Degrees, from the GPS directory, else from XMP.
  private var position: (Double, Double)? {
    let gps = image.properties["GPS"]
    if let latitude = gps?["Latitude"]?.number, let longitude = gps?["Longitude"]?.number {
      return (latitude, longitude)
    }
    guard let xmp = image.properties["XMP"], let latitude = xmp["exif:GPSLatitude"]?.text,
      let longitude = xmp["exif:GPSLongitude"]?.text,
      let first = Self.degrees(latitude, positive: "N", negative: "S", limit: 90),
      let second = Self.degrees(longitude, positive: "E", negative: "W", limit: 180)
    else { return nil }
    return (first, second)
  }

  /// A coordinate of XMP: `52,30,12N` or `52,30.2N` (ISO 16684-2, GPSCoordinate).
  static func degrees(_ text: String, positive: Character, negative: Character, limit: Double) -> Double? {
    guard let last = text.last, last == positive || last == negative, text.utf8.count <= 64 else { return nil }
    let parts = text.dropLast().split(separator: ",", omittingEmptySubsequences: false).map { Double($0) }
    guard (2...3).contains(parts.count) else { return nil }
    var sum = 0.0
    for (part, unit) in zip(parts, [1.0, 60, 3_600]) {
      guard let part, part >= 0, part.isFinite else { return nil }
      sum += part / unit
    }
    guard sum <= limit else { return nil }
    return last == positive ? sum : -sum
  }
}
