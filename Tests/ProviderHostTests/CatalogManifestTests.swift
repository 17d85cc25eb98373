internal import ContentTypes
internal import ImageModel
internal import ProviderHost
internal import ProviderProtocol
internal import StructuredText
internal import TestKit
internal import Testing

@Suite("Manifests of providers", .timed) struct CatalogManifestTests {
  /// The reason why a manifest is refused; empty if it is accepted.
  private func failure(_ text: String) -> String {
    do throws(ImageError) {
      _ = try ProviderManifest(Array(text.utf8), limits: ProviderLimits())
      return ""
    } catch {
      return error.reason
    }
  }

  @Test("Everything is read")
  func everythingIsRead() throws {
    let manifest = try ProviderManifest(Array(CatalogFixtures.peopleGroups.utf8), limits: ProviderLimits())
    #expect(manifest.id == "org.cameo.peoplegroups")
    #expect(manifest.version == "1.0")
    #expect(manifest.protocols == [1])
    #expect(manifest.exec == ["tool", "peoplegroups"])
    #expect(manifest.capabilities == [.thumbnail, .preview])
    #expect(manifest.supportedContentTypes == ["org.cameo.pplgrp"])
    #expect(manifest.thumbnailMinimumDimension == 16)
    let type = try #require(manifest.exportedTypes.first)
    #expect(type.name == "People group")
    #expect(type.fileExtensions == ["pplgrp"])
    #expect(type.origin == .exported(by: "org.cameo.peoplegroups"))
    #expect(type.signatures.map(\.bytes) == [Array("PPL\"<&GRP".utf8), [0, 0xFF, 0x5C, 0x0A]])
    #expect(type.signatures.map(\.offset) == [0, 2])
    // What the manifest asks for, and the host's defaults for the rest.
    #expect(manifest.limits.thumbnailSeconds == 5)
    #expect(manifest.limits.memoryMiB == 256)
    #expect(manifest.limits.previewSeconds == 30)
    #expect(manifest.limits.processes == 64)
  }

  /// Mistakes: a part of the valid manifest, its replacement, and a part of the message.
  static let mistakes: [(part: String, mistake: String, message: String)] = [
    (#""priority": 0"#, #""prioritty": 0"#, "line 3: prioritty is not a key of a manifest"),
    (#""priority": 0"#, #""priority": "0""#, "line 3: priority must be a number, not a text"),
    (#""priority": 0"#, #""priority": 0.5"#, "line 3: priority must be a whole number, not 0.5"),
    (#""priority": 0"#, #""priority": 1001"#, "line 3: priority must be from -1000 to 1000, not 1001"),
    (#""id": "org.cameo.peoplegroups", "#, "", "line 1: id is missing"),
    (#""id": "org.cameo.peoplegroups""#, #""id": "peoplegroups""#, "line 1: id must be a reversed domain name"),
    (#""id": "org.cameo.peoplegroups""#, #""id": "org..cameo""#, "line 1: id must be a reversed domain name"),
    (#""id": "org.cameo.peoplegroups""#, #""id": "org.cameo/../x""#, "line 1: id must be a reversed domain name"),
    (#""version": "1.0""#, #""version": 1"#, "line 1: version must be a text, not a number"),
    (#""version": "1.0""#, #""version": """#, "line 1: version is empty"),
    (#""protocol": [1]"#, #""protocol": 1"#, "line 1: protocol must be a list, not a number"),
    (#""protocol": [1]"#, #""protocol": [2]"#, "line 1: protocol names no version that this host knows: 1"),
    (#""exec": ["tool", "peoplegroups"]"#, #""exec": []"#, "line 1: exec is empty"),
    (#""exec": ["tool", "peoplegroups"]"#, #""exec": "tool""#, "line 1: exec must be a list, not a text"),
    (
      #""exec": ["tool", "peoplegroups"]"#, #""exec": ["a/../../tool"]"#,
      "line 1: exec[0] must not lead out of its folder"
    ),
    (#""exec": ["tool", "peoplegroups"]"#, #""exec": ["tool", 1]"#, "line 1: exec[1] must be a text, not a number"),
    (
      #"["thumbnail", "preview"]"#, #"["thumbnails"]"#,
      "line 2: capabilities[0] must be one of thumbnail, preview, not 'thumbnails'"
    ),
    (#"["thumbnail", "preview"]"#, "[]", "line 2: capabilities is empty"),
    (#"["thumbnail", "preview"]"#, #"["preview", "preview"]"#, "line 2: capabilities[1] appears twice: 'preview'"),
    (
      #"["org.cameo.pplgrp"]"#, #"["image/png"]"#,
      "line 2: supportedContentTypes[0] must be the identifier of a content type"
    ),
    (#"["org.cameo.pplgrp"]"#, "[]", "line 2: supportedContentTypes is empty"),
    (
      #""thumbnailMinimumDimension": 16"#, #""thumbnailMinimumDimension": -1"#,
      "line 3: thumbnailMinimumDimension must be from 0 to 1024, not -1"
    ),
    (
      #""identifier": "org.cameo.pplgrp""#, #""identifer": "org.cameo.pplgrp""#,
      "line 4: exportedTypes[0].identifer is not a key of a manifest"
    ),
    (
      #""identifier": "org.cameo.pplgrp""#, #""identifier": "public.mine""#,
      "line 4: exportedTypes[0].identifier must not begin with public."
    ),
    (
      #""identifier": "org.cameo.pplgrp""#, #""identifier": "mime.image.png""#,
      "line 4: exportedTypes[0].identifier must not begin with mime."
    ),
    (
      #""extensions": ["pplgrp"]"#, #""extensions": [".pplgrp"]"#,
      "line 5: exportedTypes[0].extensions[0] must be an extension without a dot"
    ),
    (
      #""extensions": ["pplgrp"]"#, #""extensions": ["*"]"#,
      "line 5: exportedTypes[0].extensions[0] must be an extension"
    ),
    (
      #"["application/x-pplgrp"]"#, #"["x-pplgrp"]"#,
      "line 6: exportedTypes[0].mimeTypes[0] must be a MIME type, not 'x-pplgrp'"
    ),
    (#""mask": "00FFFFFF""#, #""mask": "00""#, "exportedTypes[0].magic[1].mask must have as many bytes as the rule: 4"),
    (#""mask": "00FFFFFF""#, #""mask": "00000F00""#, "exportedTypes[0].magic[1] must have at least 16 bits that count"),
    (
      #""bytes": "00 FF 5C 0A""#, #""bytes": "00 F""#,
      "exportedTypes[0].magic[1].bytes must be pairs of hexadecimal digits"
    ),
    (#""bytes": "00 FF 5C 0A", "#, "", "exportedTypes[0].magic[1] needs either text or bytes"),
    (#""offset": 2"#, #""offset": 99999"#, "exportedTypes[0].magic[1].offset must be from 0 to 32773, not 99999"),
    (
      #""thumbnailSeconds": 5"#, #""thumbnailSeconds": 11"#,
      "line 8: limits.thumbnailSeconds is looser than the host's limit: 11, where 10.0 is allowed"
    ),
    (
      #""thumbnailSeconds": 5"#, #""thumbnailSeconds": 0"#, "line 8: limits.thumbnailSeconds must be more than 0, not 0"
    ),
    (
      #""memoryMiB": 256"#, #""memoryMiB": 4096"#,
      "line 8: limits.memoryMiB is looser than the host's limit: 4096, where 512 is allowed"
    ),
    (#""memoryMiB": 256"#, #""memory": 256"#, "line 8: limits.memory is not a key of a manifest"),
    (#""limits": {"#, #""limits": 3, "importedTypes": [{"#, "not a valid JSON"),
  ]

  @Test("A host with lower limits than the manifest keeps its own; a host with higher limits allows more")
  func hostLimits() throws {
    var host = ProviderLimits()
    (host.thumbnailSeconds, host.memoryMiB) = (3, 100)
    let lowered = try ProviderManifest(Array(CatalogFixtures.peopleGroups.utf8), limits: host).limits
    #expect((lowered.thumbnailSeconds, lowered.memoryMiB) == (3, 100))
    host.thumbnailSeconds = 60
    let slow = CatalogFixtures.peopleGroups.replacing("\"thumbnailSeconds\": 5", with: "\"thumbnailSeconds\": 45")
    #expect(try ProviderManifest(Array(slow.utf8), limits: host).limits.thumbnailSeconds == 45)
  }

  @Test("Mistakes are reported with line and path")
  func mistakes() {
    for (part, mistake, message) in Self.mistakes {
      #expect(CatalogFixtures.peopleGroups.contains(part), "\(part)")
      let found = failure(CatalogFixtures.peopleGroups.replacing(part, with: mistake))
      #expect(found.contains(message), "\(mistake): \(found)")
    }
    #expect(failure("[]") == "line 1: the manifest must be an object, not a list")
    #expect(failure("{\"id\": \"a.b\", \"id\": \"a.b\"}").contains("appears twice"))
    #expect(failure(String(repeating: "[", count: 100_000)).contains("deep"))
    #expect(failure("\"" + String(repeating: "x", count: 300_000)).contains("larger than 256 KiB"))
    #expect(failure("").contains("not a valid JSON"))
  }

  /// The schema and the program accept and refuse the same manifests.
  @Test("Schema agrees")
  func schemaAgrees() async throws {
    var texts = [
      CatalogFixtures.peopleGroups, CatalogFixtures.manifest("org.example.a"),
      CatalogFixtures.manifest(
        "org.example.a",
        more: #""importedTypes": [{"identifier": "public.unknown"}], "interpreter": true, "$schema": "x""#),
    ]
    let examples = try await documentedManifests()
    #expect(examples.count >= 2)
    texts += examples
    for text in texts { #expect(failure(text) == "", "\(text)") }
    let good = texts.count
    texts += Self.mistakes.dropLast().map { CatalogFixtures.peopleGroups.replacing($0.part, with: $0.mistake) }
    let directory = try TemporaryDirectory()
    for (index, text) in texts.enumerated() { try directory.write(Array(text.utf8), to: "\(index).json") }
    let result = try await Tool.python(
      """
      import json, sys, jsonschema
      schema = json.load(open(sys.argv[1]))
      jsonschema.Draft202012Validator.check_schema(schema)
      validator = jsonschema.Draft202012Validator(schema)
      for index in range(int(sys.argv[3])):
        fault = jsonschema.exceptions.best_match(validator.iter_errors(json.load(open(f'{sys.argv[2]}/{index}.json'))))
        print('valid' if fault is None else fault.json_path + ' ' + fault.message[:200].replace('\\n', ' '))
      """, ["\(Fixtures.root)/docs/provider.schema.json", directory.path, "\(texts.count)"])
    try #require(result.status == 0, "\(result.errors)")
    let verdicts = result.text.split(separator: "\n").map(String.init)
    try #require(verdicts.count == texts.count)
    for (index, verdict) in verdicts.enumerated() {
      // Only the program can compare the mask's length and bits with the bytes.
      if index >= good, texts[index].contains(#""mask": "00"#), !texts[index].contains("00FFFFFF") { continue }
      #expect((verdict == "valid") == (index < good), "\(verdict): \(texts[index])")
    }
  }

  /// The manifests in docs/provider-manifest.md.
  private func documentedManifests() async throws -> [String] {
    let text = try await Tool.run("cat", ["\(Fixtures.root)/docs/provider-manifest.md"]).text
    let parts = text.split(separator: "```", omittingEmptySubsequences: false)
    return parts.enumerated().compactMap { index, part in
      index % 2 == 1 && part.hasPrefix("json\n{") ? String(part.dropFirst(5)) : nil
    }
  }
}
