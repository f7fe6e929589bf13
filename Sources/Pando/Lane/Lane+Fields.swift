import PandoHosting
import PandoWire

// Large states, of which only the fields are decoded that a result changes.
extension Lane {
  /// Applies the oldest result to the base, and returns what it changes in the state; nil where the whole
  /// state is to be decoded, and nothing is applied yet.
  func decodeFields() -> StateChange? {
    guard machine.base.count >= Fieldwise.leastBytes, isSynced, shared == nil,
      let result = machine.headResult, result.changesState
    else { return nil }
    if fields?.version != machine.baseVersion {
      fields = FieldTable.of(State.self).flatMap { FieldwiseDecoding($0, machine.base) }
    }
    guard let fields else { return nil }
    defer { fields.version = machine.baseVersion }
    let sharedCount = SharedCoding.count
    guard (try? machine.patchBase()) == true,
      let change = try? machine.base.withUnsafeBytes({
        try fields.change(by: result.patch, to: $0, of: synced)
      }),
      // Where shared values come, the state is decoded with what is known of them.
      SharedCoding.count == sharedCount
    else {
      self.fields = nil
      return nil
    }
    // No shared value is in what changed.
    shared?.arrivals = SharedDecoding(.client(known: nil))
    return change
  }

  /// Makes a change in the state, which is the one that both sides know.
  func commit(_ change: StateChange, into state: UnsafeMutablePointer<State>) {
    // In place, where nobody else holds what it changes.
    release()
    if StateTracker.isNeeded, let observable = access.observable {
      // The place is free for the state as it was: of rows, those alone that change.
      let old = prepared
      old.initialize(to: state.pointee)
      change.reduce(old, adoptedBy: access.adopting)
      change.apply(to: state)
      observable.adopt(state, old)
      old.deinitialize(count: 1)
    } else {
      change.apply(to: state)
    }
    keep(state.pointee)
    // The base has shared values as they were when the worker was told of them.
    if Fieldwise.isVerified, shared == nil { verify(state.pointee) }
  }

  /// Holds that a state is the one of the base.
  func verify(_ state: State) {
    let encoded = try? WireEncoder.encode(state)
    precondition(
      encoded == machine.base, "the base of a lane is the state that both sides know")
  }
}
