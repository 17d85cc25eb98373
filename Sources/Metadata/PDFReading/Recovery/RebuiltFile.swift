package import ByteStreams
package import ImageModel

/// Rebuilds files whose cross-references or trailer are lost: new ones follow the bytes of the file (ISO 32000-1, 7.5.4
/// and 7.5.5).
///
/// libqpdf rebuilds only files whose objects and trailer are plain text. This also finds objects in object streams, and
/// the catalog where the trailer is lost, or makes one for the pages that were found.
package enum RebuiltFile {
  /// The bytes of the rebuilt file; nil where no page is found.
  ///
  /// - Throws: as `ObjectSearch`.
  package static func source(for file: any ByteSource, limits: Limits) throws(ImageError) -> (any ByteSource)? {
    let search = try ObjectSearch(file, limits: limits)
    // libqpdf counts offsets from the header.
    let head = try file.bytes(at: 0, count: 1_024 + 5)
    let header = UInt64(head.indices.first { head[$0...].starts(with: Array("%PDF-".utf8)) } ?? 0)
    var section = Section(base: file.size - min(header, file.size))
    // Ends a stream that is cut off.
    section.bytes = Array("\nendstream\nendobj\n".utf8)
    let unpackedStart = section.place
    section.bytes += search.unpacked
    for (number, found) in search.objects {
      guard found.isUnpacked || found.offset >= header else { continue }
      section.offsets[number] = (
        found.isUnpacked ? unpackedStart + found.offset : found.offset - header, found.generation
      )
    }
    guard let root = search.root ?? section.addRoot(kids: search.topNodes()) else { return nil }
    section.end(root: root, information: search.information)
    return ExtendedSource(file, section.bytes)
  }
}

/// A source, and bytes after its end.
private final class ExtendedSource: ByteSource {
  private let source: any ByteSource
  private let added: MemoryByteSource

  init(_ source: any ByteSource, _ added: [UInt8]) {
    (self.source, self.added) = (source, MemoryByteSource(added))
  }

  var size: UInt64 { source.size + added.size }

  func read(into buffer: UnsafeMutableRawBufferPointer, at offset: UInt64) throws(ImageError) -> Int {
    var done = 0
    if offset < source.size {
      let count = Int(min(UInt64(buffer.count), source.size - offset))
      done = try source.read(into: UnsafeMutableRawBufferPointer(rebasing: buffer[..<count]), at: offset)
      if done < count || done == buffer.count { return done }
    }
    let place = offset + UInt64(done) - source.size
    return done + (try added.read(into: UnsafeMutableRawBufferPointer(rebasing: buffer[done...]), at: place))
  }
}

extension ObjectSearch {
  /// The last catalog whose page tree was found; nil where there is none.
  fileprivate var root: ObjectNumber? {
    for number in candidates.reversed() {
      guard let found = objects[number], case .catalog(let pages?) = found.role, objects[pages.number] != nil else {
        continue
      }
      return ObjectNumber(number: number, generation: found.generation)
    }
    return nil
  }

  /// The pages in the order of the file; where the page tree above a page is left, its topmost node instead, because
  /// pages inherit from it.
  fileprivate func topNodes() -> [ObjectNumber] {
    var nodes: [ObjectNumber] = []
    var listed: Set<Int32> = []
    for number in candidates {
      guard let page = objects[number], case .page(var parent) = page.role else { continue }
      var top = ObjectNumber(number: number, generation: page.generation)
      // This also ends a loop.
      for _ in 0..<64 {
        guard let next = parent, case .node(let above)? = objects[next.number]?.role else { break }
        (top, parent) = (next, above)
      }
      if listed.insert(top.number).inserted { nodes.append(top) }
    }
    return nodes
  }
}

/// New cross-references and a trailer, with the objects that they need.
private struct Section {
  /// The offset of the first byte.
  let base: UInt64
  var bytes: [UInt8] = []
  /// The offset and the generation of each object.
  var offsets: [Int32: (place: UInt64, generation: Int32)] = [:]

  init(base: UInt64) { self.base = base }

  /// The offset of the next byte.
  var place: UInt64 { base + UInt64(bytes.count) }

  /// Adds a catalog and a page tree.
  ///
  /// - Returns: nil where there are no kids.
  mutating func addRoot(kids: [ObjectNumber]) -> ObjectNumber? {
    guard !kids.isEmpty else { return nil }
    let list = kids.map { "\($0.number) \($0.generation) R" }.joined(separator: "\n")
    // References to lost objects must not lead to these.
    let tree = Int32(ObjectSearch.maxNumber + 1)
    offsets[tree] = (place, 0)
    bytes += Array("\(tree) 0 obj\n<< /Type /Pages /Count \(kids.count) /Kids [\n\(list)\n] >>\nendobj\n".utf8)
    offsets[tree + 1] = (place, 0)
    bytes += Array("\(tree + 1) 0 obj\n<< /Type /Catalog /Pages \(tree) 0 R >>\nendobj\n".utf8)
    return ObjectNumber(number: tree + 1, generation: 0)
  }

  /// Ends the section with the cross-reference table and the trailer.
  mutating func end(root: ObjectNumber, information: ObjectNumber?) {
    let start = place
    bytes += Array("xref\n0 1\n0000000000 65535 f \n".utf8)
    let numbers = offsets.keys.sorted()
    var first = 0
    while first < numbers.count {
      // A part of the table has consecutive numbers.
      var end = first + 1
      while end < numbers.count, numbers[end] == numbers[end - 1] + 1 { end += 1 }
      bytes += Array("\(numbers[first]) \(end - first)\n".utf8)
      for number in numbers[first..<end] {
        guard let (place, generation) = offsets[number] else { continue }
        bytes += Array("\(Self.digits(place, 10)) \(Self.digits(UInt64(generation), 5)) n \n".utf8)
      }
      first = end
    }
    let info = information.map { "/Info \($0.number) \($0.generation) R " } ?? ""
    let trailer =
      "<< /Size \((numbers.last ?? 0) + 1) /Root \(root.number) \(root.generation) R \(info)>>"
    bytes += Array("trailer\n\(trailer)\nstartxref\n\(start)\n%%EOF\n".utf8)
  }

  private static func digits(_ value: UInt64, _ count: Int) -> String {
    let text = String(value)
    return String(repeating: "0", count: max(0, count - text.utf8.count)) + text
  }
}
