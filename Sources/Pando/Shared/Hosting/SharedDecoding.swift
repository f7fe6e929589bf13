import Synchronization

/// The decoding of one state.
final class SharedDecoding: Sendable {
  @TaskLocal static var current: SharedDecoding?

  /// Set for the copies of a host; a client has none.
  private let host: SharedHost?
  private let copies = Mutex<[UInt64: any AnySharedRoot]>([:])
  private let arrivals = Mutex<[@Sendable () -> Void]>([])

  init(host: SharedHost? = nil) {
    self.host = host
  }

  func location<Value: Sendable>(
    of token: UInt64, _ value: Value
  ) -> any SharedLocation<Value> {
    if let host {
      // A state that holds a value twice shares it on the worker too.
      return copies.withLock { copies in
        if let known = copies[token] as? SharedRoot<Value> { return known }
        let copy = SharedRoot(value, token: token, host: host)
        copies[token] = copy
        host.note()
        return copy
      }
    }
    if let location = SharedTokens.location(token) as? any SharedLocation<Value> {
      arrive(value, at: location)
      return location
    }
    // One that a worker made: from now on it is shared here.
    let made = SharedRoot(value, token: token)
    made.links.register(made)
    return made
  }

  private func arrive<Value: Sendable>(_ value: Value, at location: any SharedLocation<Value>) {
    // What it is now is what the worker built on, or the answer will not commit. A value that the
    // action left alone must not undo what others do until then.
    if isEqual(location.read(), value) { return }
    arrivals.withLock { arrivals in
      arrivals.append { location.modify(from: .here()) { $0 = value } }
    }
  }

  /// Writes what came back, and says how many values that were.
  func commit() -> UInt64 {
    let arrived = arrivals.withLock { arrivals in
      defer { arrivals = [] }
      return arrivals
    }
    for arrival in arrived { arrival() }
    return UInt64(arrived.count)
  }
}
