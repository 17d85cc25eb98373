internal import ArgumentParser
internal import PreviewService

/// The help of an option, made of the setting: its default stands in one place.
enum SettingHelp {
  static func of(_ setting: ServiceSetting, _ valueName: String) -> ArgumentHelp {
    let standard = setting.standard.shown
    let isEmpty = standard.isEmpty
    return ArgumentHelp("\(setting.help)\(isEmpty ? "" : " (default: \(standard))")", valueName: valueName)
  }
}
