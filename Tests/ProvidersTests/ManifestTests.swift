internal import Foundation
internal import ProviderKit
internal import TestKit
internal import Testing

@Suite("Manifests of the shipped providers")
struct ManifestTests {
  @Test("Each provider has one, which starts it", arguments: Shipped.all)
  func manifest(_ shipped: Shipped) throws {
    let path = Fixtures.root + "/share/providers/\(shipped.definition.id)/provider.json"
    let object = try JSONSerialization.jsonObject(with: Data(Fixtures.bytes(path)))
    let manifest = try #require(object as? [String: Any])
    #expect(manifest["id"] as? String == shipped.definition.id)
    #expect(manifest["version"] as? String == shipped.definition.version)
    #expect(manifest["exec"] as? [String] == ["cameo-providers", shipped.name])
    #expect(manifest["protocol"] as? [Int] == [1])
    var capabilities: [String] = []
    if shipped.definition.thumbnail != nil { capabilities.append("thumbnail") }
    if shipped.definition.preview != nil { capabilities.append("preview") }
    #expect(manifest["capabilities"] as? [String] == capabilities)
  }

  @Test("No manifest stands for a provider that is not there")
  func all() throws {
    let names = try FileManager.default.contentsOfDirectory(atPath: Fixtures.root + "/share/providers")
    #expect(names.sorted() == Shipped.all.map(\.definition.id).sorted())
  }

  @Test("A name that no provider has is refused with the list of names")
  func unknown() async throws {
    let run = try await Tool.cameo("cameo-providers", ["dance"])
    #expect(run.status == 64)
    for shipped in Shipped.all { #expect(run.errors.contains(shipped.name)) }
  }
}
