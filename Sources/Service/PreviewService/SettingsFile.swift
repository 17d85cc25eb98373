internal import ImageModel
internal import StructuredText

/// Reads a configuration file: one JSON object with the settings' keys.
enum SettingsFile {
  /// - Throws: `usage` with the file's name, the line and the key.
  static func read(_ bytes: [UInt8], name: String) throws(ImageError) -> [String: SettingValue] {
    let limits = StructuredLimits(maxBytes: 1 << 20, maxDepth: 8, maxValues: 10_000)
    let root: StructuredValue
    do throws(ImageError) {
      var parser = JSONParser(bytes, limits: limits)
      root = try parser.parse()
    } catch {
      throw ImageError(.usage, "\(name): \(error.reason)")
    }
    guard case .object(let object) = root.content else { throw ImageError(.usage, "\(name): should be an object") }
    var values: [String: SettingValue] = [:]
    for member in object.members {
      let place = "\(name): line \(member.value.line): \(member.name)"
      guard let setting = ServiceSettings.all.first(where: { $0.key == member.name }) else {
        throw ImageError(.usage, "\(place): there is no such setting")
      }
      do throws(ImageError) {
        values[setting.name] = try value(member.value, for: setting)
      } catch {
        throw ImageError(.usage, "\(place): \(error.reason)")
      }
    }
    return values
  }

  private static func value(_ value: StructuredValue, for setting: ServiceSetting) throws(ImageError) -> SettingValue {
    switch (setting.kind, value.content) {
    case (.list, .array(let elements)):
      var texts: [String] = []
      for element in elements {
        guard case .string(let text) = element.content else {
          throw ImageError(.usage, "expected texts, not \(element.kind)")
        }
        texts.append(text)
      }
      return .list(texts)
    case (.text, .string(let text)), (.choice, .string(let text)), (.bytes, .string(let text)):
      return try setting.value(of: [text])
    case (.integer, .number(_, let text)), (.bytes, .number(_, let text)), (.seconds, .number(_, let text)):
      return try setting.value(of: [text])
    case (.flag, .bool(let flag)): return .flag(flag)
    default: throw ImageError(.usage, "\(value.kind) is no value for it")
    }
  }
}
