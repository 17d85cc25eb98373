internal import CPangoShims
internal import ImageModel

extension DrawingContext {
  /// Draws an element of the page's structure. Without a structure, only the content is drawn.
  ///
  /// Text and pictures become the content of the innermost element, and artefacts where there is none. Shapes are
  /// artefacts, except in a `Figure`. Elements within a figure, an artefact or a transparency group are a part of it.
  ///
  /// - Parameters:
  ///   - tag: nil draws only the content.
  ///   - continuation: the same object for all parts of an element on several pages.
  ///   - isOpen: whether a further page has more of the element.
  package func withTag<Failure: Error>(
    _ tag: StructureTag?, continuation: StructureContinuation? = nil, isOpen: Bool = false,
    _ body: () throws(Failure) -> Void
  ) throws(Failure) {
    guard let tag, structure != nil else { return try body() }
    beginTag(tag, continuation: continuation, isOpen: isOpen)
    defer { endTag() }
    try body()
  }

  /// Begins an element that `endTag` ends.
  package func beginTag(_ tag: StructureTag, continuation: StructureContinuation? = nil, isOpen: Bool = false) {
    structure?.begin(tag, continuation, isOpen: isOpen)
  }

  package func endTag() { structure?.end() }

  /// Draws something that is not read: a background, a rule, a page number.
  package func withArtifact<Failure: Error>(_ body: () throws(Failure) -> Void) throws(Failure) {
    structure?.beginArtifact()
    defer { structure?.endArtifact() }
    try body()
  }

  /// Begins the piece of marked content that the next drawing belongs to, unless it is open already.
  func mark(isShape: Bool) {
    guard let structure, structure.groupDepth == 0, !isFinished else { return }
    let mark = structure.piece(isShape: isShape)
    guard !mark.equals(structure.mark) else { return }
    endMark()
    structure.begin(mark)
    tag(mark.name, isBegin: true)
  }

  /// Ends the open piece of marked content. Call it before the page ends.
  func endMark() {
    guard let structure, let mark = structure.mark else { return }
    structure.begin(nil)
    tag(mark.name, isBegin: false)
  }

  /// Clips to the page. Call it before `cairo_paint`: where a paint without a clip is the first drawing of a page,
  /// cairo 1.16 forgets what was recorded before it, which is the beginning of a tag.
  func keepTags() {
    guard structure != nil else { return }
    let cairo = cairo.pointer
    // The page is at the bottom of a surface that may be higher.
    let page = pageToDevice.apply(to: Rect(pageSize))
    lib.cairo_identity_matrix(cairo)
    lib.cairo_new_path(cairo)
    lib.cairo_rectangle(cairo, page.minX, page.minY, page.width, page.height)
    lib.cairo_clip(cairo)
  }

  /// `cairo_tag_begin`, `cairo_tag_end`. cairo drops tags where the clip is empty or the source is transparent.
  private func tag(_ name: String, isBegin: Bool) {
    let cairo = cairo.pointer
    lib.cairo_save(cairo)
    lib.cairo_reset_clip(cairo)
    lib.cairo_identity_matrix(cairo)
    lib.cairo_set_source_rgba(cairo, 0, 0, 0, 1)
    if isBegin { lib.cairo_tag_begin(cairo, name, "") } else { lib.cairo_tag_end(cairo, name) }
    lib.cairo_restore(cairo)
  }
}
