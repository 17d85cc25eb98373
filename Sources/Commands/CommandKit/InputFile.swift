package import ImageModel

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
