/// Compares a package with the rules of docs/ARCHITECTURE.md: the floors, from the folders of Sources, and the
/// forbidden uses.
struct LayeringCheck {
  /// The folders of Sources, from the ground up. A module may use modules of its own floor and of the floors below.
  static let floors = [
    "Sources/Core", "Sources/Formats", "Sources/Metadata", "Sources/Documents", "Sources/Imaging", "Sources/PDF",
    "Sources/Providers", "Sources/Preview", "Sources/Service", "Sources/Commands", "Examples",
  ]

  /// What a module must not use, neither directly nor through others.
  struct Forbidden {
    /// A module's name, or the beginning of its folder.
    var user: String
    /// Beginnings of folders, or names of modules and of products of other packages.
    var used: [String]
    var reason: String
  }

  static let forbidden = [
    Forbidden(
      user: "imgmeta", used: ["CodecKit", "Sources/Imaging", "Sources/PDF"],
      reason: "imgmeta decodes no pixel, and starts at once because it links no codec"),
    Forbidden(user: "imgmeta", used: ["Catalogue"], reason: "only imgindex links SQLite"),
    Forbidden(
      user: "ProviderHost", used: ["Sources/Formats", "Sources/Metadata", "Sources/Imaging", "Sources/PDF"],
      reason: "the host parses no document"),
    Forbidden(
      user: "Sources/Service", used: ["Sources/Formats", "Sources/Metadata", "Sources/Imaging", "Sources/PDF"],
      reason: "the service parses no document"),
  ]

  /// The C module that shims on every floor may use: it loads their libraries.
  static let sharedCModules: Set<String> = ["CLazyBinding"]

  /// Modules of the toolchain and the system that every module may import. The whole of Foundation is not among them.
  static let platform: Set<String> = ["Swift", "Glibc", "Synchronization", "FoundationEssentials"]

  /// What breaks the rules, one line each.
  func violations(in package: PackageFacts) -> [String] {
    let modules = Dictionary(package.modules.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    var lines = package.strayFolders.map { "\($0): belongs to no module" }
    for module in package.modules {
      // Tests may use all floors. Their texts have lines of Python that look like imports.
      if !module.isTest { lines += floorViolations(of: module, among: modules) + undeclaredImports(of: module) }
      lines += unusedDependencies(of: module, among: modules)
      for program in module.programs.sorted()
      where modules[program]?.isProgram ?? false && !module.dependencies.contains(program) {
        lines.append("\(module.name): runs \(program), which Package.swift does not declare")
      }
      for rule in Self.forbidden where rule.user == module.name || module.path.hasPrefix(rule.user + "/") {
        for used in reachable(from: module, among: modules) {
          let path = modules[used]?.path ?? ""
          guard rule.used.contains(where: { $0 == used || (path + "/").hasPrefix($0 + "/") }) else { continue }
          lines.append("\(module.name): must not use \(used), not even through others: \(rule.reason)")
        }
      }
    }
    return lines
  }

  /// Floors, formats beside each other, C modules outside their folders, and providers outside their programs.
  private func floorViolations(of module: PackageFacts.Module, among modules: [String: PackageFacts.Module]) -> [String]
  {
    guard let floor = Self.floor(of: module.path) else { return ["\(module.name): \(module.path) is not on a floor"] }
    return module.dependencies.compactMap { name -> String? in
      guard let used = modules[name] else { return nil }
      if let below = Self.floor(of: used.path), below > floor {
        return "\(module.name): must not use \(name), which is on a floor above"
      }
      if module.path.hasPrefix("Sources/Formats/"), used.path.hasPrefix("Sources/Formats/"),
        module.name != "BuiltInCodecs", Self.parent(module.path) != Self.parent(used.path),
        // Walkers may look into containers within containers: raw files of cameras are TIFF and hold JPEG.
        !(module.name.hasSuffix("Structure") && used.name.hasSuffix("Structure"))
      {
        return "\(module.name): a format must not use another one: \(name)"
      }
      if used.isC, !Self.sharedCModules.contains(name), !module.path.hasPrefix(Self.parent(used.path) + "/") {
        return "\(module.name): must not use the C module \(name) outside \(Self.parent(used.path))"
      }
      if name.hasSuffix("Provider") || name == "ShippedProviders", !module.isProgram {
        return "\(module.name): providers run in programs of their own: \(name)"
      }
      return nil
    }
  }

  private func undeclaredImports(of module: PackageFacts.Module) -> [String] {
    module.imports.compactMap { file, imported in
      if imported == "Foundation" { return "\(file): imports the whole of Foundation" }
      guard imported != module.name, !Self.platform.contains(imported), !module.dependencies.contains(imported) else {
        return nil
      }
      return "\(file): imports \(imported), which Package.swift does not declare"
    }
  }

  private func unusedDependencies(
    of module: PackageFacts.Module, among modules: [String: PackageFacts.Module]
  ) -> [String] {
    // C sources include headers: what they use is not looked at.
    if module.isC { return [] }
    let imported = Set(module.imports.map(\.module))
    return module.dependencies.compactMap { name in
      // All tests have TestKit, and they depend on the programs that they run.
      if imported.contains(name) || module.isTest && (name == "TestKit" || modules[name]?.isProgram ?? false) {
        return nil
      }
      return "\(module.name): Package.swift declares \(name), which no file imports"
    }
  }

  /// All that a module uses, directly and through others; sorted.
  private func reachable(from module: PackageFacts.Module, among modules: [String: PackageFacts.Module]) -> [String] {
    var found: Set<String> = []
    var queue = module.dependencies
    while let name = queue.popLast() {
      if found.insert(name).inserted { queue += modules[name]?.dependencies ?? [] }
    }
    return found.sorted()
  }

  private static func floor(of path: String) -> Int? {
    floors.firstIndex { (path + "/").hasPrefix($0 + "/") }
  }

  private static func parent(_ path: String) -> String {
    path.split(separator: "/").dropLast().joined(separator: "/")
  }
}
