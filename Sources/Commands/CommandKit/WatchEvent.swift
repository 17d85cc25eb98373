internal import ByteStreams
package import FolderWatching
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

  /// Prints the event as the options want it.
  ///
  /// - Parameter members: what else the line of `--json` says.
  package func print(_ members: [JSONMember], to console: Console, _ run: RunSettings) throws {
    if run.json {
      try console.print(line(members))
    } else if !run.quiet {
      try console.print(text)
    }
  }
}

extension FolderWatchOptions {
  /// Watches the files that a walk with the same options finds.
  package init(_ filter: WalkFilter) {
    self.init()
    includes = { name, path, isFolder in filter.includes(name, path: path, isFolder: isFolder) }
  }
}
