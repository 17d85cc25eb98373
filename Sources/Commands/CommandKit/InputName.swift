internal import ByteStreams

/// The parts of an input's name that an output's name may be made of.
package struct InputName: Hashable, Sendable {
  package var directory: String
  package var name: String
  package var stem: String
  /// The input's place among all, counted from 1.
  package var number: Int

  /// Takes a path apart; standard input is called `stdin` and lies in the current directory.
  package init(_ input: InputFile, number: Int) {
    self.number = number
    guard case .path(let path) = input else {
      (directory, name, stem) = (".", "stdin", "stdin")
      return
    }
    (directory, name) = PathText.split(path)
    // The dot of a hidden file begins no extension.
    if let dot = name.lastIndex(of: "."), dot != name.startIndex {
      stem = String(name[..<dot])
    } else {
      stem = name
    }
  }

  func value(_ field: OutputTemplate.Field) -> String? {
    switch field {
    case .dir: directory
    case .name: name
    case .stem: stem
    case .n: String(number)
    case .ext, .page, .width, .height: nil
    }
  }
}
