/// Readers and writers of documents among the processes of a machine: one writer, or any number of readers.
///
/// A reader first asks the presenters with unsaved changes to save; a writer asks them to let go. Locks end with their
/// process, whatever ends it. Several paths are locked in one order, so that two programs never wait for each other.
/// Programs that do not use a coordinator are not held up; a session notices what they do.
///
/// A lock is no lock within its own body: coordinating the same path again in there waits until the deadline.
public struct FileCoordinator: Sendable {
  /// How long the locks are waited for.
  public var deadline: Duration
  /// How long all presenters together may take to answer.
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
    try await body()
  }

  /// Gives a document another name or folder, which must be free, and tells its presenters.
  ///
  /// - Throws: `exists`, `timedOut`, `missing`, `notPermitted`, `io`.
  public func move(_ path: String, to other: String) async throws(DocumentError) {}

  /// Deletes a document; its presenters are asked to let go first.
  public func remove(_ path: String) async throws(DocumentError) {}
}
