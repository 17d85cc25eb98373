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
@Suite("Truncated documents", .serialized)
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
    return PreviewHost(
      configuration: configuration, catalog: ProviderCatalog(providers, registry: ContentTypeRegistry()),
      sandbox: Sandbox(tier: tier, launcher: try #require(options.launcher), bubblewrap: options.bubblewrap),
      encoder: NoEncoder())
  }

  @Test("A document cut at each sixteenth is shown, or refused by its provider", arguments: [SandboxTier.a, .b])
  func sixteenths(_ tier: SandboxTier) async throws {
    let host = try await host(tier)
    // The beginning of a binary property list is not text.
    let answers: Set<ProviderError.Code?> = [nil, .corruptInput, .passwordRequired, .limitExceeded, .unsupportedType]
    for document in Self.documents {
      let parts = document.split(separator: ":").map { "\(Fixtures.root)/Fixtures/\($0)" }
      let name = PathText.split(parts[0]).name
      let type = try host.catalog.registry.identify(path: parts[0]).type.identifier
      let folder = try TemporaryDirectory()
      var copy = folder.file(name)
      if parts.count > 1 {
        let copied = try await Tool.run("cp", ["-r", parts[0], copy])
        #expect(copied.status == 0)
        copy += "/" + document.split(separator: ":")[1]
      }
      let whole = Fixtures.bytes(parts.count > 1 ? "\(parts[0])/\(document.split(separator: ":")[1])" : parts[0])
      #expect(whole.count > 16)
      for part in 0...16 {
        try folder.write(
          Array(whole.prefix(whole.count * part / 16)), to: String(copy.dropFirst(folder.path.count + 1)))
        let reference = DocumentReference(path: folder.file(name), name: name, contentType: type)
        var thumbnail = RenderRequest(.thumbnail, of: reference, maximumSize: PixelSize(width: 128, height: 128))
        thumbnail.tenant = "us"
        var preview = RenderRequest(.preview, of: reference, maximumSize: PixelSize(width: 400, height: 300))
        preview.tenant = "us"
        let codes = [
          await code { try await host.render(thumbnail) }, await code { try await host.render(preview) },
        ]
        #expect(answers.isSuperset(of: codes), "\(document) at \(part)/16: \(codes)")
        if part == 16 { #expect(codes == [nil, nil], "\(document)") }
      }
    }
    #expect(await host.metrics.retries == 0)
    await host.shutdown()
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
