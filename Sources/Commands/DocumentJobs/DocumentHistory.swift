internal import ByteStreams
package import Documents

/// The versions of a document, as commands number them: 1 is the newest.
package struct DocumentHistory: Sendable {
  /// The document, as the user named it.
  package let path: String
  /// The newest first.
  package let versions: [FileVersion]
  /// The document as it is; nil if it does not exist any more, cannot be read, or is a folder without versions.
  private let present: FileWrapper?

  private static let unreadable: [DocumentError.Kind] = [
    .missing, .unsafePackage, .limitExceeded, .notPermitted, .changed,
  ]

  /// - Throws: `DocumentError`, if there is no version either: `missing` where there is no document, `unsafePackage`.
  package init(of path: String) throws(DocumentError) {
    self.path = path
    versions = try FileVersion.versions(of: path)
    // It may be any folder, with any number of files.
    if versions.isEmpty, SystemCall.status(of: path)?.isDirectory == true {
      present = nil
      return
    }
    do throws(DocumentError) {
      present = try FileWrapper(path: path)
    } catch {
      guard Self.unreadable.contains(error.kind), !versions.isEmpty else { throw error }
      present = nil
    }
  }

  /// Whether a version is what the document is now.
  package func isPresent(_ version: FileVersion) throws(DocumentError) -> Bool {
    guard let contents = try contents(of: version) else { return false }
    return try isPresent(contents)
  }

  private func isPresent(_ contents: FileWrapper) throws(DocumentError) -> Bool {
    guard let present else { return false }
    do throws(DocumentError) {
      return try contents.hasContents(of: present)
    } catch {
      // A file in it.
      if Self.unreadable.contains(error.kind) { return false }
      throw error
    }
  }

  /// The contents of a version; nil if it is not complete, or was removed since it was listed: a program that saves
  /// thins out the versions.
  private func contents(of version: FileVersion) throws(DocumentError) -> FileWrapper? {
    do throws(DocumentError) {
      return try version.fileWrapper()
    } catch {
      if error.kind == .missing { return nil }
      throw error
    }
  }

  /// The newest version that differs from what the document is now: what it was before the last change. Of a document
  /// that was deleted, the last one.
  ///
  /// - Parameter isUsable: whether the caller can use these contents.
  /// - Throws: `missing` where there is none.
  package func previous(where isUsable: (FileWrapper) -> Bool = { _ in true }) throws(DocumentError) -> FileVersion {
    for version in versions {
      if let contents = try contents(of: version), try !isPresent(contents), isUsable(contents) { return version }
    }
    throw DocumentError(.missing, "there is no other version of the document", path: path)
  }

  /// The version with a number or an id; the id may be that of one side of a conflict.
  ///
  /// - Throws: `missing` where there is none.
  package func version(_ text: String) throws(DocumentError) -> FileVersion {
    if let number = Int(text) {
      if versions.indices.contains(number - 1) { return versions[number - 1] }
      let count = versions.count == 1 ? "is 1 version" : "are \(versions.count) versions"
      throw DocumentError(.missing, "there is no version \(number); there \(count)", path: path)
    }
    let all = try versions + FileVersion.unresolvedConflicts(of: path)
    guard let found = all.first(where: { $0.id == text }) else {
      throw DocumentError(.missing, "there is no version with the id '\(text)'", path: path)
    }
    return found
  }
}
