internal import ByteStreams
internal import ImageModel
internal import MetadataModel
internal import MetadataReading
internal import MetadataWriting

extension MetadataRewriteJob {
  /// Changes or makes the sidecar file of a picture.
  ///
  /// - Throws: `ImageError` with the path of the input, or of the sidecar file.
  func writeSidecar(of source: ImageSource, in environment: JobEnvironment) throws(ImageError) -> JobReport {
    let picture = try source.metadata()
    let present: String? = if case .path(let path) = input { SidecarPath.existing(of: path) } else { nil }
    var sidecar: ImageMetadata?
    // Other programs that change it with a lock wait until it is replaced.
    var bytes: (any ByteSource)?
    defer { withExtendedLifetime(bytes) {} }
    if let present {
      do throws(ImageError) {
        let opened = try InputOpening.open(path: present, limits: environment.limits, isReplaced: true)
        bytes = opened
        sidecar = try MetadataReader.read(
          opened, fileName: present, limits: environment.limits, allowed: ["xmp"], options: .init(.values))
      } catch {
        throw error.at(path: present)
      }
    }
    var other: ImageMetadata?
    if let copyFrom, copyNames.isEmpty { other = try Self.otherMetadata(copyFrom, environment) }
    let (settings, notes) = try settings(for: picture, environment)
    let (position, unmatched) = position(for: picture)
    let edits = try edits(adding: position, settings: settings)
    let file: RewrittenSidecar
    do throws(ImageError) {
      file = try SidecarRewriter.rewrite(
        sidecar, of: picture, edits, copying: other, strip: strip, keep: keep, limits: environment.limits)
    } catch {
      throw error.at(path: error.kind == .invalidData ? present ?? input.name : input.name)
    }
    let size = picture.images.first?.info?.size ?? PixelSize(width: 0, height: 0)
    var report = JobReport(
      input: input.name, inputFormat: source.format, inputSize: size, inputByteCount: source.byteCount)
    report.changes = file.changes
    report.diagnostics = file.diagnostics + notes + [unmatched].compactMap { $0 }
    let path = try sidecarPath(present, source, size, environment)
    if let path, path == present, let bytes, try isSame(file.packet, bytes) {
      report.changes = []
      report.outputs.append(
        JobReport.Output(path: path, format: "xmp", size: size, byteCount: source.byteCount, skipped: .unchanged))
      report.outputs[0].byteCount = UInt64(file.packet.count)
      report.diagnostics.append(.note("nothing to change in \(path)"))
      return report
    }
    try write(file, to: path, size, source, environment, &report)
    return report
  }

  /// Where the sidecar file goes: beside the input, or where the output says; nil for standard output.
  private func sidecarPath(
    _ present: String?, _ source: ImageSource, _ size: PixelSize, _ environment: JobEnvironment
  ) throws(ImageError) -> String? {
    if replacesItself(source, environment) { return present ?? SidecarPath.new(of: input.name) }
    switch try output.named(byHashOf: source) {
    case .standardOutput: return nil
    case .path(let path): return path
    case .named(let name): return name.path(fileExtension: "xmp", page: 1, size: size)
    }
  }

  private func isSame(_ packet: [UInt8], _ bytes: any ByteSource) throws(ImageError) -> Bool {
    guard bytes.size == UInt64(packet.count) else { return false }
    return try bytes.bytes(at: 0, count: packet.count) == packet
  }

  private func write(
    _ file: RewrittenSidecar, to path: String?, _ size: PixelSize, _ source: ImageSource,
    _ environment: JobEnvironment, _ report: inout JobReport
  ) throws(ImageError) {
    let placement = OutputPlacement(
      environment: environment, inputName: input.name, inputIdentity: source.bytes.identity,
      isByContent: output.isByContent)
    var written = JobReport.Output(path: path ?? "-", format: "xmp", size: size, byteCount: 0)
    if environment.files.dryRun {
      let changes = file.changes.isEmpty ? "a copy" : file.changes.joined(separator: ", ")
      let plan = try placement.plan(path, changes)
      written.skipped = plan.skip
      report.outputs.append(written)
      report.diagnostics.append(plan.note)
      return
    }
    let opened: AtomicFile
    if let path {
      switch try placement.open(path) {
      case .skip(let reason):
        written.skipped = reason
        report.outputs.append(written)
        return
      case .write(let atomic): opened = atomic
      }
    } else {
      opened = try placement.openStandardOutput()
    }
    do throws(ImageError) {
      try file.packet.withRawBytes { bytes throws(ImageError) in try opened.append(bytes) }
      try opened.commit()
    } catch {
      throw error.at(path: path ?? "-")
    }
    written.byteCount = UInt64(file.packet.count)
    report.outputs.append(written)
    if !sidecar, let path {
      report.diagnostics.append(.note("the changes are in \(path); \(source.format) files stay as they are"))
    }
  }
}
