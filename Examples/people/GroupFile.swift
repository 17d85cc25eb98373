internal import CommandKit
internal import DesktopCache
internal import DocumentJobs
internal import Documents
internal import ImageModel
internal import PeopleGroups

/// What the subcommands do with a document: each opens it, changes it, saves it and closes it.
enum GroupFile {
  /// Nobody waits between two changes of a command: nothing is saved before its end, and nothing is watched.
  private static var options: DocumentOptions {
    var options = DocumentOptions()
    options.autosaves = false
    options.watches = false
    return options
  }

  /// Makes a new document.
  ///
  /// - Throws: `ImageError` with the path.
  static func create(_ group: PeopleGroup, at path: String) throws(ImageError) {
    try DocumentWork.wait(on: path) {
      let session = try await DocumentSession.create(group, at: path, options: options)
      try await session.close()
    }
    writeThumbnails(group, path)
  }

  /// Changes a document and saves it. If the change or saving fails, the document is as it was.
  ///
  /// - Throws: `ImageError` with the path.
  static func edit<Value: Sendable>(
    _ path: String, _ change: @escaping @Sendable (DocumentSession<PeopleGroup>) async throws -> Value
  ) throws(ImageError) -> Value {
    let (value, group) = try DocumentWork.wait(on: path) {
      let session = try await DocumentSession<PeopleGroup>.open(at: path, options: options)
      do {
        let value = try await change(session)
        try await session.close()
        return (value, await session.document)
      } catch {
        try? await session.close(discardingChanges: true)
        throw error
      }
    }
    writeThumbnails(group, path)
    return value
  }

  /// Reads a document while no other program writes it.
  ///
  /// - Throws: `ImageError` with the path.
  static func read(_ path: String) throws(ImageError) -> PeopleGroup {
    try DocumentWork.wait(on: path) {
      try await FileCoordinator().coordinate(readingAt: path) { try PeopleGroup(path: path) }
    }
  }

  /// The people of a file of another program.
  ///
  /// - Throws: `ImageError` with the path.
  static func people(in path: String) throws(ImageError) -> [PeopleImport.Person] {
    try DocumentWork.wait(on: path) { try PeopleImport(path: path).people }
  }

  /// Writes the thumbnails that file managers show, as its provider would draw them. Without one, they ask the provider
  /// later; so a failure is nothing that a user has to know.
  private static func writeThumbnails(_ group: PeopleGroup, _ path: String) {
    guard let cache = ThumbnailCache.ofUser(version: Version.number), let identity = DocumentIdentity(document: path)
    else { return }
    for pixels in [128, 256] {
      guard let png = try? group.thumbnailFile(pixels: pixels) else { return }
      cache.store(png, for: identity, pixels: pixels, mimeType: nil)
    }
  }
}
