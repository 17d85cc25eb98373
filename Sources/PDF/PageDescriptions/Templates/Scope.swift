internal import Drawing
internal import StructuredText
internal import Templates

/// The values that the fields of a text can refer to: the data, the variables of repetitions, and the page's number.
struct Scope {
  /// The innermost variable first.
  private indirect enum Variables: Sendable {
    case none
    case variable(String, StructuredValue, Variables)
  }

  /// The whole of `--data`; nil where there is none.
  var data: StructuredValue?
  private var variables = Variables.none
  /// The number of the page, counted from 1.
  var page: Int?
  var pages: PageTotal
  /// The place in the document of the description's first page, counted from 0.
  var firstPage = 0
  /// The language of the document, for numbers and dates; nil for English.
  var locale: ValueLocale?
  let budget: ReadingBudget
  /// The pages of IDs, for `{pageOf.id}`.
  let references = PageReferences()
  /// The colours of inks of the document.
  let inks: InkColors

  /// The value of `{pages}`.
  enum PageTotal: Sendable, Equatable {
    case known(Int)
    /// The pages are being counted: any number does for now.
    case counting
    /// Pages arrive one by one, and their number is not declared.
    case unknown
  }

  init(_ options: DescriptionOptions, pages: PageTotal) {
    data = options.data
    self.pages = options.totalPages.map { .known($0) } ?? pages
    firstPage = options.firstPageNumber - 1
    budget = ReadingBudget(options.limits)
    inks = options.inks
  }

  /// The scope within a repetition.
  func with(_ name: String, _ value: StructuredValue) -> Scope {
    var scope = self
    scope.variables = .variable(name, value, variables)
    return scope
  }

  /// The value for a path such as `person.address.lines[0]`; nil where there is none, and where it is null.
  func value(_ path: DataPath) -> StructuredValue? {
    var value: StructuredValue?
    if let variable = variable(path.name) {
      value = variable
    } else if path.name == "data" {
      value = data
    } else {
      value = data?.member(path.name)
    }
    for step in path.steps {
      switch step {
      case .member(let name): value = value?.member(name)
      case .element(let index): value = value?.element(index)
      }
    }
    if case .null? = value?.content { return nil }
    return value
  }

  private func variable(_ name: String) -> StructuredValue? {
    var rest = variables
    while case .variable(let known, let value, let outer) = rest {
      if known == name { return value }
      rest = outer
    }
    return nil
  }
}

/// A way into the data: a name, then members and elements. Elements are counted from 0, as in JSON.
struct DataPath: Sendable {
  enum Step: Sendable {
    case member(String)
    case element(Int)
  }

  let name: String
  let steps: [Step]

  /// - Returns: nil for a text that is not a path such as `a.b[0].c`.
  init?(_ text: some StringProtocol) {
    var names: [Step] = []
    for part in text.split(separator: ".", omittingEmptySubsequences: false) {
      let pieces = part.split(separator: "[", omittingEmptySubsequences: false)
      guard let name = pieces.first, Self.isName(name) else { return nil }
      names.append(.member(String(name)))
      for piece in pieces.dropFirst() {
        guard piece.last == "]", let index = Int(piece.dropLast()), index >= 0 else { return nil }
        names.append(.element(index))
      }
    }
    guard case .member(let first)? = names.first else { return nil }
    name = first
    steps = Array(names.dropFirst())
  }

  /// The list of a sum: `items` for `sumOf.items.price`; nil without a list.
  var summed: DataPath? {
    guard steps.count > 1, case .member(let name) = steps[0] else { return nil }
    return DataPath(name: name, steps: Array(steps[1..<steps.count - 1]))
  }

  private init(name: String, steps: [Step]) { (self.name, self.steps) = (name, steps) }

  /// Whether a text can name a variable or a member: anything without the signs that mean something here.
  static func isName(_ text: some StringProtocol) -> Bool {
    !text.isEmpty && !text.unicodeScalars.contains { " \t\n{}|:[].\"'".unicodeScalars.contains($0) }
  }
}
