package import ImageModel
package import Templates

/// One input of a command, in the order in which the user gave them.
package enum InputFile: Hashable, Sendable {
  /// A file, fifo or device.
  case path(String)
  case standardInput
  /// Something that was named and cannot be read; the reason is reported in its turn.
  indirect case unusable(name: String, ImageError)

  /// How messages and reports call it.
  package var name: String {
    switch self {
    case .path(let path): path
    case .standardInput: "-"
    case .unusable(let name, _): name
    }
  }

  /// The path of a file, fifo or device.
  package var path: String? { if case .path(let path) = self { path } else { nil } }
}

extension InputName {
  /// The parts of an input's name; one that cannot be used is named like standard input.
  package init(_ input: InputFile, number: Int) {
    if case .path(let path) = input { self.init(path: path, number: number) } else { self.init(path: nil, number: number) }
  }
}
