internal import CommandKit
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
    // Other commands, each of which is short, may be before this one.
    options.deadline = .seconds(60)
    return options
  }

  /// Makes a new document.
  ///
  /// - Throws: `ImageError` with the path.
  static func create(_ group: PeopleGroup, at path: String) throws(ImageError) {
    try DocumentWork.wait(on: path) {
      let session = try await DocumentSession.create(group, at: path, options: options)
      await drawThumbnails(of: session)
      try await session.close()
    }
  }

  /// Changes a document and saves it. If the change or saving fails, the document is as it was.
  ///
  /// - Throws: `ImageError` with the path.
  static func edit<Value: Sendable>(
    _ path: String, _ change: @escaping @Sendable (DocumentSession<PeopleGroup>) async throws -> Value
  ) throws(ImageError) -> Value {
    try DocumentWork.wait(on: path) {
      let session = try await DocumentSession<PeopleGroup>.open(at: path, options: options)
      await drawThumbnails(of: session)
      do {
        let value = try await change(session)
        try await session.close()
        return value
      } catch {
        try? await session.close(discardingChanges: true)
        throw error
      }
    }
  }

  /// Lets a session write the thumbnails that file managers show, as the provider would draw them.
  private static func drawThumbnails(of session: DocumentSession<PeopleGroup>) async {
    await session.drawThumbnails { group, pixels in try group.thumbnailFile(pixels: pixels) }
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
}
