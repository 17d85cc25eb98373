/// What can be undone: earlier values of a document.
struct UndoHistory<Document: Sendable>: Sendable {
  private struct Step {
    var name: String?
    var document: Document
  }

  private var undone: [Step] = []
  private var redone: [Step] = []
  private var depth = 0
  private var isGroupBegun = false
  private var groupName: String?
  let levels: Int

  init(levels: Int) { self.levels = levels }

  var canUndo: Bool { !undone.isEmpty }
  var canRedo: Bool { !redone.isEmpty }
  var undoName: String? { undone.last?.name }
  var redoName: String? { redone.last?.name }

  /// Remembers the value before a change. In a group, only the one before the first change counts.
  mutating func push(_ name: String?, _ document: Document) {
    redone = []
    if depth > 0, isGroupBegun {
      if groupName == nil, let name { undone[undone.count - 1].name = undone[undone.count - 1].name ?? name }
      return
    }
    isGroupBegun = depth > 0
    undone.append(Step(name: depth > 0 ? groupName ?? name : name, document: document))
    if undone.count > max(1, levels) { undone.removeFirst() }
  }

  mutating func beginGroup(_ name: String?) {
    if depth == 0 { (isGroupBegun, groupName) = (false, name) }
    depth += 1
  }

  mutating func endGroup() { depth = max(0, depth - 1) }

  /// The value before the last step.
  mutating func undo(_ document: Document) -> Document? {
    guard let step = undone.popLast() else { return nil }
    redone.append(Step(name: step.name, document: document))
    isGroupBegun = false
    return step.document
  }

  mutating func redo(_ document: Document) -> Document? {
    guard let step = redone.popLast() else { return nil }
    undone.append(Step(name: step.name, document: document))
    return step.document
  }

  mutating func clear() { (undone, redone, isGroupBegun) = ([], [], false) }
}
