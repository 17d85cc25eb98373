internal import ImageModel
internal import PDFWriting

/// Writes the outline's items as linked lists (ISO 32000-1, 12.3.3).
struct OutlineWriter {
  let writer: PDFWriter
  /// The object of a page, by its number in the document.
  let page: (Int) -> PDFReference?

  /// The object of the whole outline; nil where there is none.
  func write(_ items: [OutlineEntry]) throws(ImageError) -> PDFReference? {
    guard !items.isEmpty else { return nil }
    let root = writer.reserve()
    let list = try write(items, parent: root, depth: 0)
    try writer.write(
      .dictionary([
        "Type": .name("Outlines"), "First": .reference(list.first), "Last": .reference(list.last),
        "Count": .integer(list.shown),
      ]), as: root)
    return root
  }

  /// Deeper items are left out: viewers and our own recursion have bounds.
  private static let deepest = 64

  /// Writes brothers; `shown` counts those that are seen at first, with what is open in them.
  private func write(
    _ items: [OutlineEntry], parent: PDFReference, depth: Int
  ) throws(ImageError) -> (first: PDFReference, last: PDFReference, shown: Int) {
    var shown = 0
    let first = writer.reserve()
    var (previous, current) = (PDFReference?.none, first)
    for (index, item) in items.enumerated() {
      let next = index + 1 < items.count ? writer.reserve() : nil
      var dictionary: PDFDictionary = ["Title": .text(item.title), "Parent": .reference(parent)]
      dictionary["Prev"] = previous.map { .reference($0) }
      dictionary["Next"] = next.map { .reference($0) }
      add(item.target, to: &dictionary)
      if item.isBold || item.isItalic {
        dictionary["F"] = .integer((item.isItalic ? 1 : 0) + (item.isBold ? 2 : 0))
      }
      if let color = item.color { dictionary["C"] = .array(color.map { .real($0) }) }
      if !item.children.isEmpty, depth < Self.deepest {
        let list = try write(item.children, parent: current, depth: depth + 1)
        dictionary["First"] = .reference(list.first)
        dictionary["Last"] = .reference(list.last)
        dictionary["Count"] = .integer(item.isOpen ? list.shown : -list.shown)
        if item.isOpen { shown += list.shown }
      }
      try writer.write(.dictionary(dictionary), as: current)
      shown += 1
      previous = current
      if let next { current = next }
    }
    return (first, current, shown)
  }

  private func add(_ target: PDFTarget?, to dictionary: inout PDFDictionary) {
    switch target {
    case nil: break
    case .named(let name)?: dictionary["Dest"] = .text(name)
    case .uri(let uri)?:
      dictionary["A"] = .dictionary(["S": .name("URI"), "URI": .string(Array(uri.utf8))])
    case .destination(let destination)?:
      if let reference = page(destination.page) { dictionary["Dest"] = destination.object(page: reference) }
    }
  }
}
