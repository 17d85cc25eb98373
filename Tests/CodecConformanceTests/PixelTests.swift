internal import CodecKit
internal import ImageModel
internal import ByteStreams
internal import TestKit
internal import Testing

/// Pixels agree with those of independent decoders, which are recorded in Fixtures/expected.txt by
/// scripts/make-fixtures.
@Suite(.timed) struct PixelTests {
  /// One line of Fixtures/expected.txt.
  struct Expectation: CustomTestStringConvertible {
    var name: String
    var format: String
    var size: PixelSize
    var pages: Int
    var hash: String
    var layout: String
    var testDescription: String { name }
  }

  static let expectations: [Expectation] = String(
    decoding: Fixtures.bytes(Fixtures.path("expected.txt")), as: UTF8.self
  ).split(separator: "\n").compactMap { line in
    let fields = line.split(separator: "\t").map(String.init)
    guard !line.hasPrefix("#"), fields.count >= 7, let width = Int(fields[2]), let height = Int(fields[3]),
      let pages = Int(fields[4])
    else { return nil }
    return Expectation(
      name: fields[0], format: fields[1], size: PixelSize(width: width, height: height), pages: pages,
      hash: fields[5], layout: fields[6])
  }

  @Test("There are enough fixtures")
  func thereAreEnoughFixtures() {
    #expect(Self.expectations.count >= 80)
    #expect(Set(Self.expectations.map(\.name)) == Set(Conformance.validFixtures))
  }

  @Test("Size and pages are those of the file", arguments: expectations)
  func sizeAndPagesAreThoseOfTheFile(_ expected: Expectation) throws {
    let decoded = try Conformance.decode(Fixtures.bytes(Fixtures.path(expected.name)), fileName: expected.name)
    #expect(decoded.info.size == expected.size)
    #expect(decoded.picture.size == expected.size)
    #expect(decoded.imageCount == expected.pages)
    #expect(!decoded.hasWarnings, "\(decoded.diagnostics)")
  }

  private static let hashed = expectations.filter { $0.hash != "-" }

  /// The layout of each fixture's pixels and their SHA-256, which one process computes for all of them.
  private static let pixels = Task {
    let folder = try TemporaryDirectory()
    var layouts: [String] = []
    for (index, expected) in hashed.enumerated() {
      // The test above says why a fixture cannot be decoded.
      let picture = try? Conformance.decode(Fixtures.bytes(Fixtures.path(expected.name)), fileName: expected.name)
        .picture
      layouts.append(picture.map { layout($0.format) } ?? "none")
      try folder.write(picture?.bytes ?? [], to: "\(index)")
    }
    let sums = try await Tool.run("sha256sum", hashed.indices.map { "\($0)" }, directory: folder.path)
    withExtendedLifetime(folder) {}
    let lines = sums.text.split(separator: "\n").map { String($0.prefix(64)) }
    return Dictionary(uniqueKeysWithValues: zip(hashed.map(\.name), zip(layouts, lines)))
  }

  @Test("Pixels are those of an independent decoder", arguments: hashed)
  func pixelsAreThoseOfAnIndependentDecoder(_ expected: Expectation) async throws {
    let (layout, sum) = try #require(try await Self.pixels.value[expected.name])
    #expect(layout == expected.layout)
    #expect(sum == expected.hash.prefix(64))
  }

  /// The name of a layout in Fixtures/README.md.
  private static func layout(_ format: PixelFormat) -> String {
    let model = format.colorModel == .gray && format.hasAlpha ? "graya" : format.colorModel.rawValue
    let alpha = format.hasAlpha && format.colorModel != .gray ? (format.alpha == .straight ? "a" : "apre") : ""
    switch format.component {
    case .uint8: return model + alpha + "8"
    case .uint16: return model + alpha + "16le"
    case .float32: return model + alpha + "f32le"
    }
  }

  /// On request for a smaller scale, the result is at least as large, and the box says what the picture covers.
  @Test("A wanted size is always reached", arguments: Conformance.validFixtures)
  func aWantedSizeIsAlwaysReached(_ name: String) throws {
    let source = MemoryByteSource(Fixtures.bytes(Fixtures.path(name)))
    let (_, decoder) = try Conformance.decoders.open(source, fileName: name, limits: Conformance.tightLimits)
    let full = try decoder.info(at: decoder.primaryIndex).size
    for divisor in [1, 2, 3, 5, 8, 16] {
      let wanted = PixelSize(width: max(1, full.width / divisor), height: max(1, full.height / divisor))
      let rows = try decoder.rows(at: decoder.primaryIndex, DecodeRequest(minimumSize: wanted))
      let layout = rows.layout
      #expect(layout.sourceBox.width >= Double(wanted.width) && layout.sourceBox.height >= Double(wanted.height))
      #expect(layout.sourceBox.x + layout.sourceBox.width <= Double(layout.size.width) + 1e-9)
      #expect(layout.sourceBox.y + layout.sourceBox.height <= Double(layout.size.height) + 1e-9)
      let (picture, _) = try rows.readAll(limits: Conformance.tightLimits)
      #expect(picture.size == layout.size)
    }
  }
}
