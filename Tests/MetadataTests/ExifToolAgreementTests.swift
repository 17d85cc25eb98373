internal import ByteStreams
internal import Foundation
internal import ImageModel
internal import MetadataModel
internal import MetadataReading
internal import TestKit
internal import Testing

/// Every standard tag of Exif and GPS in every fixture has ExifTool's value.
@Suite("Agreement with ExifTool", .timed)
struct ExifToolAgreementTests {
  /// Tags with another name in ExifTool than in the standard.
  private static let names = [
    "PixelXDimension": "ExifImageWidth", "PixelYDimension": "ExifImageHeight", "ISOSpeedRatings": "ISO",
    "DateTime": "ModifyDate", "DateTimeDigitized": "CreateDate", "ExposureBiasValue": "ExposureCompensation",
    "FocalLengthIn35mmFilm": "FocalLengthIn35mmFormat", "LensSpecification": "LensInfo",
    "BodySerialNumber": "SerialNumber", "CameraOwnerName": "OwnerName", "ImageLength": "ImageHeight",
    "JPEGInterchangeFormatLength": "ThumbnailLength", "InteroperabilityIndex": "InteropIndex",
    "InteroperabilityVersion": "InteropVersion", "NewSubfileType": "SubfileType",
  ]
  private static let groups = [
    "IFD0": "IFD0", "IFD1": "IFD1", "Exif": "ExifIFD", "GPS": "GPS", "Interop": "InteropIFD",
  ]
  /// Tags that we or ExifTool compute, and lists that need no comparison.
  private static let left: Set<String> = ["Latitude", "Longitude", "Altitude", "JPEGInterchangeFormat", "MakerNote"]

  private static let folders = ["jpeg/valid", "png/valid", "tiff/valid", "webp/valid", "gif/valid", "jpeg2000/valid"]

  @Test("Values agree")
  func valuesAgree() async throws {
    let names = Self.folders.flatMap { Fixtures.names(under: $0) }
    let others = try await ExifTool.read(names.map { Fixtures.path($0) })
    var compared = 0
    for name in names {
      let other = try #require(others[Fixtures.path(name)])
      let metadata = try MetadataReader.read(
        try FileByteSource(path: Fixtures.path(name)), fileName: name, limits: .standard)
      // ExifTool takes the first directory as IFD0, even if it is not a page.
      guard metadata.images.count == 1, !name.contains("reduced_page_first"), let image = metadata.images.first else {
        continue
      }
      for group in image.properties.groups {
        guard let otherGroup = Self.groups[group.name] else { continue }
        for property in group.properties where !Self.left.contains(property.name) {
          let key = "\(otherGroup):\(Self.names[property.name] ?? property.name)"
          // ExifTool does not read Exif from a few containers, and has no names for unknown tags.
          guard let expected = ExifTool.text(other, key) else { continue }
          #expect(Self.agree(property, expected), "\(name) \(key): \(property.value), ExifTool: \(expected)")
          compared += 1
        }
      }
    }
    #expect(compared > 700)
  }

  private static func agree(_ property: Property, _ expected: String) -> Bool {
    switch property.name {
    // APEX values, which ExifTool converts to seconds and f-numbers.
    case "ShutterSpeedValue": return close(property.value.number.map { pow(2, -$0) }, expected)
    case "ApertureValue", "MaxApertureValue": return close(property.value.number.map { pow(2, $0 / 2) }, expected)
    case "GPSLatitude", "GPSLongitude":
      guard case .array(let parts) = property.value else { return false }
      let numbers = parts.map { $0.number ?? 0 }
      return close(numbers[0] + numbers[1] / 60 + numbers[2] / 3600, expected)
    case "GPSTimeStamp":
      guard case .array(let parts) = property.value else { return false }
      let fields = expected.split(separator: ":").map { Double($0) ?? -1 }
      return parts.map { $0.number ?? 0 } == fields
    default: break
    }
    switch property.value {
    case .text(let text): return text == expected
    case .bytes: return true
    case .array(let values):
      let fields = expected.split(separator: " ").map { String($0) }
      return values.count == fields.count && zip(values, fields).allSatisfy { close($0.number, $1) }
    default: return close(property.value.number, expected)
    }
  }

  private static func close(_ value: Double?, _ expected: String) -> Bool {
    guard let value, let other = Double(expected) else { return false }
    return abs(value - other) <= 1e-6 * max(1, abs(other))
  }

  @Test("The description of each ICC profile is ExifTool's")
  func profilesAgree() async throws {
    let names = Self.folders.flatMap { Fixtures.names(under: $0) }.filter {
      $0.contains("icc") || $0.contains("everything")
    }
    let others = try await ExifTool.read(names.map { Fixtures.path($0) })
    var compared = 0
    for name in names {
      let metadata = try MetadataReader.read(
        try FileByteSource(path: Fixtures.path(name)), fileName: name, limits: .standard)
      guard let group = metadata.images.first?.properties["ICC"], let other = others[Fixtures.path(name)],
        let expected = ExifTool.text(other, "ICC_Profile:ProfileDescription")
      else { continue }
      #expect(group["ProfileDescription"]?.text == expected, "\(name)")
      #expect(group["ColorSpaceData"]?.text == ExifTool.text(other, "ICC-header:ColorSpaceData")?.trimmed, "\(name)")
      #expect(group["ProfileClass"]?.text == ExifTool.text(other, "ICC-header:ProfileClass")?.trimmed, "\(name)")
      #expect(group["ProfileDateTime"]?.text == ExifTool.text(other, "ICC-header:ProfileDateTime"), "\(name)")
      compared += 1
    }
    #expect(compared >= 10)
  }

  @Test("Positions are signed decimal degrees", arguments: ["exif_gps_big_endian.jpg", "exif_gps_little_endian.jpg"])
  func positions(name: String) async throws {
    let path = Fixtures.path("jpeg/valid/\(name)")
    let metadata = try MetadataReader.read(try FileByteSource(path: path), fileName: name, limits: .standard)
    let other = try #require(try await ExifTool.read([path])[path])
    let gps = try #require(metadata.images.first?.properties["GPS"])
    for key in ["Latitude", "Longitude", "Altitude"] {
      let expected = try #require(ExifTool.text(other, "Composite:GPS\(key)"))
      #expect(Self.close(gps[key]?.number, expected), "\(key)")
    }
  }
}

extension String {
  fileprivate var trimmed: String { trimmingCharacters(in: .whitespaces) }
}
