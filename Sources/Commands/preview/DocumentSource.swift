internal import ByteStreams
internal import CommandKit
internal import ImageModel
internal import ProviderHost

/// An input as the host takes it: a path that stays readable as long as this lives.
final class DocumentSource: Sendable {
  let reference: DocumentReference
  /// How messages and reports call the input.
  let name: String
  /// Which file the input is; nil where it is a pipe.
  let identity: FileIdentity?
  /// What a pipe sent.
  private let copy: TemporaryFile?

  /// - Throws: `io` with the path for what cannot be read.
  init(_ input: InputFile, usesCache: Bool, limits: Limits = .standard) throws(ImageError) {
    name = input.name
    switch input {
    case .unusable(let name, let error): throw error.at(path: name)
    case .standardInput:
      let copy = try TemporaryFile.holding(try InputOpening.openStandardInput(name: "-", limits: limits))
      (self.copy, identity) = (copy, nil)
      reference = DocumentReference(path: copy.path, name: "stdin")
    case .path(let path):
      guard let status = SystemCall.status(of: path) else { throw SystemCall.error("open", path: path) }
      let name = Self.name(path)
      guard status.isRegularFile || status.isDirectory else {
        let copy = try TemporaryFile.holding(try InputOpening.open(path: path, limits: limits))
        (self.copy, identity) = (copy, nil)
        reference = DocumentReference(path: copy.path, name: name)
        return
      }
      copy = nil
      identity = FileIdentity(status)
      reference = DocumentReference(
        path: path, name: name, identity: usesCache ? DocumentIdentity(path: path) : nil)
    }
  }

  /// The name that people know the document by: of `.` and `a/..` that of the directory itself.
  private static func name(_ path: String) -> String {
    let name = PathText.split(path).name
    return ["", ".", ".."].contains(name) ? PathText.split(SystemCall.resolved(path) ?? path).name : name
  }
}
