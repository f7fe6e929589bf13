package import ZeroMQ

extension KeyRotation {
  /// The key that takes the old one's place, or has taken it.
  package func newKey(_ files: RotationFiles) -> CurveKey? {
    files.told ?? files.nextSecret ?? files.nextPublic ?? files.trustedNext?.key ?? files.secret
      ?? files.trusted?.key
  }

  /// Says what a step has done; nil for one that is a part of another.
  package func done(_ step: RotationPlan.Step) -> String? {
    switch step {
    case .makePair:
      "\(secretPath(nextName)) is the new secret key; \(secretPath(name)) stays in use"
    case .trustNext: "\(nextName) is trusted in \(keyring?.path ?? ""), as \(name) is"
    case .placeSecret: "\(secretPath(name)) is the new secret key, for the next start"
    case .placeTrust:
      "\(name) is the new key in \(keyring?.path ?? ""), and the old one is trusted no longer"
    case .removeMark, .writeNextPublic, .writePublic, .revokeCopies: nil
    }
  }

  /// The things that are left to do, in their order, for people.
  ///
  /// - Parameter files: As they are after a part.
  package func next(_ plan: RotationPlan, _ files: RotationFiles) -> [String] {
    let key = newKey(files)
    let isHere = files.secret != nil
    switch plan.state {
    case .prepared:
      var lines: [String] = []
      if let keyring, files.trusted != nil {
        lines.append(
          "Copy the keyring \(keyring.path) to every machine, or there: \(command(nil, key, "DIR"))"
        )
      } else {
        lines.append(
          "Where the keyring has \(name), and in every copy: \(command(nil, key, "DIR"))")
      }
      lines.append(
        isHere
          ? "Then here: \(command(.switch))"
          : "Then where \(name).key is: pando keys rotate \(name) --switch")
      return lines
    case .switched:
      let other = "where the keyring has \(name): \(command(.finish, key, "DIR"))"
      return [
        "Restart the process of \(name): it read the old key at its start.",
        files.trusted != nil
          ? "When it runs with the new key (\"pando status --json\" shows it): \(command(.finish))"
          : "When it runs with the new key, here: \(command(.finish)), and \(other)",
      ]
    case .finished:
      guard let keyring, files.trusted != nil else {
        return ["Where the keyring has \(name), and in every copy: \(command(.finish, key, "DIR"))"]
      }
      return [
        "Copy the keyring \(keyring.path) to every machine, without the files that it has no longer; or there: "
          + command(.finish, key, "DIR")
      ]
    }
  }

  /// Says why a part cannot be done, and how to mend it.
  func explain(_ problem: RotationProblem) -> KeyError {
    let ring = keyring.map { "the keyring \($0.path)" } ?? "the keyring"
    let start = "Could not replace the key of \(name):"
    switch problem {
    case .noSecret(let part):
      let option = part == .prepare ? "" : " --\(part.rawValue)"
      return KeyError(
        .unreadable,
        "\(start) \(secretPath(name)) is not there. Run it where that is (--directory DIR)"
          + (part == .switch
            ? "."
            : ", or say which key is new, as the command there said it: pando keys rotate "
              + "\(name)\(option) --public-key='KEY'"))
    case .otherKey(let key):
      return KeyError(
        .taken, "\(start) the key \(key) is neither that of \(secretPath(name)) nor the new one.")
    case .otherTrusted(let key):
      return KeyError(
        .taken,
        "\(start) \(ring) trusts \(key) as \(name), and \(secretPath(name)) has another key. Compare them: "
          + "pando keys list")
    case .otherNext(let key):
      return KeyError(
        .taken,
        "\(start) \(ring) trusts another key as \(nextName), \(key). Finish what was begun with that, or give it "
          + "up: pando keys revoke \(nextName)")
    case .notTrusted:
      return KeyError(.unknown, "\(start) \(ring) has no key \(name).")
    case .notPrepared:
      return KeyError(.unknown, "\(start) there is no new key. Begin with: \(command(nil))")
    case .nextNotTrusted(let key):
      return KeyError(
        .unknown,
        "\(start) \(ring) does not trust the new key yet. Copy the keyring that does to every machine first, or "
          + "there: \(command(nil, key, keyring?.path ?? "DIR"))")
    case .otherRoles:
      return KeyError(
        .unknown,
        "\(start) \(ring) gives \(name) other roles than \(nextName). Take them over, and copy the keyring: "
          + command(nil, told))
    case .notSwitched:
      return KeyError(
        .unknown,
        "\(start) \(secretPath(name)) is still the old one, and would be refused. First: \(command(.switch))"
      )
    }
  }

  /// Returns the command for a part: here, or where another copy of the keyring is.
  private func command(
    _ part: RotationPlan.Part?, _ key: CurveKey? = nil, _ otherKeyring: String? = nil
  ) -> String {
    var words = ["pando keys rotate \(name)"]
    if let part { words.append("--\(part.rawValue)") }
    if let key { words.append("--public-key='\(key)'") }
    if let otherKeyring {
      words.append("--keyring \(otherKeyring)")
    } else {
      if directory != "." { words.append("--directory '\(directory)'") }
      if let keyring { words.append("--keyring '\(keyring.path)'") }
    }
    return words.joined(separator: " ")
  }
}
