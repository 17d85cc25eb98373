internal import ArgumentParser
package import CommandKit
package import ImageModel
package import Imaging
package import Templates

/// Which format the outputs of a run have.
package enum OutputFormat {
  /// The format that the options say: `-f`, else the suffix of the output's name; nil where the input decides.
  ///
  /// - Throws: `ValidationError` for a suffix of a format that cannot be written.
  package static func chosen(format: String?, template: OutputTemplate?) throws -> String? {
    if let format { return format }
    guard let suffix = template?.literalExtension else { return nil }
    guard let format = FormatOptions.format(ofExtension: suffix) else {
      throw ValidationError(
        ".\(suffix) files cannot be written; formats are \(OptionText.list(FormatOptions.names)) (-f names one)")
    }
    return format
  }

  /// Looks at an input; nil where it cannot be read, or only once.
  package static func look<Fact>(
    _ input: InputFile, allowed: Set<String>?, limits: Limits, _ fact: (ImageSource) throws(ImageError) -> Fact
  ) -> Fact? {
    guard case .path(let path) = input else { return nil }
    let options = ImageSource.Options(limits: limits, allowedFormats: allowed)
    return try? fact(ImageSource(path: path, options))
  }
}
