package import ImageModel
internal import MetadataModel
internal import MetadataReading
package import Templates
package import TextReading

/// Fills the properties of an input into the template of its output's name: `{DateCreated:%Y/%m}/{Model|other}.jpg`.
///
/// Names of properties mean what they mean in `--print`. A value without a format becomes a part of one name: see
/// `component`.
package struct NameProperties: Sendable {
  private let job: MetadataJob

  /// - Parameters:
  ///   - allowed: names of the formats that may be read. nil: all.
  ///   - encoding: of old texts; see `MetadataReader.Options`.
  package init(limits: Limits, allowed: Set<String>?, encoding: NamedEncoding? = nil) {
    var job = MetadataJob(limits: limits)
    job.allowedFormats = allowed
    job.options.detail = .values
    job.options.encoding = encoding
    self.init(job)
  }

  package init(_ job: MetadataJob) { self.job = job }

  /// The template of an input's output, with its properties. Without properties in the template nothing is read.
  ///
  /// - Parameter path: nil for standard input, which can be read only once.
  /// - Throws: `usage` for standard input; `invalidData` for a file that lacks a property without a fallback; as
  ///   `MetadataJob.run`.
  package func filled(_ template: OutputTemplate, path: String?) throws(ImageError) -> OutputTemplate {
    guard template.hasProperties else { return template }
    guard let path else {
      throw ImageError(.usage, "standard input is read once, so its output's name cannot have properties")
    }
    guard let (file, _) = try job.run(path: path, number: 0) else { return template }
    return try template.fillingProperties { field throws(ImageError) in try Self.text(field, of: file) }
  }

  /// The text of a property in a name.
  ///
  /// - Throws: `invalidData` for a property that is missing or does not fit its format, without a fallback.
  package static func text(_ field: Template.Field, of file: FileMetadata) throws(ImageError) -> String {
    let property = FileField(field.name).queries.lazy.compactMap { file.first($0) }.first
    if let property, let text = text(property, field.format), !text.isEmpty { return text }
    if let fallback = field.fallback { return fallback }
    let reason = property == nil ? "it has no" : "its value does not fit"
    throw ImageError(
      .invalidData, "no name: \(reason) {\(field.source)}; {\(field.source)|TEXT} uses TEXT for such files")
  }

  /// A slash in a format is the user's, and begins a directory.
  private static func text(_ property: Property, _ format: ValueFormat?) -> String? {
    guard let format else { return component(ValueStyle.raw.single(property)) }
    return format.text(number: property.value.number, text: property.value.text, .lenient)
  }

  /// The most bytes of a value in a name. A name has at most 255 (`NAME_MAX`).
  private static let longest = 200

  /// A value as a part of a file's name: without the spaces around it, with `_` in place of slashes, control characters
  /// and a dot at the beginning, so that no file can choose another directory, and cut to 200 bytes.
  static func component(_ value: String) -> String {
    var text = ""
    var count = 0
    for scalar in value.unicodeScalars {
      if text.isEmpty, scalar == " " { continue }
      let isControl = scalar.properties.generalCategory == .control
      let kept: Unicode.Scalar = scalar == "/" || isControl || text.isEmpty && scalar == "." ? "_" : scalar
      count += UTF8.width(kept)
      if count > longest { break }
      text.unicodeScalars.append(kept)
    }
    while text.unicodeScalars.last == " " { text.unicodeScalars.removeLast() }
    return text
  }
}
