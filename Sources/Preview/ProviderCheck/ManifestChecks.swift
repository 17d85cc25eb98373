internal import ByteStreams
internal import ContentTypes
internal import ProviderHost

/// Checks of the manifest, without running anything.
struct ManifestChecks {
  var target: CheckTarget

  func check(_ run: CheckRun) async {
    let provider = target.provider
    let problems = target.catalog.problems.filter { $0.path == provider.source }
    await run.add(
      problems.isEmpty
        ? CheckResult("manifest", .passed, "shows \(provider.supportedContentTypes.joined(separator: ", "))")
        : CheckResult(
          "manifest", .failed, problems.map(\.reason).joined(separator: "; "),
          advice: "export or import each type that it supports, and give each its own identifier"))
    let folder = PathText.split(provider.folder).name
    if folder != provider.id {
      await run.add(
        CheckResult(
          "folder", .warning, "the folder's name is \(folder), the provider's id is \(provider.id)",
          advice: "name the folder after the provider's id"))
    }
    let unknown = (provider.exportedTypes + provider.importedTypes).filter {
      $0.allExtensions.isEmpty && $0.namePatterns.isEmpty && $0.mimeTypes.isEmpty && $0.signatures.isEmpty
        && $0.openings.isEmpty
    }
    if !unknown.isEmpty {
      await run.add(
        CheckResult(
          "types", .warning, "no file can be recognized as \(unknown.map(\.identifier).joined(separator: ", "))",
          advice: "give each type extensions, mimeTypes or magic"))
    }
    if !target.unreadable.isEmpty {
      await run.add(CheckResult("samples", .failed, target.unreadable.joined(separator: "; ")))
    }
    if !target.unsupportedSamples.isEmpty {
      await run.add(
        CheckResult(
          "samples", .failed, target.unsupportedSamples.joined(separator: "; "),
          advice: "extensions or magic in the manifest tell the type; preview explain FILE shows how it is found"))
    }
  }
}
