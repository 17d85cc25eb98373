public import ContentTypes

/// A document as a value: what a program and its preview provider know of a document's contents.
///
/// A type says how its value is made of contents, and how contents are made of it. It never opens a file. Where the
/// contents are, and when they are read and written, is the business of a `DocumentSession`.
///
/// Both functions are called on a thread of their own, so they may take their time.
public protocol FileDocument: Sendable {
  typealias ReadConfiguration = FileDocumentReadConfiguration
  typealias WriteConfiguration = FileDocumentWriteConfiguration

  /// The types that can be read, the program's own first.
  static var readableContentTypes: [ContentType] { get }

  /// The types that can be written; without a declaration those that can be read.
  static var writableContentTypes: [ContentType] { get }

  /// Makes the value of contents.
  ///
  /// Children of a package that are not asked for are not read. A document may keep their wrappers and hand them out
  /// again in `fileWrapper`: then they are not copied when it is saved.
  ///
  /// - Throws: any error; `DocumentError` of kind `invalidContents` says what is wrong in the contents.
  init(configuration: ReadConfiguration) throws

  /// Makes contents of the value: a regular file or a directory.
  ///
  /// A child of a package is written only if it differs from what is on the disk. Children that are not in the result
  /// are removed; `configuration.existingFile` has those of the last save.
  ///
  /// - Throws: any error, which the caller of `save` gets.
  func fileWrapper(configuration: WriteConfiguration) throws -> FileWrapper

  /// Combines the changes of two hands.
  ///
  /// - Parameters:
  ///   - base: the document that both have changed, as it was last read or saved.
  ///   - ours: with the unsaved changes of this program.
  ///   - theirs: as another program has saved it.
  /// - Returns: the document with both changes; nil if somebody has to decide, which is the default.
  static func merge(base: Self, ours: Self, theirs: Self) throws -> Self?
}

extension FileDocument {
  public static var writableContentTypes: [ContentType] { readableContentTypes }

  public static func merge(base: Self, ours: Self, theirs: Self) throws -> Self? { nil }
}

/// What a document is made of.
public struct FileDocumentReadConfiguration: Sendable {
  /// The type of the contents, one of the document's `readableContentTypes`.
  public var contentType: ContentType
  /// The contents.
  public var file: FileWrapper

  public init(contentType: ContentType, file: FileWrapper) {
    self.contentType = contentType
    self.file = file
  }
}

/// What contents are made for.
public struct FileDocumentWriteConfiguration: Sendable {
  /// The type to write, one of the document's `writableContentTypes`.
  public var contentType: ContentType
  /// The contents that are replaced; nil for a new document.
  public var existingFile: FileWrapper?

  public init(contentType: ContentType, existingFile: FileWrapper? = nil) {
    self.contentType = contentType
    self.existingFile = existingFile
  }
}

extension FileDocument {
  /// Reads a document without a session, as a provider does: no other program is asked or told, and nothing is written.
  ///
  /// - Throws: `DocumentError` with the path; what the document throws.
  public init(path: String, limits: FileWrapper.Limits = FileWrapper.Limits()) throws {
    var attempts = 0
    while true {
      attempts += 1
      do {
        let file = try FileWrapper(path: path, limits: limits)
        let type = try DocumentType.find(for: path, isDirectory: file.isDirectory, among: Self.readableContentTypes)
        self = try Self(configuration: ReadConfiguration(contentType: type, file: file))
        return
      } catch let error as DocumentError where error.kind == .changed && attempts < 10 {
        // Another program has replaced it in the meantime.
      }
    }
  }
}
