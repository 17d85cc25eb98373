/// Reads and edits the packet of a document, such as a PDF.
extension XMPEditor {
  /// A property at the top level of a packet.
  package struct Entry: Hashable, Sendable {
    package var namespace: String
    package var name: String
    /// The text, or the first text of a list; empty for structures.
    package var text: String
  }

  /// The properties of a packet; empty for one that cannot be edited safely.
  package static func entries(_ packet: [UInt8]) -> [Entry] {
    guard let editor = XMPEditor(packet) else { return [] }
    return editor.outline.properties.map { property in
      let text = property.values.first.map { String(decoding: editor.packet[$0.range], as: UTF8.self) }
      return Entry(namespace: property.name.namespace, name: property.name.name, text: text ?? "")
    }
  }

  /// The packet with properties set, and without all properties of some namespaces.
  ///
  /// - Parameters:
  ///   - settings: the values by names such as `dc:title`, in the namespaces that `imgmeta` sets and in `pdf`. A list
  ///     takes all values, other properties the first one.
  ///   - removed: the namespaces whose properties are removed.
  /// - Returns: nil for a packet that cannot be edited safely, and for one without RDF.
  package static func edited(
    _ packet: [UInt8], setting settings: [(name: String, values: [String])], removing removed: Set<String>
  ) -> [UInt8]? {
    guard var editor = XMPEditor(packet) else { return nil }
    for property in editor.outline.properties where removed.contains(property.name.namespace) {
      editor.delete(property.name)
    }
    for setting in settings {
      let parts = setting.name.split(separator: ":").map(String.init)
      guard parts.count == 2, let namespace = (XMPSchema.namespaces + [pdf]).first(where: { $0.prefix == parts[0] })
      else { continue }
      editor.set(
        MetadataEdits.XMPSetting(
          name: XMPName(namespace.uri, parts[1]), prefix: parts[0], layout: namespace.layout(of: parts[1]) ?? .simple,
          values: setting.values, adds: false))
    }
    return editor.finish()
  }

  /// Adobe's namespace for PDF (XMP specification, part 2, 3.1).
  private static let pdf = XMPSchema.Namespace(prefix: "pdf", uri: "http://ns.adobe.com/pdf/1.3/")
}
