/// Settings that cannot be used: everything that is wrong with them.
package struct SettingsError: Error, Equatable, CustomStringConvertible {
  package let problems: [SettingsFile.Problem]

  init(_ problems: [SettingsFile.Problem]) {
    self.problems = problems
  }

  package var description: String { problems.map(\.description).joined(separator: "\n") }
}
