internal import ByteStreams
internal import CommandKit
internal import ContentTypes
internal import ImageModel
internal import Imaging
internal import PDFDocuments
internal import Templates

/// An input that was opened and looked at.
struct OpenedInput {
  let input: PageInput
  let source: any ByteSource
  let kind: InputKind
  private let limits: Limits
  private let password: String?

  /// - Throws: `ImageError` with the input's name.
  init(_ input: PageInput, _ job: PDFJob) throws(ImageError) {
    self.input = input
    limits = job.environment.limits
    let name = input.name
    do throws(ImageError) {
      switch input.file {
      case .path(let path): source = try InputOpening.open(path: path, limits: limits)
      case .standardInput: source = try ArrivingSource.open(name: name, limits: limits)
      case .unusable(_, let error): throw error
      }
      let header = try source.bytes(at: 0, count: ContentTypeRegistry.headerLength)
      kind = try InputKind.find(header: header, name: name, allowed: job.allowed)
      let secrets = SecretReader(limits: limits)
      password = try input.password.map { text throws(ImageError) in try secrets.read(text, "--password") }
    } catch {
      throw error.at(path: name)
    }
    if input.pages != nil, kind != .pdf, kind != .tiff {
      throw ImageError(.usage, "--pages takes pages of PDF and TIFF files", path: name)
    }
  }

  /// The folder of the file; empty for standard input.
  var folder: String {
    guard case .path(let path) = input.file else { return "" }
    let folder = PathText.split(path).directory
    return folder == "." ? "" : folder
  }

  /// The images in the file.
  func image(_ options: ImageSource.Options) throws(ImageError) -> ImageSource {
    try ImageSource(source, name: input.name, options)
  }

  /// The file as a PDF, with the password that was given for it.
  func document(password given: String?) throws(ImageError) -> PDFFile {
    let password = given ?? password
    do throws(ImageError) {
      // A file that has a path can be closed and opened again.
      if case .path(let path) = input.file, source.identity != nil {
        return try PDFFile(path: path, password: password, limits: limits)
      }
      return try PDFFile(source: source, name: input.name, password: password, limits: limits)
    } catch {
      throw error.at(path: input.name)
    }
  }

  /// The wanted pages of so many, counted from 0.
  func indices(of count: Int) throws(ImageError) -> [Int] {
    guard let pages = input.pages else { return Array(0..<count) }
    do {
      return try pages.indices(of: count)
    } catch {
      throw ImageError(
        .usage, "has no page \(error.page): there \(count == 1 ? "is 1 page" : "are \(count) pages")", path: input.name)
    }
  }

  /// The name of an input without its extension.
  static func stem(_ input: PageInput) -> String { InputName(input.file, number: 1).stem }
}
