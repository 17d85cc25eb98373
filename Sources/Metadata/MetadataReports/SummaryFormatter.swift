internal import ByteStreams
package import ImageModel
internal import MetadataModel
internal import StructuredText
internal import Synchronization

/// Totals over all files: formats, bytes, cameras, dates.
package final class SummaryFormatter: MetadataFormatter {
  private struct Counts {
    var files = 0
    var failures = 0
    var warnings = 0
    var bytes: UInt64 = 0
    var images = 0
    var pixels: UInt64 = 0
    var positions = 0
    var formats: [String: Int] = [:]
    var cameras: [String: Int] = [:]
    var earliest: String?
    var latest: String?
  }

  private let isJSON: Bool
  private let counts = Mutex(Counts())

  package init(isJSON: Bool) { self.isJSON = isJSON }

  private static let camera = [PropertyQuery("IFD0:Make"), PropertyQuery("IFD0:Model")]
  private static let date = [PropertyQuery("Derived:DateCreated"), PropertyQuery("Exif:DateTimeOriginal")]
  private static let latitude = PropertyQuery("GPS:Latitude")

  package func text(of file: FileMetadata) -> String {
    let (make, model) = (file.first(Self.camera[0])?.value.text, file.first(Self.camera[1])?.value.text)
    let camera = Self.camera(make: make ?? "", model: model ?? "")
    let date = Self.date.lazy.compactMap { file.first($0)?.value.text }.first.flatMap { MetadataDate($0) }
      .flatMap { $0.text("%Y-%m-%d") }
    let hasPosition = file.first(Self.latitude) != nil
    let pixels = file.metadata.images.compactMap(\.info).reduce(UInt64(0)) { sum, info in
      sum &+ UInt64(clamping: info.size.width) &* UInt64(clamping: info.size.height)
    }
    counts.withLock { counts in
      counts.files += 1
      counts.bytes += file.metadata.byteCount
      counts.images += file.metadata.images.count
      counts.pixels &+= pixels
      counts.formats[file.metadata.format, default: 0] += 1
      if !camera.isEmpty { counts.cameras[camera, default: 0] += 1 }
      if hasPosition { counts.positions += 1 }
      if file.metadata.diagnostics.contains(where: { $0.severity == .warning }) { counts.warnings += 1 }
      if let date {
        counts.earliest = min(counts.earliest ?? date, date)
        counts.latest = max(counts.latest ?? date, date)
      }
    }
    return ""
  }

  package func text(of error: ImageError, file name: String) -> String {
    counts.withLock { $0.failures += 1 }
    return ""
  }

  package func closing() -> String {
    let counts = counts.withLock { $0 }
    return isJSON ? Self.json(counts) : Self.text(counts)
  }

  /// `Canon EOS 5D`, not `Canon Canon EOS 5D`.
  private static func camera(make: String, model: String) -> String {
    let words = make.split(separator: " ")
    guard let first = words.first, !model.lowercased().hasPrefix(first.lowercased()) else { return model }
    return model.isEmpty ? make : make + " " + model
  }

  /// Sorted by count, the largest first; equal counts by name.
  private static func sorted(_ counts: [String: Int]) -> [(key: String, value: Int)] {
    counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
  }

  private static func list(_ counts: [String: Int], most: Int = 10) -> String {
    let all = sorted(counts)
    let shown = all.prefix(most).map { "\(PrintableText.escaped($0.key)) (\($0.value))" }.joined(separator: ", ")
    return all.count > most ? shown + ", and \(all.count - most) more" : shown
  }

  private static func text(_ counts: Counts) -> String {
    var lines = [("Files", "\(counts.files)" + (counts.formats.isEmpty ? "" : ": " + list(counts.formats)))]
    lines.append(("Size", "\(counts.bytes) bytes"))
    let megapixels = (Double(counts.pixels) / 100_000).rounded() / 10
    lines.append(("Images", "\(counts.images), \(megapixels) megapixels"))
    if let earliest = counts.earliest, let latest = counts.latest {
      lines.append(("Dates", "\(earliest) to \(latest)"))
    }
    if !counts.cameras.isEmpty { lines.append(("Cameras", list(counts.cameras))) }
    lines.append(("With position", "\(counts.positions)"))
    lines.append(("With warnings", "\(counts.warnings)"))
    lines.append(("Failed", "\(counts.failures)"))
    let width = lines.map(\.0.utf8.count).max() ?? 0
    return lines.map { name, value in
      name + String(repeating: " ", count: width - name.utf8.count + 2) + value + "\n"
    }.joined()
  }

  private static func json(_ counts: Counts) -> String {
    func object(_ counts: [String: Int]) -> JSONValue {
      .object(sorted(counts).map { JSONMember($0.key, .int(Int64($0.value))) })
    }
    func text(_ text: String?) -> JSONValue { text.map { .string($0) } ?? .null }
    let value = JSONValue.object([
      "schema": .int(MetadataRecord.version), "files": .int(Int64(counts.files)), "formats": object(counts.formats),
      "bytes": .uint(counts.bytes), "images": .int(Int64(counts.images)), "pixels": .uint(counts.pixels),
      "earliest": text(counts.earliest), "latest": text(counts.latest), "cameras": object(counts.cameras),
      "withPosition": .int(Int64(counts.positions)), "withWarnings": .int(Int64(counts.warnings)),
      "failed": .int(Int64(counts.failures)),
    ])
    return JSONWriter.text(value, layout: .indented) + "\n"
  }
}
