internal import ProviderProtocol

extension PreviewHost {
  /// What a request is given beyond its deadline to say by itself that it is late.
  private static let graceSeconds = 0.5

  /// Gives up on work whose time is over, whatever it waits for: a worker that is being started knows nothing of one request's deadline.
  ///
  /// - Parameter seconds: nil for no bound.
  /// - Throws: `timeout`, and what the work throws.
  nonisolated func within<Value: Sendable>(
    _ seconds: Double?, _ work: @escaping @Sendable () async throws(ProviderError) -> Value
  ) async throws(ProviderError) -> Value {
    guard let seconds else { return try await work() }
    let result = await withTaskGroup(of: Result<Value, ProviderError>?.self) { group in
      group.addTask {
        do throws(ProviderError) {
          return .success(try await work())
        } catch {
          return .failure(error)
        }
      }
      group.addTask {
        try? await Task.sleep(for: .seconds(seconds + Self.graceSeconds))
        return Task.isCancelled
          ? .failure(ProviderError(.cancelled, "cancelled"))
          : .failure(ProviderError(.timeout, "the request's time is over"))
      }
      let first = await group.next() ?? nil
      group.cancelAll()
      return first
    }
    guard let result else { throw ProviderError(.cancelled, "cancelled") }
    return try result.get()
  }
}
