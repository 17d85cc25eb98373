internal import ByteStreams
package import StructuredText

/// What a command that watches folders prints when something happened to a file.
package struct WatchEvent: Sendable {
  /// `new`, `changed`, `renamed`, `deleted`.
  let name: String
  let path: String
  /// The earlier path of a renamed file.
  let from: String?

  package init(_ name: String, _ path: String, from: String? = nil) {
    (self.name, self.path, self.from) = (name, path, from)
  }

  package var text: String {
    let source = from.map { " from " + PathText.readable($0) } ?? ""
    return PrintableText.escaped("\(name) \(PathText.readable(path))\(source)") + "\n"
  }

  /// A line of JSON: the event, the earlier path, and what else is to be said.
  package func line(_ members: [JSONMember]) -> String {
    let start = [JSONMember("event", .string(name))] + (from.map { [JSONMember("from", .path($0))] } ?? [])
    return JSONWriter.text(.object(start + members)) + "\n"
  }
}
