internal import CommandKit
package import ImageModel
internal import Templates

/// What a run makes of each document.
package struct RenderTarget: Hashable, Sendable {
  package enum Kind: String, CaseIterable, Hashable, Sendable {
    case thumbnail
    case preview

    /// The box that pictures fit into unless the user names another one, in pixels.
    package var size: PixelSize {
      let side = self == .thumbnail ? 256 : 1_024
      return PixelSize(width: side, height: side)
    }

    /// The end of the names of outputs, before the extension.
    var nameSuffix: String { self == .thumbnail ? "_thumb" : "_preview" }
  }

  package enum Format: String, CaseIterable, Hashable, Sendable {
    case png
    case jpeg
    case pdf
    case html
    /// As the provider makes it.
    case original

    /// The extension of files. That of an original depends on what the provider makes.
    var fileExtension: String { self == .jpeg ? "jpg" : rawValue }

    /// The format that a file extension names, in lowercase; nil for one that is not ours.
    package init?(suffix: String) {
      let name = ["jpg": "jpeg", "htm": "html"][suffix] ?? suffix
      guard name != "original", let format = Format(rawValue: name) else { return nil }
      self = format
    }

    /// Reads the name of a format, in upper or lower case. `jpg` and `htm` are understood, too.
    ///
    /// - Throws: `ValidationError` for a name that is not a format's.
    package static func read(_ text: String) throws -> Format {
      try OptionText.choice(["jpg": "jpeg", "htm": "html"][text.lowercased()] ?? text.lowercased())
    }
  }

  package var kind = Kind.thumbnail
  package var format = Format.png
  /// The box that pictures fit into, in pixels.
  package var size = Kind.thumbnail.size
  /// Whether the user chose the size.
  package var isSizeChosen = false
  /// Pixels per point: how large text and lines are drawn.
  package var scale = 1.0
  /// Counted from 1; nil for the page that stands for the document.
  package var page: Int?

  package init() {}

  /// The names of outputs: `report_thumb.png` beside `report.pdf`.
  func naming() throws -> OutputNaming {
    func template(_ kind: Kind) throws -> OutputTemplate { try OutputTemplate("{stem}\(kind.nameSuffix).{ext}") }
    let known = format == .original ? nil : format.fileExtension
    var naming = OutputNaming(
      fileName: try template(kind), goesBesideInput: true, isRecognisable: true,
      extensions: known.map { [$0] } ?? ["png", "pdf", "html"], extensionOfOutput: { _ in known })
    naming.earlierExtensions = ["png", "jpg", "pdf", "html"]
    // A document may be a folder.
    naming.fields.removeAll { $0 == .hash }
    naming.otherNames = try Kind.allCases.filter { $0 != kind }.map(template)
    return naming
  }
}
