internal import Foundation
internal import TestKit
internal import Testing

@Suite("Layering", .timed)
struct LayeringTests {
  typealias Module = PackageFacts.Module
  private let check = LayeringCheck()

  @Test("This package follows its architecture")
  func thisPackage() async throws {
    let package = try await PackageFacts.ofThisPackage()
    // Reading the package works: the commands and their imports are there.
    #expect(package.modules.contains { $0.name == "thumb" && $0.imports.contains { $0.module == "ImagingCommands" } })
    #expect(package.modules.contains { $0.name == "CJPEGShims" && $0.isC })
    #expect(check.violations(in: package) == [])
    // Each rule names something that exists.
    let names = Set(package.modules.map(\.name))
    for word in LayeringCheck.forbidden.flatMap({ [$0.user] + $0.used }) + LayeringCheck.floors {
      #expect(names.contains(word) || package.modules.contains { $0.path.hasPrefix(word) }, "\(word)")
    }
  }

  @Test("Files and folders that the guides name exist")
  func guides() throws {
    let manager = FileManager.default
    let paths = try manager.contentsOfDirectory(atPath: Fixtures.root + "/docs/paths").map { "docs/paths/" + $0 }
    var checked = 0
    for guide in ["docs/ARCHITECTURE.md", "CONTRIBUTING.md"] + paths {
      let text = String(decoding: Fixtures.bytes(Fixtures.root + "/" + guide), as: UTF8.self)
      for quoted in text.split(separator: "`", omittingEmptySubsequences: false).enumerated()
      where quoted.offset % 2 == 1 {
        let path = quoted.element
        let isPath = ["Sources/", "Tests/", "Examples/", "docs/", "share/"].contains(where: path.hasPrefix)
        guard isPath, !path.contains("<"), !path.contains(" "), !path.contains("*") else { continue }
        checked += 1
        #expect(manager.fileExists(atPath: Fixtures.root + "/" + path), "\(guide) names \(path)")
      }
    }
    #expect(checked > 50)
  }

  // MARK: The checker finds violations

  @Test("A use of a higher floor is found")
  func upwards() {
    let codec = module("JPEGCodec", "Sources/Formats/JPEG/JPEGCodec")
    let core = module("ImageModel", "Sources/Core/ImageModel", uses: ["JPEGCodec"])
    #expect(
      check.violations(in: PackageFacts(modules: [codec, core])) == [
        "ImageModel: must not use JPEGCodec, which is on a floor above"
      ])
  }

  @Test("A format must not use another one")
  func formats() {
    let jpeg = module("JPEGStructure", "Sources/Formats/JPEG/JPEGStructure")
    let png = module("PNGCodec", "Sources/Formats/PNG/PNGCodec", uses: ["JPEGStructure"])
    #expect(
      check.violations(in: PackageFacts(modules: [jpeg, png])) == [
        "PNGCodec: a format must not use another one: JPEGStructure"
      ])
  }

  @Test("A forbidden use is found also through other modules")
  func forbidden() {
    let kit = module("CodecKit", "Sources/Core/CodecKit")
    let codec = module("PNGCodec", "Sources/Formats/PNG/PNGCodec", uses: ["CodecKit"])
    let reading = module("MetadataReading", "Sources/Metadata/MetadataReading", uses: ["PNGCodec"])
    let imgmeta = module("imgmeta", "Sources/Commands/imgmeta", uses: ["MetadataReading"])
    #expect(
      check.violations(in: PackageFacts(modules: [kit, codec, reading, imgmeta])) == [
        "imgmeta: must not use CodecKit, not even through others: imgmeta decodes no pixel, and starts at once because "
          + "it links no codec"
      ])
  }

  @Test("A C module is used in its own folder only")
  func cModules() {
    let jpeg = Module(name: "CJPEG", path: "Sources/Formats/JPEG/CJPEG", dependencies: [], isC: true)
    let codec = module("JPEGCodec", "Sources/Formats/JPEG/JPEGCodec", uses: ["CJPEG"])
    #expect(check.violations(in: PackageFacts(modules: [jpeg, codec])) == [])
    let stranger = module("Imaging", "Sources/Imaging", uses: ["CJPEG"])
    #expect(
      check.violations(in: PackageFacts(modules: [jpeg, stranger])) == [
        "Imaging: must not use the C module CJPEG outside Sources/Formats/JPEG"
      ])
  }

  @Test("Providers are used by programs alone")
  func providers() {
    let provider = module("ShippedProviders", "Sources/Providers/ShippedProviders")
    var program = module("cameo-providers", "Sources/Providers/cameo-providers", uses: ["ShippedProviders"])
    #expect(
      check.violations(in: PackageFacts(modules: [provider, program])) == [
        "cameo-providers: providers run in programs of their own: ShippedProviders"
      ])
    program.isProgram = true
    #expect(check.violations(in: PackageFacts(modules: [provider, program])) == [])
  }

  @Test(
    "Foundation as a whole, undeclared and unused modules, stray sources and unknown folders are found")
  func strangers() {
    let thumb = Module(
      name: "thumb", path: "Sources/Commands/thumb", dependencies: ["Imaging"],
      imports: ["Foundation", "Glibc", "CodecKit"].map { ("Sources/Commands/thumb/A.swift", $0) })
    let utilities = module("Utilities", "Sources/Utilities")
    #expect(
      check.violations(in: PackageFacts(modules: [thumb, utilities], strayFolders: ["Sources/Stray"])) == [
        "Sources/Stray: belongs to no module", "Sources/Commands/thumb/A.swift: imports the whole of Foundation",
        "Sources/Commands/thumb/A.swift: imports CodecKit, which Package.swift does not declare",
        "thumb: Package.swift declares Imaging, which no file imports",
        "Utilities: Sources/Utilities is not on a floor",
      ])
  }

  @Test("Tests declare what they import, and programs that they run")
  func tests() {
    let imaging = module("Imaging", "Sources/Imaging")
    var thumb = module("thumb", "Sources/Commands/thumb")
    thumb.isProgram = true
    let tests = Module(
      name: "ImagingTests", path: "Tests/ImagingTests", dependencies: ["Imaging", "thumb"], isTest: true,
      imports: [("Tests/ImagingTests/A.swift", "Foundation")],
      programs: PackageFacts.programs(in: "Tool.cameo(" + #""thumb", []) Tool.run("\(Tool.products"# + #")/mkpdf")"#))
    var mkpdf = module("mkpdf", "Sources/Commands/mkpdf")
    mkpdf.isProgram = true
    #expect(
      check.violations(in: PackageFacts(modules: [imaging, thumb, mkpdf, tests])) == [
        "ImagingTests: Package.swift declares Imaging, which no file imports",
        "ImagingTests: runs mkpdf, which Package.swift does not declare",
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

  /// A module whose one file imports all that is declared.
  private func module(_ name: String, _ path: String, uses dependencies: [String] = []) -> Module {
    Module(
      name: name, path: path, dependencies: dependencies,
      imports: dependencies.map { (file: "\(path)/A.swift", module: $0) })
  }
}
