import Logging
import PandoHosting
import ZeroMQ

// Who may use the worker.
extension WorkerReceiver {
  /// Returns the sender of the message in `payload`. Throws why it may not do what it wants.
  func admit(to deed: KeyDeed) throws(Refusal) -> Caller {
    guard let gate else {
      if UnkeyedNetwork.allows(loop.configuration.endpoint) { return .sameUser }
      return try Caller.local(payload)
    }
    let caller = try gate.caller(of: payload, to: deed)
    try caller.require(deed, in: loop.keys?.keyring)
    return caller
  }

  /// Returns whether the message in `payload` came with the key that its session was opened with.
  /// Another client may take the routing id of one that has gone.
  func isFromOwner(of session: ClientSession) -> Bool {
    guard let user = session.user else { return true }
    return payload.isFrom(user: user)
  }

  /// Ends the sessions whose keys may not use the worker any more.
  func endRevoked() throws(ZeroMQError) {
    guard let keyring = loop.keys?.keyring else { return }
    // A log handler may wait: all are cut off before.
    var lines: [String] = []
    defer { for line in lines { logger.warning("\(line)") } }
    // The others of a connection end with its own.
    for session in Array(sessions.values) where session.id.number == .own {
      guard let key = session.key, !keyring.may(key, .useWorker) else { continue }
      lines.append("\(session.name) is cut off: its key \(key) was revoked")
      try carryOut(session.machine.refuse("its key was revoked"), session)
    }
  }
}
