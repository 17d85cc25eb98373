package import ImageModel

/// The form fields of a file, as the form lists them (ISO 32000-1, 12.7.3).
package struct FormTree {
  /// The entries of the form.
  package let form: FileDictionary
  /// The field above each field and widget that has one.
  package private(set) var parents: [ObjectNumber: ObjectNumber] = [:]
  /// The fields and widgets without kids, in order.
  package private(set) var leaves: [ObjectNumber] = []

  private static let maxFields = 100_000

  /// Visits each field once, which ends loops.
  package init(catalog: FileDictionary, _ reader: some ObjectSource) throws(ImageError) {
    form = try reader.resolve(catalog["AcroForm"]).dictionary ?? FileDictionary()
    var open = (try reader.resolve(form["Fields"]).array ?? []).compactMap(\.reference).reversed().map { $0 }
    var visited = Set(open)
    while let number = open.popLast() {
      guard visited.count <= Self.maxFields else { return }
      guard let field = try reader.object(number).dictionary else { continue }
      let kids = (try reader.resolve(field["Kids"]).array ?? []).compactMap(\.reference)
      if kids.isEmpty { leaves.append(number) }
      for kid in kids.reversed() where visited.insert(kid).inserted {
        parents[kid] = number
        open.append(kid)
      }
    }
  }
}
