internal import ContentTypes
internal import TestKit
internal import Testing

@Suite("Types that providers declare", .timed) struct DeclarationTests {
  private let registry = ContentTypeRegistry()

  private func exported(
    _ identifier: String, _ parents: [String] = ["public.data"], by provider: String = "p", name: String = "x"
  )
    -> ContentType
  {
    ContentType(identifier, name: name, conformsTo: parents, fileExtensions: [name], origin: .exported(by: provider))
  }

  private func imported(_ identifier: String, name: String) -> ContentType {
    ContentType(identifier, name: name, fileExtensions: [name], origin: .imported(by: "q"))
  }

  @Test("Exported types take precedence over imported ones")
  func exportedTypesTakePrecedenceOverImportedOnes() {
    for types in [
      [imported("a.b", name: "in"), exported("a.b", name: "out")],
      [exported("a.b", name: "out"), imported("a.b", name: "in")],
    ] {
      let (registry, problems) = registry.adding(types)
      #expect(problems == [])
      #expect(registry.type(identifier: "a.b")?.name == "out")
      #expect(registry.type(fileName: "f.out")?.identifier == "a.b")
      #expect(registry.type(fileName: "f.in") == nil)
    }
    // The result is the same if they are added one after the other.
    let later = registry.adding([imported("a.b", name: "in")]).registry.adding([exported("a.b", name: "out")]).registry
    #expect(later.type(identifier: "a.b")?.name == "out")
  }

  @Test("Of two exports the first counts")
  func ofTwoExportsTheFirstCounts() {
    let (registry, problems) = registry.adding([exported("a.b", by: "p"), exported("a.b", by: "q")])
    #expect(registry.type(identifier: "a.b")?.origin == .exported(by: "p"))
    #expect(problems.map(\.message) == ["the type is exported by p already"])
    #expect(problems.map(\.provider) == ["q"])
  }

  @Test("Built in types stay")
  func builtInTypesStay() {
    let (registry, problems) = registry.adding([
      exported("public.png", name: "evil"), imported("public.jpeg", name: "evil"),
    ])
    #expect(registry.type(identifier: "public.png")?.name == "PNG")
    #expect(registry.type(fileName: "a.evil") == nil)
    #expect(problems.map(\.identifier) == ["public.png"])
    // Another type cannot take their extensions or signatures.
    var thief = exported("a.thief", name: "png")
    thief.signatures = [.init([0x89, 0x50, 0x4E, 0x47], priority: 60)]
    let robbed = registry.adding([thief]).registry
    #expect(robbed.type(header: [], fileName: "a.png")?.identifier == "public.png")
    #expect(
      robbed.type(header: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], fileName: nil)?.identifier == "public.png")
    // A subtype of PNG with a signature of its own is recognized.
    thief.conformsTo = ["public.png"]
    thief.signatures = [.init([0x89, 0x50, 0x4E, 0x47])]
    let special = registry.adding([thief]).registry
    #expect(
      special.type(header: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], fileName: nil)?.identifier == "a.thief")
  }

  @Test("Loops are refused with their path")
  func loopsAreRefusedWithTheirPath() {
    let (registry, problems) = registry.adding([
      exported("a.one", ["a.two"]), exported("a.two", ["public.data", "a.three"]), exported("a.three", ["a.one"]),
      exported("a.self", ["a.self"]), exported("a.good", ["a.one", "public.text"]),
    ])
    #expect(Set(problems.map(\.identifier)) == ["a.one", "a.two", "a.three", "a.self"])
    #expect(
      problems.first { $0.identifier == "a.two" }?.message
        == "the type conforms to itself: a.one -> a.two -> a.three -> a.one")
    #expect(problems.first { $0.identifier == "a.self" }?.message == "the type conforms to itself: a.self -> a.self")
    #expect(registry.type(identifier: "a.one") == nil)
    #expect(registry.type("a.good", conformsTo: "public.data"))
  }

  @Test("A long chain is not a loop")
  func aLongChainIsNotALoop() {
    let chain = (0..<500).map { exported("c.t\($0)", $0 == 499 ? ["public.data"] : ["c.t\($0 + 1)"], name: "e\($0)") }
    let (registry, problems) = registry.adding(chain)
    #expect(problems == [])
    #expect(registry.type("c.t0", conformsTo: "public.data"))
  }
}
