import Glibc
import PandoHosting
import PandoWire

/// The client side of one hosted incarnation.
final class Lane<State: Codable & Sendable, Action: Codable & Sendable>: AnyLane {
  /// What a result brings, decoded.
  struct Prepared {
    /// Nil when the action left the state alone.
    var state: State?
    var sends: [(Action, Origin)]
  }

  /// The child's state as both sides know it. Held only while nobody changes the state in place.
  private let synced: UnsafeMutablePointer<State>
  private var isSynced = false
  private var prepared: Prepared?
  private let interruptedAction: Action?

  init(
    id: LaneID, site: Int, feature: any HostedFeature, incarnation: Incarnation,
    driver: any LaneDriver, base: [UInt8], state: State?, interrupted: Action?
  ) {
    synced = .allocate(capacity: 1)
    interruptedAction = interrupted
    super.init(
      id: id, site: site, feature: feature, incarnation: incarnation, driver: driver, base: base)
    if let state { keep(state) }
  }

  deinit {
    release()
    synced.deallocate()
  }

  private func keep(_ state: State) {
    if isSynced { synced.pointee = state } else { synced.initialize(to: state) }
    isSynced = true
  }

  private func release() {
    if isSynced { synced.deinitialize(count: 1) }
    isSynced = false
  }

  override var interruption: (any Sendable)? { interruptedAction }

  override func decodeAction(_ bytes: [UInt8]) throws -> any Sendable {
    try WireDecoder.decode(Action.self, from: bytes)
  }

  /// Whether the child's state is what the worker builds on. Asked of the state's memory, which is
  /// cheap; where that differs, perhaps in padding alone, of its encoding.
  func isInSync(with state: inout State) throws(WireError) -> Bool {
    guard isSynced else { return false }
    if haveSameBytes(&synced.pointee, &state) { return true }
    // Not the machine's base: a result that is being committed has patched that already.
    guard try WireEncoder.encode(state) == WireEncoder.encode(synced.pointee) else { return false }
    keep(state)
    return true
  }

  /// Tells the lane when somebody other than the worker changed the state; returns whether that was
  /// so.
  @discardableResult
  func synchronise(with state: inout State) throws(WireError) -> Bool {
    if isSynced, haveSameBytes(&synced.pointee, &state) { return false }
    let encoded = try WireEncoder.encode(state)
    keep(state)
    if encoded == machine.base { return false }
    handle(.rewritten(encoded, withLastCommit: driver.isCommitting(self)))
    return true
  }

  /// Answers a commit that the machine wants answered, and follows a change that came without one.
  func settle(with state: inout State) {
    // A state that cannot be encoded is reported when the next action commits.
    let isRewritten = (try? synchronise(with: &state)) ?? false
    guard awaitsSettling else { return }
    awaitsSettling = false
    if !isRewritten, machine.isCautious { handle(.kept) }
  }

  override func prepareHead() throws {
    guard prepared == nil, let result = machine.headResult else { return }
    var sends: [(Action, Origin)] = []
    for send in result.sends {
      sends.append((try WireDecoder.decode(Action.self, from: send.bytes), send.origin))
    }
    var state: State?
    if result.patch != .unchanged {
      try machine.patchBase()
      state = try WireDecoder.decode(State.self, from: machine.base)
    }
    prepared = Prepared(state: state, sends: sends)
  }

  override func unprepareHead() {
    prepared = nil
    // It was encoded before, when the worker was told of it.
    if isSynced, let bytes = try? WireEncoder.encode(synced.pointee) {
      machine.restoreBase(bytes)
    }
  }

  /// Puts the worker's result in place of the state, and counts the action as committed.
  func commitHead(into state: inout State) -> (result: HostedResult, sends: [(Action, Origin)])? {
    guard let prepared, let result = machine.headResult else { return nil }
    self.prepared = nil
    if let newState = prepared.state {
      release()
      state = newState
      keep(newState)
    }
    handle(.committed)
    awaitsSettling = machine.isCautious
    return (result, prepared.sends)
  }

  override func dropHead() {
    prepared = nil
    handle(.committed)
    if machine.isCautious { handle(.kept) }
  }

  /// Counts the oldest action, or one that never came here, as reduced by the client.
  func commitByClient(_ commit: ClientCommit) {
    prepared = nil
    release()
    handle(
      .committedByClient(
        commit.action, base: commit.base, outcome: commit.outcome, hadSlot: commit.hadSlot))
  }
}

/// Whether two values are the same bit by bit, which makes them equal, whatever `==` says: both hold
/// what they refer to.
private func haveSameBytes<Value>(_ left: inout Value, _ right: inout Value) -> Bool {
  withUnsafePointer(to: &left) { left in
    withUnsafePointer(to: &right) { right in
      memcmp(left, right, MemoryLayout<Value>.size) == 0
    }
  }
}
