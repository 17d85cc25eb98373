internal import StructuredFiles
internal import StructuredText
internal import TestKit
internal import Testing

@Suite("Property lists", .timed) struct PropertyListTests {
  /// Python's plistlib writes the lists; the values are compared with json.dumps of the same object.
  private static let writer = """
    import sys, json, plistlib, datetime
    value = {'version': 1, 'big': 2**40, 'neg': -7, 'real': 2.5, 'yes': True, 'no': False, 'text': 'a & <b> "c"',
      'greek': 'αβγ', 'list': [1, 'two', [3.25], {}], 'inner': {'k' + str(i): i for i in range(300)}, 'long': 'x' * 5000}
    if sys.argv[1] == 'json': sys.stdout.write(json.dumps(value))
    else: sys.stdout.buffer.write(plistlib.dumps(value, fmt=getattr(plistlib, sys.argv[1]), sort_keys=False))
    """

  @Test("Hold the same values as JSON", arguments: ["FMT_XML", "FMT_BINARY"])
  func holdTheSameValuesAsJSON(
    _ format: String
  ) async throws {
    let list = try await Tool.python(Self.writer, [format]).output
    let json = try await Tool.python(Self.writer, ["json"]).output
    let value = try StructuredSyntax.parse(list, limits: StructuredLimits())
    #expect(plain(value) == plain(try StructuredSyntax.parse(json, limits: StructuredLimits())))
  }

  /// The value without its lines and without the notation of numbers.
  private func plain(_ value: StructuredValue) -> StructuredValue {
    switch value.content {
    case .number(let number, _): StructuredValue(.number(number, text: ""))
    case .array(let elements): StructuredValue(.array(elements.map(plain)))
    case .object(let object):
      StructuredValue(
        .array(
          object.members.sorted { $0.name < $1.name }.map {
            StructuredValue(.array([StructuredValue(.string($0.name)), plain($0.value)]))
          }))
    default: StructuredValue(value.content)
    }
  }

  @Test("Dates are texts")
  func datesAreTexts() async throws {
    for format in ["FMT_XML", "FMT_BINARY"] {
      let list = try await Tool.python(
        """
        import sys, plistlib, datetime
        sys.stdout.buffer.write(plistlib.dumps([datetime.datetime(2024, 2, 29, 23, 59, 58), datetime.datetime(1969, 7, 20, 20, 17)],
          fmt=plistlib.\(format)))
        """
      ).output
      let value = try StructuredSyntax.parse(list, limits: StructuredLimits())
      #expect(value.element(0)?.content == .string("2024-02-29T23:59:58Z"))
      #expect(value.element(1)?.content == .string("1969-07-20T20:17:00Z"))
    }
  }

  @Test("Errors of XML name the line")
  func errorsOfXMLNameTheLine() {
    func message(_ body: String) -> String {
      let text = """
        <?xml version="1.0" encoding="UTF-8"?>
        <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
        <plist version="1.0">
        \(body)
        </plist>
        """
      return failure { _ = try StructuredSyntax.parse(Array(text.utf8), limits: StructuredLimits()) }
    }
    #expect(message("<true/>").isEmpty)
    #expect(message("<dict>\n<key>a</key>\n</dict>").contains("line 5: the key 'a' has no value"))
    #expect(
      message("<dict><key>a</key><true/>\n<key>a</key><true/></dict>").contains("line 5: the key 'a' occurs twice"))
    #expect(message("<dict>\n<string>a</string></dict>").contains("line 5: expected a key before string"))
    #expect(message("<integer>x</integer>").contains("'x' is not a number"))
    #expect(message("<data>AAAA</data>").contains("bytes (data)"))
    #expect(message("<dict>").contains("line 5"))
    let bomb = "<!DOCTYPE plist [<!ENTITY a \"aaaa\">]><plist><string>&a;</string></plist>"
    #expect(
      failure { _ = try StructuredSyntax.parse(Array(bomb.utf8), limits: StructuredLimits()) }.contains(
        "document type"))
  }

  /// With any byte changed, or cut at any length, a list gives a value or an error, in bounded time.
  @Test("Broken binary lists fail with errors")
  func brokenBinaryListsFailWithErrors() async throws {
    let list = try await Tool.python(
      """
      import sys, plistlib
      sys.stdout.buffer.write(plistlib.dumps({'a': [1, 2.5, 'x', 'ü', True, {'b': []}], 'c': 'y' * 20}, fmt=plistlib.FMT_BINARY))
      """
    ).output
    var limits = StructuredLimits()
    limits.maxValues = 10_000
    for index in list.indices {
      for byte: UInt8 in [0x00, 0xFF, 0x5F, 0xD1, 0xAF, list[index] ^ 1, list[index] ^ 0x80] {
        var broken = list
        broken[index] = byte
        _ = try? StructuredSyntax.parse(broken, limits: limits)
      }
      _ = try? StructuredSyntax.parse(Array(list[..<index]), limits: limits)
    }
    // Each list has two references to the next one: 2^40 values if they were expanded.
    var bytes = Array("bplist00".utf8)
    var offsets: [UInt8] = []
    for level in 0..<40 {
      offsets.append(UInt8(bytes.count))
      bytes += [0xA2, UInt8(level + 1), UInt8(level + 1)]
    }
    offsets.append(UInt8(bytes.count))
    bytes.append(0x09)
    let table = bytes.count
    bytes += offsets + [0, 0, 0, 0, 0, 0, 1, 1] + [0, 0, 0, 0, 0, 0, 0, 41] + [UInt8](repeating: 0, count: 8)
    bytes += [0, 0, 0, 0, 0, 0, 0, UInt8(table)]
    #expect(
      failure { _ = try StructuredSyntax.parse(bytes, limits: limits) }.contains("more than 10000 values"))
  }

  /// Foundation's `Date.distantPast`, as Foundation prints it, the last second of 9999, and dates outside this range.
  @Test(
    "Dates of all years",
    arguments: [
      (-63_114_076_800.0, "0001-01-01T00:00:00Z"), (252_423_993_599, "9999-12-31T23:59:59Z"), (252_423_993_600, nil),
      (-63_114_076_801, nil), (.infinity, nil), (.nan, nil),
    ])
  func datesOfAllYears(_ seconds: Double, _ expected: String?) throws {
    var bytes = Array("bplist00".utf8) + [0x33]
    for shift in stride(from: 56, through: 0, by: -8) { bytes.append(UInt8(seconds.bitPattern >> shift & 0xFF)) }
    bytes += [8] + [0, 0, 0, 0, 0, 0, 1, 1] + [0, 0, 0, 0, 0, 0, 0, 1] + [UInt8](repeating: 0, count: 8)
    bytes += [0, 0, 0, 0, 0, 0, 0, 17]
    let value = try? StructuredSyntax.parse(bytes, limits: StructuredLimits())
    #expect(value?.content == expected.map { .string($0) })
  }

  /// Only providers accept bytes, and numbers that are not finite.
  @Test("Some values need all kinds", arguments: ["FMT_XML", "FMT_BINARY"])
  func someValuesNeedAllKinds(
    _ format: String
  ) async throws {
    let list = try await Tool.python(
      """
      import sys, plistlib
      sys.stdout.buffer.write(plistlib.dumps([b'\\x00\\x01\\xff', float('inf')], fmt=plistlib.\(format)))
      """
    ).output
    let value = try StructuredSyntax.parse(list, limits: StructuredLimits(), allKinds: true)
    #expect(value.element(0)?.content == .bytes([0, 1, 0xFF]))
    #expect(value.element(1)?.content == .string("inf"))
    #expect(failure { _ = try StructuredSyntax.parse(list, limits: StructuredLimits()) }.contains("bytes (data)"))
  }
}
