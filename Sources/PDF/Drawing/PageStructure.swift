/// What a part of a page is to readers who do not see it (ISO 32000-1, 14.8.4).
package struct StructureTag: Hashable, Sendable {
  /// The cells that a header cell is the header of (ISO 32000-1, table 349).
  package enum Scope: String, Hashable, Sendable {
    case row = "Row"
    case column = "Column"
  }

  /// The standard structure type: `P`, `H1`, `Table`.
  package var type: String
  /// The text that stands for the content, such as the description of a picture.
  package var alternative: String?
  /// The language of the content, as in BCP 47; nil for that of the document.
  package var language: String?
  /// Of a header cell.
  package var scope: Scope?
  /// The number of columns of a cell.
  package var columnSpan = 1
  /// The number of rows of a cell.
  package var rowSpan = 1
  /// Whether the element gets a name of its own, as notes do (ISO 14289-1, 7.9).
  package var needsIdentifier = false

  package init(_ type: String, alternative: String? = nil, language: String? = nil) {
    (self.type, self.alternative, self.language) = (type, alternative, language)
  }

  /// A picture: everything in it is one piece of content, with its shapes.
  var isWhole: Bool { type == "Figure" }
}

/// Marks the parts of one element on several pages.
package final class StructureContinuation: Sendable {
  package init() {}
}

/// An element of the structure of a page.
package final class StructureNode {
  package enum Kid {
    case node(StructureNode)
    /// Marked content, by its number on the page (MCID).
    case content(Int)
    /// A link, by its index in the links that the page draws.
    case link(Int)
  }

  package let tag: StructureTag
  package internal(set) var kids: [Kid] = []
  /// Of an element on several pages; nil for an element on one page.
  package let continuation: StructureContinuation?
  /// Whether a further page has more of the element.
  package let isOpen: Bool

  init(_ tag: StructureTag, _ continuation: StructureContinuation?, isOpen: Bool) {
    (self.tag, self.continuation, self.isOpen) = (tag, continuation, isOpen)
  }

  /// Whether nothing would be lost without it. An empty cell keeps its place in the table.
  fileprivate var isNeedless: Bool { kids.isEmpty && tag.type != "TD" && tag.type != "TH" }
}

/// The structure of a page: what is on it, in reading order. All other content is marked as an artefact.
package final class PageStructure {
  /// The elements that are in no other element of the page.
  package private(set) var nodes: [StructureNode] = []
  /// The number of pieces of marked content, including artefacts. Their numbers begin with 0.
  package private(set) var markCount = 0
  /// Whether a piece is an artefact.
  package private(set) var hasArtifacts = false
  /// The open elements; nil for one that is a part of other content.
  private var open: [StructureNode?] = []
  private var artifactDepth = 0
  /// The number of open transparency groups. Each is one piece of content.
  var groupDepth = 0
  /// The piece that is being drawn: the content of an element, or an artefact.
  private(set) var mark: Mark?

  enum Mark {
    case artifact
    case content(StructureNode)

    /// The name of the piece in cairo's content stream (`cairo_tag_begin`).
    var name: String { if case .artifact = self { PageStructure.artifactName } else { "P" } }

    func equals(_ other: Mark?) -> Bool {
      switch (self, other) {
      case (.artifact, .artifact?): true
      case (.content(let one), .content(let other)?): one === other
      default: false
      }
    }
  }

  /// cairo 1.16 cannot mark artefacts. They get this name, and `ArtifactMarks` in PDFDocuments renames them.
  package static let artifactName = "NonStruct"

  init() {}

  /// The structure of a page that shows a picture as its content 0.
  ///
  /// - Parameter linkCount: the number of links on the page.
  package init(picture alternative: String, linkCount: Int) {
    begin(StructureTag("Figure", alternative: alternative), nil, isOpen: false)
    begin(piece(isShape: false))
    begin(nil)
    end()
    for index in 0..<linkCount { add(link: index) }
  }

  private var current: StructureNode? { open.last { $0 != nil } ?? nil }

  func begin(_ tag: StructureTag, _ continuation: StructureContinuation?, isOpen: Bool) {
    guard artifactDepth == 0, groupDepth == 0, current?.tag.isWhole != true else { return open.append(nil) }
    open.append(StructureNode(tag, continuation, isOpen: isOpen))
  }

  func end() {
    guard case let node?? = open.popLast(), !node.isNeedless else { return }
    add(node)
  }

  private func add(_ node: StructureNode) {
    if let current { current.kids.append(.node(node)) } else { nodes.append(node) }
  }

  func beginArtifact() { artifactDepth += 1 }
  func endArtifact() { artifactDepth -= 1 }

  /// The piece that something belongs to that is drawn now.
  func piece(isShape: Bool) -> Mark {
    guard artifactDepth == 0, let node = current, !isShape || node.tag.isWhole else { return .artifact }
    return .content(node)
  }

  /// Begins a piece, or ends the last one.
  func begin(_ mark: Mark?) {
    self.mark = mark
    switch mark {
    case nil: return
    case .artifact?: hasArtifacts = true
    case .content(let node)?: node.kids.append(.content(markCount))
    }
    markCount += 1
  }

  /// Adds a link to the open element, or to an element of its own.
  func add(link index: Int) {
    if let current, current.tag.type == "Link" { return current.kids.append(.link(index)) }
    let node = StructureNode(StructureTag("Link"), nil, isOpen: false)
    node.kids = [.link(index)]
    add(node)
  }
}
