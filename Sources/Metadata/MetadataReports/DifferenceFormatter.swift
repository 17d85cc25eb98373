internal import ByteStreams
internal import ImageModel
internal import MetadataModel
internal import StructuredText
internal import Synchronization

/// How the properties of each file differ from those of another file: lines as of `diff -u`, or records in JSON.
///
/// Two properties are the same if they have the same name in the same group of the same image. If a name occurs twice
/// in a group, the second one has a number, as in JSON. Values are compared as the files store them.
package final class DifferenceFormatter: FramedFormatter {
  /// One property that only one of the files has, or that has another value in the second one.
  private struct Difference {
    /// The number of the image, from 1; nil for a property of the file itself.
    var image: Int?
    var group: String
    var name: String
    var before: Property?
    var after: Property?
  }

  private let reference: FileMetadata
  private let style: ValueStyle
  package let json: JSONFormatter?
  private let comparesAll: Bool
  private let found = Mutex(false)

  /// - Parameters:
  ///   - reference: the file that others are compared with.
  ///   - json: JSON's frame; nil writes lines.
  ///   - comparesAll: whether the size of the file and the places of data in it are compared, too.
  package init(reference: FileMetadata, style: ValueStyle, json: JSONFormatter?, comparesAll: Bool) {
    self.reference = reference
    self.style = style
    self.json = json
    self.comparesAll = comparesAll
  }

  /// Whether a file differs.
  package var hasFound: Bool { found.withLock { $0 } }

  package func text(of file: FileMetadata) -> String {
    let differences = differences(to: file)
    if !differences.isEmpty { found.withLock { $0 = true } }
    if let json { return json.text { write(differences, of: file, to: &$0) } }
    guard !differences.isEmpty else { return "" }
    let names = (PrintableText.escaped(reference.name), PrintableText.escaped(file.name))
    let hasImages = max(reference.images.count, file.images.count) > 1
    return "--- \(names.0)\n+++ \(names.1)\n"
      + differences.map { line("-", $0, $0.before, hasImages) + line("+", $0, $0.after, hasImages) }.joined()
  }

  // MARK: Comparing

  private func differences(to file: FileMetadata) -> [Difference] {
    var all = Self.differences(reference.container, file.container, image: nil)
    for index in 0..<max(reference.images.count, file.images.count) {
      let trees = [reference, file].map { $0.images.indices.contains(index) ? $0.images[index] : PropertyTree() }
      all += Self.differences(trees[0], trees[1], image: index + 1)
    }
    return comparesAll ? all : all.filter { !Self.isPlace(group: $0.group, name: $0.name) }
  }

  /// Whether a property says how large the file is, or where data lies in it.
  private static func isPlace(group: String, name: String) -> Bool {
    switch group {
    case "File": name == "Size"
    case "IFD1": ["ThumbnailOffset", "JPEGInterchangeFormat", "StripOffsets"].contains(name)
    default: false
    }
  }

  private struct Key: Hashable {
    var group: String
    var name: String
  }

  /// In the order of the first tree. What it lacks follows the other properties of its group.
  private static func differences(_ one: PropertyTree, _ other: PropertyTree, image: Int?) -> [Difference] {
    let (before, after) = (listed(one), listed(other))
    let others = Dictionary(after.map { ($0.key, $0.property) }) { first, _ in first }
    let known = Set(before.map(\.key))
    var all = before.compactMap { key, property -> Difference? in
      let second = others[key]
      if let second, areSame(second.value, property.value) { return nil }
      return Difference(image: image, group: key.group, name: key.name, before: property, after: second)
    }
    all += after.filter { !known.contains($0.key) }.map { key, property in
      Difference(image: image, group: key.group, name: key.name, before: nil, after: property)
    }
    var ranks: [String: Int] = [:]
    for (key, _) in before + after where ranks[key.group] == nil { ranks[key.group] = ranks.count }
    return all.enumerated().sorted { first, second in
      (ranks[first.element.group] ?? 0, first.offset) < (ranks[second.element.group] ?? 0, second.offset)
    }.map(\.element)
  }

  /// Whether two values are the same, also where they are no number (NaN), which is not equal to itself.
  private static func areSame(_ one: PropertyValue, _ other: PropertyValue) -> Bool {
    switch (one, other) {
    case (.decimal(let one), .decimal(let other)): one == other || one.isNaN && other.isNaN
    case (.array(let one), .array(let other)):
      one.count == other.count && zip(one, other).allSatisfy { areSame($0, $1) }
    default: one == other
    }
  }

  private static func listed(_ tree: PropertyTree) -> [(key: Key, property: Property)] {
    zip(MetadataRecord.uniqueNames(tree.groups.map(\.name)), tree.groups).flatMap { name, group in
      zip(MetadataRecord.uniqueNames(group.properties.map(\.name)), group.properties).map { own, property in
        (Key(group: name, name: own), property)
      }
    }
  }

  // MARK: Writing

  /// - Parameter hasImages: whether one of the files has several images, so that the line names the image.
  private func line(_ sign: String, _ difference: Difference, _ property: Property?, _ hasImages: Bool) -> String {
    guard let property else { return "" }
    let image = difference.image.flatMap { hasImages ? "\($0):" : nil } ?? ""
    let label = PrintableText.escaped("\(difference.group):\(difference.name)")
    return "\(sign)\(image)\(label): \(PrintableText.escaped(style.text(property)))\n"
  }

  private func write(_ differences: [Difference], of file: FileMetadata, to writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("schema")
    writer.write(MetadataRecord.version)
    writer.member("input")
    writer.write(path: file.name)
    writer.member("reference")
    writer.write(path: reference.name)
    writer.member("differences")
    writer.beginArray()
    for difference in differences {
      writer.element()
      writer.beginObject()
      if let image = difference.image {
        writer.member("image")
        writer.write(Int64(image))
      }
      for (name, text) in [("group", difference.group), ("name", difference.name)] {
        writer.member(name)
        writer.write(text)
      }
      for (name, property) in [("before", difference.before), ("after", difference.after)] {
        guard let property else { continue }
        writer.member(name)
        MetadataRecord.write(property, style, to: &writer)
      }
      writer.endObject()
    }
    writer.endArray()
    MetadataRecord.writeMessages(of: file, to: &writer)
    writer.endObject()
  }
}
