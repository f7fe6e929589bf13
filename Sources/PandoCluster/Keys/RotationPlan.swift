package import ZeroMQ

/// The steps that replace a key, by the files that are there: without any I/O.
///
/// Each step is one change of a file, made at once or not at all. The plan of what is left after any of them leads to
/// the same end, so the same command goes on from wherever it was broken off.
package struct RotationPlan: Hashable, Sendable {
  /// A part of the way, each by a command of its own: between them a person copies a keyring or restarts a process.
  package enum Part: String, Hashable, Sendable, CaseIterable {
    /// Makes the new pair, and trusts it beside the old one.
    case prepare
    /// Puts the new secret in the old one's place, for the next start of its process.
    case `switch`
    /// Trusts the new key alone.
    case finish
  }

  /// One change.
  package enum Step: Hashable, Sendable {
    /// Removes `NAME.next.pub`.
    case removeMark
    /// Makes `NAME.next.key` and `NAME.next.pub`.
    case makePair
    /// Writes `NAME.next.pub` for the secret beside it.
    case writeNextPublic
    /// Gives the new key the roles of the old one, as `NAME.next` of the keyring.
    case trustNext
    /// Renames `NAME.next.key` to `NAME.key`.
    case placeSecret
    /// Writes `NAME.pub` for the secret beside it.
    case writePublic
    /// Removes other files of the keyring with the old key.
    case revokeCopies
    /// Renames `NAME.next.pub` of the keyring to `NAME.pub`.
    case placeTrust
  }

  /// The point to which a rotation has come.
  package enum State: String, Hashable, Sendable {
    case prepared, switched, finished
  }

  package var steps: [Step] = []
  package var state: State

  /// Throws why the part cannot be done with these files.
  package init(_ part: Part, _ files: RotationFiles) throws(RotationProblem) {
    if let told = files.told, let secret = files.secret {
      guard told == secret || told == files.nextSecret else { throw .otherKey(told) }
    }
    switch part {
    case .prepare:
      state = .prepared
      try prepare(files)
    case .switch:
      state = .switched
      try switchOver(files)
    case .finish:
      state = .finished
      try finish(files)
    }
  }

  private mutating func prepare(_ files: RotationFiles) throws(RotationProblem) {
    var new = files.told
    if let secret = files.secret {
      if files.isSwitched {
        guard files.trusted?.key == secret else {
          state = .switched
          return
        }
        // The end of the last rotation was in another copy of the keyring.
        steps.append(.removeMark)
      }
      new = files.nextSecret
      if new == nil {
        if let other = files.trustedNext { throw .otherNext(other.key) }
        steps.append(.makePair)
      } else if files.nextPublic != new {
        steps.append(.writeNextPublic)
      }
    } else if new == nil {
      guard files.trusted != nil, files.trustedNext != nil else { throw .noSecret(.prepare) }
      return
    }
    guard let trusted = files.trusted else {
      guard files.secret != nil else { throw .notTrusted }
      return
    }
    if trusted.key == new {
      if files.secret == nil { state = .finished }
      return
    }
    if let secret = files.secret, trusted.key != secret { throw .otherTrusted(trusted.key) }
    if let next = files.trustedNext {
      guard next.key == new else { throw .otherNext(next.key) }
      if next.roles == trusted.roles { return }
    }
    steps.append(.trustNext)
  }

  private mutating func switchOver(_ files: RotationFiles) throws(RotationProblem) {
    guard let secret = files.secret else { throw .noSecret(.switch) }
    guard let next = files.nextSecret else {
      guard files.isSwitched else { throw .notPrepared }
      if files.ownPublic != secret { steps.append(.writePublic) }
      return
    }
    if let trusted = files.trusted, trusted.key != next {
      guard files.trustedNext?.key == next else { throw .nextNotTrusted(next) }
      guard files.trustedNext?.roles == trusted.roles else { throw .otherRoles }
    }
    if files.nextPublic != next { steps.append(.writeNextPublic) }
    steps += [.placeSecret, .writePublic]
  }

  private mutating func finish(_ files: RotationFiles) throws(RotationProblem) {
    if files.nextSecret != nil { throw .notSwitched }
    guard let new = files.secret ?? files.told else { throw .noSecret(.finish) }
    if files.trusted?.key != new {
      if let next = files.trustedNext {
        guard next.key == new else { throw .otherNext(next.key) }
        if let trusted = files.trusted {
          guard next.roles == trusted.roles else { throw .otherRoles }
          steps.append(.revokeCopies)
        }
        steps.append(.placeTrust)
      } else if let trusted = files.trusted {
        throw .otherTrusted(trusted.key)
      } else if files.secret == nil {
        throw .notTrusted
      }
    }
    if let secret = files.secret, files.nextPublic == secret { steps.append(.removeMark) }
  }
}

/// Why a key cannot be replaced further.
package enum RotationProblem: Error, Hashable, Sendable {
  /// `NAME.key` is not there, and nobody says which key it is about.
  case noSecret(RotationPlan.Part)
  /// The key that was named is none of these files.
  case otherKey(CurveKey)
  /// The keyring trusts another key as `NAME`.
  case otherTrusted(CurveKey)
  /// The keyring trusts another key as `NAME.next`.
  case otherNext(CurveKey)
  /// The keyring has no `NAME`.
  case notTrusted
  /// There is no new key.
  case notPrepared
  /// The keyring does not trust the new key.
  case nextNotTrusted(CurveKey)
  /// The roles of `NAME` have changed since.
  case otherRoles
  /// `NAME.key` is still the old one.
  case notSwitched
}
