package import ImageModel

/// Reads a name tree or a number tree (ISO 32000-1, 7.9.6 and 7.9.7).
///
/// Each node is visited once, the traversal is not recursive, and keys need not be sorted.
package struct KeyedTree {
  /// The key of the pairs in the leaves: `Names` or `Nums`.
  package var leaf: String

  package init(leaf: String) { self.leaf = leaf }

  private static let maxEntries = 1_000_000

  /// Calls `take` with all pairs. Values are not resolved.
  ///
  /// - Throws: `limitExceeded` for more than a million entries; the errors of `take`.
  package func visit(
    _ root: FileObject, _ reader: some ObjectSource, _ take: (FileObject, FileObject) throws(ImageError) -> Void
  ) throws(ImageError) {
    var open = [root]
    var visited: Set<ObjectNumber> = []
    var count = 0
    while let object = open.popLast() {
      if let number = object.reference, !visited.insert(number).inserted { continue }
      guard let node = try reader.resolve(object).dictionary else { continue }
      let pairs = try reader.resolve(node[leaf]).array ?? []
      let kids = try reader.resolve(node["Kids"]).array ?? []
      count += pairs.count / 2 + kids.count
      guard count <= Self.maxEntries else {
        throw ImageError(.limitExceeded, "a tree of names has more than \(Self.maxEntries) entries", format: "PDF")
      }
      for index in stride(from: 0, to: pairs.count - 1, by: 2) {
        try take(try reader.resolve(pairs[index]), pairs[index + 1])
      }
      open.append(contentsOf: kids.reversed())
    }
  }
}
