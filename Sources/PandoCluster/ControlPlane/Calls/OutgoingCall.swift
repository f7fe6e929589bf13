import ZeroMQ

/// A call on its way out, and whoever awaits its reply.
struct OutgoingCall: Sendable {
  let id: CallID
  let endpoint: Endpoint
  private let bytes: [UInt8]
  /// The version that it was sent in last.
  var version = ControlVersion.current
  let continuation: CheckedContinuation<Reply, any Error>

  init(
    id: CallID, endpoint: Endpoint, bytes: [UInt8],
    continuation: CheckedContinuation<Reply, any Error>
  ) {
    self.id = id
    self.endpoint = endpoint
    self.bytes = bytes
    self.continuation = continuation
  }

  /// Returns the call in one of the versions that are spoken here. Those differ in the header alone: values
  /// are written with their names, and what a version does not know of them is passed over.
  func bytes(in version: UInt8) -> [UInt8] {
    var bytes = bytes
    bytes[ControlFrame.versionIndex] = version
    return bytes
  }
}
