import PandoCluster

/// The list of all settings, for people.
package enum SettingsTable {
  /// Returns the list as lines for a terminal, the meaning of each setting below it.
  package static func text(indent: String) -> String {
    var table = TextTable(["in a file", "option", "environment", "commands"])
    for setting in Setting.allCases {
      table.add([
        setting.rawValue, setting.option, setting.variable,
        setting.commands.joined(separator: ", "),
      ])
    }
    let rows = zip(Setting.allCases, table.lines.dropFirst()).flatMap { [$1, "  " + $0.summary] }
    return (table.lines.prefix(1) + rows).map { indent + $0 }.joined(separator: "\n")
  }
}
