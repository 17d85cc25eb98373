internal import ProviderKit
internal import ProviderProtocol
internal import ProviderSupport
internal import StructuredText

/// JSON or a property list: its value, or where that cannot be read the text that the document is.
enum StructuredDocument {
  case value(StructuredValue)
  /// With what is wrong; nil for one that was too long to look.
  case text(TextDocument, (any Error)?)

  /// Of a document that is read as a whole: for thumbnails as for previews, so that they find the same damage.
  private static let mostBytes = 4 << 20

  /// - Parameter textLimit: bytes that are shown of one that is not read as a whole.
  /// - Throws: `corruptInput` for a damaged document that is no text either, `limitExceeded` for a binary one that is too long to be read
  ///   as a whole; `unsupportedType`, what reading throws.
  init(path: String, textLimit: Int) throws {
    let (bytes, isWhole) = try DocumentFile.beginning(of: path, atMost: Self.mostBytes)
    let isBinary = bytes.starts(with: "bplist".utf8)
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
      throw ProviderError(.limitExceeded, "a binary property list of more than \(Self.mostBytes >> 20) MiB")
    }
    self = .text(try TextDocument(path: path, limit: textLimit), problem)
  }
}
