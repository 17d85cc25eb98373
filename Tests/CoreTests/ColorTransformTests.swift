internal import ColorManagement
internal import ImageModel
internal import TestKit
internal import Testing

@Suite(.timed) struct ColorTransformTests {
  /// Samples throughout the colour cube, as bytes of a number of channels.
  static func probes(_ channels: Int) -> [UInt8] {
    var state: UInt32 = 88_675_123
    return (0..<channels * 3000).map { index in
      state = state &* 1_664_525 &+ 1_013_904_223
      return index < channels * 256 ? UInt8(index / channels) : UInt8(state >> 24)
    }
  }

  /// Applies a transform to bytes.
  static func apply(_ transform: ColorTransform, to bytes: [UInt8]) -> [UInt8] {
    let pixels = bytes.count / transform.source.bytesPerPixel
    var result = [UInt8](repeating: 0, count: pixels * transform.destination.bytesPerPixel)
    bytes.withUnsafeBytes { from in
      result.withUnsafeMutableBytes { to in
        if let from = from.baseAddress, let to = to.baseAddress { transform.apply(from, to: to, pixels: pixels) }
      }
    }
    return result
  }

  /// RGB, CMYK or gray bytes with a profile, converted to sRGB (gray: to gray) by Pillow's ImageCms.
  ///
  /// - Parameter exact: whether lcms2 is prevented from replacing the calculation by a coarser table.
  static func pillow(
    _ bytes: [UInt8], mode: String, profile: [UInt8], exact: Bool = false
  ) async throws -> [UInt8] {
    let folder = try TemporaryDirectory()
    let output = mode == "L" ? "L" : "RGB"
    let target = try folder.write(
      try ColorProfiles.iccBytes(for: .sRGB, mode == "L" ? .gray : .rgb), to: "target.icc")
    let result = try await Tool.python(
      """
      import sys
      from PIL import Image, ImageCms
      mode, pixels, profile, output, target, exact = sys.argv[1:]
      data = open(pixels, 'rb').read()
      im = Image.frombytes(mode, (len(data) // len(mode), 1), data)
      # cmsFLAGS_NOOPTIMIZE
      flags = ImageCms.FLAGS['BLACKPOINTCOMPENSATION'] | (0x100 if exact == 'exact' else 0)
      transform = ImageCms.buildTransform(profile, target, mode, output, 0, flags)
      sys.stdout.buffer.write(ImageCms.applyTransform(im, transform).tobytes())
      """,
      [
        mode, try folder.write(bytes, to: "in"), try folder.write(profile, to: "in.icc"), output, target,
        exact ? "exact" : "",
      ])
    guard result.status == 0 else { throw TestFailure(result.errors) }
    return result.output
  }

  static func calibrated(_ gamma: Double, wide: Bool) -> ColorProfile {
    // The primaries of Display P3.
    let points = ColorProfile.Chromaticities(
      white: .init(x: 0.3127, y: 0.3290), red: .init(x: 0.680, y: 0.320), green: .init(x: 0.265, y: 0.690),
      blue: .init(x: 0.150, y: 0.060))
    return ColorProfile(.calibrated(.init(gamma: gamma, chromaticities: wide ? points : nil)))
  }

  @Test("RGB with a profile becomes sRGB as in Pillow", arguments: [(1.8, false), (2.2, true), (1.0, true)])
  func agreesWithPillow(_ gamma: Double, _ wide: Bool) async throws {
    let icc = try ColorProfiles.iccBytes(for: Self.calibrated(gamma, wide: wide), .rgb)
    let bytes = Self.probes(3)
    let theirs = try await Self.pillow(bytes, mode: "RGB", profile: icc)
    for profile in [ColorProfile.icc(icc), Self.calibrated(gamma, wide: wide)] {
      let transform = try ColorTransform(from: profile, .rgb8, to: .sRGB, .rgb8, limits: .standard)
      #expect(!transform.isIdentity)
      #expect(transform.diagnostics.isEmpty)
      let ours = Self.apply(transform, to: bytes)
      #expect(zip(ours, theirs).allSatisfy { abs(Int($0) - Int($1)) <= 1 })
      // 16 bits are converted by other code.
      let words = PixelFormat(.uint16, .rgb)
      let exact = try ColorTransform(from: profile, words, to: .sRGB, .rgb8, limits: .standard)
      let wide = bytes.flatMap { [$0, $0] }
      #expect(zip(Self.apply(exact, to: wide), theirs).allSatisfy { abs(Int($0) - Int($1)) <= 1 })
    }
  }

  @Test("Gray with a gamma becomes gray with sRGB's curve as in Pillow")
  func gray() async throws {
    let icc = try ColorProfiles.iccBytes(for: Self.calibrated(1.8, wide: false), .gray)
    let bytes = Self.probes(1)
    let theirs = try await Self.pillow(bytes, mode: "L", profile: icc)
    let transform = try ColorTransform(from: .icc(icc), .gray8, to: .sRGB, .gray8, limits: .standard)
    let ours = Self.apply(transform, to: bytes)
    #expect(zip(ours, theirs).allSatisfy { abs(Int($0) - Int($1)) <= 1 })
  }

  @Test("All sample types agree, and alpha is carried over", arguments: [PixelFormat.Component.uint16, .float32])
  func sampleTypes(_ component: PixelFormat.Component) throws {
    let profile = Self.calibrated(1.8, wide: true)
    let narrow = try ColorTransform(from: profile, .rgba8, to: .sRGB, .rgba8, limits: .standard)
    let format = PixelFormat(component, .rgb, alpha: .straight)
    let wide = try ColorTransform(from: profile, format, to: .sRGB, format, limits: .standard)
    let bytes = Self.probes(4)
    let expected = Self.apply(narrow, to: bytes)
    var input: [UInt8] = []
    for byte in bytes {
      if component == .uint16 {
        withUnsafeBytes(of: UInt16(byte) * 257) { input += $0 }
      } else {
        withUnsafeBytes(of: Float(byte) / 255) { input += $0 }
      }
    }
    let output = Self.apply(wide, to: input)
    let samples: [Float] = output.withUnsafeBytes { raw in
      component == .uint16
        ? raw.bindMemory(to: UInt16.self).map { Float($0) / 257 } : raw.bindMemory(to: Float.self).map { $0 * 255 }
    }
    #expect(zip(samples, expected).allSatisfy { abs(min(max($0, 0), 255) - Float($1)) <= 1.5 })
    for alpha in stride(from: 3, to: expected.count, by: 4) {
      #expect(expected[alpha] == bytes[alpha])
      #expect(abs(samples[alpha] - Float(bytes[alpha])) < 0.01)
    }
  }

  @Test("Lab becomes sRGB as in Pillow")
  func lab() async throws {
    let bytes = Self.probes(3)
    let folder = try TemporaryDirectory()
    let result = try await Tool.python(
      """
      import sys
      from PIL import Image, ImageCms
      data = bytearray(open(sys.argv[1], 'rb').read())
      # Pillow's LAB has its a and b as signed bytes.
      data = bytes(b if i % 3 == 0 else b ^ 128 for i, b in enumerate(data))
      im = Image.frombytes('LAB', (len(data) // 3, 1), data)
      t = ImageCms.buildTransform(ImageCms.createProfile('LAB'), ImageCms.createProfile('sRGB'), 'LAB', 'RGB')
      sys.stdout.buffer.write(ImageCms.applyTransform(im, t).tobytes())
      """, [try folder.write(bytes, to: "in")])
    #expect(result.status == 0, "\(result.errors)")
    let transform = try ColorTransform(
      from: nil, PixelFormat(.uint8, .lab), to: .sRGB, .rgb8, limits: .standard)
    let ours = Self.apply(transform, to: bytes)
    #expect(ours.count == result.output.count)
    #expect(zip(ours, result.output).allSatisfy { abs(Int($0) - Int($1)) <= 2 })
  }

  /// A CMYK profile with a table (ICC.1:2010, 10.10, lut8Type) of two points along each ink: L* falls with ink, the
  /// paper is at 96 and the darkest print at 8, which black point compensation has to move.
  static let inkProfile = """
    import struct, sys
    def tag(kind, data): return kind + bytes(4) + data
    table = bytearray()
    for c in (0, 1):
      for m in (0, 1):
        for y in (0, 1):
          for k in (0, 1):
            light = 96 - 88 * (1 - (1 - .4 * c) * (1 - .4 * m) * (1 - .1 * y) * (1 - .9 * k))
            a, b = (-35 * c + 70 * m - 5 * y) * (1 - k), (-45 * c - 5 * m + 85 * y) * (1 - k)
            table += bytes([round(light * 2.55), round(a + 128), round(b + 128)])
    matrix = struct.pack('>9i', 65536, 0, 0, 0, 65536, 0, 0, 0, 65536)
    lut = tag(b'mft1', bytes([4, 3, 2, 0]) + matrix + bytes(range(256)) * 4 + bytes(table) + bytes(range(256)) * 3)
    name = b'Ink for tests' + bytes(1)
    tags = {
      b'desc': tag(b'desc', struct.pack('>I', len(name)) + name + bytes(8 + 70 + 1)),
      b'cprt': tag(b'text', b'none' + bytes(1)),
      b'wtpt': tag(b'XYZ ', struct.pack('>3i', 0xF6D6, 0x10000, 0xD32D)), b'A2B0': lut}
    body, entries, offset = b'', b'', 132 + 12 * len(tags)
    for sign, data in tags.items():
      entries += sign + struct.pack('>2I', offset + len(body), len(data))
      body += data + bytes(-len(data) % 4)
    header = struct.pack('>I4sI4s4s4s', offset + len(body), b'test', 0x02400000, b'prtr', b'CMYK', b'Lab ')
    header += struct.pack('>6H', 2024, 1, 1, 0, 0, 0) + b'acsp' + bytes(28) + struct.pack('>3i', 0xF6D6, 0x10000, 0xD32D)
    sys.stdout.buffer.write(header + bytes(128 - len(header)) + struct.pack('>I', len(tags)) + entries + body)
    """

  @Test("Ink with a profile becomes sRGB as in Pillow, in all sample types")
  func inkWithProfile() async throws {
    let made = try await Tool.python(Self.inkProfile)
    try #require(made.status == 0, "\(made.errors)")
    let bytes = Self.probes(4)
    for component in [PixelFormat.Component.uint8, .uint16, .float32] {
      let transform = try ColorTransform(
        from: .icc(made.output), PixelFormat(component, .cmyk), to: .sRGB, .rgb8, limits: .standard)
      #expect(transform.diagnostics.isEmpty)
      let input: [UInt8] =
        switch component {
        case .uint8: bytes
        case .uint16: bytes.flatMap { [$0, $0] }
        case .float32: bytes.map { Float($0) / 255 }.withUnsafeBytes { Array($0) }
        }
      let ours = Self.apply(transform, to: input)
      let theirs = try await Self.pillow(bytes, mode: "CMYK", profile: made.output, exact: component != .uint8)
      #expect(zip(ours, theirs).allSatisfy { abs(Int($0) - Int($1)) <= 1 }, "\(component)")
    }
    let full: [Float] = [1, 1, 1, 1]
    let black = try ColorTransform.convert(
      full, from: .icc(made.output), .cmyk, to: .sRGB, .rgb, limits: .standard)
    #expect(black.allSatisfy { $0 < 0.02 })
  }

  @Test("Ink without a profile is converted as by Pillow and ImageMagick")
  func inkWithoutProfile() async throws {
    let bytes = Self.probes(4)
    let folder = try TemporaryDirectory()
    let path = try folder.write(bytes, to: "in")
    let pillow = try await Tool.python(
      """
      import sys
      from PIL import Image
      data = open(sys.argv[1], 'rb').read()
      sys.stdout.buffer.write(Image.frombytes('CMYK', (len(data) // 4, 1), data).convert('RGB').tobytes())
      """, [path])
    let magick = try await Tool.run(
      "convert", ["-size", "\(bytes.count / 4)x1", "-depth", "8", "cmyk:\(path)", "-colorspace", "sRGB", "rgb:-"])
    let transform = try ColorTransform(from: nil, PixelFormat(.uint8, .cmyk), to: .sRGB, .rgb8, limits: .standard)
    let ours = Self.apply(transform, to: bytes)
    #expect(ours.count == pillow.output.count && ours.count == magick.output.count)
    #expect(zip(ours, pillow.output).allSatisfy { abs(Int($0) - Int($1)) <= 1 })
    #expect(zip(ours, magick.output).allSatisfy { abs(Int($0) - Int($1)) <= 1 })
    for component in [PixelFormat.Component.uint16, .float32] {
      let format = PixelFormat(component, .cmyk)
      let wide = try ColorTransform(from: nil, format, to: nil, PixelFormat(component, .rgb), limits: .standard)
      let half: [UInt8] =
        component == .uint16
        ? [UInt16(0), 32_768, 65_535, 32_768].withUnsafeBytes { Array($0) }
        : [Float(0), 0.5, 1, 0.5].withUnsafeBytes { Array($0) }
      let result = Self.apply(wide, to: half)
      let samples: [Float] = result.withUnsafeBytes { raw in
        component == .uint16
          ? raw.bindMemory(to: UInt16.self).map { Float($0) / 65_535 } : Array(raw.bindMemory(to: Float.self))
      }
      #expect(zip(samples, [0.5, 0.25, 0]).allSatisfy { abs($0 - $1) < 0.0001 })
    }
  }

  @Test("A profile for other pixels, or a damaged one, gives a warning and the default")
  func misfits() throws {
    let gray = try ColorProfiles.iccBytes(for: Self.calibrated(1.8, wide: false), .gray)
    let rgb = try ColorProfiles.iccBytes(for: Self.calibrated(1.8, wide: false), .rgb)
    var broken = rgb
    for index in 128..<broken.count { broken[index] = 0xFF }
    let wrong: [(ColorProfile, PixelFormat)] = [
      (.icc(gray), .rgb8), (.icc(rgb), .gray8), (.icc([1, 2, 3]), .rgb8), (.icc(broken), .rgb8),
      (.icc(Array(rgb.prefix(200))), .rgb8), (.icc(rgb), PixelFormat(.uint8, .cmyk)),
      (ColorProfile(.calibrated(.init(gamma: 0))), .rgb8), (ColorProfile(.calibrated(.init(gamma: .nan))), .rgb8),
    ]
    for (profile, format) in wrong {
      let target = format.colorModel == .gray ? PixelFormat.gray8 : .rgb8
      let transform = try ColorTransform(from: profile, format, to: .sRGB, target, limits: .standard)
      #expect(transform.diagnostics.map(\.severity) == [.warning], "\(format) \(profile)")
      let bytes = Self.probes(format.channelCount)
      let plain = try ColorTransform(from: nil, format, to: .sRGB, target, limits: .standard)
      #expect(Self.apply(transform, to: bytes) == Self.apply(plain, to: bytes))
    }
  }

  @Test("Damage anywhere in a profile neither crashes nor throws")
  func damage() throws {
    let sound = try ColorProfiles.iccBytes(for: Self.calibrated(1.8, wide: true), .rgb)
    let bytes = Self.probes(3)
    for index in stride(from: 0, to: sound.count, by: 3) {
      for value in [0, 0x7F, 0xFF] as [UInt8] {
        var damaged = sound
        damaged[index] = value
        let transform = try ColorTransform(from: .icc(damaged), .rgb8, to: .sRGB, .rgb8, limits: .standard)
        #expect(Self.apply(transform, to: bytes).count == bytes.count)
      }
    }
  }

  @Test("Destinations that cannot hold the pixels are refused")
  func destinations() throws {
    let gray = ColorProfile.icc(try ColorProfiles.iccBytes(for: .sRGB, .gray))
    func kind(_ profile: ColorProfile?, _ format: PixelFormat, from source: PixelFormat = .rgb8) -> ImageError.Kind? {
      do throws(ImageError) {
        _ = try ColorTransform(from: nil, source, to: profile, format, limits: .standard)
        return nil
      } catch {
        return error.kind
      }
    }
    #expect(kind(gray, .rgb8) == .usage)
    #expect(kind(nil, PixelFormat(.uint8, .cmyk)) == .usage)
    #expect(kind(.icc([0]), .rgb8) == .invalidData)
    #expect(kind(.sRGB, .rgba8) == .usage)
    let multiplied = PixelFormat(.uint8, .rgb, alpha: .premultiplied)
    #expect(kind(.sRGB, multiplied, from: multiplied) == .usage)
    var limits = Limits()
    limits.maxMetadataBlockBytes = 100
    let large = try ColorTransform(from: Self.large, .rgb8, to: .sRGB, .rgb8, limits: limits)
    #expect(large.diagnostics.map(\.severity) == [.warning])
  }

  static let large: ColorProfile =
    .icc((try? ColorProfiles.iccBytes(for: calibrated(1.8, wide: true), .rgb)) ?? [])
}
