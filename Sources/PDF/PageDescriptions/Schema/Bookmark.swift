internal import ImageModel

/// An entry of the document's outline: a title, or an object of `title`, `level` and `open`.
package struct Bookmark: Hashable, Sendable {
  package var title: String
  /// 1 for the outermost; an entry lies in the last one before it with a lower level.
  package var level = 1
  /// Whether the entries inside are shown.
  package var isOpen = true

  init(_ reader: ValueReader) throws(ImageError) {
    guard reader.isObject else {
      title = try reader.text("a title")
      return
    }
    let object = try reader.object("a bookmark", ["title", "level", "open"])
    title = try object.required("title").text("a title")
    level = try object["level"]?.integer("a level from 1 to 20", in: 1...20) ?? 1
    isOpen = try object["open"]?.flag() ?? true
  }
}
