internal import Testing

@Suite("Layering")
struct LayeringTests {
  typealias Module = PackageFacts.Module
  private let check = LayeringCheck(table: LayeringTable(formats: ["JPEG", "PNG", "TIFF"]))

  @Test("This package obeys its architecture")
  func thisPackage() async throws {
    let package = try await PackageFacts.ofThisPackage()
    #expect(package.formats.contains("JPEG"))
    // The reading itself works: the commands and what they import are there.
    #expect(package.modules.contains { $0.name == "thumb" && $0.imports.contains { $0.module == "ImagingCommands" } })
    #expect(package.modules.contains { $0.name == "CJPEGShims" && $0.isC })
    #expect(LayeringCheck(table: LayeringTable(formats: package.formats)).violations(in: package) == [])
  }

  // MARK: The checker finds what it is there to find

  @Test("An upward arrow is found in the manifest and in an import")
  func upwardArrows() {
    let core = Module(
      name: "ImageModel", path: "Sources/Core/ImageModel", dependencies: ["JPEGCodec"],
      imports: [("Sources/Core/ImageModel/A.swift", "JPEGCodec")])
    #expect(
      check.violations(in: PackageFacts(modules: [core])) == [
        "ImageModel: must not depend on JPEGCodec", "Sources/Core/ImageModel/A.swift: must not import JPEGCodec",
      ])
  }

  @Test("A format must not use another one, and imgmeta no codec")
  func sideways() {
    let png = Module(name: "PNGCodec", path: "Sources/Formats/PNG/PNGCodec", dependencies: ["JPEGStructure"])
    let imgmeta = Module(name: "imgmeta", path: "Sources/Commands/imgmeta", dependencies: ["CommandKit", "Imaging"])
    #expect(
      check.violations(in: PackageFacts(modules: [png, imgmeta])) == [
        "PNGCodec: must not depend on JPEGStructure", "imgmeta: must not depend on Imaging",
      ])
  }

  @Test("A C module is used in its own folder only")
  func cModules() {
    let jpeg = Module(name: "CJPEG", path: "Sources/Formats/JPEG/CJPEG", dependencies: [], isC: true)
    let codec = Module(
      name: "JPEGCodec", path: "Sources/Formats/JPEG/JPEGCodec", dependencies: ["CJPEGShims"],
      imports: [("Sources/Formats/JPEG/JPEGCodec/A.swift", "CJPEGShims")])
    let shims = Module(
      name: "CJPEGShims", path: "Sources/Formats/JPEG/CJPEGShims", dependencies: ["CJPEG"], isC: true)
    #expect(check.violations(in: PackageFacts(modules: [jpeg, shims, codec])) == [])
    let stranger = Module(
      name: "Imaging", path: "Sources/Imaging", dependencies: [], imports: [("Sources/Imaging/A.swift", "CJPEGShims")])
    #expect(
      check.violations(in: PackageFacts(modules: [shims, stranger])) == [
        "Sources/Imaging/A.swift: must not import CJPEGShims",
        "Sources/Imaging/A.swift: uses the C module CJPEGShims outside Sources/Formats/JPEG",
      ])
  }

  @Test("The whole of Foundation, unknown modules and sources of no module are found")
  func strangers() {
    let thumb = Module(
      name: "thumb", path: "Sources/Commands/thumb", dependencies: [],
      imports: [("Sources/Commands/thumb/A.swift", "Foundation"), ("Sources/Commands/thumb/A.swift", "Glibc")])
    let utilities = Module(name: "Utilities", path: "Sources/Utilities", dependencies: [])
    #expect(
      check.violations(in: PackageFacts(modules: [thumb, utilities], strayFolders: ["Sources/Stray"])) == [
        "Sources/Stray: belongs to no module", "Sources/Commands/thumb/A.swift: imports the whole of Foundation",
        "Utilities: a module that the architecture does not know",
      ])
  }

  @Test("Imports are read in every spelling")
  func importSpellings() {
    let text = """
      // import Commented
      import A
      internal import B
      @testable import C
      @preconcurrency public import D
      import struct E.F
        package import G
      let important = "import H"
      """
    #expect(PackageFacts.imports(in: text) == ["A", "B", "C", "D", "E", "G"])
  }
}
