internal import Digests
internal import ImageModel
internal import PDFReading

/// Finds objects of a file that are equal, so that each is copied once: streams, the dictionaries of fonts and of
/// graphics states, and arrays.
///
/// Equal objects that refer to equal objects are found from the leaves upwards, in a few rounds. Dictionaries of other
/// types are left alone: two equal annotations or fields are two.
struct EqualObjects {
  /// The first object that each later one is equal to.
  private(set) var firsts: [ObjectNumber: ObjectNumber] = [:]
  /// The content of the streams that other files may share.
  private(set) var shared: [ObjectNumber: Key] = [:]

  private static let maxRounds = 4
  private static let maxObjects = 1_000_000
  private static let sharedTypes: Set<String> = ["Font", "FontDescriptor", "ExtGState", "Encoding", "CIDSystemInfo"]

  /// An object that may be equal to others.
  private struct Candidate {
    var number: ObjectNumber
    var value: FileObject
    /// The hash of the data of a stream, as it is stored; empty for other objects.
    var hash: [UInt8]
  }

  /// Compared are values whose references were replaced.
  struct Key: Hashable {
    var value: FileObject
    var hash: [UInt8]
  }

  /// - Parameter roots: the objects from which the search starts. Pages are not followed.
  /// - Throws: errors of reading.
  init(_ file: PDFFile, from roots: [FileObject], _ reader: ObjectReader) throws(ImageError) {
    let candidates = try Self.candidates(file, roots, reader)
    for _ in 0..<Self.maxRounds {
      var known: [Key: ObjectNumber] = [:]
      var found = 0
      for candidate in candidates where firsts[candidate.number] == nil {
        let key = Key(value: replaced(candidate.value), hash: candidate.hash)
        if let first = known[key] {
          firsts[candidate.number] = first
          found += 1
        } else {
          known[key] = candidate.number
        }
      }
      if found == 0 { break }
    }
    for number in Array(firsts.keys) { firsts[number] = first(of: number) }
    for candidate in candidates where firsts[candidate.number] == nil {
      guard case .stream(let dictionary) = candidate.value, SharedStreams.isShared(dictionary) else { continue }
      shared[candidate.number] = Key(value: replaced(candidate.value), hash: candidate.hash)
    }
  }

  /// The object that is copied instead of one. The first of some equal objects may turn out to equal others.
  private func first(of number: ObjectNumber) -> ObjectNumber {
    var first = number
    while let next = firsts[first] { first = next }
    return first
  }

  /// A value with references to the first of equal objects.
  private func replaced(_ value: FileObject) -> FileObject {
    switch value {
    case .reference(let number): .reference(first(of: number))
    case .array(let elements): .array(elements.map(replaced))
    case .dictionary(let dictionary): .dictionary(replaced(dictionary))
    case .stream(let dictionary): .stream(replaced(dictionary))
    default: value
    }
  }

  private func replaced(_ dictionary: FileDictionary) -> FileDictionary {
    // The order of entries does not matter.
    FileDictionary(
      entries: dictionary.entries.map { FileDictionary.Entry(key: $0.key, value: replaced($0.value)) }
        .sorted { $0.key < $1.key })
  }

  private static func candidates(
    _ file: PDFFile, _ roots: [FileObject], _ reader: ObjectReader
  ) throws(ImageError) -> [Candidate] {
    var candidates: [Candidate] = []
    var seen: Set<ObjectNumber> = []
    var open = roots
    var bytes = 0
    while let object = open.popLast() {
      switch object {
      case .array(let elements): open += elements
      case .dictionary(let dictionary): open += dictionary.entries.filter { $0.key != "Parent" }.map(\.value)
      case .stream(let dictionary): open += dictionary.entries.map(\.value)
      case .reference(let number):
        guard seen.insert(number).inserted, file.tree.indices[number] == nil, !file.tree.nodes.contains(number) else {
          continue
        }
        guard seen.count <= maxObjects else { return candidates }
        var value = try reader.object(number)
        open.append(value)
        var hash: [UInt8] = []
        switch value {
        case .stream(let dictionary):
          // The data has its length, which many files keep in an object of its own.
          value = .stream(FileDictionary(entries: dictionary.entries.filter { $0.key != "Length" }))
          var digest = SHA256()
          try reader.readStream(number, decoded: false) { piece throws(ImageError) in digest.update(piece) }
          hash = digest.digest
        case .dictionary(let dictionary):
          guard sharedTypes.contains(dictionary["Type"]?.name ?? "") else { continue }
        case .array: break
        default: continue
        }
        // A value takes some 100 bytes for each part.
        bytes += 256
        try file.limits.check(memory: bytes, for: "the objects of a file", format: "PDF")
        candidates.append(Candidate(number: number, value: value, hash: hash))
      default: break
      }
    }
    // The object with the lowest number stays, so that equal files give equal files.
    return candidates.sorted { $0.number.number < $1.number.number }
  }
}
