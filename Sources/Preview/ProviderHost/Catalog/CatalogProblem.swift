/// A problem with a provider's files.
package struct CatalogProblem: Hashable, Sendable {
  /// The manifest, the `.thumbnailer` file or the folder.
  package var path: String
  package var reason: String
  /// Whether the provider is not used because of it.
  package var isRefused: Bool

  package init(_ path: String, _ reason: String, isRefused: Bool = true) {
    self.path = path
    self.reason = reason
    self.isRefused = isRefused
  }

  /// `/usr/share/cameo/providers/x/provider.json: line 3: id is missing`.
  package var line: String { "\(path): \(reason)" }
}
