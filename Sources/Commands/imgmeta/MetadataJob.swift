internal import ByteStreams
internal import CommandKit
internal import ContentTypes
internal import ImageModel
internal import MetadataModel
internal import MetadataReading

/// Reads the metadata of one input.
struct MetadataJob: Sendable {
  var input: InputFile
  var limits: Limits
  /// Names of the formats that may be read; nil allows all.
  var allowedFormats: Set<String>?
  var options = MetadataReader.Options(.readable)
  /// Whether the XMP file beside the input is read, too.
  var readsSidecar = false
  private let types = ContentTypeRegistry()

  init(input: InputFile, limits: Limits) {
    self.input = input
    self.limits = limits
  }

  /// - Throws: `ImageError` where there is nothing to read.
  func run() throws(ImageError) -> (metadata: ImageMetadata, source: any ByteSource) {
    let source: any ByteSource
    let check = FormatOptions.headerCheck(fileName: input.name, allowed: allowedFormats, alsoReading: ["xmp"])
    switch input {
    case .path(let path): source = try InputOpening.open(path: path, limits: limits, check: check)
    case .standardInput:
      source = try InputOpening.openStandardInput(name: input.name, limits: limits, check: check)
    case .unusable(_, let error): throw error
    }
    var metadata = try MetadataReader.read(
      source, fileName: input.name, limits: limits, allowed: allowedFormats, options: options, types: types)
    if readsSidecar { try addSidecar(to: &metadata) }
    return (metadata, source)
  }

  /// Adds what `photo.jpg.xmp`, or else `photo.xmp`, says as the group `Sidecar`.
  private func addSidecar(to metadata: inout ImageMetadata) throws(ImageError) {
    guard case .path(let path) = input else { return }
    let name = InputName(input, number: 1)
    let stem = (name.directory == "/" ? "" : name.directory) + "/" + name.stem
    for candidate in [path + ".xmp", stem + ".xmp"] where candidate != path {
      guard SystemCall.status(of: candidate)?.isRegularFile ?? false else { continue }
      do throws(ImageError) {
        let source = try InputOpening.open(path: candidate, limits: limits)
        let sidecar = try MetadataReader.read(
          source, fileName: candidate, limits: limits, allowed: ["xmp"], options: options)
        for group in sidecar.properties.groups where group.name == "XMP" {
          metadata.properties.groups.append(PropertyGroup("Sidecar", group.properties))
        }
        let known = Set(metadata.namespaces)
        metadata.namespaces += sidecar.namespaces.filter { !known.contains($0) }
        metadata.diagnostics += sidecar.diagnostics.map { diagnostic in
          var diagnostic = diagnostic
          diagnostic.message = "the sidecar file \(candidate): \(diagnostic.message)"
          return diagnostic
        }
      } catch {
        if error.kind == .io { throw error.at(path: candidate) }
        metadata.diagnostics.append(.warning("the sidecar file \(candidate): \(error.reason)"))
      }
      return
    }
  }
}
