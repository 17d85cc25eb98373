/// A piece of metadata as stored in the container, not yet parsed: a segment, a chunk or the value of a tag.
public struct MetadataBlock: Hashable, Sendable {
  public enum Kind: Hashable, Sendable {
    /// A TIFF stream with Exif directories, without the `Exif\0\0` prefix.
    case exif
    /// An XMP packet in UTF-8 (or as the file has it).
    case xmp
    /// A part of extended XMP, joined, without its headers.
    case extendedXMP
    /// A whole ICC profile.
    case icc
    /// Photoshop image resources (`8BIM` records), which may hold IPTC IIM.
    case photoshop
    /// IPTC IIM datasets without the resources around them.
    case iptc
    /// The content of a JFIF or JFXX segment, after the identifier.
    case jfif, jfxx
    /// The content of Adobe's APP14 segment, after `Adobe`.
    case adobe
    /// Multi-picture format (CIPA DC-007), after `MPF\0`.
    case multiPicture
    /// A comment without a keyword.
    case comment
    /// A text with a keyword.
    case text(keyword: String)
    /// Anything else, by the name that the container gives it: `APP5`, `tIME`.
    case other(String)
  }

  /// How the bytes are stored.
  public enum Encoding: Hashable, Sendable {
    case plain
    /// A zlib stream (RFC 1950), as in zTXt, iTXt and iCCP.
    case zlib
    /// A Brotli stream (RFC 7932), as in JPEG XL's `brob`.
    case brotli
  }

  public var kind: Kind
  /// Where the content begins in the file.
  public var offset: UInt64
  public var bytes: [UInt8]
  public var encoding: Encoding

  public init(_ kind: Kind, offset: UInt64, bytes: [UInt8], encoding: Encoding = .plain) {
    self.kind = kind
    self.offset = offset
    self.bytes = bytes
    self.encoding = encoding
  }
}
