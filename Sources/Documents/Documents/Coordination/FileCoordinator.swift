internal import ByteStreams
internal import Glibc

/// Readers and writers of documents among the processes of a machine: one writer, or any number of readers.
///
/// A reader first asks the presenters with unsaved changes to save; a writer asks them to let go. Locks end with their
/// process, whatever ends it. Several paths are locked in one order, so that two programs never wait for each other.
/// Programs that do not use a coordinator are not held up; a session notices what they do.
///
/// A lock is no lock within its own body: coordinating the same path again in there waits until the deadline.
public struct FileCoordinator: Sendable {
  /// How long presenters and locks together are waited for.
  public var deadline: Duration
  /// How long all presenters together may take to answer, which is a part of the deadline.
  public var presenterTime: Duration = .seconds(2)

  public init(deadline: Duration = .seconds(10)) { self.deadline = deadline }

  /// Runs a function while no coordinated program writes the document.
  ///
  /// - Throws: `timedOut`; what the function throws.
  public func coordinate<Result: Sendable>(
    readingAt path: String, _ body: @Sendable () async throws -> Result
  ) async throws -> Result {
    try await coordinate(readingAt: [path], writingAt: [], body)
  }

  /// Runs a function while no other coordinated program reads or writes the document, which need not exist yet.
  ///
  /// - Throws: `timedOut`; what the function throws.
  public func coordinate<Result: Sendable>(
    writingAt path: String, _ body: @Sendable () async throws -> Result
  ) async throws -> Result {
    try await coordinate(readingAt: [], writingAt: [path], body)
  }

  /// Runs a function with several documents. A path in both lists is written.
  ///
  /// - Throws: `timedOut`; what the function throws.
  public func coordinate<Result: Sendable>(
    readingAt reading: [String], writingAt writing: [String], _ body: @Sendable () async throws -> Result
  ) async throws -> Result {
    var documents: [(path: String, isWritten: Bool)] = []
    for path in reading { documents.append((try DocumentStorage.resolve(path), false)) }
    for path in writing { documents.append((try DocumentStorage.resolve(path), true)) }
    var rest = self
    for (path, isWritten) in documents { rest = await rest.ask(isWritten ? .letGo : .save, path) }
    let locks = try await DocumentLock.take(documents, within: rest.deadline)
    defer { withExtendedLifetime(locks) {} }
    return try await body()
  }

  /// Asks the presenters of a document.
  ///
  /// - Returns: a coordinator with the time that is left for the locks, and for other presenters.
  func ask(_ request: PresenterRequest, _ path: String, except presenter: String? = nil) async -> FileCoordinator {
    let (start, time) = (ContinuousClock.now, min(presenterTime, deadline))
    _ = try? await DetachedThread.run { () throws(DocumentError) in
      PresenterClient.ask(request, key: try RuntimeFolder.key(path), within: time, except: presenter)
    }
    let spent = ContinuousClock.now - start
    var rest = FileCoordinator(deadline: max(.zero, deadline - spent))
    rest.presenterTime = max(.zero, presenterTime - spent)
    return rest
  }

  // MARK: Moving and removing

  /// Gives a document another name or folder, which must be free, and tells its presenters.
  ///
  /// - Throws: `exists`, `timedOut`, `missing`, `notPermitted`, `io`.
  public func move(_ path: String, to other: String) async throws(DocumentError) {
    let (path, other) = (try DocumentStorage.resolve(path), try DocumentStorage.resolve(other))
    let rest = await ask(.letGo, path).deadline
    _ = try await move(resolved: path, to: other, presenter: nil, within: rest)
  }

  /// - Parameters:
  ///   - presenter: the caller's own, which is not told.
  ///   - rest: what is left of the deadline.
  /// - Returns: the state of the document in its new place.
  func move(
    resolved path: String, to other: String, presenter: String?, within rest: Duration? = nil
  ) async throws(DocumentError) -> DiskState {
    let state = try await DocumentLock.holding([(path, true), (other, true)], within: rest ?? deadline) {
      () throws(DocumentError) in try DocumentMove.move(path, to: other)
    }
    _ = await ask(.moved(to: other), path, except: presenter)
    return state
  }

  /// Deletes a document; its presenters are asked to let go first.
  ///
  /// - Throws: `timedOut`, `missing`, `notPermitted`, `io`.
  public func remove(_ path: String) async throws(DocumentError) {
    try await remove(resolved: try DocumentStorage.resolve(path))
  }

  func remove(resolved path: String) async throws(DocumentError) {
    let rest = await ask(.letGo, path).deadline
    try await DocumentLock.holding([(path, true)], within: rest) { () throws(DocumentError) in
      try DocumentMove.remove(path)
    }
  }
}
