internal import ArgumentParser
internal import ByteStreams
internal import CommandKit
internal import Glibc
internal import ImageModel
internal import PreviewCommands
internal import ProviderHost
internal import ProviderProtocol
internal import StructuredText

/// `preview doctor`: whether previews can be made here, and how safely.
struct Doctor: Subcommand {
  static let configuration = CommandConfiguration.below(
    "doctor", "Try the sandbox, and say what is installed and what is missing.",
    discussion: """
      EXIT STATUS:
        0   previews can be made
        1   they cannot: no launcher, no sandbox that works, or no provider
        3   they can, but something is missing or refused
      """)

  @OptionGroup var report: ReportOptions
  @OptionGroup(title: "Provider options") var providers: CatalogOptions

  /// Programs that shipped providers run, and what for.
  private static let tools = [
    ("pdfinfo", "PDF (poppler-utils)"), ("pdftocairo", "PDF (poppler-utils)"), ("rsvg-convert", "SVG (librsvg2-bin)"),
  ]

  func perform() throws -> ExitStatus {
    let assembly = providers.assembly
    let catalog = try catalog(providers)
    _ = try DescriptorBudget()
    let probe = RunEnding().wait { await assembly.probe(stopsEarly: false) }
    // Where workers look, whatever this process finds elsewhere.
    let lookup = ProgramLookup(environment: ["PATH": Sandbox.workerPath])
    let tools = Self.tools.map { (name: $0.0, use: $0.1, path: lookup.find($0.0, folder: "")) }
    let cache = ThumbnailCache.ofUser(version: Version.number)?.folder
    let works = probe.tier != nil && catalog.providers.contains { $0.level > 0 }
    let isWhole =
      probe.bubblewrap != nil && catalog.problems.allSatisfy { !$0.isRefused } && tools.allSatisfy { $0.path != nil }
    if report.json {
      try show([
        JSONMember("works", .bool(works)),
        JSONMember("tier", probe.tier.map { .string($0.rawValue) } ?? .null),
        JSONMember("trials", .array(probe.trials.map(CatalogReport.json))),
        JSONMember("landlockVersion", probe.landlockVersion.map { .int(Int64($0)) } ?? .null),
        JSONMember("launcher", probe.launcher.map { .path($0) } ?? .null),
        JSONMember("bubblewrap", probe.bubblewrap.map { .path($0) } ?? .null),
        JSONMember("providers", .array(catalog.providers.map { .string($0.id) })),
        JSONMember("problems", .array(catalog.problems.map(CatalogReport.json))),
        JSONMember(
          "tools",
          .array(
            tools.map { tool in
              .object(["name": .string(tool.name), "path": tool.path.map { .path($0) } ?? .null])
            })),
        JSONMember("providerFolders", .array(assembly.manifestFolders.map { .path($0) })),
        JSONMember("cache", cache.map { .path($0) } ?? .null),
      ])
    } else {
      var lines = [
        "launcher: \(probe.launcher ?? "missing: cameo-launcher, beside this program or in $CAMEO_LAUNCHER")"
      ]
      lines.append("bubblewrap: \(probe.bubblewrap ?? "missing (bubblewrap): tier A needs it")")
      for trial in probe.trials {
        let time = "\(Int(trial.milliseconds.rounded())) ms"
        lines.append(
          "tier \(trial.tier.rawValue): \(trial.works ? "works, \(time)" : "does not work: \(trial.reason)")")
      }
      if let version = probe.landlockVersion { lines.append("Landlock: version \(version)") }
      lines.append("in force: \(probe.tier.map { "tier \($0.rawValue)" } ?? "none: no provider is run")")
      let counts = [catalog.providers.count { $0.level > 0 }, catalog.providers.count { $0.level == 0 }]
      lines.append("providers: \(counts[0]), and \(counts[1]) thumbnailers of the desktop")
      if counts[0] == 0 { lines.append("  looked for in: " + assembly.manifestFolders.joined(separator: " ")) }
      lines += catalog.problems.map { "  \($0.isRefused ? "refused" : "note"): \($0.line)" }
      lines += tools.map { "\($0.name): \($0.path ?? "missing, for \($0.use)")" }
      lines.append("cache: \(cache ?? "none: no home directory is known")")
      try show(lines)
    }
    return works ? (isWhole ? .success : .warnings) : .failure
  }
}
