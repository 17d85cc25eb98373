internal import ColorManagement
internal import Compression
internal import ContentTypes
internal import DesktopCache
internal import ImageModel
internal import MetadataFuzzing
internal import StructuredFiles
internal import StructuredText
internal import XMLReading

extension FuzzTarget {
  /// Formats that others contain: values, compressed data, profiles, the thumbnail cache.
  static let structures = [
    FuzzTarget("json", "description", files: [".json"], texts: [#"{"a": [1, -2.5e3, "\ud83d\ude00é", null, true]}"#]) {
      try readJSON($0, textsArePaths: false)
    },
    FuzzTarget("json-paths", "description", texts: [#"{"input": "a\udcff.jpg"}"#]) {
      try readJSON($0, textsArePaths: true)
    },
    FuzzTarget("values", "description", longest: 8_192, files: [".json", ".plist", ".pplgrp"]) {
      let limits = StructuredLimits(maxBytes: 1 << 16, maxDepth: 32, maxValues: 10_000)
      _ = try StructuredSyntax.parse($0, limits: limits, allKinds: true)
    },
    FuzzTarget("xml", "xmp", files: [".svg", ".xmp", ".plist"]) { input in
      var bytes = (XMLEncoding(input)?.utf8(input).bytes ?? input)[...]
      _ = XMLDocument(bytes, maxDepth: 100, maxNodes: 5_000)
      _ = XMLControls.replace(in: &bytes)
      XMLControls.replaceReferences(in: &bytes)
      XMLControls.replaceStray(in: &bytes)
      guard bytes.count == input.count || XMLEncoding(input) != nil else { throw BrokenPromise("offsets have changed") }
      _ = XMLDocument(bytes, maxDepth: 100, maxNodes: 5_000)
    },
    FuzzTarget("base64", texts: ["AAECAwQ=", "QUJD RA=="]) { input in
      guard Base64.bytes(Base64.text(input).utf8) == input, Hexadecimal.bytes(Hexadecimal.text(input)) == input else {
        throw BrokenPromise("the encoded bytes are others")
      }
      _ = Base64.bytes(input)
    },
    FuzzTarget("inflate", longest: 8_192, files: [".gz"], texts: ["\u{78}\u{1}"]) { input in
      _ = try? Zlib.inflate(input, limit: 1 << 20, name: "input")
      let packed = try Zlib.deflate(input)
      guard try Zlib.inflate(packed, limit: 1 << 20, name: "input") == input else {
        throw BrokenPromise("the inflated bytes are others")
      }
    },
    FuzzTarget("brotli", longest: 8_192, texts: ["\u{b}\u{2}hello\u{3}"]) {
      _ = try Brotli.decompress($0, limit: 1 << 20, name: "input")
    },
    FuzzTarget(name: "color-profile", maxLength: 16_384, run: { try convertColors($0) }, seeds: { $0.blocks(.icc) }),
    FuzzTarget("cached-thumbnail", longest: 8_192, files: [".png"]) { try readThumbnail($0) },
  ]

  private static func readJSON(_ bytes: [UInt8], textsArePaths: Bool) throws {
    let limits = StructuredLimits(maxBytes: 1 << 16, maxDepth: 32, maxValues: 10_000)
    var parser = JSONParser(bytes, limits: limits, textsArePaths: textsArePaths)
    let value = json(of: try parser.parse())
    guard !textsArePaths else { return }
    let text = JSONWriter.text(value, layout: .indented)
    var second = JSONParser(Array(text.utf8), limits: limits)
    let again: JSONValue
    do {
      again = json(of: try second.parse())
    } catch {
      throw BrokenPromise("what we wrote cannot be read: \(error)")
    }
    guard JSONWriter.text(again, layout: .indented) == text else { throw BrokenPromise("the value has changed") }
  }

  private static func json(of value: StructuredValue) -> JSONValue {
    switch value.content {
    case .null: .null
    case .bool(let value): .bool(value)
    case .number(let number, _): .double(number)
    case .string(let text): .string(text)
    case .bytes(let bytes): .bytes(bytes)
    case .array(let elements): .array(elements.map { json(of: $0) })
    case .object(let object): .object(object.members.map { JSONMember($0.name, json(of: $0.value)) })
    }
  }

  /// Converts from and to the colours of a profile that a file brings.
  private static func convertColors(_ bytes: [UInt8]) throws {
    let profile = ColorProfile.icc(bytes)
    _ = (ColorProfiles.name(of: profile, limits: .standard), ColorProfiles.isSRGB(profile, limits: .standard))
    let model = try ColorProfiles.colorModel(icc: bytes, limits: .standard)
    let color = [Float](repeating: 0.5, count: model.channelCount)
    _ = try ColorTransform.convert(color, from: profile, model, to: .sRGB, .rgb, limits: .standard)
    _ = try ColorTransform.convert([1, 0.5, 0], from: .sRGB, .rgb, to: profile, model, limits: .standard)
  }

  /// Reads an entry of the thumbnail cache, also with correct check values, and adds texts to it.
  private static func readThumbnail(_ bytes: [UInt8]) throws {
    for file in [bytes, SmallPNG.withCheckValues(bytes)] {
      guard let chunks = PNGChunks(file) else { continue }
      let isWhole = PNGChunks.isWhole(file)
      guard !isWhole || PNGChunks.isWhole(chunks.withoutTexts(file)) else {
        throw BrokenPromise("the file without its texts is damaged")
      }
      guard let added = PNGChunks.adding([("Thumb::URI", "file:///a")], to: file) else { continue }
      guard PNGChunks.isWhole(added) == isWhole else { throw BrokenPromise("the file with another text is damaged") }
    }
  }
}
