internal import ContentTypes
internal import ProviderHost
internal import TestKit

/// A folder of providers that tests write.
struct CatalogFixtures {
  let directory: TemporaryDirectory
  /// Where programs are found: a folder with an executable `tool`.
  let programs: ProgramLookup

  init() async throws {
    directory = try TemporaryDirectory()
    _ = try await Tool.run("mkdir", [directory.file("bin")])
    for name in ["tool", "python3", "cameo-providers"] {
      try directory.write(Array("#!/bin/sh\n".utf8), to: "bin/\(name)")
    }
    _ = try await Tool.run("chmod", ["-R", "+x", directory.file("bin")])
    programs = ProgramLookup(besides: [directory.file("bin")], path: [])
  }

  /// Writes a provider's manifest into a folder of providers and returns its path.
  @discardableResult
  func add(_ manifest: String, folder: String = "providers", name: String) async throws -> String {
    _ = try await Tool.run("mkdir", ["-p", directory.file("\(folder)/\(name)")])
    return try directory.write(Array(manifest.utf8), to: "\(folder)/\(name)/provider.json")
  }

  @discardableResult
  func addThumbnailer(_ text: String, folder: String = "thumbnailers", name: String) async throws -> String {
    _ = try await Tool.run("mkdir", ["-p", directory.file(folder)])
    return try directory.write(Array(text.utf8), to: "\(folder)/\(name).thumbnailer")
  }

  func catalog(_ folders: [String] = ["providers"], thumbnailers: [String] = ["thumbnailers"]) -> ProviderCatalog {
    ProviderCatalog(
      folders: folders.map { directory.file($0) }, thumbnailerFolders: thumbnailers.map { directory.file($0) },
      limits: ProviderLimits(), registry: ContentTypeRegistry.system(folders: ["/usr/share/mime"]), programs: programs)
  }

  /// A manifest with the members that every manifest has.
  static func manifest(_ id: String, types: String = #""public.png""#, more: String = "") -> String {
    """
    { "id": "\(id)", "version": "1.0", "protocol": [1], "exec": ["tool"], "capabilities": ["thumbnail", "preview"],
      "supportedContentTypes": [\(types)]\(more.isEmpty ? "" : ",\n  " + more) }
    """
  }

  /// The manifest that docs/provider-manifest.md explains.
  static let peopleGroups = """
    { "id": "org.cameo.peoplegroups", "version": "1.0", "protocol": [1], "exec": ["tool", "peoplegroups"],
      "capabilities": ["thumbnail", "preview"], "supportedContentTypes": ["org.cameo.pplgrp"],
      "thumbnailMinimumDimension": 16, "priority": 0,
      "exportedTypes": [ { "identifier": "org.cameo.pplgrp", "conformsTo": ["public.data", "public.content"],
                           "description": "People group", "extensions": ["pplgrp"],
                           "mimeTypes": ["application/x-pplgrp"],
                           "magic": [{ "text": "PPL\\"<&GRP" }, { "offset": 2, "bytes": "00 FF 5C 0A", "mask": "00FFFFFF" }] } ],
      "limits": { "thumbnailSeconds": 5, "memoryMiB": 256 } }
    """
}
