internal import ByteStreams
internal import Glibc

/// Writes a file by `AtomicFile`, and ends in the middle of it.
enum AtomicWriting {
  static func run(_ kind: String, _ path: String) throws {
    let names = TemporaryNames()
    var hidden = AtomicFile.Options()
    hidden.usesUnnamedFile = false
    switch kind {
    case "begun", "committed":
      let file = try AtomicFile(path: path, names: names)
      try file.append(Array("new".utf8))
      if kind == "committed" { try file.commit() }
      _ = withExtendedLifetime(file) { kill(getpid(), SIGKILL) }
    case "hidden":
      let files = try (0..<3).map { _ in try AtomicFile(path: path, options: hidden, names: names) }
      try files[2].append(Array("cut".utf8))
      _ = withExtendedLifetime(files) { kill(getpid(), SIGKILL) }
    default:
      let files = try (0..<3).map { number in
        try AtomicFile(path: number == 0 ? path : path + String(number), options: hidden, names: names)
      }
      try files[1].append([1])
      try files[1].commit()
      withExtendedLifetime(files) { names.removeAllAndExit(7) }
    }
  }
}
