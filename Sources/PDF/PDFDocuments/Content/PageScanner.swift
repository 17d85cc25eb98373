internal import ImageModel
internal import PDFReading

/// Follows the content of pages and finds how large each picture is drawn, and whether a page shows anything.
///
/// Content is read with the form XObjects, tiling patterns, soft masks and appearances of annotations that it uses.
/// Text and paths are not laid out: a mark outside the page counts as one.
final class PageScanner {
  /// What a page shows.
  struct Marks {
    /// Whether there is text, a path or a shading that is not white, an inline image or an annotation.
    var hasMarks = false
    /// The pictures on the page.
    var pictures: Set<ObjectNumber> = []
    /// Whether a part could not be read.
    var isUnknown = false
  }

  /// The largest size in points in which each picture is drawn.
  private(set) var sizes: [ObjectNumber: Size] = [:]
  /// Pictures that are used where their size is not found: in glyphs and by what could not be read.
  private(set) var unsized: Set<ObjectNumber> = []
  /// Whether some content was not read, because there is too much of it or it is damaged.
  private(set) var isIncomplete = false

  private let file: PDFFile
  private let reader: ObjectReader
  private var marks = Marks()
  /// The streams that are being read, so that none draws itself.
  private var open: Set<ObjectNumber> = []
  /// The streams that may still be run, and the bytes of them. Forms that draw each other could take forever.
  private var runsLeft = 200_000
  private var bytesLeft: Int
  private var isExhausted: Bool { runsLeft <= 0 || bytesLeft <= 0 }
  /// The contents that were read last, because forms are often used again.
  private var contents: [ObjectNumber: [UInt8]] = [:]
  private var cachedBytes = 0
  /// The resources that were looked up last: a page may draw thousands of XObjects of one dictionary.
  private var dictionaries: [ObjectNumber: FileDictionary] = [:]
  /// The fonts, the dictionaries of them and the forms whose glyphs were searched for pictures.
  private var searched: Set<ObjectNumber> = []

  private static let maxDepth = 16

  init(_ file: PDFFile, _ reader: ObjectReader) {
    (self.file, self.reader) = (file, reader)
    // As the limits of reading the file: many pages may share content.
    bytesLeft = max(file.limits.maxMemory, 1 << 20) * 4
  }

  /// Reads a page, counted from 0.
  ///
  /// - Throws: `io`, and errors of reading its dictionary. Damaged content makes the result unknown.
  func scan(page index: Int) throws(ImageError) -> Marks {
    marks = Marks()
    let page = try file.dictionary(ofPage: index, reader)
    let unit = try file.page(index).userUnit
    var state = State(.scale(x: unit, y: unit))
    let resources = try reader.resolve(page["Resources"]).dictionary ?? FileDictionary()
    var bytes: [UInt8] = []
    for number in try PDFImporter.contents(of: page, reader) {
      guard let content = try content(of: number) else { continue }
      bytes += content
      bytes.append(0x0A)
    }
    state.base = state.matrix
    try addGlyphPictures(resources)
    try run(bytes, resources, state, depth: 0)
    try scanAnnotations(of: page, state)
    return marks
  }

  /// The graphics state, as far as it matters here.
  private struct State {
    var matrix: AffineTransform
    /// The matrix of the page or of the form, which patterns use.
    var base: AffineTransform
    var fillIsWhite = false
    var strokeIsWhite = false
    /// Whether components of 1 are white in the colour spaces, as in grey and RGB.
    var fillIsAdditive = true
    var strokeIsAdditive = true
    var textIsInvisible = false

    init(_ matrix: AffineTransform) { (self.matrix, base) = (matrix, matrix) }
  }

  // MARK: Streams

  /// The decoded content of a stream; nil where it cannot be read.
  private func content(of number: ObjectNumber) throws(ImageError) -> [UInt8]? {
    guard !isExhausted else {
      (isIncomplete, marks.isUnknown) = (true, true)
      return nil
    }
    runsLeft -= 1
    if let known = contents[number] {
      bytesLeft -= known.count
      return known
    }
    let bytes: [UInt8]
    do throws(ImageError) {
      bytes = try reader.decodedBytes(of: number, limit: file.limits.maxMemory / 8)
    } catch {
      guard error.kind != .io else { throw error }
      (isIncomplete, marks.isUnknown) = (true, true)
      return nil
    }
    bytesLeft -= bytes.count
    if cachedBytes > 16 << 20 { (contents, cachedBytes) = ([:], 0) }
    contents[number] = bytes
    cachedBytes += bytes.count
    return bytes
  }

  private func run(
    _ bytes: [UInt8], _ resources: FileDictionary, _ initial: State, depth: Int
  ) throws(ImageError) {
    var state = initial
    var stack: [State] = []
    var content = ContentReader(bytes)
    while !isExhausted, let operation = content.next() {
      switch operation.name {
      case "q": if stack.count < 1_000 { stack.append(state) }
      case "Q": if let last = stack.popLast() { state = last }
      case "cm":
        if let matrix = AffineTransform(operation.numbers) { state.matrix = matrix.then(state.matrix) }
      case "Do":
        if let name = operation.operands.last?.name {
          try draw(try entry(name, in: "XObject", resources), resources, state, depth)
        }
      case "gs":
        if let name = operation.operands.last?.name {
          try scanSoftMask(try entry(name, in: "ExtGState", resources), resources, state, depth)
        }
      case "sh", "BI": marks.hasMarks = true
      case "Tr": state.textIsInvisible = operation.numbers.last == 3
      case "Tj", "'", "\"", "TJ":
        if !state.textIsInvisible, !state.fillIsWhite, case .text(isEmpty: false)? = operation.operands.last {
          marks.hasMarks = true
        }
      case "f", "F", "f*": if !state.fillIsWhite { marks.hasMarks = true }
      case "S", "s": if !state.strokeIsWhite { marks.hasMarks = true }
      case "B", "B*", "b", "b*": if !state.fillIsWhite || !state.strokeIsWhite { marks.hasMarks = true }
      case "g", "rg", "k", "cs", "sc", "scn":
        if operation.name == "cs" { state.fillIsAdditive = try isAdditive(operation, resources) }
        state.fillIsWhite = Self.isWhite(operation, isAdditive: state.fillIsAdditive)
        if operation.name == "scn", let name = operation.operands.last?.name {
          try scanPattern(try entry(name, in: "Pattern", resources), resources, state, depth)
        }
      case "G", "RG", "K", "CS", "SC", "SCN":
        if operation.name == "CS" { state.strokeIsAdditive = try isAdditive(operation, resources) }
        state.strokeIsWhite = Self.isWhite(operation, isAdditive: state.strokeIsAdditive)
        if operation.name == "SCN", let name = operation.operands.last?.name {
          try scanPattern(try entry(name, in: "Pattern", resources), resources, state, depth)
        }
      default: break
      }
    }
    if isExhausted { (isIncomplete, marks.isUnknown) = (true, true) }
  }

  /// Whether an operator sets the colour white. A colour of another colour space counts as a mark.
  ///
  /// - Parameter isAdditive: of the colour space of `sc` and `scn`.
  private static func isWhite(_ operation: ContentOperator, isAdditive: Bool) -> Bool {
    let numbers = operation.numbers
    switch operation.name.lowercased() {
    case "g", "rg": return !numbers.isEmpty && numbers.allSatisfy { $0 >= 1 }
    case "k": return numbers.count == 4 && numbers.allSatisfy { $0 <= 0 }
    case "sc", "scn":
      return isAdditive && (numbers.count == 3 || numbers.count == 1) && numbers.allSatisfy { $0 >= 1 }
    default: return false
    }
  }

  /// Whether components of 1 are white in a colour space that an operator sets. Those of inks are full ink, and those
  /// of palettes are indices.
  private func isAdditive(_ operation: ContentOperator, _ resources: FileDictionary) throws(ImageError) -> Bool {
    guard let name = operation.operands.last?.name else { return false }
    let space = try ColorSpaceKind(try entry(name, in: "ColorSpace", resources) ?? .name(name), reader)
    return space == .gray || space == .rgb
  }

  private func entry(
    _ name: String, in category: String, _ resources: FileDictionary
  ) throws(ImageError) -> FileObject? {
    guard let object = resources[category] else { return nil }
    let dictionary = try self.dictionary(object)
    // A name is searched in all entries.
    bytesLeft -= 8 * (dictionary?.entries.count ?? 0)
    return dictionary?[name]
  }

  private func dictionary(_ object: FileObject) throws(ImageError) -> FileDictionary? {
    guard let number = object.reference else { return object.dictionary }
    if let known = dictionaries[number] { return known }
    if dictionaries.count >= 256 { dictionaries = [:] }
    let value = try reader.resolve(object).dictionary
    dictionaries[number] = value
    return value
  }

  // MARK: XObjects

  private func draw(
    _ object: FileObject?, _ resources: FileDictionary, _ state: State, _ depth: Int
  ) throws(ImageError) {
    guard let number = object?.reference, case .stream(let dictionary) = try reader.object(number) else { return }
    switch try reader.resolve(dictionary["Subtype"]).name {
    case "Image": try add(picture: number, dictionary, state.matrix)
    case "Form": try run(form: number, dictionary, resources, state, depth)
    default: break
    }
  }

  private func run(
    form number: ObjectNumber, _ form: FileDictionary, _ outer: FileDictionary, _ state: State, _ depth: Int
  ) throws(ImageError) {
    guard depth < Self.maxDepth, !open.contains(number) else {
      (isIncomplete, marks.isUnknown) = (true, true)
      return
    }
    guard let bytes = try content(of: number) else { return }
    open.insert(number)
    defer { open.remove(number) }
    var inner = state
    inner.matrix = try matrix(form["Matrix"]).then(state.matrix)
    inner.base = inner.matrix
    let own = try reader.resolve(form["Resources"]).dictionary
    if let own, searched.insert(number).inserted { try addGlyphPictures(own) }
    try run(bytes, own ?? outer, inner, depth: depth + 1)
  }

  private func add(
    picture number: ObjectNumber, _ dictionary: FileDictionary, _ matrix: AffineTransform
  ) throws(ImageError) {
    marks.pictures.insert(number)
    let size = Size(
      width: (matrix.a * matrix.a + matrix.b * matrix.b).squareRoot(),
      height: (matrix.c * matrix.c + matrix.d * matrix.d).squareRoot())
    guard size.width.isFinite, size.height.isFinite else {
      unsized.insert(number)
      return
    }
    for key in [nil, "SMask", "Mask"] {
      guard let part = key == nil ? number : dictionary[key ?? ""]?.reference else { continue }
      let known = sizes[part] ?? Size(width: 0, height: 0)
      sizes[part] = Size(width: max(known.width, size.width), height: max(known.height, size.height))
    }
  }

  private func matrix(_ object: FileObject?) throws(ImageError) -> AffineTransform {
    AffineTransform((try reader.resolve(object).array ?? []).compactMap(\.number)) ?? .identity
  }

  private func scanPattern(
    _ object: FileObject?, _ resources: FileDictionary, _ state: State, _ depth: Int
  ) throws(ImageError) {
    guard let number = object?.reference, case .stream(let pattern) = try reader.object(number) else { return }
    var state = state
    state.matrix = state.base
    (state.fillIsWhite, state.strokeIsWhite) = (false, false)
    let outer = marks
    try run(form: number, pattern, resources, state, depth)
    // The path that the pattern fills counts, not the pattern.
    marks.hasMarks = outer.hasMarks
  }

  private func scanSoftMask(
    _ object: FileObject?, _ resources: FileDictionary, _ state: State, _ depth: Int
  ) throws(ImageError) {
    guard let mask = try reader.resolve(try reader.resolve(object).dictionary?["SMask"]).dictionary,
      let group = mask["G"]?.reference, case .stream(let form) = try reader.object(group)
    else { return }
    let outer = marks
    try run(form: group, form, resources, state, depth)
    marks.hasMarks = outer.hasMarks
  }

  /// Pictures in the glyphs of Type 3 fonts, whose size depends on the text.
  private func addGlyphPictures(_ resources: FileDictionary) throws(ImageError) {
    if let number = resources["Font"]?.reference, !searched.insert(number).inserted { return }
    for font in try reader.resolve(resources["Font"]).dictionary?.entries ?? [] {
      if let number = font.value.reference, !searched.insert(number).inserted { continue }
      guard let dictionary = try reader.resolve(font.value).dictionary, dictionary["Subtype"]?.name == "Type3",
        let own = try reader.resolve(dictionary["Resources"]).dictionary
      else { continue }
      for object in try reader.resolve(own["XObject"]).dictionary?.entries ?? [] {
        if let number = object.value.reference { unsized.insert(number) }
      }
    }
  }

  // MARK: Annotations

  private static let maxAnnotations = 10_000

  private func scanAnnotations(of page: FileDictionary, _ state: State) throws(ImageError) {
    for element in (try reader.resolve(page["Annots"]).array ?? []).prefix(Self.maxAnnotations) {
      guard let annotation = try reader.resolve(element).dictionary else { continue }
      let normal = try reader.resolve(annotation["AP"]).dictionary?["N"]
      let states = try reader.resolve(normal).dictionary?.entries.map(\.value) ?? [normal].compactMap { $0 }
      let flags = try reader.resolve(annotation["F"]).integer ?? 0
      if !states.isEmpty, flags & 2 == 0, annotation["Subtype"]?.name != "Link" { marks.hasMarks = true }
      guard let rect = try file.rectangle(annotation["Rect"], reader) else { continue }
      for object in states {
        guard let number = object.reference, case .stream(let form) = try reader.object(number),
          let box = try file.rectangle(form["BBox"], reader)
        else { continue }
        let drawn = (try matrix(form["Matrix"])).apply(to: box)
        guard drawn.width > 1e-6, drawn.height > 1e-6 else { continue }
        var inner = state
        inner.matrix = AffineTransform.scale(x: rect.width / drawn.width, y: rect.height / drawn.height)
          .then(state.matrix)
        try run(form: number, form, FileDictionary(), inner, 0)
      }
    }
  }
}

extension AffineTransform {
  /// Six numbers of a content stream; nil for another count.
  init?(_ numbers: [Double]) {
    guard numbers.count == 6 else { return nil }
    self.init(a: numbers[0], b: numbers[1], c: numbers[2], d: numbers[3], tx: numbers[4], ty: numbers[5])
  }
}
