/// Which effects of a hosted feature are to be cancelled.
package enum CancelTarget: Equatable, Sendable {
  /// The effects that one action started.
  case sequence(SequenceNumber)

  /// The effects under an encoded identity.
  case id([UInt8])
}
