internal import ByteStreams
internal import CommandKit
internal import ImageModel
internal import MetadataModel
internal import MetadataReading

/// Reads the metadata of one input.
struct MetadataJob: Sendable {
  var input: InputFile
  var limits: Limits
  /// Names of the formats that may be read; nil allows all.
  var allowedFormats: Set<String>?
  var detail = MetadataReader.Detail.readable

  init(input: InputFile, limits: Limits) {
    self.input = input
    self.limits = limits
  }

  /// - Throws: `ImageError` where there is nothing to read.
  func run() throws(ImageError) -> ImageMetadata {
    let source: any ByteSource
    let check = FormatOptions.headerCheck(fileName: input.name, allowed: allowedFormats)
    switch input {
    case .path(let path): source = try InputOpening.open(path: path, limits: limits, check: check)
    case .standardInput:
      source = try InputOpening.openStandardInput(name: input.name, limits: limits, check: check)
    case .unusable(_, let error): throw error
    }
    return try MetadataReader.read(
      source, fileName: input.name, limits: limits, allowed: allowedFormats, options: .init(detail))
  }
}
