import Configuration
import Foundation

extension Setting {
  /// A value of the command line, as a provider has it.
  fileprivate func value(of text: String) -> ConfigValue {
    if isNumber, let number = Int(text) { return ConfigValue(.int(number), isSecret: false) }
    return ConfigValue(.string(text), isSecret: false)
  }

  /// The value that a provider has, as a text; nil where it has none.
  fileprivate func text(
    from provider: any ConfigProvider, at source: String
  ) throws(SettingsError) -> String? {
    let key = AbsoluteConfigKey([rawValue])
    if isNumber,
      case .int(let number)? = try? provider.value(forKey: key, type: .int).value?.content
    {
      return "\(number)"
    }
    do {
      // What should be a number and is none is handed out as it stands, to be told what is wrong with it.
      guard case .string(let text)? = try provider.value(forKey: key, type: .string).value?.content
      else { return nil }
      return text
    } catch {
      throw SettingsError([
        SettingsFile.Problem(place: source, text: "it must be \(isNumber ? "a number" : "a text")")
      ])
    }
  }
}

/// The settings of one process: each from its command line, else from the environment, else from a file.
package struct Settings: Sendable {
  /// A value, and where it stands.
  package struct Found: Equatable, Sendable {
    package var value: String
    /// An option, a variable or a file.
    package var source: String
  }

  private let providers: [any ConfigProvider]
  /// The file that was read; nil where there is none.
  package let file: String?

  /// - Parameters:
  ///   - options: What the command line says.
  ///   - config: The file that the command line names; nil where it names none, and `PANDO_CONFIG` may.
  ///   - environment: The variables; an empty one counts as none.
  /// - Throws: A `SettingsError` when the file cannot be used.
  package init(
    options: [Setting: String?] = [:], config: String? = nil,
    environment: [String: String] = ProcessInfo.processInfo.environment
  ) async throws(SettingsError) {
    let variables = environment.filter { !$0.value.isEmpty }
    var providers: [any ConfigProvider] = [
      InMemoryProvider(
        name: Self.commandLine,
        values: options.reduce(into: [:]) { values, option in
          guard let value = option.value else { return }
          values[AbsoluteConfigKey([option.key.rawValue])] = option.key.value(of: value)
        }),
      EnvironmentVariablesProvider(environmentVariables: variables).prefixKeys(with: "pando"),
    ]
    file = config ?? variables["PANDO_CONFIG"]
    if let file { providers.append(try await SettingsFile(path: file).provider) }
    self.providers = providers
  }

  private static let commandLine = "the command line"

  /// Returns the value of a setting; nil where none is given.
  ///
  /// - Throws: A `SettingsError` when it is given and cannot be used.
  package func find(_ setting: Setting) throws(SettingsError) -> Found? {
    for (index, provider) in providers.enumerated() {
      let source = [setting.option, setting.variable, file ?? ""][index]
      guard let text = try setting.text(from: provider, at: source) else { continue }
      if let problem = setting.problem(with: text) {
        throw SettingsError([SettingsFile.Problem(place: source, text: problem)])
      }
      return Found(value: text, source: source)
    }
    return nil
  }

  /// The value of a setting; nil where none is given.
  package func text(_ setting: Setting) throws(SettingsError) -> String? {
    try find(setting)?.value
  }

  /// The value of a setting that is a number; nil where none is given.
  package func number(_ setting: Setting) throws(SettingsError) -> Int? {
    try text(setting).flatMap(Int.init)
  }

  /// The value of a setting that a command cannot do without.
  package func required(_ setting: Setting) throws(SettingsError) -> String {
    if let value = try text(setting) { return value }
    throw SettingsError([
      SettingsFile.Problem(
        place: setting.option,
        text:
          "it is not given (\(setting.summary)). Give the option, set \(setting.variable), or write "
          + "\"\(setting.rawValue)\" into a file: --config FILE")
    ])
  }

  /// The form of the log.
  package var logFormat: LogFormat {
    get throws(SettingsError) { try text(.logFormat).flatMap(LogFormat.init(rawValue:)) ?? .text }
  }

  /// The keys of the process.
  package var keys: ClusterKeys {
    get throws(SettingsError) {
      ClusterKeys(keyring: try text(.keyring), key: try text(.key))
    }
  }
}
