internal import ByteStreams
package import ContentTypes
package import ImageModel
package import ProviderProtocol
internal import StructuredText

/// The contents of a `provider.json`: docs/provider-manifest.md.
package struct ProviderManifest: Hashable, Sendable {
  package var id: String
  package var version: String
  package var protocols: [Int]
  package var exec: [String]
  package var capabilities: [ProviderCapability]
  package var supportedContentTypes: [String]
  package var thumbnailMinimumDimension: Int
  package var priority: Int
  package var exportedTypes: [ContentType]
  package var importedTypes: [ContentType]
  package var limits: ProviderLimits

  /// The maximum size of a manifest, in bytes.
  package static let longest = 256 << 10

  /// `forks` and `interpreter` have no effect any more. Manifests of earlier versions may contain them.
  private static let keys: Set<String> = [
    "$schema", "id", "version", "protocol", "exec", "interpreter", "forks", "capabilities", "supportedContentTypes",
    "thumbnailMinimumDimension", "priority", "exportedTypes", "importedTypes", "limits",
  ]

  /// Reads a manifest.
  ///
  /// - Parameter limits: the host's limits.
  /// - Throws: `invalidData` with the line and path of a value that is unknown, missing, of the wrong kind, or looser
  ///   than the host's limits; `limitExceeded` for a manifest that is too large.
  package init(_ bytes: [UInt8], limits: ProviderLimits) throws(ImageError) {
    guard bytes.count <= Self.longest else {
      throw ImageError(.limitExceeded, "the manifest is larger than \(Self.longest >> 10) KiB")
    }
    var parser = JSONParser(bytes, limits: StructuredLimits(maxBytes: Self.longest, maxDepth: 8, maxValues: 20_000))
    let manifest = try ManifestObject(try parser.parse(), path: "", keys: Self.keys)
    _ = try manifest.text("$schema", longest: 4_096)
    id = try manifest.requiredText("id", longest: 128)
    if let problem = ManifestText.problemOfID(id) {
      throw ManifestObject.error(try manifest.required("id"), "id", problem)
    }
    version = try manifest.requiredText("version", longest: 64)
    protocols = try Self.protocols(manifest)
    exec = try Self.exec(manifest)
    capabilities = try Self.capabilities(manifest)
    _ = try manifest.required("supportedContentTypes")
    supportedContentTypes = try manifest.texts("supportedContentTypes", problem: ManifestText.problemOfType)
    guard !supportedContentTypes.isEmpty else {
      throw ManifestObject.error(
        try manifest.required("supportedContentTypes"), "supportedContentTypes", "is empty")
    }
    thumbnailMinimumDimension = try manifest.integer("thumbnailMinimumDimension", in: 0...1_024) ?? 0
    priority = try manifest.integer("priority", in: -1_000...1_000) ?? 0
    exportedTypes = try Self.types(manifest, "exportedTypes", origin: .exported(by: id))
    importedTypes = try Self.types(manifest, "importedTypes", origin: .imported(by: id))
    self.limits = try Self.limits(manifest, limits)
  }

  private static func protocols(_ manifest: ManifestObject) throws(ImageError) -> [Int] {
    let value = try manifest.required("protocol")
    var protocols: [Int] = []
    for (value, path) in try manifest.elements("protocol", most: 16) {
      protocols.append(try ManifestObject.integer(value, path, in: 1...1_000))
    }
    guard protocols.contains(where: WireLimits.protocols.contains) else {
      throw ManifestObject.error(
        value, "protocol",
        "names no version that this host knows: \(WireLimits.protocols.map(String.init).joined(separator: ", "))")
    }
    return protocols
  }

  private static func exec(_ manifest: ManifestObject) throws(ImageError) -> [String] {
    let value = try manifest.required("exec")
    let exec = try manifest.texts("exec", longest: 4_096, isSet: false)
    guard let program = exec.first else { throw ManifestObject.error(value, "exec", "is empty") }
    guard !program.utf8.split(separator: UInt8(ascii: "/")).contains(where: { $0.elementsEqual("..".utf8) }) else {
      throw ManifestObject.error(value, "exec[0]", "must not lead out of its folder: '\(program)'")
    }
    return exec
  }

  private static func capabilities(_ manifest: ManifestObject) throws(ImageError) -> [ProviderCapability] {
    let value = try manifest.required("capabilities")
    let texts = try manifest.texts("capabilities") { text in
      ProviderCapability(rawValue: text) == nil
        ? "must be one of \(ProviderCapability.allCases.map(\.rawValue).joined(separator: ", ")), not '\(text)'" : nil
    }
    guard !texts.isEmpty else { throw ManifestObject.error(value, "capabilities", "is empty") }
    return texts.compactMap(ProviderCapability.init(rawValue:))
  }
}
