import Logging
import PandoWire
import ZeroMQ

// The calls that others make here.
extension SocketLoop {
  /// Looks now and then whether clients still find the address, and returns when to look next; nil where no file stands
  /// for it.
  func keepAddress(now: Int) -> Int? {
    guard let listener, case .ipc = listener.endpoint.address else { return nil }
    if now >= listener.nextLook {
      listener.nextLook = now + AddressWatch.lookMilliseconds
      address.look(at: listener.endpoint, now: now, logger: logger) { () throws(ZeroMQError) in
        try listener.router.listenAgain()
      }
    }
    return listener.nextLook
  }

  // So that one busy peer cannot keep the thread from its other work.
  static let messagesPerTurn = 256

  func receiveCalls() throws(ZeroMQError) {
    guard let listener, listener.isServing else { return }
    for _ in 0..<Self.messagesPerTurn {
      guard try listener.router.receive(into: &frame, wait: .never) else { return }
      let peer = [UInt8](copying: frame)
      guard frame.hasMore, try listener.router.receive(into: &frame) else { continue }
      var message = frame.withUnsafeBytes {
        IncomingMessage($0, limits: callLimits, versions: limits.versions)
      }
      let caller: Caller
      do throws(Refusal) {
        caller = try listener.caller(of: frame)
      } catch {
        try refuse(error, message, from: peer)
        continue
      }
      while frame.hasMore, try listener.router.receive(into: &frame) { message = .garbage }
      switch message {
      case .call(let call):
        serve(IncomingCall(peer: peer, caller: caller, frame: call))
      case .unreadableCall(let call, let version, let error):
        noteGarbage(from: name(of: peer))
        try send(Reply.failure(error).encode(for: call, version: version), to: peer)
      case .foreignCall(let call):
        // No fault of the peer's: it calls again in a version that both speak.
        counters.add(.foreignVersion)
        try send(IncomingMessage.answer(toForeign: call, versions: limits.versions), to: peer)
      case .reply, .otherVersions, .garbage:
        noteGarbage(from: name(of: peer))
      }
    }
  }

  func send(_ reply: [UInt8], to peer: [UInt8]) throws(ZeroMQError) {
    guard let listener else { return }
    var outcome = try listener.router.send(peer, more: true, wait: .never)
    if outcome == .sent {
      outcome = try listener.router.send(reply, wait: .never)
    }
    if outcome != .sent { counters.add(.unsentReply) }
  }

  /// Tells somebody who may not call, if that is what it tried.
  private func refuse(
    _ refusal: Refusal, _ message: IncomingMessage, from peer: [UInt8]
  ) throws(ZeroMQError) {
    guard let listener else { return }
    while frame.hasMore, try listener.router.receive(into: &frame) {}
    listener.reporter.report(refusal)
    if case .call(let call) = message {
      let reply = Reply.failure(.refused(listener.reporter.text(refusal)))
      try send(reply.encode(for: call.call, version: call.version), to: peer)
    }
  }

  /// Lets clients in or not, and cuts those off whose keys are revoked.
  func decideAboutClients() throws(ZeroMQError) {
    _ = try listener?.gate?.serve(poller)
  }

  /// Counts it, and logs less and less of it: what a peer sends must not fill the log.
  func noteGarbage(from peer: String) {
    let count = counters.add(.garbage)
    guard count & (count - 1) == 0 else { return }
    logger.warning(
      "A message was dropped that is not of this protocol, or of another version of it.",
      metadata: ["peer": "\(peer)", "count": "\(count)"])
  }

  private func name(of peer: [UInt8]) -> String {
    let digits = Array("0123456789abcdef".utf8)
    return String(
      decoding: peer.prefix(16).flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] },
      as: UTF8.self)
  }
}
