internal import ByteStreams
internal import ContentTypes
internal import Glibc
package import ImageModel
package import Templates

/// One input of a command.
package enum InputFile: Hashable, Sendable {
  /// A file, fifo or device, or a package.
  ///
  /// - Parameter below: for a file that `-r` found, its folder relative to the named directory, with a slash at its
  ///   end; empty for every other path.
  case path(String, below: String = "")
  case standardInput
  /// An argument that cannot be read. Its error is reported in the order of the inputs.
  indirect case unusable(name: String, ImageError)

  /// The name in messages and reports.
  package var name: String {
    switch self {
    case .path(let path, _): path
    case .standardInput: "-"
    case .unusable(let name, _): name
    }
  }

  /// The path of a file, fifo or device.
  package var path: String? { if case .path(let path, _) = self { path } else { nil } }
}

extension InputName {
  /// The parts of an input's name. An unusable input has the parts of standard input.
  package init(_ input: InputFile, number: Int) { self.init(path: input.path, number: number) }
}

/// What a command reads when it walks through directories.
package struct WalkDocuments {
  /// Whether the command reads a file, or a directory that is one document, by its name.
  var isRead: (_ name: String, _ isPackage: Bool) -> Bool
  /// Whether the directory at a path is one document. Such a directory is not walked through.
  var isPackage: (String) -> Bool

  package init(isRead: @escaping (_ name: String, _ isPackage: Bool) -> Bool, isPackage: @escaping (String) -> Bool) {
    self.isRead = isRead
    self.isPackage = isPackage
  }

  /// Files of the formats that the suite reads.
  static var images: WalkDocuments {
    let types = ContentTypeRegistry()
    return WalkDocuments { name, _ in
      guard let type = types.type(header: [], fileName: name) else { return false }
      return FormatOptions.names.contains(types.formatName(of: type))
    } isPackage: { _ in
      false
    }
  }
}

/// Turns arguments into inputs: a directory becomes the files in it.
struct InputExpansion {
  let recursive: Bool
  let filter: WalkFilter
  private let documents: WalkDocuments

  init(recursive: Bool, filter: WalkFilter = WalkFilter(), documents: WalkDocuments? = nil) {
    self.recursive = recursive
    self.filter = filter
    self.documents = documents ?? .images
  }

  /// The inputs of an argument: the file itself, or the files in a directory.
  func inputs(_ path: String) -> [InputFile] {
    // A script passes an empty name where a variable has no value.
    if path.isEmpty { return [.unusable(name: "''", ImageError(.io, "the name is empty", systemError: ENOENT))] }
    guard let status = SystemCall.status(of: path), status.isDirectory else { return [.path(path)] }
    if documents.isPackage(path) { return [.path(path)] }
    guard recursive else {
      return [.unusable(name: path, ImageError(.io, "is a directory (-r reads what is in it)", systemError: EISDIR))]
    }
    var found: [InputFile] = []
    walk(SystemCall.resolved(path) ?? path, path, below: "", into: &found)
    return found
  }

  /// Collects the images of a directory and of the directories in it, sorted by name.
  ///
  /// Links to directories are not followed, so a walk never leaves its tree or goes in circles. Links to files are
  /// followed if the file is in the tree. Fifos, sockets and devices are skipped. A directory that cannot be read or
  /// entered becomes an input that fails.
  ///
  /// - Parameters:
  ///   - start: where the walk started, without links.
  ///   - below: the directory's path below the start, with a slash at its end; empty for the start.
  private func walk(_ start: String, _ directory: String, below: String, into found: inout [InputFile]) {
    guard let names = SystemCall.entries(of: directory) else {
      found.append(.unusable(name: directory, SystemCall.error("read the directory", path: nil)))
      return
    }
    let prefix = directory.hasSuffix("/") ? directory : directory + "/"
    for name in names where !filter.excludes(name, path: below + name) {
      let path = prefix + name
      guard let status = SystemCall.linkStatus(of: path) else {
        // The file was removed meanwhile; or the directory may be listed but not entered, which hides all its files.
        if errno == ENOENT { continue }
        found.append(.unusable(name: directory, SystemCall.error("enter the directory", path: nil)))
        return
      }
      if status.isDirectory {
        if documents.isPackage(path) {
          if filter.reads(name, documents, isPackage: true) { found.append(.path(path, below: below)) }
        } else {
          walk(start, path, below: below + name + "/", into: &found)
        }
      } else if status.isRegularFile || status.isLink && SystemCall.isFile(linkedFrom: path, inside: start),
        filter.reads(name, documents)
      {
        found.append(.path(path, below: below))
      }
    }
  }
}
