package import ByteStreams
internal import CQPDFShims
package import ImageModel
package import PDFWriting

/// Writes a finished PDF once more: encrypted, linearized, or both (`QPDFWriter`).
///
/// Streams keep their bytes. One stream is in memory at a time, and the structure of the whole document. It is for documents
/// that we wrote: nothing bounds it.
package enum PDFFinishing {
  /// Writes `source` to the end of `sink`.
  ///
  /// Without encryption, equal documents give equal bytes. With it they do not: the keys are random.
  ///
  /// - Parameters:
  ///   - linearize: puts what the first page needs first, so that it can be shown while the rest is on its way
  ///     (ISO 32000-1, annex F).
  ///   - version: the least version of the result. AES-256 needs 1.7 with an extension, whatever is asked for.
  /// - Throws: `usage` for passwords that do not do; `io`; `invalidData` where the source is no sound PDF.
  package static func encryptAndLinearize(
    from source: any ByteSource, to sink: any ByteSink, encryption: PDFEncryption?, linearize: Bool,
    version: PDFVersion? = nil, limits: Limits
  ) throws(ImageError) {
    try encryption?.check()
    let reader = try ObjectReader(source, password: nil, limits: limits, isOurs: true)
    let user = text(encryption?.userPassword ?? "")
    // A document without a password for its owner is the user's.
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

  /// A text as C has it.
  private static func text(_ text: String) -> [CChar] { text.utf8.map { CChar(bitPattern: $0) } + [0] }
}

extension [CChar] {
  /// `withUnsafeBufferPointer` with the type of what is thrown.
  fileprivate func withTyped(_ body: (UnsafePointer<CChar>?) throws(ImageError) -> Void) throws(ImageError) {
    try withUnsafeBufferPointer { buffer throws(ImageError) in try body(buffer.baseAddress) }
  }
}
