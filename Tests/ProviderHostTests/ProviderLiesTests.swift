internal import Glibc
internal import ImageModel
internal import ProviderHost
internal import ProviderProtocol
internal import TestKit
internal import Testing

/// Messages of a provider that are not what docs/writing-providers.md allows. The provider says what its document
/// contains; `@` stands for the request's number.
@Suite("Providers that lie", .timed)
struct ProviderLiesTests {
  /// The code of the answer to a document with this text.
  private static func code(
    saying text: [UInt8], _ capability: ProviderCapability = .thumbnail, tier: SandboxTier = .none
  ) async throws -> ProviderError.Code? {
    let rig = try await HostRig("says-document", limits: HostRig.patientLimits, tier: tier)
    let path = try rig.folder.write(text, to: "lie.txt")
    let request = RenderRequest(
      capability, of: DocumentReference(path: path, name: "lie.txt", contentType: "public.plain-text"),
      maximumSize: PixelSize(width: 128, height: 128))
    let found = await ProviderHostTests.code { try await rig.host.render(request) }
    #expect(await rig.leftovers() == [])
    return found
  }

  /// A reply with pixels, in which one text is replaced.
  private static func reply(_ part: String = "", _ other: String = "") -> String {
    let good = #"{"type":"reply","id":@,"pixels":{"format":"gray8","width":8,"height":4,"stride":8}}"#
    return part.isEmpty ? good : good.replacing(part, with: other)
  }

  @Test("The true message is taken, also with members that nobody knows")
  func truth() async throws {
    for text in [Self.reply(), Self.reply(#""id":@"#, #""id":@,"later":{"a":[1,2]}"#)] {
      #expect(try await Self.code(saying: Array(text.utf8)) == nil)
      #expect(try await Self.code(saying: Array(text.utf8), tier: .b) == nil)
    }
  }

  @Test(
    "Numbers that are no sizes and no ids",
    arguments: [
      ("8,\"height\"", "8.5,\"height\""), ("8,\"height\"", "\"8\",\"height\""), ("8,\"height\"", "null,\"height\""),
      ("8,\"height\"", "1e30,\"height\""), ("8,\"height\"", "NaN,\"height\""), ("8,\"height\"", "Infinity,\"height\""),
      ("8,\"height\"", "0,\"height\""), ("8,\"height\"", "-8,\"height\""), ("8,\"height\"", "[8],\"height\""),
      ("8,\"height\"", "9223372036854775808,\"height\""), ("8,\"height\"", "-9223372036854775808,\"height\""),
      ("8,\"height\"", "0x8,\"height\""), ("8,\"height\"", "08,\"height\""), ("\"stride\":8", "\"stride\":0"),
      ("\"stride\":8", "\"stride\":7"), ("\"stride\":8", "\"stride\":9223372036854775807"), (",\"stride\":8", ""),
      ("\"height\":4", "\"height\":5"), ("\"height\":4", "\"height\":4,\"height\":4"), ("\"id\":@", "\"id\":\"@\""),
      ("\"id\":@", "\"id\":-@"), ("\"id\":@", "\"id\":@.5"), ("\"id\":@", "\"id\":null"), ("\"id\":@,", ""),
      ("\"id\":@", "\"id\":9223372036854775808"), ("\"id\":@", "\"id\":@,\"id\":@"), ("\"id\":@", "\"id\":1@"),
    ])
  func numbers(_ part: String, _ lie: String) async throws {
    #expect(try await Self.code(saying: Array(Self.reply(part, lie).utf8)) == .protocolViolation)
  }

  @Test(
    "Members that are missing, of another type or not possible",
    arguments: [
      ("\"gray8\"", "\"rgb565\""), ("\"gray8\"", "8"), ("\"format\":\"gray8\",", ""), ("\"reply\"", "\"replied\""),
      ("\"reply\"", "1"), ("\"type\":\"reply\",", ""), ("\"id\":@", "\"id\":@,\"pdf\":{}"),
      ("\"pixels\"", "\"picture\""), ("\"id\":@", "\"id\":@,\"pageCount\":-1"),
      ("\"id\":@", "\"id\":@,\"pageCount\":1e18"), ("\"id\":@", "\"id\":@,\"title\":1"),
      ("\"id\":@", "\"id\":@,\"warnings\":\"x\""), ("\"id\":@", "\"id\":@,\"warnings\":[1]"),
    ])
  func members(_ part: String, _ lie: String) async throws {
    #expect(try await Self.code(saying: Array(Self.reply(part, lie).utf8)) == .protocolViolation)
  }

  @Test(
    "Lines that are no message, and messages that may not come now",
    arguments: [
      "\n", "[1]", "1", "null", "\"reply\"", "{}", "{} {}", "{\"type\":\"reply\"", "\u{0}",
      "\u{FEFF}{\"type\":\"log\"}",
      "{\"type\":\"error\",\"id\":@,\"code\":\"fine\",\"message\":\"x\"}",
      "{\"type\":\"error\",\"id\":@,\"code\":\"corruptInput\"}",
      "{\"type\":\"log\",\"level\":\"loud\",\"message\":\"x\"}", "{\"type\":\"reply\",\"id\":@,\"pdf\":{}}",
      "{\"type\":\"reply\",\"id\":@,\"data\":{\"contentType\":\"text/plain\"}}",
      "{\"type\":\"reply\",\"id\":@,\"pdf\":[]}",
      "{\"type\":\"partial\",\"id\":1@,\"pdf\":{}}", "{\"type\":\"shutdown\"}", "{\"type\":\"cancel\",\"id\":@}",
    ])
  func lines(_ line: String) async throws {
    #expect(try await Self.code(saying: Array(line.utf8)) == .protocolViolation, "\(line)")
  }

  @Test("Lines that are too deep, too long or have too many values")
  func floods() async throws {
    let lies = [
      String(repeating: "[", count: 60_000),
      "{\"type\":\"log\",\"x\":" + String(repeating: "{\"a\":", count: 5_000) + "1",
      "{\"x\":[" + String(repeating: "1,", count: 30_000) + "1]}", String(repeating: "x", count: 100_000),
      Self.reply("\"id\":@", "\"id\":@,\"title\":\"\(String(repeating: "x", count: 70_000))\""),
    ]
    for lie in lies {
      #expect(try await Self.code(saying: Array(lie.utf8)) == .protocolViolation, "\(lie.prefix(30))")
    }
  }

  @Test(
    "Files and types of a preview that are not the provider's own, or could break a header field",
    arguments: [
      #""attachments":[{"id":"a","file":"","contentType":"image/png"}]"#,
      #""attachments":[{"id":"a","file":".","contentType":"image/png"}]"#,
      #""attachments":[{"id":"a","file":"..","contentType":"image/png"}]"#,
      #""attachments":[{"id":"a","file":"/etc/passwd","contentType":"image/png"}]"#,
      #""attachments":[{"id":"a","file":"x/../y","contentType":"image/png"}]"#,
      #""attachments":[{"id":"a","file":"x\u0000y","contentType":"image/png"}]"#,
      #""attachments":[{"id":"a","file":"nothing","contentType":"image/png"}]"#,
      #""attachments":[{"id":"","file":"x","contentType":"image/png"}]"#,
      #""attachments":[{"id":"a\"b","file":"x","contentType":"image/png"}]"#,
      #""attachments":[{"id":"a","file":"x","contentType":"image"}]"#,
      #""attachments":[{"id":"a","file":"x","contentType":"image/png\r\nX: y"}]"#, #""attachments":{}"#,
      #""encoding":"utf-8\r\nSet-Cookie: a=b""#, #""encoding":"""#, #""encoding":"utf-8;a""#,
      #""encoding":"0123456789012345678901234567890123456789a""#, #""contentType":"text/html""#,
    ])
  func previews(_ lie: String) async throws {
    let text = #"{"type":"reply","id":@,"data":{"contentType":"text/html",\#(lie)}}"#
    #expect(try await Self.code(saying: Array(text.utf8), .preview) == .protocolViolation, "\(lie)")
  }

  @Test("More attachments than there may be")
  func attachments() async throws {
    let list = (0...256).map { #"{"id":"a\#($0)","file":"x","contentType":"image/png"}"# }.joined(separator: ",")
    let text = #"{"type":"reply","id":@,"data":{"contentType":"text/html","attachments":[\#(list)]}}"#
    #expect(try await Self.code(saying: Array(text.utf8), .preview) == .protocolViolation)
  }
}
