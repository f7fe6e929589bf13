import Logging
import PandoHosting
import PandoWire
import ZeroMQ

// The calls that this process makes.
extension SocketLoop {
  func handle(_ event: CallLedger.Event) {
    var events = [event]
    while !events.isEmpty {
      for directive in ledger.handle(events.removeFirst()) {
        if let next = perform(directive) { events.append(next) }
      }
    }
  }

  func receiveReplies() {
    for connection in Array(connections.values) {
      do {
        // What came before the connection was lost still counts, so the change is looked at first
        // and acted on last.
        let change = try connection.change()
        try receiveReplies(from: connection)
        if let change { apply(change, to: connection) }
      } catch {
        drop(connection)
        handle(.rejected(connection.endpoint, reason: error.message))
      }
    }
  }

  /// Returns what the ledger has to hear of it.
  private func perform(_ directive: CallLedger.Directive) -> CallLedger.Event? {
    switch directive {
    case .connect(let endpoint): return connect(to: endpoint)
    case .send(let id, let endpoint): return send(id, to: endpoint)
    case .fail(let id, let error):
      outgoing.removeValue(forKey: id)?.continuation.resume(throwing: error)
      return nil
    }
  }

  func connect(to endpoint: Endpoint) -> CallLedger.Event? {
    do throws(ZeroMQError) {
      let path = try path(to: endpoint)
      let connection = try Connection(
        to: endpoint, in: context, keys: path, role: role, limits: limits)
      connection.join(&poller)
      connections[endpoint] = connection
      NameLookup(endpoint) { [mailbox] in mailbox.post(.unresolved(endpoint, reason: $0)) }
      return nil
    } catch {
      return .rejected(endpoint, reason: error.message)
    }
  }

  private func send(_ id: CallID, to endpoint: Endpoint) -> CallLedger.Event? {
    guard let call = outgoing[id], let connection = connections[endpoint] else { return nil }
    do {
      // Without a connection libzmq takes nothing; the monitor will tell us so next.
      outgoing[id]?.version = connection.version
      if try connection.socket.send(call.bytes(in: connection.version), wait: .never) == .sent {
        connection.owedReplies += 1
        return nil
      }
      drop(connection)
      return .lost(endpoint)
    } catch {
      drop(connection)
      return .rejected(endpoint, reason: error.message)
    }
  }

  /// Takes in what has come, as far as one peer may take up the thread before the others have their turn.
  private func receiveReplies(from connection: Connection) throws(ZeroMQError) {
    var (messageCount, byteCount) = (0, 0)
    while messageCount < Self.messagesPerTurn, byteCount <= limits.maximumReplyBytes,
      try connection.socket.receive(into: &frame, wait: .never)
    {
      var length = frame.count
      var message = frame.withUnsafeBytes {
        IncomingMessage($0, limits: replyLimits, versions: limits.versions)
      }
      while frame.hasMore, try connection.socket.receive(into: &frame) {
        message = .garbage
        length += frame.count
      }
      messageCount += 1
      byteCount += length
      if message.isReply, connection.owedReplies > 0 {
        connection.owedReplies -= 1
      } else if connection.stray.note(byteCount: length) {
        return cutOff(connection)
      }
      let id: CallID
      let reply: Reply
      switch message {
      case .reply(let call, let answer):
        (id, reply) = (call, answer)
      case .otherVersions(let call, let theirs):
        guard let failure = try callAgain(call, on: connection, theirs) else { continue }
        (id, reply) = (call, .failure(failure))
      case .call, .unreadableCall, .foreignCall, .garbage:
        noteGarbage(from: "\(connection.endpoint)")
        continue
      }
      // A peer settles the calls that were made of it, and of nobody else.
      guard let call = outgoing[id], call.endpoint == connection.endpoint else {
        counters.add(.lateReply)
        continue
      }
      outgoing[id] = nil
      call.continuation.resume(returning: reply)
      handle(.answered(id))
    }
  }

  /// Lets go of a peer that sends without end what answers nothing.
  private func cutOff(_ connection: Connection) {
    drop(connection)
    handle(
      .rejected(
        connection.endpoint,
        reason: """
          it sends one message after the other that answers no call, and was disconnected. Look at the process that \
          listens there, and at its log.
          """))
  }

  /// Makes a call again, in a version that both sides speak: it was not carried out. Returns why that cannot be.
  private func callAgain(
    _ id: CallID, on connection: Connection, _ theirs: ProtocolRange
  ) throws(ZeroMQError) -> ControlError? {
    guard let call = outgoing[id], call.endpoint == connection.endpoint else { return nil }
    // Of calls that were on their way together, the first has found the version already.
    if connection.version == call.version {
      let ours = limits.versions
      guard let next = ControlVersion.next(after: call.version, ours: ours, theirs: theirs) else {
        return .noSharedVersion(theirs: "\(theirs)", ours: "\(ours)")
      }
      connection.version = next
      logger.info(
        "The other side speaks an earlier version of the control protocol, which is used.",
        metadata: ["endpoint": "\(connection.endpoint)", "version": "\(next)"])
    }
    outgoing[id]?.version = connection.version
    if try connection.socket.send(call.bytes(in: connection.version), wait: .never) == .sent {
      connection.owedReplies += 1
      return nil
    }
    return .unreachable(endpoint: "\(connection.endpoint)", reason: "the connection was lost")
  }

  private func apply(_ change: Connection.Change, to connection: Connection) {
    let endpoint = connection.endpoint
    // It may have been dropped since, and another have taken its place.
    guard connections[endpoint] === connection else { return }
    logger.debug(
      "A connection of the control plane has changed.",
      metadata: ["endpoint": "\(endpoint)", "change": "\(change)"])
    switch change {
    case .connected:
      failedHandshakes[endpoint] = nil
      fittingKeys[endpoint] = connection.keys?.serverKey
      handle(.connected(endpoint))
    case .lost:
      drop(connection)
      handle(.lost(endpoint))
    case .notUnderstood:
      drop(connection)
      retry(endpoint)
    case .rejected(let reason):
      drop(connection)
      handle(.rejected(endpoint, reason: reason))
    }
  }

  func drop(_ connection: Connection) {
    guard connections[connection.endpoint] === connection else { return }
    connection.leave(&poller)
    connections[connection.endpoint] = nil
  }
}
