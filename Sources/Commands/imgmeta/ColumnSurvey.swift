internal import CommandKit
internal import MetadataCommands
internal import MetadataModel
internal import Synchronization

/// Finds the columns of a table in a first pass: each property that a file has.
final class ColumnSurvey: MetadataWriter {
  private struct Column: Hashable, Comparable {
    var rank: Int
    var group: String
    var name: String

    static func < (one: Column, other: Column) -> Bool {
      (one.rank, one.group, one.name) < (other.rank, other.group, other.name)
    }
  }

  private let found = Mutex<Set<Column>>([])

  /// Groups in the order in which they mostly come; others follow by name.
  private static let order = [
    "File", "Image", "Derived", "JFIF", "PNG", "IFD0", "Exif", "GPS", "Interop", "IFD1", "MakerNotes", "XMP", "IPTC",
    "Photoshop", "ICC", "MPF",
  ]

  func text(of file: FileMetadata) -> String {
    let columns = ([file.container] + file.images).flatMap(\.groups).flatMap { group in
      let rank = Self.order.firstIndex(of: group.name) ?? Self.order.count
      return group.properties.map { Column(rank: rank, group: group.name, name: $0.name) }
    }
    found.withLock { $0.formUnion(columns) }
    return ""
  }

  /// The columns, in an order that does not depend on which file was read first.
  var columns: [CSVWriter.Column] {
    found.withLock { $0 }.sorted().map { .property(group: $0.group, name: $0.name) }
  }
}
