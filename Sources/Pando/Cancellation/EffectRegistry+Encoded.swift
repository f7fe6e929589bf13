extension EffectRegistry {
  /// Cancels the effects under an identity that came encoded, and that the scope or a child of it
  /// used. O(identities in use).
  ///
  /// - Returns: Those of its type that cannot cross, to be reported once the lock is free.
  func cancel(_ encoded: EncodedCancelID, in scope: EffectOwner) -> [EncodedCancelID] {
    var uncrossable: [EncodedCancelID] = []
    for id in Set(index.ids).union(sections.ids) {
      let known = EncodedCancelID(id)
      if known == encoded {
        cancel(ScopedCancelID(id: id, scope: scope))
      } else if known.cannotReach(encoded), isUsed(id, in: scope) {
        uncrossable.append(known)
      }
    }
    return uncrossable
  }

  /// Returns whether the scope or a child of it runs anything under an identity.
  private func isUsed(_ id: CancelID, in scope: EffectOwner) -> Bool {
    let id = ScopedCancelID(id: id, scope: scope)
    return !index.numbers(under: id).isEmpty || !sections.numbers(under: id).isEmpty
  }
}
