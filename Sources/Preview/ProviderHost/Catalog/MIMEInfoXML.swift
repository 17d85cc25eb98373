internal import ContentTypes
internal import ImageModel
internal import StructuredText

/// Writes types as a source file of the shared-mime-info database.
struct MIMEInfoXML {
  let registry: ContentTypeRegistry

  /// The source file for some types.
  func text(of types: [ContentType]) -> String {
    var lines = [
      #"<?xml version="1.0" encoding="UTF-8"?>"#,
      #"<mime-info xmlns="http://www.freedesktop.org/standards/shared-mime-info">"#,
    ]
    for type in types { lines += element(type) }
    return (lines + ["</mime-info>", ""]).joined(separator: "\n")
  }

  private func element(_ type: ContentType) -> [String] {
    let names = type.mimeTypes.isEmpty ? ProviderExport.ownMIMETypes(type) : type.mimeTypes
    guard let name = names.first else { return [] }
    var lines = [
      "  <mime-type type=\"\(XMLText.escaped(name))\">", "    <comment>\(XMLText.escaped(type.name))</comment>",
    ]
    lines += names.dropFirst().map { "    <alias type=\"\(XMLText.escaped($0))\"/>" }
    lines += parents(type).map { "    <sub-class-of type=\"\(XMLText.escaped($0))\"/>" }
    if let icon = icon(type) { lines.append("    <generic-icon name=\"\(XMLText.escaped(icon))\"/>") }
    for signature in type.signatures {
      lines.append("    <magic priority=\"\(signature.priority)\">")
      let mask = signature.mask.isEmpty ? "" : " mask=\"0x\(Hexadecimal.text(signature.mask))\""
      lines.append(
        "      <match type=\"string\" value=\"\(Self.value(signature.bytes))\" offset=\"\(signature.offset)\"\(mask)/>")
      lines.append("    </magic>")
    }
    lines += type.fileExtensions.map { "    <glob pattern=\"*.\(XMLText.escaped($0))\"/>" }
    return lines + ["  </mime-type>"]
  }

  /// The MIME types of the nearest ancestors that have one, in each line of ancestors. The database implies the general
  /// types for data.
  private func parents(_ type: ContentType) -> [String] {
    var found: [String] = []
    var visited: Set<String> = []
    var pending = type.conformsTo
    while !pending.isEmpty {
      let identifier = pending.removeFirst()
      guard visited.insert(identifier).inserted, let parent = registry.type(identifier: identifier) else { continue }
      if identifier == "public.text" {
        found.append("text/plain")
      } else if let name = parent.mimeTypes.first {
        if name != "application/octet-stream" { found.append(name) }
      } else {
        pending += parent.conformsTo
      }
    }
    return found.reduce(into: []) { kept, name in if !kept.contains(name) { kept.append(name) } }
  }

  /// The type's own icon, or that of the nearest type that has one.
  private func icon(_ type: ContentType) -> String? {
    if let icon = type.iconName { return icon }
    return registry.ancestry(of: type.identifier).joined().lazy.compactMap { registry.type(identifier: $0)?.iconName }
      .first
  }

  /// Bytes as the value of a match: printable ASCII as it is, everything else as escapes.
  private static func value(_ bytes: [UInt8]) -> String {
    let special = Set("\\\"&<>'".utf8)
    return bytes.map { byte in
      (0x21..<0x7F).contains(byte) && !special.contains(byte)
        ? String(Unicode.Scalar(byte)) : "\\x" + Hexadecimal.text([byte])
    }.joined()
  }
}
