internal import ByteStreams
public import ImageModel
internal import StructuredText
internal import Synchronization

/// What a user prefers: typed values with defaults, which a file, variables of the environment and flags override, in
/// this order.
///
///     let size = PreferenceKey("size", default: 256)
///     let theme = PreferenceKey("theme", default: Theme.light)
///     let preferences = try Preferences([size, theme], file: directories.file("settings.json"), prefix: "MYAPP_")
///     preferences[size]                      // 256, or what the file or MYAPP_SIZE says
///     try preferences.set(512, for: size)    // writes the file
///
/// The file is one object in JSON or a property list. It need not exist. Members that no key names are kept when it is
/// written. Safe to use from several threads; processes that change one file take turns, and no change is lost.
public final class Preferences: Sendable {
  /// Where a value comes from.
  public typealias Origin = ValueOrigin

  /// What happens to members of the file that no key names.
  public enum UnknownNames: Sendable {
    /// They stay in the file, and mean nothing. Another version of the program may know them.
    case kept
    /// They are errors, which name the nearest key.
    case refused
  }

  struct State: Sendable {
    var values = LayeredValues<PropertyListValue>()
    var observers = PreferenceObservers()
  }

  /// The path of the file; nil if preferences are not kept.
  public let file: String?
  private let keys: [any RegisteredPreference]
  private let unknownNames: UnknownNames
  /// Is held while the file is read or changed and its values are taken: of two threads, the one that has read the
  /// older file must not come last.
  private let changing = Mutex(())
  let state: Mutex<State>

  /// Reads all layers.
  ///
  /// - Parameters:
  ///   - keys: the preferences. They are checked now, so that a mistake of the user is told at once.
  ///   - prefix: what variables begin with: with `MYAPP_`, `MYAPP_THUMBNAIL_SIZE` is `thumbnail-size` or
  ///     `thumbnailSize`. Without it no variables are read.
  ///   - environment: all variables; nil for those of this process.
  ///   - flags: values by their keys' names.
  /// - Throws: `io` for a file that cannot be read; `invalidData` or `limitExceeded` for one that is damaged; `usage`
  ///   for a value of the wrong kind and an unknown name, with file, line and name.
  public init(
    _ keys: [any RegisteredPreference], file: String? = nil, unknownNames: UnknownNames = .kept,
    prefix: String? = nil, environment: [String: String]? = nil, flags: [String: PropertyListValue] = [:]
  ) throws(ImageError) {
    self.file = file
    self.keys = keys
    self.unknownNames = unknownNames
    var values = LayeredValues<PropertyListValue>()
    for key in keys { values[.standard][key.name] = key.registeredDefault }
    if let file { values[.file] = try Self.read(file, keys, unknownNames).values }
    for key in keys {
      guard let prefix else { break }
      let name = prefix + Self.variable(key.name)
      guard let text = environment.map({ $0[name] }) ?? UserFolder.variable(name) else { continue }
      guard let value = key.value(ofVariable: text) else {
        throw ImageError(.usage, "\(name): '\(PathText.readable(text))' is not a value of \(key.name)")
      }
      values[.environment][key.name] = value
    }
    for (name, value) in flags.sorted(by: { $0.key < $1.key }) {
      guard let key = keys.first(where: { $0.name == name }) else {
        throw ImageError(.usage, "--\(name)" + Self.unknown(name, keys))
      }
      guard key.accepts(value) else { throw ImageError(.usage, "--\(name): does not take \(value.kind)") }
      values[.flag][name] = value
    }
    state = Mutex(State(values: values))
  }

  // MARK: Reading

  /// The value that is used.
  public subscript<Value: PreferenceValue>(key: PreferenceKey<Value>) -> Value {
    found(key.name).flatMap { Value(propertyList: $0.value) } ?? key.defaultValue
  }

  /// Where the value comes from.
  public func origin<Value: PreferenceValue>(of key: PreferenceKey<Value>) -> Origin {
    found(key.name)?.origin ?? .standard
  }

  private func found(_ name: String) -> (value: PropertyListValue, origin: Origin)? {
    state.withLock { $0.values.found(name) }
  }

  /// One line for each key: its name, its value, and the origin in parentheses.
  public var listing: String { report.text }

  /// The same as JSON: an object with `value` and `origin` for each name.
  public var jsonListing: String { JSONWriter.text(report.json, layout: .indented) + "\n" }

  private var report: ConfigurationReport {
    var report = ConfigurationReport()
    for key in keys {
      guard let (value, origin) = found(key.name) else { continue }
      report.add(key.name, key: key.name, value.json(hasBytes: false), origin)
    }
    return report
  }

  // MARK: Changing

  /// Writes a value into the file, or removes it from there. The folder of the file is made if it is missing. Variables
  /// and flags still override it.
  ///
  /// - Parameter value: nil to remove it.
  /// - Throws: `usage` if there is no file, or the value is infinite or not a number, or has a null that a property
  ///   list cannot hold; `io`; `invalidData` if another program has damaged the file, `unsupported` if it is a binary
  ///   property list with a null, which one in XML cannot hold. The file then stays as it is.
  public func set<Value: PreferenceValue>(_ value: Value?, for key: PreferenceKey<Value>) throws(ImageError) {
    guard let file else { throw ImageError(.usage, "\(key.name): these preferences have no file") }
    let new = value?.propertyList
    guard new?.isFinite ?? true else { throw ImageError(.usage, "\(key.name): the number is not finite", path: file) }
    try OutputFolder.prepare(for: file, parents: true)
    let (keys, unknownNames) = (keys, unknownNames)
    try changing.withLock { _ throws(ImageError) -> Void in
      let values = try PreferencesFile.withLock(beside: file) { () throws(ImageError) in
        var contents = try Self.read(file, keys, unknownNames)
        contents.members[key.name] = new
        if contents.isPropertyList,
          let (name, _) = contents.members.sorted(by: { $0.key < $1.key }).first(where: { $0.value.hasNull })
        {
          let kind: ImageError.Kind = name == key.name ? .usage : .unsupported
          throw ImageError(kind, "\(name): a property list cannot hold null", path: file)
        }
        try PreferencesFile.write(contents.members, to: file, isPropertyList: contents.isPropertyList)
        contents.values[key.name] = new == .null ? nil : new
        return contents.values
      }
      take(values)
    }
  }

  /// Reads the file again. While somebody observes, that happens by itself.
  ///
  /// - Throws: as `init`; the values then stay as they are.
  public func reload() throws(ImageError) {
    guard let file else { return }
    try changing.withLock { _ throws(ImageError) in take(try Self.read(file, keys, unknownNames).values) }
  }

  private func take(_ members: [String: PropertyListValue]) {
    state.withLock { state in
      let old = state.values
      state.values[.file] = members
      let changed = state.values.names.union(old.names).filter {
        state.values.found($0)?.value != old.found($0)?.value
      }
      if !changed.isEmpty { state.observers.tell(changed, state.values) }
    }
  }

  // MARK: The file and the environment

  private struct Contents: Sendable {
    /// All that is in the file.
    var members: [String: PropertyListValue] = [:]
    /// The same without null, which stands for no value.
    var values: [String: PropertyListValue] = [:]
    var isPropertyList: Bool
  }

  private static func read(
    _ file: String, _ keys: [any RegisteredPreference], _ unknownNames: UnknownNames
  ) throws(ImageError) -> Contents {
    let (object, isPropertyList) = try PreferencesFile.members(file)
    var contents = Contents(isPropertyList: isPropertyList)
    for member in object?.members ?? [] {
      let place = (member.value.line > 0 ? "line \(member.value.line): " : "") + member.name
      let value = PropertyListValue(member.value)
      contents.members[member.name] = value
      if value == .null { continue }
      if let key = keys.first(where: { $0.name == member.name }) {
        guard key.accepts(value) else {
          let expected = key.registeredDefault.kind
          let reason =
            expected == value.kind
            ? "does not take \(value.json(hasBytes: false).shown)" : "expected \(expected), not \(value.kind)"
          throw ImageError(.usage, "\(place): \(reason)", path: file)
        }
      } else if unknownNames == .refused {
        throw ImageError(.usage, place + unknown(member.name, keys), path: file)
      }
      contents.values[member.name] = value
    }
    return contents
  }

  private static func unknown(_ name: String, _ keys: [any RegisteredPreference]) -> String {
    ": there is no such preference" + NearestName.hint(name, in: keys.map(\.name))
  }

  /// `THUMBNAIL_SIZE` for `thumbnail-size` and `thumbnailSize`.
  private static func variable(_ name: String) -> String {
    var text = ""
    for character in name {
      if character.isUppercase, !text.isEmpty, text.last != "_" { text.append("_") }
      text += character.isLetter || character.isNumber ? character.uppercased() : "_"
    }
    return text
  }
}
