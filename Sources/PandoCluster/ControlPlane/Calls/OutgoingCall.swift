import ZeroMQ

/// A call on its way out, and whoever awaits its reply.
struct OutgoingCall: Sendable {
  let id: CallID
  let endpoint: Endpoint
  let bytes: [UInt8]
  let continuation: CheckedContinuation<Reply, any Error>
}
