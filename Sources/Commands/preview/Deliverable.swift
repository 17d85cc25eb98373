internal import ProviderHost

/// What was made of a document, ready to be written.
struct Deliverable: Sendable {
  /// A name for the form: `png`, `jpeg`, `pdf`, `html`, or the MIME type.
  var format: String
  var contentType: String
  var fileExtension: String
  var bytes: [UInt8]
  /// Pixels; 0 for what has none.
  var width = 0
  var height = 0
  var title: String?
  var pageCount: Int?
  var provider: ProviderName?
  var isCached = false
  /// What is wrong with the document.
  var warnings: [String] = []
  /// What the user should know.
  var notes: [String] = []
}
