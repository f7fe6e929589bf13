/// A thing that the driver of a host must do.
package enum HostDirective: Equatable {
  /// Start the effects that are held for the actions up to here.
  case start(through: SequenceNumber)

  /// Forget the effects that are held for this action and all behind it.
  case squash(from: SequenceNumber)

  /// Decode the state from these bytes.
  case restore([UInt8])

  /// The client broke the protocol: drop it.
  case refuse(reason: String)
}
