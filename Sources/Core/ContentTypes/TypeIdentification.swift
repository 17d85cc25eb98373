/// What type a file has, and how that was found.
package struct TypeIdentification: Hashable, Sendable {
  /// A type that the content, or the name, speaks for.
  package struct Evidence: Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
      /// Bytes at a place.
      case signature(ContentType.Signature, place: Int)
      /// What a text begins with.
      case opening(String)
      case name(NamePattern)
    }

    package var type: String
    package var kind: Kind

    /// The evidence for people: `public.png: the bytes 89 50 4E 47 at 0 (priority 60)`.
    package var summary: String {
      switch kind {
      case .signature(let signature, _):
        let source = signature.isFromDatabase ? "shared-mime-info, " : ""
        return "\(type): the bytes \(signature.summary) (\(source)priority \(signature.priority))"
      case .opening(let text): return "\(type): the text begins with \(text)"
      case .name(let pattern):
        let source = pattern.isFromDatabase ? "shared-mime-info, weight \(pattern.weight)" : ""
        let details = [source, pattern.isCaseSensitive ? "case counts" : ""].filter { !$0.isEmpty }
        return "\(type): the name matches \(pattern.text)"
          + (details.isEmpty ? "" : " (\(details.joined(separator: ", ")))")
      }
    }
  }

  /// Why the type is what it is.
  package enum Reason: String, Hashable, Sendable {
    /// Only the content speaks, or both say the same, or the content says more precisely what the name says.
    case content
    /// Only the name speaks.
    case name
    /// The name says more precisely what the content says: a `.docx` is a ZIP archive.
    case nameRefinesContent
    /// Content and name contradict each other, and the content counts.
    case contentAgainstName
    /// Content and name contradict each other, and the content's evidence is weak.
    case nameAgainstWeakContent
    /// A directory.
    case directory
    /// A directory whose name says that it acts as one document.
    case package
    /// Neither speaks; the content is text.
    case text
    /// Neither speaks.
    case unknown
  }

  package var type: ContentType
  package var reason: Reason
  /// What the content speaks for, what counts most first.
  package var contentEvidence: [Evidence]
  /// What the name speaks for, what counts most first.
  package var nameEvidence: [Evidence]
  /// What content and name say differently: the type that was not taken. nil where they agree.
  package var contradicted: String?

  /// The steps, one a line.
  package var lines: [String] {
    var lines = contentEvidence.map { "content: " + $0.summary }
    if contentEvidence.isEmpty, reason != .directory, reason != .package { lines.append("content: says nothing") }
    lines += nameEvidence.map { "name: " + $0.summary }
    if nameEvidence.isEmpty { lines.append("name: says nothing") }
    let why =
      switch reason {
      case .content: "what the content says counts"
      case .name: "the content says nothing"
      case .nameRefinesContent: "the name says more precisely what the content says"
      case .contentAgainstName: "the name says \(contradicted ?? "something else"), but the content counts more"
      case .nameAgainstWeakContent: "the content's signs of \(contradicted ?? "something else") are weak"
      case .directory: "it is a directory"
      case .package: "it is a directory that acts as one document"
      case .text: "neither says anything, and the content is text"
      case .unknown: "neither says anything"
      }
    return lines + ["type: \(type.identifier) (\(type.name)): \(why)"]
  }
}
