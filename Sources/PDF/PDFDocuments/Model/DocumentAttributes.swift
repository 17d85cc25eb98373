package import PDFWriting

/// The document information: title, author and the like (ISO 32000-1, 14.3.3).
public struct DocumentAttributes: Hashable, Sendable {
  public var title: String?
  public var author: String?
  public var subject: String?
  public var keywords: [String] = []
  /// The program that made the original.
  public var creator: String?
  /// The program that made the PDF.
  public var producer: String?
  /// Seconds since the beginning of 1970; nil leaves the date out. The current time is never used.
  public var creationTime: Int?
  /// Seconds since the beginning of 1970; nil leaves the date out.
  public var modificationTime: Int?

  public init() {}

  /// The attributes of an existing file.
  package init(_ info: DocumentInfo) {
    title = info.title
    author = info.author
    subject = info.subject
    keywords = info.keywords
    creator = info.creator
    producer = info.producer
    creationTime = info.creationDate?.secondsSince1970
    modificationTime = info.modificationDate?.secondsSince1970
  }

  /// These attributes, with missing ones taken from another document.
  package func completed(by other: DocumentAttributes?) -> DocumentAttributes {
    guard let other else { return self }
    var result = self
    result.title = title ?? other.title
    result.author = author ?? other.author
    result.subject = subject ?? other.subject
    if keywords.isEmpty { result.keywords = other.keywords }
    result.creator = creator ?? other.creator
    result.creationTime = creationTime ?? other.creationTime
    return result
  }

  var information: DocumentInfo {
    var info = DocumentInfo()
    info.title = title
    info.author = author
    info.subject = subject
    info.keywords = keywords
    info.creator = creator
    info.producer = producer
    info.creationDate = creationTime.map { PDFDate(secondsSince1970: $0) }
    info.modificationDate = modificationTime.map { PDFDate(secondsSince1970: $0) }
    return info
  }
}
