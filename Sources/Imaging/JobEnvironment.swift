package import ByteStreams
public import ImageModel
internal import Synchronization

/// What all jobs of one run share: limits, allowed formats and how files are written.
public struct JobEnvironment: Sendable {
  /// How an output takes its place.
  public struct FileOptions: Hashable, Sendable {
    /// Existing outputs are left alone, and the job says that it was skipped.
    public var noClobber = false
    /// Outputs that are newer than their input are left alone, and the job says that it was skipped.
    public var update = false
    /// Flushes outputs to the disk.
    public var sync = false
    /// Makes missing folders of outputs.
    public var parents = false
    /// Allows an output to replace its own input.
    public var inPlace = false

    public init() {}
  }

  public var limits: Limits
  /// Names of the formats that may be decoded (`jpeg`, `png`, `tiff`); nil allows all.
  public var allowedFormats: Set<String>?
  public var files: FileOptions
  /// Whether a job may decode on a thread of its own, beside the work on the rows: for runs of one job at a time.
  public var decodesAhead = false
  /// Says true when the work should end; checked between rows.
  public var isCancelled: (@Sendable () -> Bool)?
  /// Takes the fraction of an image's rows that have been read, from 0 to 1, while a job works on it.
  public var progress: (@Sendable (Double) -> Void)?
  /// Names of temporary files, for a process that has to remove them when it is told to end.
  package var temporaryNames: TemporaryNames
  /// The files that this run reads: no other input's output may replace one.
  package var inputs: Set<FileIdentity> = []
  /// The outputs of this run: two inputs must not write one output.
  let claims = OutputClaims()

  public init(
    limits: Limits, allowedFormats: Set<String>? = nil, files: FileOptions = FileOptions(),
    isCancelled: (@Sendable () -> Bool)? = nil
  ) {
    self.limits = limits
    self.allowedFormats = allowedFormats
    self.files = files
    self.isCancelled = isCancelled
    temporaryNames = TemporaryNames()
  }
}

/// The outputs that jobs of one run have claimed.
final class OutputClaims: Sendable {
  private let owners = Mutex<[[UInt8]: String]>([:])

  /// Claims an output for an input.
  ///
  /// - Parameter place: what all paths to the output have in common.
  /// - Throws: `usage` when another input of this run writes it.
  func claim(_ output: String, _ place: [UInt8], for input: String) throws(ImageError) {
    let owner = owners.withLock { owners -> String? in
      if let owner = owners[place] { return owner }
      owners[place] = input
      return nil
    }
    if let owner {
      throw ImageError(.usage, "would write \(output), which \(owner) has written already", path: input)
    }
  }
}
