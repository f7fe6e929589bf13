import Glibc
package import ZeroMQ

/// Replaces a process's key by another, in files of this machine.
///
/// Daemons read a keyring again when it changes, and their own secret at their start. So both keys are trusted until
/// the process was started with the new one.
package struct KeyRotation: Sendable {
  package let name: String
  /// The folder of `NAME.key`.
  package let directory: String
  /// Nil where it is on another machine.
  package let keyring: KeyringFolder?
  /// The new key, where its secret is on another machine.
  package let told: CurveKey?

  package init(_ name: String, in directory: String, keyring: KeyringFolder?, told: CurveKey? = nil)
  {
    self.name = name
    self.directory = directory
    self.keyring = keyring
    self.told = told
  }

  /// The name of the new key until it takes the old one's place.
  package var nextName: String { name + ".next" }

  /// The files as they are. Throws where one is there that cannot be used.
  package func look() throws(KeyError) -> RotationFiles {
    var files = RotationFiles()
    files.secret = try secret(name)
    files.ownPublic = try publicKey(name)
    files.nextSecret = try secret(nextName)
    files.nextPublic = try publicKey(nextName)
    if let keyring {
      _ = try keyring.fileNames()
      files.trusted = try keyring.file(name)
      files.trustedNext = try keyring.file(nextName)
    }
    files.told = told
    return files
  }

  /// Does one part as far as the files are here. Returns it, with the files as they are then.
  package func run(
    _ part: RotationPlan.Part
  ) throws(KeyError) -> (plan: RotationPlan, files: RotationFiles) {
    let files = try look()
    let plan: RotationPlan
    do throws(RotationProblem) {
      plan = try RotationPlan(part, files)
    } catch {
      throw explain(error)
    }
    for step in plan.steps { try carryOut(step) }
    return (plan, plan.steps.isEmpty ? files : try look())
  }

  /// Makes one change.
  package func carryOut(_ step: RotationPlan.Step) throws(KeyError) {
    switch step {
    case .removeMark: try KeyFiles.remove(publicPath(nextName))
    case .makePair: _ = try NewKeyFiles.make(nextName, in: directory)
    case .writeNextPublic: try writePublic(nextName)
    case .writePublic: try writePublic(name)
    case .placeSecret: try KeyFiles.rename(secretPath(nextName), to: secretPath(name))
    case .trustNext:
      guard let keyring, let old = try keyring.file(name) else { return }
      let own = try publicKey(nextName)
      guard let new = told ?? own else { return }
      try keyring.trust(PublicKeyFile(key: new, roles: old.roles), name: nextName)
    case .revokeCopies:
      guard let keyring, let old = try keyring.file(name) else { return }
      try keyring.removeCopies(of: old.key, but: name)
    case .placeTrust: try keyring?.rename(nextName, to: name)
    }
  }

  // MARK: - Files

  private func path(_ name: String) -> String { directory == "." ? name : "\(directory)/\(name)" }
  private func publicPath(_ name: String) -> String { path(name) + PublicKeyFile.suffix }
  package func secretPath(_ name: String) -> String { path(name) + SecretKeyFile.suffix }

  private func secret(_ name: String) throws(KeyError) -> CurveKey? {
    let path = secretPath(name)
    return KeyFiles.exists(path) ? try SecretKeyFile(path: path).pair.publicKey : nil
  }

  private func publicKey(_ name: String) throws(KeyError) -> CurveKey? {
    let path = publicPath(name)
    // Nothing is believed of it that the secret beside it does not say, too.
    return KeyFiles.exists(path) ? try PublicKeyFile(path: path, isChecked: false).key : nil
  }

  private func writePublic(_ name: String) throws(KeyError) {
    guard let key = try secret(name) else { return }
    try KeyFiles.write(
      PublicKeyFile(key: key).text, to: publicPath(name), mode: 0o644, mayReplace: true)
  }
}
