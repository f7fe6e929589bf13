/// The lot of the effects that run under an identity when another starts under it.
@usableFromInline
package enum InFlight: Sendable {
  /// They go on.
  case kept
  /// They are cancelled.
  case cancelled
  /// They are cancelled, and the action of theirs that waits to go through is the new one's to send: it is
  /// throttled as they are.
  case replaced
}
