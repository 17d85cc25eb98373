package import ByteStreams
internal import CQPDFShims
package import ImageModel
internal import Imaging
internal import PDFReading
package import PDFWriting

/// Writes a document to a sink: directly, or through a temporary file where libqpdf has to rewrite it.
package enum DocumentOutput {
  /// A sink that writes to a temporary file.
  private final class TemporarySink: ByteSink {
    let file: TemporaryFile
    private(set) var size: UInt64 = 0

    init() throws(ImageError) { file = try TemporaryFile() }

    func write(_ bytes: UnsafeRawBufferPointer, at offset: UInt64) throws(ImageError) {
      try file.write(bytes, at: offset)
      size = max(size, offset + UInt64(bytes.count))
    }

    func read(into buffer: UnsafeMutableRawBufferPointer, at offset: UInt64) throws(ImageError) -> Int {
      try file.read(into: buffer, at: offset)
    }
  }

  /// Writes a document to a sink.
  ///
  /// - Parameter body: writes the document to the sink that it gets.
  package static func write<Result>(
    to sink: any ByteSink, _ options: WriteOptions, _ body: (any ByteSink) throws(ImageError) -> Result
  ) throws(ImageError) -> Result {
    guard options.needsFinishing else { return try body(sink) }
    let temporary = try TemporarySink()
    let result = try body(temporary)
    try PDFFinishing.encryptAndLinearize(
      from: temporary.file, to: sink, encryption: options.encryption, linearize: options.isLinearized,
      version: options.version, limits: options.limits)
    return result
  }
}

/// Rewrites a finished PDF: encrypted, linearized, or both (`QPDFWriter`).
///
/// Streams keep their bytes. One stream at a time and the structure of the whole document are in memory, within
/// `maxMemory`. There are no other limits, so this must be used only for documents that this program wrote.
package enum PDFFinishing {
  /// Appends the rewritten `source` to `sink`.
  ///
  /// Without encryption, equal documents give equal bytes. With encryption they do not, because the keys are random.
  ///
  /// - Parameters:
  ///   - linearize: puts the objects of the first page first, so that viewers can show it while the rest is loading
  ///     (ISO 32000-1, annex F).
  ///   - version: the minimum version of the result. AES-256 always needs 1.7 with an extension.
  /// - Throws: `usage` for invalid passwords; `limitExceeded`; `io`; `invalidData` where the source is not a valid PDF.
  package static func encryptAndLinearize(
    from source: any ByteSource, to sink: any ByteSink, encryption: PDFEncryption?, linearize: Bool,
    version: PDFVersion? = nil, limits: Limits
  ) throws(ImageError) {
    try encryption?.check()
    let reader = try ObjectReader(source, password: nil, limits: limits, isOurs: true)
    let user = text(encryption?.userPassword ?? "")
    // Without an owner password, the user password also opens the document as its owner.
    let owner = text(encryption.map { $0.ownerPassword.isEmpty ? $0.userPassword : $0.ownerPassword } ?? "")
    let minimum = text(version?.rawValue ?? "1.4")
    let permissions = encryption?.permissions ?? .all
    func flag(_ permission: PDFPermissions) -> Int32 { permissions.contains(permission) ? 1 : 0 }
    try user.withTyped { user throws(ImageError) in
      try owner.withTyped { owner throws(ImageError) in
        try minimum.withTyped { minimum throws(ImageError) in
          let writing = qpdf_shim_writing(
            linearizes: linearize ? 1 : 0, encrypts: encryption == nil ? 0 : 1, user_password: user,
            owner_password: owner, prints_low: flag(.lowQualityPrinting), prints_high: flag(.highQualityPrinting),
            modifies: flag(.documentChanges), assembles: flag(.documentAssembly), copies: flag(.contentCopying),
            accesses: flag(.contentAccessibility), annotates: flag(.commenting), fills_forms: flag(.formFieldEntry),
            minimum_version: minimum)
          try reader.write(writing) { bytes throws(ImageError) in try sink.append(bytes) }
        }
      }
    }
  }

  /// A text as a C string.
  private static func text(_ text: String) -> [CChar] { text.utf8.map { CChar(bitPattern: $0) } + [0] }
}

extension [CChar] {
  /// `withUnsafeBufferPointer` with typed throws.
  fileprivate func withTyped(_ body: (UnsafePointer<CChar>?) throws(ImageError) -> Void) throws(ImageError) {
    try withUnsafeBufferPointer { buffer throws(ImageError) in try body(buffer.baseAddress) }
  }
}
