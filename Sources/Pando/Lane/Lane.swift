import Glibc
import PandoHosting
import PandoWire

/// The client side of one hosted incarnation.
final class Lane<State: Codable & Sendable, Action: Codable & Sendable>: AnyLane {
  /// Two places: the child's state as both sides know it, while ``isSynced``, and behind it that of ``prepared``. The
  /// state is let go of while it is changed in place, so that none of its buffers is copied.
  let synced: UnsafeMutablePointer<State>
  @exclusivity(unchecked)
  private(set) var isSynced = false

  /// True while the oldest result is decoded, or is about to be: its patch may be in the machine's base.
  @exclusivity(unchecked)
  private var isPrepared = false
  /// The state that it brings, if it changes the state.
  var prepared: UnsafeMutablePointer<State> { synced + 1 }
  private var hasPreparedState = false
  /// The fields of the state that it changes, where the state itself is not decoded.
  private var preparedChange: StateChange?

  /// The fields of the state, and where they lie in a base; there once a large state was changed.
  @exclusivity(unchecked)
  var fields: FieldwiseDecoding?

  /// The actions that it brings.
  private var preparedSends: [(Action, Origin)] = []
  private let interrupted: (@Sendable (HostedLoss) -> Action)?
  private let isMounting: Bool
  /// The shared values in the state; there once it holds any.
  @exclusivity(unchecked)
  var shared: LaneShared?
  let access: HostedStateAccess<State>

  init(
    id: LaneID, incarnation: Incarnation, driver: any LaneDriver, options: LaneOptions,
    group: LaneGroup?, base: [UInt8], state: State?,
    interrupted: (@Sendable (HostedLoss) -> Action)?, mounts: Bool,
    access: HostedStateAccess<State>
  ) {
    synced = .allocate(capacity: 2)
    self.interrupted = interrupted
    isMounting = mounts
    self.access = access
    super.init(
      id: id, incarnation: incarnation, driver: driver, options: options, group: group, base: base)
    if let state { keep(state) }
  }

  deinit {
    release()
    forgetPrepared()
    synced.deallocate()
  }

  func keep(_ state: State) {
    if isSynced { synced.pointee = state } else { synced.initialize(to: state) }
    isSynced = true
  }

  func release() {
    if isSynced { synced.deinitialize(count: 1) }
    isSynced = false
  }

  override var holdsShared: Bool { shared != nil }

  override var isToldOfLostEffects: Bool { interrupted != nil }

  override func interruption(_ loss: HostedLoss) -> (any Sendable)? { interrupted?(loss) }

  override var mounts: Bool { isMounting }

  override func decodeAction(_ bytes: ByteString) throws -> any Sendable {
    try decode(bytes)
  }

  private func decode(_ bytes: ByteString) throws(WireError) -> Action {
    try bytes.withUnsafeBytes { bytes throws(WireError) in
      try WireDecoder.decode(Action.self, from: bytes)
    }
  }

  /// Asked of the state's memory, which is cheap; where that differs, perhaps in padding alone, of its
  /// encoding.
  override func isInSync(with state: UnsafeMutableRawPointer) throws(WireError) -> Bool {
    let state = state.assumingMemoryBound(to: State.self)
    guard isSynced else { return false }
    if shared != nil {
      return try isInSyncWithShared(state) && shared?.commit(of: feature.descriptor.name) != false
    }
    if haveSameBytes(synced, state) { return true }
    // Not the machine's base: a result that is being committed has patched that already.
    guard try WireEncoder.encode(state.pointee) == WireEncoder.encode(synced.pointee) else {
      return false
    }
    keep(state.pointee)
    return true
  }

  override func synchronise(with state: UnsafeMutableRawPointer) throws(WireError) -> Bool {
    let state = state.assumingMemoryBound(to: State.self)
    if isSynced, haveSameBytes(synced, state), shared?.isCurrent ?? true { return false }
    let sharedCount = SharedCoding.count
    let changes = SharedChanges.count
    let encoded = try SharedCoding.encodeForHost(state.pointee)
    keep(state.pointee)
    noteShared(since: sharedCount)
    shared?.changes = changes
    if encoded == machine.base { return false }
    handle(.rewritten(encoded, withLastCommit: driver.isCommitting(self)))
    return true
  }

  /// Answers a commit that the machine wants answered, and follows a change that came without one.
  func reconcile(with state: UnsafeMutablePointer<State>) {
    // A state that cannot be encoded is reported when the next action commits.
    let isRewritten = (try? synchronise(with: state)) ?? false
    guard awaitsReconciling else { return }
    awaitsReconciling = false
    if !isRewritten, machine.isCautious { handle(.kept) }
  }

  override func prepareHead() throws {
    head = .isDue
    guard !isPrepared, machine.isHeadReady else { return }
    if !machine.isHeadPlain {
      preparedSends =
        try machine.headResult?.sends.map { send in
          (try decode(send.bytes), send.origin)
        } ?? []
    }
    shared?.prepare(on: machine.base)
    isPrepared = true
    let version = machine.baseVersion
    if let change = decodeFields() {
      preparedChange = change
    } else if try machine.baseVersion != version || machine.patchBase() {
      try decodeState()
      hasPreparedState = true
    }
    if shared != nil { try yieldToOthers() }
  }

  override func prepareHead(reading reader: inout WireReader) -> Bool {
    // A large state is changed field by field, for which the patch is needed.
    guard isSynced, shared == nil, machine.base.count < Fieldwise.leastBytes else { return false }
    let version = machine.baseVersion
    guard machine.applyAnswer(&reader) else { return false }
    head = .isDue
    isPrepared = true
    do {
      if machine.baseVersion != version {
        try decodeState()
        hasPreparedState = true
      }
      // It holds shared values from now on.
      if shared != nil { try yieldToOthers() }
    } catch {
      unprepareHead()
      machine.withdrawAnswer()
      driver.noteMisfit(self, error)
    }
    return true
  }

  override func forgetWorker() {
    if machine.count > 0 { return unprepareHead() }
    // All has committed, and the base with it; but where its child ended while the last answer committed.
    if Fieldwise.isVerified, isAccepting, shared == nil, isSynced { verify(synced.pointee) }
  }

  override func unprepareHead() {
    // Nothing is in the base then but what the worker was told. The state, encoded anew, need not be that: shared values
    // may have changed since.
    guard isPrepared else { return }
    forgetPrepared()
    if let base = shared?.base {
      // What was encoded before may have changed by now.
      machine.restoreBase(base)
      shared?.unprepare()
      return
    }
    // It was encoded before, when the worker was told of it; a type that walks a hashed collection by itself may
    // encode it otherwise.
    if isSynced, let bytes = try? WireEncoder.encode(synced.pointee) {
      machine.restoreBase(bytes, isEncodedAnew: true)
    }
  }

  private func forgetPrepared() {
    if hasPreparedState { prepared.deinitialize(count: 1) }
    hasPreparedState = false
    if preparedChange != nil { preparedChange = nil }
    shared?.arrivals = nil
    if !preparedSends.isEmpty { preparedSends = [] }
    isPrepared = false
  }

  override func commitHead(into state: UnsafeMutableRawPointer) {
    let state = state.assumingMemoryBound(to: State.self)
    precondition(isPrepared, "a hosted action commits only with its result")
    if hasPreparedState {
      if StateTracker.isNeeded, let observable = access.observable {
        observable.adopt(prepared, state)
      }
      hasPreparedState = false
      if isSynced {
        access.coding.replace(prepared, state, synced)
      } else {
        state.pointee = prepared.pointee
        synced.moveInitialize(from: prepared, count: 1)
        isSynced = true
      }
    } else if let change = preparedChange {
      preparedChange = nil
      commit(change, into: state)
    }
    isPrepared = false
    shared?.base = nil
    commitHead()
    // The limit is a field; to ask the machine copies all of it (see `mayApply`).
    awaitsReconciling = machine.limit.isCautious && machine.isCautious
  }

  /// The actions that the oldest result brought.
  func takeSends() -> [(Action, Origin)] {
    defer { preparedSends = [] }
    return preparedSends
  }

  override func dropHead() {
    forgetPrepared()
    shared?.base = nil
    commitHead()
    if machine.isCautious { handle(.kept) }
  }

  /// Counts the oldest action, or one that never came here, as reduced by the client.
  func commitByClient(_ commit: ClientCommit, isCancelled: Bool) {
    if commit.dispatchedOn == id { head = .hasLeft }
    forgetPrepared()
    shared?.base = nil
    release()
    handle(
      .committedByClient(
        commit.action, base: commit.base, outcome: commit.outcome,
        hadSlot: commit.dispatchedOn == id, isCancelled: isCancelled))
  }
}

/// Returns whether two values are the same bit by bit, which makes them equal, whatever `==` says:
/// both hold what they refer to.
@inline(__always)
func haveSameBytes<Value>(
  _ left: UnsafeMutablePointer<Value>, _ right: UnsafeMutablePointer<Value>
) -> Bool {
  memcmp(left, right, MemoryLayout<Value>.size) == 0
}
