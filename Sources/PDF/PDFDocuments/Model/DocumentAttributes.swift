package import PDFWriting

/// The document information: title, author and the like (ISO 32000-1, 14.3.3).
public struct DocumentAttributes: Hashable, Sendable {
  public var title: String?
  public var author: String?
  public var subject: String?
  public var keywords: [String] = [] { didSet { keywordText = nil } }
  /// The keywords of an existing file, with its separators, for as long as they are not changed.
  private var keywordText: String?
  /// The program that made the original.
  public var creator: String?
  /// The program that made the PDF.
  public var producer: String?
  /// Seconds since the beginning of 1970; nil leaves the date out. The current time is never used.
  public var creationTime: Int? {
    get { creationDate?.secondsSince1970 }
    set { creationDate = newValue.map { PDFDate(secondsSince1970: $0) } }
  }
  /// Seconds since the beginning of 1970; nil leaves the date out.
  public var modificationTime: Int? {
    get { modificationDate?.secondsSince1970 }
    set { modificationDate = newValue.map { PDFDate(secondsSince1970: $0) } }
  }
  /// The dates with the time zones that they have in an existing file.
  private var creationDate: PDFDate?
  private var modificationDate: PDFDate?

  public init() {}

  /// The attributes of an existing file.
  package init(_ info: DocumentInfo) {
    title = info.title
    author = info.author
    subject = info.subject
    keywords = info.keywords
    keywordText = info.keywordText
    creator = info.creator
    producer = info.producer
    creationDate = info.creationDate
    modificationDate = info.modificationDate
  }

  /// These attributes, with missing ones taken from another document.
  package func completed(by other: DocumentAttributes?) -> DocumentAttributes {
    guard let other else { return self }
    var result = self
    result.title = title ?? other.title
    result.author = author ?? other.author
    result.subject = subject ?? other.subject
    if keywords.isEmpty {
      result.keywords = other.keywords
      result.keywordText = other.keywordText
    }
    result.creator = creator ?? other.creator
    result.creationDate = creationDate ?? other.creationDate
    return result
  }

  var information: DocumentInfo {
    var info = DocumentInfo()
    info.title = title
    info.author = author
    info.subject = subject
    info.keywords = keywords
    info.keywordText = keywordText
    info.creator = creator
    info.producer = producer
    info.creationDate = creationDate
    info.modificationDate = modificationDate
    return info
  }
}
