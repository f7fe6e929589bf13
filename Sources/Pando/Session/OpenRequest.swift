import PandoHosting

/// The request of a client that opens a lane, without the state.
package struct OpenRequest {
  let lane: LaneID
  var feature: String
  let epoch: Epoch
  let next: SequenceNumber
  let timeoutMilliseconds: Int
  /// True if the host may dispatch what its effects send by itself.
  let selfDispatches: Bool
}
