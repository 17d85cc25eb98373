internal import ByteStreams
internal import ContentTypes
internal import DesktopCache

extension DocumentSession {
  /// Saves the changes now, if autosaving has not yet: for the end of a program (SIGTERM) or of work in a window. Where
  /// the document cannot be saved, the recovery copy is written, which the next `open` offers.
  ///
  /// - Throws: as `save`.
  public func autosave() async throws(DocumentError) {
    try requireOpen()
    await enter()
    defer { leave() }
    try await autosaveNow()
  }

  private func autosaveNow() async throws(DocumentError) {
    guard hasUnsavedChanges else { return }
    let isInPlace = options.autosavesInPlace && state.isDisjoint(with: [.inConflict, .deleted])
    if isInPlace {
      do throws(DocumentError) {
        return try await saveNow(evenIfDeleted: false)
      } catch {
        try? await writeRecovery()
        throw error
      }
    }
    try await writeRecovery()
  }

  /// Starts the clock after a change.
  func scheduleAutosave() {
    guard options.autosaves, autosaveTask == nil, !state.contains(.closed) else { return }
    autosaveTask = Task {
      while !Task.isCancelled, hasUnsavedChanges, !state.contains(.closed) {
        let due = max(
          min(lastChange + options.autosaveDelay, firstChange + options.autosaveInterval), retryAt)
        if due > .now {
          try? await Task.sleep(until: due, clock: .continuous)
          continue
        }
        let count = changeCount
        await autosaveOnce()
        // Without changes since, a recovery copy is not written again.
        if hasUnsavedChanges, recoveryCopies.count == count, retryPause == .zero { break }
      }
      autosaveTask = nil
    }
  }

  private func autosaveOnce() async {
    await enter()
    defer { leave() }
    do throws(DocumentError) {
      try await autosaveNow()
      (retryPause, retryAt) = (.zero, .now)
      firstChange = .now
    } catch {
      // A conflict ends by a decision, not by trying again.
      guard error.kind != .conflict else { return }
      retryPause = min(max(retryPause * 2, options.autosaveDelay), .seconds(60))
      retryAt = .now + retryPause
    }
  }

  // MARK: Recovery

  /// Writes the unsaved changes into the state directory.
  private func writeRecovery() async throws(DocumentError) {
    guard recoveryCopies.count != changeCount else { return }
    let (document, before, type, path, count) = (document, stored.file, contentType, path, changeCount)
    let (maker, mayHaveLostFiles) = (recoveryCopies.maker, mayHaveLostFiles)
    try recoveryCopies.begin()
    let version = try await DetachedThread.run { () throws(DocumentError) in
      var file = try StoredDocument.contents(of: document, type, existing: before, path: path)
      // Files that nobody has any more are no reason not to keep the rest.
      if mayHaveLostFiles { file = file.replacingLost(from: before) }
      return try VersionStore.recovery().add(file, of: path, kind: .recovery, by: maker)
    }
    recoveryCopies.keep(version, count)
  }

  /// Looks for changes that a killed program has left.
  func findRecovery() async {
    let (path, file) = (path, stored.file)
    recovery = try? await DetachedThread.run { () throws(DocumentError) -> FileVersion? in
      let store = try VersionStore.recovery()
      RecoveryLock.sweep()
      var newest: [String: FileVersion] = [:]
      var found: FileVersion?
      for (version, record) in store.list(path, [.recovery]) where RecoveryCopies.isAbandoned(version) {
        let maker = VersionStore.maker(of: version) ?? ""
        // An older one of the same session; or one that was saved before the program ended.
        if newest.updateValue(version, forKey: maker) != nil || VersionStore.isSame(record, as: file) {
          try version.remove()
        } else if found == nil {
          found = version
        }
      }
      return found
    }
    if recovery != nil { hub.setFirst(.recoveryAvailable) }
  }

  /// Takes the unsaved changes of the other program as a change, which can be undone and is saved like any other.
  ///
  /// - Throws: as `open`; `missing` without such changes, or if another session has taken them.
  public func restoreRecovery() async throws(DocumentError) {
    guard let version = recovery else { throw DocumentError(.missing, "there is nothing to recover", path: path) }
    try recoveryCopies.adopt(version)
    try await revert(to: version)
    // From now on the copy is this session's: it goes when the changes are saved.
    recoveryCopies.keep(version, changeCount)
    recovery = nil
    hub.setFirst(nil)
  }

  /// Removes the unsaved changes of the other program. `recovery` is then what one more program has left, if any.
  ///
  /// - Throws: `notPermitted`, `io`.
  public func discardRecovery() async throws(DocumentError) {
    try recovery?.remove()
    hub.setFirst(nil)
    await findRecovery()
  }

  // MARK: Thumbnails

  /// Writes thumbnails into the desktop's cache at each save, so that file managers have them at once. Of a document
  /// that `create` has made just now, it also writes them now.
  ///
  /// - Parameters:
  ///   - sizes: of 128, 256, 512 and 1,024 pixels, which neither side exceeds.
  ///   - draw: makes a PNG file.
  public func drawThumbnails(
    _ sizes: [Int] = [128, 256], _ draw: @escaping @Sendable (_ document: Document, _ pixels: Int) throws -> [UInt8]
  ) async {
    drawing = (sizes, draw)
    if isNew { await drawThumbnails(stored.document) }
  }

  func drawThumbnails(_ document: Document) async {
    guard let drawing, let folder = Places.thumbnails else { return }
    let cache = ThumbnailCache(folder: folder, version: "documents")
    let (path, type) = (path, contentType.mimeTypes.first)
    _ = try? await DetachedThread.run { () throws(DocumentError) in
      guard let identity = cache.identity(of: path) else { return }
      for pixels in drawing.sizes {
        // A document without a thumbnail is saved all the same.
        guard let png = try? drawing.draw(document, pixels) else { continue }
        cache.store(png, for: identity, pixels: pixels, mimeType: type)
      }
    }
  }
}
