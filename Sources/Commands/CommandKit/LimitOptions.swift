package import ArgumentParser
package import ImageModel

/// The limits of what an input may ask for, with one option for each, and of what the command may do. Errors name the
/// option that raises the limit.
package struct LimitOptions: ParsableArguments {
  @Option(
    parsing: .unconditional, help: Self.help("Pixels of one image.", \.maxPixels),
    transform: { try OptionText.amount($0) })
  package var maxPixels: Int?

  @Option(
    parsing: .unconditional, help: Self.help("Pixels of all frames of an animation.", \.maxAnimationPixels),
    transform: { try OptionText.amount($0) })
  package var maxAnimationPixels: Int?

  @Option(
    parsing: .unconditional, help: Self.help("Pixels along one axis.", \.maxAxis),
    transform: { try OptionText.amount($0) })
  package var maxAxis: Int?

  @Option(
    parsing: .unconditional,
    help: Self.help("Pixels along one axis of a PNG or TIFF that is read row by row.", \.maxStreamedAxis),
    transform: { try OptionText.amount($0) })
  package var maxStreamedAxis: Int?

  @Option(
    parsing: .unconditional,
    help: Self.help(
      "Bytes of memory for one file. By default an encoder that needs the picture as a whole may take "
        + "\(Self.amount(Limits.standard.maxEncodingMemory)).", \.maxMemory),
    transform: { try OptionText.amount($0) })
  package var maxMemory: Int?

  @Option(
    parsing: .unconditional, help: Self.help("Bytes that are read from a pipe.", \.maxInputBytes),
    transform: { try OptionText.amount($0) })
  package var maxInputBytes: Int?

  @Option(
    parsing: .unconditional, help: Self.help("Scans of a JPEG.", \.maxScans), transform: { try OptionText.amount($0) })
  package var maxScans: Int?

  @Option(
    parsing: .unconditional,
    help: Self.help("Warnings after which a PNG or PDF is rejected, and that are listed for metadata.", \.maxWarnings),
    transform: { try OptionText.amount($0) })
  package var maxWarnings: Int?

  @Option(
    parsing: .unconditional, help: Self.help("Bytes of all metadata of a file.", \.maxMetadataBytes),
    transform: { try OptionText.amount($0) })
  package var maxMetadataBytes: Int?

  @Option(
    parsing: .unconditional, help: Self.help("Bytes of one unpacked block of metadata.", \.maxMetadataBlockBytes),
    transform: { try OptionText.amount($0) })
  package var maxMetadataBlockBytes: Int?

  @Option(
    parsing: .unconditional, help: Self.help("Depth of nested TIFF directories.", \.maxDirectoryDepth),
    transform: { try OptionText.amount($0) })
  package var maxDirectoryDepth: Int?

  @Option(
    parsing: .unconditional, help: Self.help("Entries of a TIFF directory.", \.maxDirectoryEntries),
    transform: { try OptionText.amount($0) })
  package var maxDirectoryEntries: Int?

  @Option(
    parsing: .unconditional, help: Self.help("Images in a file.", \.maxImages), transform: { try OptionText.amount($0) }
  )
  package var maxImages: Int?

  @Option(
    parsing: .unconditional, help: Self.help("Samples of a pixel.", \.maxSamplesPerPixel),
    transform: { try OptionText.amount($0) })
  package var maxSamplesPerPixel: Int?

  @OptionGroup package var confinement: ConfinementOption

  package init() {}

  /// The standard limits, with the user's changes.
  package var limits: Limits {
    var limits = Limits.standard
    func set(_ field: WritableKeyPath<Limits, Int>, _ value: Int?) {
      if let value { limits[keyPath: field] = value }
    }
    set(\.maxPixels, maxPixels)
    set(\.maxAnimationPixels, maxAnimationPixels)
    set(\.maxAxis, maxAxis)
    set(\.maxStreamedAxis, maxStreamedAxis)
    set(\.maxMemory, maxMemory)
    set(\.maxInputBytes, maxInputBytes)
    set(\.maxScans, maxScans)
    set(\.maxWarnings, maxWarnings)
    set(\.maxMetadataBytes, maxMetadataBytes)
    set(\.maxMetadataBlockBytes, maxMetadataBlockBytes)
    set(\.maxDirectoryDepth, maxDirectoryDepth)
    set(\.maxDirectoryEntries, maxDirectoryEntries)
    set(\.maxImages, maxImages)
    set(\.maxSamplesPerPixel, maxSamplesPerPixel)
    return limits
  }

  private static func help(_ what: String, _ field: KeyPath<Limits, Int>) -> ArgumentHelp {
    ArgumentHelp("\(what) (default: \(amount(Limits.standard[keyPath: field])))", valueName: "N")
  }

  /// A number, with a binary suffix if it is a multiple of it.
  private static func amount(_ value: Int) -> String {
    if value >= 1 << 30, value % (1 << 30) == 0 { return "\(value >> 30)Gi" }
    if value >= 1 << 20, value % (1 << 20) == 0 { return "\(value >> 20)Mi" }
    return String(value)
  }
}
