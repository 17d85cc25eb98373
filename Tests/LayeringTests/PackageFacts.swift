internal import Foundation
internal import TestKit

/// The facts to check: modules with their folders, declared dependencies and imports.
struct PackageFacts {
  struct Module {
    var name: String
    /// The folder, relative to the package: `Sources/Core/ImageModel`.
    var path: String
    /// Modules and products that Package.swift names.
    var dependencies: [String]
    var isC = false
    var isProgram = false
    /// Tests, and what they share.
    var isTest = false
    /// The modules that each source file imports.
    var imports: [(file: String, module: String)] = []
    /// The programs that tests run.
    var programs: Set<String> = []
  }

  var modules: [Module]
  /// Folders with source files that belong to no module.
  var strayFolders: [String] = []
}

extension PackageFacts {
  /// Reads the package that this test belongs to.
  static func ofThisPackage() async throws -> PackageFacts {
    // Without these options the call waits forever for the lock of the build that runs the tests. `scripts/test
    // --filter` leaves the other tests out of the package that it builds; here they count.
    let dump = try await Tool.run(
      "swift", ["package", "--ignore-lock", "dump-package"], directory: Fixtures.root, environment: ["CAMEO_TESTS": ""])
    guard dump.status == 0 else { throw TestFailure("swift package dump-package: \(dump.errors)") }
    let manifest = try JSONDecoder().decode(Manifest.self, from: Data(dump.output))
    let tops = ["Sources/", "Examples/", "Tests/"]
    var modules = manifest.targets.compactMap { target -> Module? in
      let path = (target.path ?? "").replacing("/./", with: "/")
      guard tops.contains(where: path.hasPrefix) else { return nil }
      return Module(
        name: target.name, path: path, dependencies: target.dependencies.map(\.name), isC: target.type == "system",
        isProgram: target.type == "executable", isTest: path.hasPrefix("Tests/"))
    }
    var stray: Set<String> = []
    for top in tops {
      for file in try FileManager.default.subpathsOfDirectory(atPath: Fixtures.root + "/" + top).sorted() {
        let path = top + file
        let isSwift = path.hasSuffix(".swift")
        guard isSwift || path.hasSuffix(".c") || path.hasSuffix(".cc") else { continue }
        // A C program, which scripts/build-launcher compiles: SwiftPM would link the Swift runtime into it. And the
        // entry point of all tests.
        guard !path.hasPrefix("Sources/Launcher/"), path != "Tests/XCTMain.swift" else { continue }
        guard let owner = modules.firstIndex(where: { path.hasPrefix($0.path + "/") }) else {
          stray.insert(path.split(separator: "/").dropLast().joined(separator: "/"))
          continue
        }
        if isSwift {
          let text = String(decoding: Fixtures.bytes(Fixtures.root + "/" + path), as: UTF8.self)
          modules[owner].imports += imports(in: text).map { (file: path, module: $0) }
          if modules[owner].isTest { modules[owner].programs.formUnion(programs(in: text)) }
        } else if !modules[owner].isTest {
          modules[owner].isC = true
        }
      }
    }
    return PackageFacts(modules: modules, strayFolders: stray.sorted())
  }

  /// The programs that a file of tests names, for `Tool.cameo` or in the folder `Tool.products`.
  static func programs(in text: String) -> Set<String> {
    Set(text.matches(of: /(?:Tool\.cameo\(\s*"|products\)\/)([a-z][-a-z]*)/).map { String($0.1) })
  }

  /// The modules that a source file imports.
  static func imports(in text: String) -> [String] {
    text.split(separator: "\n").compactMap { line in
      // Most lines import nothing, and words take long to split where nothing is optimised.
      guard line.contains("import ") else { return nil }
      var words = line.split(separator: " ").filter { !$0.hasPrefix("@") }[...]
      if let first = words.first, ["public", "package", "internal", "fileprivate", "private"].contains(first) {
        words.removeFirst()
      }
      guard words.popFirst() == "import" else { return nil }
      // `import struct Foundation.Date` names the module after the kind.
      let kinds: Set<Substring> = ["struct", "class", "enum", "protocol", "func", "var", "let", "typealias"]
      if let first = words.first, kinds.contains(first) { words.removeFirst() }
      return words.first?.split(separator: ".").first.map(String.init)
    }
  }
}

/// The part of `dump-package` that is needed here.
private struct Manifest: Decodable {
  struct Target: Decodable {
    var name: String
    var path: String?
    var type: String
    var dependencies: [Dependency]
  }

  /// `{"byName": ["X", null]}`, `{"target": ["X", null]}` or `{"product": ["X", "package", null, null]}`.
  struct Dependency: Decodable {
    var name: String

    init(from decoder: any Decoder) throws {
      let fields = try decoder.singleValueContainer().decode([String: [Part]].self)
      name = fields.values.first?.first?.text ?? ""
    }
  }

  struct Part: Decodable {
    var text: String?

    init(from decoder: any Decoder) throws { text = try? decoder.singleValueContainer().decode(String.self) }
  }

  var targets: [Target]
}
