internal import ImageModel

/// Reads a name tree or a number tree (ISO 32000-1, 7.9.6 and 7.9.7).
///
/// Each node is entered once, nothing is called recursively, and keys need not be in order.
struct KeyedTree {
  /// The key under which leaves keep their pairs: `Names` or `Nums`.
  var leaf: String

  private static let mostEntries = 1_000_000

  /// Hands over all pairs; values are not resolved.
  ///
  /// - Throws: `limitExceeded` for a tree of millions; what `take` throws.
  func visit(
    _ root: FileObject, _ reader: ObjectReader, _ take: (FileObject, FileObject) throws(ImageError) -> Void
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
      guard count <= Self.mostEntries else {
        throw ImageError(.limitExceeded, "a tree of names has more than \(Self.mostEntries) entries", format: "PDF")
      }
      for index in stride(from: 0, to: pairs.count - 1, by: 2) {
        try take(try reader.resolve(pairs[index]), pairs[index + 1])
      }
      open.append(contentsOf: kids.reversed())
    }
  }
}
