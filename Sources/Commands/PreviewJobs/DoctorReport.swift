internal import ByteStreams
package import CommandKit
internal import ContentTypes
internal import DesktopCache
package import ImageModel
package import PreviewCommands
package import ProviderHost
package import StructuredText

/// Whether previews can be made here, and how safely: what `preview doctor` finds.
package struct DoctorReport: Sendable {
  private let catalog: ProviderCatalog
  private let probe: SandboxProbe
  private let manifestFolders: [String]
  private let needs: [(need: RuntimeNeed, place: String?)]
  private let cache: String?

  /// Tries every tier of the sandbox, and looks for the programs.
  ///
  /// - Throws: `io` where too few files can be opened.
  package init(_ assembly: HostAssembly, _ catalog: ProviderCatalog) throws(ImageError) {
    _ = try DescriptorBudget()
    self.catalog = catalog
    probe = TerminationHandler().wait { await assembly.probe(stopsEarly: false) }
    manifestFolders = assembly.manifestFolders
    needs = RuntimeNeed.all.map { ($0, $0.find()) }
    cache = ThumbnailCache.ofUser(version: Version.number)?.folder
  }

  /// Success if everything works, warnings if something is missing or refused, failure if no preview can be made.
  package var status: ExitStatus {
    guard works else { return .failure }
    let isWhole =
      probe.bubblewrap != nil && catalog.problems.allSatisfy { !$0.isRefused } && needs.allSatisfy { $0.place != nil }
    return isWhole ? .success : .warnings
  }

  private var works: Bool { probe.tier != nil && catalog.providers.contains { $0.level > 0 } }

  package var members: [JSONMember] {
    [
      JSONMember("works", .bool(works)),
      JSONMember("tier", probe.tier.map { .string($0.rawValue) } ?? .null),
      JSONMember("trials", .array(probe.trials.map(CatalogReport.json))),
      JSONMember("landlockVersion", probe.landlockVersion.map { .int(Int64($0)) } ?? .null),
      JSONMember("launcher", probe.launcher.map { .path($0) } ?? .null),
      JSONMember("bubblewrap", probe.bubblewrap.map { .path($0) } ?? .null),
      JSONMember("providers", .array(catalog.providers.map { .string($0.id) })),
      JSONMember("problems", .array(catalog.problems.map(CatalogReport.json))),
      JSONMember("databaseProblems", .array(catalog.registry.databaseProblems.map { .string($0) })),
      JSONMember(
        "tools",
        .array(
          needs.map { need, place in
            .object([
              "name": .string(need.name), "package": .string(need.package), "path": place.map { .path($0) } ?? .null,
            ])
          })),
      JSONMember("providerFolders", .array(manifestFolders.map { .path($0) })),
      JSONMember("cache", cache.map { .path($0) } ?? .null),
    ]
  }

  package var lines: [String] {
    var lines = [
      "launcher: \(probe.launcher ?? "missing: cameo-launcher belongs beside this program or into $CAMEO_LAUNCHER")",
      "bubblewrap: \(probe.bubblewrap ?? "missing (package bubblewrap): tier A needs it")",
    ]
    for trial in probe.trials {
      let time = "\(Int(trial.milliseconds.rounded())) ms"
      lines.append("tier \(trial.tier.rawValue): \(trial.works ? "works, \(time)" : "does not work: \(trial.reason)")")
    }
    if let version = probe.landlockVersion { lines.append("Landlock: version \(version)") }
    lines.append("in use: \(probe.tier.map { "tier \($0.rawValue)" } ?? "none: no provider is run")")
    let counts = [catalog.providers.count { $0.level > 0 }, catalog.providers.count { $0.level == 0 }]
    lines.append("providers: \(counts[0]), and \(counts[1]) thumbnailers of the desktop")
    if counts[0] == 0 { lines.append("  looked for in: " + manifestFolders.joined(separator: " ")) }
    lines += catalog.problems.map { "  \($0.isRefused ? "refused" : "note"): \($0.line)" }
    lines += catalog.registry.databaseProblems.map { "  note: \($0)" }
    lines += needs.map { need, place in
      "\(need.name): \(place ?? "missing, needed for \(need.use) (package \(need.package))")"
    }
    lines.append("cache: \(cache ?? "none: there is no home directory")")
    return lines
  }
}
