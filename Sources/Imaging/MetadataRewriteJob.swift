internal import ByteStreams
internal import CodecKit
internal import ContentTypes
public import ImageModel
internal import MetadataModel
internal import MetadataReading
internal import MetadataWriting

/// Changes the metadata of one file without decoding a pixel. `imgconv --metadata-only` runs one job for each input.
///
/// The compressed picture and all other data that does not change is copied byte for byte. The counterpart of
/// CGImageDestinationCopyImageSource on Apple's systems.
///
/// ```swift
/// var job = MetadataRewriteJob(input: .path("photo.jpg"), output: .path("clean.jpg"))
/// job.set = ["exif.Artist=Ann", "xmp.dc:subject=sea"]
/// job.delete = ["gps"]
/// let report = try job.run(in: JobEnvironment(limits: .standard))
/// print(report.changes)
/// ```
public struct MetadataRewriteJob: Sendable {
  public var input: JobInput
  public var output: JobOutput
  /// `exif.Artist=Ann`, `gps.latitude=-33.85`, `xmp.dc:subject+=sea`, `iptc.Keywords=sea`, `png.Title=Sea`,
  /// `comment=...`, `dpi=300`.
  ///
  /// A value may have fields, the properties of the input: `xmp.dc:title={exif.ImageDescription}`; `{{` is a brace.
  /// `title`, `description`, `creator`, `copyright`, `keywords`, `rating`, `dates` and others without a group are set
  /// in XMP, and in Exif and IPTC where the input has these.
  public var set: [String] = []
  /// Kinds (`gps`) and names (`exif.Artist`, `xmp.dc:*`), also several with commas between them.
  public var delete: [String] = []
  /// Kinds of metadata that are left out, as for a conversion; with `copyFrom`, kinds that are not copied.
  public var strip: [String] = []
  /// Kinds that stay, or are copied, although `strip` names them.
  public var keep: [String] = []
  /// Single properties that stay although `strip` removes their kinds: `exif.Copyright`, `exif.*Artist*`.
  public var keepNames: [String] = []
  /// A file whose metadata replaces that of the input.
  public var copyFrom: String?
  /// The only properties that are copied from `copyFrom`: `exif.Artist`. The others of the input stay. Empty: all.
  public var copyNames: [String] = []
  /// Whether the sidecar file of the input is changed, and the input stays as it is. A new one is made of what the
  /// input has. An output that is the input means the sidecar file beside it. Without this, the same happens where a
  /// camera's raw file would replace itself, unless something is to be removed from it, or `editsRaw` is set.
  public var sidecar = false
  /// Whether descriptions, keywords, dates, orientation, rating and position of a camera's raw file are changed in the
  /// file itself: DNG, NEF, CR2, ARW, ORF, PEF and RW2. Nothing that is in the file moves.
  public var editsRaw = false
  /// Whether the properties in the sidecar file of the input replace those of the input.
  public var mergesSidecar = false
  /// 1 to 8, as Exif counts.
  public var orientation: Int?
  /// The time by which dates are moved: `-1h`, `+1y2mo3d`.
  public var shiftDates: String?
  /// Where pictures were taken, by their dates; nil leaves positions alone.
  package var geotagging: Geotagging?
  /// The thumbnail that is put into Exif; nil leaves the present one alone.
  package var thumbnail: EmbeddedThumbnail?
  /// The page of a TIFF file that is changed, counted from 1; nil changes all.
  public var page: Int?
  /// Whether an output with the suffix of another format is an error.
  var checksSuffix = true

  public init(input: JobInput, output: JobOutput) {
    self.input = input
    self.output = output
  }

  /// Checks the requested changes before any work.
  ///
  /// - Throws: `usage` for an unknown name, a wrong value, and a job without a change.
  public func check() throws(ImageError) {
    let known = try SettingExpansion.check(set)
    for name in keepNames + copyNames {
      do throws(ImageError) {
        _ = try MetadataEdits.assignments(
          named: name, in: ImageMetadata(format: "", contentType: "", byteCount: 0))
      } catch {
        throw ImageError(.usage, error.message.replacing("--delete ", with: ""))
      }
    }
    let isNothing = try edits(settings: known).isEmpty && set.isEmpty && keepNames.isEmpty
    if isNothing, copyFrom == nil, geotagging == nil, thumbnail == nil, !sidecar, !mergesSidecar {
      if !strip.isEmpty, !keep.isEmpty {
        throw ImageError(.usage, "nothing to change: --keep keeps every kind that --strip removes")
      }
      throw ImageError(
        .usage,
        "nothing to change: give --set, --delete, --strip, --copy-from, --thumbnail, --orientation, --geotag or "
          + "--shift-dates")
    }
  }

  /// Checks the file to copy from before any work; otherwise its errors would be repeated for each input.
  ///
  /// A pipe is not checked, because it can be read only once.
  ///
  /// - Throws: `ImageError` with the path of that file.
  public func checkCopied(in environment: JobEnvironment) throws(ImageError) {
    guard let copyFrom, SystemCall.status(of: copyFrom)?.isRegularFile ?? true else { return }
    do throws(ImageError) {
      _ = try Self.otherMetadata(copyFrom, environment)
    } catch {
      throw error.at(path: copyFrom)
    }
  }

  /// - Parameters:
  ///   - others: further settings, before those of the user.
  ///   - settings: those of the user, with the values of their fields.
  func edits(adding others: [String] = [], settings: [String]) throws(ImageError) -> MetadataEdits {
    // With a file to copy from, the kinds select what is copied.
    let copies = copyFrom != nil && copyNames.isEmpty || mergesSidecar
    var edits = try MetadataEdits(
      set: others + settings, delete: delete, strip: copies ? [] : strip, keep: copies ? [] : keep,
      orientation: orientation, shiftDates: shiftDates)
    edits.thumbnail = thumbnail?.bytes
    return edits
  }

  /// Does the work.
  ///
  /// - Throws: `ImageError` with the path of the input or output at fault. No output remains then.
  public func run(in environment: JobEnvironment) throws(ImageError) -> JobReport {
    var environment = environment
    // No pixel is decoded, so pictures of any size are accepted.
    environment.limits.maxPixels = .max
    environment.limits.maxAxis = .max
    environment.limits.maxStreamedAxis = .max
    let source = try ImageSource(input, in: environment)
    // Its lock lasts until the file is replaced.
    defer { withExtendedLifetime(source) {} }
    if sidecar || isEditedBeside(source, environment) {
      // A sidecar file is not a copy of its picture.
      environment.files.preserves = false
      var report = try writeSidecar(of: source, in: environment)
      report.setFileTimes(in: environment)
      return report
    }
    var report = try write(try rewritten(source, in: environment), from: source, in: environment)
    report.setFileTimes(in: environment)
    return report
  }

  /// Whether the edits of a raw file go into its sidecar file, where programs for such files keep theirs. What is to be
  /// removed would stay in the raw file, so that is an error, as any edit of other files that cannot be rewritten.
  private func isEditedBeside(_ source: ImageSource, _ environment: JobEnvironment) -> Bool {
    let removes = !delete.isEmpty || !keepNames.isEmpty || !strip.isEmpty && copyFrom == nil
    return source.format == "raw" && !editsRaw && replacesItself(source, environment) && !removes && !mergesSidecar
  }

  /// Whether the output is the input.
  func replacesItself(_ source: ImageSource, _ environment: JobEnvironment) -> Bool {
    guard environment.files.inPlace, case .path(let path) = output, let identity = source.bytes.identity else {
      return false
    }
    return FileIdentity(path: path) == identity
  }

  /// The settings for a file, with the values of their fields: first the single properties that stay or are copied,
  /// then those of the user.
  func settings(
    for metadata: ImageMetadata, _ environment: JobEnvironment
  ) throws(ImageError) -> (settings: [String], notes: [Diagnostic]) {
    var settings: [String] = []
    var notes: [Diagnostic] = []
    func take(_ names: [String], of other: ImageMetadata) throws(ImageError) {
      for name in names {
        let found = try MetadataEdits.assignments(named: name, in: other)
        settings += found.assignments.map(\.text)
        notes += found.left.map { .note("\($0) cannot be kept or copied alone") }
      }
    }
    try take(keepNames, of: metadata)
    if let copyFrom, !copyNames.isEmpty { try take(copyNames, of: try Self.otherMetadata(copyFrom, environment)) }
    let expansion = try SettingExpansion(set, of: metadata, path: input.name)
    return (settings + expansion.settings, notes + expansion.notes)
  }

  /// The setting of the position where a picture was taken, or why there is none.
  func position(for metadata: ImageMetadata) -> (settings: [String], unmatched: Diagnostic?) {
    switch geotagging?.answer(for: metadata) {
    case .setting(let setting)?: ([setting], nil)
    case .missing(let reason)?: ([], .warning(reason))
    case nil: ([], nil)
    }
  }

  /// The changed file of an input that is open.
  func rewritten(_ source: ImageSource, in environment: JobEnvironment) throws(ImageError) -> RewrittenFile {
    let metadata = try source.metadata()
    let (position, unmatched) = position(for: metadata)
    let (settings, notes) = try settings(for: metadata, environment)
    var edits = try edits(adding: position, settings: settings)
    var copied: CopiedMetadata?
    if let path = try copiedPath() {
      let other = try Self.otherMetadata(path, environment)
      if other.format == "xmp" {
        edits = try self.edits(
          adding: MetadataEdits.assignments(from: other, for: metadata) + position, settings: settings)
      }
      edits.copies = true
      copied = try CopiedMetadata(other, strip: strip, keep: keep, deleting: edits, limits: environment.limits)
    }
    do throws(ImageError) {
      var file = try MetadataRewriter.rewrite(
        source.bytes, metadata, edits, copied: copied, page: page, editsRaw: editsRaw, limits: environment.limits)
      file.diagnostics += notes
      // As with ExifTool, whose GPSPosition has no altitude either.
      if edits.leavesAltitude, metadata.images.first?.properties["GPS"]?["Altitude"] != nil {
        file.diagnostics.append(
          .note(
            "the altitude of the old position stays; gps.position=LAT,LON,ALT sets it, --delete gps.altitude removes it"
          ))
      }
      if let unmatched { file.diagnostics.append(unmatched) }
      return file
    } catch {
      throw error.at(path: input.name)
    }
  }

  /// Writes the changed file.
  func write(
    _ file: RewrittenFile, from source: ImageSource, in environment: JobEnvironment
  ) throws(ImageError) -> JobReport {
    let metadata = try source.metadata()
    let size = metadata.images.first?.info?.size ?? PixelSize(width: 0, height: 0)
    var report = JobReport(
      input: input.name, inputFormat: source.format, inputSize: size, inputByteCount: source.byteCount)
    report.changes = file.changes
    report.diagnostics = metadata.diagnostics.filter { $0.severity == .warning } + file.diagnostics
    if mergesSidecar, try copiedPath() == nil { report.diagnostics.append(.note("there is no sidecar file")) }
    if file.changes.isEmpty, let copyFrom, copyNames.isEmpty {
      let selects = !(strip + keep + delete).isEmpty
      report.diagnostics.append(
        .note("\(copyFrom) has no metadata to copy\(selects ? " (with --strip, --keep and --delete applied)" : "")"))
    }
    try write(file.patch, from: source, size, environment, &report)
    if file.changes.isEmpty, let output = report.outputs.last {
      if output.isCopied { report.diagnostics.append(.note("nothing to change: the file was copied as it is")) }
      if output.skipped == .unchanged { report.diagnostics.append(.note("nothing to change")) }
    }
    return report
  }

  /// The file whose metadata is copied: that of the option, or the sidecar file of the input; nil if there is none.
  private func copiedPath() throws(ImageError) -> String? {
    if let copyFrom { return copyNames.isEmpty ? copyFrom : nil }
    guard mergesSidecar, case .path(let path) = input else { return nil }
    return SidecarPath.existing(of: path)
  }

  /// The metadata of a picture or sidecar file that is copied.
  static func otherMetadata(_ path: String, _ environment: JobEnvironment) throws(ImageError) -> ImageMetadata {
    do throws(ImageError) {
      let source = try InputOpening.open(path: path, limits: environment.limits)
      if let profile = try profile(source, environment.limits) { return profile }
      let allowed = environment.allowedFormats.map { $0.union(["xmp"]) }
      var reading = MetadataReader.Options(.values)
      reading.encoding = environment.encoding
      let metadata = try MetadataReader.read(
        source, fileName: path, limits: environment.limits, allowed: allowed, options: reading)
      guard metadata.format != "pdf" else { throw ImageError(.unsupported, "a PDF is not a picture") }
      guard metadata.format != "xmp" || metadata.blocks.count < 2 else {
        throw ImageError(.invalidData, "the sidecar file has several XMP packets; one is expected")
      }
      return metadata
    } catch {
      throw error.at(path: path)
    }
  }

  /// An ICC profile as a file of its own; nil for another file.
  private static func profile(_ source: any ByteSource, _ limits: Limits) throws(ImageError) -> ImageMetadata? {
    // The signature of profiles (ICC.1:2022, 7.2).
    guard try source.exactBytes(at: 36, count: 4)?.elementsEqual("acsp".utf8) ?? false else { return nil }
    guard source.size <= UInt64(limits.maxMetadataBlockBytes),
      let bytes = try source.exactBytes(at: 0, count: Int(source.size))
    else {
      throw limits.exceeded(
        "the profile has \(source.size) bytes", name: "max-metadata-block-bytes", value: limits.maxMetadataBlockBytes)
    }
    let stated = UInt32(bigEndianBytes: bytes.prefix(4))
    guard stated >= 128, stated <= source.size else {
      throw ImageError(.invalidData, "the profile says that it has \(stated) bytes of \(source.size)", format: "ICC")
    }
    var metadata = ImageMetadata(
      format: CopiedMetadata.profileFormat, contentType: "com.apple.colorsync-profile", byteCount: source.size)
    metadata.images = [ImageMetadata.Image(info: nil)]
    metadata.blocks = [MetadataBlock(.icc, offset: 0, bytes: Array(bytes))]
    return metadata
  }

  /// nil for standard output.
  private func outputPath(_ source: ImageSource, _ size: PixelSize) throws(ImageError) -> String? {
    switch try output.named(byHashOf: source) {
    case .standardOutput: return nil
    case .path(let path): return path
    case .named(let name):
      // Each kind of raw files has a suffix of its own. Standard input has no name that ends in it.
      var suffix = String(PathText.suffix(of: input.name).dropFirst())
      if source.format != "raw" {
        suffix = try ImageDestination.descriptor(format: source.format, path: nil).fileExtension
      } else if suffix.isEmpty {
        let kind = ContentTypeRegistry().type(identifier: try source.metadata().contentType)
        suffix = kind?.fileExtensions.first ?? source.format
      }
      return name.path(fileExtension: suffix, page: page ?? 1, size: size)
    }
  }

  private func write(
    _ patch: FilePatch, from source: ImageSource, _ size: PixelSize, _ environment: JobEnvironment,
    _ report: inout JobReport
  ) throws(ImageError) {
    var made = self
    (made.input, made.output) = (.standardInput, .standardOutput)
    let placement = OutputPlacement(
      environment: environment, inputName: input.name, inputIdentity: source.bytes.identity,
      isByContent: self.output.isByContent, options: "\(made)")
    func output(_ path: String, _ skipped: JobReport.Skip? = nil) -> JobReport.Output {
      var output = JobReport.Output(
        path: path, format: source.format, size: size, byteCount: skipped == nil ? patch.size : 0, skipped: skipped)
      output.imageCount = source.count
      output.isCopied = skipped == nil
      output.describeExisting(in: environment)
      return output
    }
    func isInput(_ path: String) -> Bool {
      guard environment.files.inPlace, let identity = source.bytes.identity else { return false }
      return FileIdentity(path: path) == identity
    }
    /// A file is not replaced by equal bytes, so that its modification time stays.
    func reportIfUnchanged(_ path: String) throws(ImageError) -> Bool {
      guard isInput(path), try patch.isSame(as: source.bytes) else { return false }
      report.outputs.append(output(path, .unchanged))
      report.changes = []
      return true
    }
    func reportIfSkipped(_ path: String) -> Bool {
      guard let reason = placement.skip(path) else { return false }
      report.outputs.append(output(path, reason))
      return true
    }
    /// Reports what would be written.
    func reportDryRun(_ path: String?) throws(ImageError) -> Bool {
      guard environment.files.dryRun else { return false }
      let changes = report.changes.isEmpty ? "a copy" : report.changes.joined(separator: ", ")
      let plan = try placement.plan(path, changes)
      report.outputs.append(output(plan.path, plan.skip))
      report.diagnostics.append(plan.note)
      return true
    }
    var path = "-"
    let file: AtomicFile
    if let name = try outputPath(source, size) {
      path = name
      try checkSuffix(path, source)
      if try reportIfUnchanged(path) { return }
      if try reportDryRun(path) { return }
      if reportIfSkipped(path) { return }
      guard case .write(let opened) = try placement.open(path) else { return }
      file = opened
    } else {
      if try reportDryRun(nil) { return }
      file = try placement.openStandardOutput()
    }
    // In place, the file has its damage already.
    if environment.files.damage != nil || !isInput(path) { try placement.checkDamage(file, path, report.diagnostics) }
    do throws(ImageError) {
      try patch.write(from: source.bytes, to: file, isCancelled: environment.isCancelled)
      try file.commit()
    } catch {
      throw error.at(path: error.kind == .io ? path : input.name)
    }
    report.outputs.append(output(path))
  }

  /// A file keeps its format, so its output must not have the suffix of another.
  private func checkSuffix(_ path: String, _ source: ImageSource) throws(ImageError) {
    guard checksSuffix, path != input.name, let other = try? ImageDestination.descriptor(format: nil, path: path),
      other.name != source.format
    else { return }
    // An input with a wrong suffix may keep it.
    if (try? ImageDestination.descriptor(format: nil, path: input.name))?.name == other.name { return }
    throw ImageError(
      .usage, "\(input.name) stays a \(source.format) file; its output cannot have a suffix of \(other.name)",
      path: path)
  }
}
