internal import ByteStreams
internal import ContentTypes

extension DocumentSession {
  /// Saves the changes; nothing happens without any. A document that another program has deleted is made anew.
  ///
  /// - Throws: `conflict` if another program has saved changes and they cannot be merged; `timedOut`, `diskFull`,
  ///   `notPermitted`, `missing`, `io`; what the document throws. The document on the disk is as it was then, and the
  ///   changes are kept. A session that autosaves tries again.
  public func save() async throws(DocumentError) {
    try requireOpen()
    await enter()
    defer { leave() }
    try await saveNow(evenIfDeleted: true)
  }

  /// What became of one attempt to save.
  private enum Outcome: Sendable {
    /// - isRemade: whether the value has other files than the session's, because bytes of that one are lost.
    case saved(StoredDocument<Document>, isRemade: Bool)
    /// Another program has changed the document.
    case changed
    /// There is nothing under the name.
    case missing
  }

  /// Saves, in the order of all work with the file.
  func saveNow(evenIfDeleted: Bool) async throws(DocumentError) {
    guard hasUnsavedChanges || evenIfDeleted && state.contains(.deleted) else { return }
    do throws(DocumentError) {
      // Others may save between our attempts; each time their changes are merged.
      for _ in 0..<50 {
        if state.contains(.inConflict) {
          throw DocumentError(.conflict, "another program has changed it, too; somebody has to decide", path: path)
        }
        let count = changeCount
        switch try await write(isNew: evenIfDeleted && state.contains(.deleted)) {
        case .saved(let stored, let isRemade):
          await noteSaved(stored, isRemade: isRemade, count)
          return
        case .changed: if await outlastsRemoval() { try await takeTheirs() }
        case .missing:
          if await follow() { continue }
          // Without its folder it was not deleted. After an unmount there is an empty one, of another file system.
          let now = FileIdentity(path: PathText.split(path).directory)
          guard let now, evenIfDeleted ? now.device == folder?.device : now == folder else {
            throw DocumentError(.missing, "its folder is not there any more", path: path)
          }
          await findLostFiles()
          guard evenIfDeleted else { throw DocumentError(.missing, "another program has deleted it", path: path) }
          state.insert(.deleted)
        }
      }
      throw DocumentError(.changed, "other programs change it again and again", path: path)
    } catch {
      if error.kind != .conflict { state.insert(.savingError) }
      hub.send(.saveFailed(error))
      throw error
    }
  }

  /// Writes the present value, if the disk has the document that it was made of.
  private func write(isNew: Bool) async throws(DocumentError) -> Outcome {
    let (document, before, location, type, options) = (document, stored, location, contentType, options)
    let mayHaveLostFiles = mayHaveLostFiles
    guard SystemCall.status(of: PathText.split(location.path).directory) != nil else { return .missing }
    let outcome = try await DocumentLock.holding([(location.path, true)], within: options.deadline) {
      () throws(DocumentError) -> Outcome in
      let path = location.path
      var state = before.state
      if isNew {
        if SystemCall.linkStatus(of: path) != nil { return .changed }
      } else {
        guard SystemCall.linkStatus(of: path) != nil || PackageStage.finish(path) else { return .missing }
        // What is in a package is compared when it is written.
        if state.isDirectory {
          guard SystemCall.linkStatus(of: path)?.isDirectory ?? false else { return .changed }
        } else {
          guard try state.isCurrent(path) else { return .changed }
        }
        Self.keepVersion(of: before.file, path, options)
      }
      let (file, value, isRemade) = try Self.contents(
        of: document, type, existing: before.file, path, options, mayHaveLostFiles: mayHaveLostFiles)
      do throws(DocumentError) {
        let written = try DocumentStorage.write(
          file, to: location, replacing: isNew ? .nothing : .state(state), syncs: options.syncs)
        if location.hasUnkept { try? VersionStore.versions().findLost(of: location) }
        Self.keepVersion(of: file, path, options)
        return .saved(StoredDocument(value, file, written), isRemade: isRemade)
      } catch {
        guard error.kind == .changed else { throw error }
        return .changed
      }
    }
    return outcome
  }

  /// The contents to save, and their value. Where bytes of files are lost, both are remade without these files; those
  /// that the disk has under their names take their places.
  ///
  /// - Throws: what the document throws; `invalidContents` if the document cannot be read without lost files: it would
  ///   be lost if it were saved.
  private static func contents(
    of document: Document, _ type: ContentType, existing before: FileWrapper, _ path: String,
    _ options: DocumentOptions, mayHaveLostFiles: Bool
  ) throws(DocumentError) -> (file: FileWrapper, value: Document, isRemade: Bool) {
    let file = try StoredDocument.contentsToSave(of: document, type, existing: before, path: path, options)
    guard mayHaveLostFiles, file.hasLost else { return (file, document, false) }
    let remade = file.replacingLost(from: before)
    do {
      return (remade, try StoredDocument<Document>.document(of: remade, path, type), true)
    } catch {
      let reason = DocumentError.any(error, path: path).message
      throw DocumentError(
        .invalidContents, "another program has removed files of it, without which it cannot be read (\(reason))",
        path: path)
    }
  }

  /// Keeps contents as a version, if they are not the newest one. A version that cannot be kept is no reason not to
  /// save.
  private static func keepVersion(of file: FileWrapper, _ path: String, _ options: DocumentOptions) {
    guard options.keepsVersions, file.byteCount <= options.maxVersionBytes, let store = try? VersionStore.versions(),
      (try? store.add(file, of: path, kind: .version)) != nil
    else { return }
    store.thin(path)
    VersionLimit.check(store)
  }

  /// The disk has the value of this number of changes now. The session takes a value that was remade, if nobody has
  /// changed its own meanwhile.
  private func noteSaved(_ stored: StoredDocument<Document>, isRemade: Bool, _ count: Int) async {
    savedCount = count
    if isRemade, count == changeCount {
      document = stored.document
      hub.send(.changed)
    }
    await afterSave(stored)
  }

  /// The disk has this document now.
  func afterSave(_ stored: StoredDocument<Document>) async {
    self.stored = stored
    mark = DocumentMark(path)
    (retryPause, retryAt) = (.zero, .now)
    firstChange = .now
    state.subtract([.savingError, .deleted, .editingDisabled])
    recoveryCopies.remove()
    isNew = false
    hub.send(.saved)
    await drawThumbnails(stored.document)
  }

  // MARK: Other files

  /// How `save(to:as:)` writes.
  public enum SaveOperation: Sendable {
    /// The session goes on with the new file.
    case saveAs
    /// The session stays with its file.
    case copy
  }

  /// Saves the document under another name, which must be free. The file gets the permissions, extended attributes and
  /// access control list of the one that the session has.
  ///
  /// - Throws: `exists`; as `save`.
  public func save(to path: String, as operation: SaveOperation) async throws(DocumentError) {
    try requireOpen()
    await enter()
    defer { leave() }
    let (document, before, type, options, count) = (document, stored.file, contentType, options, changeCount)
    let model = CopiedFile(path: self.path, isMoved: false)
    let mayHaveLostFiles = mayHaveLostFiles
    let target = DocumentLocation(try DocumentStorage.resolve(path))
    let written = try await DocumentLock.holding([(target.path, true), (self.path, false)], within: options.deadline) {
      () throws(DocumentError) -> (stored: StoredDocument<Document>, isRemade: Bool) in
      // Contents know one place. Those of a copy are read anew, so that the document's own stay where they are.
      let (file, value, isRemade) = try Self.contents(
        of: document, type, existing: before, target.path, options, mayHaveLostFiles: mayHaveLostFiles)
      let contents = operation == .copy ? file.detached : file
      let state = try DocumentStorage.write(
        contents, to: target, replacing: .nothing, syncs: options.syncs, model: model)
      return (StoredDocument(value, file, state), isRemade)
    }
    guard operation == .saveAs else { return }
    // The conflict is about the file that stays behind, with both sides as its versions.
    state.remove(.inConflict)
    let old = self.path
    location = target
    await noteSaved(written.stored, isRemade: written.isRemade, count)
    listen()
    hub.send(.moved(from: old, to: target.path))
  }

  /// Saves the changes and copies the document, as a reflink where the file system has them.
  ///
  /// - Parameter path: nil for a name beside the document: `chess 2.team`.
  /// - Returns: the path of the copy.
  /// - Throws: `exists`; as `save`.
  @discardableResult
  public func duplicate(to path: String? = nil) async throws(DocumentError) -> String {
    if let path {
      try await save(to: path, as: .copy)
      return try DocumentStorage.resolve(path)
    }
    let (folder, name) = PathText.split(self.path)
    return try await NumberedName.free(in: folder, name, from: 2) { other throws(DocumentError) in
      try await save(to: other, as: .copy)
      return other
    }
  }

  /// Saves the changes and gives the document another name or folder, which must be free. Other sessions follow.
  ///
  /// - Throws: `exists`; as `save`.
  public func move(to path: String) async throws(DocumentError) {
    try requireOpen()
    await enter()
    defer { leave() }
    try await saveNow(evenIfDeleted: true)
    let target = try DocumentStorage.resolve(path)
    let coordinator = FileCoordinator(deadline: options.deadline)
    let state = try await coordinator.move(resolved: self.path, to: target, presenter: presentation?.socket.name)
    stored.state = state
    await moved(to: target)
  }

  /// The document has another path now.
  func moved(to path: String) async {
    let old = self.path
    guard old != path else { return }
    location.path = path
    recoveryCopies.renew()
    if hasUnsavedChanges { scheduleAutosave() }
    _ = try? await DetachedThread.run { () throws(DocumentError) in
      try VersionStore.versions().move(old, to: path)
    }
    listen()
    hub.send(.moved(from: old, to: path))
  }

  // MARK: Ending

  /// Reads the document again and drops all unsaved changes. That can be undone.
  ///
  /// - Throws: as `open`.
  public func revert() async throws(DocumentError) {
    try requireOpen()
    await enter()
    defer { leave() }
    let theirs = try await read()
    history.push("Revert", document)
    adopt(theirs)
  }

  /// Takes the contents of a version as a change, which can be undone and is saved like any other.
  ///
  /// - Throws: as `open`; `missing` if the version was removed.
  public func revert(to version: FileVersion) async throws(DocumentError) {
    try requireOpen()
    let (type, path) = (contentType, path)
    let value = try await DetachedThread.run { () throws(DocumentError) in
      do {
        return try Document(configuration: .init(contentType: type, file: version.fileWrapper()))
      } catch {
        throw DocumentError.any(error, path: path)
      }
    }
    history.push("Revert", document)
    replace(value)
  }

  /// Saves the changes and ends the session.
  ///
  /// - Parameter discardingChanges: ends the session without saving. Both sides of a conflict stay as versions.
  /// - Throws: as `save`; the session stays open then.
  public func close(discardingChanges: Bool = false) async throws(DocumentError) {
    if state.contains(.closed) { return }
    await enter()
    defer { leave() }
    if !discardingChanges { try await saveNow(evenIfDeleted: false) }
    autosaveTask?.cancel()
    savedCount = changeCount
    recoveryCopies.remove()
    presentation = nil
    watch = nil
    state.insert(.closed)
    hub.end()
  }
}
