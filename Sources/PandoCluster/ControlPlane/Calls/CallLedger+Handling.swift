import ZeroMQ

extension CallLedger {
  mutating func made(_ call: CallID, _ endpoint: Endpoint, _ now: Int) -> [Directive] {
    let isNew = peers[endpoint] == nil
    var peer = peers[endpoint] ?? Peer()
    guard peer.waiting.count < limits.callsWaiting else {
      return [.fail(call, .tooManyCalls(limit: limits.callsWaiting))]
    }
    calls[call] = Call(endpoint: endpoint)
    deadlines.append((now + limits.callTimeoutMilliseconds, call))
    peer.waiting.append(call)
    peers[endpoint] = peer
    return (isNew ? [.connect(endpoint)] : []) + sendWaiting(to: endpoint)
  }

  mutating func connected(_ endpoint: Endpoint) -> [Directive] {
    guard peers[endpoint] != nil else { return [] }
    peers[endpoint]?.isConnected = true
    return sendWaiting(to: endpoint)
  }

  mutating func lost(_ endpoint: Endpoint) -> [Directive] {
    guard var peer = peers[endpoint] else { return [] }
    peer.isConnected = false
    peer.inFlight = 0
    let reason =
      "the connection was lost before the answer came. Whether the call was carried out is not "
      + "known; look whether that process still runs, and at its log, then try again."
    let failed = fail(.unreachable(endpoint: "\(endpoint)", reason: reason)) {
      $0.endpoint == endpoint && $0.isInFlight
    }
    peers[endpoint] = peer.waiting.isEmpty ? nil : peer
    return failed + (peer.waiting.isEmpty ? [] : [.connect(endpoint)])
  }

  mutating func giveUp(_ endpoint: Endpoint, _ error: ControlError) -> [Directive] {
    peers[endpoint] = nil
    return fail(error) { $0.endpoint == endpoint }
  }

  mutating func ended(_ call: CallID) -> [Directive] {
    guard let endpoint = remove(call) else { return [] }
    return sendWaiting(to: endpoint)
  }

  mutating func ticked(_ now: Int) -> [Directive] {
    let late = deadlines.prefix { $0.milliseconds <= now || calls[$0.call] == nil }
    deadlines.removeFirst(late.count)
    var directives: [Directive] = []
    var touched: [Endpoint] = []
    for (_, id) in late {
      guard let call = calls[id] else { continue }
      let reason = lateness(of: call)
      _ = remove(id)
      if !touched.contains(call.endpoint) { touched.append(call.endpoint) }
      directives.append(.fail(id, .unreachable(endpoint: "\(call.endpoint)", reason: reason)))
    }
    return directives + touched.flatMap { sendWaiting(to: $0) }
  }

  mutating func shutDown() -> [Directive] {
    defer { self = CallLedger(limits: limits) }
    return calls.keys.sorted().map { .fail($0, .shutDown) }
  }

  private func lateness(of call: Call) -> String {
    let time = "\(limits.callTimeoutMilliseconds) ms"
    if call.isInFlight {
      return "it is connected, but did not answer within \(time). It may be stopped or "
        + "overloaded; look at that process and its log."
    }
    return peers[call.endpoint]?.isConnected == true
      ? "the call waited \(time) for earlier calls to be answered. Call less often, or raise "
        + "callsInFlight."
      : "nobody answered there within \(time). Check the endpoint, and that the process that "
        + "should listen there runs."
  }

  private mutating func sendWaiting(to endpoint: Endpoint) -> [Directive] {
    guard var peer = peers[endpoint], peer.isConnected else { return [] }
    var directives: [Directive] = []
    for call in peer.waiting.prefix(limits.callsInFlight - peer.inFlight) {
      calls[call]?.isInFlight = true
      directives.append(.send(call, endpoint))
    }
    peer.inFlight += directives.count
    peer.waiting.removeFirst(directives.count)
    peers[endpoint] = peer
    return directives
  }

  private mutating func remove(_ id: CallID) -> Endpoint? {
    guard let call = calls.removeValue(forKey: id) else { return nil }
    if call.isInFlight {
      peers[call.endpoint]?.inFlight -= 1
    } else if let index = peers[call.endpoint]?.waiting.firstIndex(of: id) {
      peers[call.endpoint]?.waiting.remove(at: index)
    }
    return call.endpoint
  }

  private mutating func fail(
    _ error: ControlError, where isLost: (Call) -> Bool
  ) -> [Directive] {
    let lost = calls.filter { isLost($0.value) }.keys.sorted()
    for call in lost { calls[call] = nil }
    return lost.map { .fail($0, error) }
  }
}
