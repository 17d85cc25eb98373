internal import ProviderKit
internal import ProviderProtocol
internal import ProviderSupport
internal import StructuredText

/// JSON or a property list: its value, or where that cannot be read the text that the document is.
enum StructuredDocument {
  case value(StructuredValue)
  /// With what is wrong; nil for one that was too long to look.
  case text(TextDocument, (any Error)?)

  private static let mostBinaryBytes = 4 << 20

  /// - Parameters:
  ///   - valueLimit: bytes of a document that is read as a whole.
  ///   - textLimit: bytes that are shown of one that is not.
  /// - Throws: `corruptInput` for a damaged document that is no text either, `limitExceeded` for a binary one that is too long to be read
  ///   as a whole. Of binary ones thumbnails and previews say the same, whatever `valueLimit` is. `unsupportedType`, what reading throws.
  init(path: String, valueLimit: Int, textLimit: Int) throws {
    let isBinary = try DocumentFile.beginning(of: path, atMost: 6).bytes == Array("bplist".utf8)
    let limit = isBinary ? Self.mostBinaryBytes : valueLimit
    let (bytes, isWhole) = try DocumentFile.beginning(of: path, atMost: limit)
    var problem: (any Error)?
    if isWhole {
      do {
        self = .value(try ValueFile.parse(bytes))
        return
      } catch {
        if isBinary || !TextDocument.isText(bytes) { throw error }
        problem = error
      }
    } else if isBinary {
      throw ProviderError(.limitExceeded, "a binary property list of more than \(limit >> 20) MiB")
    }
    self = .text(try TextDocument(path: path, limit: textLimit), problem)
  }
}
