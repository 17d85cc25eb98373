internal import ByteStreams

extension FileWrapper {
  /// Writes the contents to a path, in the place of what is there. At every moment there is the old document or the new
  /// one. Files of the old one that have not changed are not written.
  ///
  /// Other programs are asked and waited for (`FileCoordinator`). A `DocumentSession` does more: it does not replace
  /// what another program has changed meanwhile.
  ///
  /// - Throws: `exists` where a file would replace a folder or a folder a file; `unsafePackage` for names that are none
  ///   and links that lead out; `timedOut`, `diskFull`, `notPermitted`, `missing`, `io`. What was there is as it was
  ///   then.
  public func write(to path: String, deadline: Duration = .seconds(10)) async throws(DocumentError) {
    let path = try DocumentStorage.resolve(path)
    let rest = await FileCoordinator(deadline: deadline).ask(.letGo, path).deadline
    _ = try await DocumentLock.holding([(path, true)], within: rest) { () throws(DocumentError) in
      // The objects of this wrapper keep their place, in which their document needs them.
      try DocumentStorage.write(detached, to: DocumentLocation(path), replacing: .anything, syncs: true)
    }
  }
}
