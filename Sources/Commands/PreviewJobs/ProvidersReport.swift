internal import PreviewCommands
package import ProviderHost
internal import ProviderProtocol
package import StructuredText

/// The installed providers: what `preview providers` lists.
package struct ProvidersReport {
  private let catalog: ProviderCatalog

  package init(_ catalog: ProviderCatalog) { self.catalog = catalog }

  package var lines: [String] {
    catalog.providers.flatMap { provider in
      let version = provider.version.isEmpty ? "" : " " + provider.version
      let kind = provider.level == 0 ? ", a thumbnailer of the desktop" : ""
      return [
        "\(provider.id)\(version): \(provider.capabilities.map(\.rawValue).joined(separator: ", "))\(kind)",
        "  types: \(Self.listed(provider.supportedContentTypes))", "  from: \(provider.source)",
      ]
    }
  }

  /// The problems with other providers, for standard error.
  package var problems: [String] { catalog.problems.map { ($0.isRefused ? "" : "note: ") + $0.line } }

  package var members: [JSONMember] {
    [
      JSONMember("providers", .array(catalog.providers.map(CatalogReport.json))),
      JSONMember("problems", .array(catalog.problems.map(CatalogReport.json))),
    ]
  }

  /// The first types, and how many more there are.
  private static func listed(_ types: [String]) -> String {
    types.count <= 12
      ? types.joined(separator: " ") : types.prefix(12).joined(separator: " ") + " and \(types.count - 12) more"
  }
}
