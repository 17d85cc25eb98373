internal import ColorManagement
internal import ImageModel
internal import TestKit
internal import Testing

/// Code points of ITU-T H.273, checked against the arithmetic of the standards in Python.
@Suite(.timed) struct CodePointsTests {
  /// RGB of 16 bits: grey, skin, saturated colours, dark and bright ones.
  private static let colors: [[UInt16]] = [
    [0, 0, 0], [65_535, 65_535, 65_535], [32_768, 32_768, 32_768], [51_400, 25_700, 12_850], [65_535, 0, 0],
    [2_000, 30_000, 9_000], [300, 200, 100], [38_000, 36_000, 34_000], [50_000, 49_000, 20_000],
  ]

  /// The conversion to sRGB, written independently: chromaticities to a matrix, the transfer functions of BT.709,
  /// BT.2100 and sRGB, the EETF of BT.2390 from 1,000 to 203 cd/m².
  private static let arithmetic = """
    import json, math, sys
    primaries, transfer, colors = json.loads(sys.argv[1])
    chroma = {1: [.64,.33,.3,.6,.15,.06], 9: [.708,.292,.17,.797,.131,.046], 12: [.68,.32,.265,.69,.15,.06]}
    def xyz(x, y): return [x / y, 1, (1 - x - y) / y]
    def solve(m, v):
        def det(a): return sum(a[0][i] * (a[1][(i+1)%3] * a[2][(i+2)%3] - a[1][(i+2)%3] * a[2][(i+1)%3]) for i in range(3))
        return [det([[v[r] if c == k else m[r][c] for c in range(3)] for r in range(3)]) / det(m) for k in range(3)]
    def matrix(p):
        columns = [xyz(*p[i:i + 2]) for i in (0, 2, 4)]
        m = [[columns[c][r] for c in range(3)] for r in range(3)]
        s = solve(m, xyz(.3127, .329))
        return [[m[r][c] * s[c] for c in range(3)] for r in range(3)]
    def pq(e):
        p = e ** (32 / 2523)
        return 1e4 * (max(p - 3424 / 4096, 0) / (2413 / 128 - 2392 / 128 * p)) ** (16384 / 2610)
    def unpq(l):
        p = (l / 1e4) ** (2610 / 16384)
        return ((3424 / 4096 + 2413 / 128 * p) / (1 + 2392 / 128 * p)) ** (2523 / 32)
    def eetf(l):
        top = unpq(1000)
        e, most = min(unpq(l) / top, 1), unpq(203) / top
        ks = 1.5 * most - .5
        if e >= ks:
            t = (e - ks) / (1 - ks)
            e = (2*t**3 - 3*t*t + 1) * ks + (t**3 - 2*t*t + t) * (1 - ks) + (-2*t**3 + 3*t*t) * most
        return pq(e * top) / 203
    def light(v):
        if transfer == 13: return v / 12.92 if v <= .04045 else ((v + .055) / 1.055) ** 2.4
        if transfer == 14: return v / 4.5 if v < .0812 else ((v + .0993) / 1.0993) ** (1 / .45)
        if transfer == 8: return v
        if transfer == 16: return eetf(pq(v))
        if transfer == 18:
            scene = v * v / 3 if v <= .5 else (math.exp((v - .55991073) / .17883277) + .28466892) / 12
            return eetf(1000 * scene ** 1.2)
    def encoded(l):
        l = min(max(l, 0), 1)
        return 12.92 * l if l <= .0031308 else 1.055 * l ** (1 / 2.4) - .055
    source, target = matrix(chroma[primaries]), matrix(chroma[1])
    for color in colors:
        lights = [light(v / 65535) for v in color]
        print(*[round(255 * encoded(l)) for l in solve(target, [sum(source[r][c] * lights[c] for c in range(3)) for r in range(3)])])
    """

  @Test(
    "Code points are converted to sRGB as the standards say",
    arguments: [(12, 13), (9, 14), (9, 16), (9, 18), (1, 8)] as [(UInt8, UInt8)])
  func areConvertedToSRGBAsTheStandardsSay(_ primaries: UInt8, _ transfer: UInt8) async throws {
    let profile = try #require(ColorProfile(rgb: CodePoints(primaries: primaries, transfer: transfer)))
    let result = try await Tool.python(Self.arithmetic, ["[\(primaries), \(transfer), \(Self.colors)]"])
    let expected = result.text.split(separator: "\n").map { $0.split(separator: " ").compactMap { Int($0) } }
    try #require(expected.count == Self.colors.count, "\(result.errors)")
    let transform = try ColorTransform(
      from: profile, PixelFormat(.uint16, .rgb), to: .sRGB, .rgb8, limits: .standard)
    let bytes = Self.colors.flatMap { $0 }.flatMap { value in withUnsafeBytes(of: value) { Array($0) } }
    let ours = ColorTransformTests.apply(transform, to: bytes)
    for (index, color) in Self.colors.enumerated() {
      for channel in 0..<3 {
        let (value, other) = (Int(ours[index * 3 + channel]), expected[index][channel])
        #expect(abs(value - other) <= 1, "\(color): \(ours[index * 3..<index * 3 + 3]), not \(expected[index])")
      }
    }
  }

  /// BT.2408, table 1: diffuse white is 203 cd/m², 58 % in PQ and 75 % in HLG. Both are the same grey.
  @Test("The reference whites of PQ and HLG agree")
  func theReferenceWhitesOfPQAndHLGAgree() throws {
    func gray(_ transfer: UInt8, _ sample: Double) throws -> Int {
      let profile = try #require(ColorProfile(rgb: CodePoints(primaries: 9, transfer: transfer)))
      let transform = try ColorTransform(
        from: profile, PixelFormat(.uint16, .gray), to: .sRGB, .gray8, limits: .standard)
      let value = UInt16((sample * 65_535).rounded())
      return Int(ColorTransformTests.apply(transform, to: withUnsafeBytes(of: value) { Array($0) })[0])
    }
    #expect(abs(try gray(16, 0.5806) - gray(18, 0.75)) <= 1)
  }

  @Test("What is unspecified or reserved has no meaning")
  func whatIsUnspecifiedOrReservedHasNoMeaning() {
    #expect(ColorProfile(rgb: CodePoints(primaries: 2, transfer: 13)) == nil)
    #expect(ColorProfile(rgb: CodePoints(primaries: 1, transfer: 2)) == nil)
    #expect(ColorProfile(rgb: CodePoints(primaries: 3, transfer: 3)) == nil)
    #expect(ColorProfile(rgb: CodePoints(primaries: 1, transfer: 13)) == .sRGB)
  }
}
