internal import ArgumentParser
internal import CommandKit
internal import PreviewCommands
internal import ProviderHost
internal import ProviderProtocol
internal import StructuredText

/// `preview providers`: who shows what.
struct Providers: Subcommand {
  static let configuration = CommandConfiguration.below(
    "providers", "List the providers: what they show, and where they come from.")

  @OptionGroup var report: ReportOptions
  @OptionGroup(title: "Provider options") var options: CatalogOptions

  func perform() throws -> ExitStatus {
    let catalog = try catalog(options)
    if report.json {
      try show([
        JSONMember("providers", .array(catalog.providers.map(CatalogReport.json))),
        JSONMember("problems", .array(catalog.problems.map(CatalogReport.json))),
      ])
      return .success
    }
    for provider in catalog.providers {
      let version = provider.version.isEmpty ? "" : " " + provider.version
      let kind = provider.level == 0 ? ", a thumbnailer of the desktop" : ""
      try show([
        "\(provider.id)\(version): \(provider.capabilities.map(\.rawValue).joined(separator: ", "))\(kind)",
        "  types: \(Self.listed(provider.supportedContentTypes))", "  from: \(provider.source)",
      ])
    }
    let console = Console(program: "preview")
    for problem in catalog.problems { console.line((problem.isRefused ? "" : "note: ") + problem.line) }
    return .success
  }

  /// The first few, and how many more there are.
  private static func listed(_ types: [String]) -> String {
    types.count <= 12
      ? types.joined(separator: " ") : types.prefix(12).joined(separator: " ") + " and \(types.count - 12) more"
  }
}
