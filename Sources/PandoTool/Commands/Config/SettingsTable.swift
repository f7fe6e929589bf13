import PandoCluster

/// The list of all settings, for people.
package enum SettingsTable {
  private static let head = ["in a file", "option", "environment", "commands"]

  /// Returns the list as lines for a terminal, the meaning of each setting below it.
  package static func text(indent: String) -> String {
    let rows = Setting.allCases.map { row($0) }
    let widths = head.indices.map { column in
      ([head] + rows).map { $0[column].count }.max() ?? 0
    }
    func line(_ row: [String]) -> String {
      let cells = row.dropLast().enumerated().map { column, cell in
        cell + String(repeating: " ", count: widths[column] - cell.count)
      }
      return indent + (cells + row.suffix(1)).joined(separator: "  ")
    }
    let lines = zip(Setting.allCases, rows).flatMap { [line($1), indent + "  " + $0.summary] }
    return ([line(head)] + lines).joined(separator: "\n")
  }

  private static func row(_ setting: Setting) -> [String] {
    [
      setting.rawValue, setting.option, setting.variable,
      setting.commands.joined(separator: ", "),
    ]
  }
}
