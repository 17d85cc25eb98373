/// Why something could not be read, made or written.
///
/// The kind says who is at fault. The message is one line that a user understands. The outermost caller adds the path.
public struct ImageError: Error, Hashable, Sendable {
  public enum Kind: String, Hashable, Sendable {
    /// The input breaks its format's rules.
    case invalidData
    /// The input is valid, but this suite cannot read (or write) it.
    case unsupported
    /// The input is larger than a limit allows; `limit` names it.
    case limitExceeded
    /// The system refused: a missing file, no permission, a full disk.
    case io
    /// The caller's request is invalid.
    case usage
    /// The caller cancelled the work.
    case cancelled
  }

  /// The limit that was exceeded, and the option that raises it.
  public struct ExceededLimit: Hashable, Sendable {
    /// The limit's name, as in `Limits`.
    public var name: String
    /// The limit in force.
    public var value: UInt64
    /// The command-line option that changes it.
    public var option: String
    /// The value that would have sufficed; nil where it is not known, or not a number of bytes.
    public var neededBytes: UInt64?

    public init(name: String, value: UInt64, option: String, neededBytes: UInt64? = nil) {
      self.name = name
      self.value = value
      self.option = option
      self.neededBytes = neededBytes
    }

    /// The limit, and what raises it, for people.
    fileprivate var hint: String {
      guard let neededBytes else { return "limit \(name) is \(value); raise it with \(option)" }
      let needed = neededBytes.addingReportingOverflow(1 << 20 - 1).partialValue >> 20
      let limit = value % (1 << 20) == 0 ? "\(value >> 20) MiB" : "\(value) bytes"
      return "limit \(name) is \(limit); raise it with \(option) \(needed)Mi"
    }
  }

  public var kind: Kind
  /// The format's name as a user knows it ("PNG"), where the error comes from a format.
  public var format: String?
  public var message: String
  public var limit: ExceededLimit?
  /// The file at fault, as the caller named it.
  public var path: String?
  /// `errno` of the system call that failed.
  public var systemError: Int32?

  public init(
    _ kind: Kind, _ message: String, format: String? = nil, limit: ExceededLimit? = nil, path: String? = nil,
    systemError: Int32? = nil
  ) {
    self.kind = kind
    self.message = message
    self.format = format
    self.limit = limit
    self.path = path
    self.systemError = systemError
  }

  /// The same error with a path, unless it already has one.
  public func at(path: String) -> ImageError {
    var error = self
    if error.path == nil { error.path = path }
    return error
  }
}

extension ImageError: CustomStringConvertible {
  /// What went wrong, without the path: `not a valid PNG: IDAT: CRC error`.
  public var reason: String {
    switch (kind, format) {
    case (.invalidData, let format?): "not a valid \(format): \(message)"
    case (.unsupported, let format?): "unsupported \(format): \(message)"
    case (.limitExceeded, _):
      message + (limit.map { " (\($0.hint))" } ?? "")
    default: message
    }
  }

  /// The line that a command prints after its name: `photo.png: not a valid PNG: IDAT: CRC error`.
  public var description: String {
    path.map { "\($0): \(reason)" } ?? reason
  }
}
