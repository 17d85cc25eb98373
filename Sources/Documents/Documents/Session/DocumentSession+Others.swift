internal import ByteStreams
internal import Glibc

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
      // It may be there again, with the files that were found in the trash.
      if state.contains(.deleted) {
        state.remove(.deleted)
        await findLostFiles()
      }
      if hasUnsavedChanges { scheduleAutosave() } else { state.remove(.savingError) }
    case .changed:
      guard await outlastsRemoval() else { return try await check() }
      try await takeTheirs()
    case .missing:
      if await follow() { return }
      await noteDeletion()
    case .unavailable:
      if await follow() { return }
      if mark.path.map(Trash.contains) ?? false { return await noteDeletion() }
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

  /// Goes after the document, if another program has given it another path. What lies in the trash is deleted: nobody
  /// wants to go on writing there.
  ///
  /// - Returns: whether it is somewhere else now.
  func follow() async -> Bool {
    guard let path = mark.path, path != self.path, !Trash.contains(path) || Trash.contains(self.path) else {
      return false
    }
    await moved(to: path)
    return true
  }

  private func noteDeletion() async {
    guard !state.contains(.deleted) else { return }
    state.insert(.deleted)
    await findLostFiles()
    hub.send(.deleted)
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

  /// Waits until another program that removes the package file by file, as `rm -r` does, has finished: what is left
  /// meanwhile is no document. The program has finished when there are no fewer files after 0.3 seconds. The wait ends
  /// after ten seconds in any case.
  ///
  /// - Returns: whether there is still something under the name.
  func outlastsRemoval() async -> Bool {
    guard stored.state.isDirectory else { return true }
    let path = path
    var (count, quietLooks) = (stored.state.entries.count, 0)
    for _ in 0..<100 {
      guard SystemCall.linkStatus(of: path) != nil else { return false }
      let now: DiskState?
      do throws(DocumentError) {
        now = try await DetachedThread.run { () throws(DocumentError) -> DiskState? in try DiskState.read(path) }
      } catch {
        return true
      }
      // Without a state, a file went while it was looked at.
      if let now {
        guard now.isRest(of: stored.state) else { return true }
        quietLooks = now.entries.count < count ? 0 : quietLooks + 1
        guard quietLooks < 3 else { return true }
        count = now.entries.count
      }
      // Also in a task that was cancelled, whose sleep would end at once.
      await DetachedThread.run { _ = usleep(100_000) }
    }
    return true
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
  /// there is a conflict. There is one, too, where ours has changed and theirs cannot be read: a link, say, or a
  /// package beyond the limits.
  ///
  /// - Throws: `conflict`; as `open`.
  func takeTheirs() async throws(DocumentError) {
    let theirs: StoredDocument<Document>
    do throws(DocumentError) {
      theirs = try await readSettled()
    } catch {
      guard hasUnsavedChanges, error.isAboutContents, SystemCall.linkStatus(of: path) != nil else { throw error }
      await findLostFiles()
      return try await beginConflict(over: error)
    }
    if hasUnsavedChanges { await findLostFiles() }
    while hasUnsavedChanges {
      let (base, ours, count) = (stored.document, document, changeCount)
      let merged = try? await DetachedThread.run { () throws(DocumentError) -> Document? in
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

  /// Children that the other program has changed or removed, and that ours still has: the trash or versions may have
  /// their bytes.
  func findLostFiles() async {
    guard stored.state.isDirectory else { return }
    mayHaveLostFiles = true
    let (location, mark) = (location, mark)
    _ = try? await DetachedThread.run { () throws(DocumentError) in
      if let path = mark.path { location.findMoved(to: path) }
      try VersionStore.versions().findLost(of: location)
    }
  }

  // MARK: Conflicts

  /// Keeps both sides as versions until somebody has decided.
  ///
  /// - Parameter problem: why theirs is not a document of this type; nil if it is one.
  private func beginConflict(over problem: DocumentError? = nil) async throws(DocumentError) {
    // There is something under the name.
    state.remove(.deleted)
    let (ours, type, before, path, limits) = (document, contentType, stored.file, path, options.limits)
    let location = location
    let isNew = try await DetachedThread.run { () throws(DocumentError) -> Bool in
      let store = try VersionStore.versions()
      let file = try StoredDocument.contents(of: ours, type, existing: before, path: path)
      var theirs: FileWrapper?
      var isNew = false
      do throws(DocumentError) {
        let wrapper = try FileWrapper.read(location, limits).file
        isNew = try store.add(wrapper, of: path, kind: .theirs) != nil
        theirs = wrapper
      } catch {
        // What cannot be read cannot be kept as a version. It stays where it is.
        guard error.isAboutContents else { throw error }
      }
      // Files of ours that the other program has changed where they were may be gone; the rest is kept.
      let present = theirs ?? FileWrapper(directoryWithFileWrappers: [:])
      _ = try store.add(file.replacingLost(from: present), of: path, kind: .ours)
      return isNew
    }
    if isNew || !state.contains(.inConflict) {
      state.insert(.inConflict)
      if let problem { hub.send(.reloadFailed(problem)) }
      hub.send(.conflict)
    }
    let reason = problem.map { " (it \($0.message))" } ?? ""
    throw DocumentError(
      .conflict, "another program has changed it, too\(reason); somebody has to decide", path: path)
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

  /// What is under the document's name when a conflict is resolved.
  private enum Present: Sendable {
    case nothing
    case document(FileWrapper, DiskState)
    /// What no document of this type can replace: something that cannot be read, or a folder instead of a file.
    case other
  }

  /// Ends a conflict and saves who wins. What did not win stays as a version. What cannot be one, because it cannot be
  /// read, gets another name beside the document: `chess.team.saved-1x2y3z`.
  ///
  /// - Throws: as `save`; for `.theirs` as `open`. The conflict goes on then.
  public func resolveConflict(_ resolution: Resolution) async throws(DocumentError) {
    try requireOpen()
    await enter()
    defer { leave() }
    guard state.contains(.inConflict) else { return }
    let present = try await keepSides()
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
      try await saveOver(present)
    }
    for (version, _) in (try? VersionStore.versions().list(path, [.ours, .theirs])) ?? [] { try? version.remove() }
  }

  /// Keeps both sides as ordinary versions, which stay for as long as others.
  private func keepSides() async throws(DocumentError) -> Present {
    let (ours, type, before, path, limits) = (document, contentType, stored.file, path, options.limits)
    let location = location
    return try await DocumentLock.holding([(path, false)], within: options.deadline) {
      () throws(DocumentError) -> Present in
      let store = try VersionStore.versions()
      let file = try StoredDocument.contents(of: ours, type, existing: before, path: path)
      var present = Present.nothing
      do throws(DocumentError) {
        if let disk = try DiskState.read(path) {
          present = .document(try FileWrapper.read(location, limits).file, disk)
        }
      } catch {
        guard error.isAboutContents, SystemCall.linkStatus(of: path) != nil else { throw error }
        present = .other
      }
      guard case .document(let theirs, _) = present else {
        let nothing = FileWrapper(directoryWithFileWrappers: [:])
        _ = try store.add(file.replacingLost(from: nothing), of: path, kind: .version)
        return present
      }
      _ = try store.add(file.replacingLost(from: theirs), of: path, kind: .version)
      do throws(DocumentError) {
        _ = try store.add(theirs, of: path, kind: .version)
      } catch {
        guard error.isAboutContents else { throw error }
        return .other
      }
      return theirs.isDirectory == DocumentType.isPackage(type) ? present : .other
    }
  }

  /// Ends the conflict by saving the value.
  private func saveOver(_ present: Present) async throws(DocumentError) {
    var aside: String?
    switch present {
    case .nothing: state.insert(.deleted)
    case .document(let theirs, let disk):
      (stored.state, stored.file) = (disk, theirs)
      state.remove(.deleted)
    case .other:
      let path = path
      aside = try await DocumentLock.holding([(path, true)], within: options.deadline) {
        () throws(DocumentError) -> String in
        guard let aside = PackageStage.putAside(path) else { throw DocumentError.system("put aside", path: path) }
        return aside
      }
      state.insert(.deleted)
      // Files that ours has not read went with it.
      await findLostFiles()
    }
    state.remove(.inConflict)
    do throws(DocumentError) {
      try await saveNow(evenIfDeleted: true)
    } catch {
      // Nothing has taken its name.
      if let aside, SystemCall.renameWithoutReplacing(aside, to: path) {
        state.remove(.deleted)
        state.insert(.inConflict)
        await findLostFiles()
      }
      throw error
    }
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
    if Trash.contains(other), !Trash.contains(self.path) { return await noteDeletion() }
    if mark.path == other { return await moved(to: other) }
    let known = stored.state
    let isCopy = try? await DetachedThread.run { () throws(DocumentError) -> Bool in
      try DiskState.read(other).map { known.isCopied(as: $0) } ?? false
    }
    if isCopy == true { await moved(to: other) }
  }
}
