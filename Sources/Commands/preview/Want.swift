internal import ArgumentParser
internal import CommandKit
internal import ImageModel
internal import ProviderHost

/// What a run makes of each document.
struct Want: Hashable, Sendable {
  enum Kind: String, CaseIterable, Hashable, Sendable {
    case thumbnail
    case preview

    /// The size of pictures unless the user names one.
    var size: PixelSize {
      let side = self == .thumbnail ? 256 : 1_024
      return .init(width: side, height: side)
    }

    /// The end of outputs' names.
    var suffix: String { self == .thumbnail ? "_thumb" : "_preview" }
  }

  enum Format: String, CaseIterable, Hashable, Sendable {
    case png
    case jpeg
    case pdf
    case html
    case original

    /// The extension of files; of originals it depends on what comes, and no file is called this.
    var fileExtension: String { self == .jpeg ? "jpg" : rawValue }

    /// The format that a suffix says; nil for one of none of ours.
    init?(suffix: String) {
      let name = ["jpg": "jpeg", "htm": "html"][suffix] ?? suffix
      guard name != "original", let format = Format(rawValue: name) else { return nil }
      self = format
    }

    /// - Throws: `ValidationError`; `jpg` and `htm` are understood, too.
    static func read(_ text: String) throws -> Format {
      try OptionText.choice(["jpg": "jpeg", "htm": "html"][text.lowercased()] ?? text.lowercased())
    }
  }

  var kind = Kind.thumbnail
  var format = Format.png
  var size = Kind.thumbnail.size
  /// Whether the user named a size.
  var namesSize = false
  var scale = 1.0
  var page: Int?
}
