extension EffectRegistry {
  /// The place of an effect. A number names a place and the effect that has it: those that had it before
  /// have other numbers.
  struct Place {
    var number: UInt64
    /// Nil while no effect has it.
    var owner: Owner?
    var ids: [ScopedCancelID] = []
    var tag: Tag?
    var name: String?
    var location: OperatorLocation?
    var task: Task<Void, Never>?
    var isCancelled = false
    /// True if it was cancelled, and not to be replaced by another that is throttled as it is.
    var isDropped = false
    /// The identities under which it, or a part of it, is throttled.
    var throttledIDs: [CancelID] = []
    /// When it was started, among all.
    var start: UInt64 = 0
    /// The places before and behind it among the effects of its owner; -1 is none.
    var previous = -1
    var next = -1
  }
}
