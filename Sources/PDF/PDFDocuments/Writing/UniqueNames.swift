/// Names of which no two are the same: one that is taken becomes `name-2`, `name-3` and so on.
struct UniqueNames {
  private var taken: Set<String> = []
  /// The number to try next, by the name; else a name that comes often would be counted up from 2 each time.
  private var numbers: [String: Int] = [:]

  /// Takes a name as it is; nothing happens where it is taken.
  mutating func insert(_ name: String) { taken.insert(name) }

  /// Takes a name.
  ///
  /// - Returns: the name, or what it has become.
  mutating func add(_ name: String) -> String {
    if taken.insert(name).inserted { return name }
    var number = numbers[name] ?? 2
    while !taken.insert("\(name)-\(number)").inserted { number += 1 }
    numbers[name] = number + 1
    return "\(name)-\(number)"
  }
}
