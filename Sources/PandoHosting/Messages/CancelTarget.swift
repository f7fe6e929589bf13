/// Which effects of a hosted feature are to be cancelled.
package enum CancelTarget: Equatable, Sendable {
  /// Those that one action started.
  case sequence(SequenceNumber)

  /// Those under an encoded identity.
  case id([UInt8])
}
