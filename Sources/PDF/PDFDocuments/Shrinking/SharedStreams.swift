internal import PDFReading
internal import PDFWriting

/// The font programs and colour profiles of a document that is being written, so that files with the same ones share
/// them. A stream is known when it has been written.
final class SharedStreams {
  private var references: [EqualObjects.Key: PDFReference] = [:]

  /// The object with the same content.
  func reference(_ key: EqualObjects.Key) -> PDFReference? { references[key] }

  func add(_ key: EqualObjects.Key, as reference: PDFReference) { references[key] = reference }

  /// Whether a stream is the same wherever it is used: it refers to no other object, and no option changes it.
  static func isShared(_ dictionary: FileDictionary) -> Bool {
    guard dictionary.entries.allSatisfy({ isPlain($0.value) }) else { return false }
    let isFont = ["Type1C", "CIDFontType0C", "OpenType"].contains(dictionary["Subtype"]?.name ?? "")
    // Lengths of font programs; the number of colours of a profile.
    return isFont || dictionary["Length1"] != nil || dictionary["N"] != nil && dictionary["Type"] == nil
  }

  private static func isPlain(_ value: FileObject) -> Bool {
    switch value {
    case .reference, .stream: false
    case .array(let elements): elements.allSatisfy(isPlain)
    case .dictionary(let dictionary): dictionary.entries.allSatisfy { isPlain($0.value) }
    default: true
    }
  }
}
