package import ByteStreams
internal import Glibc
package import ImageModel

/// Decides whether and where a job may write, by the rules that hold for all outputs.
package struct OutputPlacement {
  let environment: JobEnvironment
  /// The name of the input, for messages.
  let inputName: String
  /// Which file the input is; nil where it is a pipe.
  let inputIdentity: FileIdentity?

  package init(environment: JobEnvironment, inputName: String, inputIdentity: FileIdentity?) {
    self.environment = environment
    self.inputName = inputName
    self.inputIdentity = inputIdentity
  }

  /// What came of asking for an output.
  package enum Decision {
    case write(AtomicFile)
    case skip(JobReport.Skip)
  }

  /// Opens an output file, or says why it is left alone.
  ///
  /// - Throws: `usage` when the output is the input or belongs to another input of this run; `io`.
  package func open(_ path: String) throws(ImageError) -> Decision {
    let files = environment.files
    let status = SystemCall.status(of: path)
    if let status, let inputIdentity, FileIdentity(status) == inputIdentity, !files.inPlace {
      throw ImageError(.usage, "the output is the input itself; --in-place allows that", path: path)
    }
    if let status, FileIdentity(status) != inputIdentity, environment.inputs.contains(FileIdentity(status)) {
      throw ImageError(.usage, "the output of \(inputName) is another input of this run", path: path)
    }
    if let skip = skip(path) { return .skip(skip) }
    try OutputFolder.prepare(for: path, parents: files.parents)
    // Devices and fifos may be written by many inputs; files by one.
    if status?.isRegularFile ?? true { try environment.claims.claim(path, Self.canonical(path), for: inputName) }
    return .write(
      try AtomicFile(
        path: path, options: .init(noClobber: files.noClobber, sync: files.sync), names: environment.temporaryNames))
  }

  /// Opens standard output.
  func openStandardOutput() throws(ImageError) -> AtomicFile {
    try AtomicFile(standardOutputNamed: "standard output", names: environment.temporaryNames)
  }

  /// Why an output is to be left alone; nil where it is to be written.
  package func skip(_ path: String) -> JobReport.Skip? {
    guard let status = SystemCall.status(of: path), status.isRegularFile else { return nil }
    if environment.files.noClobber { return .exists }
    guard environment.files.update, let input = SystemCall.status(of: inputName) else { return nil }
    let (output, source) = (status.st_mtim, input.st_mtim)
    return (output.tv_sec, output.tv_nsec) >= (source.tv_sec, source.tv_nsec) ? .upToDate : nil
  }

  /// A name that two paths to one file share: the folder without links, and the file's own name. Bytes, for names that are
  /// the same text to Unicode may be two files.
  private static func canonical(_ path: String) -> [UInt8] {
    if let whole = SystemCall.resolved(path) { return PathText.bytes(whole) }
    let (folder, name) = PathText.split(path)
    return PathText.bytes((SystemCall.resolved(folder) ?? folder) + "/" + name)
  }
}
