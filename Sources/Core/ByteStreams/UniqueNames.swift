/// Makes names unique: a name that is taken becomes `name-2`, `name-3` and so on.
package struct UniqueNames {
  private var taken: Set<String> = []
  /// The next number to try for each name, so that a frequent name is not counted up from 2 each time.
  private var numbers: [String: Int] = [:]

  package init() {}

  /// Marks a name as taken.
  package mutating func insert(_ name: String) { taken.insert(name) }

  /// Adds a name.
  ///
  /// - Returns: the unique name.
  package mutating func add(_ name: String) -> String { add(name, suffix: "") }

  /// Adds the name of a file, which keeps its suffix: `data.xml` becomes `data-2.xml`.
  package mutating func add(file name: String) -> String {
    add(PathText.withoutSuffix(name), suffix: PathText.suffix(of: name))
  }

  private mutating func add(_ stem: String, suffix: Substring) -> String {
    let name = stem + suffix
    if taken.insert(name).inserted { return name }
    var number = numbers[name] ?? 2
    while !taken.insert("\(stem)-\(number)\(suffix)").inserted { number += 1 }
    numbers[name] = number + 1
    return "\(stem)-\(number)\(suffix)"
  }
}
