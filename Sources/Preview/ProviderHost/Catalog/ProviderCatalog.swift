package import ContentTypes
package import ProviderProtocol

/// The installed providers, the types that they declare, and the choice among them.
package struct ProviderCatalog: Sendable {
  /// Reads the installed providers.
  package typealias Reader = @Sendable () throws(ProviderError) -> ProviderCatalog

  /// Providers of manifests, then of `.thumbnailer` files, in the order of the folders.
  package let providers: [ProviderDescription]
  /// The registry, including the types that providers export and import.
  package let registry: ContentTypeRegistry
  /// Files that were refused or skipped, with path and reason. They do not affect other providers.
  package let problems: [CatalogProblem]

  /// The indices of the providers that support a type, by the type's identifier.
  private let places: [String: [Int]]

  /// Reads folders, in the order of precedence. Missing folders are skipped.
  ///
  /// - Parameters:
  ///   - folders: the folders of manifests: `ProviderFolders.manifests`.
  ///   - thumbnailerFolders: the folders of `.thumbnailer` files: `ProviderFolders.thumbnailers`; empty for no level 0.
  ///   - limits: the host's limits.
  ///   - registry: the types that are known without providers: `ContentTypeRegistry.system()`.
  package init(
    folders: [String], thumbnailerFolders: [String], limits: ProviderLimits, registry: ContentTypeRegistry,
    programs: ProgramLookup = ProgramLookup()
  ) {
    var reader = ProviderReader(limits: limits, programs: programs)
    for folder in folders { reader.readManifests(in: folder) }
    for folder in thumbnailerFolders { reader.readThumbnailers(in: folder) }
    self.init(reader.providers, registry: registry, problems: reader.problems)
  }

  /// Makes a catalog of providers that need not be on disk.
  package init(_ providers: [ProviderDescription], registry: ContentTypeRegistry, problems: [CatalogProblem] = []) {
    let (declared, refused) = registry.adding(providers.flatMap { $0.exportedTypes + $0.importedTypes })
    var (providers, problems, places) = (providers, problems, [String: [Int]]())
    for problem in refused {
      let source = providers.first { $0.id == problem.provider }?.source ?? problem.provider
      problems.append(CatalogProblem(source, "\(problem.identifier): \(problem.message)", isRefused: false))
    }
    for index in providers.indices {
      if providers[index].level == 0 {
        var known: Set<String> = []
        providers[index].supportedContentTypes = providers[index].supportedContentTypes
          .map { ManifestText.isMIMEType($0) ? declared.identifier(mimeType: $0) : $0 }.filter {
            known.insert($0).inserted
          }
      }
      for type in providers[index].supportedContentTypes {
        places[type, default: []].append(index)
        if providers[index].level > 0, declared.type(identifier: type) == nil {
          let problem = CatalogProblem(providers[index].source, "the type \(type) is not declared", isRefused: false)
          if !problems.contains(problem) { problems.append(problem) }
        }
      }
    }
    (self.providers, self.registry, self.problems, self.places) = (providers, declared, problems, places)
  }

  /// The provider with an id.
  package func provider(id: String) -> ProviderDescription? { providers.first { $0.id == id } }

  /// Why a provider of an earlier catalog is missing here although its files still exist. nil where no provider is
  /// missing, or where the files of the missing ones were removed.
  package func loss(since earlier: ProviderCatalog) -> CatalogProblem? {
    for lost in earlier.providers where provider(id: lost.id) == nil {
      let place = problems.first { $0.isRefused && ($0.path == lost.source || lost.source.hasPrefix($0.path + "/")) }
      if let place { return place }
    }
    return nil
  }

  /// The providers for a type, the best first: those for the type itself, then those for the nearest type that it
  /// conforms to. At equal distance, providers that speak the protocol come before thumbnailers, then the order is by
  /// priority and by id.
  ///
  /// Where no provider makes previews of the type, these are the providers that make thumbnails: a large thumbnail is
  /// better than no preview.
  ///
  /// - Parameter pixels: the longer side of the thumbnail. Providers with a larger minimum size are left out.
  package func candidates(
    for type: ContentType, capability: ProviderCapability, pixels: Int? = nil
  ) -> [ProviderDescription] {
    explain(type, capability: capability, pixels: pixels).candidates
  }

  /// The search that leads to the candidates.
  package func explain(_ type: ContentType, capability: ProviderCapability, pixels: Int? = nil) -> SelectionExplanation
  {
    var explanation = SelectionExplanation(type: type.identifier, capability: capability)
    let levels = registry.ancestry(of: type.identifier)
    var known: Set<String> = []
    for (distance, level) in levels.enumerated() {
      var found: [(provider: ProviderDescription, step: SelectionExplanation.Step)] = []
      for identifier in level {
        for place in places[identifier] ?? [] where known.insert(providers[place].id).inserted {
          let provider = providers[place]
          var step = SelectionExplanation.Step(
            provider: provider.id, level: provider.level, priority: provider.priority, type: identifier,
            distance: distance)
          if !provider.capabilities.contains(capability) {
            step.skipped = "makes no \(capability.rawValue)s"
          } else if capability == .thumbnail, let pixels, pixels < provider.thumbnailMinimumDimension {
            step.skipped = "is not used below \(provider.thumbnailMinimumDimension) pixels"
          }
          found.append((provider, step))
        }
      }
      found.sort { Self.counts($0.provider, before: $1.provider) }
      explanation.steps += found.map(\.step)
      explanation.candidates += found.filter { $0.step.skipped == nil }.map(\.provider)
    }
    explanation.levels = levels
    if capability == .preview, explanation.candidates.isEmpty {
      explanation.candidates = explain(type, capability: .thumbnail).candidates
    }
    return explanation
  }

  private static func counts(_ one: ProviderDescription, before other: ProviderDescription) -> Bool {
    if (one.level > 0) != (other.level > 0) { return one.level > 0 }
    if one.priority != other.priority { return one.priority > other.priority }
    return one.id < other.id
  }
}

/// A problem with a provider's files.
package struct CatalogProblem: Hashable, Sendable {
  /// The manifest, the `.thumbnailer` file or the folder.
  package var path: String
  package var reason: String
  /// Whether the problem prevents the use of the provider.
  package var isRefused: Bool

  package init(_ path: String, _ reason: String, isRefused: Bool = true) {
    self.path = path
    self.reason = reason
    self.isRefused = isRefused
  }

  /// `/usr/share/cameo/providers/x/provider.json: line 3: id is missing`.
  package var line: String { "\(path): \(reason)" }
}
