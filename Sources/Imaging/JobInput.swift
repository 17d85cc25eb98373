public import ImageModel
package import Templates

/// The input of a job.
public enum JobInput: Hashable, Sendable {
  /// A file, fifo or device.
  case path(String)
  case standardInput

  /// The name in messages and reports.
  public var name: String {
    switch self {
    case .path(let path): path
    case .standardInput: "-"
    }
  }
}

/// The output of a job.
public enum JobOutput: Hashable, Sendable {
  case path(String)
  case standardOutput
  /// A path with fields that the job fills in.
  case named(OutputName)

  /// nil for standard output, and if the path depends on the size and the size is not known yet.
  func path(_ fileExtension: String, page: Int, _ size: PixelSize?) -> String? {
    switch self {
    case .standardOutput: nil
    case .path(let path): path
    case .named(let name): name.path(fileExtension: fileExtension, page: page, size: size)
    }
  }
}

/// A path with fields that a job fills in just before it writes: `{dir}/{stem}_{width}.{ext}`.
public struct OutputName: Hashable, Sendable {
  private let template: OutputTemplate
  private let input: InputName

  /// - Parameters:
  ///   - template: may hold `{dir}`, `{name}`, `{stem}` and `{n}` of the input; `{ext}` and `{page}`, counted from 1;
  ///     `{width}` and `{height}` of the written picture.
  ///   - input: the path that `{dir}`, `{name}` and `{stem}` come from; nil for standard input.
  ///   - number: the value of `{n}`.
  /// - Throws: `usage` for an unknown field and for unbalanced braces.
  public init(_ template: String, input: String?, number: Int = 1) throws(ImageError) {
    self.init(try OutputTemplate(template), InputName(path: input, number: number))
  }

  package init(_ template: OutputTemplate, _ input: InputName) {
    self.template = template
    self.input = input
  }

  /// A path in which braces have no meaning. Unlike with `JobOutput.path`, its suffix does not decide the format.
  public init(literal path: String) { self.init(OutputTemplate(literal: path), InputName(path: path, number: 1)) }

  /// Whether each page gets a name of its own.
  var dependsOnPage: Bool { template.fields.contains(.page) }

  /// The path; nil where it depends on the size and that is not known yet.
  ///
  /// - Parameter page: counted from 1.
  func path(fileExtension: String, page: Int, size: PixelSize?) -> String? {
    template.path(for: input) { field in
      switch field {
      case .ext: fileExtension
      case .page: String(page)
      case .width: size.map { String($0.width) }
      case .height: size.map { String($0.height) }
      case .dir, .name, .stem, .n: nil
      }
    }
  }
}
