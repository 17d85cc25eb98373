package import ImageModel

/// An image item with what its properties say about the picture.
///
/// Transformations are the clean aperture, then rotations and reflections (MIAF, 7.3.6.7). They are a part of the
/// picture, as orientation in Exif is not, and so they replace it.
package struct HEIFPicture: Hashable, Sendable {
  package var item: HEIFItem
  /// The size of the rows that the codec delivers.
  package var codedSize: PixelSize
  /// The part of the coded rows that is shown.
  package var crop: PixelRect
  package var info: ImageInfo
  /// The property with the ICC profile: the picture's own, or that of the images that it is made of.
  package var profile: HEIFProperty?
  /// Whether libheif has to apply the transformations: version 1.15 always does for alpha. It can mirror and turn only
  /// 8 bits; the row pipeline turns the other pictures.
  package var isTransformedByCodec = false
  /// As `nclx` says; full without it.
  package var isFullRange: Bool
}

extension HEIFPicture {
  /// - Returns: nil for an item that does not declare its size.
  package init?(_ item: HEIFItem, in structure: HEIFStructure) {
    guard let size = structure.property(item, \.size) else { return nil }
    self.item = item
    codedSize = size
    crop = structure.property(item, { $0.cleanAperture(of: size) }) ?? PixelRect(x: 0, y: 0, size: size)
    let points = structure.property(item, \.codePoints)
    isFullRange = points?.isFullRange ?? true
    // Derived images have the samples of the images that they are made of.
    var coded = item
    for _ in 0..<Self.maxDepth where structure.property(coded, \.samples) == nil {
      guard let next = structure.sources(of: coded.id).first, let part = structure.item(next) else { break }
      coded = part
    }
    let samples = structure.property(coded, \.samples) ?? (8, "4:2:0")
    let alpha = structure.images("auxl", of: item.id).first {
      structure.property($0, \.auxiliaryType)?.isAlpha ?? false
    }
    let isGray = samples.subsampling == nil
    info = ImageInfo(
      size: size, colorModel: isGray ? .gray : points?.matrix == 0 ? .rgb : .ycbcr, bitsPerSample: samples.bits,
      samplesPerPixel: (isGray ? 1 : 3) + (alpha == nil ? 0 : 1), hasAlpha: alpha != nil)
    if let alpha {
      info.isPremultiplied = structure.refers("prem", from: item.id, to: alpha.id)
    }
    info.chromaSubsampling = samples.subsampling
    info.compression = Self.compressions[coded.type] ?? coded.type
    let profiles = (points == nil ? [item, coded] : [item]).compactMap { item in
      structure.property(item) { $0.profile == nil ? nil : $0 }
    }
    profile = profiles.first
    if let bytes = profile?.profile {
      info.profile = .icc(bytes)
    } else if let points {
      info.profile = isGray ? nil : ColorProfile(rgb: points)
    }
    if item.type == "grid", let tile = structure.property(coded, \.size) { info.tileSize = tile }
    info.size = crop.size
    info.orientation = Self.orientation(item.properties.map { structure.properties[$0] })
    let transforms: Set = ["irot", "imir", "clap"]
    isTransformedByCodec = alpha?.properties.contains { transforms.contains(structure.properties[$0].type) } ?? false
    if isTransformedByCodec {
      info.size = info.uprightSize
      info.orientation = .up
      codedSize = info.size
      crop = PixelRect(x: 0, y: 0, size: codedSize)
    }
  }

  /// How deep derived images may be nested.
  package static let maxDepth = 8

  private static let compressions = ["hvc1": "HEVC", "av01": "AV1", "jpeg": "JPEG", "avc1": "AVC", "j2k1": "JPEG 2000"]

  /// Rotations and reflections in the order of the properties. Each is kept as a reflection of left and right, and
  /// quarter turns clockwise after it.
  private static func orientation(_ properties: [HEIFProperty]) -> Orientation {
    var (isMirrored, turns) = (false, 0)
    for property in properties {
      if let rotation = property.rotation { turns += 4 - rotation }
      if let mirror = property.mirror {
        // Reflection after a turn is reflection before the opposite turn. To exchange top and bottom is to exchange
        // left and right, and half a turn.
        isMirrored.toggle()
        turns = (mirror == 0 ? 2 : 0) + 4 - turns % 4
      }
    }
    let plain: [Orientation] = [.up, .right, .down, .left]
    let mirrored: [Orientation] = [.upMirrored, .rightMirrored, .downMirrored, .leftMirrored]
    return (isMirrored ? mirrored : plain)[turns % 4]
  }
}

extension HEIFStructure {
  /// An image that belongs to a picture and is not a thumbnail of it.
  package struct Auxiliary: Hashable, Sendable {
    /// `alpha`, `depth`, `gainmap`, or the end of the URN.
    package var name: String
    package var item: HEIFItem
  }

  /// The thumbnails of a picture.
  package func thumbnails(of picture: HEIFPicture) -> [HEIFPicture] {
    images("thmb", of: picture.item.id).compactMap { HEIFPicture($0, in: self) }
  }

  /// The auxiliary images of a picture, and its gain map by ISO 21496-1: what a tone-mapped image (`tmap`) is made of
  /// besides the picture.
  package func auxiliaries(of picture: HEIFPicture) -> [Auxiliary] {
    var found: [Auxiliary] = []
    for item in images("auxl", of: picture.item.id) {
      guard let type = property(item, \.auxiliaryType) else { continue }
      found.append(Auxiliary(name: type.auxiliaryName, item: item))
    }
    for image in images("dimg", of: picture.item.id) where image.type == "tmap" {
      let parts = sources(of: image.id)
      guard parts.count > 1, parts[0] == picture.item.id, let map = item(parts[1]) else { continue }
      found.append(Auxiliary(name: "gainmap", item: map))
    }
    return found
  }
}

extension String {
  /// The short name of the URN of an auxiliary image.
  fileprivate var auxiliaryName: String {
    if isAlpha { return "alpha" }
    if hasSuffix("auxiliary:depth") || self == "urn:mpeg:hevc:2015:auxid:2" { return "depth" }
    let end = lowercased().split(separator: ":").last.map(String.init) ?? self
    return end == "hdrgainmap" ? "gainmap" : end
  }

  /// Whether the URN is that of an alpha plane (HEIF, 6.9.3; the older one of HEVC; MIAF).
  var isAlpha: Bool {
    self == "urn:mpeg:mpegB:cicp:systems:auxiliary:alpha" || self == "urn:mpeg:hevc:2015:auxid:1"
  }
}
