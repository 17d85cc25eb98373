internal import ColorManagement
internal import ImageModel
internal import TestKit
internal import Testing

@Suite(.timed) struct ColorProfilesTests {
  /// A profile that another program made of sRGB.
  static func pillowSRGB() async throws -> [UInt8] {
    let result = try await Tool.python(
      """
      import sys
      from PIL import ImageCms
      sys.stdout.buffer.write(ImageCms.ImageCmsProfile(ImageCms.createProfile('sRGB')).tobytes())
      """)
    guard result.status == 0 else { throw TestFailure(result.errors) }
    return result.output
  }

  @Test("An sRGB profile of any origin needs no transform")
  func recognizesSRGB() async throws {
    let theirs = try await Self.pillowSRGB()
    for bytes in [theirs, try ColorProfiles.iccBytes(for: .sRGB, .rgb)] {
      #expect(ColorProfiles.isSRGB(.icc(bytes), limits: .standard))
      let transform = try ColorTransform(from: .icc(bytes), .rgb8, to: .sRGB, .rgb8, limits: .standard)
      #expect(transform.isIdentity)
      #expect(transform.destinationProfile == .sRGB)
    }
    #expect(ColorProfiles.isSRGB(.icc(try ColorProfiles.iccBytes(for: .sRGB, .gray)), limits: .standard))
    #expect(!ColorProfiles.isSRGB(ColorTransformTests.large, limits: .standard))
    #expect(!ColorProfiles.isSRGB(.icc([1, 2]), limits: .standard))
  }

  @Test("The gamma and primaries that label sRGB in PNG are sRGB; others are not")
  func calibrations() {
    func isSRGB(_ gamma: Double, redX: Double? = nil) -> Bool {
      let points = redX.map {
        ColorProfile.Chromaticities(
          white: .init(x: 0.3127, y: 0.329), red: .init(x: $0, y: 0.33), green: .init(x: 0.3, y: 0.6),
          blue: .init(x: 0.15, y: 0.06))
      }
      return ColorProfiles.isSRGB(
        ColorProfile(.calibrated(.init(gamma: gamma, chromaticities: points))), limits: .standard)
    }
    #expect(isSRGB(1 / 0.45455))
    #expect(isSRGB(1 / 0.45455, redX: 0.64))
    #expect(!isSRGB(1 / 0.45455, redX: 0.68))
    #expect(!isSRGB(1))
    #expect(!isSRGB(1.8))
  }

  @Test("ExifTool reads the profiles that are written; their bytes are the same every time")
  func serializes() async throws {
    for model in [PixelFormat.ColorModel.rgb, .gray] {
      let bytes = try ColorProfiles.iccBytes(for: .sRGB, model)
      #expect(try ColorProfiles.iccBytes(for: .sRGB, model) == bytes)
      #expect(bytes.count < 1024)
      let folder = try TemporaryDirectory()
      let path = try folder.write(bytes, to: "profile.icc")
      let result = try await Tool.run("exiftool", ["-s", "-ColorSpaceData", "-ProfileDateTime", "-Warning", path])
      #expect(result.text.contains(model == .rgb ? "RGB" : "GRAY"))
      #expect(result.text.contains("2024:01:01"))
      #expect(!result.text.contains("Warning"))
    }
  }

  @Test("Names, colour models and misfits")
  func describes() async throws {
    let theirs = try await Self.pillowSRGB()
    #expect(ColorProfiles.name(of: .icc(theirs), limits: .standard) == "sRGB built-in")
    #expect(ColorProfiles.name(of: .sRGB, limits: .standard) == "sRGB")
    #expect(ColorProfiles.name(of: .icc([]), limits: .standard) == nil)
    #expect(try ColorProfiles.colorModel(icc: theirs, limits: .standard) == .rgb)
    #expect(throws: ImageError.self) { _ = try ColorProfiles.colorModel(icc: [5], limits: .standard) }
    #expect(ColorProfile.icc(theirs).misfit(.rgb) == nil)
    #expect(ColorProfile.icc(theirs).misfit(.cmyk) == "the embedded colour profile is for RGB, the pixels are cmyk")
  }
}
