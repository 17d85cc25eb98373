internal import Glibc
internal import ProviderHost
internal import ProviderProtocol
internal import TestKit
internal import Testing

@Suite("Thumbnailers of the desktop", .timed)
struct ThumbnailerTests {
  /// Returns pixels for every picture; their width is the length of the picture's file.
  private static func images(_ rig: TemporaryDirectory) async throws -> ProviderDescription {
    var images = ProviderDescription(
      id: "org.cameo.images", version: "1", command: ["\(try await TestProgram.folder())/misbehave", "good", rig.path],
      supportedContentTypes: ["public.image"])
    images.limits = HostRig.patientLimits
    return images
  }

  private static func rig(
    _ script: String, seconds: Double = 60, tier: SandboxTier = .none
  ) async throws -> HostRig {
    let other = try TemporaryDirectory()
    guard chmod(other.path, 0o777) == 0 else { throw TestFailure("chmod") }
    let program = try other.write(Array("#!/bin/sh\n\(script)\n".utf8), to: "thumbnailer")
    guard chmod(program, 0o755) == 0 else { throw TestFailure("chmod") }
    let arguments = [program, other.path, "%s", "%i", "%o", "%u", "100%%"]
    var rig = try await HostRig("", program: arguments, more: [try await images(other)], tier: tier) {
      $0.level = 0
      $0.readableFolders.append(other.path)
      $0.limits = HostRig.patientLimits
      $0.limits.thumbnailSeconds = seconds
      $0.capabilities = [.thumbnail]
    }
    rig.companions = [other]
    return rig
  }

  private static let png = Fixtures.path("png/valid/colour_srgb.png")

  @Test("The field codes are replaced, and another worker decodes the picture")
  func good() async throws {
    let rig = try await Self.rig(
      #"test "$2 $6" = "128 100%" && test -f "$3" && test "file://$3" = "$5" && cp "# + Self.png + #" "$4""#)
    let thumbnail = try await rig.host.thumbnail(rig.request)
    #expect(String(decoding: thumbnail.bytes, as: UTF8.self) == "png gray8 8x4 85")
    #expect(thumbnail.provider?.id == "org.example.misbehave")
    await rig.host.shutdown()
  }

  private static let failing: [(script: String, code: ProviderError.Code)] = [

    ("exit 1", ProviderError.Code.corruptInput), ("exit 0", .protocolViolation),
    ("echo x > \"$4\"", .protocolViolation),
    ("kill -SEGV $$", .crashed), ("ln -s /etc/passwd \"$4\"", .protocolViolation), ("sleep 600", .timeout),
    ("yes", .timeout), ("trap '' TERM; while :; do :; done", .timeout),
    ("setsid sleep 600 & exit 1", .corruptInput),
  ]

  @Test("Thumbnailers that fail", arguments: failing, [SandboxTier.a, .b, .none])
  func bad(_ row: (script: String, code: ProviderError.Code), _ tier: SandboxTier) async throws {
    let rig = try await Self.rig(row.script, seconds: row.code == .timeout ? 0.5 : 60, tier: tier)
    // In a sandbox no program can make links.
    let expected = row.script.hasPrefix("ln ") && tier != .none ? .corruptInput : row.code
    #expect(await code { try await rig.host.thumbnail(rig.request) } == expected)
    // A thumbnail is made instead of a preview.
    #expect(await code { try await rig.host.preview(rig.previewRequest) } == expected)
    #expect(await rig.leftovers() == [])
  }

  @Test("The error has the last line that a thumbnailer writes, safe for people", arguments: SandboxTier.allCases)
  func reason(_ tier: SandboxTier) async throws {
    let script = #"printf %9000s | tr ' ' x >&2; printf '\nno \033[31mfile://%s\n\n' "$3" >&2; exit 7"#
    let rig = try await Self.rig(script, tier: tier)
    var request = rig.request
    request.document.name = "a\n\u{202E}.txt"
    let hostile = request
    let error = await #expect(throws: ProviderError.self) { try await rig.host.thumbnail(hostile) }
    #expect(error?.message == "thumbnailer cannot show the file; it may be damaged (status 7): no  [31ma  .txt")
    let long = try await Self.rig("printf %3000s | tr ' ' x >&2; exit 7", tier: tier)
    let bounded = await #expect(throws: ProviderError.self) { try await long.host.thumbnail(long.request) }
    #expect(
      bounded?.message.hasSuffix(": " + String(repeating: "x", count: 300)) == true, "\(String(describing: bounded))")
    for rig in [rig, long] { #expect(await rig.leftovers() == []) }
  }

  @Test("A picture that the provider of pictures cannot read is the thumbnailer's fault")
  func withoutImages() async throws {
    let rig = try await HostRig("", program: ["/bin/cp", Self.png, "%o"], limits: HostRig.patientLimits) {
      $0.level = 0
    }
    #expect(await code { try await rig.host.thumbnail(rig.request) } == .providerUnavailable)
    await rig.host.shutdown()
  }
}
