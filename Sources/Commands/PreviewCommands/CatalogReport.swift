package import ContentTypes
package import ProviderHost
internal import ProviderProtocol
package import StructuredText

/// The JSON reports about providers and types.
package enum CatalogReport {
  /// The version of the reports. It grows with changes that could break programs that read the old format.
  package static let version = 1

  /// A report of a command, with version and name.
  package static func report(of command: String, _ members: [JSONMember]) -> JSONValue {
    .object([JSONMember("version", .int(Int64(version))), JSONMember("command", .string(command))] + members)
  }

  package static func json(_ provider: ProviderDescription) -> JSONValue {
    let limits = provider.limits
    return .object([
      "id": .string(provider.id), "version": .string(provider.version), "level": .int(Int64(provider.level)),
      "source": .path(provider.source), "command": .array(provider.command.map { .path($0) }),
      "protocols": .array(provider.protocols.map { .int(Int64($0)) }),
      "capabilities": .array(provider.capabilities.map { .string($0.rawValue) }),
      "supportedContentTypes": .array(provider.supportedContentTypes.map { .string($0) }),
      "thumbnailMinimumDimension": .int(Int64(provider.thumbnailMinimumDimension)),
      "priority": .int(Int64(provider.priority)),
      "exportedTypes": .array(provider.exportedTypes.map { .string($0.identifier) }),
      "importedTypes": .array(provider.importedTypes.map { .string($0.identifier) }),
      "limits": .object([
        "thumbnailSeconds": .double(limits.thumbnailSeconds), "previewSeconds": .double(limits.previewSeconds),
        "memoryMiB": .int(Int64(limits.memoryMiB)), "outputMiB": .int(Int64(limits.outputMiB)),
        "megapixels": .int(Int64(limits.megapixels)), "processes": .int(Int64(limits.processes)),
        "openFiles": .int(Int64(limits.openFiles)),
      ]),
    ])
  }

  package static func json(_ problem: CatalogProblem) -> JSONValue {
    .object([
      "path": .path(problem.path), "reason": .string(problem.reason), "isRefused": .bool(problem.isRefused),
    ])
  }

  package static func json(_ type: ContentType) -> JSONValue {
    .object([
      "identifier": .string(type.identifier), "name": .string(type.name),
      "conformsTo": .array(type.conformsTo.map { .string($0) }),
      "extensions": .array(type.allExtensions.map { .string($0) }),
      "mimeTypes": .array(type.mimeTypes.map { .string($0) }), "origin": .string(type.origin.title),
    ])
  }

  package static func json(_ trial: SandboxProbe.Trial) -> JSONValue {
    .object([
      "tier": .string(trial.tier.rawValue), "works": .bool(trial.works), "reason": .string(trial.reason),
      "findings": .array(trial.findings.map { .string($0) }),
      "milliseconds": .double((trial.milliseconds * 10).rounded() / 10),
    ])
  }
}
