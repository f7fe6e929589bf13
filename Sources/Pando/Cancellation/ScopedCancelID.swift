/// A cancel identity, and the owner of effects that used it: those above it may use the same to cancel.
package struct ScopedCancelID {
  package let id: CancelID
  package let scope: EffectOwner
  /// True where what runs under it is throttled by it (``InFlight/replaced``).
  var isThrottled = false
}
