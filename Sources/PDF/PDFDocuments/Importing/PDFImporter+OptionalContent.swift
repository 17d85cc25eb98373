package import ImageModel
package import PDFWriting

/// A layer that can be shown and hidden (ISO 32000-1, 8.11).
package struct OptionalContentGroup: Hashable, Sendable {
  package var reference: PDFReference
  /// Whether it is shown when the document is opened.
  package var isOn: Bool

  /// The catalog's /OCProperties for the groups of all files; nil without groups.
  package static func properties(of groups: [OptionalContentGroup]) -> PDFDictionary? {
    guard !groups.isEmpty else { return nil }
    let all = groups.map { PDFObject.reference($0.reference) }
    var configuration: PDFDictionary = ["Order": .array(all)]
    let off = groups.filter { !$0.isOn }.map { PDFObject.reference($0.reference) }
    if !off.isEmpty { configuration["OFF"] = .array(off) }
    return ["OCGs": .array(all), "D": .dictionary(configuration)]
  }
}

extension PDFImporter {
  /// The layers that the imported pages use. The order and the nesting in which the file lists them are not kept.
  package func optionalContentGroups() throws(ImageError) -> [OptionalContentGroup] {
    guard !contentGroups.isEmpty else { return [] }
    return try file.read { reader throws(ImageError) in
      let properties = try reader.resolve(try file.catalog(reader)["OCProperties"]).dictionary
      let configuration = try reader.resolve(properties?["D"]).dictionary
      let startsOff = try reader.resolve(configuration?["BaseState"]).name == "OFF"
      let exceptions = try reader.resolve(configuration?[startsOff ? "ON" : "OFF"]).array ?? []
      let numbers = Set(exceptions.compactMap(\.reference))
      return contentGroups.map { group in
        OptionalContentGroup(reference: group.reference, isOn: numbers.contains(group.source) == startsOff)
      }
    }
  }
}
