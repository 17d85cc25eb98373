internal import ByteStreams
internal import FolderWatching
internal import Glibc
internal import StructuredText
internal import Synchronization

/// Who is told of changes.
struct PreferenceObservers: Sendable {
  typealias Observer = @Sendable (_ changed: Set<String>, _ values: LayeredValues<PropertyListValue>) -> Void

  private var observers: [Int: Observer] = [:]
  private var next = 0
  /// Whether a thread follows the file.
  var isWatching = false

  var isEmpty: Bool { observers.isEmpty }

  mutating func add(_ observer: @escaping Observer) -> Int {
    next += 1
    observers[next] = observer
    return next
  }

  mutating func remove(_ number: Int) { observers[number] = nil }

  func tell(_ changed: Set<String>, _ values: LayeredValues<PropertyListValue>) {
    for observer in observers.values { observer(changed, values) }
  }
}

extension Preferences {
  /// The names of preferences whose values change from now on, by `set` or because another program changes the file.
  /// It ends only with its task. A file that is damaged for a while changes nothing.
  public func changes() -> AsyncStream<Set<String>> {
    AsyncStream { continuation in
      observe(
        { changed, _ in continuation.yield(changed) }, beginsNow: false, until: { continuation.onTermination = $0 })
    }
  }

  /// The value now, and each new value; if several come before the reader looks, the last one.
  public func values<Value: PreferenceValue>(of key: PreferenceKey<Value>) -> AsyncStream<Value> {
    AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
      observe(
        { changed, values in
          guard changed.contains(key.name) else { return }
          let value = values.found(key.name).flatMap { Value(propertyList: $0.value) }
          continuation.yield(value ?? key.defaultValue)
        }, beginsNow: true, until: { continuation.onTermination = $0 })
    }
  }

  private typealias Termination<Element: Sendable> =
    @Sendable (AsyncStream<Element>.Continuation.Termination) -> Void

  /// - Parameter beginsNow: whether the observer is told the values that are there.
  private func observe<Element: Sendable>(
    _ observer: @escaping PreferenceObservers.Observer, beginsNow: Bool,
    until setEnd: (@escaping Termination<Element>) -> Void
  ) {
    let (number, startsWatch) = state.withLock { state in
      let number = state.observers.add(observer)
      if beginsNow { observer(state.values.names, state.values) }
      let starts = file != nil && !state.observers.isWatching
      if starts { state.observers.isWatching = true }
      return (number, starts)
    }
    setEnd { [weak self] _ in self?.state.withLock { $0.observers.remove(number) } }
    if startsWatch { watch() }
  }

  /// Follows the file on a thread of its own, as long as somebody observes.
  private func watch() {
    guard let file else { return }
    let (folder, name) = PathText.split(file)
    let isStarted = DetachedThread.start { [weak self] in
      var options = FolderWatchOptions()
      options.includes = { entry, _, isFolder in entry == name && !isFolder }
      var watcher: FolderWatcher?
      while self?.isObserved ?? false {
        // What changed before the watch began is read, too.
        if watcher == nil {
          watcher = try? FolderWatcher([folder], options)
          try? self?.reload()
        }
        if let changes = try? watcher?.next(withinSeconds: 1) {
          if !changes.isEmpty { try? self?.reload() }
        } else {
          // The folder is not there yet, or not any more.
          watcher = nil
          sleep(1)
        }
      }
    }
    if !isStarted { state.withLock { $0.observers.isWatching = false } }
  }

  /// Whether somebody observes. If not, the thread that asks ends.
  private var isObserved: Bool {
    state.withLock { state in
      if state.observers.isEmpty { state.observers.isWatching = false }
      return !state.observers.isEmpty
    }
  }
}
