internal import ContentTypes
internal import Foundation
internal import ProviderKit
internal import TestKit
internal import Testing

@Suite("Manifests of the shipped providers and the examples", .timed)
struct ManifestTests {
  @Test("Each provider has a manifest, which starts it", arguments: Shipped.all)
  func manifest(_ shipped: Shipped) throws {
    let path = "\(Fixtures.root)/\(shipped.manifests)/\(shipped.definition.id)/provider.json"
    let object = try JSONSerialization.jsonObject(with: Data(Fixtures.bytes(path)))
    let manifest = try #require(object as? [String: Any])
    #expect(manifest["id"] as? String == shipped.definition.id)
    #expect(manifest["version"] as? String == shipped.definition.version)
    #expect(manifest["exec"] as? [String] == [shipped.program, shipped.name])
    #expect(manifest["protocol"] as? [Int] == [1])
    var capabilities: [String] = []
    if shipped.definition.thumbnail != nil { capabilities.append("thumbnail") }
    if shipped.definition.preview != nil { capabilities.append("preview") }
    #expect(manifest["capabilities"] as? [String] == capabilities)
  }

  @Test("The provider of pictures shows every format that the suite reads")
  func formats() throws {
    let path = "\(Fixtures.root)/share/providers/org.cameo.images/provider.json"
    let manifest = try JSONSerialization.jsonObject(with: Data(Fixtures.bytes(path))) as? [String: Any]
    #expect(manifest?["supportedContentTypes"] as? [String] == ContentTypeRegistry.formatTypes.map(\.identifier))
  }

  @Test("Films, sound and books are named one by one: a desktop's thumbnailer of the exact type would come first")
  func exactTypes() throws {
    let registry = ContentTypeRegistry()
    for (id, general) in [
      ("video", "public.movie"), ("audio", "org.xiph.ogg-audio"), ("book", "com.mobipocket.ebook"),
    ] {
      let path = "\(Fixtures.root)/share/providers/org.cameo.\(id)/provider.json"
      let manifest = try JSONSerialization.jsonObject(with: Data(Fixtures.bytes(path))) as? [String: Any]
      let named = Set(manifest?["supportedContentTypes"] as? [String] ?? [])
      let kinds = registry.types.map(\.identifier).filter { registry.type($0, conformsTo: general) }
      #expect(kinds.count > 1 && named.isSuperset(of: kinds), "\(id): \(kinds)")
    }
  }

  @Test("Each manifest has a provider", arguments: ["share/providers", "Examples/providers"])
  func all(_ folder: String) throws {
    let names = try FileManager.default.contentsOfDirectory(atPath: "\(Fixtures.root)/\(folder)")
    #expect(names.sorted() == Shipped.all.filter { $0.manifests == folder }.map(\.definition.id).sorted())
  }

  @Test(
    "An unknown name is refused, and the message lists the names",
    arguments: ["cameo-providers", "example-providers"])
  func unknown(_ program: String) async throws {
    let run = try await Tool.cameo(program, ["dance"])
    #expect(run.status == 64)
    for shipped in Shipped.all where shipped.program == program { #expect(run.errors.contains(shipped.name)) }
  }
}
