/// The message of the error that `body` throws; empty where it throws none.
package func failure(_ body: () throws -> Void) -> String {
  do {
    try body()
    return ""
  } catch {
    return "\(error)"
  }
}
