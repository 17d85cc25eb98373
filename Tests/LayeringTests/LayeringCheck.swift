/// Compares a package with the architecture's table.
struct LayeringCheck {
  let table: LayeringTable

  /// What breaks the rules, one line each.
  func violations(in package: PackageFacts) -> [String] {
    let folders = Dictionary(package.modules.map { ($0.name, $0.path) }, uniquingKeysWith: { first, _ in first })
    var lines = package.strayFolders.map { "\($0): belongs to no module" }
    for module in package.modules {
      guard let allowed = table.allowed(module.name) else {
        lines.append("\(module.name): a module that the architecture does not know")
        continue
      }
      for dependency in module.dependencies where !allowed.contains(dependency) {
        lines.append("\(module.name): must not depend on \(dependency)")
      }
      for (file, imported) in module.imports {
        if imported == "Foundation" {
          lines.append("\(file): imports the whole of Foundation")
        } else if imported != module.name, !allowed.contains(imported), !LayeringTable.platform.contains(imported) {
          lines.append("\(file): must not import \(imported)")
        }
      }
    }
    return lines + strayCImports(package, folders)
  }

  /// A C module is for its own folder: the JPEG library for Sources/Formats/JPEG.
  private func strayCImports(_ package: PackageFacts, _ folders: [String: String]) -> [String] {
    let cModules = Set(package.modules.filter(\.isC).map(\.name)).subtracting([LayeringTable.loader])
    return package.modules.flatMap { module in
      let uses = module.dependencies.map { (module.path, $0) } + module.imports.map { ($0.file, $0.module) }
      return uses.compactMap { place, used -> String? in
        guard cModules.contains(used), let folder = folders[used] else { return nil }
        let home = folder.split(separator: "/").dropLast().joined(separator: "/")
        return place.hasPrefix(home + "/") ? nil : "\(place): uses the C module \(used) outside \(home)"
      }
    }
  }
}
