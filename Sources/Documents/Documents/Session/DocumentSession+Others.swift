internal import ByteStreams

extension DocumentSession {
  /// Something has happened to the document, or to a file that had its name.
  func documentMayHaveChanged() async {
    // One look is enough for all events until it begins.
    guard !isCheckPending, !state.contains(.closed) else { return }
    isCheckPending = true
    await enter()
    isCheckPending = false
    defer { leave() }
    do throws(DocumentError) {
      try await check()
    } catch {
      // Of a conflict everybody has heard.
      if error.kind != .conflict { hub.send(.reloadFailed(error)) }
      guard error.kind == .timedOut else { return }
      // Another program has the lock. Nothing would say when it gives it back.
      Task { [weak self] in
        try? await Task.sleep(for: .seconds(1))
        await self?.documentMayHaveChanged()
      }
    }
  }

  private enum Finding: Sendable {
    case same(DiskState)
    case changed
    case missing
    case unavailable
  }

  private func check() async throws(DocumentError) {
    guard !state.contains(.closed) else { return }
    switch try await look() {
    case .same(let disk):
      stored.state = disk
      // It may be there again.
      state.remove(.deleted)
      if hasUnsavedChanges { scheduleAutosave() } else { state.remove(.savingError) }
    case .changed: try await takeTheirs()
    case .missing:
      if await follow() { return }
      guard !state.contains(.deleted) else { return }
      state.insert(.deleted)
      hub.send(.deleted)
    case .unavailable:
      if await follow() { return }
      guard !state.contains(.savingError) else { return }
      state.insert(.savingError)
      hub.send(.saveFailed(DocumentError(.missing, "its folder is not there any more", path: path)))
    }
  }

  private func look() async throws(DocumentError) -> Finding {
    let (location, before, known) = (location, stored.state, folder)
    guard SystemCall.status(of: PathText.split(location.path).directory) != nil else { return .unavailable }
    return try await DocumentLock.holding([(location.path, false)], within: options.deadline) {
      () throws(DocumentError) -> Finding in
      var state = before
      if try state.isCurrent(location.path) { return .same(state) }
      if SystemCall.linkStatus(of: location.path) != nil || PackageStage.finish(location.path) { return .changed }
      // After an unmount there is an empty folder.
      return FileIdentity(path: PathText.split(location.path).directory) == known ? .missing : .unavailable
    }
  }

  /// Goes after the document, if another program has given it another path.
  ///
  /// - Returns: whether it is somewhere else now.
  func follow() async -> Bool {
    guard let path = mark.path, path != self.path else { return false }
    await moved(to: path)
    return true
  }

  // MARK: What another program has saved

  func read() async throws(DocumentError) -> StoredDocument<Document> {
    let (location, type, limits) = (location, contentType, options.limits)
    let stored = try await DocumentLock.holding([(location.path, false)], within: options.deadline) {
      () throws(DocumentError) in
      try StoredDocument<Document>(at: location, type, limits)
    }
    return stored
  }

  /// Reads the document. What cannot be read, and was written just now, may not be complete: many programs truncate a
  /// file and then write it. It is read again for the better part of a second.
  private func readSettled() async throws(DocumentError) -> StoredDocument<Document> {
    for _ in 0..<8 {
      do throws(DocumentError) {
        return try await read()
      } catch {
        let stamp = SystemCall.linkStatus(of: path).map { FileStamp($0) }
        guard error.kind == .invalidContents, let stamp, abs(stamp.age) < 1_000_000_000 else { throw error }
        try? await Task.sleep(for: .milliseconds(100))
      }
    }
    return try await read()
  }

  /// The document of the disk takes the place of ours.
  func adopt(_ theirs: StoredDocument<Document>) {
    stored = theirs
    document = theirs.document
    savedCount = changeCount
    mark = DocumentMark(path)
    state.subtract([.deleted, .savingError, .inConflict])
    recoveryCopies.remove()
    hub.send(.changed)
  }

  /// Reads what another program has saved. Without changes of ours it takes their place; otherwise both are merged, or
  /// there is a conflict.
  ///
  /// - Throws: `conflict`; as `open`.
  func takeTheirs() async throws(DocumentError) {
    let theirs: StoredDocument<Document>
    do throws(DocumentError) {
      theirs = try await readSettled()
    } catch {
      guard hasUnsavedChanges, error.kind == .invalidContents else { throw error }
      await findLostFiles()
      return try await beginConflict()
    }
    if hasUnsavedChanges { await findLostFiles() }
    while hasUnsavedChanges {
      let (base, ours, count) = (stored.document, document, changeCount)
      let merged = try? await BlockingWork.run { () throws(DocumentError) -> Document? in
        // A document that cannot say how leaves it to somebody.
        try? Document.merge(base: base, ours: ours, theirs: theirs.document)
      }
      // There may have been changes meanwhile, which are merged, too.
      guard count == changeCount else { continue }
      guard let merged else { return try await beginConflict() }
      stored = theirs
      mark = DocumentMark(path)
      history.push(nil, document)
      replace(merged)
      state.remove(.deleted)
      hub.send(.merged)
      return
    }
    history.clear()
    adopt(theirs)
    hub.send(.reloaded)
  }

  /// Children that the other program has changed, and that ours still has: versions may have their bytes.
  private func findLostFiles() async {
    guard stored.state.isDirectory else { return }
    mayHaveLostFiles = true
    let location = location
    _ = try? await BlockingWork.run { () throws(DocumentError) in try VersionStore.versions().findLost(of: location) }
  }

  // MARK: Conflicts

  /// Keeps both sides as versions until somebody has decided.
  private func beginConflict() async throws(DocumentError) {
    let (ours, type, before, path, limits) = (document, contentType, stored.file, path, options.limits)
    let isNew = try await BlockingWork.run { () throws(DocumentError) -> Bool in
      let store = try VersionStore.versions()
      let file = try StoredDocument.contents(of: ours, type, existing: before, path: path)
      let theirs = try FileWrapper(path: path, limits: limits)
      let isNew = try store.add(theirs, of: path, kind: .theirs) != nil
      // Files of ours that the other program has changed where they were may be gone; the rest is kept.
      _ = try store.add(file.replacingLost(from: theirs), of: path, kind: .ours)
      return isNew
    }
    if isNew || !state.contains(.inConflict) {
      state.insert(.inConflict)
      hub.send(.conflict)
    }
    throw DocumentError(.conflict, "another program has changed it, too; somebody has to decide", path: path)
  }

  /// Who wins.
  public enum Resolution: Sendable {
    /// The unsaved changes of this session.
    case ours
    /// What the other program saved.
    case theirs
    /// Another value, such as one that a user put together.
    case document(Document)
  }

  /// Ends a conflict and saves who wins. What did not win stays as a version.
  ///
  /// - Throws: as `save`.
  public func resolveConflict(_ resolution: Resolution) async throws(DocumentError) {
    try requireOpen()
    await enter()
    defer { leave() }
    guard state.contains(.inConflict) else { return }
    let (ours, type, before, path, limits) = (document, contentType, stored.file, path, options.limits)
    let location = location
    let (theirs, disk) = try await DocumentLock.holding([(path, false)], within: options.deadline) {
      () throws(DocumentError) -> (FileWrapper?, DiskState?) in
      let store = try VersionStore.versions()
      let disk = try DiskState.read(path)
      let theirs = try disk == nil ? nil : FileWrapper.read(location, limits).file
      // As ordinary versions, both stay for as long as others.
      let file = try StoredDocument.contents(of: ours, type, existing: before, path: path)
      _ = try store.add(file.replacingLost(from: theirs ?? before), of: path, kind: .version)
      if let theirs { _ = try store.add(theirs, of: path, kind: .version) }
      return (theirs, disk)
    }
    switch resolution {
    case .theirs:
      let theirs = try await read()
      history.push("Revert", document)
      adopt(theirs)
    case .ours, .document:
      if case .document(let value) = resolution {
        history.push(nil, document)
        replace(value)
      }
      state.remove(.inConflict)
      if let disk, let theirs { (stored.state, stored.file) = (disk, theirs) } else { state.insert(.deleted) }
      try await saveNow(evenIfDeleted: true)
    }
    for (version, _) in (try? VersionStore.versions().list(path, [.ours, .theirs])) ?? [] { try? version.remove() }
  }
}

// MARK: What other programs ask

extension DocumentSession {
  public nonisolated func savePresentedItemChanges() async { try? await autosave() }

  public nonisolated func relinquishPresentedItemToWriter() async { try? await autosave() }

  public nonisolated func presentedItemDidMove(to path: String) async { await believe(path) }

  /// Follows if the document is really there: it has moved, or was copied to another file system and is gone here.
  private func believe(_ path: String) async {
    await enter()
    defer { leave() }
    guard !state.contains(.closed), SystemCall.linkStatus(of: self.path) == nil,
      let other = try? DocumentStorage.resolve(path), other != self.path
    else { return }
    if mark.path == other { return await moved(to: other) }
    let known = stored.state
    let isCopy = try? await BlockingWork.run { () throws(DocumentError) -> Bool in
      try DiskState.read(other).map { known.isCopied(as: $0) } ?? false
    }
    if isCopy == true { await moved(to: other) }
  }
}
