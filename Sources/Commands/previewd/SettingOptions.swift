internal import ArgumentParser
internal import CommandKit
internal import PreviewService

/// The options of all settings, made of the settings' table: a setting is declared there alone.
///
/// ArgumentParser finds options by reflection and reads values by `Decodable`; both see one option for each row.
struct SettingOptions: ParsableArguments, CustomReflectable {
  /// What was given, by the settings' names.
  private(set) var given: [String: [String]] = [:]

  private struct Key: CodingKey {
    var stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  init() {}

  init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: Key.self)
    for setting in ServiceConfiguration.settings {
      let key = Key(stringValue: setting.key)
      let texts: [String]
      if setting.isList {
        texts = try values.decode(Option<[String]>.self, forKey: key).wrappedValue
      } else {
        texts = try values.decode(Option<String?>.self, forKey: key).wrappedValue.map { [$0] } ?? []
      }
      given[setting.name] = try texts.map { try OptionText.unicode($0) }
    }
  }

  var customMirror: Mirror {
    let standard = ServiceConfiguration()
    let options = ServiceConfiguration.settings.map { setting -> (String?, Any) in
      let value = setting.shown(in: standard)
      let help = ArgumentHelp(
        "\(setting.help)\(value.isEmpty ? "" : " (default: \(value))")", valueName: setting.valueName)
      let option: Any =
        setting.isList
        ? Option<[String]>(wrappedValue: [], help: help) : Option<String?>(parsing: .unconditional, help: help)
      return (setting.key, option)
    }
    return Mirror(self, children: options.map { (label: $0.0, value: $0.1) })
  }
}
