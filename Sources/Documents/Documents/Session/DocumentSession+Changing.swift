extension DocumentSession {
  /// Changes the value. The change can be undone, and is saved like all others. After `close` it is never saved.
  ///
  /// - Parameters:
  ///   - name: what the user did, for the menu: `Rename`.
  ///   - change: changes the value. If it throws, nothing has changed.
  @discardableResult
  public func update<Result: Sendable, Failure: Error>(
    _ name: String? = nil, _ change: @Sendable (inout Document) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    var changed = document
    let result = try change(&changed)
    history.push(name, document)
    replace(changed)
    return result
  }

  /// Takes another value, which is not saved yet.
  func replace(_ value: Document) {
    document = value
    let now = ContinuousClock.now
    if !hasUnsavedChanges { firstChange = now }
    lastChange = now
    changeCount += 1
    hub.send(.changed)
    scheduleAutosave()
  }

  // MARK: Undoing

  public var canUndo: Bool { history.canUndo }
  public var canRedo: Bool { history.canRedo }
  /// The name of the change that `undo` would take back; nil without one.
  public var undoActionName: String? { history.undoName }
  /// The name of the change that `redo` would make again; nil without one.
  public var redoActionName: String? { history.redoName }

  /// Takes the last change, or group of changes, back.
  ///
  /// - Returns: false if there is none.
  @discardableResult
  public func undo() -> Bool {
    guard let value = history.undo(document) else { return false }
    replace(value)
    return true
  }

  /// Makes the change again that was taken back last.
  ///
  /// - Returns: false if there is none.
  @discardableResult
  public func redo() -> Bool {
    guard let value = history.redo(document) else { return false }
    replace(value)
    return true
  }

  /// All changes up to `endUndoGrouping` are undone in one step. Groups may lie in each other.
  ///
  /// - Parameter name: nil for the name of the first change that has one.
  public func beginUndoGrouping(_ name: String? = nil) { history.beginGroup(name) }
  public func endUndoGrouping() { history.endGroup() }
}
