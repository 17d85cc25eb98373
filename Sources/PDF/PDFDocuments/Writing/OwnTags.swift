internal import Drawing
internal import ImageModel
internal import PDFWriting

/// Writes the tags of pages that are drawn or have a picture, and adds them to those of all documents.
///
/// Order of calls: `(beginPage -> write)* -> finish`. An element is written with its page. The elements that go on on
/// later pages wait. In memory stays one reference for each element that is in no other one.
final class OwnTags {
  /// Pages between two imported documents.
  private struct Part {
    var reference: PDFReference
    var kids: [PDFReference] = []
  }

  /// An element that goes on on a later page.
  private struct Open {
    /// Its identity is the key, so that it must not be freed.
    var continuation: StructureContinuation
    var tag: StructureTag
    var reference: PDFReference
    var parent: PDFReference
    /// The page of the first content.
    var page: PDFReference
    var kids: [PDFObject] = []
  }

  private let joined: JoinedTags
  private let writer: PDFWriter
  private var parts: [Part] = []
  private var isPartOpen = false
  private var open: [ObjectIdentifier: Open] = [:]
  /// The level of the last heading.
  private var lastLevel = 0
  /// The first heading whose level is more than one below that before it, and its page, counted from 0. PDF/UA does not
  /// allow it (ISO 14289-1, 7.4.2).
  private(set) var skippedHeading: SkippedHeading?

  struct SkippedHeading {
    var level: Int
    var previous: Int
    var page: Int
  }

  init(_ joined: JoinedTags, _ writer: PDFWriter) { (self.joined, self.writer) = (joined, writer) }

  /// Ends the part, because pages of a document with tags follow.
  func endPart() { isPartOpen = false }

  /// The part that the next page belongs to.
  func beginPage() -> Int {
    if !isPartOpen {
      let reference = writer.reserve()
      parts.append(Part(reference: reference))
      joined.add(part: reference, writer)
      isPartOpen = true
    }
    return parts.count - 1
  }

  /// The tags of one page, in the making.
  private struct Page {
    var reference: PDFReference
    /// The index in the document, counted from 0.
    var index: Int
    /// The element of each piece of content.
    var owners: [PDFObject]
    /// The objects of the annotations of links, by their indices; nil for links that are left out.
    var links: [PDFReference?]
    /// Their positions in the parent tree.
    var positions: [Int: Int] = [:]
  }

  /// Writes the elements of a page.
  ///
  /// - Parameters:
  ///   - part: from `beginPage`.
  ///   - index: of the page in the document, counted from 0.
  ///   - links: the objects of the links that the page draws; nil for one that is left out.
  /// - Returns: /StructParents of the page, and /StructParent of each link.
  func write(
    _ structure: PageStructure, part: Int, page: PDFReference, index: Int, links: [PDFReference?]
  ) throws(ImageError) -> (page: Int, links: [Int: Int]) {
    var page = Page(
      reference: page, index: index, owners: Array(repeating: .null, count: structure.markCount), links: links)
    let position = joined.takePosition()
    for node in structure.nodes {
      if let element = try write(node, in: parts[part].reference, &page) { parts[part].kids.append(element) }
    }
    joined.add(parent: .reference(try writer.add(.array(page.owners))), at: position)
    return (position, page.positions)
  }

  /// Writes an element and those in it.
  ///
  /// - Returns: its object; nil for a further part of an element.
  private func write(
    _ node: StructureNode, in parent: PDFReference, _ page: inout Page
  ) throws(ImageError) -> PDFReference? {
    note(node.tag, page.index)
    let key = node.continuation.map { ObjectIdentifier($0) }
    let earlier = key.flatMap { open[$0] }
    let reference = earlier?.reference ?? writer.reserve()
    var kids: [PDFObject] = earlier?.kids ?? []
    for kid in node.kids {
      switch kid {
      case .node(let inner):
        if let element = try write(inner, in: reference, &page) { kids.append(.reference(element)) }
      case .content(let number):
        page.owners[number] = .reference(reference)
        let isElsewhere = earlier.map { $0.page != page.reference } ?? false
        kids.append(
          isElsewhere
            ? .dictionary(["Type": .name("MCR"), "Pg": .reference(page.reference), "MCID": .integer(number)])
            : .integer(number))
      case .link(let number):
        guard page.links.indices.contains(number), let annotation = page.links[number] else { continue }
        let position = joined.takePosition()
        page.positions[number] = position
        joined.add(parent: .reference(reference), at: position)
        kids.append(
          .dictionary(["Type": .name("OBJR"), "Pg": .reference(page.reference), "Obj": .reference(annotation)]))
      }
    }
    var element = earlier
    if let key, let continuation = node.continuation, node.isOpen {
      element =
        element
        ?? Open(
          continuation: continuation, tag: node.tag, reference: reference, parent: parent, page: page.reference)
      element?.kids = kids
      open[key] = element
    } else {
      if let key { open[key] = nil }
      try write(node.tag, kids, reference, in: parent, page: earlier?.page ?? page.reference)
    }
    return earlier == nil ? reference : nil
  }

  private func note(_ tag: StructureTag, _ index: Int) {
    guard tag.type.count == 2, tag.type.first == "H", let level = Int(tag.type.dropFirst()) else { return }
    if level > lastLevel + 1, skippedHeading == nil {
      skippedHeading = SkippedHeading(level: level, previous: lastLevel, page: index)
    }
    lastLevel = level
  }

  /// Writes a structure element (14.7.2).
  private func write(
    _ tag: StructureTag, _ kids: [PDFObject], _ reference: PDFReference, in parent: PDFReference, page: PDFReference
  ) throws(ImageError) {
    var element: PDFDictionary = ["S": .name(tag.type), "P": .reference(parent)]
    // Content without a page of its own is on this one.
    if kids.contains(where: { if case .integer = $0 { true } else { false } }) { element["Pg"] = .reference(page) }
    if kids.count == 1 { element["K"] = kids[0] } else if !kids.isEmpty { element["K"] = .array(kids) }
    if let alternative = tag.alternative { element["Alt"] = .text(alternative) }
    if let language = tag.language { element["Lang"] = .text(language) }
    if tag.needsIdentifier { element["ID"] = .string(joined.addIdentifier(of: reference)) }
    if tag.scope != nil || tag.columnSpan > 1 || tag.rowSpan > 1 {
      var attributes: PDFDictionary = ["O": .name("Table")]
      if let scope = tag.scope { attributes["Scope"] = .name(scope.rawValue) }
      if tag.columnSpan > 1 { attributes["ColSpan"] = .integer(tag.columnSpan) }
      if tag.rowSpan > 1 { attributes["RowSpan"] = .integer(tag.rowSpan) }
      element["A"] = .dictionary(attributes)
    }
    try writer.write(.dictionary(element), as: reference)
  }

  /// Writes the elements whose last part did not come, and the parts.
  func finish() throws(ImageError) {
    for element in open.values.sorted(by: { $0.reference.number < $1.reference.number }) {
      try write(element.tag, element.kids, element.reference, in: element.parent, page: element.page)
    }
    open = [:]
    for part in parts {
      try writer.write(
        .dictionary([
          "Type": .name("StructElem"), "S": .name(joined.isShared ? "Part" : "Document"),
          "P": .reference(joined.top(writer)), "K": .array(part.kids.map { .reference($0) }),
        ]), as: part.reference)
    }
  }
}
