import PandoHosting
import PandoWire

/// A message, as it was understood.
enum IncomingMessage: Equatable {
  case call(CallFrame)
  case reply(CallID, Reply)
  /// A call that is not understood, and the error that says so to its sender.
  case unreadableCall(CallID, version: UInt8, ControlError)
  /// A call in a version that is not spoken here.
  case foreignCall(CallID)
  /// The answer to a call whose version is not spoken there, and the versions that are.
  case otherVersions(CallID, ProtocolRange)
  /// Not of this protocol; it is dropped.
  case garbage

  init(
    _ bytes: UnsafeRawBufferPointer, limits: WireLimits,
    versions: ProtocolRange = ControlVersion.spoken
  ) {
    var reader = WireReader(bytes, limits: limits)
    guard let header = ControlFrame(from: &reader) else {
      self = .garbage
      return
    }
    let call = header.call
    let isCall = header.kind == .call
    guard versions.contains(UInt64(header.version)) || header.kind == .versions else {
      let theirs = ProtocolRange(UInt64(header.version))
      self = isCall ? .foreignCall(call) : .otherVersions(call, theirs)
      return
    }
    do {
      switch header.kind {
      case .call:
        self = .call(try CallFrame(call, version: header.version, from: &reader))
      case .versions:
        let least = try reader.readVarint()
        self = .otherVersions(
          call, ProtocolRange(least: least, greatest: try reader.readVarint()))
      case .result, .void, .failure:
        guard let reply = try Reply(header.kind, from: &reader) else {
          self = .garbage
          return
        }
        self = .reply(call, reply)
      }
    } catch {
      let problem = ControlError.malformed("\(error)")
      self =
        isCall
        ? .unreadableCall(call, version: header.version, problem)
        : .reply(call, .failure(problem))
    }
  }

  /// True if it answers a call, with a result or without.
  var isReply: Bool {
    switch self {
    case .reply, .otherVersions: true
    case .call, .unreadableCall, .foreignCall, .garbage: false
    }
  }

  /// Returns the answer to a call in a version that is not spoken here, in a way that its caller understands.
  static func answer(
    toForeign call: CallID, versions: ProtocolRange = ControlVersion.spoken
  ) -> [UInt8] {
    var writer = WireWriter()
    ControlFrame(kind: .versions, call: call).encode(into: &writer)
    writer.appendVarint(versions.least)
    writer.appendVarint(versions.greatest)
    return writer.finish()
  }
}
