import PandoHosting
import PandoWire

// States that hold shared values, and the decoding of any state.
extension Lane {
  /// Takes note of shared values in a state that was encoded or decoded since `count`. Another lane's
  /// may count too, which costs time and nothing else.
  func noteShared(since count: UInt64) {
    guard shared == nil, SharedCoding.count != count else { return }
    shared = LaneShared()
    noteWatched()
  }

  /// Equal bits say nothing of what a shared value holds, unless no reducer of this action has changed
  /// one.
  func isInSyncWithShared(_ state: UnsafeMutablePointer<State>) throws(WireError) -> Bool {
    let isSame = haveSameBytes(synced, state)
    if isSame, let shared, shared.isCurrent || shared.isChangedByOthersOnly { return true }
    let changes = SharedChanges.count
    let encoded = try SharedCoding.encodeForHost(state.pointee)
    guard encoded == (shared?.base ?? machine.base) else { return false }
    shared?.changes = changes
    if !isSame { keep(state.pointee) }
    return true
  }

  /// Has the worker reduce the oldest action again, with the values as they are now, when another
  /// thread has changed a value that its result changes.
  func yieldToOthers() throws(WireError) {
    guard let shared, isSynced, !shared.isTimely,
      shared.conflictCount < LaneShared.conflictsAtMost
    else { return }
    self.shared?.conflictCount += 1
    let changes = SharedChanges.count
    let encoded = try SharedCoding.encodeForHost(synced.pointee)
    unprepareHead()
    self.shared?.changes = changes
    handle(.rewritten(encoded, withLastCommit: false))
  }

  /// Decodes the state of the base to where prepared states lie.
  func decodeState() throws {
    if shared?.base != nil { return prepared.initialize(to: try decodeWithShared()) }
    if !access.mayHoldShared { return try decode(machine.base, count: machine.base.count) }
    let count = SharedCoding.count
    defer {
      noteShared(since: count)
      // The state that the result takes the place of holds none.
      shared?.ownChanges = SharedChanges.countOfThread
    }
    try decode(machine.base, count: machine.base.count)
  }

  // The array lends its bytes as an argument: a closure takes as long as decoding a small value.
  @inline(__always)
  private func decode(_ start: UnsafeRawPointer, count: Int) throws(WireError) {
    try access.coding.decode(UnsafeRawBufferPointer(start: start, count: count), prepared)
  }

  private func decodeWithShared() throws -> State {
    guard let base = shared?.base else {
      preconditionFailure("the lane has a base with shared values")
    }
    if shared?.isCurrent == true {
      let state = try decodeState(knowing: nil)
      if shared?.isCurrent == true { return state }
    }
    // The values that the worker read are those of its base.
    let known = SharedDecoding(.noting)
    _ = try SharedDecoding.ofThread.withValue(known) {
      try WireDecoder.decode(State.self, from: base)
    }
    return try decodeState(knowing: known)
  }

  private func decodeState(knowing known: SharedDecoding?) throws -> State {
    let arrivals = SharedDecoding(.client(known: known))
    shared?.arrivals = arrivals
    return try SharedDecoding.ofThread.withValue(arrivals) {
      try WireDecoder.decode(State.self, from: machine.base)
    }
  }
}
