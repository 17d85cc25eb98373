package import ImageModel
package import StructuredText

/// The settings with where each of them came from: flags before the environment, that before a file, that before the defaults.
package struct ResolvedSettings: Sendable {
  package enum Origin: String, Sendable {
    case flag, environment, file
    case standard = "default"
  }

  private var values: [String: (value: SettingValue, origin: Origin)] = [:]

  /// - Parameters:
  ///   - flags: by the setting's name.
  ///   - environment: all variables; those that begin with `CAMEO_PREVIEWD_` must be ours.
  ///   - file: the bytes of a configuration file, with its name for messages.
  /// - Throws: `usage`, with the flag, the variable, or the file's line and key.
  package init(
    flags: [String: [String]], environment: [String: String], file: (name: String, bytes: [UInt8])?
  ) throws(ImageError) {
    let known = Set(ServiceSettings.all.map(\.variable) + ["CAMEO_PREVIEWD_CONFIG"])
    for name in environment.keys.sorted() where name.hasPrefix("CAMEO_PREVIEWD_") && !known.contains(name) {
      throw ImageError(.usage, "\(name): there is no such setting")
    }
    let fromFile = try file.map { file throws(ImageError) in try SettingsFile.read(file.bytes, name: file.name) } ?? [:]
    for setting in ServiceSettings.all {
      if let texts = flags[setting.name], !texts.isEmpty {
        do throws(ImageError) {
          values[setting.name] = (try setting.value(of: texts), .flag)
        } catch {
          throw ImageError(.usage, "--\(error.reason)")
        }
      } else if let text = environment[setting.variable] {
        do throws(ImageError) {
          values[setting.name] = (try setting.value(of: Self.split(text, for: setting)), .environment)
        } catch {
          throw ImageError(.usage, "\(setting.variable): \(error.reason)")
        }
      } else if let value = fromFile[setting.name] {
        values[setting.name] = (value, .file)
      } else {
        values[setting.name] = (setting.standard, .standard)
      }
    }
  }

  private static func split(_ text: String, for setting: ServiceSetting) -> [String] {
    guard case .list(let separator) = setting.kind else { return [text] }
    return text.split(separator: separator).map(String.init)
  }

  package func origin(_ setting: ServiceSetting) -> Origin { values[setting.name]?.origin ?? .standard }
  package func value(_ setting: ServiceSetting) -> SettingValue { values[setting.name]?.value ?? setting.standard }

  func text(_ setting: ServiceSetting) -> String { value(setting).shown }
  func integer(_ setting: ServiceSetting) -> Int {
    if case .integer(let value) = value(setting) { value } else { 0 }
  }
  func seconds(_ setting: ServiceSetting) -> Double {
    if case .seconds(let value) = value(setting) { value } else { 0 }
  }
  func list(_ setting: ServiceSetting) -> [String] { if case .list(let value) = value(setting) { value } else { [] } }
  func flag(_ setting: ServiceSetting) -> Bool { value(setting) == .flag(true) }

  // MARK: Shown

  /// A line a setting: name, value, origin.
  package var shown: String {
    let width = ServiceSettings.all.map(\.name.count).max() ?? 0
    return ServiceSettings.all.map { setting in
      let name = setting.name + String(repeating: " ", count: width - setting.name.count)
      let value = text(setting).isEmpty ? "-" : text(setting)
      return "\(name)  \(value)  (\(origin(setting).rawValue))\n"
    }.joined()
  }

  package var json: JSONValue {
    .object(
      ServiceSettings.all.map { setting in
        let value: JSONValue =
          switch value(setting) {
          case .text(let text): .path(text)
          case .list(let texts): .array(texts.map { .path($0) })
          case .integer(let number): .int(Int64(number))
          case .seconds(let seconds): .double(seconds)
          case .flag(let flag): .bool(flag)
          }
        return JSONMember(setting.key, .object(["value": value, "origin": .string(origin(setting).rawValue)]))
      })
  }
}
