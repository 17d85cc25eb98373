package import ByteStreams
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
  /// The image with the alpha of the picture.
  package var alpha: HEIFItem?
  package var coding: HEIFSampleCoding
}

extension HEIFPicture {
  /// - Returns: nil for an item that does not declare its size.
  /// - Throws: `io`.
  package init?(_ item: HEIFItem, in structure: HEIFStructure, _ source: any ByteSource) throws(ImageError) {
    guard let view = structure.view(of: item) else { return nil }
    self.item = item
    (codedSize, crop) = (view.size, view.crop)
    let coded = structure.codedImage(of: item)
    let samples = structure.property(coded, \.samples) ?? (8, "4:2:0")
    coding = try structure.coding(of: item, codedAs: coded, source)
    let points = structure.property(item, \.codePoints)
    alpha = structure.images("auxl", of: item.id).first {
      structure.property($0, \.auxiliaryType)?.isAlpha ?? false
    }
    let isGray = samples.subsampling == nil
    info = ImageInfo(
      size: crop.size, colorModel: isGray ? .gray : coding.points.matrix == 0 ? .rgb : .ycbcr,
      bitsPerSample: samples.bits, samplesPerPixel: (isGray ? 1 : 3) + (alpha == nil ? 0 : 1), hasAlpha: alpha != nil)
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
    } else {
      info.profile = isGray ? nil : ColorProfile(rgb: coding.points)
    }
    if item.type == "grid", let tile = structure.property(coded, \.size) { info.tileSize = tile }
    info.orientation = view.orientation
  }

  /// How deep derived images may be nested.
  package static let maxDepth = 8

  private static let compressions = ["hvc1": "HEVC", "av01": "AV1", "jpeg": "JPEG", "avc1": "AVC", "j2k1": "JPEG 2000"]

  /// Rotations and reflections in the order of the properties. Each is kept as a reflection of left and right, and
  /// quarter turns clockwise after it.
  static func orientation(_ properties: [HEIFProperty]) -> Orientation {
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
  /// What the transformations of an image make of the samples that its codec delivers: those of the image that one of
  /// the type `iden` stands for, and then its own (HEIF, 6.6.2.1).
  ///
  /// - Returns: the size of the samples, the part of them that is shown, and how it is turned; nil for an image that
  ///   does not declare its size.
  package func view(of item: HEIFItem) -> (size: PixelSize, crop: PixelRect, orientation: Orientation)? {
    var images = [item]
    while let last = images.last, last.type == "iden", images.count < HEIFPicture.maxDepth,
      let id = sources(of: last.id).first, let next = self.item(id)
    {
      images.append(next)
    }
    images.reverse()
    guard let size = images.lazy.compactMap({ self.property($0, \.size) }).first else { return nil }
    var crop = PixelRect(x: 0, y: 0, size: size)
    var orientation = Orientation.up
    for image in images {
      let shown = orientation.upright(crop.size)
      if let part = property(image, { $0.cleanAperture(of: shown) }) { crop = crop.part(part, shownAs: orientation) }
      orientation = orientation.then(HEIFPicture.orientation(image.properties.map { properties[$0] }))
    }
    return (size, crop, orientation)
  }

  /// Whether an image is shown in part or turned.
  package func isTransformed(_ item: HEIFItem) -> Bool {
    guard let view = self.view(of: item) else { return false }
    return view.crop.size != view.size || view.orientation != .up
  }

  /// The image whose samples an image has: itself, or the first of those that it is made of.
  func codedImage(of item: HEIFItem) -> HEIFItem {
    var coded = item
    for _ in 0..<HEIFPicture.maxDepth where property(coded, \.samples) == nil {
      guard let next = sources(of: coded.id).first, let part = self.item(next) else { break }
      coded = part
    }
    return coded
  }

  /// What the samples of an image mean.
  ///
  /// - Throws: `io`.
  package func coding(of item: HEIFItem, _ source: any ByteSource) throws(ImageError) -> HEIFSampleCoding {
    try coding(of: item, codedAs: codedImage(of: item), source)
  }

  fileprivate func coding(
    of item: HEIFItem, codedAs coded: HEIFItem, _ source: any ByteSource
  ) throws(ImageError) -> HEIFSampleCoding {
    var coding = try codedSamples(of: coded, source) ?? HEIFSampleCoding()
    guard let points = property(item, \.codePoints) ?? property(coded, \.codePoints) else { return coding }
    (coding.points, coding.declaresRange) = (points, true)
    return coding
  }

  /// An image that belongs to a picture and is not a thumbnail of it.
  package struct Auxiliary: Hashable, Sendable {
    /// `alpha`, `depth`, `gainmap`, or the end of the URN.
    package var name: String
    package var item: HEIFItem
  }

  /// The thumbnails of a picture.
  ///
  /// - Throws: `io`.
  package func thumbnails(
    of picture: HEIFPicture, _ source: any ByteSource
  ) throws(ImageError) -> [HEIFPicture] {
    var found: [HEIFPicture] = []
    for item in images("thmb", of: picture.item.id) {
      if let thumbnail = try HEIFPicture(item, in: self, source) { found.append(thumbnail) }
    }
    return found
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

extension PixelRect {
  /// A part of the rectangle, which is given as the turned rectangle shows it.
  fileprivate func part(_ shown: PixelRect, shownAs orientation: Orientation) -> PixelRect {
    let mirrors = orientation.mirrors
    let (columns, rows) = mirrors.swapsAxes ? (shown.rows, shown.columns) : (shown.columns, shown.rows)
    return PixelRect(
      x: x + (mirrors.x ? size.width - columns.upperBound : columns.lowerBound),
      y: y + (mirrors.y ? size.height - rows.upperBound : rows.lowerBound),
      size: PixelSize(width: columns.count, height: rows.count))
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
