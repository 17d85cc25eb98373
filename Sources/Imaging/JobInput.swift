internal import ByteStreams
internal import Digests
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
  ///
  /// - Parameter box: the size that was asked for; nil for that of the picture.
  func path(_ fileExtension: String, page: Int, _ size: PixelSize?, box: SizeRequest?) -> String? {
    switch self {
    case .standardOutput: nil
    case .path(let path): path
    case .named(let name): name.path(fileExtension: fileExtension, page: page, size: size, box: box)
    }
  }

  /// The same output, with the hash of the input in its name if that has `{hash}`.
  ///
  /// - Throws: `unsupported` where libcrypto cannot be loaded; `io`.
  func named(byHashOf source: ImageSource) throws(ImageError) -> JobOutput {
    guard case .named(let name) = self else { return self }
    return .named(try name.filled(byHashOf: source))
  }

  /// Whether the name has the hash of the input: equal inputs share an output.
  var isByContent: Bool { if case .named(let name) = self { name.isByContent } else { false } }

  /// Whether each size that was asked for gets a name of its own.
  var dependsOnBox: Bool { if case .named(let name) = self { name.dependsOnBox } else { false } }
}

/// A path with fields that a job fills in just before it writes: `{dir}/{stem}_{width}.{ext}`.
public struct OutputName: Hashable, Sendable {
  private let template: OutputTemplate
  private let input: InputName
  /// Whether the name has the hash of the input.
  let isByContent: Bool

  /// - Parameters:
  ///   - template: may hold `{dir}`, `{name}`, `{stem}` and `{n}` of the input; `{ext}` and `{page}`, counted from 1;
  ///     `{width}`, `{height}` and `{size}` of the written picture; `{box}`, the size that was asked for; `{hash}`, the
  ///     first 16 digits of the SHA-256 of the input's bytes.
  ///   - input: the path that `{dir}`, `{name}` and `{stem}` come from; nil for standard input.
  ///   - number: the value of `{n}`.
  /// - Throws: `usage` for an unknown field and for unbalanced braces.
  public init(_ template: String, input: String?, number: Int = 1) throws(ImageError) {
    self.init(try OutputTemplate(template), InputName(path: input, number: number))
  }

  package init(_ template: OutputTemplate, _ input: InputName) {
    self.template = template
    self.input = input
    isByContent = template.fields.contains(.hash)
  }

  private init(_ name: OutputName, hash: String) {
    template = name.template.filling(.hash, with: hash)
    input = name.input
    isByContent = true
  }

  /// A path in which braces have no meaning. Unlike with `JobOutput.path`, its suffix does not decide the format.
  public init(literal path: String) { self.init(OutputTemplate(literal: path), InputName(path: path, number: 1)) }

  /// Whether each page gets a name of its own.
  var dependsOnPage: Bool { template.fields.contains(.page) }

  /// Whether each size that was asked for gets a name of its own.
  var dependsOnBox: Bool { template.fields.contains(.box) }

  fileprivate func filled(byHashOf source: ImageSource) throws(ImageError) -> OutputName {
    guard template.fields.contains(.hash) else { return self }
    let digits = Hexadecimal.text(try SHA256.digest(of: source.bytes)).prefix(OutputTemplate.Field.hashDigits)
    return OutputName(self, hash: String(digits))
  }

  /// The path; nil where it depends on the size and that is not known yet.
  ///
  /// - Parameters:
  ///   - page: counted from 1.
  ///   - box: the size that was asked for; nil for that of the picture.
  func path(fileExtension: String, page: Int, size: PixelSize?, box: SizeRequest? = nil) -> String? {
    template.path(for: input) { field in
      switch field {
      case .ext: fileExtension
      case .page: String(page)
      case .width: size.map { String($0.width) }
      case .height: size.map { String($0.height) }
      case .size: size?.description
      case .box: box?.text ?? size?.description
      case .dir, .name, .stem, .n, .hash, .clash: nil
      }
    }
  }
}
