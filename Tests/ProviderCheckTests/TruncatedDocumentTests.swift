internal import ByteStreams
internal import ContentTypes
internal import Glibc
internal import ImageModel
internal import ProviderCheck
internal import ProviderHost
internal import ProviderProtocol
internal import TestKit
internal import Testing

/// Truncated documents of every kind, shown by the shipped providers through a complete host, in each tier.
@Suite("Truncated documents", .timed, .serialized)
struct TruncatedDocumentTests {
  /// For a package, the name of the truncated file follows a colon.
  static let documents = [
    "jpeg/valid/photo_gray.jpg", "png/valid/colour_srgb.png", "tiff/valid/photo_rgb8_lzw_predictor_2.tif",
    "preview/valid/bars.pdf",
    "preview/valid/house.svg", "preview/valid/plain.txt", "preview/valid/coast.md", "preview/valid/cities.csv",
    "preview/valid/settings.json", "preview/valid/note.xml", "preview/valid/settings.plist",
    "preview/valid/words.swift",
    "preview/valid/project.zip", "preview/valid/project.tar", "preview/valid/chess.pplgrp",
    "preview/valid/attic.mystuff:things.plist", "preview/valid/attic.mystuff:lamp.png",
  ]

  private struct NoEncoder: PixelEncoding {
    func encode(_ pixels: CheckedPixels, for request: RenderRequest) throws -> EncodedPicture {
      EncodedPicture(format: .png, size: pixels.size, bytes: [UInt8(clamping: pixels.width)])
    }
  }

  private func host(_ tier: SandboxTier) async throws -> PreviewHost {
    let options = try await CheckRig.options()
    var limits = ProviderLimits()
    // The tests look for a hang, on a machine that is busy with a hundred other tests.
    limits.thumbnailSeconds = 60
    limits.previewSeconds = 60
    let installed = ProviderCatalog(
      folders: ["share", "Examples"].map { "\(Fixtures.root)/\($0)/providers" }, thumbnailerFolders: [], limits: limits,
      registry: ContentTypeRegistry(), programs: options.programs)
    #expect(installed.problems == [])
    let providers = installed.providers.map { provider in
      var provider = provider
      provider.readableFolders += options.readableFolders
      return provider
    }
    var configuration = HostConfiguration(version: "0")
    configuration.workers.prewarmed = 0
    configuration.workers.helloSeconds = 60
    configuration.queueSeconds = 300
    configuration.concurrency = max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))
    return PreviewHost(
      configuration: configuration, catalog: ProviderCatalog(providers, registry: ContentTypeRegistry()),
      sandbox: Sandbox(tier: tier, launcher: try #require(options.launcher), bubblewrap: options.bubblewrap),
      encoder: NoEncoder())
  }

  /// The lengths at which a document of some length is cut. `DamageTests` and the conformance tests of the formats cut
  /// documents finely, in the process. Here each way to fail has to pass through a worker and its sandbox: an empty
  /// file, and files that end in the signature, in the header, in the content and near the end.
  private static func cuts(_ length: Int) -> [Int] {
    [0, 1, 16, length / 16, length / 4, length / 2, length * 3 / 4, length - 1, length]
  }

  @Test("A document that is cut is shown, or refused by its provider", arguments: [SandboxTier.a, .b])
  func cut(_ tier: SandboxTier) async throws {
    let host = try await host(tier)
    // The host renders as many at a time as there are processors.
    try await withThrowingTaskGroup(of: Void.self) { group in
      for document in Self.documents { group.addTask { try await showCuts(of: document, by: host) } }
      try await group.waitForAll()
    }
    // In tier B an ordinary user's workers share a limit of threads (RLIMIT_NPROC) with all that the user runs: here the
    // fork bombs of other tests.
    if tier == .a || geteuid() == 0 { #expect(await host.metrics.retries == 0) }
    await host.shutdown()
  }

  private func showCuts(of document: String, by host: PreviewHost) async throws {
    // The beginning of a binary property list is not text.
    let answers: Set<ProviderError.Code?> = [nil, .corruptInput, .passwordRequired, .limitExceeded, .unsupportedType]
    let parts = document.split(separator: ":").map(String.init)
    let original = Fixtures.path(parts[0])
    let name = PathText.split(original).name
    let type = try host.catalog.registry.identify(path: original).type.identifier
    let folder = try TemporaryDirectory()
    var file = name
    if parts.count > 1 {
      let copied = try await Tool.run("cp", ["-r", original, folder.file(name)])
      #expect(copied.status == 0)
      file += "/" + parts[1]
    }
    let whole = Fixtures.bytes(([original] + parts.dropFirst()).joined(separator: "/"))
    try #require(whole.count > 16)
    for length in Self.cuts(whole.count) {
      try folder.write(Array(whole.prefix(length)), to: file)
      let reference = DocumentReference(path: folder.file(name), name: name, contentType: type)
      var thumbnail = RenderRequest(.thumbnail, of: reference, maximumSize: PixelSize(width: 128, height: 128))
      thumbnail.tenant = "us"
      var preview = RenderRequest(.preview, of: reference, maximumSize: PixelSize(width: 400, height: 300))
      preview.tenant = "us"
      let codes = [
        await code { try await host.render(thumbnail) }, await code { try await host.render(preview) },
      ]
      #expect(answers.isSuperset(of: codes), "\(document), \(length) bytes: \(codes)")
      if length == whole.count { #expect(codes == [nil, nil], "\(document)") }
    }
    withExtendedLifetime(folder) {}
  }

  private func code<Value>(_ body: () async throws -> Value) async -> ProviderError.Code? {
    do {
      _ = try await body()
      return nil
    } catch {
      return (error as? ProviderError)?.code ?? .crashed
    }
  }
}
