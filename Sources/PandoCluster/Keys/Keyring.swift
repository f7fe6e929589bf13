package import ZeroMQ

/// The keys that a process believes, and what their holders may be.
///
/// A value, without files: `KeyringFolder` reads them, `KeyringWatch` sees them change.
package struct Keyring: Hashable, Sendable {
  package struct Entry: Hashable, Sendable {
    package var name: String
    package var roles: Set<KeyRole>

    package init(name: String, roles: Set<KeyRole>) {
      self.name = name
      self.roles = roles
    }
  }

  package var entries: [CurveKey: Entry]
  /// The keys that it had while this process ran, and has no longer. They may do nothing; whoever comes with one hears that
  /// it was revoked.
  package internal(set) var revoked: [CurveKey: Entry] = [:]

  package init(_ entries: [CurveKey: Entry] = [:]) {
    self.entries = entries
  }

  /// Returns what may be believed of the texts of files, by the files' names, and what is wrong
  /// with the others.
  ///
  /// A file that cannot be used gives its key nothing and leaves the others alone. Of files with one key
  /// the first name counts, with the roles that all of them give.
  package static func read(
    _ files: [(file: String, text: String)]
  ) -> (keyring: Keyring, problems: [String: KeyFileProblem]) {
    var keyring = Keyring()
    var problems: [String: KeyFileProblem] = [:]
    for (file, text) in files.sorted(by: { $0.file < $1.file }) {
      do throws(KeyFileProblem) {
        try keyring.add(file, text)
      } catch {
        problems[file] = error
      }
    }
    return (keyring, problems)
  }

  private mutating func add(_ file: String, _ text: String) throws(KeyFileProblem) {
    let name = file.hasSuffix(PublicKeyFile.suffix) ? String(file.dropLast(4)) : file
    guard KeyName.isValid(name) else { throw .name }
    let content = try PublicKeyFile(text: text)
    if let other = entries[content.key] {
      entries[content.key]?.roles.formIntersection(content.roles)
      throw .sameKey(as: other.name + PublicKeyFile.suffix)
    }
    entries[content.key] = Entry(name: name, roles: content.roles)
    if content.roles.isEmpty { throw .noRoles }
  }

  // MARK: - Who may do what

  package func has(_ key: CurveKey, _ role: KeyRole) -> Bool {
    entries[key]?.roles.contains(role) ?? false
  }

  package func may(_ key: CurveKey, _ deed: KeyDeed) -> Bool {
    deed.roles.contains { has(key, $0) }
  }

  /// The keys with one of these roles.
  package func keys(withAnyOf roles: Set<KeyRole>) -> Set<CurveKey> {
    Set(entries.filter { !$0.value.roles.isDisjoint(with: roles) }.keys)
  }

  /// The keys with a role, in the order of their names.
  package func keys(with role: KeyRole) -> [CurveKey] {
    entries.filter { $0.value.roles.contains(role) }
      .sorted { $0.value.name < $1.value.name }.map(\.key)
  }

  package func name(of key: CurveKey) -> String? { entries[key]?.name }
}
