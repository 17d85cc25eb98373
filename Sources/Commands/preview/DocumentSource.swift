internal import ByteStreams
internal import CommandKit
internal import ContentTypes
internal import Glibc
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

  /// What a pipe may send: it is kept in a temporary file, and an endless one must end before the disk is full.
  private static let mostPiped = 1 << 30

  private static var limits: Limits {
    var limits = Limits.standard
    limits.maxInputBytes = mostPiped
    return limits
  }

  /// - Throws: `io` with the path for what cannot be read and for devices.
  init(_ input: InputFile, usesCache: Bool) throws(ImageError) {
    name = input.name
    switch input {
    case .unusable(let name, let error): throw error.at(path: name)
    case .standardInput:
      let copy = try Self.copy("-") { limits throws(ImageError) in
        try InputOpening.openStandardInput(name: "-", limits: limits)
      }
      guard copy.size > 0 else { throw ImageError(.invalidData, "is empty", path: name) }
      (self.copy, identity) = (copy, nil)
      reference = DocumentReference(path: copy.path, name: "stdin")
    case .path(let path):
      guard let status = SystemCall.status(of: path) else { throw SystemCall.error("open", path: path) }
      let name = Self.name(path)
      guard status.isRegularFile || status.isDirectory else {
        guard status.isFifo else { throw ImageError(.io, "is a device, not a document", path: path) }
        let copy = try Self.copy(path) { limits throws(ImageError) in
          try InputOpening.open(path: path, limits: limits)
        }
        (self.copy, identity) = (copy, nil)
        reference = DocumentReference(path: copy.path, name: name)
        return
      }
      // The host would say only that it cannot be read.
      guard PathText.withCString(path, { access($0, R_OK) }) == 0 else { throw SystemCall.error("open", path: path) }
      copy = nil
      identity = FileIdentity(status)
      reference = DocumentReference(
        path: path, name: name, identity: usesCache ? DocumentIdentity(path: path) : nil)
    }
  }

  /// The type, as the host would find it.
  func identification(by registry: ContentTypeRegistry) throws(ImageError) -> TypeIdentification {
    guard let copy else { return try registry.identify(path: reference.path) }
    let isNamed = name != InputFile.standardInput.name
    return registry.identify(
      header: try copy.bytes(at: 0, count: registry.headerLength), fileName: isNamed ? reference.name : nil)
  }

  /// What a pipe sends, to its end.
  private static func copy(
    _ name: String, _ open: (Limits) throws(ImageError) -> any ByteSource
  ) throws(ImageError) -> TemporaryFile {
    do throws(ImageError) {
      return try TemporaryFile.holding(try open(limits))
    } catch {
      // There is no option that raises the limit.
      guard error.kind == .limitExceeded else { throw error }
      throw ImageError(.limitExceeded, "a pipe may send \(mostPiped) bytes; this one sends more", path: name)
    }
  }

  /// The name that people know the document by: of `.` and `a/..` that of the directory itself.
  private static func name(_ path: String) -> String {
    let name = PathText.split(path).name
    return ["", ".", ".."].contains(name) ? PathText.split(SystemCall.resolved(path) ?? path).name : name
  }
}
