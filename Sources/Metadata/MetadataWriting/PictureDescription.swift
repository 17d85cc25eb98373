internal import ImageModel
internal import TIFFStructure

/// The list of everything in XMP and Exif that describes a picture's pixels, or further data in its file. What changes
/// a picture, or leaves such data out, asks here.
enum PictureDescription: Hashable {
  /// The size of the picture.
  case width, height
  /// Pixels: the subject's centre, and its diameter or its width and height.
  case subject
  /// An area of the Metadata Working Group, and the size of the picture to which its areas apply.
  case area, areaDimensions
  /// Left, top, width and height of a person, as text (Microsoft).
  case rectangle
  /// A rectangle, circle or polygon (IPTC Photo Metadata, 2019.1).
  case boundary
  /// A size or place in a panorama (Google's GPano).
  case panorama(Panorama)
  /// Something at a place in the picture that cannot be moved.
  case place
  /// Another version of the picture.
  case version
  /// The colours of the pixels.
  case colorMode, colorSpace, profileName
  /// The type of the file.
  case contentType
  /// Data after the picture, or beside it.
  case part(LostParts)

  enum Panorama: Hashable {
    case wholeWidth, wholeHeight, width, height, left, top
    /// What does not depend on the picture's size.
    case other
    /// What is only known for the whole picture.
    case interior
  }

  /// What a property describes; nil for all others.
  init?(_ name: XMPName) {
    if let known = Self.properties[name] {
      self = known
    } else if let known = Self.namespaces[name.namespace] {
      self = known
    } else if name.namespace == "http://ns.google.com/photos/1.0/camera/",
      ["MotionPhoto", "MicroVideo"].contains(where: { name.name.hasPrefix($0) })
    {
      self = .part(.video)
    } else {
      return nil
    }
  }

  /// Namespaces all of whose properties, but for those in `properties`, mean the same.
  private static let namespaces: [String: PictureDescription] = [
    "http://ns.google.com/photos/1.0/panorama/": .panorama(.other),
    // The picture before it was blurred; depth maps, the plane of focus; Apple's crop and faces.
    "http://ns.google.com/photos/1.0/image/": .version, "http://ns.google.com/photos/1.0/depthmap/": .place,
    "http://ns.google.com/photos/1.0/focus/": .place, "http://ns.apple.com/adjustment-settings/1.0/": .place,
    "http://ns.apple.com/faceinfo/1.0/": .place,
    "http://ns.adobe.com/hdr-gain-map/1.0/": .part(.gainMap), "http://ns.apple.com/HDRGainMap/1.0/": .part(.gainMap),
    "http://ns.oplus.com/photos/1.0/camera/": .part(.video), "http://ns.xiaomi.com/photos/1.0/camera/": .part(.video),
    "http://ns.google.com/photos/1.0/container/": .part(.other),
    "http://ns.google.com/photos/dd/1.0/device/": .part(.other),
  ]

  private static let properties: [XMPName: PictureDescription] = {
    var table: [XMPName: PictureDescription] = [:]
    func add(_ namespace: String, _ rows: KeyValuePairs<String, PictureDescription>) {
      for (name, meaning) in rows { table[XMPName(namespace, name)] = meaning }
    }
    add("http://ns.adobe.com/tiff/1.0/", ["ImageWidth": .width, "ImageLength": .height])
    add(
      "http://ns.adobe.com/exif/1.0/",
      [
        "PixelXDimension": .width, "PixelYDimension": .height, "SubjectArea": .subject, "SubjectLocation": .subject,
        "ColorSpace": .colorSpace,
      ])
    add(
      "http://www.metadataworkinggroup.com/schemas/regions/", ["Area": .area, "AppliedToDimensions": .areaDimensions])
    add("http://ns.microsoft.com/photo/1.2/t/Region#", ["Rectangle": .rectangle])
    add("http://iptc.org/std/Iptc4xmpExt/2008-02-29/", ["RegionBoundary": .boundary])
    add("http://ns.adobe.com/photoshop/1.0/", ["ColorMode": .colorMode, "ICCProfile": .profileName])
    add("http://purl.org/dc/elements/1.1/", ["format": .contentType])
    add(
      "http://ns.google.com/photos/1.0/panorama/",
      [
        "FullPanoWidthPixels": .panorama(.wholeWidth), "FullPanoHeightPixels": .panorama(.wholeHeight),
        "CroppedAreaImageWidthPixels": .panorama(.width), "CroppedAreaImageHeightPixels": .panorama(.height),
        "CroppedAreaLeftPixels": .panorama(.left), "CroppedAreaTopPixels": .panorama(.top),
        "LargestValidInteriorRectLeft": .panorama(.interior), "LargestValidInteriorRectTop": .panorama(.interior),
        "LargestValidInteriorRectWidth": .panorama(.interior), "LargestValidInteriorRectHeight": .panorama(.interior),
      ])
    let edits = [
      "HasCrop", "CropTop", "CropLeft", "CropBottom", "CropRight", "CropAngle", "CropWidth", "CropHeight", "RedEyeInfo",
      "RetouchInfo", "RetouchAreas", "GradientBasedCorrections", "CircularGradientBasedCorrections",
      "PaintBasedCorrections", "MaskGroupBasedCorrections",
    ]
    for name in edits { table[XMPName("http://ns.adobe.com/camera-raw-settings/1.0/", name)] = .place }
    return table
  }()

  /// The fields of Exif that hold the subject's place, in pixels of the stored rows (Exif 2.32, 4.6.5).
  static let subjectTags: [UInt16] = [0x9214, 0xA214]

  /// Photoshop's resources at places in the picture: guides, slices, paths and the name of the one that cuts it out
  /// (Adobe Photoshop File Formats Specification, Image Resource IDs).
  static let photoshopResources = Set<UInt16>([0x0408, 0x041A, 0x0BB7]).union(0x07D0...0x0BB6)

  /// The subject's centre, and its diameter or its width and height, in a new picture.
  ///
  /// - Parameter size: of the picture to whose pixels the numbers refer.
  /// - Returns: nil if it is not in the picture, or if there are not two to four numbers.
  static func subject(_ numbers: [Int], in size: PixelSize, _ change: PictureChange) -> [Int]? {
    guard (2...4).contains(numbers.count), size.width > 0, size.height > 0 else { return nil }
    let (width, height) = (Double(size.width), Double(size.height))
    let box = (Double(numbers.count > 2 ? numbers[2] : 0), Double(numbers.count > 2 ? numbers[numbers.count - 1] : 0))
    let area = Rect(
      x: (Double(numbers[0]) - box.0 / 2) / width, y: (Double(numbers[1]) - box.1 / 2) / height, width: box.0 / width,
      height: box.1 / height)
    guard let moved = change.area(area) else { return nil }
    func pixels(_ part: Double, _ length: Int) -> Int? {
      let value = (part * Double(length)).rounded()
      return abs(value) < 1e9 ? Int(value) : nil
    }
    guard let x = pixels(moved.center.x, change.size.width), let y = pixels(moved.center.y, change.size.height),
      let newWidth = pixels(moved.width, change.size.width), let newHeight = pixels(moved.height, change.size.height)
    else { return nil }
    return [[x, y], [x, y, min(newWidth, newHeight)], [x, y, newWidth, newHeight]][numbers.count - 2]
  }
}

/// Data in a file that belongs to its picture.
package struct LostParts: OptionSet, Hashable, Sendable {
  package let rawValue: Int
  package init(rawValue: Int) { self.rawValue = rawValue }

  package static let video = LostParts(rawValue: 1)
  package static let gainMap = LostParts(rawValue: 2)
  /// What Google's directory of parts lists besides.
  package static let other = LostParts(rawValue: 4)
  package static let all: LostParts = [.video, .gainMap, .other]
}
