/// The type of a file, and how it was found.
package struct TypeIdentification: Hashable, Sendable {
  /// Evidence for a type.
  package struct Evidence: Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
      /// Bytes at an offset.
      case signature(ContentType.Signature, place: Int)
      /// What a text begins with.
      case opening(String)
      case name(NamePattern)
    }

    package var type: String
    package var kind: Kind

    /// The evidence as text for users: `public.png: the bytes 89 50 4E 47 at 0 (priority 60)`.
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

  /// The reason for the type.
  package enum Reason: String, Hashable, Sendable {
    /// Only the content gives evidence, or both agree, or the content is more specific than the name.
    case content
    /// Only the name gives evidence.
    case name
    /// The name is more specific than the content: a `.docx` is a ZIP archive.
    case nameRefinesContent
    /// Content and name contradict each other, and the content wins.
    case contentAgainstName
    /// Content and name contradict each other, and the name wins because the content's evidence is weak.
    case nameAgainstWeakContent
    /// A directory.
    case directory
    /// A directory whose name marks it as a package, one document.
    case package
    /// No evidence; the content is text.
    case text
    /// No evidence.
    case unknown
  }

  package var type: ContentType
  package var reason: Reason
  /// The evidence from the content, strongest first.
  package var contentEvidence: [Evidence]
  /// The evidence from the name, strongest first.
  package var nameEvidence: [Evidence]
  /// The rejected type where content and name disagree; nil where they agree.
  package var contradicted: String?

  /// The steps, one per line.
  package var lines: [String] {
    var lines = contentEvidence.map { "content: " + $0.summary }
    if contentEvidence.isEmpty, reason != .directory, reason != .package { lines.append("content: says nothing") }
    // A pattern is in our table and in the database: said once.
    var patterns: Set<String> = []
    for evidence in nameEvidence {
      guard case .name(let pattern) = evidence.kind, patterns.insert("\(evidence.type) \(pattern.folded)").inserted
      else { continue }
      lines.append("name: " + evidence.summary)
    }
    if nameEvidence.isEmpty { lines.append("name: says nothing") }
    let why =
      switch reason {
      case .content: "the content decides"
      case .name: "the content says nothing"
      case .nameRefinesContent: "the name is more specific than the content"
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
