import Foundation

/// The settings of one process: each from its command line, else from the environment, else from a file.
package struct Settings: Sendable {
  /// A value, and where it stands.
  package struct Found: Equatable, Sendable {
    package var value: String
    /// An option, a variable or a file.
    package var source: String
  }

  private let options: [Setting: String]
  private let environment: [String: String]
  private let entries: [Setting: String]
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
  ) throws(SettingsError) {
    self.options = options.compactMapValues(\.self)
    self.environment = environment.filter { !$0.value.isEmpty }
    file = config ?? self.environment["PANDO_CONFIG"]
    if let file { entries = try SettingsFile(path: file).values } else { entries = [:] }
  }

  /// Returns the value of a setting; nil where none is given.
  ///
  /// - Throws: A `SettingsError` when it is given and cannot be used.
  package func find(_ setting: Setting) throws(SettingsError) -> Found? {
    let candidates = [
      (options[setting], setting.option), (environment[setting.variable], setting.variable),
      (entries[setting], file ?? ""),
    ]
    for case (let text?, let source) in candidates {
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
