import PandoHosting

/// The context that the client has said for the action that it dispatches next.
struct RemoteTrace {
  let lane: LaneID
  let sequence: SequenceNumber
  let carrier: TraceCarrier
}
