package import ByteStreams
public import ImageModel
internal import Synchronization
package import TextReading

/// The context that all jobs of one run share: limits, allowed formats and how files are written.
public struct JobEnvironment: Sendable {
  /// When outputs are written, and how.
  public typealias FileOptions = ImageModel.FileOptions

  public var limits: Limits
  /// Names of the formats that may be decoded (as in `imgconv --format`); nil allows all.
  public var allowedFormats: Set<String>?
  /// What is shown of a camera's raw file.
  public var raw = RAWRendering.preview
  public var files: FileOptions
  /// Whether a job may decode on a second thread while its own thread works on the rows. Only for a run that does one
  /// job at a time.
  public var decodesAhead = false
  /// Returns true when the work should end; called between rows.
  public var isCancelled: (@Sendable () -> Bool)?
  /// Is called with the fraction of an image's rows that have been read, from 0 to 1.
  public var progress: (@Sendable (Double) -> Void)?
  /// The encoding of texts in Exif and IPTC that are not UTF-8 and whose encoding is not declared. nil: Latin-1 in
  /// Exif, Windows-1252 in IPTC.
  package var encoding: NamedEncoding?
  /// What jobs read and write instead of standard input and standard output.
  package var streams = StandardStreams()
  /// Gives the picture of a document, which is read instead of the file at a path. Its page has been chosen already.
  /// Gives nil for a file that is read itself.
  package var pictureOfDocument: (@Sendable (String) throws(ImageError) -> [UInt8]?)?
  /// The page of a document that its picture shows, counted from 1.
  package var pageOfDocument = 1
  /// Names of temporary files, so that a signal handler can remove them.
  package var temporaryNames: TemporaryNames
  /// The files that this run reads. The output of one input must not replace another one.
  package var inputs: Set<FileIdentity> = []
  /// The outputs of this run. Two inputs must not have the same one.
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
  /// - Parameter place: a name that all paths to the output share.
  /// - Throws: `usage` if another input of this run has claimed it.
  func claim(_ output: String, _ place: [UInt8], for input: String) throws(ImageError) {
    let owner = owners.withLock { owners -> String? in
      if let owner = owners[place] { return owner }
      owners[place] = input
      return nil
    }
    if let owner {
      throw ImageError(.usage, "\(output) is already the output of \(owner)", path: input)
    }
  }
}
