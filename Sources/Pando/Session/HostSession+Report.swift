package import PandoHosting

// For any thread, without the lock.
extension HostSession {
  /// The name of the feature that a lane is of; nil when the lane is not known.
  package func feature(of lane: LaneID) -> String? { outlet.feature(of: lane) }

  /// The effects of an action that run.
  func effectStatus(of lane: LaneID, _ sequence: SequenceNumber) -> [HostedEffectStatus] {
    outlet.effectStatus(of: lane, sequence)
  }
}
