/// Keeps the values that were used last, up to a total cost.
///
/// There are two dictionaries. A value that is used is in `new`. When `new` has half of the cost, it replaces `old`,
/// whose values are dropped. So each operation takes constant time, and a value that was used recently is not dropped.
struct RecentValues<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  private struct Entry: Sendable {
    var value: Value
    var cost: Int
  }

  private var new: [Key: Entry] = [:]
  private var old: [Key: Entry] = [:]
  /// The cost of `new`.
  private var cost = 0
  private let capacity: Int

  /// - Parameter capacity: the cost of all values together. One value may exceed it.
  init(capacity: Int) { self.capacity = capacity }

  /// The value for a key, which is now the one that was used last.
  mutating func use(_ key: Key) -> Value? {
    if let entry = new[key] { return entry.value }
    guard let entry = old[key] else { return nil }
    insert(entry.value, cost: entry.cost, for: key)
    return entry.value
  }

  mutating func insert(_ value: Value, cost: Int, for key: Key) {
    remove(key)
    new[key] = Entry(value: value, cost: cost)
    self.cost += cost
    if self.cost > capacity / 2 { (old, new, self.cost) = (new, [:], 0) }
  }

  mutating func remove(_ key: Key) {
    if let entry = new.removeValue(forKey: key) { cost -= entry.cost }
    old[key] = nil
  }
}
