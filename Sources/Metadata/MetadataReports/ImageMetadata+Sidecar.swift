internal import ByteStreams
package import ImageModel
package import MetadataModel
package import MetadataReading

extension ImageMetadata {
  /// Adds the XMP of the picture's sidecar file as the group `Sidecar`.
  ///
  /// - Parameter path: the path of the picture.
  /// - Throws: `io`. Damage in the sidecar file is a warning.
  package mutating func addSidecar(
    of path: String, limits: Limits, _ options: MetadataReader.Options
  ) throws(ImageError) {
    guard let sidecar = SidecarPath.existing(of: path) else { return }
    do throws(ImageError) {
      let source = try InputOpening.open(path: sidecar, limits: limits)
      let added = try MetadataReader.read(
        source, fileName: sidecar, limits: limits, allowed: ["xmp"], options: options)
      for group in added.properties.groups where group.name == "XMP" {
        properties.groups.append(PropertyGroup("Sidecar", group.properties))
      }
      if let derived = added.properties["Derived"] { replaceDerived(by: derived) }
      let known = Set(namespaces)
      namespaces += added.namespaces.filter { !known.contains($0) }
      diagnostics += added.diagnostics.map { diagnostic in
        var diagnostic = diagnostic
        diagnostic.message = "the sidecar file \(sidecar): \(diagnostic.message)"
        return diagnostic
      }
    } catch {
      if error.kind == .io { throw error.at(path: sidecar) }
      diagnostics.append(.warning("the sidecar file \(sidecar): \(error.reason)"))
    }
  }

  /// Puts what follows from a sidecar file in place of what follows from the picture: programs that write sidecar files
  /// leave the picture as it was. A date that is less sure than the picture's is left out.
  private mutating func replaceDerived(by derived: PropertyGroup) {
    var derived = derived
    for index in derived.properties.indices where derived.properties[index].name == "DateCreatedSource" {
      let source = derived.properties[index].value.plainText
      derived.properties[index].value = .text(source.replacing("XMP:", with: "Sidecar:", maxReplacements: 1))
    }
    for index in images.indices {
      var own = images[index].properties["Derived"] ?? PropertyGroup("Derived")
      let source = "DateCreatedSource"
      let isLessSure =
        DerivedDates.rank(of: derived[source]?.plainText) > DerivedDates.rank(of: own[source]?.plainText)
      for property in derived.properties where !isLessSure || !["DateCreated", source].contains(property.name) {
        if let place = own.properties.firstIndex(where: { $0.name == property.name }) {
          own.properties[place] = property
        } else {
          own.properties.append(property)
        }
      }
      images[index].properties.groups.removeAll { $0.name == "Derived" }
      images[index].properties.groups.append(own)
    }
  }
}
