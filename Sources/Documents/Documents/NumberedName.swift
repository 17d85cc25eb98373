internal import ByteStreams

/// Names for copies: `chess.team`, `chess 2.team`, `chess 3.team`.
enum NumberedName {
  /// Calls a function with one path after the other until it does not throw `exists`.
  ///
  /// - Parameter first: 1 begins with the name itself.
  /// - Throws: what the function throws.
  static func free<Result: Sendable>(
    in folder: String, _ name: String, from first: Int = 1, isolation: isolated (any Actor)? = #isolation,
    _ body: (_ path: String) async throws(DocumentError) -> Result
  ) async throws(DocumentError) -> Result {
    let (stem, suffix) = (PathText.withoutSuffix(name), PathText.suffix(of: name))
    var number = first
    while true {
      do throws(DocumentError) {
        return try await body("\(folder)/" + (number == 1 ? name : "\(stem) \(number)\(suffix)"))
      } catch {
        guard error.kind == .exists, number < 10_000 else { throw error }
        number += 1
      }
    }
  }
}
