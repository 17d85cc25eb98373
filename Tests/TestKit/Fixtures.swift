internal import Glibc

/// Where the tests find their files.
package enum Fixtures {
  /// The root of the package.
  package static let root: String = {
    var components = #filePath.split(separator: "/", omittingEmptySubsequences: false)
    components.removeLast(3)
    return components.joined(separator: "/")
  }()

  /// The path of a fixture: `path("jpeg/valid/gray.jpg")`.
  package static func path(_ name: String) -> String { "\(root)/Fixtures/\(name)" }

  /// The names of all files below a folder of Fixtures, relative to Fixtures, sorted.
  package static func names(under folder: String) -> [String] {
    var names: [String] = []
    func walk(_ relative: String) {
      guard let directory = opendir(path(relative)) else { return }
      defer { closedir(directory) }
      while let entry = readdir(directory) {
        let name = withUnsafePointer(to: &entry.pointee.d_name) {
          $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
        }
        if name.hasPrefix(".") { continue }
        let child = "\(relative)/\(name)"
        if entry.pointee.d_type == UInt8(DT_DIR) { walk(child) } else { names.append(child) }
      }
    }
    walk(folder)
    return names.sorted()
  }

  /// The bytes of a file; empty for a file that cannot be read, so that a comparison fails.
  package static func bytes(_ path: String) -> [UInt8] {
    guard let file = fopen(path, "rb") else { return [] }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = fread(&chunk, 1, chunk.count, file)
      if count == 0 { return bytes }
      bytes += chunk[..<count]
    }
  }
}
