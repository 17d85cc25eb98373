internal import ByteStreams
internal import CodecKit
internal import ImageModel
internal import PNGCodec
internal import TestKit
internal import Testing

@Suite(.timed) struct PNGDecodingTests {
  /// Writes a PNG of every colour type, depth, interlacing and kind of transparency, with random row filters, and
  /// beside each file the pixels that a decoder must deliver.
  private static let maker = """
    import sys, struct, zlib, random
    import numpy as np
    out = sys.argv[1]
    rng = np.random.default_rng(1)
    def chunk(n, b): return struct.pack('>I', len(b)) + n + b + struct.pack('>I', zlib.crc32(n + b))
    def pack(row, depth):                      # samples -> bytes
        if depth == 16: return row.astype('>u2').tobytes()
        if depth == 8: return row.astype('u1').tobytes()
        bits = ''.join(format(int(v), '0%db' % depth) for v in row)
        bits += '0' * (-len(bits) % 8)
        return bytes(int(bits[i:i + 8], 2) for i in range(0, len(bits), 8))
    def paeth(a, b, c):
        p = a + b - c
        return min((abs(p - a), 0, a), (abs(p - b), 1, b), (abs(p - c), 2, c))[2]
    def scan(rows, depth, bpp):
        data, prev = b'', None
        for row in rows:
            raw = pack(row.reshape(-1), depth)
            prev = prev or bytes(len(raw))
            f = int(rng.integers(0, 5)); line = bytearray()
            for i, v in enumerate(raw):
                a = raw[i - bpp] if i >= bpp else 0
                b = prev[i]; c = prev[i - bpp] if i >= bpp else 0
                line.append((v - [0, a, b, (a + b) // 2, paeth(a, b, c)][f]) & 255)
            data += bytes([f]) + bytes(line); prev = raw
        return data
    w, h = 21, 13
    channels = {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}
    for kind in (0, 2, 3, 4, 6):
        for depth in {0: (1, 2, 4, 8, 16), 3: (1, 2, 4, 8)}.get(kind, (8, 16)):
            for interlace in (0, 1):
                for trns in ((0, 1) if kind in (0, 2, 3) else (0,)):
                    n = channels[kind]; top = (1 << depth) - 1
                    s = rng.integers(0, top + 1, (h, w, n))
                    extra = b''
                    if kind == 3:
                        palette = rng.integers(0, 256, (top + 1, 3)).astype('u1')
                        alpha = np.full(top + 1, 255, 'u1')
                        extra = chunk(b'PLTE', palette.tobytes())
                        if trns:
                            alpha[:(top + 1) // 2] = rng.integers(0, 256, (top + 1) // 2)
                            extra += chunk(b'tRNS', alpha[:(top + 1) // 2].tobytes())
                        want = palette[s[:, :, 0]]
                        if trns: want = np.dstack([want, alpha[s[:, :, 0]]])
                    else:
                        full = 65535 if depth == 16 else 255
                        want = s * (full // top)
                        if trns:
                            key = s[5, 7].copy()
                            extra = chunk(b'tRNS', key.astype('>u2').tobytes())
                            want = np.dstack([want, np.where((s == key).all(axis=2), 0, full)])
                        want = want.astype('u2' if depth == 16 else 'u1')
                    bpp = max(1, n * depth // 8)
                    if interlace:
                        data = b''
                        for x, y, dx, dy in ((0,0,8,8),(4,0,8,8),(0,4,4,8),(2,0,4,4),(0,2,2,4),(1,0,2,2),(0,1,1,2)):
                            if s[y::dy, x::dx].size: data += scan(s[y::dy, x::dx], depth, bpp)
                    else: data = scan(s, depth, bpp)
                    z = zlib.compress(data); m = len(z) // 2
                    name = '%s/%d_%d_%d_%d' % (out, kind, depth, interlace, trns)
                    open(name + '.png', 'wb').write(b'\\x89PNG\\r\\n\\x1a\\n'
                        + chunk(b'IHDR', struct.pack('>IIBBBBB', w, h, depth, kind, 0, 0, interlace)) + extra
                        + chunk(b'IDAT', z[:m]) + chunk(b'IDAT', z[m:]) + chunk(b'IEND', b''))
                    open(name + '.raw', 'wb').write(want.tobytes())
    """

  @Test("Every colour type and depth is exact")
  func everyColourTypeAndDepthIsExact() async throws {
    let directory = try TemporaryDirectory()
    let made = try await Tool.python(Self.maker, [directory.path])
    try #require(made.status == 0, "\(made.errors)")
    let files = directory.names.filter { $0.hasSuffix(".png") }
    #expect(files.count == 52)
    for name in files {
      let file = Fixtures.bytes(directory.file(name))
      let expected = Fixtures.bytes(directory.file(name.dropLast(4) + ".raw"))
      let decoded = try Decoded(file)
      #expect(decoded.bytes == expected, "\(name)")
      #expect(decoded.diagnostics.isEmpty, "\(name): \(decoded.diagnostics)")
      #expect(decoded.info.isProgressive == (name.split(separator: "_")[2] == "1"), "\(name)")
      #expect(decoded.info.hasAlpha == decoded.layout.format.hasAlpha, "\(name)")
      #expect(try Decoded(file, rowsAtOnce: 100).bytes == expected, "\(name)")
    }
  }

  /// A palette index beyond the palette is black, as in libpng and browsers. It does not read memory after the palette.
  @Test("Index beyond the palette is black")
  func indexBeyondThePaletteIsBlack() throws {
    let file =
      TestPNG.signature + TestPNG.header(width: 3, height: 1, depth: 8, type: 3)
      + TestPNG.chunk("PLTE", [10, 20, 30, 40, 50, 60]) + TestPNG.chunk("IDAT", TestPNG.zlib([0, 0, 1, 200]))
      + TestPNG.chunk("IEND", [])
    #expect(try Decoded(file).bytes == [10, 20, 30, 40, 50, 60, 0, 0, 0])
  }

  @Test("Several readers of one decoder see the same")
  func severalReadersOfOneDecoderSeeTheSame() throws {
    let file = TestPNG.gray(rows: [[1, 2, 3, 4], [5, 6, 7, 8]])
    let decoder = try PNGCodec.decoder.open(MemoryByteSource(file), .standard)
    for _ in 0..<3 {
      let (picture, notes) = try decoder.rows(at: 0, DecodeRequest()).readAll(limits: .standard)
      #expect(picture.bytes == [1, 2, 3, 4, 5, 6, 7, 8])
      #expect(notes.isEmpty)
    }
    #expect(throws: ImageError.self) { try decoder.info(at: 1) }
  }

  @Test("Cancellation ends the reading")
  func cancellationEndsTheReading() throws {
    let file = TestPNG.gray(rows: [[1, 2, 3, 4], [5, 6, 7, 8]])
    let decoder = try PNGCodec.decoder.open(MemoryByteSource(file), .standard)
    let rows = try decoder.rows(at: 0, DecodeRequest(isCancelled: { true }))
    let error = #expect(throws: ImageError.self) { try rows.readAll(limits: .standard) }
    #expect(error?.kind == .cancelled)
  }

  @Test("Profiles have an order of precedence")
  func profilesHaveAnOrderOfPrecedence() throws {
    func profile(_ chunks: [UInt8]) throws -> ColorProfile? {
      try Decoded(TestPNG.gray(rows: [[1, 2, 3, 4]], extra: chunks)).layout.profile
    }
    let gamma = TestPNG.chunk("gAMA", TestPNG.number(45_455))
    let sRGBPoints = [31_270, 32_900, 64_000, 33_000, 30_000, 60_000, 15_000, 6_000] as [UInt32]
    let widePoints = [31_270, 32_900, 73_500, 26_500, 11_500, 82_600, 15_700, 1_800] as [UInt32]
    let cHRM = TestPNG.chunk("cHRM", sRGBPoints.flatMap(TestPNG.number))
    let wide = TestPNG.chunk("cHRM", widePoints.flatMap(TestPNG.number))
    let sRGB = TestPNG.chunk("sRGB", [0])
    #expect(try profile([]) == nil)
    #expect(try profile(wide) == nil)
    #expect(try profile(sRGB + wide) == .sRGB)
    #expect(try profile(gamma) == .sRGB)
    #expect(try profile(gamma + cHRM) == .sRGB)
    #expect(try profile(TestPNG.chunk("cICP", [1, 13, 0, 1]) + wide) == .sRGB)
    let displayP3 = ColorProfile(.codePoints(CodePoints(primaries: 12, transfer: 13)))
    #expect(try profile(sRGB + TestPNG.chunk("cICP", [12, 13, 0, 1])) == displayP3)
    // A narrow range, a matrix, and primaries without a meaning are not supported: the other chunks are used.
    for points in [[12, 13, 0, 0], [9, 16, 9, 1], [3, 13, 0, 1]] as [[UInt8]] {
      #expect(try profile(sRGB + TestPNG.chunk("cICP", points)) == .sRGB)
    }
    let linear = try profile(TestPNG.chunk("gAMA", TestPNG.number(100_000)))
    #expect(linear == ColorProfile(.calibrated(.init(gamma: 1))))
    guard case .calibrated(let calibration) = try profile(gamma + wide)?.definition else {
      Issue.record("no calibration")
      return
    }
    #expect(abs(calibration.gamma - 2.2) < 0.0001)
    #expect(calibration.chromaticities?.green == .init(x: 0.115, y: 0.826))
  }

  @Test("Profile is inflated and a damaged one is left out")
  func profileIsInflatedAndADamagedOneIsLeftOut() throws {
    var icc = [UInt8](repeating: 7, count: 200)
    icc.replaceSubrange(0..<4, with: TestPNG.number(200))
    icc.replaceSubrange(36..<40, with: Array("acsp".utf8))
    func decode(_ stream: [UInt8], limits: Limits = .standard) throws(ImageError) -> Decoded {
      let chunk = TestPNG.chunk("iCCP", Array("name".utf8) + [0, 0] + stream)
      return try Decoded(TestPNG.gray(rows: [[1, 2, 3, 4]], extra: chunk), limits: limits)
    }
    #expect(try decode(TestPNG.zlib(icc)).layout.profile == .icc(icc))
    var limits = Limits.standard
    limits.maxMetadataBlockBytes = 250
    #expect(try decode(TestPNG.zlib(icc), limits: limits).layout.profile == .icc(icc))
    let tooLong = try decode(TestPNG.zlib(icc + icc), limits: limits)
    #expect(tooLong.layout.profile == nil && tooLong.warnings.count == 1 && tooLong.rowCount == 1)
    for damaged in [[1, 2, 3], TestPNG.zlib(Array(icc[..<100])), Array(TestPNG.zlib(icc).dropLast(8))] {
      let decoded = try decode(damaged)
      #expect(decoded.layout.profile == nil)
      #expect(decoded.warnings.count == 1, "\(decoded.warnings)")
      #expect(decoded.bytes == [1, 2, 3, 4])
    }
  }
}
