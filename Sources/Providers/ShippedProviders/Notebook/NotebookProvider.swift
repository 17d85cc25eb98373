internal import Drawing
internal import ImageModel
internal import MarkdownReading
package import ProviderKit
internal import ProviderSupport

extension ProviderDefinition {
  /// The provider of Jupyter notebooks.
  package static let notebook = ProviderDefinition(
    id: "org.cameo.notebook", version: "1.0", thumbnail: { NotebookThumbnails() }, preview: { NotebookPreviews() },
    prepare: { FontCatalog.load([TextStyle(), TextStyle(families: ["monospace"])]) })
}

/// The first cells on a sheet: text, code in boxes, and the pictures that it drew.
final class NotebookThumbnails: ThumbnailProvider {
  private static let maxBlocks = 60
  private static let maxPictures = 4
  private static let maxLines = 14

  override func provideThumbnail(for request: FileThumbnailRequest) async throws -> ThumbnailReply {
    try request.requireSinglePage()
    let notebook = try Notebook(path: request.filePath)
    let side = request.maximumPixelSize.width
    let blocks = try Self.blocks(notebook, box: PixelSize(width: side, height: side))
    let language = request.locale
    var reply = ThumbnailReply(
      contextSize: PageDrawing.size(in: request.maximumSize),
      currentContextDrawing: { context in
        PageDrawing.paper(context)
        let page = context.size
        let margin = page.height * 0.06
        guard page.height >= PageDrawing.readableHeight else {
          let lines = notebook.cells.flatMap { $0.source.split(separator: "\n").prefix(3) }
          return PageDrawing.bars(lines, margin: margin, context)
        }
        var sheet = BlockSheet(
          context, margin: margin, size: PageDrawing.letterSize(page.height),
          fonts: try FontCatalog(language: language))
        try sheet.draw(blocks)
      })
    reply.extensionBadge = "NB"
    return reply
  }

  private static func blocks(_ notebook: Notebook, box: PixelSize) throws -> [SheetBlock] {
    var blocks: [SheetBlock] = []
    var pictureCount = 0
    func add(_ file: [UInt8]) {
      guard pictureCount < maxPictures else { return }
      pictureCount += 1
      if let pixels = DocumentPicture.pixels(file, fitting: box) { blocks.append(.init(content: .picture(pixels))) }
    }
    for cell in notebook.cells where blocks.count < maxBlocks {
      try Task.checkCancellation()
      switch cell.kind {
      case .markdown:
        blocks += MarkdownBlocks(try MarkdownDocument(preview: cell.source), limit: maxBlocks).blocks
        for file in cell.attachments { add(file) }
      case .code, .raw:
        if cell.source.contains(where: { !$0.isWhitespace }) {
          blocks.append(.init(content: .code(short(cell.source))))
        }
        for output in cell.outputs where blocks.count < maxBlocks {
          switch output {
          case .text(let text), .error(let text): blocks.append(.paragraph(short(text), .code))
          case .html(let markup): blocks += markup.blocks(limit: 10) { _ in nil }
          case .picture(let file): add(file)
          }
        }
      }
    }
    return blocks
  }

  /// The first lines: a long cell must not hide what follows.
  private static func short(_ text: String) -> String {
    var lines = text.split(separator: "\n", maxSplits: maxLines, omittingEmptySubsequences: false)
    if lines.count > maxLines { lines[maxLines] = "…" }
    while lines.last?.allSatisfy(\.isWhitespace) == true { lines.removeLast() }
    return lines.map { $0.prefix(160) }.joined(separator: "\n")
  }
}

/// All cells with their outputs.
final class NotebookPreviews: PreviewProvider {
  override func providePreview(for request: FilePreviewRequest) async throws -> PreviewReply {
    try request.requireSinglePage()
    let notebook = try Notebook(path: request.filePath)
    var page = HTMLPage(title: request.fileName)
    page.style = TextPreviews.markdownStyle + HTMLPage.sourceStyle + Self.style
    var pictures = PicturePile()
    func append(_ name: String, _ file: [UInt8]) {
      if let address = pictures.address(name, { file }) {
        page.append("<p><img alt=\"\" src=\"\(address)\"></p>\n")
      } else {
        page.append("p", "A picture cannot be shown.", attributes: " class=\"note\"")
      }
    }
    for (index, cell) in notebook.cells.enumerated() {
      try Task.checkCancellation()
      switch cell.kind {
      case .markdown:
        page.append("<div class=\"text\">\(try MarkdownDocument(preview: cell.source).html())</div>\n")
        for (number, file) in cell.attachments.enumerated() { append("attachment \(index) \(number)", file) }
      case .raw: page.append("pre", cell.source)
      case .code:
        page.append("<div class=\"cell\">")
        page.append("span", "[\(cell.number.map(String.init) ?? " ")]", attributes: " class=\"number\"")
        page.append(source: cell.source, notebook.language)
        page.append("</div>\n")
        for (number, output) in cell.outputs.enumerated() {
          page.append("<div class=\"output\">")
          switch output {
          case .text(let text): page.append("pre", text)
          case .error(let text): page.append("pre", text, attributes: " class=\"error\"")
          case .html(let markup):
            page.append(markup.html { address in pictures.address(address) { DataAddress.bytes(address) } })
          case .picture(let file): append("output \(index) \(number)", file)
          }
          page.append("</div>\n")
        }
      }
    }
    if notebook.cells.isEmpty { page.append("p", "The notebook has no cells.", attributes: " class=\"note\"") }
    if notebook.isCut { page.append("p", "The notebook is longer; parts are left out.", attributes: " class=\"note\"") }
    var reply = page.reply
    reply.attachments = pictures.attachments
    return reply
  }

  private static let style = """
    .cell{position:relative;margin:.8em 0 .2em 3em}.cell pre{margin:0}.number{position:absolute;left:-3em;top:.9em;\
    color:#77a;font:.8em monospace}.output{margin:.2em 0 1em 3em}.output pre{background:none;padding:0 .8em}
    .output .error{color:#b02a20}img{background:#fff}
    @media (prefers-color-scheme:dark){.output .error{color:#ff9d92}}

    """
}
